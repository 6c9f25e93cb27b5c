"""Reads the prose of the example site from the text files in this folder.

A file holds documents separated by a line of five equals signs. A document is
a head of ``key: value`` lines, a blank line, the body and any number of
sections, each opened by a line ``%% name``. Bodies are paragraphs separated by
blank lines, with ``## heading``, ``- list``, ``> quote`` and fenced code. In a
section of comments every entry opens with ``@ author | field | field``; two or
more ``@`` make it a reply to the entry above.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_FOLDER = Path(__file__).parent
_ENTRY = re.compile(r"^(@+) (.+)$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


@dataclass(frozen=True)
class Block:
    """One block of prose; ``kind`` is p, h2, ul, quote or code."""

    kind: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The block as a reader sees it."""
        separator = "\n" if self.kind == "code" else " "
        joined = separator.join(self.lines)
        return joined if self.kind == "code" else _LINK.sub(r"\1", joined).replace("*", "")


@dataclass(frozen=True)
class Entry:
    """A comment, a review or a forum post."""

    author: str
    fields: tuple[str, ...]
    blocks: tuple[Block, ...]
    depth: int


@dataclass(frozen=True)
class Document:
    """One article, product or thread."""

    meta: dict[str, str]
    blocks: tuple[Block, ...]
    sections: dict[str, str] = field(default_factory=dict)

    @property
    def comments(self) -> list[Entry]:
        """The entries of the section ``comments``."""
        return _entries(self.sections.get("comments", ""))

    def table(self, name: str, separator: str = "|") -> list[list[str]]:
        """The lines of a section, cut into stripped cells."""
        lines = self.sections.get(name, "").strip().splitlines()
        return [[cell.strip() for cell in line.split(separator)] for line in lines]


def load(name: str) -> list[Document]:
    """All documents of the file ``name``.txt."""
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return [_document(part) for part in re.split(r"^=====\n", text, flags=re.MULTILINE)]


def _document(text: str) -> Document:
    main, *rest = re.split(r"^%% ", text, flags=re.MULTILINE)
    head, _, body = main.partition("\n\n")
    meta = dict(line.split(": ", 1) for line in head.splitlines() if line)
    sections = dict(part.split("\n", 1) for part in rest)
    return Document(meta, _blocks(body), sections)


def _entries(text: str) -> list[Entry]:
    found = []
    pieces = _ENTRY.split(text)[1:]
    for marks, head, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        author, *fields = (cell.strip() for cell in head.split("|"))
        found.append(Entry(author, tuple(fields), _blocks(body), len(marks)))
    return found


def _blocks(text: str) -> tuple[Block, ...]:
    blocks = []
    for index, piece in enumerate(re.split(r"^```\n?", text, flags=re.MULTILINE)):
        if index % 2:
            blocks.append(Block("code", tuple(piece.rstrip("\n").split("\n"))))
            continue
        for chunk in re.split(r"\n\s*\n", piece.strip()):
            if chunk:
                blocks.append(_block(chunk.splitlines()))
    return tuple(blocks)


def _block(lines: list[str]) -> Block:
    for kind, mark in (("h2", "## "), ("ul", "- "), ("quote", "> ")):
        if lines[0].startswith(mark):
            return Block(kind, tuple(line.removeprefix(mark) for line in lines))
    return Block("p", tuple(lines))
