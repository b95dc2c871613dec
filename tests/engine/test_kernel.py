"""The kernel: its rows depend on the run alone, and agree with the trace; no bot can disturb a game."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.strajk.positions import GAME, HALL, LAYERS, RICH, SHORT, match
from strikesim.engine.bots import Bot, find_bot
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match, prepare
from strikesim.engine.trace import trace
from strikesim.errors import BotError

ROOT = Path(__file__).parents[2]
SEED, GAMES = 5, 60
Played = tuple[Match, NDArray[Any]]


@pytest.fixture(scope="module", params=[2, 3, 5])
def played(request: pytest.FixtureRequest) -> Played:
    """A match that ends in wins as well as unfinished, and its rows."""
    games = match(request.param, changes={**SHORT, "ruleset.turn_limit": 20})
    return games, games.play(SEED, 0, GAMES)


def same(a: NDArray[Any], b: NDArray[Any]) -> bool:
    return a.tobytes() == b.tobytes()


def test_games_of_a_run_differ_and_end_both_ways(played: Played) -> None:
    _, rows = played
    assert len({row.tobytes() for row in rows}) > GAMES / 2
    assert {GAME.rules.WIN, GAME.rules.UNFINISHED} == set(rows["outcome"].tolist())


@pytest.mark.parametrize("size", [1, 7, 32])
def test_rows_are_the_same_for_all_chunk_sizes(played: Played, size: int) -> None:
    games, rows = played
    chunks = [games.play(SEED, first, min(size, GAMES - first)) for first in range(0, GAMES, size)]
    assert same(np.concatenate(chunks), rows)


def test_rows_are_the_same_on_several_threads(played: Played) -> None:
    games, rows = played
    with ThreadPoolExecutor(4) as pool:
        chunks = list(pool.map(lambda first: games.play(SEED, first, 5), range(0, GAMES, 5)))
    assert same(np.concatenate(chunks), rows)


def test_rows_are_the_same_wherever_a_run_starts(played: Played) -> None:
    games, rows = played
    assert same(games.play(SEED, 23, 11), rows[23:34])


def test_another_seed_gives_other_games(played: Played) -> None:
    games, rows = played
    assert not same(games.play(SEED + 1, 0, GAMES), rows)


def test_the_lineup_moves_on_from_game_to_game(played: Played) -> None:
    games, rows = played
    assert rows["rotation"].tolist() == [game % games.players for game in range(GAMES)]


def test_an_episode_played_to_its_end_has_the_kernels_row(played: Played) -> None:
    games, rows = played
    for game in range(20):
        episode = Episode(games, SEED, game)
        while not episode.is_over():
            legal = episode.legal()
            action = episode.choose(legal)
            episode.decisions += len(legal) > 1 or action == 0
            episode.apply(action)
        assert same(episode.row(), rows[game])


def test_a_traces_result_and_last_state_are_the_kernels_row(played: Played) -> None:
    games, rows = played
    for game in range(20):
        *_, last, end = trace(games, SEED, game)
        row, result = rows[game], end["result"]
        winner = int(row["winner"]) if row["winner"] >= 0 else None
        assert (result["winner"], result["turns"], result["decisions"]) == (winner, row["turns"], row["decisions"])
        trophies = [sum(player["trophies"].values()) for player in last["state"]["players"]]
        assert trophies == row["seat_metrics"][: games.players, GAME.state.PerSeat.TROPHIES].tolist()


def test_decisions_are_the_lines_of_the_trace(played: Played) -> None:
    games, rows = played
    for game in range(20):
        assert len(list(trace(games, SEED, game))) == 3 + rows[game]["decisions"]


# ---- bots that break the rules of the table --------------------------------------------------------------------------

HEAD = '''
from strikesim.games.bot import bot
from strikesim.rng import bounded

@bot("strajk", weights={"memory": 0.0})
def visitor(t, s, actions, n, r, w):
    """Try something."""
'''


def visitor(folder: Path, body: str, name: str = "visitor") -> Bot:
    path = folder / f"{name}.py"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in dedent(body).strip().splitlines()))
    return find_bot(GAME, str(path), folder)


def seated(*bots: Bot) -> Match:
    layers = LAYERS.changed({**HALL, "ruleset.turn_limit": 20})
    return prepare(layers.data(), len(bots), None, bots, "test")


VANDAL = """
choice = bounded(r, n)
s.token, s.turn, s.outcome, s.stack[0], s.seat, s.n_log = 3, 99, 1, 0, 1, 50
s.hand[:], s.tomorrow[:], s.n_trophies[:], s.metrics[:], s.seat_metrics[:] = 9, 9, 1, 7, 7
actions[:n] = 0
t.hand_size, t.turn_limit, t.trophies_to_win, t.players = 1, 2, 1, 1
return choice
"""


def test_a_bot_that_writes_into_state_actions_and_tables_changes_nothing(tmp_path: Path) -> None:
    vandal, honest = visitor(tmp_path, VANDAL, "vandal"), find_bot(GAME, "random", tmp_path)
    assert same(seated(vandal, vandal).play(SEED, 0, 50), seated(honest, honest).play(SEED, 0, 50))
    for game in range(3):
        vandals, honests = (list(trace(seated(bot, bot), SEED, game))[1:] for bot in (vandal, honest))
        assert vandals == honests


def test_what_a_bot_writes_into_its_tables_is_seen_by_no_other(tmp_path: Path) -> None:
    reader = visitor(tmp_path, "return t.hand_size % n", "reader")
    vandal, honest = visitor(tmp_path, VANDAL, "vandal"), find_bot(GAME, "random", tmp_path)
    assert same(seated(reader, vandal).play(SEED, 0, 50), seated(reader, honest).play(SEED, 0, 50))


def test_what_a_bot_writes_into_its_weights_does_not_outlive_the_game(tmp_path: Path) -> None:
    elephant = visitor(tmp_path, "w[0] += 1\nreturn int(w[0]) % n", "elephant")
    games = seated(elephant, elephant)
    assert same(np.concatenate([games.play(SEED, game, 1) for game in range(20)]), games.play(SEED, 0, 20))


READER = """
from pathlib import Path
from games.strajk.positions import GAME, match
from strikesim.engine.bots import find_bot
from strikesim.engine.match import prepare
reader = find_bot(GAME, {path!r}, Path())
data = match(2, changes={{"ruleset.turn_limit": 20}}).data
print(len(prepare(data, 2, None, [reader], "test").play(5, 0, 50)))
"""


def test_a_bot_sees_the_tables_of_the_game_not_memory_that_was_freed(tmp_path: Path) -> None:
    as_played = "t.players == 2 and t.hand_size == 5 and t.turn_limit == 20 and t.deck[0] == 4"
    visitor(tmp_path, f"return 0 if {as_played} else -1", "reader")
    # the variable makes the C library overwrite freed memory, where it knows of it
    assert run(READER.format(path=str(tmp_path / "reader.py")), MALLOC_PERTURB_="165") == "50\n"


@pytest.mark.parametrize("answer", ["n", "-1"])
def test_an_answer_that_is_not_on_offer_is_refused(tmp_path: Path, answer: str) -> None:
    wrong = visitor(tmp_path, f"return {answer} if s.turn == 9 else 0", f"answer{answer.replace('-', '_')}")
    with pytest.raises(BotError, match="an index that is not on offer; return the index of an action, 0 to n - 1"):
        seated(wrong, wrong)


@pytest.mark.jit
def test_what_a_bot_writes_behind_the_actions_on_offer_is_refused(tmp_path: Path) -> None:
    elephant = visitor(tmp_path, "actions[n] = 1\nreturn 0", "elephant")
    with pytest.raises(BotError, match="an index out of range"):
        seated(elephant, elephant)


# ---- without the compiler --------------------------------------------------------------------------------------------

SCRIPT = """
import sys
import numpy as np
np.seterr(over="ignore")
from games.strajk.positions import RICH, match
sys.stdout.write(match(3, changes={**RICH, "ruleset.turn_limit": 15}).play(5, 0, 6).tobytes().hex())
"""


def run(script: str, **variables: str) -> str:
    """Run a script in a Python of its own and return what it wrote."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]), **variables}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_kernel_gives_the_same_rows_with_the_jit_off() -> None:
    rows = match(3, changes={**RICH, "ruleset.turn_limit": 15}).play(5, 0, 6)
    assert bytes.fromhex(run(SCRIPT, NUMBA_DISABLE_JIT="1")) == rows.tobytes()
