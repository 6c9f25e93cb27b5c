"""Views: what the inspector marks is on the page, and what it shows is what a crawl exports."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from beside_pages import goods_beside_news
from list_pages import cards, runs_with_advertisements, table_rows
from posted import POSTED
from template_site import about, name_of, price_of, product, templates, url_of

from scrapy_treesim import (
    Gong,
    KeyTrees,
    Learned,
    LearnedThread,
    NamedKeyTree,
    Page,
    Ranked,
    Templates,
    Wang,
    Zhu,
    learn_key_tree,
    page_kind,
    roles,
)
from scrapy_treesim.findings.kinds import IF_EXPECTED, KINDS, FindingOptions, Similar
from scrapy_treesim.inspector.inspection import VIEWS, view
from scrapy_treesim.inspector.views.parts import (
    MAX_MARKS,
    MAX_SHOWN,
    MAX_TEXT,
    MAX_VALUE,
    ChoiceError,
)
from scrapy_treesim.inspector.views.records import MAX_CELLS
from scrapy_treesim.items import ArticleItem, CommentItem, RecordItem, TemplateItem, own_fields
from scrapy_treesim.network.weights import ROLES as ROLES_OF_BLOCKS
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.tree import tags

URL = "https://shop.example/goods/"

ROLES = {
    "records": {"record", "column"},
    "article": {"headline", "kept", "dropped"},
    "detail": {"value"},
    "comments": {"comment", "author", "time", "body"},
    "template": {"essential", "optional", "data", "field"},
}

PROSE = "".join(
    f"<p>{said} of the harbour, which nobody had expected to see again before the spring came,"
    " and the men on the quay stood and looked at it for a long time without a word.</p>"
    for said in ("The first ship", "The old light", "The long wall", "The new bridge", "The ferry")
)
ARTICLE = (
    "<html><head><title>The ship that came back</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/b>News</a></nav>"
    f"<main><h1>The ship that came back</h1>{PROSE}</main>"
    "<footer><a href=/t>Terms</a> <a href=/p>Privacy</a></footer></body></html>"
)


SITE = Path(__file__).parents[1] / "example_project" / "site"
PRACTICE = [
    *sorted((SITE / "shop").glob("h*.html")),
    SITE / "shop" / "index.html",
    SITE / "blog" / "night-train-to-vestmar.html",
    SITE / "forum" / "thread-1029.html",
    SITE / "news" / "ferry-returns-to-the-narrows.html",
]


def thread(said: str = "blog") -> str:
    return (
        f"<html><head><title>The canal</title></head><body><h1>The canal</h1>"
        f"<p>It is closed.</p>{POSTED[said]}</body></html>"
    )


def page(html: str | bytes, url: str = URL) -> Page:
    return Page(html, url)


def shown(
    html: str | bytes | Page, kind: str, given: Templates | None = None, /, **chosen: str
) -> dict[str, Any]:
    """A view as plain values, after it was written as JSON and checked for what every view has."""
    one = html if isinstance(html, Page) else page(html)
    seen = view(one, kind, chosen, FindingOptions(templates=given or Templates())).to_json()
    found: dict[str, Any] = json.loads(json.dumps(seen, allow_nan=False))
    assert found == seen
    check(one, found)
    return found


def check(one: Page, found: Mapping[str, Any]) -> None:
    tree = one.tree
    for mark in found["marks"]:
        assert mark["role"] in ROLES[found["kind"]]
        assert mark["nodes"]
        assert all(0 <= node < len(tree) and tree.tag[node] != tags.TEXT for node in mark["nodes"])
        assert 0 <= mark["group"] < len(found["groups"])
        assert mark["confidence"] is None or 0 <= mark["confidence"] <= 1
        assert mark["label"]
        assert mark["value"] is None or len(mark["value"]) <= MAX_VALUE
    for group in found["groups"]:
        assert 0 <= group["node"] < len(tree)
        assert group["xpath"] == one.xpath(group["node"])
    assert found["summary"]
    assert all(choice["help"] and choice["label"] for choice in found["choices"])


def marked(found: Mapping[str, Any], *roles: str) -> list[dict[str, Any]]:
    return [mark for mark in found["marks"] if mark["role"] in roles]


def values(found: Mapping[str, Any]) -> dict[str, Any]:
    return {choice["name"]: choice["value"] for choice in found["choices"]}


def exported(kind: str, one: Page, wanted: FindingOptions | None = None) -> list[Any]:
    """The items that the add-on would yield of a page by itself, secondary ones too."""
    every: dict[str, Any] = {
        "emit": "all",
        "article_fields": frozenset(own_fields(ArticleItem)),
        "comments_fields": frozenset(own_fields(CommentItem)),
    }
    return [*KINDS[kind](one, replace(wanted or FindingOptions(), **every))]


@pytest.mark.parametrize("kind", KINDS)
def test_the_number_is_that_of_items(kind: str) -> None:
    of_items = []
    written: list[str | bytes] = [cards(), ARTICLE, thread(), product(1), "<p>none"]
    for html in (*written, *map(Path.read_bytes, PRACTICE)):
        one = page(html, url_of("goods", 1))
        of_items.append(len(exported(kind, one, FindingOptions(templates=templates()))))
        assert shown(one, kind, templates())["count"] == of_items[-1]
    assert len({*of_items}) > 1
    assert shown(page(product(1)), "template")["count"] == 0


def rows(found: Mapping[str, Any]) -> list[dict[str, str]]:
    """The tables' rows as records have them, list by list."""
    return [
        {
            column["name"]: cell
            for column, cell in zip(table["columns"], row, strict=True)
            if cell is not None
        }
        for table in found["export"]["tables"]
        for row in table["rows"]
    ]


