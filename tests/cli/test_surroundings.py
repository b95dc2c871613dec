"""Settings of the environment that nothing can be played or drawn with."""

import pytest

from strikesim.cli.main import main
from strikesim.errors import ConfigError
from strikesim.questions.playing import check_backend


@pytest.mark.parametrize("threads", ["0", "-1", "many", ""])
def test_no_threads_is_one_line(
    threads: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", threads)
    monkeypatch.setattr("sys.argv", ["strikesim", "rulesets", "list"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err == f"error: NUMBA_NUM_THREADS = {threads}; it must be 1 or more, or unset\n"


def test_a_backend_that_is_not_there_is_found_before_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setenv("MPLBACKEND", "nosuch")
    with pytest.raises(ConfigError, match="MPLBACKEND = nosuch: matplotlib has no such backend"):
        check_backend()
