"""The cache of compiled code: whose it is, and what becomes of one that cannot be written to."""

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from strikesim import _jit
from strikesim.errors import ConfigError, check_environment


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is the temporary one for this test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(folder))
    return folder


def test_a_read_only_cache_is_used(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kernels-1" / "part").mkdir(parents=True)
    (tmp_path / "kernels-1" / "part" / "compiled").write_text("x")
    monkeypatch.setenv("STRIKESIM_CACHE_DIR", str(tmp_path))
    assert _jit.cache_folder("kernels-1") == tmp_path / "kernels-1"
    monkeypatch.setattr(_jit, "_is_writable", lambda folder: False)
    folder = _jit.cache_folder("kernels-1")
    assert folder.is_relative_to(temporary)
    assert (folder / "part" / "compiled").read_text() == "x"
    (folder / "part" / "more").write_text("y")
    assert (_jit.cache_folder("kernels-1") / "part" / "more").exists()


def test_a_cache_that_does_not_exist_and_cannot_be_made_is_an_empty_private_folder(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STRIKESIM_CACHE_DIR", str(tmp_path / "file" / "below"))
    folder = _jit.cache_folder("kernels-1")
    assert folder.is_relative_to(temporary)
    assert list(folder.iterdir()) == []
    assert folder.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("kind", ["open to others", "a link", "a file", "another's"])
def test_a_temporary_folder_that_others_may_have_written_to_is_refused(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = _jit.private_folder()
    if kind == "open to others":
        folder.chmod(0o770)
    elif kind == "another's":
        mine = os.getuid()
        folder.rename(folder.with_name(f"strikesim-cache-{mine + 1}"))
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    else:
        folder.rmdir()
        folder.symlink_to(tmp_path) if kind == "a link" else folder.write_text("")
    with pytest.raises(ConfigError, match="set STRIKESIM_CACHE_DIR to a folder of your own"):
        _jit.private_folder()


@pytest.mark.parametrize("threads", ["0", "-1", "many", ""])
def test_threads_with_which_numba_cannot_be_imported_are_refused(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", threads)
    with pytest.raises(ConfigError, match="NUMBA_NUM_THREADS="):
        check_environment()


@pytest.mark.jit
def test_what_threads_compile_at_once_lies_where_each_was_told_to(tmp_path: Path) -> None:
    """The settings that say where are the whole process's: one thread's end must not be another's beginning."""

    def made(k: int) -> tuple[Path, Path]:
        folder = tmp_path / str(k % 7)
        return folder, Path(_jit.compile_in(folder, None, lambda x: x)._cache.cache_path)  # type: ignore[attr-defined]

    with ThreadPoolExecutor(8) as pool:
        for folder, found in pool.map(made, range(600)):
            assert found.is_relative_to(folder)
