"""Kernel of the pieces that the nodes of records fall into, one level below them.

A piece is a node, or a run of inline neighbours that read as one text; its number is the node's, or
the number of nodes of the page and that of the run. What is prose and what is not is decided for
all members of a group at once: see :mod:`.pieces`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from scrapy_treesim.tree import tags

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.records.table._content_cy import RecordContent
    from cython.cimports.scrapy_treesim.records.table._lines_cy import Lines
    from cython.cimports.scrapy_treesim.records.table._signs_cy import is_symbols
    from cython.cimports.scrapy_treesim.records.table._texts_cy import Texts
    from cython.cimports.scrapy_treesim.records.table.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import HashTable
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.records.table._content_cy import RecordContent
    from scrapy_treesim.records.table._lines_cy import Lines
    from scrapy_treesim.records.table._signs_cy import is_symbols
    from scrapy_treesim.records.table._texts_cy import Texts
    from scrapy_treesim.records.table.constants import *
    from scrapy_treesim.tree._hashing_cy import HashTable

KNOWN = cython.declare(cython.int, len(tags.KNOWN))
LINK = cython.declare(cython.int, tags.NUMBER["a"])
IMAGE = cython.declare(cython.int, tags.NUMBER["img"])
META = cython.declare(cython.int, tags.NUMBER["meta"])
PARAGRAPH = cython.declare(cython.int, tags.NUMBER["p"])
MANY = cython.declare(cython.double, 0.8)
"""Share of a group's members from which something holds of the group."""
AGAIN = cython.declare(cython.double, 0.3)
"""Share of records in which a paragraph stands that belongs to none of them."""
MAX_WORD_PIECES = cython.declare(cython.int, 5)
"""Pieces that a price or a name with a sign is written in."""
MAX_SIGN_BYTES = cython.declare(cython.int, 5)
"""Bytes of a sign with white space around, less one."""


