"""What the pieces on one level are called, and how alike two of them are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.text_kinds import LABEL, is_separator, text_at
from scrapy_treesim.records.table.pieces import Piece, nodes_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from scrapy_treesim.records.table.content import Content

MANY_ITEMS: Final = 3
"""Like pieces in one member from which they are a list, if their number varies."""
FEW: Final = 2
"""Members up to which like pieces are a list though their number does not vary."""
ALIKE: Final = 0.6
"""Share of a list's items that hold the same sorts of things."""
LABELLED: Final = 0.8
"""Share of pieces of one kind that a label is known for, or labels do not tell them apart."""
MAX_LABEL: Final = 40
"""Characters of the longest label."""

_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 h5 h6 dt strong b")
_CELLS: Final = tags.numbers("td th")
_ITEMS: Final = tags.numbers("li p img dd tr option i")
_LIKELY_ITEMS: Final = _ITEMS | tags.numbers("a")


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of piece."""

    tag: int
    classes: frozenset[str]
    itemprop: str | None
    label: str | None
    bits: int
    several: bool
    """Whether it stands for all items of a list."""


class Tokens:
    """The pieces of a group's members as tokens."""

    def __init__(self, content: Content, members: Sequence[list[Piece]]) -> None:
        self._content = content
        self._members = members
        self._known: dict[tuple[int, str | None, bool, int], int] = {}
        self._tokens: list[Token] = []
        self._similar: dict[tuple[int, int], float] = {}
        self.sequences: list[tuple[int, ...]] = []
        """Each member's tokens, in order."""
        self.held: list[list[list[Piece]]] = []
        """The pieces that each of a member's tokens stands for."""
        name = content.name
        self._names = [
            [name[piece] if isinstance(piece, int) else 0 for piece in pieces] for pieces in members
        ]
        self._common = self._common_classes()
        repeated = {
            one
            for names in self._names
            if len(set(names)) < len(names)
            for one, count in Counter(names).items()
            if count > 1
        }
        self._lists: set[int] = set()
        self._labels: dict[int, set[str]] = {}
        for one, held in self._held_by(repeated).items():
            self._read_repeated(one, held)
        if self._lists or self._labels:
            for pieces, names in zip(members, self._names, strict=True):
                self._read(pieces, names, repeated)
        else:
            self._read_plain(repeated)

    def token(self, number: int) -> Token:
        """The token of a number."""
        return self._tokens[number]

    def similarity(self, one: int, other: int) -> float:
        """How alike two tokens are, in [0, 1]; 1 for equal ones."""
        if one == other:
            return 1.0
        pair = (one, other) if one < other else (other, one)
        known = self._similar.get(pair)
        if known is None:
            known = _likeness(self._tokens[one], self._tokens[other])
            self._similar[pair] = known
        return known

    def _common_classes(self) -> frozenset[str]:
        """Class names that more than one member has."""
        counts: Counter[str] = Counter()
        known = self._content.names
        patterns = Counter(frozenset(names) for names in self._names)
        for names, count in patterns.items():
            for word in frozenset[str]().union(*(known[name][1] for name in names)):
                counts[word] += count
        return frozenset(word for word, count in counts.items() if count > 1)

    def _held_by(self, names: set[int]) -> dict[int, list[list[Piece]]]:
        """For each of these names the pieces called so, member by member."""
        found: dict[int, list[list[Piece]]] = {name: [] for name in sorted(names)}
        if names:
            for pieces, called in zip(self._members, self._names, strict=True):
                own: dict[int, list[Piece]] = {}
                for piece, name in zip(pieces, called, strict=True):
                    if name in names:
                        own.setdefault(name, []).append(piece)
                for name, held in own.items():
                    found[name].append(held)
        return found

    def _read_repeated(self, name: int, held: list[list[Piece]]) -> None:
        """Find out whether pieces of one name are items of a list, or told apart by labels."""
        tag = self._content.names[name][0]
        if tag in _CELLS:
            return
        labels = self._labels_of(held)
        if labels:
            self._labels[name] = labels
        elif self._is_list(tag, bool(self._content.names[name][1]), held):
            self._lists.add(name)

    def _is_list(self, tag: int, named: bool, held: Sequence[list[Piece]]) -> bool:
        """Whether pieces of one kind, several in some members, are items: like, in any number."""
        most = max(map(len, held))
        varies = len({*map(len, held)}) > 1
        if not varies and len(held) > FEW:
            return False
        if tag == tags.TEXT and most < MANY_ITEMS:
            return False
        if varies and tag in _ITEMS:
            return True
        bits = Counter(self._bits(piece) for pieces in held for piece in pieces)
        if max(bits.values()) < ALIKE * sum(bits.values()):
            return False
        return most >= MANY_ITEMS or tag in _LIKELY_ITEMS or (varies and named)

    def _labels_of(self, held: Sequence[list[Piece]]) -> set[str]:
        """The first texts that tell pieces of one kind apart, as ``Price:`` and ``Size:`` do."""
        counts: Counter[str] = Counter()
        for pieces in held:
            firsts = [self._first_text(piece) for piece in pieces]
            if len(set(firsts)) < len(firsts):
                return set()
            counts.update(firsts)
        usual = max(2, 0.2 * len(self._members))
        labels = {text for text, count in counts.items() if text and count >= usual}
        known = sum(counts[text] for text in labels)
        return labels if known >= LABELLED * sum(counts.values()) else set()

    def _first_text(self, piece: Piece) -> str:
        tree = self._content.tree
        for root in nodes_of(piece):
            for node in range(root, root + tree.size[root]):
                if tree.tag[node] == tags.TEXT:
                    text = text_at(tree, node)
                    if not is_separator(text):
                        label = LABEL.match(text)
                        if label is not None:
                            return label[1]
                        return text if len(text) <= MAX_LABEL else ""
        return ""

    def _bits(self, piece: Piece) -> int:
        if isinstance(piece, int):
            return self._content.bits[piece]
        bits = 0
        for node in piece:
            bits |= self._content.bits[node]
        return bits

    def _read_plain(self, repeated: set[int]) -> None:
        """Tokens where every piece has its own: by name, and what is below where that tells."""
        known = self._content.names
        told = {
            name
            for names in self._names
            for name in names
            if known[name][1] and name not in repeated
        }
        numbers: dict[tuple[int, int], int] = {}
        for pieces, names in zip(self._members, self._names, strict=True):
            sequence = []
            for piece, name in zip(pieces, names, strict=True):
                key = (name, 0 if name in told else self._bits(piece))
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = self._number(name, None, False, key[1], piece)
                sequence.append(number)
            self.sequences.append(tuple(sequence))
            self.held.append([[piece] for piece in pieces])

    def _read(self, pieces: list[Piece], names: list[int], repeated: set[int]) -> None:
        numbers: list[int] = []
        held: list[list[Piece]] = []
        place_of: dict[int, int] = {}
        for piece, name in zip(pieces, names, strict=True):
            several = name in self._lists
            label = None
            if name in self._labels:
                first = self._first_text(piece)
                label = first if first in self._labels[name] else None
            classes = self._content.names[name][1]
            told = several or label is not None or (classes and name not in repeated)
            number = self._number(name, label, several, 0 if told else self._bits(piece), piece)
            if several and number in place_of:
                held[place_of[number]].append(piece)
                continue
            place_of[number] = len(numbers)
            numbers.append(number)
            held.append([piece])
        self.sequences.append(tuple(numbers))
        self.held.append(held)

    def _number(self, name: int, label: str | None, several: bool, bits: int, piece: Piece) -> int:
        key = (name, label, several, bits)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self._tokens)
            tag, classes, itemprop = self._content.names[name]
            if len(classes) > 1 or len(self._members) >= MANY_ITEMS:
                classes &= self._common
            bits = 0 if several or label is not None else self._bits(piece)
            self._tokens.append(Token(tag, classes, itemprop, label, bits, several))
        return number


