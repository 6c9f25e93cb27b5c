"""The words of code and documentation: the field's own, and first lines that say what is done."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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

FORBIDDEN = re.compile(
    r"(?<![a-z])(furniture|doubts|grounds|verdicts?|judge[sd]?|judging|judg(?:e?)ments?|likest|liker)"
    r"(?![a-z])|held to be",
    re.IGNORECASE,
)
"""Words of a private dialect; docs/glossary.md has those that the field uses instead."""

OPENING = re.compile(r"(What|Whether|How|Where|Which|Why|When|Who)\b")


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text


def test_there_are_sources_and_documents_to_look_at() -> None:
    assert len(SOURCES) > 200
    assert all(path.exists() for path in DOCUMENTS)


def test_no_docstring_opens_with_a_question_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in SOURCES
        if path.suffix == ".py"
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


@pytest.mark.parametrize("text", ["What it does.", "Whether it is one.", "How it goes."])
def test_the_openings_are_seen(text: str) -> None:
    assert OPENING.match(text)


@pytest.mark.parametrize("text", ["a verdict", "_FURNITURE", "is held to be good", "judgement.py"])
def test_the_words_are_seen(text: str) -> None:
    assert FORBIDDEN.search(text)
