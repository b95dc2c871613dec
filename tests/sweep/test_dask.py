"""Games played by workers of a Dask cluster are the games that threads play, whatever dies meanwhile."""

import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.command import strikesim
from strikesim.errors import BotError, ClusterError, ConfigError
from strikesim.questions.playing import Playing
from strikesim.questions.tune import tune
from strikesim.sweep import run as run_module
from strikesim.sweep import store as store_module
from strikesim.sweep.plan import Plan, read_sweeps
from strikesim.sweep.run import Run
from sweep.sweeps import TINY, files, run, tiny, write

distributed = pytest.importorskip("distributed")
from strikesim.sweep import cluster as cluster_module  # noqa: E402
from strikesim.sweep.cluster import Cluster, connected  # noqa: E402
from strikesim.sweep.pool import Chunk  # noqa: E402
from sweep.machines import Machines, free_port  # noqa: E402

pytestmark = [pytest.mark.xdist_group("dask"), pytest.mark.jit]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    started = Machines(tmp_path_factory.mktemp("machines"))
    try:
        started.add_worker()
        started.add_worker()
        yield started.ready(2)
    finally:
        started.close()


@pytest.fixture
def pool(machines: Machines) -> Iterator[Cluster]:
    found = Cluster(machines.ready(2).address)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "PART", 250)
    monkeypatch.setattr(run_module, "PART", 250)
    monkeypatch.setattr(run_module, "CHUNK", 40)


def on_cluster(plan: Plan, folder: Path, pool: Cluster, listen: Any = lambda progress: None) -> Run:
    job = Run(plan, folder, listen=listen, pool=pool)
    job.go()
    return job


class After:
    """Does something once, when so many chunks are played."""

    def __init__(self, chunks: int, do: Any) -> None:
        self.left, self.do = chunks, do

    def __call__(self, progress: Any) -> None:
        self.left -= 1
        if self.left == 0:
            self.do()


