"""Files as the package writes them, and what may become of them on a disk or in an editor."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from template_site import HOST, templates, url_of
from trees import Nested, trees

from scrapy_treesim.records.over_pages.memory import VERSION
from scrapy_treesim.templates.by_example.example_record import OBJECTS, TEXTS
from scrapy_treesim.templates.rules.selection import TAKES
from scrapy_treesim.templates.rules.signatures import SIGNATURE_KINDS, WORDED

# What files hold

_NAMES = st.sampled_from(("name", "price", "作者", "_x", "a-b.c2", "Título"))
_WORDS = st.text(st.sampled_from("ab Z9.-/=[]%:\"'\\<>éßΩ中😀\u2028\n\t"), max_size=12)
_SHARES = st.floats(0, 1, width=16)


def _leaf_line(depth: int) -> st.SearchStrategy[str]:
    kinds = st.tuples(
        st.sampled_from(TEXTS), st.integers(1, 9_999), st.booleans(), st.booleans(), st.booleans()
    )
    return kinds.map(
        lambda drawn: (
            "  " * depth + f"<text> {drawn[0]} {drawn[1]}" + " linked" * drawn[2]
            + " heading" * drawn[3] + " .price .x" * drawn[4]
        )
    )  # fmt: skip


@st.composite
def _outlines(draw: st.DrawFn) -> list[str]:
    """The lines of an example record."""
    lines: list[str] = []

    def add(tree: Nested, depth: int) -> None:
        held = draw(st.sampled_from(("", "", f" {OBJECTS[0]}", f" {OBJECTS[0]} linked .photo")))
        lines.append("  " * depth + tree[0] + held)
        if draw(st.booleans()):
            lines.append(draw(_leaf_line(depth + 1)))
        for child in tree[1:]:
            add(child, depth + 1)

    add(draw(trees(5)), 0)
    return lines


_HOMES = st.fixed_dictionaries(
    {
        "records": st.integers(1, 999),
        "similarity": st.floats(0.001, 1),
        "tree_similarity": st.floats(0.001, 1),
    }
)
_KEY_TREE = st.fixed_dictionaries(
    {
        "for": st.lists(
            st.sampled_from(("shop.example", "*", "a.example/*/list", "b.example:80/x")),
            min_size=1,
            max_size=2,
        ),
        "examples": st.lists(_outlines(), min_size=1, max_size=2),
    },
    optional={
        "measure": st.sampled_from(("free", "stm", "pol")),
        "threshold": _SHARES,
        "home": _HOMES,
    },
)


def key_tree_files() -> st.SearchStrategy[Any]:
    """What a file of key trees says."""
    names = st.sampled_from(("goods", "list 2", "作者"))
    return st.dictionaries(names, _KEY_TREE, max_size=2).map(
        lambda trees: {"version": 1, "key_trees": trees}
    )


_COLUMNS = st.lists(
    st.tuples(
        st.sampled_from(("li/h3/a", "li/p.price", "li/a/@href")),
        st.sampled_from(("title", "price", "währung")),
        st.booleans(),
        st.integers(1, 10**12),
    ).map(list),
    max_size=3,
    unique_by=lambda column: tuple(column[:3]),
)
_LISTS = st.dictionaries(
    st.sampled_from(("", "ul/li", "ul.goods/li~2", "\nli")), _COLUMNS, max_size=3
)


def site_memory_files() -> st.SearchStrategy[Any]:
    """What a file of site memory says."""
    hosts = st.sampled_from(("shop.example", "a.example:8080", ""))
    return st.dictionaries(hosts, _LISTS, max_size=3).map(
        lambda sites: {"version": VERSION, "sites": sites}
    )


@st.composite
def _rules(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(SIGNATURE_KINDS))
    place = draw(st.sampled_from(("p", "h1 name", "div id=main/p price", "p/text()[1]")))
    rule: dict[str, Any] = {"by": kind, "at": place, "weight": draw(st.integers(0, 99)) / 10}
    if kind in WORDED:
        rule["words"] = "About it"
    usual = st.fixed_dictionaries(
        {},
        optional={
            "take": st.sampled_from(sorted(TAKES)),
            "pick": st.integers(-1, 3),
            "prefix": _WORDS,
            "suffix": _WORDS,
            "among": st.integers(0, 5),
        },
    )
    return rule | draw(usual)


_FIELDS = st.dictionaries(
    _NAMES,
    st.lists(
        st.fixed_dictionaries({"rules": st.lists(_rules(), min_size=1, max_size=3)}),
        min_size=1,
        max_size=2,
    ).map(lambda parts: {"parts": parts}),
    max_size=2,
)


@st.composite
def template_files(draw: st.DrawFn) -> Any:
    """What a file of templates says: those of the test's shop with other fields, sites and ids."""
    written = copy.deepcopy(templates().to_json())
    for number, one in enumerate(written["templates"], 1):
        site = draw(st.sampled_from((HOST, HOST, "", "b.example:8080")))
        one.update(
            site=site,
            id=f"{site or 'any'}/{number}",
            pages=draw(st.integers(0, 99)),
            medoid=draw(st.sampled_from(("", url_of("goods", 1)))),
            fields=draw(st.just(one["fields"]) | _FIELDS),
        )
        if draw(st.booleans()):
            one["expected"] = None
    if draw(st.booleans()):
        written["next"] = {}
    return written


