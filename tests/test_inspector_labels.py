"""A click and a name in the inspector: what it teaches, shows and writes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from template_site import HOST, about, name_of, post, price_of, product, url_of
from test_learn import save, site
from test_learn_commands import run

from scrapy_treesim import KeyTrees, Page, Templates, find_records
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.inspector.inspection import InspectedPage, Inspection, InspectionFiles
from scrapy_treesim.inspector.labels import example_file
from scrapy_treesim.inspector.labels.example_file import TemplatePages
from scrapy_treesim.inspector.labels.key_tree_making import (
    NO_ADDRESS,
    preview_key_tree,
    save_key_tree,
    suggested_name,
    suggested_pattern,
)
from scrapy_treesim.inspector.labels.labelling import Labelling
from scrapy_treesim.inspector.labels.values import (
    Label,
    NodeReader,
    find_value,
    node_value,
    parallel_nodes,
)
from scrapy_treesim.templates.labels.label_examples import ExampleFileError, node_at, xpath_of
from scrapy_treesim.templates.rules import Example, LabelError, apply_rules, learn_rules
from scrapy_treesim.tree import tags

PROJECT = Path(__file__).parents[1] / "example_project"
GOODS = f"{HOST}/1"


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a feed of a small shop, and the templates of it."""
    folder = tmp_path_factory.mktemp("learned")
    save(folder / "pages.jsonl", site())
    done = run(folder, "learn", "pages.jsonl", "-o", "t.json", "--workers", "1")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def folder(learned: Path, tmp_path: Path) -> Path:
    for name in ("pages.jsonl", "t.json"):
        shutil.copy(learned / name, tmp_path / name)
    return tmp_path


def opened(*pages: tuple[str, str]) -> list[InspectedPage]:
    return [InspectedPage(url.rpartition("/")[2], Page(html, url)) for url, html in pages]


def goods(number: int, html: Callable[[int], str] = product) -> tuple[str, str]:
    return url_of("goods", number), html(number)


def session(
    folder: Path, *pages: tuple[str, str], corpus: bool = True, examples: str = "l.jsonl"
) -> Labelling:
    files = InspectionFiles((folder / "t.json",), (), folder / examples)
    saved = open_corpus(folder / "pages.jsonl") if corpus else None
    return Labelling(Inspection(opened(*pages), files, corpus=saved))


def node_of(html: str | Page, text: str, nth: int = 0) -> int:
    """The element of the nth text that is just this."""
    tree = (html if isinstance(html, Page) else Page(html)).tree
    nodes = [n for n, tag in enumerate(tree.tag) if tag == tags.TEXT and tree.plain_text(n) == text]
    return tree.parent[nodes[nth]]


def click(number: int, field: str, text: str, **more: Any) -> Label:
    return Label(0, node_of(product(number), text), field, **more)


