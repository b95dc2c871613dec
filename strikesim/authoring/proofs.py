"""What is shown of a game: that it keeps the contract (`strikesim.games.contract`), whatever its rules.

Each check is a function of a `Subject` whose docstring is the claim. It plays and looks, raises `BrokenError` with the
first thing that speaks against the claim, and returns how much it has looked at.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from strikesim.authoring.subject import SEED, TESTS, Subject
from strikesim.engine.bots import marks
from strikesim.engine.episode import Episode
from strikesim.engine.trace import trace
from strikesim.errors import counted
from strikesim.games.common import END, LOSS, MAX_SEATS, NOBODY, OUTCOMES, RUNNING, WIN, plain
from strikesim.games.labels import labels_of
from strikesim.games.loading import PARTS
from strikesim.games.loading import check as check_contract
from strikesim.rng import seeded

REFEREED = 40  # games that the naive referee checks
Check = Callable[[Subject], str]


class BrokenError(Exception):
    """What speaks against a claim."""


class MissingError(Exception):
    """What the author has not written, so that a claim is not shown."""


@dataclass(frozen=True)
class Proof:
    """What came out of one check.

    Attributes
    ----------
    claim
        What was to be shown.
    shown
        How much was looked at; '' if the claim is not shown.
    failed
        What speaks against it, '' if nothing does.
    missing
        What an author could add to have it shown.
    """

    claim: str
    shown: str = ""
    failed: str = ""
    missing: str = ""


def demand(holds: Any, what: str) -> None:
    """Raise an error unless a condition holds."""
    if not holds:
        raise BrokenError(what)


def prove(place: "str | Path") -> list[Proof]:
    """Put a game to the proof: every check, each by itself.

    Parameters
    ----------
    place
        The game's folder, or its name.
    """
    return list(proofs_of(Subject(str(place))))


def proofs_of(subject: Subject) -> Iterator[Proof]:
    """Yield what comes out of each check."""
    for check in CHECKS:
        claim = (check.__doc__ or "").strip().rstrip(".")
        try:
            yield Proof(claim, shown=check(subject))
        except MissingError as error:
            yield Proof(claim, missing=str(error))
        except (BrokenError, AssertionError) as error:
            yield Proof(claim, failed=str(error) or "an assertion without words")


# ---- the modules -------------------------------------------------------------------------------------------------


def offers(subject: Subject) -> str:
    """Its modules offer what the contract asks for."""
    check_contract(subject.game.home, {part: getattr(subject.game, part) for part in PARTS})
    return "7 modules"


def has_names(subject: Subject) -> str:
    """Causes, difficulties, switches and alternatives have names to be read."""
    data, game = subject.data, subject.game
    labels = labels_of(game, data)
    missing = [f"labels.causes.{cause}" for cause in game.state.CAUSES if f"win: {cause}" not in labels.causes]
    levels = data["ruleset"].get("difficulties", [])
    missing += [f"labels.difficulties.{level}" for level in levels if level not in labels.values["difficulty"]]
    missing += [f"labels.switches.{key}" for key in data.get("switches", {}) if key not in labels.keys]
    for identity, entry in data.get("assumed", {}).items():
        missing += [f"assumed.{identity}.label"] * (identity not in labels.keys)
        unnamed = {"default", *entry["alternatives"]} - set(labels.values.get(identity, {}))
        missing += [f"assumed.{identity}.labels.{name}" for name in sorted(unnamed)]
    demand(not missing, f"ruleset.toml has no {', '.join(missing)}")
    return counted(len(labels.keys) + len(labels.causes) // len(OUTCOMES[1:]), "name")


# ---- the step API ------------------------------------------------------------------------------------------------


def reads_codes(subject: Subject) -> str:
    """Legal actions are read and written again, stand there once, and are told as different ones."""
    game, decisions, seen = subject.game, 0, set()
    for episode, legal in subject.positions(games=4):
        told = [json.dumps(game.story.action_json(subject.data, episode.t, episode.s, code)) for code in legal]
        demand(len(set(legal)) == len(legal), f"an action is offered twice: {sorted(legal)}")
        twice = [text for text, count in Counter(told).items() if count > 1]
        demand(not twice, f"two actions are told alike: {twice[:1]}")
        for code in legal:
            action, values = game.state.ACTIONS.read(code)
            demand(action.code(*values.values()) == code, f"code {code} is read as {action.name} {values}")
            seen.add(action.name)
        decisions += 1
    unseen = [action.name for action in game.state.ACTIONS if action.name not in seen]
    return counted(decisions, "decision") + (f"; never on offer: {', '.join(unseen)}" if unseen else "")


def seats_and_notes(subject: Subject) -> str:
    """Who decides sits at the table, somebody can always do something, and chance fits in the log."""
    decisions = 0
    for episode, legal in subject.positions():
        s, t = episode.s, episode.t
        demand(0 <= s.seat < t.seats <= MAX_SEATS, f"seat {s.seat} is to decide, of {t.seats}")
        demand(legal, f"turn {s.turn}: nothing is legal")
        demand(s.n_log <= len(s.log), f"{s.n_log} notes in one step, room for {len(s.log)}: raise it in state_dtype")
        decisions += 1
    return counted(decisions, "decision")


def draws_by_purpose(subject: Subject) -> str:
    """Chance is drawn for every purpose that `Purpose` names, and for no other."""
    purpose, moved, games = subject.game.state.Purpose, set(), 0
    for number, match in enumerate(subject.matches()):
        episode, (fresh, _) = Episode(match, SEED, number), seeded(SEED, number, 0)
        while not episode.is_over():
            episode.apply(episode.choose(episode.legal()))
        moved.update(np.flatnonzero((episode._world.words != fresh.words).any(axis=1)).tolist())
        games += 1
    unused = [member.name for member in purpose if member not in moved]
    demand(not unused, f"nothing is drawn for {', '.join(unused)}")
    demand(moved == {*range(max(moved, default=-1) + 1)}, f"drawn for numbers {sorted(moved)}, which leaves a gap")
    return counted(games, "game")


def hides(subject: Subject) -> str:
    """What a seat is shown does not depend on what it may not know."""
    rules, generator, moved, hidden, views = subject.game.rules, np.random.default_rng(SEED), 0, 0, 0
    for episode, _ in subject.positions():
        for seat in range(episode.t.seats):
            states = np.array([episode.s] * 2)
            if subject.scramble:
                subject.scramble(episode.t, states[1], seat, generator)
            moved += states[0].tobytes() != states[1].tobytes()
            for state in states:
                rules.hide(episode.t, state, seat)
            demand(states[0].tobytes() == states[1].tobytes(), f"turn {episode.s.turn}: seat {seat} sees it")
            demand(not states[0].log.any(), "`hide` leaves the log, which tells what others drew: call close_log(s)")
            states[1].log, states[1].n_log = episode.s.log, episode.s.n_log
            hidden += states[1].tobytes() != episode.s.tobytes()
            views += 1
    if hidden and not subject.scramble:
        raise MissingError("tests/hidden.py with scramble(t, s, seat, generator), which shuffles what is hidden")
    demand(bool(moved) == bool(hidden), "`scramble` shuffles things, but `hide` hides nothing")
    return counted(views, "view") + ("" if hidden else "; nothing is hidden")


def redraws(subject: Subject) -> str:
    """What a seat cannot know is dealt anew so that its view stays the same, and the game can be played on."""
    game, samples, different = subject.game, 0, 0
    streams = seeded(SEED, 0, 1)[1]
    for episode, _ in subject.positions(games=3):
        for seat in range(episode.t.seats):
            view = np.array([episode.s])
            game.rules.hide(episode.t, view[0], seat)
            dealt = view.copy()
            game.redraw.redraw(episode.t, dealt[0], seat, streams[0])
            different += dealt.tobytes() != view.tobytes()
            again = dealt.copy()
            game.rules.hide(episode.t, again[0], seat)
            demand(
                again.tobytes() == view.tobytes(), f"turn {episode.s.turn}: dealt anew for seat {seat}, it sees else"
            )
            _play_on(subject, episode, dealt[0], samples)
            samples += 1
    return counted(samples, "sample") + ("" if different else "; nothing is dealt anew")


def _play_on(subject: Subject, episode: Episode, s: Any, number: int) -> None:
    """Play a few random steps from a state that was dealt."""
    rules, (world, _), chance = subject.game.rules, seeded(SEED, number, 0), Random(number)
    actions = np.zeros(4096, np.int64)
    for _ in range(20):
        if rules.is_over(s):
            return
        n = rules.legal(episode.t, s, actions)
        demand(n > 0, "after a redraw nothing is legal")
        rules.apply(episode.t, s, int(actions[chance.randrange(n)]), world)


# ---- the kernel --------------------------------------------------------------------------------------------------


def repeats(subject: Subject) -> str:
    """The same seed gives the same games, in chunks of any size and on any number of threads."""
    names = list(marks(subject.game))
    bots = tuple(names[: min(2, subject.match(1, (names[0],)).seats)])
    match = subject.match(1, bots)
    rows = match.play(SEED, 0, 60)
    demand(len({row.tobytes() for row in rows}) > 30, "most of 60 games are the same: is chance drawn from the world?")
    chunks = [range(first, min(first + size, 60)) for size in (1, 7) for first in range(0, 60, size)]
    with ThreadPoolExecutor(3) as pool:
        parts = list(pool.map(lambda chunk: match.play(SEED, chunk[0], len(chunk)), chunks))
    demand(np.concatenate(parts).tobytes() == rows.tobytes() * 2, "games differ when they are played in other chunks")
    return counted(180, "game")


def ends(subject: Subject) -> str:
    """Every game ends, and says how: who has won, or that all have or nobody."""
    cooperative, games = subject.data["ruleset"]["kind"] == "cooperative", 0
    for match in subject.matches(limit=1000):
        for row in match.play(SEED, 0, 50):
            demand(row.outcome in range(RUNNING + 1, len(OUTCOMES)), f"outcome {row.outcome}; WIN, LOSS or UNFINISHED")
            demand(0 <= row.cause < len(subject.game.state.CAUSES), f"cause {row.cause}, which CAUSES does not name")
            alone = row.outcome == WIN and not cooperative
            demand((row.winner >= 0) == alone, f"{OUTCOMES[row.outcome]} with winner {row.winner}; NOBODY is {NOBODY}")
            demand(row.winner < match.seats, f"winner {row.winner} of {match.seats} seats")
            demand(cooperative or row.outcome != LOSS, "LOSS is for games that all lose together")
            games += 1
    return counted(games, "game")


def traces_agree(subject: Subject) -> str:
    """A game that is told step by step ends as it does in the kernel."""
    games = 0
    for number, match in enumerate(subject.matches()):
        *_, last, end = trace(match, SEED, number)
        row, result = match.play(SEED, number, 1)[0], end["result"]
        told = [result[key] for key in ("outcome", "winner", "cause", "turns", "decisions")]
        winner = int(row.winner) if row.winner >= 0 else None
        cause = subject.game.state.CAUSES[row.cause]
        played = [OUTCOMES[row.outcome], winner, cause, int(row.turns), int(row.decisions)]
        demand(told == played, f"game {number}: told {told}, played {played}")
        demand(last["state"]["outcome"] == result["outcome"], "the last state tells another outcome")
        games += 1
    return counted(games, "game")


def tells(subject: Subject) -> str:
    """Every decision can be put to a person, and every game be told in words."""
    story, told = subject.game.story, 0
    for episode, legal in subject.positions(games=2):
        if len(legal) > 1:
            question = story.ask(subject.data, plain(episode.t), plain(episode.seen()), legal)
            sentences = {option.sentence for option in question.options}
            demand(len(question.options) == len(legal) == len(sentences), f"{len(legal)} actions, told as {sentences}")
            told += 1
    for setting in range(len(subject.settings)):
        demand(list(story.tell(trace(subject.match(setting, ("random",)), SEED, 0))), "the story is empty")
    return f"{counted(told, 'decision')}, {counted(len(subject.settings), 'story').replace('storys', 'stories')}"


def tells_forced_steps(subject: Subject) -> str:
    """A trace tells every step, those without a choice too."""
    forced, told = Counter[str](), Counter[str]()
    for game in range(10):
        match = subject.match(game, ("random",))
        episode = Episode(match, SEED, game)
        while not episode.is_over():
            legal = episode.legal()
            if len(legal) == 1 and legal[0] != END:
                action = subject.game.story.action_json(match.data, plain(episode.t), plain(episode.s), legal[0])
                forced[json.dumps(action)] += 1
            episode.apply(episode.choose(legal))
        told.update(json.dumps(step) for line in trace(match, SEED, game) for step in line.get("steps", []))
    demand(not forced - told, f"not told: {list(forced - told)[:1]}")
    return f"{counted(forced.total(), 'step')} without a choice"


def searches(subject: Subject) -> str:
    """A bot that searches plays whole games."""
    base = next(name for name in [*list(marks(subject.game))[1:], "random"])
    rows = subject.match(0, (f"search:{base}:8",)).play(SEED, 0, 4)
    return counted(len(rows), "game")


# ---- what is measured --------------------------------------------------------------------------------------------


def metrics_move(subject: Subject) -> str:
    """Every metric is seen to move."""
    state = subject.game.state
    rows = [match.play(SEED, 0, 300) for match in subject.matches(limit=1000)]
    metrics = np.concatenate([part["metrics"] for part in rows])
    seat_metrics = np.concatenate([part["seat_metrics"][:, :2] for part in rows])
    still = [metric.name for i, metric in enumerate(state.METRICS) if not np.ptp(metrics[:, i])]
    still += [metric.name for i, metric in enumerate(state.SEAT_METRICS) if not np.ptp(seat_metrics[..., i])]
    demand(not still, f"always the same: {', '.join(still)}")
    return counted(len(metrics), "game")


# ---- the author's tests ------------------------------------------------------------------------------------------


def clauses_are_tested(subject: Subject) -> str:
    """Every clause of RULES.md has a test that bears its id."""
    clauses, marked = subject.clauses(), subject.marked()
    if not clauses or not (subject.folder / TESTS).is_dir():
        raise MissingError('RULES.md with clauses such as "- ABC-01 …", and tests marked @pytest.mark.rule("ABC-01")')
    untested = [clause for clause in clauses if clause not in marked]
    demand(not untested, f"no test in tests/ bears {', '.join(untested)}")
    unknown = sorted(marked - {*clauses})
    demand(not unknown, f"tests bear ids that RULES.md does not have: {', '.join(unknown)}")
    return counted(len(clauses), "clause")


def referee_agrees(subject: Subject) -> str:
    """The naive referee, written from RULES.md, finds every step of every game right."""
    if subject.check is None:
        raise MissingError("tests/referee.py with check(lines), which checks a game's trace from RULES.md alone")
    chance, found, decisions = Random(SEED), list(subject.matches(limit=200)), 0
    for number in range(REFEREED):
        match = chance.choice(found)
        lines = json.loads(json.dumps(list(trace(match, SEED, number))))
        try:
            decisions += subject.check(lines)
        except Exception as error:
            where = f"{match.players} players, difficulty {match.difficulty}, seed {SEED}, game {number}"
            raise BrokenError(f"{where}: {type(error).__name__}: {error}") from error
    return f"{counted(REFEREED, 'game')}, {counted(decisions, 'decision')}"


CHECKS: tuple[Check, ...] = (
    offers,
    has_names,
    reads_codes,
    seats_and_notes,
    draws_by_purpose,
    hides,
    redraws,
    repeats,
    ends,
    traces_agree,
    tells,
    tells_forced_steps,
    searches,
    metrics_move,
    clauses_are_tested,
    referee_agrees,
)