def test_a_worker_killed_in_mid_run_costs_no_game(tmp_path: Path, machines: Machines, pool: Cluster) -> None:
    kill = After(3, lambda: machines.kill(machines.workers[0]))
    on_cluster(tiny(tmp_path), tmp_path / "a", pool, kill)
    assert kill.left < 0
    run(tiny(tmp_path), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")
    machines.add_worker()


def test_a_restarted_scheduler_costs_no_game(tmp_path: Path, machines: Machines, pool: Cluster) -> None:
    told: list[str] = []
    pool.tell = told.append
    restart = After(3, machines.restart)
    on_cluster(tiny(tmp_path), tmp_path / "a", pool, restart)
    assert restart.left < 0
    assert told == [f"Dask at {machines.address}: the scheduler was lost; trying to reach it again"]
    run(tiny(tmp_path), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_lost_scheduler_is_told_with_what_is_kept_and_the_run_goes_on(
    tmp_path: Path, machines: Machines, pool: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    monkeypatch.setattr(cluster_module, "connected", lambda address, jobs: pool)
    playing = Playing(
        tmp_path, dask=machines.address, greet=lambda line: None, watch=_watching(After(9, machines.close))
    )
    with pytest.raises(
        ClusterError, match=r"the scheduler is lost; [1-9]\d* games are kept in .*tiny: the same command"
    ):
        playing.games(tiny(tmp_path))
    machines.restart()
    machines.add_worker()
    machines.add_worker()
    run(tiny(tmp_path), tmp_path / "tiny")
    run(tiny(tmp_path), tmp_path / "b")
    assert files(tmp_path / "tiny") == files(tmp_path / "b")


def _watching(listen: Any) -> Any:
    return lambda job: nullcontext(listen)


def test_an_interrupt_keeps_what_was_played_and_leaves_nothing_to_the_workers(tmp_path: Path, pool: Cluster) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        on_cluster(tiny(tmp_path), tmp_path / "a", pool, After(8, interrupt))
    assert not pool._client.futures
    assert not pool.is_full
    on_cluster(tiny(tmp_path), tmp_path / "a", pool)
    run(tiny(tmp_path), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_huge_sweep_does_not_fill_the_memory(tmp_path: Path, pool: Cluster) -> None:
    most = 0

    def look(progress: Any) -> None:
        nonlocal most
        most = max(most, len(pool._given))

    on_cluster(tiny(tmp_path, 900), tmp_path / "a", pool, look)
    assert 2 < most <= cluster_module.LEAST


def test_a_cluster_is_started_here_if_it_is_to_be_local(tmp_path: Path) -> None:
    told: list[str] = []
    local = Cluster("local", 1)
    try:
        local.tell = told.append
        local.greet()
        local.greet()  # says it once
        on_cluster(tiny(tmp_path, 90), tmp_path / "a", local)
    finally:
        local.close()
    assert [line.partition("; ")[0] for line in told] == ["Dask at local: 1 worker, 1 thread"]
    run(tiny(tmp_path, 90), tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


# ---- users' bots -------------------------------------------------------------------------------------------------

HELPER = """
import numpy as np
from pathlib import Path

TASTES = np.load(Path(__file__).parent / "data" / "tastes.npy")
"""
MINE = """
from numba import njit
from strikesim import bot
from strikesim.rng import bounded
from helper import TASTES

@njit
def least(n):
    return min(n - 1, TASTES[0])

@bot("strajk", weights={"idle": 0})
def mine(t, s, actions, n, r, w):
    \"\"\"Take what comes.\"\"\"
    return least(n) if w[0] > 0 else n - 1 - bounded(r, n - 1)
"""


def users_sweep(folder: Path, text: str, line_up: str = "mine.py, eager, search:mine.py:1") -> Plan:
    (folder / "data").mkdir()
    np.save(folder / "data" / "tastes.npy", np.array([1, 2]))
    (folder / "helper.py").write_text(HELPER)
    (folder / "mine.py").write_text(text)
    sweep = TINY.format(games=60).replace('["random", "random,lazy"]', f'"{line_up}"').replace("[2, 3]", "3")
    sweep = sweep.partition("[bots.lazy]")[0] + '[bots.eager]\nbase = "mine.py"\nweights = { idle = 1 }\n'
    (plan,) = read_sweeps(write(folder, sweep))
    return plan


def test_a_users_bot_travels_with_all_it_loads(tmp_path: Path, pool: Cluster) -> None:
    on_cluster(users_sweep(tmp_path, MINE), tmp_path / "a", pool)
    (plan,) = read_sweeps(tmp_path / "sweep.toml")
    run(plan, tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_what_a_users_bot_does_wrong_on_a_worker_is_told_with_its_place_at_home(tmp_path: Path, pool: Cluster) -> None:
    wrong = MINE.replace("return least(n) if", "return n if bounded(r, 500) == 0 else least(n) if")
    with pytest.raises(BotError) as error:
        on_cluster(users_sweep(tmp_path, wrong, "mine.py"), tmp_path / "a", pool)
    assert str(error.value).startswith(f"{tmp_path / 'mine.py'}, line 12: bot 'mine' answered")


def test_a_users_bot_that_is_another_one_elsewhere_is_refused(tmp_path: Path, pool: Cluster) -> None:
    with pytest.raises(BotError, match=r"mine\.py:mine: bot 'mine' is another one on a worker: its file holds"):
        on_cluster(users_sweep(tmp_path, MINE + "\nHERE = str(__file__)\n", "mine.py"), tmp_path / "a", pool)


# ---- versions, addresses, the extra ------------------------------------------------------------------------------


def test_a_worker_with_other_versions_is_told_before_anything_is_played(tmp_path: Path, machines: Machines) -> None:
    (tmp_path / "old.py").write_text("import numpy\nnumpy.__version__ = '2.0.9'\n")
    worker = machines.add_worker("--preload", str(tmp_path / "old.py"))
    found = Cluster(machines.ready(3).address)
    try:
        with pytest.raises(
            ClusterError, match=r"tcp://\S+: it has numpy 2\.0\.9, and you have \S+; install the same on"
        ):
            found.greet()
    finally:
        found.close()
        machines.kill(worker)
        machines.ready(2)


def test_a_worker_that_comes_later_with_other_versions_plays_nothing(tmp_path: Path, pool: Cluster) -> None:
    pool._versions = {**pool._versions, "numba": "9.9"}
    pool.give(Chunk(tiny(tmp_path).cells[0].match, 1, 0, 5))
    with pytest.raises(ClusterError, match=r"tcp://\S+: it has numba \S+, and you have 9\.9; install the same"):
        list(pool.take())


def test_where_nobody_listens_one_line_says_so_at_once() -> None:
    begin = time.monotonic()
    for address in (f"tcp://127.0.0.1:{free_port()}", "nonsense", "tcp://:"):
        with pytest.raises(ClusterError, match=f"--dask {address}: no scheduler answers there .*start one with `dask"):
            connected(address)
    assert time.monotonic() - begin < 5


def test_without_the_extra_one_line_says_what_to_install(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ConfigError, match=r"--dask needs the package distributed: pip install 'strikesim\[dask\]'"):
        connected(machines.address)


def test_threads_here_and_workers_elsewhere_contradict_each_other(machines: Machines) -> None:
    with pytest.raises(ConfigError, match=r"--jobs 2 with --dask tcp://\S+: its workers say how many threads"):
        connected(machines.address, 2)


# ---- as it is asked for ------------------------------------------------------------------------------------------


def test_the_command_line_says_where_the_dashboard_is(tmp_path: Path, machines: Machines) -> None:
    write(tmp_path, TINY.format(games=50))
    done = strikesim("run", "sweep.toml", "--dask", machines.ready(2).address, "--out", "a", cwd=tmp_path)
    assert f"Dask at {machines.address}: 2 workers, 2 threads; dashboard: http://127.0.0.1:8787/status" in done.stderr
    assert "on 2 threads" in done.stderr


def test_tuning_goes_the_same_way_on_a_cluster(tmp_path: Path, machines: Machines) -> None:
    asked: Any = {"generations": 1, "games": 4, "grid": {"players": [2], "ruleset.turn_limit": [6]}}
    here = tune("planner", "strajk", out=tmp_path / "a", jobs=1, **asked)
    there = tune("planner", "strajk", out=tmp_path / "b", dask=machines.ready(2).address, **asked)
    assert here.generations.equals(there.generations)
    assert here.weights == there.weights
