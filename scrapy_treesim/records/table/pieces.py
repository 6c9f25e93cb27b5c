"""The pieces that the nodes of a record fall into, one level below them.

A piece is a node, or a run of inline neighbours that read as one text: a sentence with links and
highlighted words in it is one piece. Whether inline content is such prose, or text and elements
that are each a value (``by <a>Ann</a> <span>12 replies</span>``), cannot be told from one record;
it is decided for all records at once, by whether the texts keep their number and place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.analysis.text_kinds import DATE, is_separator, kind_of, text_at
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.records.table.content import Content
    from scrapy_treesim.tree import PageTree

Nodes: TypeAlias = "tuple[int, ...]"
"""Page nodes in document order."""
Piece: TypeAlias = "int | tuple[int, ...]"
"""A node, or neighbours that with all that lies in them are one text."""

MARKS: Final = tags.numbers(
    "abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q ruby s samp small "
    "span strike strong sub sup tt u var wbr"
)
"""Elements that may mark words inside a text."""
PASSAGE_TAGS: Final = tags.numbers("p blockquote ul ol dl pre h2 h3 h4 h5 h6 figure table hr")
"""Elements that a text of several paragraphs is made of."""
MANY: Final = 0.8
"""Share of a group's members from which something holds of the group."""
SOME: Final = 0.1
"""Share of a group's members up to which something is an exception."""
AGAIN: Final = 0.3
"""Share of records in which a paragraph stands that belongs to none of them; of lines with a mark
inside a text, from which marks are part of it."""
MAX_WORD_PIECES: Final = 5
"""Pieces that a price or a name with a sign is written in."""
MAX_SIGN_BYTES: Final = 5
"""Bytes of a sign with white space around, less one."""
SENTENCE: Final = 60
"""Mean characters of a text from which inline content with it is prose."""

_PARAGRAPH: Final = tags.NUMBER["p"]
_SYMBOLS: Final = frozenset("@#$€£¥₹₽₩₺~+№＃＠￥")


def first_node(piece: Piece) -> int:
    """The node that a piece is or starts with."""
    return piece if isinstance(piece, int) else piece[0]


def nodes_of(piece: Piece) -> Nodes:
    """The nodes that a piece is made of."""
    return (piece,) if isinstance(piece, int) else piece


def is_text(tree: PageTree, piece: Piece) -> bool:
    """Whether a piece is text and not looked into."""
    return not isinstance(piece, int) or tree.tag[piece] == tags.TEXT