# Records


@pytest.mark.parametrize(
    ("chosen", "wanted"),
    [
        ({}, FindingOptions()),
        ({"threshold": "0"}, FindingOptions(records=Ranked(min_confidence=0))),
        ({"method": "gong"}, FindingOptions(records=Gong())),
        (
            {"method": "gong", "measure": "pol", "threshold": "0.4"},
            FindingOptions(records=Gong(measure="pol", max_distance=0.4)),
        ),
        (
            {"method": "example", "example": ".card"},
            FindingOptions(similar=Similar((".card",))),
        ),
        (
            {"method": "example", "example": "//li[@class='card']", "measure": "stm"},
            FindingOptions(similar=Similar(("//li[@class='card']",), measure="stm")),
        ),
        (
            {"method": "example", "example": "<li><a>x</a></li>", "threshold": "0.5"},
            FindingOptions(similar=Similar(("<li><a>x</a></li>",), 0.5)),
        ),
    ],
)
def test_tables_are_what_is_exported(chosen: Mapping[str, str], wanted: FindingOptions) -> None:
    one = page(cards())
    found = shown(one, "records", **chosen)
    items = exported("records", one, wanted)
    assert items
    assert all(isinstance(item, RecordItem) for item in items)
    assert rows(found) == [item.fields for item in items]
    assert [mark["xpath"] for mark in marked(found, "record")] == [item.xpath for item in items]
    assert [mark["confidence"] for mark in marked(found, "record")] == [
        item.confidence for item in items
    ]


def test_each_cell_is_marked_within_its_record() -> None:
    one = page(cards())
    found = shown(one, "records")
    table = found["export"]["tables"][0]
    records = {mark["row"]: mark["nodes"] for mark in marked(found, "record")}
    assert len(records) == 10
    cells = marked(found, "column")
    assert len(cells) == sum(cell is not None for row in table["rows"] for cell in row)
    for mark in cells:
        assert mark["value"] == table["rows"][mark["row"]][mark["column"]]
        assert mark["label"] == table["columns"][mark["column"]]["name"]
        (record,) = records[mark["row"]]
        assert all(record <= node < record + one.tree.size[record] for node in mark["nodes"])
        assert mark["why"]
    price = next(mark for mark in cells if mark["label"] == "price" and mark["row"] == 2)
    assert price["value"] == "€39.50"
    assert [one.tree.get(node, "class") for node in price["nodes"]] == ["price"]