@cython.final
@cython.cclass
class Pieces:
    """The pieces of one group's members at a time, and all runs so far."""

    content: RecordContent
    texts: Texts
    lines: Lines
    members: cython.int
    """Members of the group."""
    count: cython.int
    """Pieces of all of them."""
    first: Ints
    """The first piece of each member; one entry more, for the end."""
    found: Ints
    """The pieces, member by member."""
    nodes: cython.int
    """Nodes of the page, from which on pieces are runs."""
    runs: cython.int
    run_first: Ints
    """The first node of each run; one entry more, for the end."""
    run_nodes: Ints
    """The nodes of the runs."""
    _given: Ints
    """The members."""
    _counts: Ints
    """Pieces that say each text."""
    _first_line: Ints
    """The first line of each member; one entry more, for the end."""

    def __init__(
        self,
        content: RecordContent,
        most: cython.int,
        has_letter: Callable[[int, int], bool],
    ) -> None:
        room: cython.Py_ssize_t = len(content.texts.chars) + most + 2
        zero = array("i", [0])
        self.content = content
        self.texts = content.texts
        self.members = 0
        self.count = 0
        self.first = zero * room
        self.found = zero * room
        self.nodes = len(content.tag)
        self.runs = 0
        self.run_first = zero * 64
        self.run_nodes = zero * 64
        self._given = zero
        self._counts = zero * room
        self._first_line = zero * room
        self.lines = Lines(content, room, has_letter)

    @cython.locals(member=cython.Py_ssize_t, i=cython.Py_ssize_t)
    def take(self, first: Ints, nodes: Ints) -> int:
        """Take the records' own nodes that have data as pieces; return the most of one record.

        ``first`` is the first of ``nodes`` of each record, with one entry more for the end.
        """
        self.members = len(first) - 1
        self.count = 0
        for member in range(self.members):
            self.first[member] = self.count
            for i in range(first[member], first[member + 1]):
                if self.content.bits[nodes[i]] != 0:
                    self._add(nodes[i])
        self.first[self.members] = self.count
        return self.longest()

    @cython.locals(member=cython.Py_ssize_t, line=cython.int)
    def cut(self, members: Ints) -> int:
        """Cut each member into the pieces one level below it; return the most of one member.

        A text is its own.
        """
        self._given = members
        self.members = len(members)
        self._read_below()
        if self._is_passage():
            self._read_passages()
        elif self._has_mixed() or self._has_signs():
            self._read_lines()
            self.count = 0
            if self.lines.is_prose():
                for member in range(self.members):
                    self.first[member] = self.count
                    for line in range(self._first_line[member], self._first_line[member + 1]):
                        self._add_prose(line)
            else:
                for member in range(self.members):
                    self.first[member] = self.count
                    self._add_parts(member)
            self.first[self.members] = self.count
        return self.longest()

    @cython.ccall
    @cython.locals(member=cython.Py_ssize_t, most=cython.int)
    def longest(self) -> cython.int:
        """Return the most pieces of one member."""
        most = 0
        for member in range(self.members):
            most = max(most, self.first[member + 1] - self.first[member])
        return most

    @cython.locals(member=cython.Py_ssize_t, held=Ints, held_by=Ints)
    def single(self, records: Ints) -> tuple[array[int], array[int]]:
        """Return the records of the members with a piece, and the one piece of each."""
        members = array("i", [0]) * self.count
        owners = array("i", [0]) * self.count
        held = members
        held_by = owners
        for member in range(self.members):
            if self.first[member + 1] > self.first[member]:
                held[self.first[member]] = self.found[self.first[member]]
                held_by[self.first[member]] = records[member]
        return owners, members

    @cython.locals(i=cython.Py_ssize_t, run=cython.int)
    def cells(
        self, records: Ints, members: Ints, count: cython.int
    ) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return for each of ``count`` records the nodes of its pieces."""
        cells: list[object] = [()] * count
        for i in range(len(members)):
            if members[i] < self.nodes:
                held: object = ((members[i],),)
            else:
                run = members[i] - self.nodes
                nodes = self.run_nodes[self.run_first[run] : self.run_first[run + 1]]
                held = (tuple(nodes),)
            own = cells[records[i]]
            cells[records[i]] = own + held if own else held  # type: ignore[operator]
        return tuple(cells)  # type: ignore[arg-type]

    @cython.locals(i=cython.Py_ssize_t, piece=cython.int)
    def of_tag(
        self, records: Ints, members: Ints, tag: cython.int
    ) -> tuple[array[int], array[int]]:
        """Return the members that are elements of a tag, after their records."""
        owners = array("i")
        found = array("i")
        for i in range(len(members)):
            piece = members[i]
            if piece < self.nodes and self.content.tag[piece] == tag:
                owners.append(records[i])
                found.append(piece)
        return owners, found

    @cython.locals(
        i=cython.Py_ssize_t, run=cython.int, at=cython.Py_ssize_t, root=cython.int, node=cython.int
    )
    def inside(
        self, records: Ints, members: Ints, tag: cython.int
    ) -> tuple[array[int], array[int]]:
        """Return the elements of a tag inside the members that are runs, after their records.

        A run that is one element alone with nothing in it has none inside.
        """
        owners = array("i")
        found = array("i")
        for i in range(len(members)):
            run = members[i] - self.nodes
            if run < 0:
                continue
            at = self.run_first[run]
            if self.run_first[run + 1] == at + 1 and self.content.size[self.run_nodes[at]] == 1:
                continue
            for at in range(self.run_first[run], self.run_first[run + 1]):
                root = self.run_nodes[at]
                for node in range(root, root + self.content.size[root]):
                    if self.content.tag[node] == tag and self.content.bits[node] != 0:
                        owners.append(records[i])
                        found.append(node)
        return owners, found

    @cython.locals(i=cython.Py_ssize_t, piece=cython.int, tag=cython.int, found=cython.int)
    def tags_of(self, members: Ints) -> int:
        """Return which of texts, runs among them, links, images, ``<meta>`` and other elements
        there are."""
        found = 0
        for i in range(len(members)):
            piece = members[i]
            if piece >= self.nodes:
                found |= HAS_TEXT | HAS_RUN
                continue
            tag = self.content.tag[piece]
            if tag == 0:
                found |= HAS_TEXT
            elif tag == LINK:
                found |= HAS_LINK
            elif tag == IMAGE:
                found |= HAS_IMAGE
            elif tag == META:
                found |= HAS_META
            else:
                found |= HAS_OTHER
        return found

    @cython.locals(i=cython.Py_ssize_t, name=cython.int, last=cython.int)
    def names_of(self, members: Ints) -> list[int]:
        """Return the names of pieces, of neighbours that are called alike but one."""
        found: list[int] = []
        last = -1
        for i in range(len(members)):
            name = self.name(members[i])
            if name != last:
                found.append(name)
                last = name
        return found

    @cython.ccall
    def is_text(self, piece: cython.int) -> cython.bint:
        """Tell whether a piece is text and not looked into."""
        return piece >= self.nodes or self.content.tag[piece] == 0

    @cython.ccall
    @cython.locals(i=cython.Py_ssize_t, found=cython.ulonglong)
    def bits(self, piece: cython.int) -> cython.ulonglong:
        """Return what lies in a piece, as bits."""
        if piece < self.nodes:
            return self.content.bits[piece]
        found = 0
        for i in range(self.run_first[piece - self.nodes], self.run_first[piece - self.nodes + 1]):
            found |= self.content.bits[self.run_nodes[i]]
        return found

    @cython.cfunc
    def name(self, piece: cython.int) -> cython.int:
        """The number of a piece's name; 0 for text."""
        return self.content.name[piece] if piece < self.nodes else 0

    @cython.cfunc
    def _add(self, piece: cython.int) -> cython.void:
        self.found[self.count] = piece
        self.count += 1

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, end=cython.Py_ssize_t)
    def _run(self, nodes: Ints, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Make a run of nodes; return the piece that it is."""
        end = self.run_first[self.runs]
        while end + stop - at > len(self.run_nodes):
            self.run_nodes = longer(self.run_nodes)
        if self.runs + 2 > len(self.run_first):
            self.run_first = longer(self.run_first)
        for i in range(at, stop):
            self.run_nodes[end + i - at] = nodes[i]
        self.runs += 1
        self.run_first[self.runs] = end + stop - at
        return self.nodes + self.runs - 1

    # One level below

    @cython.cfunc
    @cython.locals(member=cython.Py_ssize_t)
    def _read_below(self) -> cython.void:
        self.count = 0
        for member in range(self.members):
            self.first[member] = self.count
            if self.is_text(self._given[member]):
                self._add(self._given[member])
            else:
                self._add_below(self._given[member])
        self.first[self.members] = self.count

    @cython.cfunc
    @cython.locals(child=cython.int, stop=cython.int)
    def _add_below(self, node: cython.int) -> cython.void:
        if self.content.children[node] == 0:
            return
        child = self.content.only[node]
        if self.content.children[node] == 1:
            self._add(child)
            return
        stop = node + self.content.size[node]
        while child < stop:
            if self.content.bits[child] != 0:
                self._add(child)
            child += self.content.size[child]

    # Texts of several paragraphs

    @cython.cfunc
    @cython.locals(
        member=cython.Py_ssize_t, i=cython.Py_ssize_t, paragraphs=cython.int, most=cython.int
    )
    def _is_passage(self) -> cython.bint:
        """Whether members hold paragraphs and the like in ever other order and number."""
        most = 0
        for member in range(self.members):
            if self.is_text(self._given[member]):
                return False
            paragraphs = 0
            for i in range(self.first[member], self.first[member + 1]):
                if not self.content.role[self.content.tag[self.found[i]]] & PASSAGE:
                    return False
                if self.content.tag[self.found[i]] == PARAGRAPH:
                    paragraphs += 1
            most = max(most, paragraphs)
        return most > 1 and self._is_varied()

    @cython.cfunc
    @cython.locals(
        member=cython.Py_ssize_t, i=cython.Py_ssize_t, state=cython.int, common=cython.int,
        tag=cython.int, key=cython.ulonglong, distinct=cython.int, of_first=cython.int,
        differ=cython.bint, table=HashTable, counts=Ints, stamps=Ints, is_of_first=Ints,
    )  # fmt: skip
    def _is_varied(self) -> cython.bint:
        """Whether the tags one level below members are others, and no order of them is usual."""
        # An order is the end of a way through a tree of tags.
        table = HashTable(self.count)
        counts = array("i", [0]) * (self.count + 1)
        stamps = array("i", [0]) * KNOWN
        is_of_first = array("i", [0]) * KNOWN
        common = 0
        of_first = 0
        differ = False
        for member in range(self.members):
            state = 0
            distinct = 0
            for i in range(self.first[member], self.first[member + 1]):
                tag = self.content.tag[self.found[i]]
                if stamps[tag] != member + 1:
                    stamps[tag] = member + 1
                    distinct += 1
                    if member == 0:
                        is_of_first[tag] = 1
                    elif is_of_first[tag] == 0:
                        differ = True
                key = state
                state = 1 + table.enter((key << 32) | tag)
            if member == 0:
                of_first = distinct
            elif distinct != of_first:
                differ = True
            counts[state] += 1
            common = max(common, counts[state])
        return differ and common < MANY * self.members

    @cython.cfunc
    @cython.locals(
        member=cython.Py_ssize_t, i=cython.Py_ssize_t, at=cython.Py_ssize_t, node=cython.int,
        kept=cython.Py_ssize_t, number=cython.int, usual=cython.double, numbers=Ints,
        kept_nodes=Ints,
    )  # fmt: skip
    def _read_passages(self) -> cython.void:
        """Each member's paragraphs as one text, without those that say the same again and again."""
        numbers = array("i", [0]) * self.count
        kept_nodes = array("i", [0]) * self.count
        for i in range(self.count):
            node = self.found[i]
            numbers[i] = self.texts.enter(
                self.content.start[node], self.content.start[node + self.content.size[node]]
            )
            self._counts[numbers[i]] = 0
        for i in range(self.count):
            self._counts[numbers[i]] += 1
        usual = max(3.0, AGAIN * self.members)
        at = 0
        for member in range(self.members):
            kept = 0
            for i in range(at, self.first[member + 1]):
                if self._counts[numbers[i]] < usual:
                    kept_nodes[kept] = self.found[i]
                    kept += 1
            at = self.first[member + 1]
            self.first[member + 1] = self.first[member]
            if kept > 0:
                # One piece for one or more, so that none is overwritten before it is read.
                self.found[self.first[member]] = self._run(kept_nodes, 0, kept)
                self.first[member + 1] += 1
        self.count = self.first[self.members]

    # Lines of inline content

    @cython.cfunc
    @cython.locals(member=cython.Py_ssize_t, i=cython.Py_ssize_t, first=cython.Py_ssize_t,
                   stop=cython.Py_ssize_t)  # fmt: skip
    def _has_mixed(self) -> cython.bint:
        """Whether text stands beside other nodes below a member."""
        for member in range(self.members):
            first = self.first[member]
            stop = self.first[member + 1]
            if stop - first < 2:
                continue
            for i in range(first, stop):
                if self.content.tag[self.found[i]] == 0:
                    return True
        return False

    @cython.cfunc
    @cython.locals(member=cython.Py_ssize_t, first=cython.Py_ssize_t, stop=cython.Py_ssize_t)
    def _has_signs(self) -> cython.bint:
        """Whether an element among inline ones holds nothing but a sign such as a currency's."""
        for member in range(self.members):
            first = self.first[member]
            stop = self.first[member + 1]
            if 1 < stop - first <= MAX_WORD_PIECES and (
                self._has_sign(self.found[first]) or self._has_sign(self.found[stop - 1])
            ):
                return True
        return False

    @cython.cfunc
    @cython.locals(at=cython.Py_ssize_t, stop=cython.Py_ssize_t)
    def _has_sign(self, node: cython.int) -> cython.bint:
        at = self.content.start[node]
        stop = self.content.start[node + self.content.size[node]]
        if stop - at >= MAX_SIGN_BYTES or self.content.children[node] != 1:
            return False
        return is_symbols(self.content.text, at, stop)

    @cython.cfunc
    @cython.locals(member=cython.Py_ssize_t, i=cython.Py_ssize_t, piece=cython.int)
    def _read_lines(self) -> cython.void:
        self.lines.begin()
        for member in range(self.members):
            self._first_line[member] = self.lines.count
            piece = self._given[member]
            if piece >= self.nodes:
                for i in range(
                    self.run_first[piece - self.nodes], self.run_first[piece - self.nodes + 1]
                ):
                    self.lines.add(self.run_nodes[i])
                self.lines.end()
            elif self.content.tag[piece] == 0:
                self.lines.add(piece)
                self.lines.end()
            else:
                self.lines.add_below(piece)
        self._first_line[self.members] = self.lines.count

    # Pieces of lines

    @cython.cfunc
    @cython.locals(first=cython.Py_ssize_t, stop=cython.Py_ssize_t, node=cython.int,
                   number=cython.int)  # fmt: skip
    def _add_prose(self, line: cython.int) -> cython.void:
        """The line as one text; a date in an element of its own before it is apart."""
        first = self.lines.first[line]
        stop = self.lines.first[line + 1]
        node = self.lines.nodes[first]
        if stop - first > 1 and self.content.tag[node] != 0 and self.content.has_class(node):
            number = self.texts.enter(
                self.content.start[node], self.content.start[node + self.content.size[node]]
            )
            if self.texts.kind(number) == DATE_KIND:
                self._add(node)
                first += 1
                node = self.lines.nodes[first]
        if stop - first > 1 or not self.content.flow[node]:
            node = self._run(self.lines.nodes, first, stop)
        self._add(node)

    @cython.cfunc
    @cython.locals(line=cython.int, i=cython.Py_ssize_t)
    def _add_parts(self, member: cython.Py_ssize_t) -> cython.void:
        """The nodes of a member's lines without separators; a text is its own."""
        if self.is_text(self._given[member]):
            self._add(self._given[member])
            return
        for line in range(self._first_line[member], self._first_line[member + 1]):
            for i in range(self.lines.first[line], self.lines.first[line + 1]):
                if self.content.tag[self.lines.nodes[i]] != 0 or self.lines.is_word(
                    self.lines.nodes[i]
                ):
                    self._add(self.lines.nodes[i])


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def longer(held: Ints) -> Ints:
    """Return an array of twice the length that begins as one does."""
    found: Ints = array("i", [0]) * (2 * len(held))
    for i in range(len(held)):
        found[i] = held[i]
    return found
