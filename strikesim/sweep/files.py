"""Files written whole or not at all, and a folder held by one process at a time."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.errors import ResultError

if TYPE_CHECKING:
    import pandas as pd


OUTDATED = "OUTDATED.txt"
OLD = (
    "Games were added after these were made. `strikesim run` makes tables and figures anew, `strikesim report` reports."
)
MADE = ("*.csv", "report.*", "figures")
HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # what a lock that somebody else holds says


class HeldError(ResultError):
    """Another process holds a lock."""


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file in one step: readers see the old one or the new one.

    A text ends with a new line, which need not be given.

    Raises
    ------
    ResultError
        It cannot be written; nothing is left behind.
    """
    temporary = path.with_name(path.name + ".tmp")
    try:
        temporary.write_bytes(content if isinstance(content, bytes) else (content.rstrip("\n") + "\n").encode())
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise ResultError(f"{path}: cannot be written ({error.strerror}); choose another folder with --out") from None


def as_csv(table: "pd.DataFrame") -> str:
    """Return a table as CSV. What a spreadsheet would take for a formula stands behind an apostrophe."""
    told = {
        name: column.astype(object).map(_harmless)
        for name, column in table.items()
        if any(_harmless(value) is not value for value in column.unique())
    }
    return table.assign(**told).to_csv(index=False, float_format="%.6g")


def _harmless(value: Any) -> Any:
    """Return a text that begins like a formula and is no number behind an apostrophe, anything else as it is.

    References
    ----------
    OWASP, "CSV Injection".
    """
    if not isinstance(value, str) or not value.startswith(("=", "+", "-", "@")):
        return value
    try:
        float(value)
        return value
    except ValueError:
        return f"'{value}"


def write_table(path: Path, table: "pd.DataFrame") -> None:
    """Write a table as CSV in one step."""
    write_atomically(path, as_csv(table))
    renewed(path)


def outdate(folder: Path) -> None:
    """List what was made from the games of a folder, which is about to get more, in a file beside it."""
    made = sorted({path.name for pattern in MADE for path in folder.glob(pattern)})
    if made:
        write_atomically(folder / OUTDATED, "\n".join([OLD, *made]))


def renewed(path: Path) -> None:
    """Take a file or a folder off the list of what is outdated: it was made anew."""
    listed = path.parent / OUTDATED
    if not listed.exists():
        return
    old, *made = listed.read_text(encoding="utf-8").splitlines()
    if left := [name for name in made if name != path.name]:
        write_atomically(listed, "\n".join([old, *left]))
    else:
        listed.unlink()


def make_folder(folder: Path) -> None:
    """Make a folder if need be.

    Raises
    ------
    ResultError
        It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(f"{folder}: cannot be made ({error.strerror}); choose another folder with --out") from None


def lock(path: Path) -> Any:
    """Lock a file until the returned handle is closed or the process ends, however it ends.

    Raises
    ------
    HeldError
        Another process holds the lock.
    ResultError
        The file system has no locks, or the file cannot be written.
    """
    handle = None
    try:
        handle = path.open("w")
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if handle is None:
            raise ResultError(f"{path}: cannot be written ({error.strerror}); choose another --out") from None
        handle.close()
        if error.errno in HELD:
            raise HeldError(
                f"{path.parent}: another run is writing there; wait for it, or choose another --out"
            ) from None
        raise ResultError(
            f"{path}: cannot be locked ({error.strerror}); choose a folder on another disk with --out"
        ) from None
    return handle
