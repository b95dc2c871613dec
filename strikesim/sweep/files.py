"""Files written whole or not at all, and a folder held by one process at a time."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strikesim.errors import ResultError

if TYPE_CHECKING:
    import pandas as pd


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


def write_table(path: Path, table: "pd.DataFrame") -> None:
    """Write a table as CSV in one step."""
    write_atomically(path, table.to_csv(index=False, float_format="%.6g"))


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
    ResultError
        Another process holds the lock.
    """
    handle = path.open("w")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise ResultError(
            f"{path.parent}: another run is writing there; wait for it, or choose another --out"
        ) from None
    return handle