def _likeness(one: Token, other: Token) -> float:
    """How alike tokens are by tag, class names and what lies below, in [0, 1]."""
    if one.label != other.label or one.several != other.several:
        return 0.0
    if one.itemprop and other.itemprop and one.itemprop != other.itemprop:
        return 0.0
    if one.itemprop == other.itemprop and (one.itemprop or one.label):
        return 0.9
    tag = _tag_likeness(one.tag, other.tag)
    if not tag:
        return 0.0
    if one.classes and other.classes:
        common = len(one.classes & other.classes)
        named = 0.35 * common / len(one.classes | other.classes) if common else -0.15
    else:
        named = 0.1 if one.classes or other.classes else 0.175
    common_bits = (one.bits & other.bits).bit_count()
    all_bits = one.bits.bit_count() + other.bits.bit_count()
    return tag + named + (0.6 * common_bits / all_bits if all_bits else 0.3)


def _tag_likeness(one: int, other: int) -> float:
    """The share of tags in the likeness of tokens, in [0, 0.35]; with 0 they are not alike."""
    if one == other:
        return 0.35
    both = {one, other}
    if both <= _HEADINGS or both <= _CELLS:
        return 0.25
    if both <= INLINE:
        return 0.2
    return 0.1 if both.isdisjoint(INLINE) else 0.0
