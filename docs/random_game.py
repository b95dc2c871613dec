"""A game of STRIKE! by three players who take any action."""

import numpy as np

from strikesim.games import load
from strikesim.games.common import MAX_ACTIONS, OUTCOMES
from strikesim.games.ruleset import read_layers
from strikesim.rng import STREAM_DTYPE, WORLD, bounded, seed_game

game = load("strike")
ruleset = game.tables.Rules.parse(read_layers("strike").data(), "strike")
t = game.tables.compile_tables(ruleset, 3, "normal")[0]  # for 3 players

s = np.zeros(1, game.state.STATE)[0]
streams = np.zeros(1 + t.seats, STREAM_DTYPE)  # the world's, then each seat's own
seed_game(streams, np.uint64(7), np.uint64(0))  # game 0 of the run with seed 7
actions = np.zeros(MAX_ACTIONS, np.int64)

game.rules.setup(t, s, streams[WORLD])
while not game.rules.is_over(s):
    n = game.rules.legal(t, s, actions)
    choice = bounded(streams[1 + s.seat], n)
    game.rules.apply(t, s, actions[choice], streams[WORLD])
print(f"A {OUTCOMES[s.outcome]} in turn {s.turn}")
