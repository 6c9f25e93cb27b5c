"""Kernel of the tokens: what the pieces of members are called, and the sequences that they make.

See :mod:`.tokens`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableMapping, Sequence

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.records.table._content_cy import RecordContent
from scrapy_treesim.records.table._pieces_cy import Pieces
from scrapy_treesim.records.table.constants import *

MANY_ITEMS = cython.declare(cython.int, 3)
"""Like pieces in one member from which they are a list, if their number varies."""
FEW = cython.declare(cython.int, 2)
"""Members up to which like pieces are a list though their number does not vary."""
ALIKE = cython.declare(cython.double, 0.6)
"""Share of a list's items that hold the same sorts of things."""
LABELLED = cython.declare(cython.double, 0.8)
"""Share of pieces of one kind that a label is known for, or labels do not tell them apart."""
USUAL = cython.declare(cython.double, 0.2)
"""Share of members from which a first text may be a label."""


@cython.final
@cython.cclass
class Tokens:
    """The pieces of one group's members at a time as tokens."""

    pieces: Pieces
    content: RecordContent
    called: list[tuple[int, int, bool]]
    """Name and label of each token, -1 for none, and whether it stands for all items of a list."""
    sequences: list[tuple[int, ...]]
    """The distinct sequences of tokens."""
    counts: list[int]
    """Members that have each."""
    labels: list[str]
    """The labels of all groups so far; the first is none."""
    _places: list[list[int]]
    """The place of each piece among the tokens of its member."""
    _sequence: list[int]
    """The distinct sequence of each member."""
    _known: dict[str, int]
    """The number of each label."""
    _labelled: Callable[[str], str]
    """What reads the label that a text begins with, or is; empty for none."""

    def __init__(self, pieces: Pieces, labelled: Callable[[str], str]) -> None:
        self.pieces = pieces
        self.content = pieces.content
        self.called = []
        self.sequences = []
        self.counts = []
        self.labels = [""]
        self._places = []
        self._sequence = []
        self._known = {"": 0}
        self._labelled = labelled

    @cython.locals(piece=cython.int)
    def read(self) -> int:
        """Make tokens of the pieces; return how many distinct sequences they make."""
        several: dict[int, list[tuple[int, int]]] = {}
        stamps: Ints = array("i", [0]) * len(self.content.called)
        for member in range(len(self.pieces.found)):
            for piece in self.pieces.found[member]:
                name: cython.int = self.pieces.name(piece)
                if stamps[name] == member + 1:
                    several[name] = []
                stamps[name] = member + 1
        labels: dict[int, int] = {}
        lists: set[int] = set()
        if several:
            for member in range(len(self.pieces.found)):
                for piece in self.pieces.found[member]:
                    name = self.pieces.name(piece)
                    if name in several:
                        several[name].append((piece, member))
            for name, held in several.items():
                if self._role(name) & CELL or self._find_labels(held, labels):
                    continue
                if self._is_list(name, held):
                    lists.add(name)
        known: dict[object, int] = {}
        numbers: dict[tuple[int, ...], int] = {}
        self.called = []
        self.sequences = []
        self.counts = []
        self._places = []
        self._sequence = []
        for pieces in self.pieces.found:
            sequence: list[int] = []
            places: list[int] = []
            place_of: dict[int, int] = {}
            for piece in pieces:
                name = self.pieces.name(piece)
                label = labels.get(piece, -1) if labels else -1
                is_list = name in lists if lists else False
                key: object = name
                if label >= 0:
                    key = (name, label)
                elif not is_list and (not self.content.classed[name] or name in several):
                    key = (name, -1, self.pieces.bits(piece))
                token = known.get(key)
                if token is None:
                    token = known[key] = len(self.called)
                    self.called.append((name, label, is_list))
                # The items of a list are one token.
                place = place_of.get(token, -1) if is_list else -1
                if place < 0:
                    place = len(sequence)
                    sequence.append(token)
                    if is_list:
                        place_of[token] = place
                places.append(place)
            self._places.append(places)
            order = tuple(sequence)
            number = numbers.get(order)
            if number is None:
                number = numbers[order] = len(self.sequences)
                self.sequences.append(order)
                self.counts.append(0)
            self.counts[number] += 1
            self._sequence.append(number)
        return len(self.sequences)

    def lay(
        self, slots: cython.int, slot_of: Sequence[Sequence[int]], records: Ints
    ) -> list[tuple[array[int], array[int]]]:
        """Return for each slot the records of its members and these themselves.

        ``slot_of`` has the slot of each token of each distinct sequence, -1 for none; ``records``
        are those of the group's members.
        """
        owners: list[list[int]] = [[] for _ in range(slots)]
        members: list[list[int]] = [[] for _ in range(slots)]
        for member in range(len(self.pieces.found)):
            of_tokens = slot_of[self._sequence[member]]
            pieces, places = self.pieces.found[member], self._places[member]
            for i in range(len(pieces)):
                slot: cython.int = of_tokens[places[i]]
                if slot >= 0:
                    owners[slot].append(records[member])
                    members[slot].append(pieces[i])
        return [(array("i", owners[slot]), array("i", members[slot])) for slot in range(slots)]

    # Pieces that are called alike, several of them in one member

    def _role(self, name: cython.int) -> cython.int:
        """What the tag of a name is to records."""
        return self.content.role[self.content.called[name][0]]

    @cython.locals(piece=cython.int, member=cython.int)
    def _find_labels(
        self, held: Sequence[tuple[int, int]], labels: MutableMapping[int, int]
    ) -> cython.bint:
        """Whether first texts tell pieces of one kind apart, as ``Price:`` and ``Size:`` do; if so,
        label them. The pieces are ``held`` before their members."""
        said: dict[int, int] = {}
        counts: dict[int, int] = {}
        seen: set[tuple[int, int]] = set()
        for piece, member in held:
            label: cython.int = self._label(piece)
            if (label, member) in seen:
                return False
            seen.add((label, member))
            counts[label] = counts.get(label, 0) + 1
            said[piece] = label
        usual: cython.double = max(2.0, USUAL * len(self.pieces.found))
        known = {piece: label for piece, label in said.items() if label and counts[label] >= usual}
        if not known or len(known) < LABELLED * len(held):
            return False
        labels.update(known)
        return True

    @cython.locals(piece=cython.int, member=cython.int)
    def _is_list(self, name: cython.int, held: Sequence[tuple[int, int]]) -> cython.bint:
        """Whether pieces of one kind, several in some members, are items: like, in any number."""
        counts: dict[int, int] = {}
        for _, member in held:
            counts[member] = counts.get(member, 0) + 1
        most: cython.int = max(counts.values())
        least: cython.int = min(counts.values())
        role: cython.int = self._role(name)
        if (most == least and len(counts) > FEW) or (name == 0 and most < MANY_ITEMS):
            return False
        if most > least and role & ITEM:
            return True
        # Most of them hold the same sorts of things.
        sorts: dict[int, int] = {}
        for piece, _ in held:
            bits = self.pieces.bits(piece)
            sorts[bits] = sorts.get(bits, 0) + 1
        if max(sorts.values()) < ALIKE * len(held):
            return False
        if most >= MANY_ITEMS or role & LIKELY_ITEM:
            return True
        return most > least and self.content.classed[name]

    def _label(self, piece: cython.int) -> cython.int:
        """The label that a piece's first text is or begins with; 0 for none."""
        label: str = self._labelled(self.pieces.first_text(piece))
        number = self._known.get(label)
        if number is None:
            number = self._known[label] = len(self.labels)
            self.labels.append(label)
        return number
