"""Learning templates from saved pages: kinds, counts, resuming, executors, what goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from template_site import HOST, about, post, product, redesigned, url_of

from scrapy_treesim import Templates
from scrapy_treesim.corpus import Corpus, SavedPage, open_corpus
from scrapy_treesim.executors import (
    ExecutorError,
    SerialExecutor,
    Workers,
    open_executor,
)
from scrapy_treesim.templates.clustering import METHODS
from scrapy_treesim.templates.learn import learning
from scrapy_treesim.templates.learn.learning import LearnedTemplates, batches, learn, read_batch
from scrapy_treesim.templates.learn.work import WorkFileError
from scrapy_treesim.templates.store.pending import PendingStore

NOT_FOUND = "<html><body><h1>404 Not found</h1><p>There is nothing here.</p></body></html>"


def save(path: Path, pages: Iterable[tuple[str, str]]) -> Path:
    """A feed of pages with addresses."""
    lines = (json.dumps({"url": url, "body": html}) + "\n" for url, html in pages)
    path.write_text("".join(lines), "utf-8")
    return path


def site(
    products: Iterable[int] = range(20), posts: Iterable[int] = range(12), host: str = HOST
) -> Iterator[tuple[str, str]]:
    for number in products:
        yield url_of("goods", number).replace(HOST, host), product(number, bool(number % 4))
    for number in posts:
        yield url_of("news", number).replace(HOST, host), post(number)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return open_corpus(save(tmp_path / "pages.jsonl", site()))


def written(learned: LearnedTemplates, folder: Path, name: str = "t.json") -> bytes:
    learned.templates.save(folder / name)
    return (folder / name).read_bytes()


# What is learned


def test_each_kind_of_page_becomes_a_template(corpus: Corpus) -> None:
    pages: dict[str, set[str]] = {}
    learned = learn(corpus, on_page=lambda key, id: pages.setdefault(id, set()).add(key))
    goods, news = learned.templates
    assert learned.new == (goods.id, news.id) == (f"{HOST}/1", f"{HOST}/2")
    assert (goods.pages, news.pages) == (20, 12)
    assert pages == {
        goods.id: {f"pages.jsonl#{n}" for n in range(1, 21)},
        news.id: {f"pages.jsonl#{n}" for n in range(21, 33)},
    }
    assert goods.medoid.startswith(f"https://{HOST}/goods/")
    assert goods.fields == {}
    assert learned.counts.pages == learned.counts.learned == 32
    assert learned.counts.left == learned.counts.known == learned.counts.errors == 0


def test_templates_match_the_next_pages_of_their_kind(corpus: Corpus) -> None:
    templates = learn(corpus).templates
    for kind, html, id in (("goods", product, 1), ("news", post, 2)):
        page = SavedPage("", url_of(kind, 77), html(77).encode()).page()
        match = templates.match(page)
        assert match is not None
        assert match[0].id == f"{HOST}/{id}"
    assert templates.match(SavedPage("", url_of("a", 1), about().encode()).page()) is None


def test_a_template_has_its_outline_and_what_to_expect_of_it(corpus: Corpus) -> None:
    goods = learn(corpus).templates[0]
    assert goods.outline is not None
    labels = [node.label for node in goods.outline.nodes]
    price = labels.index("p.price")
    assert not goods.outline.is_essential(price)
    assert goods.outline.probability(price) == pytest.approx(15 / 20)
    assert goods.outline.is_essential(labels.index("h1.name"))
    assert goods.expected is not None
    assert (goods.expected.pages, goods.expected.matched) == (20, 1.0)
    assert 0 < goods.expected.low <= goods.expected.confidence <= 1


def test_sites_are_learned_apart(tmp_path: Path) -> None:
    pages = [*site(range(8), ()), *site(range(5), (), host="other.example")]
    learned = learn(open_corpus(save(tmp_path / "p.jsonl", pages)))
    assert [(one.id, one.pages) for one in learned.templates] == [
        ("other.example/1", 5), (f"{HOST}/1", 8),
    ]  # fmt: skip


def test_pages_without_addresses_are_of_any_site(tmp_path: Path) -> None:
    folder = tmp_path / "goods"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.html").write_text(product(number), "utf-8")
    (one,) = learn(open_corpus(folder)).templates
    assert (one.id, one.site) == ("any/1", "")
    assert one.medoid.startswith("goods/")


def test_few_pages_that_are_alike_are_no_template(tmp_path: Path) -> None:
    feed = save(tmp_path / "p.jsonl", [*site(range(8), range(2))])
    learned = learn(open_corpus(feed))
    assert [one.pages for one in learned.templates] == [8]
    assert learned.counts.left == 2
    assert [one.pages for one in learn(open_corpus(feed), min_pages=2).templates] == [8, 2]
    assert len(learn(open_corpus(feed), min_pages=9).templates) == 0


def test_error_pages_are_left_out_unless_they_are_wanted(tmp_path: Path) -> None:
    errors = [(url_of("gone", number), NOT_FOUND) for number in range(4)]
    corpus = open_corpus(save(tmp_path / "p.jsonl", [*site(range(8), ()), *errors]))
    learned = learn(corpus)
    assert [one.pages for one in learned.templates] == [8]
    assert learned.counts.errors == 4
    learned = learn(corpus, keep_errors=True)
    assert [one.pages for one in learned.templates] == [8, 4]
    assert learned.counts.errors == 0


def test_new_templates_join_those_known_which_stay_as_they_are(tmp_path: Path) -> None:
    before = learn(open_corpus(save(tmp_path / "a.jsonl", site(range(10), ())))).templates
    feed = save(tmp_path / "b.jsonl", [*site(range(20, 26), range(7))])
    learned = learn(open_corpus(feed), known=before)
    assert learned.templates[0] is before[0]
    assert learned.new == (f"{HOST}/2",)
    assert learned.templates.by_id(f"{HOST}/2").pages == 7
    assert (learned.counts.known, learned.counts.learned) == (6, 7)
    again = learn(open_corpus(feed), known=learned.templates)
    assert again.new == ()
    assert again.templates == learned.templates


def test_a_redesigned_page_is_of_a_new_template(tmp_path: Path) -> None:
    before = learn(open_corpus(save(tmp_path / "a.jsonl", site(range(10), ())))).templates
    new = [(url_of("goods", number), redesigned(number)) for number in range(5)]
    learned = learn(open_corpus(save(tmp_path / "b.jsonl", new)), known=before)
    assert learned.new == (f"{HOST}/2",)


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    feed = save(tmp_path / "p.jsonl", [(url_of("gone", 1), NOT_FOUND)])
    learned = learn(open_corpus(feed))
    assert (len(learned.templates), learned.counts.pages) == (0, 1)


@pytest.mark.parametrize("method", METHODS)
def test_any_method_of_clustering_will_do(corpus: Corpus, tmp_path: Path, method: str) -> None:
    learned = learn(corpus, method=method)
    assert sum(one.pages for one in learned.templates) == 32
    work = tmp_path / "work"
    learn(corpus, method=method, work=work)
    again = learn(corpus, method=method, work=work)
    assert written(again, tmp_path) == written(learned, tmp_path)


def test_an_unknown_method(corpus: Corpus) -> None:
    with pytest.raises(ValueError, match="there is no method 'magic'; there are joining"):
        learn(corpus, method="magic")


# A large site


def test_of_a_large_site_a_sample_is_clustered_and_the_rest_told_by_signatures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "SAMPLE_PAGES", 12)
    monkeypatch.setattr(learning, "AT_ONCE", 7)
    monkeypatch.setattr(learning, "GROUP", 9)
    # So few redesigned pages that hardly any is in the first sample.
    rare = [(url_of("goods", number), redesigned(number)) for number in range(200, 206)]
    few = [(url_of("about", number), about(number)) for number in range(2)]
    pages = [*site(range(40), range(30)), *rare, *few]
    learned = learn(open_corpus(save(tmp_path / "p.jsonl", pages)))
    assert [one.pages for one in learned.templates] == [40, 30, 6]
    assert learned.counts.left == 2


def test_a_sample_without_pages_that_are_alike_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "SAMPLE_PAGES", 2)
    learned = learn(open_corpus(save(tmp_path / "p.jsonl", site(range(9), ()))), min_pages=3)
    assert (len(learned.templates), learned.counts.left) == (0, 9)


# The same whatever does the work


class Shuffled(Executor):
    """Does tasks late, and in an order of its own."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._pool = ThreadPoolExecutor(3)

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        delay = self._random.random() / 500

        def later() -> Any:
            time.sleep(delay)
            return function(*given, **named)

        return self._pool.submit(later)


