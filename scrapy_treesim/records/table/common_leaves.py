"""Common leaves of records: the texts, links and images of the same field.

From the top down, as the paper's tree matching does: the members of a group (one record's nodes,
then the nodes that one slot holds in all records) are cut into pieces, the sequences of pieces are
aligned, and every slot is a group again, until nothing but text is left. Inner lists are one slot:
their items become members of one group, so that what is aligned inside them is many-valued.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.records.table import _content_cy, _pieces_cy, constants
from scrapy_treesim.records.table.alignment import MAX_SLOTS, Budget, align
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE, SILENT
from scrapy_treesim.values.text_kinds import (
    LABEL,
    PASSAGE,
    TEXT,
    TEXT_KINDS,
    is_separator,
    kind_of,
    without_marks,
)

if TYPE_CHECKING:
    from scrapy_treesim.records.table._pieces_cy import Tokens
    from scrapy_treesim.tree import PageTree

_Name: TypeAlias = "tuple[int, frozenset[str], str | None]"

MARKS: Final = tags.numbers(
    "abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q ruby s samp small "
    "span strike strong sub sup tt u var wbr"
)
"""Elements that may mark words inside a text."""
# A passage is text too; what has digits in it has that in common.
_BITS_OF_KIND: Final = array(
    "Q",
    (4 << number | (1 if kind in (TEXT, PASSAGE) else 2) for number, kind in enumerate(TEXT_KINDS)),
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
        self.texts = _content_cy.Texts(
            len(tree),
            tree.text,
            without_marks,
            kind_of,
            TEXT_KINDS,
        )
        """The texts of the records, each distinct one once."""
        self.nodes = _content_cy.RecordContent(
            tree.tag, tree.size, tree.start, tree.text,
            _ROLES + array("i", bytes(4 * more)), self.texts,
        )  # fmt: skip
        """Content below each node."""
        self.nodes.read(
            tree.parent, tree.attribute_reader,
            array("i", (root for record in records for root in record)),
            _BITS_OF_KIND,
        )  # fmt: skip
        self._names: dict[int, _Name] = {0: (tags.TEXT, frozenset(), None)}
        self._steps: dict[tuple[int, ...], str] = {(): "text"}

    def name(self, number: int) -> _Name:
        """Tag, class names and itemprop of a name."""
        name = self._names.get(number)
        if name is None:
            tag, classes, itemprop = self.nodes.called[number]
            name = self._names[number] = (
                tag,
                frozenset(classes.decode("utf-8", "replace").split()),
                itemprop.decode("utf-8", "replace") or None,
            )
        return name

    def step(self, numbers: Sequence[int]) -> str:
        """A path's step to nodes of these names: the tag and the class names of all of them."""
        key = tuple(sorted({*numbers} - {0}))
        if key not in self._steps:
            names = [self.name(number) for number in key]
            common = frozenset.intersection(*(classes for _, classes, _ in names))
            self._steps[key] = ".".join((self.tree.names[names[0][0]], *sorted(common)))
        return self._steps[key]


Nodes: TypeAlias = "tuple[int, ...]"
"""Page nodes in document order."""