def lines(folder: Path, name: str = "l.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


# Values shown by their nodes


def sizes(rating: int, left: int, sold: int) -> str:
    return (
        f"<body><p>{rating}</p><div><p>{left}</p><div><p>{sold}</p></div></div>"
        f"<ul>{'<li>4</li>' * 80}</ul><section><p>{sold}</p><p>{left}</p></section></body>"
    )


def test_of_a_value_that_stands_often_the_one_that_was_shown_is_learned() -> None:
    page = Page(sizes(4, 4, 4))
    shown = node_of(page, "4", 2)
    other = Page(sizes(1, 2, 3))
    assert page.xpath(shown) == "/html/body/div/div/p"
    rules = learn_rules([Example(page, {"sold": "4"}, {"sold": [shown]})])
    assert apply_rules(rules, other)["sold"].values == ("3",)
    rules = learn_rules([Example(page, {"rating": "4"}, {"rating": [node_of(page, "4", 0)]})])
    assert apply_rules(rules, other)["rating"].values == ("1",)


# Places

ODD = "<body><div><x:y>1</x:y><p>2<b>3</b></p></div><svg><a/></svg></body></html><p>4</p>"


def test_a_place_that_a_page_writes_is_found_again() -> None:
    for html in (product(1), ODD, "<p>just this", (PROJECT / "site/index.html").read_text()):
        page = Page(html)
        for node, tag in enumerate(page.tree.tag):
            if tag != tags.TEXT:
                assert node_at(page, xpath_of(page, node)) == (node, "")
                assert node_at(page, xpath_of(page, node, "href")) == (node, "href")


@pytest.mark.parametrize(
    "place",
    [
        "//p", "/html/body/p[9]", "/html/body/*", "count(//p)", "/html/body/p | //p", "",
        "/html/body/p[last()]", "document('file:///etc/passwd')", "/html" * 50_000,
        "/html/body/p[1]/text()",
    ],
)  # fmt: skip
def test_any_other_expression_is_no_place(place: str) -> None:
    assert node_at(Page("<p>1</p><p>2</p>"), place) is None


# What is taken of a node


@pytest.mark.parametrize(
    ("html", "tag", "expected"),
    [
        ("<p>one <b>two</b></p>", "p", [("text", "one two")]),
        ("<img src=/i.png alt=Pan>", "img", [("src", "http://a.example/i.png"), ("alt", "Pan")]),
        ("<a href=/b>there</a>", "a", [("text", "there"), ("href", "http://a.example/b")]),
        ("<div><i><img alt=Pan></i></div>", "div", [("alt", "Pan")]),
        ("<time datetime=2024-05-01>May</time>", "time",
         [("text", "May"), ("datetime", "2024-05-01")]),
        ("<input value=7>", "input", [("value", "7")]),
        ("<a href='javascript:x()'>x</a>", "a", [("text", "x"), ("href", "javascript:x()")]),
    ],
)  # fmt: skip
def test_what_can_be_taken(html: str, tag: str, expected: list[tuple[str, str]]) -> None:
    page = Page(html, "http://a.example/")
    node = page.tree.tag.index(tags.NUMBER[tag])
    choices = NodeReader(page).choices(node)
    assert [(one.take, one.value) for one in choices] == expected
    assert node_value(page, node) == choices[0]
    assert node_value(page, node, expected[-1][0]) == choices[-1]


def test_what_cannot_be_taken_is_told() -> None:
    page = Page("<body><hr><p>text</p>" + "<p>long text</p>" * 2000)
    hr, p = (page.tree.tag.index(tags.NUMBER[name]) for name in ("hr", "p"))
    with pytest.raises(LabelError, match="this <hr> has no value: click a text"):
        node_value(page, hr)
    with pytest.raises(LabelError, match="this <p> has no 'href' to take; it has text"):
        node_value(page, p, "href")
    with pytest.raises(LabelError, match=r"this <html> has .* click something smaller"):
        node_value(page, 0)
    with pytest.raises(LabelError, match="the page has no node 99999"):
        node_value(page, 99999)


# All in the same place

CARD = (
    "<li class='card{1}'>{2}<h3>{0}</h3><div><p class=old>9{0}</p><p class=price>{0}</p></div></li>"
)


def cards(numbers: range) -> str:
    some = (CARD.format(n, " sale" * (n % 2), "<i>New</i>" * (n % 3 == 0)) for n in numbers)
    return f"<ul>{''.join(some)}</ul>"


def texts(page: Page, nodes: list[int]) -> list[str]:
    return [page.tree.plain_text(node) for node in nodes]


def test_the_same_place_is_that_of_all_records() -> None:
    page = Page(f"<main>{cards(range(8))}</main><aside>{cards(range(20, 24))}</aside>")
    nodes = parallel_nodes(page, node_of(page, "3", 1))
    assert texts(page, nodes) == [str(n) for n in range(8)]
    assert {page.tree.get(node, "class") for node in nodes} == {"price"}
    assert parallel_nodes(page, node_of(page, "23", 0))[0] == node_of(page, "20", 0)


def test_a_cell_stands_for_its_column() -> None:
    rows = "".join(f"<tr><td>{n}</td><td>x</td><td>9{n}</td><td>y</td></tr>" for n in range(3))
    for html in (f"<table>{rows}</table>", rows.replace("tr>", "div>").replace("td>", "span>")):
        page = Page(html)
        assert texts(page, parallel_nodes(page, node_of(page, "91"))) == ["90", "91", "92"]


def test_a_list_in_a_record_is_meant_by_itself_or_by_number() -> None:
    named = "".join(f"<li>{n}<p><b class=tag>a</b><b class=tag>b{n}</b><b class=tag>c</b></p>"
                    f"{'<i>x</i>' * (n % 2)}</li>" for n in range(5))  # fmt: skip
    page = Page(f"<ul>{named}<li><p><b class=tag>d</b></p></li></ul>")
    assert texts(page, parallel_nodes(page, node_of(page, "b2"))) == ["a", "b2", "c"]
    links = "".join(f"<div><a>t{n}</a><a>c{n}</a>{'<a>new</a>' * (n > 1)}</div>" for n in range(5))
    page = Page(f"<main>{links}</main>")
    assert texts(page, parallel_nodes(page, node_of(page, "c3"))) == [f"c{n}" for n in range(5)]


def test_values_beside_a_name_are_a_list_of_their_own() -> None:
    people = "<tr><th>{0}</th><td><a>{0}1</a>, <a>{0}2</a>, <a>{0}3</a></td></tr>"
    page = Page(f"<table>{''.join(map(people.format, 'ABCDE'))}</table>")
    assert texts(page, parallel_nodes(page, node_of(page, "B2"))) == ["B1", "B2", "B3"]


def test_deep_and_wide_pages_are_searched() -> None:
    deep = Page("<div>" * 1500 + "<p>x</p>")
    assert parallel_nodes(deep, node_of(deep, "x")) == [node_of(deep, "x")]
    wide = Page("<p>x</p>" * 5000)
    for node in (node_of(wide, "x"), wide.tree.parent[len(wide.tree) - 1]):
        beside = parallel_nodes(wide, node)
        assert len(beside) == 500
        assert node in beside


# Labelling


def test_a_label_is_shown_on_five_other_pages(folder: Path) -> None:
    labelling = session(folder, goods(1))
    before = (folder / "t.json").read_bytes()
    said = labelling.preview(click(1, "name", name_of(1)))
    assert (said["field"], said["template"]) == ("name", GOODS)
    assert said["here"] == [{"value": name_of(1), "nodes": (node_of(product(1), name_of(1)),)}]
    assert len(said["elsewhere"]) == 5
    for one in said["elsewhere"]:
        number = int(one["url"].rpartition("/")[2].removesuffix(".html"))
        assert one["values"] == (name_of(number),)
        assert number != 1
        assert one["number"] is None
    assert said["notes"] == []
    assert said["saved"] is None
    assert (folder / "t.json").read_bytes() == before
    assert not (folder / "l.jsonl").exists()


def test_what_is_kept_can_be_learned_again_by_the_command(folder: Path) -> None:
    labelling = session(folder, goods(1))
    clean = (folder / "t.json").read_bytes()
    labelling.save(click(1, "name", name_of(1)))
    labelling.save(click(1, "price", price_of(1)))
    assert lines(folder) == [
        {
            "url": url_of("goods", 1),
            "fields": {"name": name_of(1), "price": price_of(1)},
            "xpaths": {"name": ["/html/body/main/h1"], "price": ["/html/body/main/p"]},
        }
    ]
    (folder / "t.json").write_bytes(clean)
    done = run(folder, "label", "t.json", "--examples", "l.jsonl", "--pages", "pages.jsonl")
    assert done.returncode == 0, done.stderr
    match = Templates.load(folder / "t.json").extract(Page(product(41), url_of("goods", 41)))
    assert match is not None
    assert match.fields == {"name": name_of(41), "price": price_of(41)}


def test_pages_that_are_files_are_named_from_the_folder_of_the_examples(folder: Path) -> None:
    (folder / "kept").mkdir()
    file = folder / "a page.html"
    file.write_text(product(1), "utf-8")
    labelling = session(folder, (file.as_uri(), product(1)), examples="kept/l.jsonl")
    labelling.save(click(1, "name", name_of(1)))
    (line,) = lines(folder, "kept/l.jsonl")
    assert line["page"] == "../a page.html"
    done = run(folder, "label", "t.json", "--examples", "kept/l.jsonl")
    assert done.returncode == 0, done.stderr


def test_what_others_wrote_into_the_examples_stays(folder: Path) -> None:
    first = '{"url":   "https://else.example/", "fields": {"name": "x"}}'
    second = json.dumps({"url": url_of("goods", 1), "fields": {"old": "y", "name": "Some"}})
    (folder / "l.jsonl").write_text(f"{first}\n\n{second}\n", "utf-8")
    labelling = session(folder, goods(1))
    notes = labelling.save(click(1, "name", name_of(1)))["notes"]
    text = (folder / "l.jsonl").read_text("utf-8")
    assert text.startswith(f"{first}\n\n")
    assert json.loads(text.splitlines()[2]) == {
        "url": url_of("goods", 1), "fields": {"old": "y", "name": name_of(1)},
        "xpaths": {"name": ["/html/body/main/h1"]},
    }  # fmt: skip
    assert 'This takes the place of what was labelled on this page: "Some".' in notes
    assert any("pages of one earlier example in" in note for note in notes)


def test_a_broken_file_of_examples_is_told_and_stays(folder: Path) -> None:
    (folder / "l.jsonl").write_text("{\n")
    before = (folder / "t.json").read_bytes()
    labelling = session(folder, goods(1))
    with pytest.raises(ExampleFileError, match=r"l\.jsonl, line 1 is no JSON"):
        labelling.save(click(1, "name", name_of(1)))
    assert (folder / "l.jsonl").read_text() == "{\n"
    assert (folder / "t.json").read_bytes() == before


def test_earlier_examples_of_the_field_count(folder: Path) -> None:
    """A price may stand in a second place: two pages teach both."""

    def otherwise(number: int) -> str:
        return product(number).replace("<p class='price'>", "<p class='offer'>")

    pages = [goods(1), goods(2, otherwise), goods(3, otherwise), goods(4)]
    labelling = session(folder, *pages, corpus=False)
    first = labelling.save(click(1, "price", price_of(1)))
    assert [one["values"] for one in first["elsewhere"]][-1] == (price_of(4),)
    node = node_of(otherwise(2), price_of(2))
    second = labelling.save(Label(1, node, "price"))
    assert {one["number"]: one["values"] for one in second["elsewhere"]} == {
        0: (price_of(1),), 2: (price_of(3),), 3: (price_of(4),),
    }  # fmt: skip
    again = session(folder, pages[1], pages[2], corpus=True)
    found = again.preview(Label(0, node, "price"))
    assert found["here"][0]["value"] == price_of(2)
    assert 'labelled on this page: "' in found["notes"][0]
    assert not any("not at hand" in note for note in found["notes"])


def test_examples_that_contradict_one_another_are_told(folder: Path) -> None:
    labelling = session(folder, goods(1), goods(2), corpus=False)
    labelling.save(click(1, "name", name_of(1)))
    label = Label(1, node_of(product(2), price_of(2)), "name")
    notes = labelling.preview(label)["notes"]
    assert any("name should be" in note for note in notes)


def test_with_no_other_page_it_is_told_how_to_have_some(folder: Path) -> None:
    labelling = session(folder, goods(1), (url_of("news", 1), post(1)), corpus=False)
    preview = labelling.preview(click(1, "name", name_of(1)))
    assert preview["elsewhere"] == []
    assert "--pages" in preview["notes"][-1]


def test_rules_whose_examples_are_not_known_are_told_of(folder: Path) -> None:
    labelling = session(folder, goods(1), examples="a.jsonl")
    labelling.save(click(1, "name", name_of(1)))
    notes = session(folder, goods(2), examples="b.jsonl").preview(click(2, "name", name_of(2)))[
        "notes"
    ]
    assert notes[0] == (
        f"{GOODS} has the field name already, from examples that are not at hand: saving replaces"
        " its rules."
    )


def test_all_values_of_a_list_are_labelled_by_one(tmp_path: Path) -> None:
    shop = PROJECT / "site" / "shop"
    assert run(tmp_path, "learn", shop, "-o", "t.json", "--workers", "1").returncode == 0
    files = InspectionFiles((tmp_path / "t.json",), (), tmp_path / "l.jsonl")
    page = Page((shop / "index.html").read_bytes(), (shop / "index.html").as_uri())
    inspection = Inspection([InspectedPage("index.html", page)], files, corpus=open_corpus(shop))
    labelling = Labelling(inspection)
    label = Label(0, find_value(page, "£48.50")["found"][0].node, "prices", all=True)
    said = labelling.save(label)
    assert sum(len(one["nodes"]) for one in said["here"]) == 12
    assert said["here"][0]["value"] == "£64.00"
    assert [len(one["values"]) for one in said["elsewhere"]] == [12, 12]
    (line,) = lines(tmp_path)
    assert len(line["fields"]["prices"]) == len(line["xpaths"]["prices"]) == 12
    match = labelling.templates.extract(Page((shop / "page-2.html").read_bytes()))
    assert match is not None
    assert match.fields["prices"][:2] == ["£18.00", "£29.50"]
    names = Label(0, find_value(page, "Ashwood Splitting Hatchet")["found"][0].node, "links", True)
    links = labelling.preview(Label(0, names.node, "links", all=True, take="href"))
    assert sum(len(one["nodes"]) for one in links["here"]) == 12
    assert links["here"][0]["value"] == (shop / "copper-pour-over-kettle-0-9-l.html").as_uri()


def test_a_part_of_a_text_is_a_value(folder: Path) -> None:
    labelling = session(folder, goods(1))
    node = node_of(product(1), price_of(1))
    amount = price_of(1).split()[0]
    preview = labelling.preview(Label(0, node, "amount", value=amount))
    assert preview["here"][0]["value"] == amount
    assert all(
        value.replace(".", "").isdigit() for one in preview["elsewhere"] for value in one["values"]
    )


@pytest.mark.parametrize(
    ("label", "said"),
    [
        (Label(0, 0, "two words"), "'two words' is no name for a field"),
        (Label(0, 10**6, "name"), "the page has no node 1000000"),
        (Label(1, 3, "name"), f"about.html is of no template: it is like {HOST}/"),
        (Label(2, 3, "name"), "other.html is of no template, as its site has none"),
    ],
)
def test_what_cannot_be_labelled_is_told_in_one_line(folder: Path, label: Label, said: str) -> None:
    others = [(f"https://{HOST}/about.html", about()), ("https://a.example/other.html", about())]
    with pytest.raises(LabelError) as caught:
        session(folder, goods(1), *others).preview(label)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def pinned(folder: Path, **entry: Any) -> Path:
    file = folder / "pinned.jsonl"
    file.write_text(json.dumps({"url": url_of("goods", 1), **entry}) + "\n", "utf-8")
    return file


@pytest.mark.parametrize(
    ("xpaths", "said"),
    [
        (["/html"], "xpaths: it should be an object"),
        ({"other": ["/html"]}, 'no names but those that "fields" has'),
        ({"name": []}, "xpaths.name: it should be a list of places"),
        ({"name": ["//h1"]}, "the page has nothing at //h1, where the field name was"),
        ({"name": ["/html/body/main/h1[2]"]}, "the page has nothing at /html/body/main/h1[2]"),
        ({"name": ["/html/body/@onclick"]}, "xpaths.name: it should be a list of places"),
        ({"name": ["/html/body/main/div[2]/p"]}, "does not stand there; at /html/body/main/div[2]"),
    ],
)
def test_places_that_cannot_be_used_are_told(folder: Path, xpaths: Any, said: str) -> None:
    file = pinned(folder, fields={"name": name_of(1)}, xpaths=xpaths)
    done = run(folder, "label", "t.json", "--examples", file, "--pages", "pages.jsonl")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert said in line


# What others write meanwhile


def test_what_was_written_meanwhile_is_kept(folder: Path) -> None:
    labelling = session(folder, goods(1))
    labelling.preview(click(1, "name", name_of(1)))
    now = Templates.load(folder / "t.json")
    other = session(folder, goods(2), examples="other.jsonl")
    other.save(click(2, "price", price_of(2)))
    save(folder / "more.jsonl", [(url_of("about", n), about(n)) for n in range(6)])
    assert run(folder, "learn", "more.jsonl", "-o", "t.json", "--workers", "1").returncode == 0
    labelling.save(click(1, "name", name_of(1)))
    after = Templates.load(folder / "t.json")
    assert len(after) == len(now) + 1
    assert {*after.by_id(GOODS).fields} == {"name", "price"}


def test_a_template_that_is_gone_is_told(folder: Path) -> None:
    labelling = session(folder, goods(1))
    labelling.preview(click(1, "name", name_of(1)))
    Templates.load(folder / "t.json").without([GOODS]).save(folder / "t.json")
    with pytest.raises((LabelError, LookupError)):
        labelling.save(click(1, "name", name_of(1)))
    assert not (folder / "l.jsonl").exists()


def test_a_field_is_removed_with_its_examples(folder: Path) -> None:
    labelling = session(folder, goods(1))
    for field, text in (("name", name_of(1)), ("price", price_of(1))):
        labelling.save(click(1, field, text))
    assert labelling.remove("price", 0) == {"saved": "t.json"}
    assert [*labelling.templates.by_id(GOODS).fields] == ["name"]
    (line,) = lines(folder)
    assert [*line["fields"]] == [*line["xpaths"]] == ["name"]
    with pytest.raises(LookupError, match=f"the template {GOODS} has no field price"):
        labelling.remove("price", 0)


# Pages of the same template


def test_a_corpus_is_gone_through_a_little_at_a_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example_file, "MAX_MATCHED", 8)
    templates = Templates.load(folder / "t.json")
    news = templates.by_id(f"{HOST}/2")
    pages = TemplatePages([], open_corpus(folder / "pages.jsonl"))
    shown = Page(post(99), url_of("news", 99))
    found = [len(pages.of(templates, news, shown)) for _ in range(5)]
    # 20 goods come before the 12 posts.
    assert found == [0, 0, 4, 12, 12]


