"""Chunks of Markdown for retrieval, each with the headings above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAX_CHARS: Final = 2_000
"""Default largest number of characters of a chunk."""

_HEADING: Final = re.compile(r"(#{1,6}) (.*)")
# Inline code may begin with as many backticks, but has more of them on its line.
_FENCE: Final = re.compile(r"(?:[ >]|- |\d{1,9}\. )*(`{3,})[^`]*")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document, complete enough to be read by itself.

    >>> (chunk,) = chunks("# Rivers\\n\\nThe Elbe.")
    >>> chunk.headings, chunk.text
    (('Rivers',), 'The Elbe.')
    """

    headings: tuple[str, ...]
    """Headings above it, the outermost first; its own is the last."""
    text: str
    """Blocks as Markdown, without the headings."""


def chunks(markdown: str, max_chars: int = MAX_CHARS) -> list[Chunk]:
    """Split this package's Markdown at its headings, longer parts between blocks too.

    A part is longer if it has more than ``max_chars``. Nothing is lost or repeated. A block
    that is longer by itself, such as a long table or code, stays whole: a chunk of more characters.

    >>> [(chunk.headings, chunk.text) for chunk in chunks("# A\\n\\nOne.\\n\\n## B\\n\\nTwo.")]
    [(('A',), 'One.'), (('A', 'B'), 'Two.')]

    Raises:
        ValueError: ``max_chars`` is less than 1.
    """
    if max_chars < 1:
        raise ValueError(f"max_chars is {max_chars}: give 1 or more")
    finished: list[Chunk] = []
    above: list[tuple[int, str]] = []
    blocks: list[str] = []
    is_written = True

    def close() -> None:
        if blocks or not is_written:
            finished.append(Chunk(tuple(text for _, text in above), "\n\n".join(blocks)))
        blocks.clear()

    chars = 0
    for block in _blocks(markdown):
        heading = _HEADING.fullmatch(block)
        if heading:
            level = len(heading[1])
            # A heading with nothing but smaller ones below it is in their paths.
            if blocks or (not is_written and above and level <= above[-1][0]):
                close()
            above = [outer for outer in above if outer[0] < level] + [(level, heading[2])]
            is_written, chars = False, 0
            continue
        if blocks and chars + len(block) > max_chars:
            close()
            chars = 0
        blocks.append(block)
        is_written = True
        chars += len(block) + 2
    close()
    return finished


def _blocks(markdown: str) -> Iterator[str]:
    """Yield the blocks between blank lines, except those inside a fence."""
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
