"""Kernel of the pieces of records' nodes, one level below them, and of the tokens that represent
the pieces in the sequences to be aligned.

A piece is a node, or a run of inline neighbours that read as one text: a sentence with links and
highlighted words in it is one piece. Its number is the node's, or the number of nodes of the page
plus that of the run. Whether inline content is such prose, or text and elements that are each a
value (``by <a>Ann</a> <span>12 replies</span>``), one record does not show; it is decided for
all members of a group at once, by whether the texts keep their number and position.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableMapping, MutableSequence, Sequence

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.records.table._content_cy import RecordContent, Texts
from scrapy_treesim.records.table.constants import *
from scrapy_treesim.tree import tags

LINK = cython.declare(cython.int, tags.NUMBER["a"])
IMAGE = cython.declare(cython.int, tags.NUMBER["img"])
META = cython.declare(cython.int, tags.NUMBER["meta"])
WORDS = cython.declare(cython.int, 1 | 4 << TEXT_KIND | 4 << PASSAGE_KIND)
"""The bits of texts that are neither numbers nor dates or the like."""
MIN_ALL = cython.declare(cython.double, 0.8)
"""Smallest share of members, or lines, that counts as all."""
MAX_RARE = cython.declare(cython.double, 0.1)
"""Largest share of lines that counts as an exception."""
MIN_MARKED = cython.declare(cython.double, 0.3)
"""Smallest share of lines with a mark inside a text, for marks to be part of it."""
MIN_PROSE = cython.declare(cython.int, 60)
"""Smallest mean number of characters of a text, for inline content with it to be prose."""
MIN_ITEMS = cython.declare(cython.int, 3)
"""Smallest number of like pieces in one member, for them to be a list."""
MAX_FEW = cython.declare(cython.int, 2)
"""Largest number of members in which like pieces of constant number are a list."""
MIN_ALIKE = cython.declare(cython.double, 0.6)
"""Smallest share of a list's items with the same kinds of content."""
MIN_LABELLED = cython.declare(cython.double, 0.8)
"""Smallest share of pieces of one name with a label, for labels to distinguish them."""
MIN_USUAL = cython.declare(cython.double, 0.2)
"""Smallest share of members with the same first text, for it to be a label."""
MIN_COMMON = cython.declare(cython.double, 0.5)
"""Smallest such share of a text that is all its piece has, with no other piece after it."""


