"""Learning templates from saved pages: kinds, counts, resuming, executors, what goes wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from template_site import HOST, about, post, product, redesigned, url_of

from scrapy_treesim.files.corpus import Corpus, open_corpus
from scrapy_treesim.files.executors import (
    ExecutorError,
    SerialExecutor,
    Workers,
    open_executor,
)
from scrapy_treesim.files.saved_page import SavedPage
from scrapy_treesim.templates.clustering import METHODS
from scrapy_treesim.templates.learn import learning
from scrapy_treesim.templates.learn.learning import LearnedTemplates, learn, read_batch
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


def test_sites_are_learned_apart(tmp_path: Path) -> None:
    pages = [*site(range(8), ()), *site(range(5), (), host="other.example")]
    learned = learn(open_corpus(save(tmp_path / "p.jsonl", pages)))
    assert [(one.id, one.pages) for one in learned.templates] == [
        ("other.example/1", 5), (f"{HOST}/1", 8),
    ]  # fmt: skip


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


@pytest.mark.parametrize("method", METHODS)
def test_any_method_of_clustering_will_do(corpus: Corpus, tmp_path: Path, method: str) -> None:
    learned = learn(corpus, method=method)
    assert sum(one.pages for one in learned.templates) == 32
    work = tmp_path / "work"
    learn(corpus, method=method, work=work)
    again = learn(corpus, method=method, work=work)
    assert written(again, tmp_path) == written(learned, tmp_path)


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


# The same whatever does the work


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


def test_a_run_that_was_cut_off_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = save(tmp_path / "p.jsonl", site(range(40), range(40)))
    work = tmp_path / "work.sqlite"
    monkeypatch.setattr(learning, "BATCH_PAGES", 5)
    real = learning.read_batch
    taken: list[Any] = []

    def cut_off(batch: Any, **given: Any) -> Any:
        taken.append(batch)
        if len(taken) > 6:
            raise KeyboardInterrupt
        return real(batch, **given)

    with monkeypatch.context() as patch:
        patch.setattr(learning, "read_batch", cut_off)
        with pytest.raises(KeyboardInterrupt):
            learn(open_corpus(feed), work=work)
    learned = learn(open_corpus(feed), work=work)
    assert 20 <= learned.counts.resumed <= 30
    assert [one.pages for one in learned.templates] == [40, 40]
    assert written(learned, tmp_path) == written(learn(open_corpus(feed)), tmp_path)


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
