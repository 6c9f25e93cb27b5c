"""The leaves that records have in common: which text, link or image of each is the same field.

From the top down, as the paper's tree matching does: the members of a group (one record's nodes,
then the nodes that one slot holds in all records) are cut into pieces, the sequences of pieces are
aligned, and every slot is a group again, until nothing but text is left. Inner lists are one slot:
their items become members of one group, so that what is aligned inside them is many-valued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.alignment import Budget, align
from scrapy_treesim.records.table.content import Content
from scrapy_treesim.records.table.pieces import Nodes, Piece, cut, nodes_of
from scrapy_treesim.records.table.tokens import Tokens
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

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
    ``@content``; of a rating that is drawn, its own and ``@class``."""
    cells: tuple[tuple[Nodes, ...], ...]
    """For each record the values it has, each as page nodes: of text, or the one element whose
    attribute it is."""
    rows: int
    """Records, or items of the innermost list that it lies in."""

    @property
    def attribute(self) -> str | None:
        """The attribute that holds the value; None for text."""
        last = self.path.rpartition("/")[2]
        return last[1:] if last.startswith("@") else None


@dataclass(slots=True)
class _Group:
    """The pieces, one a record or several, that one slot holds."""

    above: _Group | None
    records: list[int]
    """The record of each member."""
    members: list[Piece]
    rows: int
    step: str = ""
    """What it is called below the group above."""

    def path(self) -> str:
        """The steps to it from the record down."""
        steps = []
        group: _Group | None = self
        while group is not None:
            if group.step:
                steps.append(group.step)
            group = group.above
        return "/".join(reversed(steps))


def leaves(tree: PageTree, records: Sequence[Sequence[int]]) -> list[Leaf]:
    """The leaves of the records' subtrees, in reading order, at most :data:`MAX_LEAVES`.

    Costs nodes, and the alignments of what is distinct on each level.
    """
    content = Content(tree, records)
    budget = Budget()
    count = len(records)
    found: list[Leaf] = []
    roots: list[list[Piece]] = [[node for node in one if content.bits[node]] for one in records]
    top = _Group(None, list(range(count)), [], count)
    stack: list[_Group | Leaf] = []
    stack.extend(reversed([*_slots(content, budget, top, roots)]))
    while stack and len(found) < MAX_LEAVES:
        group = stack.pop()
        if isinstance(group, Leaf):
            found.append(group)
        else:
            stack.extend(reversed([*_below(content, budget, group, count)]))
    return found


def _below(content: Content, budget: Budget, group: _Group, count: int) -> Iterator[_Group | Leaf]:
    """What a group falls into: leaves of its own, and the groups one level below."""
    tree = content.tree
    tag = tree.tag
    found = {tag[piece] if isinstance(piece, int) else tags.TEXT for piece in group.members}
    if found == {tags.TEXT}:
        yield from _text_leaves(content, group, count)
        return
    if _IMAGE in found:
        yield from _attributes(content, group, _IMAGE, "src", count)
    if _META in found:
        yield from _attributes(content, group, _META, "content", count)
    below = content.descend(group.members)
    if below is not None:
        members, steps = below
        yield _Group(group, group.records, members, group.rows, "/".join(steps))
    else:
        yield from _slots(content, budget, group, cut(content, group.members))
    if _LINK in found:
        yield from _attributes(content, group, _LINK, "href", count)


def _slots(
    content: Content, budget: Budget, above: _Group, pieces: list[list[Piece]]
) -> Iterator[_Group]:
    """The groups that the members' pieces make, by aligned slots."""
    if all(len(one) < 2 for one in pieces):
        # Whatever it is, it has its place to itself.
        held = [(r, one[0]) for r, one in zip(above.records, pieces, strict=True) if one]
        if held:
            members = [piece for _, piece in held]
            step = _step(content, members)
            yield _Group(above, [record for record, _ in held], members, above.rows, step)
        return
    tokens = Tokens(content, pieces)
    alignment = align(tokens.sequences, tokens.similarity, budget)
    slots = {slot: _Group(above, [], [], above.rows) for slot in alignment.order}
    for record, sequence, held_by in zip(above.records, tokens.sequences, tokens.held, strict=True):
        for slot, inside in zip(alignment.places[sequence], held_by, strict=True):
            if slot >= 0:
                slots[slot].members.extend(inside)
                slots[slot].records.extend([record] * len(inside))
    steps: Counter[str] = Counter()
    for slot, group in slots.items():
        if not group.members:
            # Made for a sequence that, aligned again, had no need of it.
            continue
        token = tokens.token(alignment.tokens[slot][0])
        step = _step(content, group.members)
        if token.label is not None:
            step = f"{step}({token.label})"
        steps[step] += 1
        group.step = f"{step}[{steps[step]}]" if steps[step] > 1 else step
        if token.several:
            group.rows = len(group.members)
        yield group


def _step(content: Content, members: Sequence[Piece]) -> str:
    """The path's step to these pieces: the tag and the class names that all of them have."""
    name = content.name
    names = {name[piece] if isinstance(piece, int) else 0 for piece in members}
    return content.step(names)


def _text_leaves(content: Content, group: _Group, count: int) -> Iterator[Leaf]:
    """The text of a group of text, and the links and images that lie in it."""
    tree = content.tree
    held = [
        (record, nodes_of(piece))
        for record, piece in zip(group.records, group.members, strict=True)
    ]
    path = group.path()
    yield _leaf(held, f"{path}/text()", count, group.rows)
    whole = [(record, nodes) for record, nodes in held if tree.size[nodes[0]] > 1 or nodes[1:]]
    for tag, attribute in ((_LINK, "href"), (_IMAGE, "src")) if whole else ():
        inside = [
            (record, (node,))
            for record, nodes in whole
            for root in nodes
            for node in range(root, root + tree.size[root])
            if tree.tag[node] == tag and content.bits[node]
        ]
        if inside:
            yield _leaf(inside, f"{path}//{tags.KNOWN[tag]}/@{attribute}", count, group.rows)


def _attributes(
    content: Content, group: _Group, tag: int, attribute: str, count: int
) -> Iterator[Leaf]:
    """The attribute of those members that are such elements."""
    held = [
        (record, (piece,))
        for record, piece in zip(group.records, group.members, strict=True)
        if isinstance(piece, int) and content.tree.tag[piece] == tag
    ]
    yield _leaf(held, f"{group.path()}/@{attribute}", count, group.rows)


def _leaf(held: Sequence[tuple[int, Nodes]], path: str, count: int, rows: int) -> Leaf:
    cells: list[list[Nodes]] = [[] for _ in range(count)]
    for record, nodes in held:
        cells[record].append(nodes)
    return Leaf(path, tuple(map(tuple, cells)), rows)
