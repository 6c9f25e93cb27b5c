"""Essential and optional nodes of pages made by one template, aligned as trees.

The thesis (Qiu 2013, chapter 5) aligns sequences, and names the alignment of trees as work to be
done. Here pages are laid one after the other on one
tree, as in partial tree alignment (Zhai and Liu 2005): what has no place yet gets one. Then all
are laid on it again, and counted. An essential node's parent is essential, for it is on all pages
of its children.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.outline.node_labels import (
    DATA,
    TEXT,
    LabelledTree,
    common_labels,
    label_of,
)
from scrapy_treesim.templates.outline.outline_tree import NOWHERE, Laying, OutlineTree
from scrapy_treesim.templates.outline.template_outline import (
    MAX_EXAMPLE,
    MAX_NODES,
    OutlineNode,
    TemplateOutline,
)

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

__all__ = ["OutlineNode", "TemplateOutline", "induce"]

MIN_SHARE: Final = 0.05
"""The share of the pages that an optional node is on; what is on fewer is the page's own."""


def induce(pages: Sequence[PageTree]) -> TemplateOutline:
    """The outline of pages that one template made, the first the one in their middle.

    With one page all its texts are data. O(nodes of all pages).

    Raises:
        ValueError: there are no pages.
    """
    if not pages:
        raise ValueError("an outline is made of at least one page")
    labels = common_labels(pages)
    outline = OutlineTree(labels)
    read = [labels.read(page) for page in pages]
    for page in read:
        Laying(outline, page, grows=True).lay()
    counts = [_Count() for _ in range(len(outline))]
    for number, (source, page) in enumerate(zip(pages, read, strict=True)):
        _count(outline, source, page, number, counts)
    return _recounted(_outline_of(outline, counts, len(pages)), pages)


@dataclass(slots=True)
class _Count:
    """Counts of one place over the pages."""

    pages: int = 0
    """A bit for each page that it is on."""
    repeats: bool = False
    names: frozenset[str] | None = None
    """What its elements' names have in common."""
    values: list[str] = field(default_factory=list)
    """Its texts on the pages, the first one of each; no more once there are two."""

    @property
    def on(self) -> int:
        """The number of pages that it is on."""
        return self.pages.bit_count()


def _count(
    outline: OutlineTree,
    source: PageTree,
    page: LabelledTree,
    number: int,
    counts: list[_Count],
) -> None:
    """Add what is seen on one page."""
    laying = Laying(outline, page)
    laying.lay()
    seen: set[tuple[int, int]] = set()
    for node, place in enumerate(laying.place):
        if place < 0:
            continue
        count = counts[place]
        count.pages |= 1 << number
        label = page.label[node]
        if outline.labels.is_text[label]:
            if len(count.values) < 2 and outline.label[place] == DATA:
                _note_value(count, source, page.tree.origin[node])
        elif (place, label) not in seen:
            seen.add((place, label))
            ours = outline.labels.parts[label][1]
            count.names = ours if count.names is None else count.names & ours
    for place, repeats in enumerate(laying.repeats()):
        if repeats:
            counts[place].repeats = True


def _note_value(count: _Count, source: PageTree, node: int) -> None:
    value = source.plain_text(node)
    if value not in count.values:
        count.values.append(value[:MAX_EXAMPLE])
    if len(value) > MAX_EXAMPLE:
        # Never the template's.
        count.values.append("")


def _outline_of(outline: OutlineTree, counts: Sequence[_Count], pages: int) -> TemplateOutline:
    """The places that are on enough pages, as nodes in order."""
    _merge_shared_values(outline, counts)
    order = _in_order(outline)
    least = max(1 if pages < 4 else 2, MIN_SHARE * pages)
    kept = [place for place in order if counts[place].on >= least]
    if len(kept) > MAX_NODES:
        # A parent is on all pages of its children, and stands before them.
        chosen = {*sorted(kept, key=lambda place: -counts[place].on)[:MAX_NODES]}
        kept = [place for place in kept if place in chosen]
    new = {place: i for i, place in enumerate(kept)}
    nodes = [
        _node(outline, counts[place], place, new.get(outline.parent[place], -1), pages)
        for place in kept
    ]
    return TemplateOutline(pages, tuple(nodes))


def _recounted(draft: TemplateOutline, pages: Sequence[PageTree]) -> TemplateOutline:
    """The outline with each node's pages as they are found by the outline itself.

    Where two of its labels have become one, only one of the nodes is found; it stands for both.
    """
    tree = draft.tree
    on = [0] * len(draft)
    for page in pages:
        laying = Laying(tree, tree.labels.read(page))
        laying.lay()
        for place in {*laying.place} - {NOWHERE}:
            on[place] += 1
    new: dict[int, int] = {}
    nodes: list[OutlineNode] = []
    for i, node in enumerate(draft.nodes):
        if on[i]:
            new[i] = len(nodes)
            nodes.append(replace(node, parent=new.get(node.parent, -1), on=on[i]))
    return TemplateOutline(draft.pages, tuple(nodes))


def _node(outline: OutlineTree, count: _Count, place: int, parent: int, pages: int) -> OutlineNode:
    labels = outline.labels
    number = outline.label[place]
    name = labels.names[number]
    if not labels.is_text[number]:
        label = label_of(labels.parts[number][0], count.names or ())
        return OutlineNode(label, parent, count.on, count.repeats)
    if number != DATA:
        return OutlineNode(TEXT, parent, count.on, count.repeats, text=name[1:-1])
    value = count.values[0] if count.values else ""
    # One text on three pages and no other is the template's, on two if there are no more.
    same = len(count.values) == 1 and count.on >= min(3, max(2, pages))
    after = labels.names[outline.after[place]] if outline.after[place] else None
    if same:
        return OutlineNode(TEXT, parent, count.on, count.repeats, text=value, after=after)
    return OutlineNode(TEXT, parent, count.on, count.repeats, example=value, after=after)


def _merge_shared_values(outline: OutlineTree, counts: Sequence[_Count]) -> None:
    """Take for data what only looked like the template's text.

    A value that many pages share has a place of its own. It is data where some pages lack it and
    have another text, no template's, at that very place.
    """
    for place, label in enumerate(outline.label):
        if not outline.labels.is_text[label] or label == DATA or not counts[place].pages:
            continue
        above = outline.parent[place]
        other = outline.text(above, outline.after[place])
        if other >= 0 and counts[other].pages and counts[place].pages != counts[above].pages:
            counts[other].pages |= counts[place].pages
            counts[other].repeats |= counts[place].repeats
            counts[other].values.append(outline.labels.names[label][1:-1][:MAX_EXAMPLE])
            counts[place].pages = 0


def _in_order(outline: OutlineTree) -> list[int]:
    """The places in preorder."""
    order: list[int] = []
    waiting = [0] if len(outline) else []
    while waiting:
        place = waiting.pop()
        order.append(place)
        waiting.extend(reversed(outline.children[place]))
    return order
