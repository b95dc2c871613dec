"""Whether targets are met."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from strikesim.errors import ConfigError
from strikesim.questions.playing import Playing
from strikesim.result import Result
from strikesim.sweep.plan import Plan, read_sweeps


def check(path: str | Path, **keys: Any) -> Iterator[Result]:
    """Play the sweeps of a sweep file in which all have targets; the results' `verdicts` say whether they are met.

    Parameters
    ----------
    path
        The TOML file.
    **keys
        As for `strikesim.questions.run.each_of_file`.

    Raises
    ------
    ConfigError
        A sweep has no target.
    """
    playing, overrides = Playing.split(keys)
    for planned in planned_checks(path, overrides, playing):
        yield playing.play(planned)


def planned_checks(path: str | Path, overrides: Mapping[str, Any], playing: Playing) -> list[Plan]:
    """Plan the sweeps of a sweep file, all of which must have targets.

    Raises
    ------
    ConfigError
        A sweep has no target.
    """
    plans = read_sweeps(Path(path), overrides, playing.announce)
    for planned in plans:
        if planned.sweep.target is None:
            raise ConfigError(
                f"{path}: sweep '{planned.sweep.name}' has no [sweep.target];"
                " say win_rate = [lowest, highest] or audience = …"
            )
    return plans
