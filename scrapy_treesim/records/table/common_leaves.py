"""The leaves that records have in common: which text, link or image of each is the same field.

From the top down, as the paper's tree matching does: the members of a group (one record's nodes,
then the nodes that one slot holds in all records) are cut into pieces, the sequences of pieces are
aligned, and every slot is a group again, until nothing but text is left. Inner lists are one slot:
their items become members of one group, so that what is aligned inside them is many-valued.

Sequences are aligned with a seed that grows, as in Zhai and Liu, Web data extraction based on
partial tree alignment, WWW 2005, section 4. The longest sequence is the seed; every other one is
aligned with it, and what it has more is inserted behind its left neighbour. The paper aligns trees
whole, and puts off what may stand in several places; here a level is aligned at a time, and nothing
waits. An item that stands elsewhere than usual still finds its slot by its token.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.records.table import _content_cy, _pieces_cy, constants
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, SILENT
from scrapy_treesim.values.text_kinds import (
    KINDS,
    LABEL,
    PASSAGE,
    TEXT,
    is_separator,
    kind_of,
    without_marks,
)

if TYPE_CHECKING:
    from scrapy_treesim.records.table._pieces_cy import Tokens
    from scrapy_treesim.tree import PageTree


THRESHOLD: Final = 0.55
"""Similarity from which two items may be one slot's."""
MAX_SLOTS: Final = 100
"""Slots of one alignment; items beyond find none."""
MAX_CELLS: Final = 100_000
"""Comparisons of an item with a slot in all alignments of one budget; beyond, only equal tokens are
aligned."""
TOKENS_KEPT: Final = 4
"""Tokens that a slot is known by, the first ones it got."""


@dataclass(slots=True)
class Alignment:
    """The slots found, in order, and where each sequence's items went."""

    order: list[int]
    """The slots' numbers in reading order."""
    tokens: dict[int, list[int]]
    """Tokens by slot, the first :data:`TOKENS_KEPT` of them."""
    places: dict[tuple[int, ...], list[int]]
    """The slot of each item, by sequence; -1 for those beyond :data:`MAX_SLOTS`."""


@dataclass(slots=True)
class Budget:
    """Cost limit of all alignments of a table together."""

    cells: int = MAX_CELLS

    def spend(self, cells: int) -> bool:
        """Take so many comparisons, if there are as many left."""
        if cells > self.cells:
            return False
        self.cells -= cells
        return True


@dataclass(slots=True)
class _Seed:
    """The growing seed."""

    similarity: Callable[[int, int], float]
    budget: Budget
    order: list[int] = field(default_factory=list)
    tokens: dict[int, list[int]] = field(default_factory=dict)

    def new(self, token: int) -> int:
        """A slot of its own for the token, not yet in order; -1 where there is no room."""
        if len(self.tokens) >= MAX_SLOTS:
            return -1
        slot = len(self.tokens)
        self.tokens[slot] = [token]
        return slot

    def learn(self, slot: int, token: int) -> None:
        known = self.tokens[slot]
        if token not in known and len(known) < TOKENS_KEPT:
            known.append(token)


def align(
    sequences: Sequence[tuple[int, ...]] | Mapping[tuple[int, ...], int],
    similarity: Callable[[int, int], float],
    budget: Budget | None = None,
) -> Alignment:
    """Slots for the items of all sequences, or of distinct ones with how many there are of each;
    equal sequences are aligned once.

    ``similarity`` of two tokens lies in [0, 1] and is 1 for equal ones; two items of one sequence
    are never in one slot. Costs items x slots for each distinct sequence, as far as the budget
    allows.
    """
    counts = Counter(sequences)
    seed = _Seed(similarity, budget or Budget())
    places: dict[tuple[int, ...], list[int]] = {}
    for sequence in sorted(counts, key=lambda one: (-len(one), -counts[one], one)):
        matched = places[sequence] = _match(seed, sequence)
        _insert(seed, sequence, matched)
        for slot, token in zip(matched, sequence, strict=True):
            if slot >= 0:
                seed.learn(slot, token)
    return Alignment(seed.order, seed.tokens, places)


