"""The words of code and documentation: the field's own, and first lines that say what is done."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scrapy_treesim"
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
SOURCES = sorted(
    path
    for ending in (".py", ".pxd", ".js", ".css", ".html")
    for path in PACKAGE.rglob(f"*{ending}")
)

PYTHON = [path for path in SOURCES if path.suffix == ".py"]

FORBIDDEN = re.compile(
    r"(?<![a-z])(furniture|doubts|grounds|verdicts?|judge[sd]?|judging|judg(?:e?)ments?|likest|liker)"
    r"(?![a-z])|held to be",
    re.IGNORECASE,
)
"""Words of a private dialect; docs/glossary.md has those that the field uses instead."""

OPENING = re.compile(r"(What|Whether|How|Where|Which|Why|When|Who)\b")

VAGUE = frozenset(
    "one found said place held told kept some those given wanted taken own known others".split()
)
"""Names that say nothing about a thing."""
MAX_VAGUE = 1
"""Of 1,000 names of variables and parameters; the public names among them stay."""

FRAGMENT = re.compile(
    r"(Of|The same|Likewise|As|For|From|By|Those|That|In|With|Beyond|Up to|At|To|On)\b"
)
"""Openings of docstrings that cannot be read without the name above them."""

CLAUSE = re.compile(r"\b(that|what|whose|which|where)\b")
MAX_CLAUSES = 0.1
"""Share of docstrings whose first line has a relative clause."""

DIALECT = re.compile(r"\b(said|told|asked|apart|heard|bears|likeliest)\b", re.IGNORECASE)
"""Words that docstrings do without."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text


def attribute_docstrings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        body = getattr(node, "body", None)
        for statement, text in pairwise(body if isinstance(body, list) else []):
            match statement, text:
                case (
                    ast.Assign() | ast.AnnAssign(),
                    ast.Expr(value=ast.Constant(value=str(docstring))),
                ):
                    yield text.lineno, docstring


def names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def test_names_say_what_a_thing_is() -> None:
    counts = {path: Counter(names(path)) for path in PYTHON}
    vague = {path: sum(count[name] for name in VAGUE) for path, count in counts.items()}
    total = sum(map(Counter.total, counts.values()))
    most = sorted(vague, key=vague.__getitem__, reverse=True)[:5]

    assert total > 50_000
    assert 1_000 * sum(vague.values()) <= MAX_VAGUE * total, most


def test_docstrings_of_attributes_are_whole_phrases() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in PYTHON
        for line, text in attribute_docstrings(path)
        if FRAGMENT.match(text)
    ]
    assert not found


def test_few_first_lines_hang_on_a_clause() -> None:
    lines = [text.splitlines()[0] for path in PYTHON for _, text in docstrings(path)]

    assert sum(map(bool, map(CLAUSE.search, lines))) <= MAX_CLAUSES * len(lines)


def test_docstrings_do_without_words_of_a_dialect() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]}"
        for path in PYTHON
        for line, text in chain(docstrings(path), attribute_docstrings(path))
        for match in DIALECT.finditer(text)
    ]
    assert not found


def test_there_are_sources_and_documents_to_look_at() -> None:
    assert len(SOURCES) > 200
    assert all(path.exists() for path in DOCUMENTS)


def test_no_docstring_opens_with_a_question_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in PYTHON
        for line, text in docstrings(path)
        if OPENING.match(text)
    ]
    assert not found


def test_no_word_of_a_private_dialect_is_used() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in (*SOURCES, *DOCUMENTS)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if (match := FORBIDDEN.search(line))
    ]
    assert not found


@pytest.mark.parametrize("text", ["That it is one.", "Of a category.", "In stats."])
def test_fragments_are_seen(text: str) -> None:
    assert FRAGMENT.match(text)


@pytest.mark.parametrize("text", ["What it does.", "Whether it is one.", "How it goes."])
def test_the_openings_are_seen(text: str) -> None:
    assert OPENING.match(text)


@pytest.mark.parametrize("text", ["a verdict", "_FURNITURE", "is held to be good", "judgement.py"])
def test_the_words_are_seen(text: str) -> None:
    assert FORBIDDEN.search(text)
