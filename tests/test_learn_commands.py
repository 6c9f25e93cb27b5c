"""``scrapy treesim learn`` and ``label``, and the example project's loop that they make."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from scrapy.settings import Settings
from template_site import (
    HOST,
    about,
    name_of,
    pages,
    post,
    price_of,
    product,
    redesigned,
    url_of,
)
from test_learn import save, site

from scrapy_treesim import Page, Templates
from scrapy_treesim.commands import Command
from scrapy_treesim.commands import label as label_command
from scrapy_treesim.templates.labels.label_examples import node_at
from scrapy_treesim.templates.labels.labelling import label
from scrapy_treesim.templates.learn import learning as templates_learn
from scrapy_treesim.templates.rules import Example, LabelError
from scrapy_treesim.templates.store.pending import PendingStore

PROJECT = Path(__file__).parents[1] / "example_project"


@dataclass(frozen=True, slots=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(folder: Path, *arguments: str | Path, settings: Mapping[str, Any] | None = None) -> Done:
    """``scrapy treesim ...`` in this process, as Scrapy runs it."""
    command = Command()
    command.settings = Settings(settings)
    parser = ArgumentParser()
    command.add_options(parser)
    opts, rest = parser.parse_known_args([*map(str, arguments)])
    out, err = StringIO(), StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            command.process_options(rest, opts)
            command.run(rest, opts)
        except SystemExit as ended:
            code = int(ended.code or 0)
            return Done(code, out.getvalue(), err.getvalue())
    return Done(command.exitcode, out.getvalue(), err.getvalue())


def succeeds(folder: Path, *arguments: str | Path) -> Done:
    """Run a command that does what it should."""
    done = run(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return done


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def told(done: Done) -> str:
    """The one line that a refused command ends with."""
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the templates of products and posts, learned by the command."""
    folder = tmp_path_factory.mktemp("learned")
    save(folder / "pages.jsonl", site())
    done = succeeds(folder, "learn", "pages.jsonl", "-o", "t.json", "--workers", "1")
    assert "32 pages, 32 in 2 new templates; written to t.json" in done.stderr
    assert [line.split()[:4] for line in done.stdout.splitlines()[1:]] == [
        ["+", f"{HOST}/1", "20", "62%"], ["+", f"{HOST}/2", "12", "38%"],
    ]  # fmt: skip
    return folder


@pytest.fixture
def file(learned: Path, tmp_path: Path) -> Path:
    """A copy of the file of templates, and of the pages beside it."""
    for name in ("pages.jsonl", "t.json"):
        shutil.copy(learned / name, tmp_path / name)
    return tmp_path / "t.json"


def examples(folder: Path, *entries: Any) -> Path:
    path = folder / "examples.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in entries), "utf-8")
    return path


def of_product(number: int, **fields: Any) -> dict[str, Any]:
    given = fields or {"name": name_of(number), "price": price_of(number)}
    return {"url": url_of("goods", number), "fields": given}


# Learning


