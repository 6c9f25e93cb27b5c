"""Learning on a Dask scheduler with two workers, each a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_learn import save, site, written

from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.executors import ExecutorError, open_executor
from scrapy_treesim.templates.learn.learning import learn

distributed: Any = pytest.importorskip(
    "distributed", reason='Dask is not installed: pip install "scrapy-treesim[dask]"'
)

pytestmark = [
    pytest.mark.waits,
    # Dask's own, when it closes.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address.replace("tcp://", "dask://")


def where(_: int) -> str:
    address: str = distributed.get_worker().address
    return address


def fails(_: int) -> int:
    raise ZeroDivisionError("a mistake of the task")


def test_two_workers_learn_the_same(address: str, tmp_path: Path) -> None:
    corpus = open_corpus(save(tmp_path / "p.jsonl", [*site(), *site(host="other.example")]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scrapy_treesim.templates.learn.learning.BATCH_PAGES", 5)
        with open_executor(address) as workers:
            assert workers.number == 2
            assert len({*workers.each(where, range(20))}) == 2
            learned = learn(corpus, executor=workers)
    assert len(learned.templates) == 4
    assert written(learned, tmp_path) == written(learn(corpus), tmp_path)


def test_any_executor_of_a_client_will_do(address: str, tmp_path: Path) -> None:
    corpus = open_corpus(save(tmp_path / "p.jsonl", site(range(5), ())))
    with distributed.Client(address.replace("dask:", "tcp:"), set_as_default=False) as client:
        learned = learn(corpus, executor=client.get_executor())
    assert [one.pages for one in learned.templates] == [5]


def test_what_is_wrong_in_a_task_is_raised_as_it_is(address: str) -> None:
    with open_executor(address) as workers, pytest.raises(ZeroDivisionError):
        [*workers.each(fails, [1])]


def test_workers_that_lack_the_package_are_told_of(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise ModuleNotFoundError("No module named 'scrapy_treesim'")

    monkeypatch.setattr("scrapy_treesim.executors.version", missing)
    with (
        pytest.raises(ExecutorError, match=r"install scrapy-treesim .* on all of them"),
        open_executor(address),
    ):
        pass


def test_workers_that_have_another_version_are_told_of(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrapy_treesim.__version__", "99.9")
    with pytest.raises(ExecutorError, match=r"has scrapy-treesim .*: install 99.9"), (
        open_executor(address)
    ):  # fmt: skip
        pass


def test_no_scheduler_and_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_treesim.executors.WAIT", 0.5)
    with pytest.raises(ExecutorError, match="no Dask scheduler answers at dask://"), (
        open_executor("dask://127.0.0.1:1")
    ):  # fmt: skip
        pass
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        with pytest.raises(ExecutorError, match="has no workers: start some"), (
            open_executor(address)
        ):  # fmt: skip
            pass


def test_a_scheduler_that_goes_away_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = open_corpus(save(tmp_path / "p.jsonl", site()))
    monkeypatch.setattr("scrapy_treesim.executors.WAIT", 3)
    cluster = distributed.LocalCluster(
        processes=True, n_workers=1, threads_per_worker=1, dashboard_address=":0"
    )
    address = cluster.scheduler_address.replace("tcp://", "dask://")
    with cluster, open_executor(address) as workers:
        cluster.close()
        with pytest.raises(ExecutorError, match="the workers were lost") as caught:
            learn(corpus, executor=workers)
    assert "\n" not in str(caught.value)
