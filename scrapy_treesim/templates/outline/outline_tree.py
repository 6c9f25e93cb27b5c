"""The tree that pages of one template are laid on, and how a page's nodes find their places.

A place is a node of the outline. Top-down, so that a node has a place only where its parent has
one, the children of a page's node are laid on the children of its place:

- elements with an id or a class, and those of tags that say what they are (``p``, ``li``, ``h2``),
  by their label; where there is none, by the label that has most names in common with theirs;
- texts of the template by themselves, other texts by what stands before them;
- what is left, elements such as ``div`` and ``td`` without a name, by what they hold that none of
  their siblings does; and those that hold nothing of the kind by their order.

Siblings with one place are repeats. A place's children are looked up, not compared one by one, so
that all takes time in proportion to the page.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Final

from scrapy_treesim.templates.outline.node_labels import (
    DATA,
    LabelledTree,
    NodeLabels,
    tag_of,
)

NOWHERE: Final = -1
ALIKE: Final = 0.5
"""The share of two labels' names that has to be common for one to stand for the other."""

MAX_PLACES: Final = 20_000
"""Nodes of an outline in the making."""
MAX_CHILDREN: Final = 300
"""Children of one place."""
MAX_NAMED: Final = 16
"""Children of one place with one name that a label is compared with."""
MAX_SEARCHES: Final = 5_000
"""Labels of one page that are compared with others."""
MAX_HELD: Final = 16
"""Labels that a page's element without a name is known by, the first ones that it holds."""
_SEVERAL: Final = -2
_ONCE = frozenset(("head", "body"))
"""Elements that are one on a page, whatever their names."""
_CELLS = frozenset(("td", "th", "span"))
"""Nameless elements that stand for what is in their column, not for a row like the others."""


class OutlineTree:
    """Places, each after its parent; the first is the root's."""

    label: list[int]
    parent: list[int]
    after: list[int]
    """Of texts the label before them, which they are known by."""
    children: list[list[int]]

    def __init__(self, labels: NodeLabels) -> None:
        self.labels = labels
        self.label, self.parent, self.after, self.children = [], [], [], []
        self.searches = 0
        """Labels that were compared with others for the page being laid."""
        self._places: dict[tuple[int, int], int] = {}
        """By place and label the child of that label."""
        self._texts: dict[tuple[int, int], int] = {}
        """By place and label the child for a text that stands after that label."""
        self._named: dict[tuple[int, str], list[int]] = {}
        """By place and name, the first children that have it."""
        self._holder: dict[tuple[int, int], int] = {}
        """By place and label, the nameless child that alone holds it."""

    def __len__(self) -> int:
        return len(self.label)

    def add(self, parent: int, label: int, after: int = 0, beside: Sequence[int] = ()) -> int:
        """A new place, right after the last of its siblings in ``beside``; else the last of all."""
        place = len(self.label)
        self.label.append(label)
        self.parent.append(parent)
        self.after.append(after)
        self.children.append([])
        if parent >= 0:
            siblings = self.children[parent]
            siblings.insert(max(map(siblings.index, beside), default=len(siblings) - 1) + 1, place)
            if label == DATA:
                self._texts.setdefault((parent, after), place)
            elif not self.labels.bare[label]:
                self._places[parent, label] = place
                for name in self.labels.parts[label][1]:
                    named = self._named.setdefault((parent, name), [])
                    if len(named) < MAX_NAMED:
                        named.append(place)
        return place

    def child(self, place: int, label: int) -> int:
        """The child of that label, or else of the most similar one; ``NOWHERE`` if none is."""
        known = self._places.get((place, label), NOWHERE)
        if known >= 0 or self.searches >= MAX_SEARCHES:
            return known
        self.searches += 1
        return self._most_alike(place, label)

    def text(self, place: int, after: int) -> int:
        """The child for a text that stands after a label."""
        return self._texts.get((place, after), NOWHERE)

    def nameless(self, place: int) -> list[int]:
        """The children without a name."""
        return [one for one in self.children[place] if self.labels.bare[self.label[one]]]

    def hold(self, child: int, labels: Sequence[int]) -> None:
        """Note that the nameless child holds these labels."""
        parent = self.parent[child]
        for label in labels:
            if self._holder.setdefault((parent, label), child) != child:
                self._holder[parent, label] = _SEVERAL

    def holder(self, place: int, label: int, held: Sequence[int]) -> int:
        """The nameless child of that label that most of what is held speaks for."""
        votes = Counter(
            child for each in held if (child := self._holder.get((place, each), NOWHERE)) >= 0
        )
        for child, _ in votes.most_common():
            if self.label[child] == label:
                return child
        return NOWHERE

    def _most_alike(self, place: int, label: int) -> int:
        parts = self.labels.parts
        tag, ours = parts[label]
        if tag in _ONCE:
            alike = (child for child in self.children[place] if parts[self.label[child]][0] == tag)
            return next(alike, NOWHERE)
        best, most = NOWHERE, 0.0
        for name in ours:
            for child in self._named.get((place, name), ()):
                its_tag, theirs = parts[self.label[child]]
                share = len(ours & theirs) / len(ours | theirs)
                nearer = share > most or (share == most and child < best)
                if share >= ALIKE and nearer and its_tag == tag:
                    best, most = child, share
        return best