def test_a_page_of_the_corpus_can_be_opened(folder: Path) -> None:
    inspection = Inspection(
        opened(goods(1)), InspectionFiles((folder / "t.json",)),
        corpus=open_corpus(folder / "pages.jsonl"),
    )  # fmt: skip
    labelling = Labelling(inspection)
    first = labelling.preview(click(1, "name", name_of(1)))["elsewhere"][0]
    assert labelling.open(first["name"]) == 1
    assert inspection.pages[1].page.url == first["url"]
    assert labelling.preview(click(1, "name", name_of(1)))["elsewhere"][0]["number"] == 1
    with pytest.raises(LookupError):
        labelling.open("nothing")


# Finding a value

TALK = (
    "<title>Pan, iron</title><h1>Pan, iron</h1><p>Price: <b>12,50</b> EUR</p><img alt='A pan'>"
    "<div><p>It weighs 3 kg and more.</p></div><a href=/pan>here</a>"
)


@pytest.mark.parametrize(
    ("text", "expected", "message"),
    [
        ("Pan, iron", [("h1", "Pan, iron"), ("title", "Pan, iron")], ""),
        ("Price: 12,50 EUR", [("p", "Price: 12,50 EUR")], ""),
        ("3 kg", [("p", "3 kg")], ""),
        ("A pan", [("img", "A pan")], ""),
        ("http://a.example/pan", [("a", "http://a.example/pan")], ""),
        ("12,80", [], 'nearest is "12,50"'),
        ("Xylophone", [], "nor does anything like it"),
    ],
)
def test_where_a_value_stands(text: str, expected: list[tuple[str, str]], message: str) -> None:
    page = Page(TALK, "http://a.example/")
    found = find_value(page, text)
    assert [(page.tree.name(one.node), one.value) for one in found["found"]] == expected
    assert message in found["message"]
    assert bool(found["message"]) == bool(message)