def test_a_record_of_several_elements_is_marked_by_all() -> None:
    one = page(runs_with_advertisements())
    found = shown(one, "records")
    first = marked(found, "record")[0]
    assert [one.tree.name(node) for node in first["nodes"]] == ["h3", "p", "ul"]
    assert first["xpath"].count(" | ") == 2


def test_a_page_that_a_key_tree_is_for_is_read_by_it() -> None:
    one = page(cards())
    key = learn_key_tree(one, ".card")
    named = NamedKeyTree("goods", ("shop.example/**",), key)
    key_trees = KeyTrees((named,))
    found = view(one, "records", {}, FindingOptions(key_trees=key_trees)).to_json()
    check(one, found)
    assert values(found) == {"method": "key_tree"}
    assert rows(found) == [
        item.fields for item in exported("records", one, FindingOptions(key_trees=key_trees))
    ]
    assert found["groups"][0]["title"] == "Key tree goods: 10 records"
    assert any("still holds" in why for why in found["groups"][0]["why"])
    other = view(
        one, "records", {"method": "ranked"}, FindingOptions(key_trees=key_trees)
    ).to_json()
    assert values(other)["method"] == "ranked"
    gone = view(page(ARTICLE), "records", {}, FindingOptions(key_trees=key_trees)).to_json()
    assert gone["groups"][0]["title"] == "Key tree goods: 0 records"
    assert "no longer holds" in gone["notes"][0]
    with pytest.raises(ChoiceError):
        view(one, "records", {"method": "key_tree"})


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_can_be_chosen(measure: str) -> None:
    found = shown(table_rows(), "records", method="gong", measure=measure)
    assert values(found)["measure"] == measure
    options = found["choices"][1]["options"]
    assert [option["value"] for option in options] == [*MEASURES]


def test_project_settings_are_what_is_chosen_at_first() -> None:
    settings = FindingOptions(
        article=Wang(min_text=99, chars_per_link=300),
        records=Gong(measure="ted", max_distance=0.3),
        comments=Zhu(min_similarity=0.7, require_time=False),
        template_min_confidence=0.9,
    )

    def chosen(kind: str) -> dict[str, Any]:
        return values(view(page(cards()), kind, {}, settings).to_json())

    assert chosen("records") == {"method": "gong", "measure": "ted", "threshold": 0.3}
    assert chosen("article") == {"method": "wang"}
    assert chosen("comments") == {"method": "zhu", "measure": "pol", "threshold": 0.7}
    assert chosen("template") == {"threshold": 0.9, "template": ""}
    similar = replace(settings, similar=Similar((".card",)))
    found = view(page(cards()), "records", {}, similar).to_json()
    assert values(found)["example"] == ".card"
    assert rows(found) == [i.fields for i in exported("records", page(cards()), similar)]


def test_lists_have_the_roles_that_a_crawl_goes_by() -> None:
    one = page(goods_beside_news())
    found = shown(one, "records")
    assert [(group["role"], group["role_why"]) for group in found["groups"]] == [
        tuple(role) for role in roles(one).regions
    ]
    assert [group["role"] for group in found["groups"]] == ["main", "secondary"]
    assert found["summary"] == "2 lists, 16 records; 1 list secondary"
    assert found["notes"] == []
    assert {item.role for item in exported("records", one)} == {"main", "secondary"}
    by_example = shown(one, "records", method="example", example="aside li")
    assert [group["role"] for group in by_example["groups"]] == ["main"]


