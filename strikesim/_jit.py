"""The only file that configures numba: the project's `njit`, and a disk cache that is never stale.

numba keys a cached function by its own source file alone: an edit of a helper in another file, or of an option, goes
unnoticed. Here the cache folder's name is a hash of everything that all compiled code can depend on, so a change of any
of it starts a new folder. In it each game has a folder of its own, named by a hash of its sources. The type of its
state bears the same name (`games.common.state_dtype`): so what is compiled for a game, of whatever function, is kept
in the game's folder, and is never mistaken for another's, nor for what it was before an edit.
"""

import os
import re
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import typeinfer
from numba.core.caching import FunctionCache, UserProvidedCacheLocator
from numba.core.errors import NumbaExperimentalFeatureWarning

from strikesim.errors import ConfigError
from strikesim.sources import PACKAGE, digest_of, identity_of

# numba calls functions as values experimental; a test fails if they ever stop working.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])
# A numpy record (np.record) in Python, a numba Record in a kernel; its fields are declared in the games' state.py.
Record = Any

SHARED_SOURCES = ("_jit.py", "sources.py", "rng.py", "engine/**/*.py", "games/*.py")
OPTIONS = {"error_model": "numpy", "nogil": True}
KEPT_CACHES = 8
_SETTINGS = RLock()
JIT_DISABLED = bool(numba.config.DISABLE_JIT)


def shared_hash() -> str:
    """Return 16 hex digits that change with all that every kernel depends on: sources, numba, Python and options."""
    versions = (numba.__version__, sys.version, OPTIONS, numba.config.BOUNDSCHECK, numba.config.CPU_NAME)
    paths = [path for pattern in SHARED_SOURCES for path in PACKAGE.glob(pattern)]
    return digest_of(paths, repr(versions).encode())


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
    _keep_newest(folder)
    return folder


def _keep_newest(folder: Path) -> None:
    """Mark a folder as the newest and delete all but the newest few of its kind, whose names begin alike."""
    kind = folder.name.rpartition("-")[0]
    with suppress(OSError):  # another process may be cleaning too
        os.utime(folder)
        siblings = sorted(folder.parent.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in siblings[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)


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


KERNEL_CACHE = None if JIT_DISABLED else cache_folder(f"kernels-{shared_hash()}")
OF_GAME = "of_game_"  # begins the name of the field that says whose state a record is
_OF_GAME = re.compile(OF_GAME + r"(\w+)_([0-9a-f]{16})\b")


@cache
def game_cache(identity: str) -> Path:
    """Return the folder for what is compiled for a game, which `identity_of` names."""
    assert KERNEL_CACHE is not None
    folder = KERNEL_CACHE / "-".join(identity.rsplit("_", 1))
    folder.mkdir(exist_ok=True)
    _keep_newest(folder)
    return folder


class CacheOfThePackage(UserProvidedCacheLocator):  # type: ignore[misc] # numba has no types
    """Finds what was compiled of the package by its place in it, wherever the package itself lies or moves to."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Return the folder in the cache for what is compiled from a file."""
        folder = Path(py_file).resolve().parent
        if folder.is_relative_to(PACKAGE):
            return ".".join((PACKAGE.name, *folder.relative_to(PACKAGE).parts))
        return ""  # of another package, which has a folder of its own


class KernelCache(FunctionCache):  # type: ignore[misc] # numba has no types
    """Keeps what is compiled of a function in the folder of the game for which it is compiled, if it is for one."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for a signature, None if nothing is."""
        return FunctionCache.load_overload(self._of(sig), sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature."""
        FunctionCache.save_overload(self._of(sig), sig, data)

    def _of(self, sig: Any) -> Any:
        found = _OF_GAME.search(str(sig))
        return _kept_in(_folder_for(self._py_func, f"{found[1]}_{found[2]}"), self._py_func) if found else self


@cache
def _kept_in(folder: Path, function: Any) -> Any:
    with _caching_in(folder):
        return FunctionCache(function)


def _folder_for(function: Any, identity: str) -> Path:
    """Return where what is compiled of a function is kept, for a game or (identity '') for all of them."""
    assert KERNEL_CACHE is not None
    folder = game_cache(identity) if identity else KERNEL_CACHE
    package = function.__module__.partition(".")[0]  # what is kept names its module, to be found by it again
    return folder if package == PACKAGE.name else folder / package


def is_cold(identity: str) -> bool:
    """Tell whether nothing of a game is compiled yet, which `identity_of` names."""
    return KERNEL_CACHE is not None and not any(game_cache(identity).rglob("*.nbi"))


@contextmanager
def _caching_in(folder: "Path | None") -> Iterator[None]:
    """Let caches made inside this block lie in `folder`; numba reads the settings only when one is made.

    They are the whole process's, so that one thread at a time changes them.
    """
    config = numba.config
    with _SETTINGS:
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
    compiled: Any = numba.njit(**{**OPTIONS, **options})(function)
    if folder is not None:
        with _caching_in(folder):
            compiled._cache = KernelCache(function)
    if signature is not None:  # as numba's own decorator does
        with typeinfer.register_dispatcher(compiled):
            compiled.compile(signature)
        compiled.disable_compile()
    return compiled


def njit(target: Any) -> Any:
    """Compile a function of the package: ``@njit`` when first called, ``@njit(signature)`` at once."""
    if callable(target) and not isinstance(target, numba.core.typing.templates.Signature):
        return compile_kept(None, target)
    return lambda function: compile_kept(target, function)


def compile_kept(signature: Any, function: F) -> F:
    """Compile a function of the package or of a game for `signature` (None: when first called), and keep it on disk."""
    if KERNEL_CACHE is None:
        return function
    identity = identity_of(function.__module__, function.__code__.co_filename)
    return compile_in(_folder_for(function, identity), signature, function)


def in_python(compiled: F) -> F:
    """Return the Python function that `njit` has compiled, which takes any object with the fields of a record."""
    return getattr(compiled, "py_func", compiled)