@cython.final
class Pieces:
    """The pieces of one group's members at a time, and all runs so far."""

    content: RecordContent
    texts: Texts
    found: list[Sequence[int]]
    """The pieces of each member."""
    runs: list[tuple[int, ...]]
    """The nodes of each run."""
    nodes: cython.int
    """Number of nodes of the page; pieces from this number on are runs."""
    _is_separator: Callable[[str], bool]
    """Test for texts of nothing but signs between values."""

    def __init__(self, content: RecordContent, is_separator: Callable[[str], bool]) -> None:
        self.content = content
        self.texts = content.texts
        self.found = []
        self.runs = []
        self.nodes = len(content.tag)
        self._is_separator = is_separator

    def take(self, records: Sequence[Sequence[int]]) -> None:
        """Take the records' own nodes with data as pieces."""
        self.found = []
        for record in records:
            self.found.append([node for node in record if self.content.bits[node]])

    @cython.locals(piece=cython.int)
    def cut(self, members: Ints) -> None:
        """Cut each member into the pieces one level below it.

        A text is its own.
        """
        self.found = []
        for piece in members:
            self.found.append([piece] if self.is_text(piece) else self._below(piece))
        if self._has_lines():
            lines = [self._lines(piece) for piece in members]
            is_prose = self._is_prose([line for member_lines in lines for line in member_lines])
            self.found = []
            for piece, member_lines in zip(members, lines, strict=True):
                pieces: list[int] = []
                for line in member_lines:
                    if is_prose:
                        self._add_prose(line, pieces)
                    else:
                        pieces += [
                            node
                            for node in line
                            if self.content.tag[node] or self._is_word(node) or node == piece
                        ]
                self.found.append(pieces)

    def cells(
        self, records: Ints, members: Ints, count: cython.int
    ) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return for each of ``count`` records the nodes of its pieces."""
        cells: list[list[tuple[int, ...]]] = [[] for _ in range(count)]
        for i in range(len(members)):
            piece: cython.int = members[i]
            cells[records[i]].append(
                (piece,) if piece < self.nodes else self.runs[piece - self.nodes]
            )
        return tuple(map(tuple, cells))

    def of_tag(
        self, records: Ints, members: Ints, tag: cython.int
    ) -> tuple[array[int], array[int]]:
        """Return the records and nodes of the members of a tag."""
        owners, elements = array("i"), array("i")
        for i in range(len(members)):
            piece: cython.int = members[i]
            if piece < self.nodes and self.content.tag[piece] == tag:
                owners.append(records[i])
                elements.append(piece)
        return owners, elements

    @cython.locals(root=cython.int)
    def inside(
        self, records: Ints, members: Ints, tag: cython.int
    ) -> tuple[array[int], array[int]]:
        """Return the records and nodes of the elements of a tag inside runs.

        A run of one element alone with nothing in it has none inside.
        """
        owners, elements = array("i"), array("i")
        for i in range(len(members)):
            if members[i] < self.nodes:
                continue
            run = self.runs[members[i] - self.nodes]
            if len(run) == 1 and self.content.size[run[0]] == 1:
                continue
            for root in run:
                for node in range(root, root + self.content.size[root]):
                    if self.content.tag[node] == tag and self.content.bits[node]:
                        owners.append(records[i])
                        elements.append(node)
        return owners, elements

    def tags_of(self, members: Ints) -> int:
        """Return the kinds of pieces as bits: text, run, link, image, ``<meta>``, other element."""
        bits: cython.int = 0
        for i in range(len(members)):
            piece: cython.int = members[i]
            if piece >= self.nodes:
                bits |= HAS_TEXT | HAS_RUN
                continue
            tag: cython.int = self.content.tag[piece]
            if tag == 0:
                bits |= HAS_TEXT
            elif tag == LINK:
                bits |= HAS_LINK
            elif tag == IMAGE:
                bits |= HAS_IMAGE
            elif tag == META:
                bits |= HAS_META
            else:
                bits |= HAS_OTHER
        return bits

    def names_of(self, members: Ints) -> list[int]:
        """Return the names of pieces, repeated ones in a row once."""
        names: list[int] = []
        previous: cython.int = -1
        for i in range(len(members)):
            name: cython.int = self.name(members[i])
            if name != previous:
                names.append(name)
                previous = name
        return names

    @cython.ccall
    def is_text(self, piece: cython.int) -> cython.bint:
        """Return True if a piece is text and not cut further."""
        return piece >= self.nodes or self.content.tag[piece] == 0

    @cython.ccall
    @cython.locals(node=cython.int)
    def bits(self, piece: cython.int) -> cython.ulonglong:
        """Return the content of a piece as bits."""
        if piece < self.nodes:
            return self.content.bits[piece]
        bits: cython.ulonglong = 0
        for node in self.runs[piece - self.nodes]:
            bits |= self.content.bits[node]
        return bits

    @cython.ccall
    def name(self, piece: cython.int) -> cython.int:
        """Return the number of a piece's name; 0 for text."""
        return self.content.name[piece] if piece < self.nodes else 0

    @cython.ccall
    @cython.locals(root=cython.int)
    def first_text(self, piece: cython.int) -> str:
        """Return the first text in a piece, separators left out; empty for none."""
        roots = (piece,) if piece < self.nodes else self.runs[piece - self.nodes]
        for root in roots:
            for node in range(root, root + self.content.size[root]):
                if self._is_word(node):
                    return self._text_of(node)
        return ""

    @cython.ccall
    def is_bare(self, piece: cython.int) -> cython.bint:
        """Return True if a piece's first text is all its text."""
        if piece >= self.nodes:
            run = self.runs[piece - self.nodes]
            if len(run) > 1:
                return False
            piece = run[0]
        return self.texts.lines[self._number(piece)] == self.first_text(piece)

    def _text_of(self, node: cython.int) -> str:
        """Return the text of a node of text."""
        return self.texts.lines[self.texts.number[node]]

    def _is_word(self, node: cython.int) -> cython.bint:
        """Return True if a node is text and no separator."""
        return self.content.tag[node] == 0 and not self._is_separator(self._text_of(node))

    def _below(self, node: cython.int) -> Sequence[int]:
        """Return the children with data."""
        if self.content.children[node] < 2:
            return [self.content.only[node]] if self.content.children[node] else []
        children: list[int] = []
        child: cython.int = self.content.only[node]
        stop: cython.int = node + self.content.size[node]
        while child < stop:
            if self.content.bits[child]:
                children.append(child)
            child += self.content.size[child]
        return children

    def _run(self, nodes: Sequence[int]) -> cython.int:
        """Make a run of nodes; return the number of its piece."""
        self.runs.append(tuple(nodes))
        return self.nodes + len(self.runs) - 1

    def _number(self, node: cython.int) -> cython.int:
        """Return the number of all text in a node."""
        return self.texts.enter(
            self.content.start[node], self.content.start[node + self.content.size[node]]
        )

    # Lines of inline content

    @cython.locals(piece=cython.int)
    def _has_lines(self) -> cython.bint:
        """Return True if there is text beside other nodes below a member."""
        for pieces in self.found:
            if len(pieces) > 1:
                for piece in pieces:
                    if self.content.tag[piece] == 0:
                        return True
        return False

    def _lines(self, piece: cython.int) -> Sequence[Sequence[int]]:
        """Return the children with data as runs of inline neighbours; any other is one alone."""
        if piece >= self.nodes:
            return [list(self.runs[piece - self.nodes])]
        if self.content.tag[piece] == 0:
            return [[piece]]
        lines: list[list[int]] = []
        line: list[int] = []
        stop: cython.int = piece + self.content.size[piece]
        child: cython.int = piece + 1
        while child < stop:
            if self.content.bits[child] == 0:
                if line and not self.content.role[self.content.tag[child]] & LINE:
                    line = []
            elif self.content.flow[child]:
                lines.append([child])
                line = []
            else:
                if not line:
                    lines.append(line)
                line.append(child)
            child += self.content.size[child]
        return lines

    @cython.locals(node=cython.int, with_mark=cython.int, words=cython.int, chars=cython.longlong)
    def _is_prose(self, lines: Sequence[Sequence[int]]) -> cython.bint:
        """Return True if all members' lines of text and elements are running text."""
        mixed = [line for line in lines if len(line) > 1 and self._has_text(line)]
        chars = words = with_mark = 0
        for line in mixed:
            with_mark += self._has_mark_within(line)
            for node in line:
                if self._is_word(node):
                    words += 1
                    chars += len(self._text_of(node))
        if words == 0:
            return False
        if chars >= MIN_PROSE * words or with_mark >= MIN_MARKED * len(mixed):
            return True
        return self._runs_on(mixed) or self._varies(lines, len(mixed))

    def _has_text(self, line: Sequence[int]) -> cython.bint:
        return 0 in [self.content.tag[node] for node in line]

    def _has_mark_within(self, line: Sequence[int]) -> cython.bint:
        """Return True if an element for marked words is between two texts."""
        for i in range(2, len(line)):
            mark: cython.int = line[i - 1]
            if (
                self.content.role[self.content.tag[mark]] & MARK
                and self._is_word(line[i - 2])
                and self._is_word(line[i])
            ):
                return True
        return False

    @cython.locals(node=cython.int, first=cython.int, second=cython.int)
    def _runs_on(self, lines: Sequence[Sequence[int]]) -> cython.bint:
        """Return True if most lines are a marked beginning or end and the rest of one text, which
        goes on in small letters; both differ from line to line, unlike labels."""
        words: set[int] = set()
        rests: set[int] = set()
        for line in lines:
            if len(line) != 2:
                continue
            first, second = line
            mark, text = (first, second) if self.content.tag[second] == 0 else (second, first)
            is_words = not (self.content.bits[first] | self.content.bits[second]) & ~WORDS
            is_marked = self.content.role[self.content.tag[mark]] & MARK
            if is_words and is_marked and self.first_text(second)[:1].islower():
                words.add(self._number(mark))
                rests.add(self._number(text))
        return min(len(words), len(rests)) > MIN_ALIKE * len(lines)

    @cython.locals(node=cython.int)
    def _varies(self, lines: Sequence[Sequence[int]], mixed: cython.int) -> cython.bint:
        """Return True if texts vary in position or number."""
        first: cython.int = 0
        lengths: dict[int, int] = {}
        for line in lines:
            words: cython.int = int(self.content.tag[line[0]] == 0)
            if len(line) > 1 and self._has_text(line):
                first += words
                words = 0
                for node in line:
                    words += self._is_word(node)
            lengths[words] = lengths.get(words, 0) + 1
        if MAX_RARE * mixed < first < (1 - MAX_RARE) * mixed:
            return True
        return max(lengths.values()) < MIN_ALL * len(lines)

    def _add_prose(self, line: Sequence[int], pieces: MutableSequence[int]) -> cython.void:
        """Add a line as one text; a date in an element of its own before it is separate."""
        node: cython.int = line[0]
        may_be_date = len(line) > 1 and self.content.classed[self.name(node)]
        if may_be_date and self.texts.kind(self._number(node)) == DATE_KIND:
            pieces.append(node)
            line = line[1:]
            node = line[0]
        if len(line) > 1 or not self.content.flow[node]:
            node = self._run(line)
        pieces.append(node)