def _match(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The slot of each item, -1 where it has none: in order as far as that goes."""
    direct = _match_equal(seed, sequence)
    if direct is not None:
        return direct
    if seed.budget.spend(len(seed.order) * len(sequence)):
        matched = _pairing(seed, sequence)
    else:
        matched = [-1] * len(sequence)
    used = set(matched)
    free: dict[int, list[int]] = {}
    for slot in reversed(seed.order):
        if slot not in used:
            for token in seed.tokens[slot]:
                free.setdefault(token, []).append(slot)
    for place, token in enumerate(sequence):
        if matched[place] < 0:
            candidates = free.get(token, [])
            while candidates and matched[place] < 0:
                slot = candidates.pop()
                if slot not in used:
                    matched[place] = slot
                    used.add(slot)
    return matched


def _pairing(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The slot of each item, -1 for none: the pairing one to one and in order of the largest total
    similarity."""
    best = [[0.0] * (len(sequence) + 1)]
    similarity = seed.similarity
    for slot in seed.order:
        known, above, row = seed.tokens[slot], best[-1], [0.0]
        for place, item in enumerate(sequence):
            value = 1.0 if item in known else max([similarity(one, item) for one in known])
            score = max(above[place + 1], row[place])
            row.append(max(score, above[place] + value) if value >= THRESHOLD else score)
        best.append(row)
    matched = [-1] * len(sequence)
    i, j = len(seed.order), len(sequence)
    while i > 0 and j > 0:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            matched[j] = seed.order[i]
    return matched


def _match_equal(seed: _Seed, sequence: tuple[int, ...]) -> list[int] | None:
    """The slots where every token names one slot and they are in order, without a table."""
    slot_of: dict[int, int] = {}
    rank: dict[int, int] = {}
    for place, slot in enumerate(seed.order):
        rank[slot] = place
        for token in seed.tokens[slot]:
            if token in slot_of:
                slot_of[token] = -1
            else:
                slot_of[token] = slot
    matched = [slot_of.get(token, -1) for token in sequence]
    if any(slot < 0 for slot in matched):
        return None
    if any(rank[one] >= rank[other] for one, other in pairwise(matched)):
        return None
    return matched


def _insert(seed: _Seed, sequence: tuple[int, ...], matched: list[int]) -> None:
    """Give the unmatched items slots of their own, each behind its left neighbour's."""
    after: dict[int, list[int]] = {}
    left = -1
    for place, token in enumerate(sequence):
        if matched[place] >= 0:
            left = matched[place]
        else:
            matched[place] = seed.new(token)
            if matched[place] >= 0:
                after.setdefault(left, []).append(matched[place])
    if after:
        old = [-1, *seed.order]
        seed.order = [one for slot in old for one in (slot, *after.get(slot, ())) if one >= 0]


_Name: TypeAlias = "tuple[int, frozenset[str], str | None]"

MARKS: Final = tags.numbers(
    "abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q ruby s samp small "
    "span strike strong sub sup tt u var wbr"
)
"""Elements that may mark words inside a text."""
# A passage is text too; what has digits in it has that in common.
_BITS_OF_KIND: Final = array(
    "Q",
    (4 << number | (1 if kind in (TEXT, PASSAGE) else 2) for number, kind in enumerate(KINDS)),
)
_LINE: Final = INLINE - tags.numbers("button input svg map object")
"""Tags of what stands in a line of text."""
_ITEMS: Final = tags.numbers("li p img dd tr option i")
_ROLES_OF: Final = {
    constants.SILENT: SILENT,
    constants.LINE: _LINE,
    constants.MARK: MARKS,
    constants.CELL: tags.numbers("td th"),
    constants.ITEM: _ITEMS,
    constants.LIKELY_ITEM: _ITEMS | tags.numbers("a"),
}
_ROLES: Final = array("i", [*tags.kinds(_ROLES_OF)])


class Content:
    """Content below each node of some records; O(nodes)."""

    def __init__(self, tree: PageTree, records: Sequence[Sequence[int]]) -> None:
        self.tree = tree
        self.records = records
        more = len(tree.names) - len(_ROLES)
        self.texts = _content_cy.Texts(len(tree), tree.text, without_marks, kind_of, KINDS)
        """The texts of the records, each distinct one once."""
        self.nodes = _content_cy.RecordContent(
            tree.tag, tree.size, tree.start, tree.text,
            _ROLES + array("i", bytes(4 * more)), self.texts,
        )  # fmt: skip
        """Content below each node."""
        self.nodes.read(
            tree.parent, tree.first_attribute, tree.attribute, tree.value_start, tree.values,
            array("i", (root for record in records for root in record)),
            _BITS_OF_KIND,
        )  # fmt: skip
        self._names: dict[int, _Name] = {0: (tags.TEXT, frozenset(), None)}
        self._steps: dict[tuple[int, ...], str] = {(): "text"}

    def name(self, number: int) -> _Name:
        """Tag, class names and itemprop of a name."""
        known = self._names.get(number)
        if known is None:
            tag, classes, itemprop = self.nodes.called[number]
            known = self._names[number] = (
                tag,
                frozenset(classes.decode("utf-8", "replace").split()),
                itemprop.decode("utf-8", "replace") or None,
            )
        return known

    def step(self, names: Sequence[int]) -> str:
        """A path's step to nodes called so: the tag and the class names that all of them have."""
        key = tuple(sorted({*names} - {0}))
        if key not in self._steps:
            known = [self.name(number) for number in key]
            common = frozenset.intersection(*(classes for _, classes, _ in known))
            self._steps[key] = ".".join((self.tree.names[known[0][0]], *sorted(common)))
        return self._steps[key]


Nodes: TypeAlias = "tuple[int, ...]"
"""Page nodes in document order."""

_NAMING: Final = re.compile(r"/(?:a|h[1-6])(?:[./\[(]|$)")
"""In the path of a text: that it is a link's or a heading's."""
COMMON: Final = 0.8
"""Share of a column's cells that have a part, from which it may be a column of its own."""
MAX_LEAVES: Final = 400
"""Leaves of one region, constant ones among them."""
_LINK: Final = tags.NUMBER["a"]
_IMAGE: Final = tags.NUMBER["img"]
_META: Final = tags.NUMBER["meta"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One text, link address or image address that records have in common."""

    path: str
    """Tags and class names from the record down, then ``text()``, ``@href``, ``@src`` or
    ``@content``; of what is read otherwise, its name."""
    cells: tuple[tuple[Nodes, ...], ...]
    """For each record the values it has, each as page nodes: of text, or the one element whose
    attribute it is."""
    rows: int
    """Records, or items of the innermost list that it lies in."""
    header: str = ""
    """Header of its column, where it is all that a table's cells say, or an address in them."""
    has_parts: bool = False
    """True if parts of it are leaves as well."""

    @property
    def attribute(self) -> str | None:
        """The attribute that holds the value; None for text."""
        if self.path.endswith(")"):
            return None
        last = self.path.rpartition("/")[2]
        return last[1:] if last.startswith("@") else None


@dataclass(slots=True)
class _Group:
    """The pieces, one a record or several, that one slot holds."""

    above: _Group | None
    records: array[int]
    """The record of each member."""
    members: array[int]
    """The pieces."""
    rows: int
    step: str = ""
    """Name below the group above."""

    def path(self) -> str:
        """The steps to it from the record down."""
        steps = []
        group: _Group | None = self
        while group is not None:
            if group.step:
                steps.append(group.step)
            group = group.above
        return "/".join(reversed(steps))


def leaves(content: Content) -> list[Leaf]:
    """The leaves of the records' subtrees, in reading order, at most :data:`MAX_LEAVES`.

    Costs nodes, and the alignments of what is distinct on each level.
    """
    return _Descent(content).leaves()


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a table of data."""

    header: str
    """Its name; empty for none."""
    cells: tuple[int, ...]
    """The node of each record's cell; -1 where it has none."""


def leaves_by_column(content: Content, columns: Sequence[GridColumn]) -> list[list[Leaf]]:
    """The leaves of each column of records that are rows of a table.

    Cells stand in their columns whatever they are like; what lies in those of one column is aligned
    as in other records.
    """
    descent = _Descent(content)
    return [
        descent.leaves_of_column(f"td[{number}]", column)
        for number, column in enumerate(columns, 1)
    ]


def _innermost(content: Content, cell: int) -> int:
    """The innermost element, or the text, that has all of a cell's text."""
    tree, bits = content.tree, content.nodes.bits
    chars = tree.text_chars(cell)
    while tree.tag[cell] != tags.TEXT and chars:
        inner = next((node for node in tree.children(cell)
                      if bits[node] and tree.text_chars(node) == chars), -1)  # fmt: skip
        if inner < 0:
            break
        cell = inner
    return cell


class _Descent:
    """The way from the records down to their leaves."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._count = len(content.records)
        self._pieces = _pieces_cy.Pieces(content.nodes, is_separator)
        self._tokens = _pieces_cy.Tokens(self._pieces, label_in)
        self._budget = Budget()

    def leaves(self) -> list[Leaf]:
        count = self._count
        top = _Group(None, array("i", range(count)), array("i"), count)
        self._pieces.take(self._content.records)
        return self._leaves_of(self._slots(top))

    def leaves_of_column(self, step: str, column: GridColumn) -> list[Leaf]:
        """The leaves of one column of a table, the first of them all that its cells say.

        Parts are leaves as well where nearly all cells have them, or have a link or a heading among
        others, or where most are several blocks. A list, or a text, that is all they say stands for
        it.
        """
        bits, size = self._content.nodes.bits, self._content.tree.size
        nodes = [node if node >= 0 and bits[node] else -1 for node in column.cells]
        owners = array("i", (record for record, node in enumerate(nodes) if node >= 0))
        members = array("i", filter(lambda node: node >= 0, nodes))
        inner = [_innermost(self._content, node) for node in members]
        cells: list[tuple[Nodes, ...]] = [()] * self._count
        for record, node in zip(owners, inner, strict=True):
            cells[record] = ((node,),)
        parts = self._leaves_of([_Group(None, owners, members, self._count, step)])
        texts = [leaf for leaf in parts if leaf.attribute is None]
        addresses = [
            replace(leaf, header=column.header) for leaf in parts if leaf.attribute is not None
        ]
        several = sum(size[node] > 1 and self._has_blocks(node) for node in inner)
        common = [leaf for leaf in texts if sum(map(bool, leaf.cells)) >= COMMON * len(inner)]
        is_named = any(_NAMING.search(leaf.path) for leaf in common)
        has_parts = len(texts) > 1 and (
            is_named or len(common) == len(texts) or 2 * several > len(inner)
        )
        whole = Leaf(f"{step}/text()", tuple(cells), self._count, column.header, has_parts)
        if len(texts) == 1 and self._chars(texts[0]) == self._chars(whole):
            return [replace(texts[0], header=column.header), *addresses]
        return [whole, *(texts if has_parts else ()), *addresses]

    def _chars(self, leaf: Leaf) -> list[int]:
        """Characters of a leaf's text in each record."""
        chars = self._content.tree.text_chars
        return [sum(chars(node) for nodes in cell for node in nodes) for cell in leaf.cells]

    def _has_blocks(self, node: int) -> bool:
        """Tell whether a cell is more than a line of text."""
        tree, flow = self._content.tree, self._content.nodes.flow
        return any(flow[child] for child in tree.children(node))

    def _leaves_of(self, groups: Sequence[_Group]) -> list[Leaf]:
        """The leaves of some groups, in order."""
        found: list[Leaf] = []
        stack: list[_Group | Leaf] = [*reversed(groups)]
        while stack and len(found) < MAX_LEAVES:
            group = stack.pop()
            if isinstance(group, Leaf):
                found.append(group)
            else:
                stack.extend(reversed(self._below(group)))
        return found

    def _below(self, group: _Group) -> Sequence[_Group | Leaf]:
        """Parts of a group: its own leaves, and groups one level below."""
        has = self._pieces.tags_of(group.members)
        if not has & ~(constants.HAS_TEXT | constants.HAS_RUN):
            return self._text_leaves(group, bool(has & constants.HAS_RUN))
        found: list[_Group | Leaf] = []
        if has & constants.HAS_IMAGE:
            found.append(self._attribute(group, _IMAGE, "src"))
        if has & constants.HAS_META:
            found.append(self._attribute(group, _META, "content"))
        members = group.members[:]
        names = self._content.nodes.descend(members)
        if names:
            step = "/".join([self._content.step((name,)) for name in names])
            found.append(_Group(group, group.records, members, group.rows, step))
        else:
            self._pieces.cut(members)
            found += self._slots(group)
        if has & constants.HAS_LINK:
            found.append(self._attribute(group, _LINK, "href"))
        return found

    def _slots(self, above: _Group) -> list[_Group]:
        """The groups that the members' pieces make, by aligned slots."""
        pieces, content = self._pieces, self._content
        if max(map(len, pieces.found), default=0) < 2:
            # Whatever it is, it has its place to itself.
            owners = array("i", compress(above.records, pieces.found))
            members = array("i", chain.from_iterable(pieces.found))
            if not members:
                return []
            return [_Group(above, owners, members, above.rows, self._step(members))]
        tokens = self._tokens
        if tokens.read() == 1:
            # Of members that are all alike, each token is a slot.
            (sequence,) = tokens.sequences
            firsts = sequence[:MAX_SLOTS]
            order: Sequence[int] = range(len(firsts))
            slot_of = [[*order] + [-1] * (len(sequence) - len(firsts))]
        else:
            counts = dict(zip(tokens.sequences, tokens.counts, strict=True))
            found = align(counts, TokenLikeness(content, tokens).similarity, self._budget)
            order = found.order
            firsts = tuple(found.tokens[slot][0] for slot in range(len(found.tokens)))
            slot_of = [found.places[one] for one in tokens.sequences]
        held = tokens.lay(len(firsts), slot_of, above.records)
        groups: list[_Group] = []
        steps: Counter[str] = Counter()
        for slot in order:
            records, members = held[slot]
            if not members:
                # Made for a sequence that, aligned again, had no need of it.
                continue
            token = firsts[slot]
            step = self._step(members)
            _, label, several = tokens.called[token]
            if label >= 0:
                step = f"{step}({tokens.labels[label]})"
            steps[step] += 1
            if steps[step] > 1:
                step = f"{step}[{steps[step]}]"
            rows = len(members) if several else above.rows
            groups.append(_Group(above, records, members, rows, step))
        return groups

    def _step(self, members: array[int]) -> str:
        """The path's step to these pieces: the tag and the class names that all of them have."""
        return self._content.step(self._pieces.names_of(members))

    def _text_leaves(self, group: _Group, has_runs: bool) -> list[Leaf]:
        """The text of a group of text, and the links and images that lie in it."""
        path = group.path()
        cells = self._pieces.cells(group.records, group.members, self._count)
        found = [Leaf(f"{path}/text()", cells, group.rows)]
        if has_runs:
            for tag, attribute in ((_LINK, "href"), (_IMAGE, "src")):
                inside = self._pieces.inside(group.records, group.members, tag)
                if inside[1]:
                    cells = self._pieces.cells(*inside, self._count)
                    path_inside = f"{path}//{tags.NAMES[tag]}/@{attribute}"
                    found.append(Leaf(path_inside, cells, group.rows))
        return found

    def _attribute(self, group: _Group, tag: int, attribute: str) -> Leaf:
        """The attribute of those members that are such elements."""
        held = self._pieces.of_tag(group.records, group.members, tag)
        return Leaf(
            f"{group.path()}/@{attribute}", self._pieces.cells(*held, self._count), group.rows
        )


MANY: Final = 3
"""Members from which class names that one of them alone has do not count: ``post-1234``."""
MAX_LABEL: Final = 40
"""Characters of the longest label."""


class TokenLikeness:
    """Likeness of the tokens of a group's members."""

    def __init__(self, content: Content, tokens: Tokens) -> None:
        self._content = content
        self._called = tokens.called
        self._sequences = dict(zip(tokens.sequences, tokens.counts, strict=True))
        self._members = sum(self._sequences.values())
        self._common: frozenset[str] | None = None
        self._known: dict[tuple[int, int], float] = {}

    def similarity(self, one: int, other: int) -> float:
        """Likeness of two tokens, in [0, 1]; 1 for equal ones."""
        if one == other:
            return 1.0
        found = self._known.get((one, other))
        if found is None:
            found = self._known[one, other] = self._likeness(one, other)
        return found

    def _likeness(self, one: int, other: int) -> float:
        name, label, several = self._called[one]
        other_name, other_label, other_several = self._called[other]
        if label != other_label or several != other_several:
            return 0.0
        tag, classes, itemprop = self._content.name(name)
        other_tag, other_classes, other_itemprop = self._content.name(other_name)
        if itemprop and other_itemprop and itemprop != other_itemprop:
            return 0.0
        if (itemprop or label >= 0) and itemprop == other_itemprop:
            return 0.9
        if tag != other_tag:
            return 0.0
        classes, other_classes = self._usual(classes), self._usual(other_classes)
        if not classes or not other_classes:
            return 0.75 if classes or other_classes else 0.825
        common = len(classes & other_classes)
        return 0.65 + 0.35 * common / len(classes | other_classes) if common else 0.0

    def _usual(self, classes: frozenset[str]) -> frozenset[str]:
        """The class names that more than one member has."""
        if len(classes) < 2 and self._members < MANY:
            return classes
        if self._common is None:
            counts: Counter[str] = Counter()
            for sequence, count in self._sequences.items():
                names = {self._called[token][0] for token in sequence}
                for word in frozenset[str]().union(*(self._content.name(one)[1] for one in names)):
                    counts[word] += count
            self._common = frozenset(word for word, count in counts.items() if count > 1)
        return classes & self._common


def label_in(text: str) -> str:
    """The label that a text begins with, or a short text itself; nothing of any other."""
    label = LABEL.match(text)
    if label is not None:
        return label[1]
    return text if len(text) <= MAX_LABEL else ""