MAX_LEAVES: Final = 400
"""Leaves of one region, constant ones among them."""
_LINK: Final = tags.NUMBER["a"]
_IMAGE: Final = tags.NUMBER["img"]
_META: Final = tags.NUMBER["meta"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text, link address or image address in several records."""

    path: str
    """Tags and class names from the record down, then ``text()``, ``@href``, ``@src`` or
    ``@content``; of what is read otherwise, its name."""
    cells: tuple[tuple[Nodes, ...], ...]
    """Values of each record, each as page nodes: of text, or the one element with the attribute."""
    rows: int
    """Records, or items of the innermost list that it lies in."""
    header: str = ""
    """Header of its column, where it is all that a table's cells say, or an address in them."""
    has_parts: bool = False
    """True if parts of it are leaves as well."""
    label: str = ""
    """The label of the element it is in, or that a label before it has."""

    @property
    def attribute(self) -> str | None:
        """The attribute with the value; None for text."""
        if self.path.endswith(")"):
            return None
        last = self.path.rpartition("/")[2]
        return last[1:] if last.startswith("@") else None


@dataclass(slots=True)
class _Group:
    """The pieces in one slot, one a record or several."""

    above: _Group | None
    records: array[int]
    """The record of each member."""
    members: array[int]
    """The pieces."""
    rows: int
    step: str = ""
    """Name below the group above."""
    label: str = ""
    """The label of the innermost pieces around it that have one."""

    def path(self) -> str:
        """The steps to it from the record down."""
        steps = []
        group: _Group | None = self
        while group is not None:
            if group.step:
                steps.append(group.step)
            group = group.above
        return "/".join(reversed(steps))


class Descent:
    """The way from the records down to their leaves.

    Costs nodes, and the alignments of what is distinct on each level.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._count = len(content.records)
        self._pieces = _pieces_cy.Pieces(content.nodes, is_separator)
        self._tokens = _pieces_cy.Tokens(self._pieces, label_in)
        self._budget = Budget()

    def leaves(self) -> list[Leaf]:
        """The leaves of the records' subtrees, in reading order, at most :data:`MAX_LEAVES`."""
        top = _Group(None, array("i", range(self._count)), array("i"), self._count)
        self._pieces.take(self._content.records)
        return self._leaves_of(self._slots(top))

    def leaves_below(self, step: str, nodes: Sequence[int]) -> list[Leaf]:
        """The leaves of one node a record, -1 for none; ``step``: their name in paths."""
        records = array("i", (record for record, node in enumerate(nodes) if node >= 0))
        members = array("i", (node for node in nodes if node >= 0))
        return self._leaves_of([_Group(None, records, members, self._count, step)])

    def _leaves_of(self, groups: Sequence[_Group]) -> list[Leaf]:
        """The leaves of several groups, in order."""
        leaves: list[Leaf] = []
        stack: list[_Group | Leaf] = [*reversed(groups)]
        while stack and len(leaves) < MAX_LEAVES:
            group = stack.pop()
            if isinstance(group, Leaf):
                leaves.append(group)
            else:
                stack.extend(reversed(self._below(group)))
        return leaves

    def _below(self, group: _Group) -> Sequence[_Group | Leaf]:
        """Parts of a group: its own leaves, and groups one level below."""
        has = self._pieces.tags_of(group.members)
        if not has & ~(constants.HAS_TEXT | constants.HAS_RUN):
            return self._text_leaves(group, bool(has & constants.HAS_RUN))
        parts: list[_Group | Leaf] = []
        if has & constants.HAS_IMAGE:
            parts.append(self._attribute(group, _IMAGE, "src"))
        if has & constants.HAS_META:
            parts.append(self._attribute(group, _META, "content"))
        members = group.members[:]
        names = self._content.nodes.descend(members)
        if names:
            step = "/".join([self._content.step((name,)) for name in names])
            parts.append(_Group(group, group.records, members, group.rows, step, group.label))
        else:
            self._pieces.cut(members)
            parts += self._slots(group)
        if has & constants.HAS_LINK:
            parts.append(self._attribute(group, _LINK, "href"))
        return parts

    def _slots(self, above: _Group) -> list[_Group]:
        """Group the members' pieces by aligned slots."""
        pieces = self._pieces
        if max(map(len, pieces.found), default=0) < 2:
            # Whatever it is, it has its place to itself.
            owners = array("i", compress(above.records, pieces.found))
            members = array("i", chain.from_iterable(pieces.found))
            if not members:
                return []
            step = self._step(members)
            return [_Group(above, owners, members, above.rows, step, above.label)]
        tokens = self._tokens
        order, firsts, slot_of = self._aligned(tokens)
        contents = tokens.lay(len(firsts), slot_of, above.records)
        groups: list[_Group] = []
        steps: Counter[str] = Counter()
        for slot in order:
            records, members = contents[slot]
            if not members:
                # Made for a sequence that, aligned again, had no need of it.
                continue
            step = self._step(members)
            _, label, several = tokens.called[firsts[slot]]
            if label >= 0:
                step = f"{step}({tokens.labels[label]})"
            steps[step] += 1
            if steps[step] > 1:
                step = f"{step}[{steps[step]}]"
            rows = len(members) if several else above.rows
            own = tokens.labels[label] if label in tokens.pairs else above.label
            groups.append(_Group(above, records, members, rows, step, own))
        return groups

    def _aligned(
        self, tokens: Tokens
    ) -> tuple[Sequence[int], Sequence[int], Sequence[Sequence[int]]]:
        """The slots in order, the first token of each, and the slot of each token by sequence."""
        if tokens.read() == 1:
            # Of members that are all alike, each token is a slot.
            (sequence,) = tokens.sequences
            firsts = sequence[:MAX_SLOTS]
            order = range(len(firsts))
            return order, firsts, [[*order] + [-1] * (len(sequence) - len(firsts))]
        counts = dict(zip(tokens.sequences, tokens.counts, strict=True))
        aligned = align(counts, TokenLikeness(self._content, tokens).similarity, self._budget)
        first_tokens = [aligned.tokens[slot][0] for slot in range(len(aligned.tokens))]
        return aligned.order, first_tokens, [aligned.slots[each] for each in tokens.sequences]

    def _step(self, members: array[int]) -> str:
        """The path's step to pieces: the tag and the class names of all of them."""
        return self._content.step(self._pieces.names_of(members))

    def _text_leaves(self, group: _Group, has_runs: bool) -> list[Leaf]:
        """The text of a group of text, and the links and images in it."""
        path = group.path()
        cells = self._pieces.cells(group.records, group.members, self._count)
        leaves = [Leaf(f"{path}/text()", cells, group.rows, label=group.label)]
        for tag, attribute in ((_LINK, "href"), (_IMAGE, "src")) if has_runs else ():
            inside = self._pieces.inside(group.records, group.members, tag)
            if inside[1]:
                cells = self._pieces.cells(*inside, self._count)
                leaves.append(Leaf(f"{path}//{tags.NAMES[tag]}/@{attribute}", cells, group.rows))
        return leaves

    def _attribute(self, group: _Group, tag: int, attribute: str) -> Leaf:
        """An attribute of the members with a tag."""
        of_tag = self._pieces.of_tag(group.records, group.members, tag)
        cells = self._pieces.cells(*of_tag, self._count)
        return Leaf(f"{group.path()}/@{attribute}", cells, group.rows)


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
        self._likenesses: dict[tuple[int, int], float] = {}

    def similarity(self, token: int, other: int) -> float:
        """Likeness of two tokens, in [0, 1]; 1 for equal ones."""
        if token == other:
            return 1.0
        likeness = self._likenesses.get((token, other))
        if likeness is None:
            likeness = self._likenesses[token, other] = self._likeness(token, other)
        return likeness

    def _likeness(self, token: int, other: int) -> float:
        name, label, several = self._called[token]
        other_name, other_label, other_several = self._called[other]
        if label != other_label or several != other_several:
            return 0.0
        tag, classes, itemprop = self._content.name(name)
        other_tag, other_classes, other_itemprop = self._content.name(other_name)
        if itemprop and other_itemprop and itemprop != other_itemprop:
            return 0.0
        if itemprop and itemprop == other_itemprop:
            return 0.9
        if tag != other_tag:
            return 0.0
        if label >= 0 and itemprop == other_itemprop:
            return 0.9
        return _likeness_of_classes(self._usual(classes), self._usual(other_classes))

    def _usual(self, classes: frozenset[str]) -> frozenset[str]:
        """The class names of more than one member."""
        if len(classes) < 2 and self._members < MANY:
            return classes
        if self._common is None:
            counts: Counter[str] = Counter()
            for sequence, count in self._sequences.items():
                names = {self._called[token][0] for token in sequence}
                classes_of = (self._content.name(name)[1] for name in names)
                counts.update(dict.fromkeys(frozenset[str]().union(*classes_of), count))
            self._common = frozenset(word for word, count in counts.items() if count > 1)
        return classes & self._common


def label_in(text: str) -> str:
    """The label before a text, or a short text itself; nothing of any other."""
    label = LABEL.match(text)
    if label is not None:
        return label[1]
    return text if len(text) <= MAX_LABEL else ""


def _likeness_of_classes(classes: frozenset[str], other_classes: frozenset[str]) -> float:
    if not classes or not other_classes:
        return 0.75 if classes or other_classes else 0.825
    common = len(classes & other_classes)
    return 0.65 + 0.35 * common / len(classes | other_classes) if common else 0.0