def example_files() -> st.SearchStrategy[list[Any]]:
    """The objects of a file of labelled examples."""
    values = st.sampled_from(("Lamp 1", "News 3", "", "10.10 EUR")) | st.lists(_WORDS, max_size=2)
    fields = st.dictionaries(_NAMES, values, min_size=1, max_size=2)
    urls = st.sampled_from((url_of("goods", 1), url_of("news", 3), "https://a.example/"))
    places = st.sampled_from(("/html/body/main/h1", "/html/body/a[2]/@href", "/"))

    def example(where: dict[str, str], fields: dict[str, Any], path: str | None) -> Any:
        xpaths = {"xpaths": {name: [path] for name in fields}} if path else {}
        return where | {"fields": fields} | xpaths

    where = st.builds(lambda url: {"url": url}, urls) | st.just({"page": "page.html"})
    return st.lists(st.builds(example, where, fields, st.none() | places), max_size=3)


# What becomes of them


class Twice(dict[str, Any]):
    """An object that is written with one of its names twice."""

    def items(self) -> Any:
        pairs = [*super().items()]
        return pairs + pairs[:1]


def _deep(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, 10**15, 10**30, 10**400, -(10**400), 1e308, 5e-324,
    float("nan"), float("inf"), float("-inf"), "", " ", "x", "a/b", "\ud800", "x\udfff", "\0", "1",
    "1" * 5_000, "x" * 30_000, "\n\r\u2028", [], {}, [[]], [None], {"": None}, {"x": {}},
    ["x"] * 60,
    _deep(60),
    _deep(150),
)  # fmt: skip
"""Values that no file should have at most of its places."""


def _containers(value: Any) -> list[Any]:
    found = [value]
    for one in found:
        inner = one.values() if isinstance(one, dict) else one
        found.extend(each for each in inner if isinstance(each, (dict, list)) and each)
    return [one for one in found if one]


def _changed(draw: st.DrawFn, value: Any) -> Any:
    """The value with something in it replaced, left out, put twice, or put elsewhere."""
    root = {"x": value}
    place = draw(st.sampled_from(_containers(root)))
    keys = [*place] if isinstance(place, dict) else [*range(len(place))]
    key = draw(st.sampled_from(keys))
    how = draw(st.sampled_from(("odd", "odd", "drop", "twice", "as text", "new", "move")))
    if how == "odd":
        # What is changed next may be a part of it.
        place[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
    elif how == "as text":
        place[key] = str(place[key])[:99]
    elif how == "move":
        place[key] = copy.deepcopy(draw(st.sampled_from(_containers(root)[1:] or [None])))
    elif how == "twice" and isinstance(place, list):
        place.append(place[key])
    elif how == "twice":
        place[key] = Twice(place[key]) if isinstance(place[key], dict) else place[key]
    elif how == "new" and isinstance(place, dict):
        place[draw(st.sampled_from([one for one in ODD if isinstance(one, str)]))] = place[key]
    elif place is not root:
        del place[key]
    return root.get("x")


def _spoiled(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes cut short, some flipped, some put in."""
    how = draw(st.sampled_from(("", "", "", "cut", "flip", "insert", "mark", "twice", "utf-16")))
    at = draw(st.integers(0, max(0, len(data) - 1)))
    if how == "cut":
        return data[:at]
    if how == "flip" and data:
        return data[:at] + bytes([data[at] ^ draw(st.integers(1, 255))]) + data[at + 1 :]
    if how == "insert":
        return data[:at] + draw(st.binary(min_size=1, max_size=4)) + data[at:]
    if how == "mark":
        return b"\xef\xbb\xbf" + data
    if how == "utf-16":
        return data.decode("utf-8", "replace").encode("utf-16")
    return data * 2 if how == "twice" else data


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def as_lines(values: Any) -> str:
    """A JSON object a line."""
    return "".join(_text(one) + "\n" for one in values) if isinstance(values, list) else "null"


@st.composite
def mutated(
    draw: st.DrawFn, files: st.SearchStrategy[Any], written: Callable[[Any], str] = _text
) -> bytes:
    """The bytes of files to which something was done: mostly values are odd, or the bytes are."""
    value = copy.deepcopy(draw(files))
    for _ in range(draw(st.integers(0, 3))):
        value = _changed(draw, value)
    return _spoiled(draw, written(value).encode())
