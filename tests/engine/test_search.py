"""Search plays any bot: what a spec says, that a run is the same however it is cut, and that no one peeps."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.strajk.positions import GAME, HALL, LAYERS, SHORT
from strikesim.engine.bots import find_bot
from strikesim.engine.episode import Episode
from strikesim.engine.match import Match, prepare
from strikesim.engine.search import MAX_FEATURES, SEARCH, WORK, Search, search_of
from strikesim.errors import BotError, ConfigError
from strikesim.games import load
from strikesim.games.registry import names
from strikesim.games.ruleset import read_layers
from strikesim.rng import seeded

SEED = 5
Played = tuple[Match, NDArray[Any]]
HEAD = "from strikesim import bot\nfrom strikesim.rng import bounded\n"


def match(*specs: str, game: str = "strajk", players: int = 2, folder: Path = Path(), **changes: Any) -> Match:
    layers = read_layers(game).changed(changes)
    bots = [find_bot(load(game), spec, folder) for spec in specs]
    return prepare(layers.data(), players, None, bots, "test")


def short(*specs: str, players: int = 2, folder: Path = Path()) -> Match:
    layers = LAYERS.changed({**SHORT, "ruleset.turn_limit": 12})
    return prepare(layers.data(), players, None, [find_bot(GAME, spec, folder) for spec in specs], "test")


def same(a: NDArray[Any], b: NDArray[Any]) -> bool:
    return a.tobytes() == b.tobytes()


# ---- specs -----------------------------------------------------------------------------------------------------------


def test_a_spec_says_how_much_to_search() -> None:
    bot = find_bot(GAME, "search:planner:32", Path())
    assert bot.search == Search(32)
    assert (bot.name, bot.spec) == ("search:planner:32", "search:planner:32")
    assert find_bot(GAME, "search:planner:64:candidates=4", Path()).search == Search(64, 4)
    assert find_bot(GAME, "search:planner:8:horizon=30:margin=1.5", Path()).search == Search(8, horizon=30, margin=1.5)


def test_a_config_names_a_searching_bot_and_sets_its_bases_weights() -> None:
    defined = {"sage": {"base": "search:planner:16", "weights": {"speech": 1}}}
    bot = find_bot(GAME, "sage", Path(), defined)
    assert (bot.name, bot.search, bot.weights["speech"]) == ("sage", Search(16), 1.0)


def test_a_search_can_use_a_bot_of_the_config_and_is_found_again_without_it() -> None:
    defined = {"hasty": {"base": "planner", "weights": {"speech": 1}}}
    bot = find_bot(GAME, "search:hasty:16:horizon=9", Path(), defined)
    assert (bot.name, bot.spec) == ("search:hasty:16:horizon=9", "search:planner:16:horizon=9")
    again = find_bot(GAME, bot.spec, Path()).weighted(bot.name, bot.weights, "test")
    assert (again.search, again.weights) == (bot.search, bot.weights)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("search:planner", "a search is written search:BOT:SAMPLES, such as search:planner:32"),
        ("search", "a search is written search:BOT:SAMPLES"),
        ("search:planner:0", "search:planner:0: samples = 0; a search takes 1 to 100,000"),
        ("search:planner:many", "samples = many; a search takes 1 to 100,000"),
        ("search:planner:", "samples = nothing; a search takes 1 to 100,000"),
        ("search:planner:200000", "samples = 200000; a search takes 1 to 100,000"),
        ("search:planner:8:horizon=-1", "horizon = -1; a search takes 0 to 100,000"),
        ("search:planner:8:margin=nan", "margin = nan; a search takes 0 to 100"),
        ("search:planner:8:horizn=3", "a search has no 'horizn'; did you mean 'horizon'"),
        ("search:search:planner:8:32", "bot 'search:planner:8' searches already; search with one that does not"),
        ("search:plannr:8", "strajk has no bot 'plannr'; did you mean 'planner'"),
    ],
)
def test_a_search_that_makes_no_sense_is_told_in_a_line(spec: str, says: str) -> None:
    with pytest.raises(BotError, match=says.replace(".", r"\.")) as raised:
        find_bot(GAME, spec, Path())
    assert "\n" not in str(raised.value)


def test_two_searches_under_one_name_are_refused() -> None:
    bots = [find_bot(GAME, "sage", Path(), {"sage": {"base": f"search:planner:{n}"}}) for n in (8, 16)]
    with pytest.raises(ConfigError, match="two different bots have the name 'sage'"):
        prepare(LAYERS.data(), 2, None, bots, "test")


# ---- the same bits ---------------------------------------------------------------------------------------------------

LINEUPS = [("search:planner:8", "planner"), ("search:random:16",), ("search:novice:9", "random", "planner")]


@pytest.fixture(scope="module", params=LINEUPS, ids=",".join)
def played(request: pytest.FixtureRequest) -> Played:
    games = short(*request.param, players=len(request.param) + 1)
    return games, games.play(SEED, 0, 12)


@pytest.mark.many
def test_rows_are_the_same_for_all_chunks_and_threads(played: Played) -> None:
    games, rows = played
    chunks = [games.play(SEED, first, min(5, 12 - first)) for first in range(0, 12, 5)]
    assert same(np.concatenate(chunks), rows)
    with ThreadPoolExecutor(4) as pool:
        assert same(np.concatenate(list(pool.map(lambda game: games.play(SEED, game, 1), range(12)))), rows)


@pytest.mark.many
def test_a_table_plays_a_search_as_the_kernel_does(played: Played) -> None:
    games, rows = played
    for game in range(4):
        episode = Episode(games, SEED, game)
        while not episode.is_over():
            legal = episode.legal()
            action = episode.choose(legal)
            episode.decisions += len(legal) > 1 or action == 0
            episode.apply(action)
        assert same(episode.row(), rows[game])


@pytest.mark.many
@pytest.mark.parametrize("game", names())
def test_a_search_that_nothing_convinces_plays_as_its_base(game: str) -> None:
    """Planners draw nothing, so the games differ only if a search drew from the world, or wrote to it."""
    stubborn = match("search:planner:8:horizon=1:margin=100", game=game, players=3)
    assert same(stubborn.play(SEED, 0, 3), match("planner", game=game, players=3).play(SEED, 0, 3))


@pytest.mark.many
@pytest.mark.parametrize("game", names())
def test_a_search_differs_from_its_base(game: str) -> None:
    eager = match("search:planner:8:margin=0", game=game, players=3)
    assert not same(eager.play(SEED, 0, 3), match("planner", game=game, players=3).play(SEED, 0, 3))


# ---- what is searched ------------------------------------------------------------------------------------------------


def stream_of(seed: int) -> Any:
    _, minds = seeded(seed, 0, 1)
    return minds[0]


def views_in(game: str, players: int, count: int) -> Iterator[tuple[Episode, Any, NDArray[np.int64]]]:
    """Yield an episode, and for some decisions of its game what the deciding seat sees."""
    episode = Episode(match("novice", game=game, players=players), SEED, 0)
    view = np.zeros(1, episode.s.dtype)
    asked = 0
    while not episode.is_over() and asked < count * 7:
        legal = episode.legal()
        if len(legal) > 1:
            asked += 1
            if asked % 7 == 0:
                view[0] = episode.s
                episode.match.game.rules.hide(episode.t, view[0], int(episode.s.seat))
                yield episode, view.copy(), np.array(legal)
        episode.apply(episode.choose(legal))


@pytest.mark.parametrize("game", names())
def test_a_redrawn_state_looks_the_same_to_its_seat(game: str) -> None:
    for episode, view, legal in views_in(game, 3, 8):
        rules, seat = episode.match.game.rules, int(episode.s.seat)
        for seed in range(5):
            sample, actions = view.copy(), np.zeros(2048, np.int64)
            episode.match.game.redraw.redraw(episode.t, sample[0], seat, stream_of(seed))
            n = rules.legal(episode.t, sample[0], actions)
            assert actions[:n].tolist() == legal.tolist()
            rules.hide(episode.t, sample[0], seat)
            assert same(sample, view)


@pytest.mark.parametrize("game", names())
def test_samples_do_not_depend_on_the_truth(game: str) -> None:
    for episode, view, _ in views_in(game, 3, 8):
        whole, seat = episode.match.game, int(episode.s.seat)
        other = view.copy()  # another truth that the seat cannot tell from this one
        whole.redraw.redraw(episode.t, other[0], seat, stream_of(99))
        whole.rules.hide(episode.t, other[0], seat)
        for sample in (view, other):
            whole.redraw.redraw(episode.t, sample[0], seat, stream_of(7))
        assert same(view, other)


@pytest.mark.parametrize("game", names())
def test_a_game_goes_on_from_a_redrawn_state(game: str) -> None:
    for episode, view, _ in views_in(game, 3, 3):
        rules, actions, (world, minds) = episode.match.game.rules, np.zeros(2048, np.int64), seeded(3, 0, 1)
        episode.match.game.redraw.redraw(episode.t, view[0], int(episode.s.seat), minds[0])
        for ply in range(60):
            if not rules.is_over(view[0]):
                n = rules.legal(episode.t, view[0], actions)
                rules.apply(episode.t, view[0], int(actions[ply % n]), world)


@pytest.mark.parametrize("game", names())
def test_what_tells_how_a_game_stands_is_of_the_size_of_1(game: str) -> None:
    seen = set[bytes]()
    for number in range(3):
        episode = Episode(match("planner", game=game, players=3), SEED, number)
        whole = episode.match.game
        while not episode.is_over():
            for seat in range(3):
                told = np.zeros(MAX_FEATURES)
                whole.standing.features(episode.t, episode.s, seat, told)
                assert (np.abs(told) <= 10).all()
                assert not told[len(whole.standing.FEATURES) :].any()
                seen.add(told.tobytes())
            episode.apply(episode.choose(episode.legal()))
    assert len(seen) > 20


def answers(spec: str, episode: Episode, legal: list[int], seeds: Iterable[int]) -> list[int]:
    """Return what a searching bot answers in an episode's state, once for each seed."""
    bot = find_bot(episode.match.game, spec, Path())
    assert bot.search
    view, work = np.zeros(1, episode.s.dtype), np.zeros(WORK, episode.s.dtype)
    view[0] = episode.s
    episode.match.game.rules.hide(episode.t, view[0], int(episode.s.seat))
    much, search = np.array([bot.search.row()], SEARCH), search_of(episode.match.game, True)
    arguments = episode.t, episode.t, view[0], np.array(legal), len(legal)
    return [legal[search(bot.function, *arguments, stream_of(seed), bot.weight_row(), much[0], work)] for seed in seeds]