def test_few_places_of_many_are_told() -> None:
    found = find_value(Page("<p>7</p>" * 300), "7")
    assert len(found["found"]) == 20
    assert found["message"] == "these are 20 of its places"
    with pytest.raises(ValueError, match="paste a value"):
        find_value(Page("<p>7</p>"), " ")


# Key trees


def test_a_record_makes_a_key_tree(tmp_path: Path) -> None:
    shop = PROJECT / "site" / "shop"
    page = Page((shop / "index.html").read_bytes(), "https://www.shop.example/list/index.html")
    price = find_value(page, "£48.50")["found"][0].node
    record = price
    while page.tree.name(record) != "li":
        record = page.tree.parent[record]
    said = preview_key_tree(page, record)
    assert said["records"] == 12
    assert (record,) in said["nodes"]
    assert "Ashwood Splitting Hatchet" in said["rows"][1]
    assert (said["name"], said["pattern"]) == ("shop.example", "shop.example/list/")
    file = tmp_path / "trees.json"
    saved = save_key_tree(page, record, said["name"], said["pattern"], file)
    assert saved == {"saved": "trees.json", "name": "shop.example", "records": 12}
    other = (shop / "page-2.html").read_bytes()
    (key,) = KeyTrees.load(file).for_url("https://shop.example/list/page-2.html")
    assert len(find_records(Page(other), key.key).records) == 12
    save_key_tree(page, record, "second", "*", file)
    assert [one.name for one in KeyTrees.load(file).named] == ["shop.example", "second"]


