"""Better weights for a bot: an evolution of candidates, judged in the end on games that none of them has played."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
import tomli_w
from numpy.typing import NDArray

from strikesim import __version__
from strikesim.defaults import GENERATIONS, TUNE_GAMES
from strikesim.engine.bots import Bot
from strikesim.engine.match import Match
from strikesim.errors import ClusterError, ConfigError, ResultError
from strikesim.questions.compare import TABLE
from strikesim.questions.playing import Playing, sized
from strikesim.questions.progress import Generation, bred
from strikesim.result import Result
from strikesim.stats.paired import Difference, paired_shares, settings
from strikesim.sweep import designs
from strikesim.sweep.config import BOTS, Sweep
from strikesim.sweep.files import lock, make_folder, write_atomically, write_table
from strikesim.sweep.manifest import digest
from strikesim.sweep.plan import plan
from strikesim.sweep.pool import Chunk, Pool, played
from strikesim.sweep.rows import COOPERATIVE, Winners, won_by_first, won_in_both

if TYPE_CHECKING:
    import pandas as pd

STATE, HISTORY, FINALISTS, WEIGHTS, LOCK = "tuning.json", "generations.csv", "finalists.csv", "weights.toml", ".lock"
TUNED = "tuned"
SIGMA = 0.3  # of the logarithm of a weight: the first candidates differ from the bot by about a third
LAST = 5  # generations whose best candidates are tried again, beside the mean of the distribution
AGAIN = 4  # times as many games for that
DIGITS = 4  # of a weight
Follow = Callable[[str, Path], AbstractContextManager[Callable[[Generation], None]]]


@dataclass(frozen=True)
class Tuning:
    """What came of tuning a bot's weights.

    Attributes
    ----------
    folder
        Where it is: the weights (``weights.toml``), the generations, and the games that judge them.
    base, tuned
        The bot as it was, and with the weights that were found.
    found
        Share of games won by the base (``a``) and by the tuned bot (``b``), and the ``difference`` with its interval,
        over all settings of held-out games (`strikesim.stats.paired.paired_shares`).
    result
        The held-out games.
    generations
        One row for each: ``generation``, ``best``, ``mean`` (shares of games won), ``sigma``.
    """

    folder: Path
    base: Bot = field(repr=False)
    tuned: Bot = field(repr=False)
    found: Difference
    result: Result = field(repr=False)
    generations: "pd.DataFrame" = field(repr=False)

    @property
    def weights(self) -> dict[str, float]:
        """Return the weights that were found."""
        return dict(self.tuned.weights)

    @property
    def sentences(self) -> list[str]:
        """Return what is shown, and of which games."""
        from strikesim.report.tuning import sentences

        return list(sentences(self.found, self.result, self.base.name))


def tune(
    bot: str, ruleset: str | Path, *, generations: int = GENERATIONS, follow: Follow = bred, **keys: Any
) -> Tuning:
    """Look for weights with which a bot wins more often, by CMA-ES on common random numbers.

    All candidates of a generation play the same games, another generation others. Where all win together the share of
    games won counts, else that of one candidate, in every seat in turn, at a table of the bot as it was. A weight
    keeps its sign, and moves on a logarithmic scale; one of 0 stays. The mean of the last distribution and the best
    candidates of the last generations are then tried on fresh games, and the best of these is compared with the bot
    on games held out from all that. An interrupted tuning goes on where it was; so does one that is asked for more
    generations.

    Parameters
    ----------
    bot
        A bot with weights: a built-in's name, ``FILE.py`` or ``FILE.toml:NAME``.
    ruleset
        A game's name, or a TOML file that extends one.
    generations
        How many.
    follow
        Opened around the generations, with a name and the folder; what it gives is told of every generation.
    **keys
        Perhaps ``games`` (else TUNE_GAMES) of each candidate in each setting, ``seed`` and ``grid``; and those of
        `Playing`: ``out``, ``jobs``, ``dask``.

    Raises
    ------
    ConfigError, RulesetError, BotError, ResultError
        There is no such bot, it has no weights or searches, or the folder holds another tuning.

    References
    ----------
    N. Hansen and A. Ostermeier, "Completely derandomized self-adaptation in evolution strategies", Evol. Comput. 9
    (2001); N. Hansen, Y. Akimoto and P. Baudis, "CMA-ES/pycma", doi:10.5281/zenodo.2559634.
    """
    playing, asked = Playing.split(keys)
    sweep = designs.tuning(bot, ruleset, **sized(asked, TUNE_GAMES))
    planned = plan(sweep, Path(), f"tune {bot}", announce=playing.announce)
    base = _tunable(bot, planned.cells[0].match)
    folder = Path(playing.out) / sweep.name
    make_folder(folder)
    with closing(lock(folder / LOCK)):
        search = _Search(base, [cell.match for cell in planned.cells], sweep, folder, playing.pool)
        try:
            with follow(sweep.name, folder) as listen:
                search.go(int(generations), listen)
                weights = search.chosen()
        except ClusterError as error:
            kept = f"finished generations are kept in {folder}: the same command goes on from there"
            raise ClusterError(f"{error}; {kept}") from None
        write_table(folder / HISTORY, search.history)
        write_table(folder / FINALISTS, search.finalists)
    tuned = replace(base, name=TUNED if base.name != TUNED else f"{TUNED}-again", weights=weights)
    result = _judged(bot, tuned, sweep, replace(playing, out=folder))
    found = Tuning(folder, base, tuned, _difference(result), result, search.history)
    write_atomically(folder / WEIGHTS, _as_toml(found))
    return found


def _tunable(bot: str, match: Match) -> Bot:
    """Return the bot of a match that is to be tuned.

    Raises
    ------
    ConfigError
        It is a line-up, searches, or has fewer than two weights that are not 0.
    """
    base = match.bots[0]
    if "," in bot:
        raise ConfigError(f"tune {bot}: one bot is tuned, not a line-up")
    if base.search:
        raise ConfigError(f"tune {bot}: it searches; tune the bot that it is made from ({base.spec.split(':')[1]})")
    if not any(base.weights.values()):
        raise ConfigError(f"tune {bot}: it has no weights (strikesim bots {match.game.name} --weights lists them)")
    if sum(map(bool, base.weights.values())) == 1:  # too few for the strategy
        raise ConfigError(f"tune {bot}: it has one weight; sweep over it instead, in a file with a table [bots]")
    return base


# ---- the search --------------------------------------------------------------------------------------------------


class _Search:
    """Generations of candidates, each stored when it is done, so that what was played is never played again."""

    def __init__(
        self, base: Bot, matches: Sequence[Match], sweep: Sweep, folder: Path, pool: Callable[[], Pool]
    ) -> None:
        self.base, self.matches, self.sweep, self.folder, self.pool = base, matches, sweep, folder, pool
        self.free = [key for key, value in base.weights.items() if value]
        self.strategy = _strategy(len(self.free), sweep.seed)
        self.settings = self._settings()
        self.stored: list[dict[str, Any]] = self._read()
        self.best: list[tuple[float, NDArray[Any]]] = []
        self.sigmas: list[float] = []
        self.tried: list[dict[str, float]] = []  # again, on fresh games
        self.tried_shares: list[float] = []

    def _settings(self) -> dict[str, Any]:
        """Return all that fixes what the candidates are and how they do."""
        import cma

        rules = [[match.data, match.players, match.difficulty] for match in self.matches]
        return {
            "strikesim": __version__,
            "cma": cma.__version__,
            "bot": [self.base.spec, self.base.digest, dict(self.base.weights)],
            "rules": digest(rules),
            "games": self.sweep.games,
            "seed": self.sweep.seed,
            "sigma": SIGMA,
        }

    def _read(self) -> list[dict[str, Any]]:
        path = self.folder / STATE
        if not path.exists():
            return []
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            settings, stored = state["settings"], list(state["generations"])
        except (OSError, ValueError, KeyError, TypeError):
            raise ResultError(f"{path}: damaged; delete it and tune again") from None
        for key, value in json.loads(json.dumps(self.settings)).items():
            if settings.get(key) != value:
                raise ResultError(f"{self.folder}: holds a tuning with other {key}; delete it, or choose another --out")
        return stored

    def go(self, generations: int, listen: Callable[[Generation], None]) -> None:
        """Go through so many generations; those that are stored cost nothing."""
        for number in range(generations):
            candidates = np.array(self.strategy.ask())
            shares = self._shares(number, candidates)
            self.strategy.tell(list(candidates), [-share for share in shares])
            best = int(np.argmax(shares))
            self.best.append((shares[best], candidates[best]))
            self.sigmas.append(float(self.strategy.sigma))
            listen(Generation(number + 1, generations, shares[best], float(np.mean(shares))))

    def _shares(self, number: int, candidates: NDArray[Any]) -> list[float]:
        """Return the share of games that each candidate of a generation wins, played now or stored."""
        key = digest(candidates.round(9).tolist())
        if number < len(self.stored):
            if self.stored[number]["candidates"] != key:
                raise ResultError(f"{self.folder}: made on another computer; delete it, or choose another --out")
            return list(self.stored[number]["shares"])
        games = self.sweep.games or 1
        shares = self._play([self._weights(x) for x in candidates], self.sweep.seed, number * games, games)
        self.stored.append({"candidates": key, "shares": shares})
        state = {"settings": self.settings, "generations": self.stored}
        write_atomically(self.folder / STATE, json.dumps(state, indent=1))
        return shares

    def _weights(self, x: NDArray[Any]) -> dict[str, float]:
        """Return a candidate's weights: those of the base times what its logarithms say."""
        factors = dict(zip(self.free, np.exp(x), strict=True))
        return {key: float(f"{value * factors.get(key, 1.0):.{DIGITS}g}") for key, value in self.base.weights.items()}

    def _play(self, weights: "Sequence[Mapping[str, float]]", seed: int, first: int, games: int) -> list[float]:
        """Return the share of games that each candidate wins, all the same games."""
        matches = [_seat(match, self.base, one) for one in weights for match in self.matches]
        wins = [0] * len(matches)
        for place, rows in played(self.pool(), (Chunk(match, seed, first, games) for match in matches)):
            wins[place] = _wins(matches[place], rows)
        cells = len(self.matches)
        return [sum(wins[k : k + cells]) / (cells * games) for k in range(0, len(wins), cells)]

    def chosen(self) -> dict[str, float]:
        """Return the weights that do best on fresh games: those of the mean, or of a late best candidate."""
        mean = np.array(self.strategy.result.xfavorite)
        self.tried = [self._weights(x) for x in (mean, *(x for _, x in reversed(self.best[-LAST:])))]
        seed = designs.another_seed("finalists", self.sweep.seed)
        self.tried_shares = self._play(self.tried, seed, 0, AGAIN * (self.sweep.games or 1))
        return self.tried[int(np.argmax(self.tried_shares))]

    @property
    def history(self) -> "pd.DataFrame":
        """Return how each generation did."""
        import pandas as pd

        shares = [generation["shares"] for generation in self.stored[: len(self.best)]]
        rows = {
            "generation": range(1, len(shares) + 1),
            "best": [max(some) for some in shares],
            "mean": [float(np.mean(some)) for some in shares],
            "sigma": self.sigmas,
        }
        return pd.DataFrame(rows)

    @property
    def finalists(self) -> "pd.DataFrame":
        """Return the weights that were tried again, the mean first, and how they did."""
        import pandas as pd

        names = ["mean", *(f"best of {len(self.best) - k}" for k in range(len(self.tried) - 1))]
        return pd.DataFrame(self.tried).assign(finalist=names, share=self.tried_shares)