def test_a_search_with_a_random_base_sees_a_win_at_once() -> None:
    """The token is in the Hall, the seat holds a speech and two delegates, and every demand asks for them."""
    changes = {**HALL, "rules.trophies_to_win": 1, "ruleset.turn_limit": 6}
    episode = Episode(
        prepare(LAYERS.changed(changes).data(), 2, None, [find_bot(GAME, "random", Path())], "test"), 1, 0
    )
    state, s = GAME.state, episode.s
    s.token = episode.t.hall
    s.hand[s.seat], s.n_hand[s.seat] = 0, 5
    s.hand[s.seat, state.KINDS.index("speech")], s.hand[s.seat, state.KINDS.index("delegate")] = 2, 2
    s.hand[s.seat, state.KINDS.index("expert")] = 2
    s.n_hand[s.seat] = 6
    legal = episode.legal()
    negotiate = state.NEGOTIATE.code()
    assert negotiate in legal
    assert answers("search:random:512:horizon=0", episode, legal, range(5)) == [negotiate] * 5


# ---- bots of a user's file -------------------------------------------------------------------------------------------


def user_file(folder: Path, body: str) -> Path:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    (folder / "mine.py").write_text(
        f'{HEAD}@bot("strajk", weights={{"x": 0}})\ndef mine(t, s, actions, n, r, w):\n{lines}\n'
    )
    return folder


@pytest.mark.many
def test_a_users_bot_can_search_and_disturbs_nothing(tmp_path: Path) -> None:
    vandal = (
        "choice = bounded(r, n)\ns.turn, s.outcome, s.seat, s.hand[:], t.hand_size, t.players = 99, 1, 1, 9, 1, 1\n"
    )
    folder = user_file(tmp_path, vandal + "actions[:] = 0\nreturn choice")
    vandals, honests = (short(spec, folder=folder) for spec in ("search:mine.py:8", "search:random:8"))
    assert same(vandals.play(SEED, 0, 5), honests.play(SEED, 0, 5))


@pytest.mark.many
def test_an_answer_in_a_playout_that_is_not_on_offer_is_told(tmp_path: Path) -> None:
    folder = user_file(tmp_path, "return n if s.turn > 6 else 0")
    with pytest.raises(
        BotError, match=r"bot 'search:mine:4': in one of its playouts its base answered with an index that"
    ):
        short("search:mine.py:4", folder=folder).play(SEED, 0, 1)
