"""The only file that configures numba: the project's `njit`, and a disk cache that is never stale.

numba keys a cached function by its own source file alone: an edit of a helper in another file, or of an option, goes
unnoticed. Here the cache folder's name is a hash of everything compiled code can depend on, so a change of any of it
starts a new folder.
"""

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core.caching import UserProvidedCacheLocator
from numba.core.errors import NumbaExperimentalFeatureWarning

from strikesim.errors import ConfigError

# numba calls functions as values experimental; a test fails if they ever stop working.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])
# A numpy record (np.record) in Python, a numba Record in a kernel; its fields are declared in the games' state.py.
Record = Any

PACKAGE = Path(__file__).resolve().parent
COMPILED_SOURCES = ("_jit.py", "rng.py", "engine", "games")
OPTIONS = {"error_model": "numpy", "nogil": True}
KEPT_CACHES = 8
JIT_DISABLED = bool(numba.config.DISABLE_JIT)


def source_hash(paths: "list[Path]", *, compiled: bool = False) -> str:
    """Return 16 hex digits that change with the files' bytes; if `compiled`, also with numba, Python and options."""
    digest = hashlib.sha256()
    versions = (numba.__version__, sys.version, OPTIONS, numba.config.BOUNDSCHECK, numba.config.CPU_NAME)
    digest.update(repr(versions).encode() if compiled else b"")
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _package_sources() -> "list[Path]":
    found: list[Path] = []
    for name in COMPILED_SOURCES:
        path = PACKAGE / name
        found += [path] if path.is_file() else path.rglob("*.py")
    return found


def cache_base() -> Path:
    """Return where kernels are cached: ``STRIKESIM_CACHE_DIR``, or the user's cache folder.

    It may be one that cannot be written to.
    """
    wished = os.environ.get("STRIKESIM_CACHE_DIR")
    return Path(wished) if wished else Path(platformdirs.user_cache_dir("strikesim"))


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def private_folder() -> Path:
    """Return a folder of this user's in the temporary folder, which no other user can have put anything into.

    Raises
    ------
    ConfigError
        What bears its name is not this user's, or is open to others.
    """
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"strikesim-cache-{user}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or ((found.st_uid != user or found.st_mode & 0o077) and user != "user"):
        raise ConfigError(
            f"{folder}: it is not a folder of yours alone, so compiled code in it cannot be trusted; "
            "delete it, or set STRIKESIM_CACHE_DIR to a folder of your own"
        )
    return folder


def cache_folder(name: str) -> Path:
    """Make the cache folder `name`, mark it as the newest and delete all but the newest few of its kind.

    Where the cache cannot be written to, what it holds is copied to a private folder, because numba writes to it.
    """
    base = cache_base()
    if _is_writable(base):
        folder = base / name
        folder.mkdir(exist_ok=True)
    else:
        folder = private_folder() / name
        _copy_once(base / name, folder)
    kind = name.rpartition("-")[0]
    with suppress(OSError):  # another process may be cleaning too
        os.utime(folder)
        siblings = sorted(folder.parent.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in siblings[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _copy_once(source: Path, folder: Path) -> None:
    """Make a folder with what another holds, if that is there, unless it has been made before."""
    if folder.exists():
        return
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        copy = Path(made) / folder.name
        if source.is_dir():
            shutil.copytree(source, copy, copy_function=shutil.copyfile)
        copy.mkdir(exist_ok=True)
        copy.chmod(0o700)
        with suppress(OSError):  # another process has been quicker
            copy.rename(folder)


KERNEL_CACHE = None if JIT_DISABLED else cache_folder(f"kernels-{source_hash(_package_sources(), compiled=True)}")


class CacheOfThePackage(UserProvidedCacheLocator):  # type: ignore[misc] # numba has no types
    """Finds what was compiled of the package by its place in it, wherever the package itself lies or moves to."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the folder in the cache for what is compiled from a file."""
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(PACKAGE):
            return ".".join((PACKAGE.name, *folder.relative_to(PACKAGE).parts))
        return str(super().get_suitable_cache_subpath(py_file))


def is_cold(game: str) -> bool:
    """Tell whether nothing of a game is compiled yet."""
    return KERNEL_CACHE is not None and not any((KERNEL_CACHE / f"{PACKAGE.name}.games.{game}").glob("*.nbi"))


@contextmanager
def _caching_in(folder: "Path | None") -> Iterator[None]:
    """Let dispatchers made inside this block cache in `folder`; numba reads the settings only when one is made."""
    config = numba.config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.{CacheOfThePackage.__name__}"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def compile_in(folder: "Path | None", signature: Any, function: F, **options: Any) -> F:
    """Compile `function` for `signature` (None: when first called) with its cache in `folder` (None: no cache)."""
    if JIT_DISABLED:
        return function
    with _caching_in(folder):
        compiled: F = numba.njit(signature, cache=folder is not None, **{**OPTIONS, **options})(function)
    return compiled


def njit(target: Any) -> Any:
    """Compile a function of the package: ``@njit`` when first called, ``@njit(signature)`` at once."""
    if callable(target) and not isinstance(target, numba.core.typing.templates.Signature):
        return compile_in(KERNEL_CACHE, None, target)
    return lambda function: compile_in(KERNEL_CACHE, target, function)


def in_python(compiled: F) -> F:
    """Return the Python function that `njit` has compiled, which takes any object with the fields of a record."""
    return getattr(compiled, "py_func", compiled)
