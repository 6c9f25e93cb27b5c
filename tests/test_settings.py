"""The ``TREESIM_`` settings: what each takes, what it refuses and how, and where it goes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from crawling import PagesSpider, crawl
from own_classes import Tea
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import Settings
from template_site import templates

from scrapy_treesim import (
    Addon,
    Gong,
    KeyTrees,
    Learned,
    LearnedThread,
    Ranked,
    SettingError,
    SiteMemory,
    Templates,
    Wang,
    Zhu,
)
from scrapy_treesim.article import METHODS
from scrapy_treesim.comments import METHODS as COMMENTS_METHODS
from scrapy_treesim.crawl.feeds import CLASSES_OF_KIND, FeedOptions
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.pipelines import (
    CommentsPipeline,
    DuplicateRecordsPipeline,
    MainTextPipeline,
)
from scrapy_treesim.crawl.settings import SETTINGS, TreesimSettings, _assemble, check, read_settings
from scrapy_treesim.findings.kinds import KINDS, FindingOptions, Similar
from scrapy_treesim.items import (
    FINDINGS,
    ArticleItem,
    CommentItem,
    DetailItem,
    Item,
    RecordItem,
    RecordRow,
    default_fields,
    own_fields,
)
from scrapy_treesim.records import METHODS as RECORDS_METHODS
from scrapy_treesim.similarity import MEASURES

TEMPLATES_FILE = Path(mkdtemp()) / "templates.json"
templates().save(TEMPLATES_FILE)
SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP = SITE / "shop" / "index.html"
KEY_TREES_FILE = Path(__file__).with_name("key_trees.json")
NEW_FILE = SITE.parent / "no-such-file.json"

BOOLEANS = [
    (True, True), (False, False), ("True", True), ("False", False), ("true", True),
    ("false", False), ("1", True), ("0", False), (1, True), (0, False),
]  # fmt: skip
SHARES = [(0, 0.0), (1, 1.0), (0.5, 0.5), ("0.5", 0.5), ("0", 0.0), ("1", 1.0), (" 0.25 ", 0.25)]
KIND_LISTS = [
    ("records", ("records",)),
    ("records,article", ("records", "article")),
    (" records , article, ", ("records", "article")),
    (["comments", "records"], ("comments", "records")),
    (("article",), ("article",)),
    ({"article"}, ("article",)),
    (["article", "article"], ("article",)),
    ([], ()),
    ("", ()),
]
WEIGHTS = [
    ((1, 2, 3), (1.0, 2.0, 3.0)),
    ([0, 0, 1], (0.0, 0.0, 1.0)),
    ("1,0.5,0", (1.0, 0.5, 0.0)),
    ("1, 1, 1", (1.0, 1.0, 1.0)),
]
EXAMPLES = [
    ("li", Similar(("li",))),
    ("li, dt", Similar(("li, dt",))),
    (["li", "//p"], Similar(("li", "//p"))),
    ("<li>x</li>", Similar(("<li>x</li>",))),
    (("(//li)[2]",), Similar(("(//li)[2]",))),
    ({"examples": "li"}, Similar(("li",))),
    ({"examples": ["li", "dt"], "threshold": "0.5"}, Similar(("li", "dt"), 0.5)),
    ('{"examples": "li", "measure": "stm"}', Similar(("li",), 0.8, "stm")),
    ({"values": {"title": "Tea"}}, Similar(values=((("title", ("Tea",)),),))),
]
FIELDS = [
    ("body", (("body", "body"),)),
    ("body, html", (("body", "body"), ("html", "html"))),
    (["body"], (("body", "body"),)),
    ({"body": "text", "html": "html"}, (("body", "text"), ("html", "html"))),
    ([], ()),
    ({}, ()),
]
FEED_DICTS = [
    ({}, ()),
    ("{}", ()),
    ({"a.csv": {}}, (FeedOptions("a.csv", FINDINGS, {"format": "csv"}),)),
    ({"a": {"format": "csv"}}, (FeedOptions("a", FINDINGS, {"format": "csv"}),)),
    ('{"a.csv": {"indent": 1}}', (FeedOptions("a.csv", FINDINGS, {"format": "csv", "indent": 1}),)),
    ({Path("/a.csv"): {}}, (FeedOptions("/a.csv", FINDINGS, {"format": "csv"}),)),
    (
        {"a.csv": {"item_classes": ["scrapy_treesim.items.RecordItem", RecordRow]}},
        (FeedOptions("a.csv", (RecordItem, RecordRow), {"format": "csv"}),),
    ),
    (
        {"%(name)s-%(kind)s.jl": {}},
        tuple(
            FeedOptions(f"%(name)s-{kind}.jl", classes, {"format": "jl"})
            for kind, classes in CLASSES_OF_KIND.items()
        ),
    ),
]
MEASURE_NAMES = [(name, name) for name in MEASURES]


def whole(least: int) -> list[tuple[Any, int]]:
    return [(least, least), (str(least + 7), least + 7), (float(least + 1), least + 1)]


def field_lists(item_class: type[Item], one: str, other: str) -> list[tuple[Any, Any]]:
    """Values of a setting of fields: two names, all, the default and another."""
    default = default_fields(item_class)
    return [
        ([one, other], frozenset((one, other))),
        (f"{one}, {other}", frozenset((one, other))),
        ([one, "url", "role"], frozenset((one,))),
        ("all", frozenset(own_fields(item_class))),
        ("default", default),
        (("default", other), default | {other}),
    ]


OPTIONS_OF: dict[str, dict[str, list[tuple[Any, Any]]]] = {
    "TREESIM_ARTICLE_METHOD_OPTIONS": {
        "min_confidence": SHARES,
        "min_text": whole(0),
        "chars_per_link": whole(0),
        "title_similarity": SHARES,
    },
    "TREESIM_RECORDS_METHOD_OPTIONS": {
        "min_confidence": SHARES,
        "max_distance": SHARES,
        "measure": MEASURE_NAMES,
        "weights": WEIGHTS,
        "max_regions": whole(1),
        "min_records": whole(2),
    },
    "TREESIM_COMMENTS_METHOD_OPTIONS": {
        "min_confidence": SHARES,
        "min_similarity": SHARES,
        "min_comments": whole(1),
        "min_height": whole(0),
        "measure": MEASURE_NAMES,
        "require_time": BOOLEANS,
    },
}


def options_of(name: str) -> list[tuple[Any, Any]]:
    """Values of a setting of options: each option alone, none, and JSON."""
    each = [
        ({option: given}, {option: value})
        for option, cases in OPTIONS_OF[name].items()
        for given, value in cases
    ]
    return [({}, {}), ("{}", {}), ('{"min_confidence": 0.5}', {"min_confidence": 0.5}), *each]


ACCEPTED: dict[str, list[tuple[Any, Any]]] = {
    "TREESIM_ENABLED": BOOLEANS,
    "TREESIM_KINDS": KIND_LISTS,
    "TREESIM_EMIT": [("main", "main"), ("all", "all")],
    "TREESIM_FEEDS": FEED_DICTS,
    "TREESIM_MIX": BOOLEANS,
    "TREESIM_ITEMS": [("items", "items"), ("rows", "rows"), ("dict", "dict")],
    "TREESIM_ARTICLE_FIELDS": field_lists(ArticleItem, "text", "html"),
    "TREESIM_DETAIL_FIELDS": field_lists(DetailItem, "name", "price"),
    "TREESIM_RECORDS_FIELDS": field_lists(RecordItem, "title", "links"),
    "TREESIM_COMMENTS_FIELDS": field_lists(CommentItem, "author", "html"),
    "TREESIM_MAX_BYTES": whole(1),
    "TREESIM_HTML5": BOOLEANS,
    "TREESIM_JSON": BOOLEANS,
    "TREESIM_FOLLOW_NEXT": whole(0),
    "TREESIM_WORKERS": whole(0),
    "TREESIM_SITE_MEMORY": [
        (False, None),
        ("False", None),
        (None, None),
        (str(NEW_FILE), NEW_FILE),
        (NEW_FILE, NEW_FILE),
        ("memory.json", Path("memory.json")),
    ],
    "TREESIM_ARTICLE_METHOD": [(name, name) for name in METHODS],
    "TREESIM_ARTICLE_METHOD_OPTIONS": options_of("TREESIM_ARTICLE_METHOD_OPTIONS"),
    "TREESIM_RECORDS_METHOD": [(name, name) for name in RECORDS_METHODS],
    "TREESIM_RECORDS_METHOD_OPTIONS": options_of("TREESIM_RECORDS_METHOD_OPTIONS"),
    "TREESIM_COMMENTS_METHOD": [(name, name) for name in COMMENTS_METHODS],
    "TREESIM_COMMENTS_METHOD_OPTIONS": options_of("TREESIM_COMMENTS_METHOD_OPTIONS"),
    "TREESIM_SCHEMAS": [
        (["own_classes.Tea"], (Tea,)),
        ("own_classes.Tea", (Tea,)),
        ([Tea], (Tea,)),
    ],
    "TREESIM_SIMILAR": EXAMPLES,
    "TREESIM_KEY_TREES": [
        (one, KeyTrees.load(KEY_TREES_FILE))
        for one in (str(KEY_TREES_FILE), KEY_TREES_FILE, [KEY_TREES_FILE], (str(KEY_TREES_FILE),))
    ],
    "TREESIM_TEMPLATES": [
        (one, Templates.load(TEMPLATES_FILE))
        for one in (str(TEMPLATES_FILE), TEMPLATES_FILE, [TEMPLATES_FILE], (str(TEMPLATES_FILE),))
    ],
    "TREESIM_TEMPLATE_MIN_CONFIDENCE": SHARES,
    "TREESIM_TEMPLATES_PENDING": [(str(NEW_FILE), NEW_FILE), ("p.sqlite", Path("p.sqlite"))],
    "TREESIM_TEMPLATES_PENDING_MAX_MB": whole(1),
    "TREESIM_MAIN_TEXT_FROM": FIELDS,
    "TREESIM_COMMENTS_FROM": FIELDS,
    "TREESIM_DROP_DUPLICATES": BOOLEANS,
}

UNKNOWN_FIELDS = [[], "", "nope", ["text", "nope"], [5], 5, True, {"text": 1}]
BAD_BOOLEANS = ["yes", "", 2, [], "maybe"]
BAD_SHARES = [-0.1, 1.1, "2", "x", "", [], True, float("nan"), float("inf"), {}]
BAD_MEASURES = ["nope", "", 3, "STM", ["stm"]]
BAD_FIELDS: list[Any] = [5, [""], [1], {"a": ""}, {"a": None}, {"": "b"}, [["a"]], True]
BAD_WHOLE = [-1, "x", "", 1.5, "1.5", [], True, float("nan"), float("inf"), {}]

BAD_WEIGHTS: list[Any] = [
    [], [1, 1], "1,1", [1, 1, 1, 1], [-1, 1, 1], [0, 0, 0], "a,b,c", 5,
    [float("nan"), 1, 1], [float("inf"), 1, 1], [10**400, 1, 1],
]  # fmt: skip

REFUSED: dict[str, tuple[list[Any], str]] = {
    "TREESIM_ENABLED": (BAD_BOOLEANS, "give True or False"),
    "TREESIM_KINDS": (
        ["nope", ["article", "nope"], 5, [5], True, [["article"]], {"article": 1}],
        "give ",
    ),
    "TREESIM_EMIT": (["mains", "", 3, "All", ["all"], True], "give one of main, all"),
    "TREESIM_FEEDS": (
        [5, True, "", "records.csv", ["records.csv"], "[1]", {"a.csv": None}, {"a.csv": "csv"},
         {5: {}}, {"": {}}, {"a.csv": {"item_classes": "scrapy_treesim.items.RecordItem"}},
         {"a.csv": {"item_classes": ["scrapy_treesim.items.NoItem"]}},
         {"a.csv": {"item_classes": ["no.such.Item"]}}, {"a.csv": {"item_classes": [dict]}},
         {"%(kind)s.csv": {"item_classes": [RecordItem]}}, {"a.csv": {"batch_item_count": 9}}],
        "",
    ),
    "TREESIM_MIX": (BAD_BOOLEANS, "give True or False"),
    "TREESIM_ITEMS": (["dicts", "", 3, "Dict", ["dict"], dict], "give one of items, rows, dict"),
    "TREESIM_ARTICLE_FIELDS": (UNKNOWN_FIELDS, ""),
    "TREESIM_DETAIL_FIELDS": (UNKNOWN_FIELDS, ""),
    "TREESIM_RECORDS_FIELDS": (UNKNOWN_FIELDS, ""),
    "TREESIM_COMMENTS_FIELDS": (UNKNOWN_FIELDS, ""),
    "TREESIM_MAX_BYTES": ([0, *BAD_WHOLE], "give a whole number, 1 or more"),
    "TREESIM_HTML5": (BAD_BOOLEANS, "give True or False"),
    "TREESIM_JSON": (BAD_BOOLEANS, "give True or False"),
    "TREESIM_FOLLOW_NEXT": (BAD_WHOLE, "give a whole number, 0 or more"),
    "TREESIM_WORKERS": ([257, *BAD_WHOLE], "give a whole number"),
    "TREESIM_SITE_MEMORY": (
        [" ", 2, 1.0, True, "True", [], ["memory.json"], {}, "no/such/folder/memory.json",
         str(SHOP), str(SITE / "TRUTH.json"), str(SITE)],
        "",
    ),
    "TREESIM_ARTICLE_METHOD": (["nope", "", 3, "WANG", ["wang"]], "give one of learned, wang"),
    "TREESIM_ARTICLE_METHOD_OPTIONS": (
        [5, True, "", "x", "[1]", [], {"nope": 1}, {5: 1},
         *[{"min_confidence": one} for one in BAD_SHARES],
         *[{"min_text": one} for one in BAD_WHOLE],
         *[{"chars_per_link": one} for one in BAD_WHOLE],
         *[{"title_similarity": one} for one in BAD_SHARES]],
        "",
    ),
    "TREESIM_RECORDS_METHOD": (["nope", "", 3, "Gong", ["gong"]], "give one of ranked, gong"),
    "TREESIM_RECORDS_METHOD_OPTIONS": (
        [5, True, "", "x", "[1]", [], {"nope": 1}, {5: 1},
         *[{"min_confidence": one} for one in BAD_SHARES],
         *[{"max_distance": one} for one in BAD_SHARES],
         *[{"measure": one} for one in BAD_MEASURES],
         *[{"weights": one} for one in BAD_WEIGHTS],
         *[{"max_regions": one} for one in [0, *BAD_WHOLE]],
         *[{"min_records": one} for one in [1, *BAD_WHOLE]]],
        "",
    ),
    "TREESIM_COMMENTS_METHOD": (["nope", "", 3, "Zhu", ["zhu"]], "give one of learned, zhu"),
    "TREESIM_COMMENTS_METHOD_OPTIONS": (
        [5, True, "", "x", "[1]", [], {"nope": 1}, {5: 1},
         *[{"min_confidence": one} for one in BAD_SHARES],
         *[{"min_similarity": one} for one in BAD_SHARES],
         *[{"min_comments": one} for one in [0, *BAD_WHOLE]],
         *[{"min_height": one} for one in BAD_WHOLE],
         *[{"measure": one} for one in BAD_MEASURES],
         *[{"require_time": one} for one in BAD_BOOLEANS]],
        "",
    ),
    "TREESIM_SCHEMAS": (
        [5, "no.such.Class", "json", [int], [RecordRow] * 2, ["own_classes.Tea"] * 2],
        "",
    ),
    "TREESIM_SIMILAR": (
        ["", " ", [], 5, [""], ["li", 3], "li[", "//li[", ["li", ":nope"], {}, "{",
         "a:hover", "a" + " a" * 300,
         {"examples": "li", "nope": 1}, {"examples": "li", "values": {"title": "Tea"}},
         {"values": {}}, {"values": []}, {"values": "li"}, {"values": [{"title": ""}]},
         *[{"examples": "li", "threshold": one} for one in BAD_SHARES],
         *[{"examples": "li", "measure": one} for one in BAD_MEASURES]],
        "",
    ),
    "TREESIM_KEY_TREES": (
        ["", [], 5, [5], {}, "no/such.json", str(SHOP), str(SITE), [KEY_TREES_FILE] * 2], ""
    ),
    "TREESIM_TEMPLATES": (
        ["", " ", [], 5, [5], {}, "no/such.json", str(SHOP), str(SITE), [TEMPLATES_FILE] * 2], ""
    ),
    "TREESIM_TEMPLATE_MIN_CONFIDENCE": (BAD_SHARES, "give a number between 0 and 1"),
    "TREESIM_TEMPLATES_PENDING": (
        ["", " ", True, False, 5, [], ["p.sqlite"], "no/such/folder/p.sqlite", str(SHOP),
         str(SITE)],
        "",
    ),
    "TREESIM_TEMPLATES_PENDING_MAX_MB": ([0, *BAD_WHOLE], "give a whole number, 1 or more"),
    "TREESIM_MAIN_TEXT_FROM": (BAD_FIELDS, "give a list"),
    "TREESIM_COMMENTS_FROM": (BAD_FIELDS, "give a list"),
    "TREESIM_DROP_DUPLICATES": (BAD_BOOLEANS, "give True or False"),
}  # fmt: skip

PLACES = {
    "TREESIM_ENABLED": "enabled",
    "TREESIM_KINDS": "options.kinds",
    "TREESIM_EMIT": "options.emit",
    "TREESIM_FEEDS": "feeds",
    "TREESIM_MIX": "mix",
    "TREESIM_ITEMS": "items",
    "TREESIM_ARTICLE_FIELDS": "options.article_fields",
    "TREESIM_DETAIL_FIELDS": "options.detail_fields",
    "TREESIM_RECORDS_FIELDS": "options.records_fields",
    "TREESIM_COMMENTS_FIELDS": "options.comments_fields",
    "TREESIM_MAX_BYTES": "max_bytes",
    "TREESIM_HTML5": "html5",
    "TREESIM_JSON": "json",
    "TREESIM_FOLLOW_NEXT": "follow_next",
    "TREESIM_WORKERS": "workers",
    "TREESIM_SITE_MEMORY": "site_memory",
    "TREESIM_SCHEMAS": "options.schemas",
    "TREESIM_SIMILAR": "options.similar",
    "TREESIM_KEY_TREES": "options.key_trees",
    "TREESIM_TEMPLATES": "options.templates",
    "TREESIM_TEMPLATE_MIN_CONFIDENCE": "options.template_min_confidence",
    "TREESIM_TEMPLATES_PENDING": "templates_pending",
    "TREESIM_TEMPLATES_PENDING_MAX_MB": "templates_pending_max_mb",
    "TREESIM_MAIN_TEXT_FROM": "main_text_from",
    "TREESIM_COMMENTS_FROM": "comments_from",
    "TREESIM_DROP_DUPLICATES": "drop_duplicates",
}
"""Where each setting goes that is none of a method."""


def has_set(case: Any) -> bool:
    return isinstance(case, tuple) and isinstance(case[-1], frozenset)


def every(cases: Mapping[str, list[Any]]) -> list[Any]:
    def told(case: Any) -> str:
        # The temporary folder has another name in each process that collects the tests, and sets
        # have another order.
        said = f"{case[0]!r}-{sorted(case[1])}" if has_set(case) else str(case)
        return said.replace(str(TEMPLATES_FILE.parent), "folder")[:30]

    return [
        pytest.param(name, case, id=f"{name.removeprefix('TREESIM_')}-{told(case)}")
        for name in cases
        for case in cases[name]
    ]


def test_the_tests_know_every_setting() -> None:
    assert ACCEPTED.keys() == REFUSED.keys() == SETTINGS.keys()
    assert set(PLACES) == {name for name in SETTINGS if "_METHOD" not in name}
    assert len(SETTINGS) <= 32


def test_settings_of_a_kind_begin_with_its_name() -> None:
    kinds = {name.split("_")[1].lower() for name in SETTINGS if re.search("_(FIELDS|METHOD)", name)}
    assert kinds == {"article", "detail", "records", "comments"} == set(KINDS) - {"template"}


@pytest.mark.parametrize(("name", "case"), every(ACCEPTED))
def test_a_setting_takes_what_it_should(name: str, case: tuple[Any, Any]) -> None:
    given, expected = case
    found = check(name, given)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(("name", "case"), every({n: case[0] for n, case in REFUSED.items()}))
def test_a_setting_refuses_the_rest_in_one_line_with_name_value_and_remedy(
    name: str, case: Any
) -> None:
    assert issubclass(SettingError, ValueError)
    with pytest.raises(SettingError) as caught:
        read_settings(Settings({name: case}))
    message = str(caught.value)
    assert message.startswith(f"{name} = {case!r} cannot be used: ")
    assert REFUSED[name][1] in message
    assert "\n" not in message
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("bad", "part"), [("li[", "not CSS"), ("//li[", "not XPath"), ("", "give a CSS or XPath")]
)
def test_an_example_is_checked_at_start(bad: str, part: str) -> None:
    with pytest.raises(SettingError, match=part):
        check("TREESIM_SIMILAR", bad)


@pytest.mark.parametrize("name", SETTINGS)
def test_none_stands_for_the_default(name: str) -> None:
    assert read_settings(Settings({name: None})) == TreesimSettings()


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("TREESIM_KIND", "TREESIM_KINDS"),
        ("TREESIM_ENABLE", "TREESIM_ENABLED"),
        ("TREESIM_RECORD_METHOD", "TREESIM_RECORDS_METHOD"),
        ("TREESIM_COMMENT_METHOD_OPTIONS", "TREESIM_COMMENTS_METHOD_OPTIONS"),
        ("TREESIM_MAINTEXT_FROM", "TREESIM_MAIN_TEXT_FROM"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(wrong: str, right: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_settings(Settings({wrong: 1}))
    assert str(caught.value) == f"there is no setting {wrong}: did you mean {right}?"


def test_a_name_like_none_is_told_all_there_are() -> None:
    with pytest.raises(SettingError) as caught:
        read_settings(Settings({"TREESIM_QQQQQQQQQQQQQQ": 1}))
    assert all(name in str(caught.value) for name in SETTINGS)
    assert "\n" not in str(caught.value)


def test_other_settings_are_none_of_our_business() -> None:
    strange = Settings({"TREE": 1, "OTHER_TREESIM_KINDS": 1, "treesim_kinds": 1})
    assert read_settings(strange) == TreesimSettings()


# Where each goes


def _changed(one: Any, other: Any) -> set[str]:
    """The dotted names of the fields in which two settings differ."""
    found: set[str] = set()
    for part in fields(one):
        mine, yours = getattr(one, part.name), getattr(other, part.name)
        if isinstance(mine, (FindingOptions, Learned, Wang, Ranked, Gong, LearnedThread, Zhu)):
            found |= {f"{part.name}.{inner}" for inner in _changed(mine, yours)}
        elif mine != yours:
            found.add(part.name)
    return found


@pytest.mark.parametrize("name", sorted(set(PLACES) - {"TREESIM_ITEMS"}))
def test_each_setting_reaches_its_field_and_no_other(name: str) -> None:
    marker = object()
    chosen = _assemble({name: marker})
    assert attrgetter(PLACES[name])(chosen) is marker
    assert _changed(chosen, _assemble({})) == {PLACES[name]}


@pytest.mark.parametrize(("items", "rows"), [("items", False), ("rows", True), ("dict", False)])
def test_rows_are_made_where_items_are_to_be_rows(items: str, rows: bool) -> None:
    chosen = read_settings(Settings({"TREESIM_ITEMS": items}))
    assert (chosen.items, chosen.options.rows) == (items, rows)


METHODS_OF: dict[str, Mapping[str, Any]] = {
    "article": METHODS,
    "records": RECORDS_METHODS,
    "comments": COMMENTS_METHODS,
}
EACH_METHOD = [(kind, name) for kind, methods in METHODS_OF.items() for name in methods]


@pytest.mark.parametrize(("kind", "name"), EACH_METHOD)
def test_each_option_reaches_its_method(kind: str, name: str) -> None:
    setting = f"TREESIM_{kind.upper()}_METHOD"
    method = METHODS_OF[kind][name]
    assert getattr(read_settings(Settings({setting: name})).options, kind) == method()
    for option in fields(method):
        given, value = OPTIONS_OF[f"{setting}_OPTIONS"][option.name][-1]
        chosen = read_settings(
            Settings({setting: name, f"{setting}_OPTIONS": {option.name: given}})
        )
        assert getattr(chosen.options, kind) == method(**{option.name: value})


@pytest.mark.parametrize(("kind", "name"), EACH_METHOD)
def test_an_option_of_another_method_is_refused_in_one_line(kind: str, name: str) -> None:
    setting = f"TREESIM_{kind.upper()}_METHOD"
    known = [one.name for one in fields(METHODS_OF[kind][name])]
    others = {option for option in OPTIONS_OF[f"{setting}_OPTIONS"] if option not in known}
    for option in ("nope", *others):
        given, value = OPTIONS_OF[f"{setting}_OPTIONS"].get(option, [(1, 1)])[0]
        with pytest.raises(SettingError) as caught:
            read_settings(Settings({setting: name, f"{setting}_OPTIONS": {option: given}}))
        assert str(caught.value) == (
            f"{setting}_OPTIONS = { {option: value}!r} cannot be used: the method {name} has no"
            f" option {option!r}; there are {', '.join(known)}"
        )


def test_every_parameter_of_the_methods_is_an_option() -> None:
    for kind, methods in METHODS_OF.items():
        expected = {one.name for method in methods.values() for one in fields(method)}
        assert set(OPTIONS_OF[f"TREESIM_{kind.upper()}_METHOD_OPTIONS"]) == expected


def test_no_settings_are_the_methods_own_values() -> None:
    chosen = read_settings(Settings())
    assert chosen == TreesimSettings()
    assert chosen.options.kinds == tuple(KINDS)
    assert (chosen.options.article, chosen.options.records, chosen.options.comments) == (
        Learned(0.3),
        Ranked(20, 2, 0.1),
        LearnedThread(0.45),
    )
    # Those of the papers.
    assert (Wang(), Zhu()) == (Wang(250, 25, 0.7), Zhu(0.8, 5, 6, "pol", True))
    assert Gong() == Gong(0.15, "stm", (1.0, 1.0, 1.0), 1, 3)


def test_several_settings_go_together() -> None:
    given = {name: ACCEPTED[name][-1] for name in PLACES}
    settings: dict[str, Any] = {name: value for name, (value, _) in given.items()}
    settings |= {
        "TREESIM_RECORDS_METHOD": "gong",
        "TREESIM_RECORDS_METHOD_OPTIONS": '{"max_distance": 1, "max_regions": "2"}',
        "TREESIM_COMMENTS_METHOD_OPTIONS": {"min_confidence": 0},
    }
    chosen = read_settings(Settings(settings))
    # A class of one's own has a feed, too.
    *feeds, own = chosen.feeds or ()
    assert ((*feeds,), own.uri) == (given["TREESIM_FEEDS"][1], "%(name)s-Tea.jl")
    for name, place in PLACES.items():
        assert name == "TREESIM_FEEDS" or attrgetter(place)(chosen) == given[name][1]
    assert chosen.options.records == Gong(max_distance=1.0, max_regions=2)
    assert chosen.options.comments == LearnedThread(0.0)


# Site memory


def test_a_file_of_site_memory_that_is_there_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    SiteMemory().save(path)
    assert read_settings(Settings({"TREESIM_SITE_MEMORY": str(path)})).site_memory == path


# In a crawl


@pytest.mark.parametrize("bad", [{"TREESIM_KINDS": "nope"}, {"TREESIM_KIND": "records"}])
async def test_a_bad_setting_stops_a_crawl_before_any_request(bad: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match="TREESIM_KIND"):
        await crawl(SHOP, **bad)


@pytest.mark.parametrize(
    "component",
    [FindingsMiddleware, MainTextPipeline, CommentsPipeline, DuplicateRecordsPipeline],
)
def test_components_named_one_by_one_check_the_settings_too(component: Any) -> None:
    crawler = Crawler(PagesSpider, Settings({"TREESIM_KINDS": "nope"}))
    with pytest.raises(SettingError, match="TREESIM_KINDS"):
        component.from_crawler(crawler)


async def test_settings_from_the_command_line_are_strings_and_work() -> None:
    given = {
        "TREESIM_RECORDS_METHOD": "gong",
        "TREESIM_RECORDS_METHOD_OPTIONS": '{"max_regions": "2"}',
    }
    items, stats = await crawl(SHOP, TREESIM_KINDS="records", TREESIM_EMIT="all", **given)
    assert {item.region for item in items if isinstance(item, RecordItem)} == {0, 1}
    assert "treesim/items/article" not in stats


class ShopSpider(PagesSpider):
    custom_settings = {"TREESIM_KINDS": ["records"]}  # noqa: RUF012


class BadSpider(PagesSpider):
    custom_settings = {"TREESIM_SIMILAR": "li["}  # noqa: RUF012


async def _crawl_with(spider: type[PagesSpider], *pages: Path) -> list[Any]:
    crawler = Crawler(
        spider,
        Settings(
            {
                "ADDONS": {"scrapy_treesim.Addon": 500},
                "TWISTED_REACTOR_ENABLED": False,
                "TELNETCONSOLE_ENABLED": False,
                "LOG_LEVEL": "ERROR",
                "TREESIM_KINDS": ["comments"],
                "TREESIM_MIX": True,
            }
        ),
    )
    items: list[Any] = []

    def keep(item: Any) -> None:
        items.append(item)

    crawler.signals.connect(keep, signals.item_scraped)
    await crawler.crawl_async(pages=pages)
    return items


async def test_custom_settings_of_a_spider_come_before_the_projects() -> None:
    of_project = await _crawl_with(PagesSpider, SITE / "shop" / "cast-iron-griddle-28-cm.html")
    of_spider = await _crawl_with(ShopSpider, SHOP)
    assert {type(item) for item in of_project} == {dict, CommentItem}
    assert {type(item) for item in of_spider} == {dict, RecordItem}


async def test_a_bad_custom_setting_stops_that_spider() -> None:
    with pytest.raises(SettingError, match="TREESIM_SIMILAR = 'li\\['"):
        await _crawl_with(BadSpider, SHOP)


# The add-on


def _components(**given: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    settings = Settings(given)
    Addon().update_settings(settings)
    return settings.getdict("SPIDER_MIDDLEWARES"), settings.getdict("ITEM_PIPELINES")


def _names(components: Mapping[Any, Any]) -> dict[str, Any]:
    return {getattr(one, "__name__", str(one)): place for one, place in components.items()}


def test_the_addon_adds_the_middleware_and_only_the_pipelines_asked_for() -> None:
    middlewares, pipelines = _components()
    assert _names(middlewares) == {"FindingsMiddleware": 950}
    assert pipelines == {}
    _, pipelines = _components(
        TREESIM_DROP_DUPLICATES=True,
        TREESIM_MAIN_TEXT_FROM=["a"],
        TREESIM_COMMENTS_FROM=["a"],
    )
    assert _names(pipelines) == {
        "CommentsPipeline": 110,
        "MainTextPipeline": 120,
    }


def test_the_addon_leaves_a_component_where_the_project_put_it() -> None:
    own = "scrapy_treesim.crawl.middleware.FindingsMiddleware"
    middlewares, _ = _components(SPIDER_MIDDLEWARES={own: 10})
    assert list(middlewares.values()) == [10]


def test_the_addon_adds_nothing_where_it_is_switched_off() -> None:
    middlewares, pipelines = _components(
        TREESIM_ENABLED=False, TREESIM_DROP_DUPLICATES=True, TREESIM_MAIN_TEXT_FROM=["a"]
    )
    assert (middlewares, pipelines) == ({}, {})


def test_the_addon_checks_settings_even_where_it_is_switched_off() -> None:
    with pytest.raises(SettingError):
        _components(TREESIM_ENABLED=False, TREESIM_KINDS="nope")


def test_fields_of_findings_are_no_fields_of_a_pipeline() -> None:
    with pytest.raises(SettingError, match="fields of your own items; those with _FIELDS"):
        check("TREESIM_COMMENTS_FROM", ["default", "html"])
    assert check("TREESIM_COMMENTS_FROM", "body") == (("body", "body"),)


ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "document",
    [
        ROOT / "README.md",
        *sorted({*(ROOT / "docs").rglob("*.md")} - {ROOT / "docs" / "contributing.md"}),
    ],
    ids=lambda one: one.stem,
)
def test_documents_name_settings_that_there_are(document: Path) -> None:
    text = document.read_text("utf-8")
    named = set(re.findall(r"\bTREESIM_[A-Z0-9_]*[A-Z0-9]\b(?!_)", text))
    assert named - SETTINGS.keys() <= {"TREESIM_KIND"}