@pytest.mark.waits
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 99), st.integers(1, 5), st.integers(1, 9))
def test_neither_order_nor_batches_make_a_difference(
    tmp_path_factory: pytest.TempPathFactory, seed: int, workers: int, batch: int
) -> None:
    folder = tmp_path_factory.mktemp("p")
    corpus = open_corpus(save(folder / "p.jsonl", site(range(9), range(6))))
    plain = written(learn(corpus), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scrapy_treesim.templates.learn.learning.BATCH_PAGES", batch)
        other = learn(corpus, executor=Workers(Shuffled(seed), workers))
    assert written(other, folder) == plain


@pytest.mark.waits
def test_processes_learn_the_same(corpus: Corpus, tmp_path: Path) -> None:
    with open_executor("local", 2) as workers:
        assert workers.number == 2
        learned = learn(corpus, executor=workers)
    assert written(learned, tmp_path) == written(learn(corpus), tmp_path)


def test_few_batches_are_under_way_at_a_time() -> None:
    given = iter(range(1_000))
    taken: list[int] = []

    def watched() -> Iterator[int]:
        for one in given:
            taken.append(one)
            yield one

    for number, _ in enumerate(Workers(SerialExecutor(), 3).each(abs, watched())):
        assert len(taken) - number <= 3 + 2


def test_batches_are_bounded() -> None:
    pages = [SavedPage(str(n), "", b"x" * (400_000 if n % 2 else 10)) for n in range(401)]
    made = [*batches(pages)]
    assert [page for batch in made for page in batch] == pages
    assert max(sum(len(page.body) for page in batch) for batch in made) <= 1_400_000
    assert len(made) < 80
    assert {len(batch) for batch in made[:-1]} == {6}


# What goes wrong


def test_a_page_that_breaks_the_reader_is_counted(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = SavedPage.page

    def page(self: SavedPage) -> Any:
        if self.key.endswith("3"):
            raise RecursionError("a page that goes deep")
        return real(self)

    monkeypatch.setattr(SavedPage, "page", page)
    learned = learn(corpus)
    assert (learned.counts.pages, learned.counts.failed) == (32, 3)
    assert [one.pages for one in learned.templates] == [18, 11]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=5))