def test_what_others_write_while_it_learns_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = file.parent
    learn = templates_learn.learn

    def slowly(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(templates_learn, "learn", learn)
        learned = learn(*given, **named)
        path = examples(folder, of_product(1), of_product(2))
        asked = ("--examples", path, "--pages", "pages.jsonl")
        succeeds(folder, "label", file, *asked)
        save(folder / "other.jsonl", [(url_of("more", n), redesigned(n)) for n in range(5)])
        succeeds(folder, "learn", "other.jsonl", "-o", file, "--workers", "1")
        return learned

    save(folder / "more.jsonl", [(url_of("about", n), about(n)) for n in range(5)])
    monkeypatch.setattr(templates_learn, "learn", slowly)
    done = succeeds(folder, "learn", "more.jsonl", "-o", file, "--workers", "1")
    after = Templates.load(file)
    assert [one.id for one in after] == [f"{HOST}/{number}" for number in (1, 2, 3, 4)]
    assert [*after[0].fields] == ["name", "price"]
    match = after.match(Page(about(9), url_of("about", 9)))
    assert match is not None
    assert match[0].id == f"{HOST}/4"
    (new,) = (line for line in done.stdout.splitlines() if line.startswith("+"))
    assert f"{HOST}/4" in new


def test_the_table_has_whole_addresses(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    templates = Templates.load(file)
    medoid = f"https://shop.example/{'long/' * 40}good.html"
    Templates(tuple(replace(one, medoid=medoid) for one in templates)).save(file)
    done = succeeds(file.parent, "learn", "--list", "-o", file)
    assert [line.split()[-1] for line in done.stdout.splitlines()[1:]] == [medoid, medoid]


def test_pages_pending_are_learned_and_stay_until_their_template_is_labelled(file: Path) -> None:
    pending = file.parent / "p.sqlite"
    with PendingStore(pending) as store:
        for number in range(6):
            store.add(url_of("about", number), about(number).encode())
        for number in range(2):
            store.add(url_of("goods", number), redesigned(number).encode())
    settings = (f"TREESIM_TEMPLATES_PENDING={pending}", f"TREESIM_TEMPLATES={file}")
    chosen = [word for one in settings for word in ("-s", one)]
    done = succeeds(file.parent, "learn", "--pending", *chosen)
    assert [one.id for one in Templates.load(file)] == [f"{HOST}/{n}" for n in (1, 2, 3)]
    assert f"no fields were known before on the pages of {HOST}/3 (6 pages)" in done.stderr
    assert f"scrapy treesim label {file} --examples FILE --pages {pending}" in done.stderr
    content = file.read_bytes()
    done = run(file.parent, "learn", "--pending", pending, "-o", file)
    assert "nothing new to write" in done.stderr
    assert file.read_bytes() == content
    with PendingStore(pending) as store:
        assert len(store) == 8
    # Labelled on the pages that wait, by the command that was named.
    path = examples(file.parent, {"url": url_of("about", 1), "fields": {"message": "Message 1"}})
    done = succeeds(file.parent, "label", file, "--examples", path, "--pages", pending)
    assert "  message on 6 of 6 pages\n" in done.stdout
    done = run(file.parent, "learn", "--pending", pending, "-o", file)
    assert "6 of templates known already" in done.stderr
    with PendingStore(pending) as store:
        assert [page.url for page in store.pages()] == [url_of("goods", n) for n in range(2)]


@pytest.fixture
def relaunched(file: Path) -> Path:
    """A store of pages in another design, after a crawl of what they were before."""
    path = examples(file.parent, of_product(1), of_product(2))
    arguments = ("label", file, "--examples", path, "--pages", "pages.jsonl")
    succeeds(file.parent, *arguments)
    pending = file.parent / "p.sqlite"
    with PendingStore(pending) as store:
        for number in range(20):
            found = Templates.load(file).extract(Page(product(number), url_of("goods", number)))
            assert found is not None
            store.seen.remember(url_of("goods", number), found.template, found.fields)
            # The price of one has changed, and one is at another address.
            html = redesigned(number).replace(price_of(3), "1.90 EUR")
            store.add(url_of("goods", 90 if number == 4 else number), html.encode())
    return pending


def test_fields_are_found_again_by_what_was_known_and_taken_by_one_command(
    file: Path, relaunched: Path
) -> None:
    done = succeeds(file.parent, "learn", "--pending", relaunched, "-o", file, "--min-pages", "3")
    assert f"{HOST}/3: fields as {HOST}/1 found them on 20 pages before" in done.stdout
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if " of " in line}
    assert "text" in rows["name"]
    assert "price" in rows["price"]
    assert f"scrapy treesim label {file} --pending {relaunched} --accept" in done.stderr
    assert not Templates.load(file).by_id(f"{HOST}/3").fields
    content = file.read_bytes()
    shown = run(file.parent, "label", file, "--pending", relaunched)
    assert shown.stdout in done.stdout
    assert file.read_bytes() == content
    done = succeeds(file.parent, "label", file, "--pending", relaunched, "--accept")
    assert f"{HOST}/3: name, price, from 20 pages seen before; in {file}" in done.stdout
    assert "  name on 20 of 20 pages\n" in done.stdout
    match = Templates.load(file).extract(Page(redesigned(77), url_of("goods", 77)))
    assert match is not None
    assert (match.template, match.fields) == (
        f"{HOST}/3", {"name": name_of(77), "price": price_of(77)},
    )  # fmt: skip
    done = run(file.parent, "label", file, "--pending", relaunched, "--accept")
    assert done.returncode == 1
    assert "no field is sure enough" in done.stderr


def test_what_is_not_found_again_is_told(file: Path, relaunched: Path) -> None:
    with PendingStore(relaunched) as store:
        for seen in [*store.seen.pages()]:
            store.seen.remember(seen.url, seen.template, {**seen.fields, "colour": "Puce"})
    done = run(file.parent, "learn", "--pending", relaunched, "-o", file)
    assert "not found again: colour\n" in done.stdout
    done = run(file.parent, "label", file, "--pending", relaunched, "--accept")
    assert f"{HOST}/3: colour was not found again: give an example\n" in done.stderr
    assert {*Templates.load(file).by_id(f"{HOST}/3").fields} == {"name", "price"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["learn", "-o", "t.json"], "learn wants saved PAGES, or --pending"),
        (["learn", "pages.jsonl"], "learn wants --output"),
        (["learn", "feed.json", "-o", "t.json"], "learned from HTML: feed.json is JSON"),
        (["learn", "none.jsonl", "-o", "t.json"], "there is no none.jsonl: give a folder of HTML"),
        (["learn", "pages.jsonl", "-o", "none/t.json"], "there is no folder none"),
        (["learn", "--pending", "-o", "t.json"], "the setting TREESIM_TEMPLATES_PENDING"),
        (["learn", "--pending", "none", "-o", "t.json"], "there is no none: crawls make it"),
        (
            ["learn", "pages.jsonl", "--pending", "t.json", "-o", "t.json"],
            "learn wants saved PAGES or --pending, not both: pages.jsonl, t.json",
        ),
        (
            ["learn", "pages.jsonl", "-s", "TREESIM_TEMPLATES=a.json, b.json"],
            "TREESIM_TEMPLATES has a.json, b.json: give one of them as --output",
        ),
        (["learn", "pages.jsonl", "-o", "t.json", "--method", "x"], "there is no method 'x'"),
        (["learn", "pages.jsonl", "-o", "t.json", "--executor", "x"], "there is no executor 'x'"),
        (["label", "t.json"], "label wants one file of templates, and --examples, --propose or"),
        (["label", "none.json", "--examples", "x"], "none.json cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    file: Path, arguments: list[str], said: str
) -> None:
    done = run(file.parent, *arguments)
    assert done.returncode == 2
    assert said in told(done)


def test_a_work_file_of_another_store_takes_no_page_out_of_this_one(tmp_path: Path) -> None:
    def gathered(name: str, pages: Iterable[tuple[str, str]]) -> None:
        with PendingStore(tmp_path / name) as store:
            for url, html in pages:
                store.add(url, html.encode())

    def left(name: str) -> list[str]:
        with PendingStore(tmp_path / name) as store:
            return [page.url for page in store.pages()]

    arguments = ("-o", "t.json", "--work", "w.sqlite", "--workers", "1")
    gathered("a.sqlite", site(range(6), ()))
    first = run(tmp_path, "learn", "--pending", "a.sqlite", *arguments)
    assert "6 pages, 6 in 1 new template;" in first.stderr
    assert len(left("a.sqlite")) == 6
    path = examples(tmp_path, of_product(1))
    assert run(tmp_path, "label", "t.json", "--examples", path, "--pages", "a.sqlite").stdout
    run(tmp_path, "learn", "--pending", "a.sqlite", *arguments)
    assert left("a.sqlite") == []
    # With the same numbers: two of which nothing is learned as yet, and two that came again.
    few = [*site((), range(2))]
    gathered("b.sqlite", [*few, *site([3, 4], ())])
    run(tmp_path, "learn", "--pending", "b.sqlite", *arguments)
    assert left("b.sqlite") == [url for url, _ in few]
    # Learned at last, with others like them.
    gathered("b.sqlite", site((), range(2, 6)))
    last = run(tmp_path, "learn", "--pending", "b.sqlite", *arguments)
    assert "6 in 1 new template" in last.stderr
    assert len(left("b.sqlite")) == 6
    assert [one.pages for one in Templates.load(tmp_path / "t.json")] == [6, 6]


@pytest.mark.parametrize("number", [1, 2])
def test_one_is_told_as_one(tmp_path: Path, number: int) -> None:
    save(tmp_path / "p.jsonl", [(url_of("none", n), "<title>404</title>") for n in range(number)])
    with (tmp_path / "p.jsonl").open("a", encoding="utf-8") as feed:
        feed.write("{}\n" * number)
    done = run(tmp_path, "learn", "p.jsonl", "-o", "t.json", "--workers", "1")
    assert done.stderr.startswith(
        "1 page, 1 error page left out, 1 entry that is no page; nothing"
        if number == 1
        else "2 pages, 2 error pages left out, 2 entries that are no pages; nothing"
    )


def test_a_damaged_file_is_told_and_the_exit_code_is_1(tmp_path: Path) -> None:
    save(tmp_path / "p.jsonl", site(range(6), ()))
    whole = (tmp_path / "p.jsonl").read_bytes()
    (tmp_path / "p.jsonl").write_bytes(whole[:-30])
    done = run(tmp_path, "learn", "p.jsonl", "-o", "t.json", "--workers", "1")
    assert done.returncode == 1
    assert "5 pages" in done.stderr
    assert "1 entry that is no page (1 of damaged files: pages may be missing)" in done.stderr
    assert len(Templates.load(tmp_path / "t.json")) == 1
    (tmp_path / "p.jsonl").write_bytes(whole)
    assert run(tmp_path, "learn", "p.jsonl", "-o", "t.json", "--workers", "1").returncode == 0


# Labelling


def test_examples_label_the_templates_of_their_pages(file: Path) -> None:
    posts = [{"url": url_of("news", n), "fields": {"headline": f"News {n}"}} for n in (3, 4)]
    path = examples(file.parent, of_product(1), *posts, of_product(2))
    done = succeeds(file.parent, "label", file, "--examples", path, "--pages", "pages.jsonl")
    assert f"{HOST}/1: name, price, from 2 examples; in {file}" in done.stdout
    templates = Templates.load(file)
    assert templates.field_names == ("name", "price", "headline")
    for number in (77, 78):
        match = templates.extract(Page(product(number), url_of("goods", number)))
        assert match is not None
        assert match.fields == {"name": name_of(number), "price": price_of(number)}
    expected = templates[0].expected
    assert expected is not None
    # One product in four has no price.
    assert expected.fields == {"name": 1.0, "price": 0.75}
    assert f"{HOST}/1: name, price, from 2 examples; in {file}\n  name on 20 of 20 pages\n" in (
        done.stdout
    )
    assert "  price on 15 of 20 pages\n" in done.stdout
    assert "headline, from 2 examples" in done.stdout
    assert "  headline on 12 of 12 pages\n" in done.stdout
    without = ", ".join(url_of("goods", number) for number in (0, 4, 8))
    assert done.stderr == f"{HOST}/1: price is not found on {without} and 2 pages more\n"


def test_what_others_write_while_it_labels_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = file.parent
    plain = label

    def slowly(*given: Any) -> Any:
        monkeypatch.setattr(label_command, "label", plain)
        labelled = plain(*given)
        path = folder / "other.jsonl"
        path.write_text(json.dumps(of_product(2, price=price_of(2))), "utf-8")
        with_pages = ("--examples", path, "--pages", "pages.jsonl")
        succeeds(folder, "label", file, *with_pages)
        save(folder / "more.jsonl", [(url_of("about", n), about(n)) for n in range(5)])
        succeeds(folder, "learn", "more.jsonl", "-o", file, "--workers", "1")
        return labelled

    monkeypatch.setattr(label_command, "label", slowly)
    path = examples(folder, of_product(1, name=name_of(1)))
    done = succeeds(folder, "label", file, "--examples", path, "--pages", "pages.jsonl")
    after = Templates.load(file)
    assert [one.id for one in after] == [f"{HOST}/{number}" for number in (1, 2, 3)]
    assert [*after[0].fields] == ["name", "price"]
    assert after[0].expected is not None
    assert after[0].expected.fields == {"name": 1.0, "price": 0.75}
    before = Templates.load(file)

    def gone(*given: Any) -> Any:
        labelled = plain(*given)
        before.without([f"{HOST}/1"]).save(file)
        return labelled

    monkeypatch.setattr(label_command, "label", gone)
    done = run(folder, "label", file, "--examples", path, "--pages", "pages.jsonl")
    assert f"there is no template '{HOST}/1'; there are" in told(done)


def test_a_field_that_is_found_on_clearly_fewer_pages_is_told(file: Path) -> None:
    pages = ("--pages", "pages.jsonl")
    path = examples(file.parent, of_product(1, offer=name_of(1)), of_product(2, offer=name_of(2)))
    done = run(file.parent, "label", file, "--examples", path, *pages)
    assert "  offer on 20 of 20 pages\n" in done.stdout
    assert done.stderr == ""
    # One product in four has no price.
    path = examples(file.parent, of_product(1, offer=price_of(1)))
    done = run(file.parent, "label", file, "--examples", path, *pages)
    assert done.returncode == 0
    assert f"{HOST}/1: offer, from 1 example; in {file}\n  offer on 15 of 20 pages\n" in done.stdout
    fewer, lacking = done.stderr.splitlines()
    assert f"{HOST}/1: offer is found on 15 of 20 pages, and was on 20 before" in fewer
    assert lacking.startswith(f"{HOST}/1: offer is not found on {url_of('goods', 0)}")
    save(file.parent / "posts.jsonl", site((), range(3)))
    (file.parent / "one.html").write_text(product(1), "utf-8")
    path = examples(file.parent, {"page": "one.html", "fields": {"name": name_of(1)}})
    done = run(file.parent, "label", file, "--examples", path, "--pages", "posts.jsonl")
    assert "none of --pages is of it" in done.stdout


def test_pages_may_be_files_and_fields_are_added(file: Path) -> None:
    (file.parent / "one.html").write_text(product(1), "utf-8")
    for fields in ({"name": name_of(1)}, {"price": price_of(1)}):
        path = examples(file.parent, {"page": "one.html", "fields": fields})
        succeeds(file.parent, "label", file, "--examples", path)
    assert {*Templates.load(file)[0].fields} == {"name", "price"}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (of_product(1, name="Nothing like it"), ["line 1", "name", "Nothing like it"]),
        (of_product(1, **{"a name": name_of(1)}), ["line 1", "'a name' is no name for a field"]),
        (of_product(1, name=""), ["line 1", "the field name has no value"]),
        (of_product(1, name=7), ["line 1: fields.name: it should be a text or a list of texts"]),
        ({"url": url_of("goods", 99), "fields": {"a": "b"}}, ["line 1: there is no page https"]),
        ({"page": "none.html", "fields": {"a": "b"}}, ["line 1: there is no", "none.html"]),
        ({"page": "x" * 5_000, "fields": {"a": "b"}}, ["File name too long"]),
        ({"page": "about.html", "fields": {"a": "b"}}, ["line 1", "about.html is of no template"]),
        ({"fields": {"a": "b"}}, ['line 1: an example has "page", a file, or "url"']),
        (
            {"url": "http://a/", "page": 5, "fields": {"a": "b"}},
            ["page: it should be the name of a file"],
        ),
        ({"url": "x", "fields": {}}, ["line 1: fields: it should have the values on the page"]),
        (["x"], ["example 1: it should be an object, not 'x'"]),
        ('{"url": "a", "fields": {"a": "b"}, "fields": {"c": "d"}}', ["'fields' twice"]),
        ('{"url": "http://a/", "fields": {"a": "\\udcff"}}', ["is half a character"]),
        (
            {**of_product(1), "types": {"name": "colour"}},
            ["types.name: it should be one of availability"],
        ),
        ({**of_product(1), "types": ["name"]}, ["types: it should be an object"]),
        (
            json.dumps({**of_product(1), "types": {"name": "list"}})
            + "\n"
            + json.dumps({**of_product(2), "types": {"name": "text"}}),
            ["line 2: name is of the type text here and list in"],
        ),
    ],
    ids=lambda value: str(value)[:50],
)
def test_an_example_that_cannot_be_used_is_told_in_one_line(
    file: Path, entry: Any, said: list[str]
) -> None:
    (file.parent / "about.html").write_text(about(), "utf-8")
    path = file.parent / "examples.jsonl"
    path.write_text(entry if isinstance(entry, str) else json.dumps(entry), "utf-8")
    before = file.read_bytes()
    done = run(file.parent, "label", file, "--examples", path, "--pages", "pages.jsonl")
    assert done.returncode == 2
    for words in said:
        assert words in told(done)
    assert len(told(done)) < 6_000
    assert file.read_bytes() == before


