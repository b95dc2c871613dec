"""What a worker of a cluster does: it is asked for games, and answers with their rows.

A scheduler imports this file too, just to pass tasks on; so nothing heavy is loaded before it is needed.
"""

import zlib
from collections.abc import Mapping

Versions = Mapping[str, str]


def versions() -> dict[str, str]:
    """Return what must be the same wherever games of one run are played."""
    import sys

    import numba
    import numpy as np

    from strikesim import __version__
    from strikesim.sources import PACKAGE, digest_of

    return {
        "strikesim": f"{__version__} (sources {digest_of(PACKAGE.rglob('*.py'))})",
        "Python": "{}.{}".format(*sys.version_info),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def differences(there: Versions, here: Versions) -> str:
    """Return what a worker has in another version than the client, '' if nothing.

    Examples
    --------
    >>> differences({"numpy": "2.3.1", "numba": "0.65"}, {"numpy": "2.4.0", "numba": "0.65"})
    'it has numpy 2.3.1, and you have 2.4.0'
    """
    told = [f"{name} {there.get(name)}, and you have {here[name]}" for name in here if there.get(name) != here[name]]
    return f"it has {'; '.join(told)}" if told else ""


def ignore_interrupts() -> None:
    """Leave Ctrl-C, which a terminal tells to all processes, to the client."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play(luggage: bytes, seed: int, first: int, count: int, client: Versions) -> bytes:
    """Play games of a match, as `strikesim.engine.match.Match.play` does.

    Parameters
    ----------
    luggage
        The match, as `strikesim.sweep.luggage.packed` makes it.
    seed, first, count
        Which games.
    client
        The versions that whoever asks has.

    Returns
    -------
    bytes
        The rows, compressed.

    Raises
    ------
    ClusterError
        The worker has other versions than the client.
    BotError
        A bot failed, or is another one here.
    """
    from threading import Event

    from strikesim.errors import BotError, ClusterError

    if found := differences(versions(), client):
        from distributed import get_worker

        raise ClusterError(f"{get_worker().address}: {found}; install the same on all machines")
    from strikesim.engine import guard
    from strikesim.sweep.luggage import at_home, unpacked

    arrived = unpacked(luggage)
    try:
        rows = guard.play(arrived.seating, seed, first, count, Event())
    except BotError as error:
        raise BotError(at_home(str(error), arrived.homes)) from None
    return zlib.compress(rows.tobytes(), 1)