def test_whatever_bytes_are_read(bodies: list[bytes]) -> None:
    pages = [SavedPage(str(n), "http://a.example/", body) for n, body in enumerate(bodies)]
    read = read_batch(pages, "joining", keep_errors=False)
    assert [one.key for one in read] == [page.key for page in pages]


def test_pages_that_are_gone_at_the_second_pass(tmp_path: Path) -> None:
    folder = tmp_path / HOST
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.html").write_text(product(number), "utf-8")
        (folder / f"n{number}.html").write_text(post(number), "utf-8")
    corpus, work = open_corpus(folder), tmp_path / "work"
    learn(corpus, work=work)
    for number in range(6):
        (folder / f"n{number}.html").unlink()
        if number > 2:
            (folder / f"{number}.html").unlink()
    learned = learn(corpus, work=work)
    assert [one.pages for one in learned.templates] == [6]
    assert (learned.counts.resumed, learned.counts.left) == (12, 6)
    assert learned.templates[0].outline is not None


class Dead(Executor):
    """Takes tasks and loses them."""

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        return future


def test_a_lost_executor_is_told_in_one_line(corpus: Corpus) -> None:
    with pytest.raises(ExecutorError, match="the workers were lost") as caught:
        learn(corpus, executor=Dead())
    assert "\n" not in str(caught.value)


def _die(_: int) -> int:
    os._exit(3)


@pytest.mark.waits
def test_a_worker_that_dies_is_told_in_one_line() -> None:
    with open_executor("local", 2) as workers, pytest.raises(ExecutorError, match="were lost"):
        [*workers.each(_die, range(5))]