def test_what_a_crawl_leaves_out_is_noted_unless_it_emits_all() -> None:
    one = page(cards())
    found = shown(one, "article", threshold="0")
    role = roles(one).article
    assert found["groups"][0]["role"] == role.role == "secondary"
    assert found["groups"][0]["role_why"] == role.why
    assert found["notes"] == [
        f'A crawl leaves this out: {role.why}. With `TREESIM_EMIT = "all"` it does not.'
    ]
    whole = view(one, "article", {"threshold": "0"}, FindingOptions(emit="all")).to_json()
    assert whole["groups"] == found["groups"]
    assert whole["notes"] == []


# Article


@pytest.mark.parametrize(
    ("chosen", "wanted"),
    [
        ({}, FindingOptions()),
        ({"threshold": "0"}, FindingOptions(article=Learned(min_confidence=0))),
        ({"method": "wang"}, FindingOptions(article=Wang())),
    ],
)
def test_the_article_is_what_is_exported(chosen: Mapping[str, str], wanted: FindingOptions) -> None:
    one = page(ARTICLE)
    found = shown(one, "article", **chosen)
    (item,) = exported("article", one, wanted)
    assert isinstance(item, ArticleItem)
    assert found["export"]["item"] == asdict(item)
    assert found["groups"][0]["xpath"] == item.xpath
    assert found["groups"][0]["confidence"] == item.confidence
    kept = [block["text"] for block in found["export"]["blocks"] if block["kept"]]
    assert kept == item.text.split("\n")


@pytest.mark.parametrize("method", ["learned", "wang"])
def test_blocks_are_marked_as_kept_or_dropped(method: str) -> None:
    one = page(ARTICLE)
    found = shown(one, "article", method=method)
    (headline,) = marked(found, "headline")
    assert headline["value"] == "The ship that came back"
    assert [one.tree.name(node) for node in headline["nodes"]] == ["h1"]
    assert [one.tree.name(mark["nodes"][0]) for mark in marked(found, "kept")] == ["p"] * 5
    assert {one.tree.name(mark["nodes"][0]) for mark in marked(found, "dropped")} == {
        "nav", "footer",
    }  # fmt: skip
    for block in found["export"]["blocks"]:
        mark = found["marks"][block["mark"]]
        assert mark["value"].startswith(block["text"][:50])
        assert (mark["role"] == "kept") == block["kept"]
        assert block["reason"]
        assert block["reason"] in mark["why"] or mark["role"] == "headline"
        assert block["role"] in ROLES_OF_BLOCKS if method == "learned" else block["role"] is None
        assert mark["role"] == "headline" or method != "learned" or block["role"] in mark["why"][-1]


def test_on_a_list_a_part_of_the_threshold_is_enough_as_in_a_crawl() -> None:
    one = page((SITE / "shop" / "index.html").read_bytes(), "https://shop.example/goods/")
    assert page_kind(one).kind == "list"
    found = shown(one, "records", threshold="1")
    items = exported("records", one, FindingOptions(records=Ranked(min_confidence=1)))
    assert items
    assert (
        "Less sure than 1.00 is enough here, because the page is of the kind list: "
        f"{IF_EXPECTED:.2f}."
    ) in found["notes"]


# Comments


@pytest.mark.parametrize("pattern", ["blog", "nested", "side cell", "chinese"])
@pytest.mark.parametrize(
    ("chosen", "method"),
    [
        ({"threshold": "0"}, LearnedThread(min_confidence=0)),
        ({}, LearnedThread()),
        (
            {"method": "zhu", "measure": "tags", "threshold": "0.5"},
            Zhu(measure="tags", min_similarity=0.5),
        ),
    ],
)
def test_the_thread_is_what_is_exported(
    pattern: str, chosen: Mapping[str, str], method: LearnedThread | Zhu
) -> None:
    one = page(thread(pattern))
    found = shown(one, "comments", **chosen)
    items = exported("comments", one, FindingOptions(comments=method))
    assert all(isinstance(item, CommentItem) for item in items)
    thread_shown = found["export"]["comments"]
    assert [
        {name: value for name, value in comment.items() if name != "mark"}
        for comment in thread_shown
    ] == [asdict(item) for item in items]
    for row, comment in enumerate(thread_shown):
        mark = found["marks"][comment["mark"]]
        assert (mark["role"], mark["row"]) == ("comment", row)
        assert mark["confidence"] == comment["confidence"]


