"""Chunks of Markdown for retrieval, each with the headings above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from typing import Final

MAX_SIZE: Final = 2_000
"""Default largest size of a chunk: characters, unless something else is counted."""

_HEADING: Final = re.compile(r"(#{1,6}) (.*)")
_GAP: Final = "\n\n"
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


def chunks(
    markdown: str, max_size: int = MAX_SIZE, *, overlap: int = 0,
    size: Callable[[str], int | Sized] = len,
) -> list[Chunk]:  # fmt: skip
    """Split this package's Markdown at its headings, longer parts between blocks too.

    ``size`` is a function that counts or encodes: ``len`` for characters, or a tokenizer's
    ``encode``. A part is longer if it has more than ``max_size`` of these. A block that is longer
    by itself, such as a long table or code, stays whole: a longer chunk. Nothing is lost. Nothing
    is repeated, unless ``overlap`` is given: a chunk then begins with as many of the last blocks
    above it in its section as have at most this size and leave room for its own first block.

    >>> [(chunk.headings, chunk.text) for chunk in chunks("# A\\n\\nOne.\\n\\n## B\\n\\nTwo.")]
    [(('A',), 'One.'), (('A', 'B'), 'Two.')]
    >>> words = "one two\\n\\nthree\\n\\nfour five"
    >>> [chunk.text for chunk in chunks(words, 3, overlap=1, size=str.split)]
    ['one two\\n\\nthree', 'three\\n\\nfour five']

    Raises:
        ValueError: ``max_size`` is less than 1, or ``overlap`` negative or more than half of it.
    """
    if max_size < 1:
        raise ValueError(f"max_size is {max_size}: give 1 or more")
    if not 0 <= overlap <= max_size // 2:
        raise ValueError(f"overlap is {overlap}: give 0 to {max_size // 2}, half of max_size")

    def count(text: str) -> int:
        counted = size(text)
        return counted if isinstance(counted, int) else len(counted)

    return [
        Chunk(headings, text)
        for headings, blocks in _sections(markdown)
        for text in (_parts(blocks, max_size, overlap, count) if blocks else ("",))
    ]


def _sections(markdown: str) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield headings, the outermost first, with the blocks below them."""
    above: list[tuple[int, str]] = []
    blocks: list[str] = []
    for block in _blocks(markdown):
        heading = _HEADING.fullmatch(block)
        if not heading:
            blocks.append(block)
            continue
        level = len(heading[1])
        # A heading with nothing but smaller ones below it is in their paths.
        if blocks or (above and level <= above[-1][0]):
            yield tuple(text for _, text in above), blocks
            blocks = []
        above = [outer for outer in above if outer[0] < level] + [(level, heading[2])]
    if blocks or above:
        yield tuple(text for _, text in above), blocks


def _parts(
    blocks: list[str], max_size: int, overlap: int, count: Callable[[str], int]
) -> Iterator[str]:
    """Yield runs of blocks that fit, each with blocks of the one before that fit too."""
    # What has no size would be repeated without end.
    sizes = [max(1, count(f"{block}{_GAP}")) for block in blocks]
    first = new = 0
    while new < len(blocks):
        end, total = new + 1, sum(sizes[first : new + 1])
        while end < len(blocks) and (
            total + sizes[end] <= max_size or total + count(blocks[end]) <= max_size
        ):
            total += sizes[end]
            end += 1
        # A tokenizer may have more for the whole than for its parts.
        while end - first > 1 and count(_GAP.join(blocks[first:end])) > max_size:
            first, end = new, end if first < new else (new + end) // 2
        yield _GAP.join(blocks[first:end])
        first = new = end
        if end < len(blocks):
            room = min(overlap, max_size - count(blocks[end]))
            while first and sizes[first - 1] <= room:
                first -= 1
                room -= sizes[first]


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