def test_a_key_tree_of_a_local_page_is_not_proposed_for_all_pages() -> None:
    page = Page(f"<body>{cards(range(5))}</body>", "file:///tmp/x.html")
    said = preview_key_tree(page, page.tree.tag.index(tags.NUMBER["li"]))
    assert said["pattern"] == ""
    assert NO_ADDRESS in said["notes"]
    away = Page(f"<body>{cards(range(5))}</body>", "https://a.example/x.html")
    assert preview_key_tree(away, page.tree.tag.index(tags.NUMBER["li"]))["notes"] == []


@pytest.mark.parametrize(
    ("name", "pattern", "said"),
    [("a/b", "*", "no name for a key tree"), ("a", " ", "no URL pattern")],
)
def test_a_key_tree_that_cannot_be_saved(
    tmp_path: Path, name: str, pattern: str, said: str
) -> None:
    page = Page(f"<body>{cards(range(5))}</body>")
    with pytest.raises(ValueError, match=said):
        save_key_tree(page, page.tree.tag.index(tags.NUMBER["li"]), name, pattern, tmp_path / "t")
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize(
    ("url", "name", "pattern"),
    [
        ("https://www.a.example/", "a.example", "a.example"),
        ("http://a.example:8000/x/y/z.html?p=1", "a.example:8000", "a.example:8000/x/y/"),
        ("file:///tmp/x.html", "records", ""),
        ("", "records", ""),
        ("http://[", "records", ""),
    ],
)
def test_names_and_patterns_are_suggested(url: str, name: str, pattern: str) -> None:
    assert (suggested_name(url), suggested_pattern(url)) == (name, pattern)