def _strategy(dimension: int, seed: int) -> Any:
    """Return an evolution strategy that draws from a generator of its own."""
    import cma

    rng = np.random.default_rng(seed)
    options = {"randn": lambda *shape: rng.standard_normal(shape), "seed": np.nan, "verbose": -9}
    return cma.CMAEvolutionStrategy(np.zeros(dimension), SIGMA, options)


def _seat(match: Match, base: Bot, weights: Mapping[str, float]) -> Match:
    """Return the match with a candidate: in all seats of a team, else in the first place of the line-up."""
    candidate = replace(base, name="candidate", weights=weights)
    others = match.seats if match.data["ruleset"]["kind"] == COOPERATIVE else 1
    return replace(match, bots=(candidate,) * others + match.bots[others:])


def _wins(match: Match, rows: NDArray[Any]) -> int:
    winners = Winners.of_rows(rows)
    if match.data["ruleset"]["kind"] == COOPERATIVE:
        return int(winners.won.sum())
    return int(won_by_first([bot.name for bot in match.bots], winners).sum())


# ---- the judgement -----------------------------------------------------------------------------------------------


def _judged(bot: str, tuned: Bot, sweep: Sweep, playing: Playing) -> Result:
    """Return the bot and its tuned twin compared on games that no candidate has played."""
    defined = {tuned.name: {"base": bot, "weights": dict(tuned.weights)}}
    held_out = designs.held_out(sweep, bot, tuned.name, tuned.weights)
    result = playing.games(plan(held_out, Path(), f"tune {bot}", defined, playing.announce))
    write_table(result.folder / TABLE, result.comparison)
    return result


def _difference(result: Result) -> Difference:
    """Return how much oftener the tuned bot wins, over all settings."""
    manifest = result.manifest
    games = dict(iter(result.games().groupby("cell")))
    won = [
        next(
            iter(won_in_both(manifest.ruleset.kind, (a.line_up, b.line_up), (games[a.index], games[b.index])).values())
        )
        for a, b in settings(manifest.cells, BOTS)
    ]
    before, after = (np.column_stack(side) for side in zip(*won, strict=True))
    return paired_shares(before, after)


def _as_toml(found: Tuning) -> str:
    """Return the weights as `--bots weights.toml:tuned` and sweep files take them, with what is known of them."""
    table = {"bots": {found.tuned.name: {"base": found.base.spec, "weights": found.weights}}}
    told = [fill(sentence, 118, initial_indent="# ", subsequent_indent="# ") for sentence in found.sentences]
    return "\n".join([*told, tomli_w.dumps(table)])


def weights_told(found: Tuning) -> Iterator[tuple[str, float, float]]:
    """Yield each weight that was free, as it was and as it is."""
    for key, value in found.base.weights.items():
        if value:
            yield key, value, found.tuned.weights[key]
