"""Texts of pages and files as Python source: they may hold anything, and must mean nothing."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Collection
from typing import Final

LONGEST_COMMENT: Final = 200
"""Characters of a text in a comment."""
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z_-]{1,30}")
_RUN: Final = re.compile("[A-Za-z0-9]+")
_NO_LETTER: Final = re.compile(r"\W")


def literal(text: str) -> str:
    """A text as a string literal, in double quotes where it holds none."""
    said = repr(text)
    if said[0] == "'" and '"' not in said:
        said = f'"{said[1:-1]}"'
    return said


def comment(text: str) -> str:
    """A text as it may stand in a comment: on one line, what cannot be seen escaped, not long."""
    said = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: LONGEST_COMMENT + 1])
    return said if len(text) <= LONGEST_COMMENT else f"{said[:LONGEST_COMMENT]}…"


def identifier(text: str, taken: Collection[str] = ()) -> str:
    """A name for a method that is like a text, and none of those that are taken.

    Python takes names as NFKC has them, so that is what comes out; names that begin with ``_`` mean
    something to it.
    """
    said = _NO_LETTER.sub("_", unicodedata.normalize("NFKC", text)).strip("_")
    if not said.isidentifier():
        said = f"field_{said}" if f"field_{said}".isidentifier() else "field"
    while keyword.iskeyword(said) or said in taken:
        said += "_"
    return said


def class_name(text: str) -> str:
    """A name for a class: the ASCII letters and digits of a text, each word with a capital."""
    words = _RUN.findall(text)
    said = "".join(word[0].upper() + word[1:] for word in words)
    return said if said[:1].isalpha() else f"Site{said}"


def is_word(text: str) -> bool:
    """Whether it would do as a name for a kind of pages."""
    return _WORD.fullmatch(text) is not None
