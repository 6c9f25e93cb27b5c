"""``extract -o`` on a Dask scheduler with two workers, each a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_batch import article, extract, parts
from test_corpus import warc

dask: Any = pytest.importorskip("dask")
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


def test_two_workers_write_the_same(address: str, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "x.warc.gz").write_bytes(warc(*map(article, range(20)), gzipped=True))
    for where in ("serial", address):
        folder = tmp_path / where.partition(":")[0]
        folder.mkdir()
        assert extract(folder, corpus, "--executor", where).returncode == 0
    assert parts(tmp_path / "dask" / "out") == parts(tmp_path / "serial" / "out")


def test_a_page_at_which_workers_die_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "a.example"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}{'-deadly' * (number == 4)}.html").write_bytes(article(number))
    csv = ("--format", "csv", "--kinds", "article")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as one,
    ):
        address = one.scheduler_address.replace("tcp://", "dask://")
        done = extract(
            tmp_path, folder, "--executor", address, *csv,
            settings={"FEED_EXPORTERS": {"csv": "dying_exporter.DyingExporter"}},
        )  # fmt: skip
    assert "5 pages, 5 items, 1 page left out, of which workers died" in done.stderr
    assert done.returncode == 1