@cython.final
class Tokens:
    """The pieces of one group's members at a time as tokens."""

    pieces: Pieces
    content: RecordContent
    called: list[tuple[int, int, bool]]
    """Name and label of each token, -1 for none, and True if it represents all items of a list."""
    sequences: list[tuple[int, ...]]
    """The distinct sequences of tokens."""
    counts: list[int]
    """Number of members with each sequence."""
    labels: list[str]
    """The labels of all groups so far; the first is none."""
    _positions: list[list[int]]
    """The position of each piece among the tokens of its member."""
    _sequence: list[int]
    """The distinct sequence of each member."""
    _label_number: dict[str, int]
    """The number of each label."""
    pairs: set[int]
    """The labels of one group that are beside values."""
    _heads: set[int]
    """The names of pieces of one group that are labels of the pieces after them."""
    _labelled: Callable[[str], str]
    """Reader of a text's label, its beginning or all; empty for none."""

    def __init__(self, pieces: Pieces, labelled: Callable[[str], str]) -> None:
        self.pieces = pieces
        self.content = pieces.content
        self.called = []
        self.sequences = []
        self.counts = []
        self.labels = [""]
        self._positions = []
        self._sequence = []
        self._label_number = {"": 0}
        self.pairs = set()
        self._heads = set()
        self._labelled = labelled

    @cython.locals(piece=cython.int)
    def _several(self) -> dict[int, list[tuple[int, int]]]:
        """Return the pieces of names with several pieces in one member, each before its member."""
        several: dict[int, list[tuple[int, int]]] = {}
        stamps: Ints = array("i", [0]) * len(self.content.called)
        for member in range(len(self.pieces.found)):
            for piece in self.pieces.found[member]:
                name: cython.int = self.pieces.name(piece)
                if stamps[name] == member + 1:
                    several[name] = []
                stamps[name] = member + 1
        if several:
            for member in range(len(self.pieces.found)):
                for piece in self.pieces.found[member]:
                    name = self.pieces.name(piece)
                    if name in several:
                        several[name].append((piece, member))
        return several

    @cython.locals(piece=cython.int)
    def read(self) -> int:
        """Make tokens of the pieces; return the number of distinct sequences."""
        several = self._several()
        labels: dict[int, int] = {}
        lists: set[object] = set()
        self.pairs = set()
        self._heads = set()
        for number, group in several.items():
            is_labelled = (
                self._role(number) & CELL
                or self._follows(number, group, labels, lists)
                or self._find_labels(number, group, labels)
            )
            if not is_labelled and self._is_list(number, group):
                lists.add(number)
        token_of: dict[object, int] = {}
        numbers: dict[tuple[int, ...], int] = {}
        self.called = []
        self.sequences = []
        self.counts = []
        self._positions = []
        self._sequence = []
        for pieces in self.pieces.found:
            sequence: list[int] = []
            positions: list[int] = []
            position_of: dict[int, int] = {}
            for piece in pieces:
                name: cython.int = self.pieces.name(piece)
                label = labels.get(piece, -1) if labels else -1
                key: object = (name, label) if label >= 0 else name
                is_list = key in lists if lists else False
                if (
                    label < 0
                    and not is_list
                    and (not self.content.classed[name] or name in several)
                ):
                    key = (name, -1, self.pieces.bits(piece))
                token = token_of.get(key)
                if token is None:
                    token = token_of[key] = len(self.called)
                    self.called.append((name, label, is_list))
                # The items of a list are one token.
                position = position_of.get(token, -1) if is_list else -1
                if position < 0:
                    position = len(sequence)
                    sequence.append(token)
                    if is_list:
                        position_of[token] = position
                positions.append(position)
            self._positions.append(positions)
            order = tuple(sequence)
            if order not in numbers:
                numbers[order] = len(self.sequences)
                self.sequences.append(order)
                self.counts.append(0)
            self.counts[numbers[order]] += 1
            self._sequence.append(numbers[order])
        return len(self.sequences)

    def lay(
        self, slots: cython.int, slot_of: Sequence[Sequence[int]], records: Ints
    ) -> list[tuple[array[int], array[int]]]:
        """Return for each slot the records of its members and the members.

        ``slot_of`` has the slot of each token of each distinct sequence, -1 for none; ``records``
        are those of the group's members.
        """
        owners: list[list[int]] = [[] for _ in range(slots)]
        members: list[list[int]] = [[] for _ in range(slots)]
        for member in range(len(self.pieces.found)):
            of_tokens = slot_of[self._sequence[member]]
            pieces, positions = self.pieces.found[member], self._positions[member]
            for i in range(len(pieces)):
                slot: cython.int = of_tokens[positions[i]]
                if slot >= 0:
                    owners[slot].append(records[member])
                    members[slot].append(pieces[i])
        return [(array("i", owners[slot]), array("i", members[slot])) for slot in range(slots)]

    # Pieces of one name, several of them in one member

    def _role(self, name: cython.int) -> cython.int:
        """Return the bits for the role of a name's tag in records."""
        return self.content.role[self.content.called[name][0]]

    @cython.locals(piece=cython.int, member=cython.int)
    def _find_labels(
        self,
        name: cython.int,
        pieces: Sequence[tuple[int, int]],
        labels: MutableMapping[int, int],
    ) -> cython.bint:
        """Label pieces of one name by their first texts (``Price:``, ``Size:``).
        Returns True if these distinguish the ``pieces``, each given before its member."""
        label_of: dict[int, int] = {}
        counts: dict[int, int] = {}
        seen: set[tuple[int, int]] = set()
        bare: cython.int = 0
        for piece, member in pieces:
            label: cython.int = self._label(piece)
            if (label, member) in seen:
                return False
            seen.add((label, member))
            counts[label] = counts.get(label, 0) + 1
            label_of[piece] = label
            bare += self.pieces.is_bare(piece)
        is_bare: cython.bint = 2 * bare > len(pieces)
        is_head: cython.bint = is_bare and self._is_head(name, len(pieces))
        least: cython.double = MIN_COMMON if is_bare and not is_head else MIN_USUAL
        usual: cython.double = max(2.0, least * len(self.pieces.found))
        labelled = {
            piece: label for piece, label in label_of.items() if label and counts[label] >= usual
        }
        if not labelled or len(labelled) < MIN_LABELLED * len(pieces):
            return False
        if is_head:
            self._heads.add(name)
        if is_head or not is_bare:
            labelled = {piece: label for piece, label in label_of.items() if label}
            self.pairs.update(labelled.values())
        labels.update(labelled)
        return True

    @cython.locals(piece=cython.int)
    def _is_head(self, name: cython.int, count: cython.int) -> cython.bint:
        """Return True if pieces of another name follow nearly all pieces of one, no links."""
        if self.content.called[name][0] == LINK:
            return False
        followed: cython.int = 0
        for pieces in self.pieces.found:
            is_before: cython.bint = False
            for piece in pieces:
                is_same: cython.bint = self.pieces.name(piece) == name
                followed += is_before and not is_same
                is_before = is_same
        return followed >= MIN_LABELLED * count

    @cython.locals(piece=cython.int)
    def _follows(
        self,
        name: cython.int,
        group: Sequence[tuple[int, int]],
        labels: MutableMapping[int, int],
        lists: set[object],
    ) -> cython.bint:
        """Label pieces of one name by the pieces before them that are labels (``<dt>``)."""
        if not self._heads:
            return False
        following: dict[int, int] = {}
        several: set[int] = set()
        for pieces in self.pieces.found:
            label: cython.int = -1
            previous: cython.int = -1
            for piece in pieces:
                if self.pieces.name(piece) != name:
                    label = labels.get(piece, -1) if self.pieces.name(piece) in self._heads else -1
                elif label >= 0:
                    following[piece] = label
                    if previous == label:
                        several.add(label)
                previous = label if self.pieces.name(piece) == name else -1
        if len(following) < MIN_LABELLED * len(group):
            return False
        labels.update(following)
        for label in several:
            lists.add((name, label))
        return True

    @cython.locals(piece=cython.int, member=cython.int)
    def _is_list(self, name: cython.int, pieces: Sequence[tuple[int, int]]) -> cython.bint:
        """Return True if pieces of one name, several in a member, are items: alike, any number."""
        counts: dict[int, int] = {}
        for _, member in pieces:
            counts[member] = counts.get(member, 0) + 1
        most: cython.int = max(counts.values())
        least: cython.int = min(counts.values())
        role: cython.int = self._role(name)
        if name == 0 and most < MIN_ITEMS:
            return False
        if most == least and len(counts) > MAX_FEW:
            return most >= MIN_ITEMS and self._are_tags(name, pieces, most)
        if most > least and role & ITEM:
            return True
        # Most of them have the same kinds of content.
        sorts: dict[int, int] = {}
        for piece, _ in pieces:
            bits = self.pieces.bits(piece)
            sorts[bits] = sorts.get(bits, 0) + 1
        if max(sorts.values()) < MIN_ALIKE * len(pieces):
            return False
        if most >= MIN_ITEMS or role & LIKELY_ITEM:
            return True
        return most > least and self.content.classed[name]

    @cython.locals(piece=cython.int, member=cython.int)
    def _are_tags(
        self, name: cython.int, pieces: Sequence[tuple[int, int]], most: cython.int
    ) -> cython.bint:
        """Return True if links of one class, as many in each member, are tags: no position has the
        same text in most members, unlike actions."""
        if self.content.called[name][0] != LINK or not self.content.classed[name]:
            return False
        counts: dict[tuple[int, str], int] = {}
        position: cython.int = 0
        previous: cython.int = -1
        for piece, member in pieces:
            position = position + 1 if member == previous else 0
            previous = member
            text: str = self.pieces.first_text(piece)
            counts[position, text] = counts.get((position, text), 0) + 1
        members: cython.int = len(pieces) // most
        # A text of most members at one position is an action's name.
        return max(counts.values()) <= MIN_ALIKE * members

    def _label(self, piece: cython.int) -> cython.int:
        """Return the label a piece's first text begins with; 0 for none."""
        label: str = self._labelled(self.pieces.first_text(piece))
        number = self._label_number.get(label)
        if number is None:
            number = self._label_number[label] = len(self.labels)
            self.labels.append(label)
        return number
