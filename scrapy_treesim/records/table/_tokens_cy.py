"""Kernel of the tokens: what the pieces of members are called, and the sequences that they make.

See :mod:`.tokens`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints, ULongs
    from cython.cimports.scrapy_treesim.records.table._content_cy import RecordContent
    from cython.cimports.scrapy_treesim.records.table._pieces_cy import Pieces
    from cython.cimports.scrapy_treesim.records.table._texts_cy import Texts
    from cython.cimports.scrapy_treesim.records.table.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import HashTable
else:
    from scrapy_treesim._cython import Ints, ULongs
    from scrapy_treesim.records.table._content_cy import RecordContent
    from scrapy_treesim.records.table._pieces_cy import Pieces
    from scrapy_treesim.records.table._texts_cy import Texts
    from scrapy_treesim.records.table.constants import *
    from scrapy_treesim.tree._hashing_cy import HashTable

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
    texts: Texts
    tokens: cython.int
    """Tokens of the group."""
    name: Ints
    """The name of each token."""
    label: Ints
    """The label of each, among the labels; -1 without one."""
    several: Ints
    """1 for tokens that stand for all items of a list."""
    bits: ULongs
    """What lies in the first piece of each; 0 where that does not matter."""
    sequences: cython.int
    """Distinct sequences of tokens."""
    labels: list[str]
    """The labels of all groups so far; the first is none."""
    _lengths: Ints
    """Tokens of each distinct sequence."""
    _counts: Ints
    """Members that have it."""
    _members: Ints
    """The first of these."""
    _names: Ints
    """The name of each piece."""
    _labels: Ints
    """The label of each piece, -1 without one."""
    _token: Ints
    """The token of each piece."""
    _place: Ints
    """Its place among those of its member."""
    _member: Ints
    """The member of each piece."""
    _next: Ints
    """The next piece that is called alike, -1 for the last."""
    _head: Ints
    """The first piece of each name."""
    _what: Ints
    """What the pieces of a name are, as bits."""
    _stamps: Ints
    """The member, or place, that a name or token was last seen in."""
    _repeated: Ints
    """The names that several pieces of one member have."""
    _sequence: Ints
    """The distinct sequence of each member."""
    _place_of: Ints
    """The place of each token of a list in its latest member."""
    _of_state: Ints
    """The distinct sequence that ends at each node of the tree of tokens, -1 where none does."""
    _label_of: Ints
    """The label that each text begins with, -1 before that is asked for."""
    _label_counts: Ints
    """Pieces with each label."""
    _label_stamps: Ints
    """The member that each label was last seen in, and 1."""
    _known: dict[str, int]
    """The number of each label."""
    _labelled: Callable[[str], str]
    """What reads the label that a text with a colon begins with, or is; empty for none."""

    def __init__(self, pieces: Pieces, labelled: Callable[[str], str]) -> None:
        room: cython.Py_ssize_t = len(pieces.found)
        zero = array("i", [0])
        self.pieces = pieces
        self.content = pieces.content
        self.texts = pieces.texts
        self.tokens = 0
        self.name = zero * room
        self.label = zero * room
        self.several = zero * room
        self.bits = array("Q", [0]) * room
        self.sequences = 0
        self.labels = [""]
        self._lengths = zero * room
        self._counts = zero * room
        self._members = zero * room
        self._names = zero * room
        self._labels = zero * room
        self._token = zero * room
        self._place = zero * room
        self._member = zero * room
        self._next = zero * room
        self._head = zero * room
        self._what = zero * room
        self._stamps = zero * room
        self._repeated = zero * room
        self._sequence = zero * room
        self._place_of = zero * room
        self._of_state = zero * room
        self._label_of = array("i", [-1]) * room
        self._label_counts = zero * room
        self._label_stamps = zero * room
        self._known = {"": 0}
        self._labelled = labelled

    @cython.locals(i=cython.int, repeated=cython.int)
    def read(self) -> int:
        """Make tokens of the pieces; return how many distinct sequences they make."""
        repeated = self._find_repeated()
        for i in range(repeated):
            self._read_repeated(self._repeated[i])
        self._make_tokens()
        self._make_sequences()
        return self.sequences

    @cython.locals(i=cython.Py_ssize_t, first=cython.Py_ssize_t, place=cython.int)
    def sequence(self, number: cython.int) -> tuple[int, ...]:
        """Return the tokens of a distinct sequence."""
        found: list[int] = []
        first = self.pieces.first[self._members[number]]
        place = 0
        for i in range(first, self.pieces.first[self._members[number] + 1]):
            if self._place[i] == place:
                found.append(self._token[i])
                place += 1
        return tuple(found)

    def called(self, token: cython.int) -> tuple[int, int, bool, int]:
        """Return name and label of a token, -1 for none, whether it stands for several pieces, and
        what lies in the first of them; 0 where that does not matter."""
        return (
            self.name[token], self.label[token], self.several[token] != 0, self.bits[token]
        )  # fmt: skip

    def length(self, number: cython.int) -> int:
        """Return how many tokens a distinct sequence has."""
        return self._lengths[number]

    def count(self, number: cython.int) -> int:
        """Return how many members have a distinct sequence."""
        return self._counts[number]

    @cython.locals(
        member=cython.int, i=cython.Py_ssize_t, slot=cython.int, at=cython.int,
        counts=Ints, held=Ints, held_by=Ints,
    )  # fmt: skip
    def lay(
        self, slots: cython.int, first: Ints, slot_of: Ints, records: Ints
    ) -> list[tuple[array[int], array[int]]]:
        """Return for each slot the records of its members and these themselves.

        ``first`` is where each distinct sequence begins in ``slot_of``, which has the slots of its
        tokens, -1 for none; ``records`` are those of the group's members.
        """
        counts = array("i", [0]) * (slots + 2)
        for member in range(self.pieces.members):
            at = first[self._sequence[member]]
            for i in range(self.pieces.first[member], self.pieces.first[member + 1]):
                slot = slot_of[at + self._place[i]]
                counts[slot + 2] += 1
        counts[1] = 0
        for slot in range(slots):
            counts[slot + 2] += counts[slot + 1]
        members = array("i", [0]) * counts[slots + 1]
        owners = array("i", [0]) * counts[slots + 1]
        held = members
        held_by = owners
        for member in range(self.pieces.members):
            at = first[self._sequence[member]]
            for i in range(self.pieces.first[member], self.pieces.first[member + 1]):
                slot = slot_of[at + self._place[i]]
                if slot >= 0:
                    held[counts[slot + 1]] = self.pieces.found[i]
                    held_by[counts[slot + 1]] = records[member]
                    counts[slot + 1] += 1
        found = []
        at = 0
        for slot in range(slots):
            found.append((owners[at : counts[slot + 1]], members[at : counts[slot + 1]]))
            at = counts[slot + 1]
        return found

    # Pieces that are called alike

    @cython.cfunc
    @cython.locals(member=cython.int, i=cython.int, name=cython.int, repeated=cython.int)
    def _find_repeated(self) -> cython.int:
        """Find the names that several pieces of one member have, and all pieces called so."""
        for i in range(self.pieces.count):
            name = self.pieces.name(self.pieces.found[i])
            self._names[i] = name
            self._labels[i] = -1
            self._stamps[name] = -1
            self._what[name] = 0
            self._head[name] = -1
        repeated = 0
        for member in range(self.pieces.members):
            for i in range(self.pieces.first[member], self.pieces.first[member + 1]):
                name = self._names[i]
                self._member[i] = member
                if self._stamps[name] != member:
                    self._stamps[name] = member
                elif self._what[name] == 0:
                    self._what[name] = REPEATED
                    self._repeated[repeated] = name
                    repeated += 1
        if repeated > 0:
            i = self.pieces.count
            while i > 0:
                i -= 1
                self._next[i] = self._head[self._names[i]]
                self._head[self._names[i]] = i
        return repeated

    @cython.cfunc
    @cython.locals(tag=cython.int)
    def _read_repeated(self, name: cython.int) -> cython.void:
        """Find out whether pieces of one name are items of a list, or told apart by labels."""
        tag = self.content.tag[self.content.named[name]] if name > 0 else 0
        if self.content.role[tag] & CELL:
            return
        if self._is_told_by_labels(name):
            self._what[name] |= HAS_LABELS
        elif self._is_list(name):
            self._what[name] |= IS_LIST

    @cython.cfunc
    @cython.locals(
        i=cython.int, label=cython.int, pieces=cython.int, known=cython.int,
        usual=cython.double,
    )  # fmt: skip
    def _is_told_by_labels(self, name: cython.int) -> cython.bint:
        """Whether first texts tell pieces of one kind apart, as ``Price:`` and ``Size:`` do; if so,
        label them."""
        i = self._head[name]
        while i >= 0:
            label = self._label(self.pieces.found[i])
            self._labels[i] = label
            self._label_counts[label] = 0
            self._label_stamps[label] = 0
            i = self._next[i]
        known = 1
        pieces = 0
        i = self._head[name]
        while i >= 0:
            label = self._labels[i]
            if self._label_stamps[label] == self._member[i] + 1:
                known = 0
                break
            self._label_stamps[label] = self._member[i] + 1
            self._label_counts[label] += 1
            pieces += 1
            i = self._next[i]
        usual = max(2.0, USUAL * self.pieces.members)
        if known > 0:
            known = 0
            i = self._head[name]
            while i >= 0:
                label = self._labels[i]
                if label == 0 or self._label_counts[label] < usual:
                    self._labels[i] = -1
                else:
                    known += 1
                i = self._next[i]
            if known > 0 and known >= LABELLED * pieces:
                return True
        i = self._head[name]
        while i >= 0:
            self._labels[i] = -1
            i = self._next[i]
        return False

    @cython.cfunc
    @cython.locals(
        i=cython.int, most=cython.int, least=cython.int, here=cython.int, last=cython.int,
        owners=cython.int, tag=cython.int, role=cython.int,
    )  # fmt: skip
    def _is_list(self, name: cython.int) -> cython.bint:
        """Whether pieces of one kind, several in some members, are items: like, in any number."""
        most = 0
        least = 0
        owners = 0
        here = 0
        last = -1
        i = self._head[name]
        while i >= 0:
            if self._member[i] != last:
                if last >= 0 and (least == 0 or here < least):
                    least = here
                last = self._member[i]
                owners += 1
                here = 0
            here += 1
            most = max(most, here)
            i = self._next[i]
        if least == 0 or here < least:
            least = here
        if most == least and owners > FEW:
            return False
        tag = self.content.tag[self.content.named[name]] if name > 0 else 0
        role = self.content.role[tag]
        if name == 0 and most < MANY_ITEMS:
            return False
        if most > least and role & ITEM:
            return True
        if not self._are_alike(name):
            return False
        if most >= MANY_ITEMS or role & LIKELY_ITEM:
            return True
        return most > least and self.content.classed[name] != 0

    @cython.cfunc
    @cython.locals(i=cython.int, number=cython.int, most=cython.int, pieces=cython.int,
                   table=HashTable, counts=Ints)  # fmt: skip
    def _are_alike(self, name: cython.int) -> cython.bint:
        """Whether most of the pieces of one name hold the same sorts of things."""
        table = HashTable()
        counts = array("i", [0]) * self.pieces.count
        most = 0
        pieces = 0
        i = self._head[name]
        while i >= 0:
            number = table.enter(self.pieces.bits(self.pieces.found[i]))
            counts[number] += 1
            most = max(most, counts[number])
            pieces += 1
            i = self._next[i]
        return most >= ALIKE * pieces

    @cython.cfunc
    @cython.locals(number=cython.int)
    def _label(self, piece: cython.int) -> cython.int:
        """The label that a piece's first text is or begins with; 0 for none."""
        number = self._first_text(piece)
        if number < 0:
            return 0
        if self._label_of[number] < 0:
            label: str = self._labelled(self.texts.said(number))
            if label not in self._known:
                self._known[label] = len(self.labels)
                self.labels.append(label)
            self._label_of[number] = self._known[label]
        return self._label_of[number]

    @cython.cfunc
    @cython.locals(i=cython.int, found=cython.int, run=cython.int)
    def _first_text(self, piece: cython.int) -> cython.int:
        """The first text in a piece that is no separator; -1 for none."""
        if piece < self.pieces.nodes:
            return self._first_below(piece)
        run = piece - self.pieces.nodes
        for i in range(self.pieces.run_first[run], self.pieces.run_first[run + 1]):
            found = self._first_below(self.pieces.run_nodes[i])
            if found >= 0:
                return found
        return -1

    @cython.cfunc
    @cython.locals(node=cython.int)
    def _first_below(self, root: cython.int) -> cython.int:
        for node in range(root, root + self.content.size[root]):
            if self.content.tag[node] == 0 and not self.texts.is_separator(self.texts.number[node]):
                return self.texts.number[node]
        return -1

    # Tokens

    @cython.cfunc
    @cython.locals(
        i=cython.int, name=cython.int, what=cython.int, several=cython.bint, label=cython.int,
        number=cython.int, key=cython.ulonglong, bits=cython.ulonglong, table=HashTable,
        sorts=HashTable,
    )  # fmt: skip
    def _make_tokens(self) -> cython.void:
        """Number the pieces' tokens: by name and label, and what is below where that tells."""
        table = HashTable()
        sorts = HashTable()
        self.tokens = 0
        for i in range(self.pieces.count):
            name = self._names[i]
            what = self._what[name]
            label = self._labels[i]
            several = what & IS_LIST != 0
            bits = 0
            key = 0
            if not (several or label >= 0):
                bits = self.pieces.bits(self.pieces.found[i])
                if not self.content.classed[name] or what & REPEATED:
                    key = sorts.enter(bits) + 1
            # All of them are fewer than two million.
            key = (((key << 21) | name) << 21) | (label + 1)
            number = table.enter((key << 1) | several)
            if number == self.tokens:
                self.name[number] = name
                self.label[number] = label
                self.several[number] = several
                self.bits[number] = bits
                self.tokens += 1
            self._token[i] = number

    @cython.cfunc
    @cython.locals(
        i=cython.int, member=cython.int, state=cython.int, place=cython.int, token=cython.int,
        known=cython.int, key=cython.ulonglong, table=HashTable,
    )  # fmt: skip
    def _make_sequences(self) -> cython.void:
        """Number each member's sequence of tokens, in which the items of a list are one."""
        for i in range(self.tokens):
            self._stamps[i] = -1
        # A sequence is the end of a way through a tree of tokens.
        table = HashTable(self.tokens)
        self._of_state[0] = -1
        self.sequences = 0
        for member in range(self.pieces.members):
            state = 0
            place = 0
            for i in range(self.pieces.first[member], self.pieces.first[member + 1]):
                token = self._token[i]
                if self.several[token]:
                    if self._stamps[token] == member:
                        self._place[i] = self._place_of[token]
                        continue
                    self._stamps[token] = member
                    self._place_of[token] = place
                self._place[i] = place
                place += 1
                key = state
                known = table.count
                state = table.enter((key << 32) | token) + 1
                if state > known:
                    self._of_state[state] = -1
            if self._of_state[state] < 0:
                self._of_state[state] = self.sequences
                self._lengths[self.sequences] = place
                self._counts[self.sequences] = 0
                self._members[self.sequences] = member
                self.sequences += 1
            self._sequence[member] = self._of_state[state]
            self._counts[self._sequence[member]] += 1