# Templates


def test_fields_are_what_is_exported() -> None:
    one = page(product(50), url_of("goods", 50))
    found = shown(one, "template", templates())
    (item,) = exported("template", one, FindingOptions(templates=templates()))
    assert isinstance(item, TemplateItem)
    export = found["export"]
    assert (export["template"], export["confidence"]) == (item.template, item.confidence)
    assert {row["name"]: row["values"] for row in export["rows"]} == {
        "name": [name_of(50)], "price": [price_of(50)],
    }  # fmt: skip
    assert {row["name"]: row["values"][0] for row in export["rows"]} == item.fields
    assert [candidate["id"] for candidate in export["candidates"]] == [
        "shop.example/1", "shop.example/2",
    ]  # fmt: skip
    name, price = marked(found, "field")
    assert [one.tree.get(mark["nodes"][0], "class") for mark in (name, price)] == ["name", "price"]
    assert [mark["xpath"] for mark in (name, price)] == [
        item.xpaths["name"][0], item.xpaths["price"][0],
    ]  # fmt: skip
    value = apply_rules(templates()[0].fields, one)["name"]
    assert name["confidence"] == value.confidence
    assert [one.xpath(node) for node in value.nodes] == [*value.xpaths]
    assert "of its rules, by weight, find just this" in name["why"][0]


def test_a_page_of_no_template_says_so_and_what_to_do() -> None:
    none = shown(cards(), "template")
    assert "`scrapy treesim learn PAGES -o templates.json`" in none["notes"][0]
    strange = shown(page(about(), url_of("x", 1)), "template", templates())
    assert strange["export"]["template"] is None
    assert "The most similar is shop.example/1" in strange["notes"][0]
    elsewhere = shown(page(product(1), "https://other.example/1"), "template", templates())
    assert "None of the 2 templates is of this page's site" in elsewhere["notes"][0]
    unsure = shown(page(product(50), url_of("goods", 50)), "template", templates())
    assert unsure["export"]["template"] == "shop.example/1"


# Choices


@pytest.mark.parametrize(
    ("kind", "chosen", "said"),
    [
        ("nothing", {}, "there is no kind 'nothing'"),
        ("records", {"colour": "red"}, "there is no choice 'colour'"),
        ("records", {"method": "best"}, "method is one of 'ranked'"),
        ("records", {"threshold": "much"}, "threshold is a number from 0 to 1, not 'much'"),
        ("records", {"threshold": "nan"}, "threshold is a number"),
        ("records", {"threshold": "1.01"}, "threshold is a number"),
        ("records", {"method": "gong", "measure": "best"}, "measure is one of 'free'"),
        ("records", {"method": "example", "example": "li[["}, "is not CSS"),
        ("records", {"method": "example", "example": "//li["}, "is not XPath"),
        ("records", {"method": "example", "example": "(//li)[foo()]"}, "cannot be looked up"),
        ("records", {"method": "example", "example": "x" * (MAX_TEXT + 1)}, "are allowed"),
        ("article", {"method": "ranked"}, "method is one of 'learned', 'wang'"),
        ("template", {"template": "shop.example/9"}, "template is one of ''"),
        ("template", {"threshold": "2"}, "threshold is a number"),
    ],
)
def test_a_choice_that_there_is_not_is_refused(
    kind: str, chosen: Mapping[str, str], said: str
) -> None:
    with pytest.raises(ChoiceError) as refused:
        view(page(cards()), kind, chosen, FindingOptions(templates=templates()))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 1_000