def test_what_is_wrong_in_a_task_is_raised_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        [*Workers(SerialExecutor()).each(lambda n: 1 // n, [1, 0])]


@pytest.mark.parametrize(
    ("kind", "workers", "said"),
    [
        ("spark", None, "there is no executor 'spark'; there are local or serial"),
        ("local", 0, "the number of workers is 1 or more"),
        ("serial", 2, "only the local executor's"),
    ],
)
def test_executors_that_cannot_be_had(kind: str, workers: int | None, said: str) -> None:
    with pytest.raises(ExecutorError, match=said), open_executor(kind, workers):
        pass


# The work file


def test_a_second_run_reads_only_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = save(tmp_path / "p.jsonl", site(range(9), ()))
    work = tmp_path / "work.sqlite"
    assert learn(open_corpus(feed), work=work).counts.resumed == 0
    save(feed, [*site(range(9), ()), *site((), range(5))])
    read: list[str] = []
    real = SavedPage.page

    def page(self: SavedPage) -> Any:
        read.append(self.key)
        return real(self)

    monkeypatch.setattr(SavedPage, "page", page)
    learned = learn(open_corpus(feed), work=work)
    assert (learned.counts.pages, learned.counts.resumed) == (14, 9)
    # The first pass; then those that are examined.
    assert read[:5] == [f"p.jsonl#{n}" for n in range(10, 15)]
    assert written(learned, tmp_path) == written(learn(open_corpus(feed)), tmp_path)


@pytest.mark.waits
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    feed = save(tmp_path / "p.jsonl", site(range(150), range(150)))
    work = tmp_path / "work.sqlite"
    script = (
        "import sys, time\n"
        "from scrapy_treesim.templates.learn import learning\n"
        "from scrapy_treesim.corpus import open_corpus\n"
        "learning.BATCH_PAGES = 10\n"
        "real = learning.read_batch\n"
        "taken = []\n"
        "def held(batch, **given):\n"
        "    taken.append(batch)\n"
        "    while len(taken) > 20:\n"
        "        time.sleep(1)\n"
        "    return real(batch, **given)\n"
        "learning.read_batch = held\n"
        "learning.learn(open_corpus(sys.argv[1]), work=sys.argv[2])\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(feed), str(work)])
    # It waits with its 21st batch, of 30.
    until = time.monotonic() + 600
    while _pages_in(work) < 20 and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    kept = _pages_in(work)
    assert 20 <= kept < 300
    learned = learn(open_corpus(feed), work=work)
    assert learned.counts.resumed == kept
    assert [one.pages for one in learned.templates] == [150, 150]
    assert written(learned, tmp_path) == written(learn(open_corpus(feed)), tmp_path)


def _pages_in(work: Path) -> int:
    import sqlite3

    try:
        database = sqlite3.connect(f"file:{work}?mode=ro", uri=True, timeout=5)
    except sqlite3.OperationalError:
        return 0
    try:
        count: int = database.execute("SELECT count(*) FROM pages").fetchone()[0]
        return count
    except sqlite3.OperationalError:
        return 0
    finally:
        database.close()


def test_a_work_file_of_something_else_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    work = tmp_path / "work.sqlite"
    learn(corpus, work=work)
    with pytest.raises(WorkFileError, match="of other pages or options, or another version"):
        learn(corpus, work=work, keep_errors=True)
    other = open_corpus(save(tmp_path / "other.jsonl", site()))
    with pytest.raises(WorkFileError, match="delete it, or name another"):
        learn(other, work=work)
    PendingStore(tmp_path / "pending").close()
    with pytest.raises(WorkFileError, match="is another program's"):
        learn(corpus, work=tmp_path / "pending")
    (tmp_path / "text").write_text("Hello, this is no database at all.", "utf-8")
    with pytest.raises(WorkFileError, match="cannot hold work"):
        learn(corpus, work=tmp_path / "text")
    with pytest.raises(WorkFileError, match="there is no folder"):
        learn(corpus, work=tmp_path / "none" / "work")


def test_names_of_files_that_are_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    for number in range(4):
        name = os.fsdecode(b"\xff%d.html" % number)
        (folder / name).write_text(product(number), "utf-8")
    keys: list[str] = []
    learned = learn(open_corpus(folder), on_page=lambda key, _: keys.append(key))
    assert [one.pages for one in learned.templates] == [4]
    assert learned.templates[0].outline is not None
    assert sorted(keys) == sorted(page.key for page in open_corpus(folder).pages())
    assert written(learned, tmp_path)


# Pages of no template


def test_pages_pending_are_learned_from(tmp_path: Path) -> None:
    with PendingStore(tmp_path / "pending.sqlite") as store:
        few = [(url_of("about", number), about(number)) for number in range(2)]
        for url, html in [*site(range(6), range(5)), *few]:
            store.add(url, html.encode())
        keys: list[str] = []
        learned = learn(store, on_page=lambda key, _: keys.append(key))
        assert [one.pages for one in learned.templates] == [6, 5]
        assert store.remove(keys) == 11
        assert store.remove([*keys, "1"]) == 0
        assert [page.url for page in store.pages()] == [url for url, _ in few]


def test_the_templates_can_be_saved_and_loaded(corpus: Corpus, tmp_path: Path) -> None:
    learned = learn(corpus)
    written(learned, tmp_path)
    assert [one.id for one in Templates.load(tmp_path / "t.json")] == [*learned.new]
    assert written(
        LearnedTemplates(Templates.load(tmp_path / "t.json"), (), learned.counts), tmp_path
    ) == (written(learned, tmp_path))
