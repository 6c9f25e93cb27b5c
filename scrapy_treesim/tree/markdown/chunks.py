"""Markdown cut into chunks, each with the headings above it: for retrieval."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAX_CHARS: Final = 2_000
"""Characters of a chunk, where nobody says how many."""

_HEADING: Final = re.compile(r"(#{1,6}) (.*)")
# Code in a line may begin with as many backticks, but has more of them on its line.
_FENCE: Final = re.compile(r"(?:[ >]|- |\d{1,9}\. )*(`{3,})[^`]*")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document that can be read by itself."""

    headings: tuple[str, ...]
    """The headings it stands under, the outermost first; its own is the last."""
    text: str
    """Its blocks as Markdown, without the headings."""


def chunks(markdown: str, max_chars: int = MAX_CHARS) -> list[Chunk]:
    """Cut Markdown as this package writes it at its headings, longer parts between their blocks.

    A part is longer with more than ``max_chars``. Nothing is lost and nothing comes twice. A block
    that is longer by itself, such as a long table or code, stays whole: a chunk of more characters.

    >>> [(one.headings, one.text) for one in chunks("# A\\n\\nOne.\\n\\n## B\\n\\nTwo.")]
    [(('A',), 'One.'), (('A', 'B'), 'Two.')]

    Raises:
        ValueError: ``max_chars`` is less than 1.
    """
    if max_chars < 1:
        raise ValueError(f"max_chars is {max_chars}: give 1 or more")
    found: list[Chunk] = []
    above: list[tuple[int, str]] = []
    held: list[str] = []
    is_told = True

    def close() -> None:
        if held or not is_told:
            found.append(Chunk(tuple(text for _, text in above), "\n\n".join(held)))
        held.clear()

    chars = 0
    for block in _blocks(markdown):
        heading = _HEADING.fullmatch(block)
        if heading:
            level = len(heading[1])
            # A heading with nothing below it but smaller ones is told by their paths.
            if held or (not is_told and above and level <= above[-1][0]):
                close()
            above = [one for one in above if one[0] < level] + [(level, heading[2])]
            is_told, chars = False, 0
            continue
        if held and chars + len(block) > max_chars:
            close()
            chars = 0
        held.append(block)
        is_told = True
        chars += len(block) + 2
    close()
    return found


def _blocks(markdown: str) -> Iterator[str]:
    """The blocks between blank lines; a fence's own blank lines are no ends."""
    lines: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        if not line.strip() and not fence:
            if lines:
                yield "\n".join(lines)
            lines = []
            continue
        lines.append(line)
        mark = _FENCE.fullmatch(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip(" >").startswith(fence) and not line.strip(" >`"):
            fence = ""
    if lines:
        yield "\n".join(lines)
