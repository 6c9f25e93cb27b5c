"""No page can make a regular expression take more than linear time.

Every pattern of the package is tried with strings that are made from it to be bad for it, at two
lengths, and the steps of matching are counted: see :mod:`pattern_steps` and
:mod:`pattern_attacks`.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import regex
from pattern_attacks import Attack, attacks
from pattern_steps import Costly, Counter, Pattern, Program, counted

import scrapy_treesim

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

COMPILED_LATER = {("scrapy_treesim.templates.url_rules", "regex.compile")}
"""Rules that a project's settings give; each is searched for in a bounded address, for a bounded
time."""


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
    if isinstance(value, (re.Pattern, regex.Pattern)):
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
        for attribute in getattr(value, "__dataclass_fields__", None) or getattr(
            value, "__dict__", ()
        ):
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
    for alike in tried[:: max(1, len(tried) // 12)]:
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
                assert node.module not in ("re", "regex"), module.__name__
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            said = ast.unparse(node.func)
            if said.split(".")[0] not in ("re", "regex") or said in ("re.escape", "regex.escape"):
                continue
            if said == "re.compile" and id(node) in at_import:
                continue
            inline.append((module.__name__, said))
    assert set(inline) == COMPILED_LATER


def test_all_patterns_are_found() -> None:
    written = sum(
        isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
        for _, tree in sources()
        for node in ast.walk(tree)
    )
    assert len(patterns()) >= written > 100