@pytest.mark.parametrize("kind", VIEWS)
def test_every_value_that_is_offered_can_be_chosen(kind: str) -> None:
    one = page(product(50), url_of("goods", 50))
    for method in {"records": ["ranked", "gong", "example"], "article": ["learned", "wang"],
                   "comments": ["learned", "zhu"]}.get(kind, [""]):  # fmt: skip
        base = {"method": method} if method else {}
        for choice in shown(one, kind, templates(), **base)["choices"]:
            offered = [option["value"] for option in choice.get("options", ())]
            if choice["type"] == "range":
                offered = [choice["min"], choice["max"], choice["min"] + choice["step"]]
            for value in offered:
                given = {**base, choice["name"]: str(value)}
                assert values(shown(one, kind, templates(), **given))[choice["name"]] == value


# Limits and odd pages


def test_marks_and_tables_have_an_end_and_say_so() -> None:
    count = MAX_MARKS + 100
    items = "".join(f"<li>word {n}</li>" for n in range(count))
    found = shown(f"<main><ul>{items}</ul></main>", "records", method="example", example="main li")
    assert f"{count:,} records" in found["summary"]
    assert len(found["marks"]) == MAX_MARKS
    (table,) = found["export"]["tables"]
    assert len(table["rows"]) == MAX_CELLS // len(table["columns"]) < count
    assert any(f"{MAX_MARKS:,} marks are shown" in note for note in found["notes"])
    assert any("100 more records would be exported" in note for note in found["notes"])


def test_long_texts_are_cut_and_a_note_says_so() -> None:
    long = cards().replace("A fine", "A fine " + "long word " * 1_000)
    found = shown(long, "records")
    assert max(len(cell) for row in rows(found) for cell in row.values()) == MAX_SHOWN
    assert any("5,000 characters" in note for note in found["notes"])
    said = thread().replace("Thank you", "Thank you " * 1_000)
    seen = shown(said, "comments")
    assert max(len(one["text"]) for one in seen["export"]["comments"]) == MAX_SHOWN
    assert any("5,000 characters" in note for note in seen["notes"])
    text = ARTICLE.replace("The ferry", "The ferry " * 30_000)
    read = shown(text, "article")
    assert len(read["export"]["item"]["text"]) == 200_000
    assert any("200,000 characters" in note for note in read["notes"])


ODD: dict[str, Callable[[], str | bytes]] = {
    "empty": lambda: b"",
    "spaces": lambda: " \n ",
    "binary": lambda: bytes(range(256)) * 50,
    "nothing but a comment": lambda: "<!-- nothing -->",
    "text alone": lambda: "Nothing but text",
    "nested": lambda: "<div>text" * 400,
    "posts in posts": lambda: "<div><i>1 May 2024</i><p>a</p>" * 100,
    "lists in lists": lambda: "<ul><li>a<li>b" * 150,
    "tables in tables": lambda: "<table><tr><td>a" * 100,
    "breaks": lambda: "a<br><br>" * 500,
    "marks around breaks": lambda: "<b>" * 300 + "a<br><br>" * 300,
    "strange tags": lambda: "".join(f"<x-{n}>a</x-{n}>" for n in range(300)),
    "no word in common": lambda: "<title>a</title><h1></h1><h1>b</h1>",
    "declared": lambda: (
        '<script type="application/ld+json">{"@type":"Article","author":"\\ud800"}</script>' + PROSE
    ),
}


TRIED: dict[str, list[dict[str, str]]] = {
    "records": [{}, {"threshold": "0"}, {"method": "gong"},
                {"method": "example", "example": "//body/*"}],
    "article": [{}, {"threshold": "0"}, {"method": "wang"}],
    "detail": [{}],
    "comments": [{"threshold": "0"}, {"method": "zhu"}],
    "template": [{}, {"template": "shop.example/1"}],
}  # fmt: skip


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("kind", VIEWS)
def test_odd_pages_have_views_too(kind: str, odd: str) -> None:
    one = page(ODD[odd](), url_of("x", 1))
    for chosen in TRIED[kind]:
        shown(one, kind, templates(), **chosen)
