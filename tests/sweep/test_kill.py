"""Whatever moment a run is killed at, what was stored stays good and the run goes on to the same bytes."""

from pathlib import Path
from typing import Any

import pytest

from strikesim.sweep import run as run_module
from strikesim.sweep import store as store_module
from strikesim.sweep.store import Store, read_games
from sweep.sweeps import files, run, tiny


class Killed(BaseException):
    """Stands for the moment at which the process is gone."""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PART", 250)
    monkeypatch.setattr(run_module, "PART", 250)
    monkeypatch.setattr(run_module, "CHUNK", 40)
    monkeypatch.setattr(run_module, "CHECKPOINT", 0.0)  # every chunk extends a stored part


@pytest.mark.parametrize("at", range(2, 12, 3))
@pytest.mark.parametrize("moment", ["before the file", "before the manifest", "after the manifest"])
def test_a_run_killed_while_it_saves_loses_nothing_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, moment: str
) -> None:
    saves: list[Any] = []
    extend, save = Store.extend, Store._save

    def killed_extend(self: Store, *arguments: Any) -> None:
        saves.append(None)
        if len(saves) >= at and moment == "before the file":
            raise Killed
        extend(self, *arguments)

    def killed_save(self: Store) -> None:
        if len(saves) >= at and moment == "before the manifest":
            raise Killed
        save(self)
        if len(saves) >= at and moment == "after the manifest":
            raise Killed

    monkeypatch.setattr(Store, "extend", killed_extend)
    monkeypatch.setattr(Store, "_save", killed_save)
    with pytest.raises(Killed):
        run(tiny(tmp_path), tmp_path / "a")
    monkeypatch.setattr(Store, "extend", extend)
    monkeypatch.setattr(Store, "_save", save)
    if (tmp_path / "a" / "manifest.json").exists() and at > 2:
        read_games(tmp_path / "a")  # whatever is named is whole
    run(tiny(tmp_path), tmp_path / "a")
    run(tiny(tmp_path), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")