def cut(content: Content, members: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces one level below each of a group's members; a text is its own."""
    tree = content.tree
    below: list[list[int] | None] = [
        None if is_text(tree, piece) else content.below(piece)  # type: ignore[arg-type]
        for piece in members
    ]
    if _is_passage(content, below):
        return _passages(content, members, below)
    if not any(nodes and _is_mixed(tree, nodes) for nodes in below) and not _has_signs(
        content, below
    ):
        return [
            [piece] if nodes is None else list[Piece](nodes)
            for piece, nodes in zip(members, below, strict=True)
        ]
    lines = [
        [list(nodes_of(piece))] if nodes is None else content.lines(first_node(piece))
        for piece, nodes in zip(members, below, strict=True)
    ]
    if _is_prose(content, lines):
        return [[piece for line in member for piece in _prose(content, line)] for member in lines]
    return [
        [piece] if nodes is None else _without_separators(tree, member)
        for piece, nodes, member in zip(members, below, lines, strict=True)
    ]


def _without_separators(tree: PageTree, lines: list[list[int]]) -> list[Piece]:
    return [
        node
        for line in lines
        for node in line
        if tree.tag[node] != tags.TEXT or not is_separator(text_at(tree, node))
    ]


def _prose(content: Content, line: list[int]) -> list[Piece]:
    """The line as one text; a date in an element of its own before it is apart."""
    tree = content.tree
    found: list[Piece] = []
    apart = len(line) > 1 and tree.tag[line[0]] != tags.TEXT and tree.get(line[0], "class")
    if apart and kind_of(text_at(tree, line[0])) == DATE:
        found.append(line[0])
        line = line[1:]
    whole = len(line) > 1 or not content.flow[line[0]]
    found.append(tuple(line) if whole else line[0])
    return found


def _passages(
    content: Content, members: Sequence[Piece], below: Sequence[list[int] | None]
) -> list[list[Piece]]:
    """Each member's paragraphs as one text, without those that say the same again and again."""
    tree = content.tree
    held = [
        nodes if nodes is not None else list(nodes_of(piece))
        for piece, nodes in zip(members, below, strict=True)
    ]
    said = [[text_at(tree, node) for node in nodes] for nodes in held]
    counts = Counter(text for one in said for text in one)
    usual = max(3, AGAIN * len(held))
    kept = (
        tuple(node for node, text in zip(nodes, one, strict=True) if counts[text] < usual)
        for nodes, one in zip(held, said, strict=True)
    )
    return [[nodes] if nodes else [] for nodes in kept]


def _is_passage(content: Content, below: Sequence[list[int] | None]) -> bool:
    """Whether members hold paragraphs and the like in ever other order and number."""
    tag = content.tree.tag
    patterns: Counter[tuple[int, ...]] = Counter()
    for nodes in below:
        if nodes is None:
            return False
        for node in nodes:
            if tag[node] not in PASSAGE_TAGS:
                return False
        patterns[tuple([tag[node] for node in nodes])] += 1
    if max(pattern.count(_PARAGRAPH) for pattern in patterns) < 2:
        return False
    common = max(patterns.values())
    return common < MANY * len(below) and len({*map(frozenset, patterns)}) > 1


def _is_prose(content: Content, members: Sequence[list[list[int]]]) -> bool:
    """Whether the lines of a group's members, with text and elements in them, are running text."""
    tree = content.tree
    several = [line for lines in members for line in lines if len(line) > 1]
    if sum(_is_one_word(tree, line) for line in several) >= MANY * len(several):
        return True
    mixed = [line for line in several if _is_mixed(tree, line)]
    words = [_words_of(tree, line) for line in mixed]
    counts = Counter(text for line in words for text in set(line))
    usual = max(2, len(mixed) / 2)
    said = [text for line in words for text in line if counts[text] < usual]
    if not said:
        return False
    if sum(map(len, said)) >= SENTENCE * len(said):
        return True
    if sum(_has_mark_within(tree, line) for line in mixed) >= AGAIN * len(mixed):
        return True
    if sum(_runs_on(tree, line, counts, usual) for line in mixed) >= len(mixed) / 2:
        return True
    return _varies(tree, members, mixed, words)


def _varies(
    tree: PageTree,
    members: Sequence[list[list[int]]],
    mixed: list[list[int]],
    words: list[list[str]],
) -> bool:
    """Tell whether texts, ``words`` in mixed lines, stand in ever other place or number."""
    first = sum(tree.tag[line[0]] == tags.TEXT for line in mixed)
    if SOME * len(mixed) < first < (1 - SOME) * len(mixed):
        return True
    others = (line for lines in members for line in lines if not _is_mixed(tree, line))
    number = Counter(map(len, words))
    number.update(int(tree.tag[line[0]] == tags.TEXT) for line in others)
    return max(number.values()) < MANY * sum(number.values())


def _words_of(tree: PageTree, line: list[int]) -> list[str]:
    """The line's own texts, without separators."""
    texts = (text_at(tree, node) for node in line if tree.tag[node] == tags.TEXT)
    return [text for text in texts if not is_separator(text)]


def _is_mixed(tree: PageTree, line: list[int]) -> bool:
    return len(line) > 1 and any(tree.tag[node] == tags.TEXT for node in line)


def _has_mark_within(tree: PageTree, line: list[int]) -> bool:
    """Whether an element that marks words stands between two texts."""
    return any(
        tree.tag[one] == tags.TEXT == tree.tag[other]
        and tree.tag[mark] in MARKS
        and not is_separator(text_at(tree, one))
        and not is_separator(text_at(tree, other))
        for one, mark, other in zip(line, line[1:], line[2:], strict=False)
    )


def _runs_on(tree: PageTree, line: list[int], counts: Counter[str], usual: float) -> bool:
    """Whether a text, no label, plainly goes on in the element beside it.

    It stands close to it, leaves a bracket open before it, or the element is a sign and no word.
    """
    for one, other in pairwise(line):
        text, mark = (one, other) if tree.tag[one] == tags.TEXT else (other, one)
        if tree.tag[text] != tags.TEXT or tree.tag[mark] not in MARKS:
            continue
        said = text_at(tree, text)
        if is_separator(said) or counts[said] >= usual:
            continue
        before, after = tree.raw_text(one), tree.raw_text(other)
        if not before[-1:].isspace() and not after[:1].isspace():
            return True
        if text == one and said.count("(") > said.count(")"):
            return True
        if not any(map(str.isalnum, after if text == one else before)):
            return True
    return False


def _has_signs(content: Content, below: Sequence[list[int] | None]) -> bool:
    """Whether an element among inline ones holds nothing but a sign such as a currency's."""
    tree = content.tree
    start, size = tree.start, tree.size
    return any(
        start[node + size[node]] - start[node] < MAX_SIGN_BYTES
        and content.children[node] == 1
        and _SYMBOLS.issuperset(tree.raw_text(node))
        for nodes in below
        if nodes and 1 < len(nodes) <= MAX_WORD_PIECES
        for node in (nodes[0], nodes[-1])
    )


def _is_one_word(tree: PageTree, line: list[int]) -> bool:
    """Whether a sign such as ``@`` or a currency's stands close to what it belongs to."""
    if len(line) > MAX_WORD_PIECES:
        return False
    if any(tree.tag[node] != tags.TEXT and tree.tag[node] not in MARKS for node in line):
        return False
    texts = [tree.raw_text(node) for node in line]
    if any(text[-1:].isspace() for text in texts[:-1]):
        return False
    return any(_SYMBOLS.issuperset(text.strip()) and text.strip() for text in texts)