def test_examples_may_be_a_json_list_and_must_be_json(file: Path) -> None:
    path = file.parent / "examples.json"
    path.write_text(json.dumps([of_product(1)], indent=2), "utf-8")
    arguments = ("label", file, "--examples", path, "--pages", "pages.jsonl")
    succeeds(file.parent, *arguments)
    path.write_text('{"url": ', "utf-8")
    assert "examples.json, line 1 is no JSON" in told(run(file.parent, *arguments))
    path.write_text("", "utf-8")
    assert "examples.json has no examples" in told(run(file.parent, *arguments))


def test_a_page_of_a_site_without_templates_is_told() -> None:
    page = Example(Page(post(1), url_of("news", 1)), {"headline": "News 1"}, name="a page")
    with pytest.raises(LabelError, match="a page is of no template, as its site has none"):
        label(Templates(), [page])


# The example project

GOODS = sorted(
    path.name
    for path in (PROJECT / "site" / "shop").glob("*-*.html")
    if not path.name.startswith("page-")
)


def scrapy(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.waits
def test_the_example_projects_loop(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("output", "__pycache__"))
    (project / "output").mkdir()
    file = project / "output" / "templates.json"
    starts = ("    scrapy treesim l", "    scrapy crawl fields")
    lines = (PROJECT / "README.md").read_text("utf-8").splitlines()
    commands = [line for line in lines if line.startswith(starts)]
    learn, label, crawl, again, recrawl = (one.split()[1:] for one in commands)
    scrapy(project, *learn)
    goods = Templates.load(file)[0]
    assert goods.medoid.startswith("shop/")
    assert goods.pages >= 10
    scrapy(project, *label)
    scrapy(project, *crawl)
    found = _goods(project)
    assert [*found] == GOODS
    assert found["stoneware-starter-jar-with-lid.html"] == {
        "name": "Stoneware Starter Jar with Lid", "maker": "Pellow Pottery", "price": "£21.00",
    }  # fmt: skip
    pending = project / "output" / "pending.sqlite"
    with PendingStore(pending) as store:
        before = len(store)
    scrapy(project, *again)
    # They stay for whoever labels their templates.
    with PendingStore(pending) as store:
        assert len(store) == before
    templates = Templates.load(file)
    assert templates[0].signature == goods.signature
    assert {*templates[0].fields} == {"name", "maker", "price"}
    assert len(templates) >= 5
    assert [one.id for one in templates] == [f"any/{n + 1}" for n in range(len(templates))]
    scrapy(project, *recrawl)
    assert _goods(project) == found


def _goods(project: Path) -> dict[str, dict[str, str]]:
    root = ElementTree.fromstring((project / "output" / "fields.xml").read_text("utf-8"))
    found = {
        (item.findtext("url") or "").rpartition("/")[2]: {
            one.tag: one.text or "" for one in item.iterfind("fields/*")
        }
        for item in root.iterfind("item")
    }
    return {name: found[name] for name in sorted(found) if name in GOODS}


# Checks of labels


def test_labels_that_are_swapped_are_told_of(file: Path) -> None:
    shop = pages("goods", product, range(6))
    good = [
        Example(shop[n], {"name": name_of(n), "price": price_of(n)}, name=f"page {n}")
        for n in range(2)
    ]
    bad = Example(shop[2], {"name": price_of(2), "price": name_of(2)}, name="page 2")
    remarks = label(Templates.load(file), [*good, bad]).remarks[f"{HOST}/1"]
    for name, given, other in (
        ("name", price_of(2), name_of(2)), ("price", name_of(2), price_of(2)),
    ):  # fmt: skip
        said = f'page 2: {name} should be "{given}", and the rules find "{other}"'
        assert said in remarks
    assert label(Templates.load(file), good, shop[3:]).remarks[f"{HOST}/1"] == []


def test_a_text_that_stands_at_two_places_that_disagree_is_questioned(file: Path) -> None:
    def html(number: int, said: str) -> str:
        return product(number).replace("It has the number", f"<b>{said}</b> It has the number")

    first = Page(html(1, price_of(1)), url_of("goods", 1))
    others = [Page(html(n, "Sale"), url_of("goods", n)) for n in range(2, 6)]
    example = Example(first, {"price": price_of(1)}, name="page 1")
    remarks = label(Templates.load(file), [example], others).remarks[f"{HOST}/1"]
    (asked,) = [line for line in remarks if "stands at" in line]
    assert asked.startswith(f'page 1: price, "{price_of(1)}", stands at /html/body/main/p and at ')
    assert f'on {url_of("goods", 2)} these are "{price_of(2)}" and "Sale"' in asked
    at = node_at(first, "/html/body/main/p")
    assert at is not None
    pinned = Example(first, {"price": price_of(1)}, {"price": [at[0]]}, name="page 1")
    remarks = label(Templates.load(file), [pinned], others).remarks[f"{HOST}/1"]
    assert not [line for line in remarks if "stands at" in line]


def test_the_type_of_a_field_is_declared_or_told_and_kept(file: Path) -> None:
    path = examples(
        file.parent,
        {**of_product(1), "types": {"name": "list"}},
        {**of_product(4), "fields": {"name": name_of(4), "price": None}},
    )
    succeeds(file.parent, "label", file, "--examples", path, "--pages", "pages.jsonl")
    fields = Templates.load(file)[0].fields
    assert {name: one.type for name, one in fields.items()} == {"name": "list", "price": "price"}
    match = Templates.load(file).extract(Page(product(77), url_of("goods", 77)))
    assert match is not None
    assert match.fields["name"] == [name_of(77)]
    assert match.typed["name"] == [name_of(77)]
    amount, currency = price_of(77).split()
    assert match.typed["price"] == {"amount": float(amount), "currency": currency}