class Laying:
    """One page being laid on an outline, which grows where ``grows``."""

    def __init__(self, outline: OutlineTree, page: LabelledTree, grows: bool = False) -> None:
        self.outline = outline
        self.page = page
        self.grows = grows
        self.place: array[int] = array("i", [NOWHERE]) * len(page.tree)
        """The place of each node of the page's tree."""
        self._held: dict[int, list[int]] = {}

    def lay(self) -> None:
        """Find all places."""
        page, outline = self.page, self.outline
        if not len(outline) and self.grows:
            outline.add(NOWHERE, page.label[0])
        if not len(outline) or not self._same_root():
            return
        self.place[0] = 0
        outline.searches = 0
        self._held = held_labels(page.label, page.tree.parent, outline.labels.bare)
        node = 0
        while node < len(self.place):
            if self.place[node] < 0:
                node += page.tree.size[node]
                continue
            self._lay_children(page.tree.children(node), self.place[node])
            node += 1

    def _lay_children(self, children: Sequence[int], above: int) -> None:
        label, bare = self.page.label, self.outline.labels.bare
        before = DATA
        nameless = []
        for child in children:
            if bare[label[child]]:
                nameless.append(child)
            else:
                self.place[child] = self._named(above, before, label[child])
            before = self._context(child)
        if nameless:
            self._lay_nameless(nameless, above)
        if self.grows and children:
            self._grow(children, above)

    def _named(self, above: int, before: int, label: int) -> int:
        """The place of a text, or of an element whose label says what it is."""
        outline = self.outline
        place = outline.text(above, before) if label == DATA else outline.child(above, label)
        if place < 0 and not self.grows and outline.labels.is_text[label]:
            return outline.text(above, before)
        return place

    def _context(self, node: int) -> int:
        """The label that a text after the node is known by: that of the template's text in it."""
        label = self.page.label
        if self.page.tree.size[node] == 2 and self.outline.labels.is_text[label[node + 1]]:
            return label[node + 1] or label[node]
        return label[node]

    def repeats(self) -> bytearray:
        """A flag for each place of the outline: whether siblings share it."""
        flags = bytearray(len(self.outline))
        last: dict[int, int] = {}
        for place, parent in zip(self.place[1:], self.page.tree.parent[1:], strict=True):
            if place >= 0:
                flags[place] |= last.get(place) == parent
                last[place] = parent
        return flags

    def places_above(self) -> array[int]:
        """Of each node its place or, without one, that of the smallest element around that has."""
        above = self.place[:]
        for node, parent in enumerate(self.page.tree.parent):
            if above[node] < 0 <= parent:
                above[node] = above[parent]
        return above

    def _same_root(self) -> bool:
        names = self.outline.labels.names
        return tag_of(names[self.page.label[0]]) == tag_of(names[self.outline.label[0]])

    def _lay_nameless(self, children: Sequence[int], above: int) -> None:
        """Find the places of nameless siblings: by what they hold, by order, by shape."""
        outline, label = self.outline, self.page.label
        known = outline.nameless(above)
        if not known:
            return
        if len(known) == len(children) == 1:
            if outline.label[known[0]] == label[children[0]]:
                self.place[children[0]] = known[0]
            return
        spoken_for: set[int] = set()
        for child in children:
            place = outline.holder(above, label[child], self._held[child])
            self.place[child] = place
            spoken_for.add(place)
        # What has no place takes the next one of its label that nothing else has.
        rank = {place: at for at, place in enumerate(known)}
        free = [place for place in known if place not in spoken_for]
        first = 0
        for child in children:
            if self.place[child] < 0:
                fits = (one for one in free if outline.label[one] == label[child])
                self.place[child] = next((one for one in fits if rank[one] >= first), NOWHERE)
                if self.place[child] >= 0:
                    free.remove(self.place[child])
            elif self.place[child] in rank:
                first = max(first, rank[self.place[child]])
        self._lay_by_shape(children)

    def _lay_by_shape(self, children: Sequence[int]) -> None:
        """Lay nodes without a place at the place of a sibling of their shape, if there is one."""
        if all(self.place[child] >= 0 for child in children):
            return
        placed: dict[object, int] = {}
        for child in children:
            if self.place[child] >= 0 and not self._is_cell(child):
                placed[self._shape(child)] = self.place[child]
        for child in children:
            if self.place[child] < 0:
                self.place[child] = placed.get(self._shape(child), NOWHERE)

    def _is_cell(self, child: int) -> bool:
        return self.outline.labels.names[self.page.label[child]] in _CELLS

    def _shape(self, child: int) -> object:
        """The form that nameless siblings of one kind have in common."""
        page = self.page
        kinds = tuple(
            dict.fromkeys(page.label[one] for one in page.tree.children(child)[:MAX_HELD])
        )
        return page.label[child], frozenset(self._held[child]), kinds

    def _grow(self, children: Sequence[int], above: int) -> None:
        """New places for siblings that have none, and what nameless ones hold."""
        outline, page = self.outline, self.page
        # The place of the sibling before, and the one that was made last.
        before = latest = NOWHERE
        context = 0
        shapes: dict[object, int] = {}
        for child in children:
            bare = outline.labels.bare[page.label[child]]
            if self.place[child] < 0:
                made = len(outline)
                beside = [one for one in (before, latest) if one >= 0]
                self.place[child] = self._place_beside(above, child, context, beside, shapes)
                latest = made if len(outline) > made else latest
            if self.place[child] >= 0:
                before = self.place[child]
                if bare:
                    outline.hold(self.place[child], self._held[child])
            context = self._context(child)

    def _place_beside(
        self,
        above: int,
        child: int,
        context: int,
        beside: Sequence[int],
        shapes: dict[object, int],
    ) -> int:
        outline, label = self.outline, self.page.label[child]
        if label == DATA:
            place = outline.text(above, context)
        elif outline.labels.bare[label]:
            # One of a row of like shapes; cells of a row are fields of their own.
            place = NOWHERE if self._is_cell(child) else shapes.get(self._shape(child), NOWHERE)
        else:
            place = outline.child(above, label)
        full = len(outline) >= MAX_PLACES or len(outline.children[above]) >= MAX_CHILDREN
        if place < 0 and not full:
            place = outline.add(above, label, context, beside)
            if outline.labels.bare[label]:
                shapes[self._shape(child)] = place
        return place


def held_labels(
    label: Sequence[int], parent: Sequence[int], bare: Sequence[int]
) -> dict[int, list[int]]:
    """Of each nameless node the first few labels that it holds, through nameless ones only."""
    held: dict[int, list[int]] = {}
    for node, one in enumerate(label):
        if bare[one]:
            held[node] = []
        elif one != DATA:
            above = parent[node]
            while above >= 0 and bare[label[above]]:
                # All that stand above hold it then, or have no room for it.
                if len(held[above]) >= MAX_HELD or one in held[above]:
                    break
                held[above].append(one)
                above = parent[above]
    return held
