"""A game of STRIKE! by three players who take any action."""

import numpy as np

from strikesim.games import load
from strikesim.games.common import MAX_ACTIONS, OUTCOMES
from strikesim.games.ruleset import read_layers
from strikesim.rng import bounded, seeded

game = load("strike")
ruleset = game.tables.Rules.parse(read_layers("strike").data(), "strike")
t = game.tables.compile_tables(ruleset, 3, "normal")[0]  # for 3 players

s = np.zeros(1, game.state.STATE)[0]
world, minds = seeded(7, 0, t.seats)  # game 0 of the run with seed 7; each seat has a stream of its own
actions = np.zeros(MAX_ACTIONS, np.int64)

game.rules.setup(t, s, world)
while not game.rules.is_over(s):
    n = game.rules.legal(t, s, actions)
    choice = bounded(minds[s.seat], n)
    game.rules.apply(t, s, actions[choice], world)
print(f"A {OUTCOMES[s.outcome]} in turn {s.turn}")
