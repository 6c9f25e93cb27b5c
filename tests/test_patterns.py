"""No page can make a regular expression take more than linear time.

Every pattern of the package is tried with strings that are made from it to be bad for it, at two
lengths, and the steps of matching are counted: see :mod:`pattern_steps` and
:mod:`pattern_attacks`.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import pkgutil
import re
import tracemalloc
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pattern_attacks import Attack, attacks
from pattern_steps import Costly, Counter, Pattern, Program, counted

import scrapy_treesim
from scrapy_treesim import (
    Comment,
    LearnedThread,
    Page,
    article,
    comments,
    next_page,
    records,
    similar,
)
from scrapy_treesim.reading.declared.about import MAX_TITLE_CHARS
from scrapy_treesim.records.over_pages.next_page import LinkMeaning, label_meaning
from scrapy_treesim.records.table.columns import Table
from scrapy_treesim.tree.printable import printable as printable_text
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.text_kinds import is_separator, kind_of
from scrapy_treesim.values.typed_values import Price

SHORT = 40
"""Characters of the shorter attacks, where a pattern names no larger number of repetitions."""
LONGER = 4
"""How many times as long the longer ones are."""
MOST_GROWTH = 1.5 * LONGER
"""How many times the steps may be then: a square has 16."""
MOST_STEPS = 400
"""Steps that a pattern may take for a character of an attack."""

WAYS = {
    "match": "match",
    "fullmatch": "fullmatch",
    "search": "search",
    **dict.fromkeys(("findall", "finditer", "split", "sub", "subn"), "each"),
}
"""The ways to match that the methods of a pattern are."""


@cache
def modules() -> tuple[Any, ...]:
    names = [one.name for one in pkgutil.walk_packages(scrapy_treesim.__path__, "scrapy_treesim.")]
    found = []
    for name in names:
        try:
            found.append(importlib.import_module(name))
        except ModuleNotFoundError as error:
            # What an extra needs that is not installed, or a kernel that is not compiled.
            if str(error.name).startswith("scrapy_treesim") and not name.endswith("_cy"):
                raise
    return tuple(found)


def held_in(value: object, name: str, depth: int = 0) -> Iterator[tuple[str, Pattern]]:
    """The patterns that a value is or holds, each with its name."""
    if isinstance(value, re.Pattern):
        yield name, value
    elif depth > 4:
        return
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from held_in(key, f"{name}.key", depth + 1)
            yield from held_in(one, f"{name}[{key!r}]", depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for number, one in enumerate(value):
            yield from held_in(one, f"{name}[{number}]", depth + 1)
    elif type(value).__module__.startswith("scrapy_treesim."):
        attributes: Any = getattr(value, "__dataclass_fields__", getattr(value, "__dict__", ()))
        for attribute in attributes:
            yield from held_in(getattr(value, attribute, None), f"{name}.{attribute}", depth + 1)


@cache
def patterns() -> dict[str, Pattern]:
    """All patterns of the package, each by the first of its names."""
    found: dict[int, tuple[str, Pattern]] = {}
    for module in modules():
        place = module.__name__.removeprefix("scrapy_treesim.")
        for name, value in vars(module).items():
            for full, pattern in held_in(value, name):
                found.setdefault(id(pattern), (f"{place}.{full}", pattern))
    return dict(sorted(found.values(), key=lambda one: one[0]))


@cache
def sources() -> tuple[tuple[Any, ast.Module], ...]:
    """The modules, each with its source; of a compiled kernel that lies beside it."""
    found = []
    for module in modules():
        name = str(module.__file__)
        path = Path(name if name.endswith(".py") else f"{name.partition('.')[0]}.py")
        if not path.exists() and not name.endswith(".py"):
            continue  # Cython's own, which the kernels share.
        found.append((module, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


@cache
def ways() -> dict[int, frozenset[str]]:
    """How each pattern is matched, by its id; a pattern that is handed about, in all ways."""
    found: dict[int, set[str]] = {}
    for module, tree in sources():
        asked = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                pattern = vars(module).get(node.value.id)
                if isinstance(pattern, re.Pattern):
                    asked.add(node.value)
                    if node.attr in WAYS:
                        found.setdefault(id(pattern), set()).add(WAYS[node.attr])
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in asked:
                pattern = vars(module).get(node.id)
                if isinstance(pattern, re.Pattern):
                    found.setdefault(id(pattern), set()).update(WAYS.values())
    return {pattern: frozenset(said) for pattern, said in found.items()}


def fault(pattern: Pattern, way: str) -> str | None:
    """An attack that takes the pattern too many steps, and how many; None if none does."""
    program, opened = Program.of(pattern), Program.of(pattern, is_open=True)
    short = max(SHORT, 2 * program.longest_bound)
    for alike in attacks(opened, searched=way in ("search", "each")):
        worst, steps = alike[0], 0
        for one in alike:
            text = one.of(short)
            try:
                count = counted(program, text, way, MOST_STEPS * len(text))
            except Costly:
                return f"{one}: more than {MOST_STEPS} steps a character, of {len(text)}"
            if count > steps:
                worst, steps = one, count
        if said := _growth(program, way, worst, short, steps):
            return said
    return None


def _growth(program: Program, way: str, attack: Attack, short: int, steps: int) -> str | None:
    few, many = attack.of(short), attack.of(LONGER * short)
    # What comes before the part that grows does not grow.
    most = int(MOST_GROWTH / LONGER * len(many) / len(few) * steps) + MOST_STEPS
    try:
        counted(program, many, way, most)
    except Costly:
        return f"{attack}: {steps} steps for {len(few)}, more than {most} for {len(many)}"
    return None


@pytest.mark.parametrize("name", patterns())
def test_no_page_makes_a_pattern_take_more_than_linear_time(name: str) -> None:
    pattern = patterns()[name]
    for way in sorted(ways().get(id(pattern), frozenset(WAYS.values()))):
        assert fault(pattern, way) is None, way


@pytest.mark.parametrize(
    ("pattern", "way"),
    [
        (r"#[^/]*\d", "search"),
        (r"\s*,\s*", "each"),
        (r"\d+x", "search"),
        (r"(?:a+)+b", "match"),
        (r"(?:a|aa)+b", "match"),
        (r"(?:a*)*b", "match"),
        (r"\d{4}.*\d|\d.*\d{4}", "search"),
        (r'"@type"\s*:\s*\[?\s*"Article"', "search"),
        (r"margin\s*:\s*(?:[^;]*\s)?\d+px", "search"),
        (r"\W*\d[\d.,\s]*\s*%?\W*(?:[a-z]{1,9}\W*){0,2}$", "match"),
        (r"<!--.*?-->", "search"),
        (r"(?=.*\d)[a-z]+", "search"),
        (r"([a-z]*)=\1;", "search"),
        (r"(?:ab?){0,60}(?:ab?){0,60}(?:ab?){0,60}c", "match"),
        (rb"[ \t]*\n", "each"),
    ],
    ids=str,
)
def test_a_pattern_that_takes_more_is_caught(pattern: str | bytes, way: str) -> None:
    assert fault(re.compile(pattern), way) is not None


@pytest.mark.parametrize(
    ("pattern", "way"),
    [
        (r"#[^/#\d]*\d", "search"),
        (r"(?<!\d)\d+x", "search"),
        (r"\s+", "each"),
        (r"(?:a|b)+c?", "each"),
        (r".*a.{0,60}$", "match"),
        (r"(?=([a-z]+))\1\d", "match"),
    ],
)
def test_a_pattern_that_does_not_is_let_pass(pattern: str, way: str) -> None:
    assert fault(re.compile(pattern), way) is None


@pytest.mark.parametrize("name", patterns())
def test_the_counter_matches_as_the_standard_library_does(name: str) -> None:
    pattern: Any = patterns()[name]
    program = Program.of(pattern)
    tried = list(attacks(Program.of(pattern, is_open=True), searched=False))
    for alike in tried[:: max(1, len(tried) // 6)]:
        for attack in alike[:2]:
            text = attack.of(6)
            counter = Counter(program)
            assert list(counter.each(text)) == [one.span() for one in pattern.finditer(text)]
            for way in (pattern.match, pattern.fullmatch):
                found = way(text)
                end = counter.match(text, is_full=way == pattern.fullmatch)
                assert end == (None if found is None else found.end())


def test_patterns_are_constants_of_modules() -> None:
    """So that all of them are found, and compiled once."""
    inline = []
    for module, tree in sources():
        at_import = {
            id(node)
            for statement in tree.body
            if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            for node in ast.walk(statement)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.module != "re", module.__name__
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            said = ast.unparse(node.func)
            if said.split(".")[0] != "re" or said == "re.escape":
                continue
            if said == "re.compile" and id(node) in at_import:
                continue
            inline.append((module.__name__, said))
    assert not inline


def test_all_patterns_are_found() -> None:
    # Of equal patterns re.compile gives one.
    written = {
        ast.unparse(node)
        for _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    }
    assert len(patterns()) >= len(written) > 100


SAID = "I have been here and it was just as they say, or better"
NAMES = ("Ada", "Jo", "Mira", "Max", "Eve", "Ben")
MANY = 100_000
"""So many signs that the square of their number would take minutes at least."""


def thread(
    first: str = "",
    declared: str = "",
    styles: Sequence[str] = ("",) * 6,
    language: str = "en",
    month: str = "May",
) -> list[Comment]:
    """The comments of a thread: the first one with these elements and these attributes of its
    time."""
    posts = "".join(
        f"<li class=comment style='{styles[k]}'><cite>{name}</cite> says: "
        f"<time {'' if k else declared}>1{k} {month} 2021</time><p>{SAID}, {name}.</p>"
        f"{'' if k else first}<a href='?to={k}'>Reply</a></li>"
        for k, name in enumerate(NAMES)
    )
    html = f"<html lang={language}><body><ol>{posts}</ol></body></html>"
    found = comments(Page(html, "https://example.org/t"))
    assert len(found) == 6
    return found


@pytest.mark.parametrize("sign", ["#", "/#"])
def test_addresses_of_many_signs_are_no_permalinks(sign: str) -> None:
    first, *_ = thread(f"<a href='{sign * MANY}'>x</a><a href='#c-7'>#</a>")
    assert first.permalink == "https://example.org/t#c-7"


@pytest.mark.parametrize(
    ("title", "time"),
    [("1 " * MANY, "10 May 2021"), ("a2024" + " " * MANY + "5 May", "a2024 5 May")],
    ids=["digits", "a year and a day"],
)
def test_titles_of_many_digits_are_read_for_the_moment(title: str, time: str) -> None:
    first, *_ = thread(declared=f"title='{title}'")
    assert first.time == time


@pytest.mark.parametrize("style", ["margin:" + " " * MANY, "margin:1 " * (MANY // 9)])
def test_styles_are_read_up_to_some_length(style: str) -> None:
    styles = [f"margin-left:{20 * (k % 3)}px" for k in range(6)]
    assert [one.parent or 0 for one in thread(styles=styles)] == [0, 0, 1, 0, 3, 4]
    found = thread(styles=[f"{style}{20 * (k % 3)}px" for k in range(6)])
    assert {one.parent or 0 for one in found} == {0}


@pytest.mark.parametrize("sign", ["1", "1,1 ", "-", "5/"])
def test_cells_of_many_signs_are_in_a_column_of_numbers(sign: str) -> None:
    table = shop(sign * (MANY // len(sign)), "№2 views", "en")
    found = [[*column.values] for column in table.columns if column.kind == "number"]
    # Whether the first record, which is longer than all others, is one is not asked.
    assert [values[-5:] for values in found] == [[12, 22, 32, 42, 52]]


def shop(cell: str, plain: str, language: str) -> Table:
    """The table of goods of which one has another cell than the plain ones."""
    cells = [cell, *(plain.replace("№", str(k)) for k in range(1, 6))]
    rows = "".join(
        f"<li><h3><a href=/p/{name}>Thing {name}</a></h3><i>{one}</i><p>{SAID}, {name}</p></li>"
        for name, one in zip(NAMES, cells, strict=True)
    )
    (region, *_) = records(Page(f"<html lang={language}><body><ul>{rows}</ul></body></html>"))
    return region.table


def test_prices_are_read_of_short_texts_only() -> None:
    table = shop("$ 1,234.56 " * 20_000, "$ 98,76№.54", "en")
    (values,) = [[*column.values] for column in table.columns if column.kind == "price"]
    assert values[0] is None
    assert all(isinstance(value, Price) for value in values[1:])


def test_no_long_text_is_kept_for_its_answer() -> None:
    def read(size: int) -> None:
        for number in range(40):
            text = f"{number} " + "- " * (size // 2)
            assert kind_of(text)
            assert label_meaning(text) is LinkMeaning.NOTHING
            assert price_of(text) is None
            assert not is_separator(text)
            assert not is_separator("-" * size + "a")

    size = 20_000
    read(100)
    tracemalloc.start()
    try:
        read(size)
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 20 * size


@pytest.mark.parametrize("attribute", ["id", "class", "rel", "title", "style", "name"])
def test_a_long_attribute_around_much_is_decoded_a_few_times(
    attribute: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = 0

    def printable(utf8: bytes) -> str:
        nonlocal decoded
        decoded += len(utf8)
        return printable_text(utf8)

    monkeypatch.setattr("scrapy_treesim.tree.page_tree.printable", printable)
    posts = "".join(
        f"<li class=comment><cite>Ada {k}</cite> says: <time>1{k % 9} May 2021</time>"
        f"<p>{SAID}, {k}.</p><a href='?to={k}'>Reply</a></li>"
        for k in range(100)
    )
    links = "".join(f"<a href='?page={k}'>{k}</a> <a href='?page={k}'></a>" for k in range(2, 102))
    long = f"{attribute}='{'carousel ' * 10_000}'"
    html = f"<html><body><ol {long}>{posts}</ol><div {long}>{links}</div></body></html>"
    page = Page(html, "https://example.org/t?page=1")
    # Of names so long the network makes nothing certain.
    found = comments(page, method=LearnedThread(min_confidence=0.0))
    assert len(found) >= 75
    assert {one.permalink for one in found} == {None}
    next_page(page)
    similar(page, "li:nth-child(2)")
    assert [len(one.table.columns) > 0 for one in records(page)]
    assert decoded < 12 * len(html)


def test_names_of_json_ld_are_looked_for_in_a_title_of_bounded_length() -> None:
    said = f"<h1>A day</h1><p>{f'{SAID}. ' * 20}</p>"
    for before, expected in (("", "Ada Byron"), ("x" * MAX_TITLE_CHARS, None)):
        nodes = [
            {"@type": "Article", "headline": f"{name} day", "author": f"{name} Byron"}
            for name in ("Ada", "Jo")
        ]
        page = Page(
            f"<html><title>{before} Ada day</title>"
            f"<script type='application/ld+json'>{json.dumps(nodes)}</script><body>{said}</body>"
        )
        found = article(page)
        assert found is not None
        assert found.author == expected
