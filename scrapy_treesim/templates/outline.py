"""Outlines: the essential and optional nodes of a template, and a page laid on them.

The thesis (Qiu 2013, chapter 5) aligns sequences, and names the alignment of trees as work to be
done. Here pages are laid one after the other on one tree, as in partial tree alignment (Zhai and
Liu 2005): what has no place yet gets one. Then all are laid on it again, and counted.

Top-down, so that a node has a place only where its parent has one, the children of a page's node
are laid on the children of its place:

- elements by their label; where there is none, by the label that has most names in common with
  theirs;
- texts of the template by themselves, other texts by what stands before them.

Siblings with one place are repeats. A place's children are looked up, not compared one by one, so
that all takes time in proportion to the page. A label is a tag with id and class names,
``div#main.post``; digits in names are one letter, since they mostly count. A text is ``#text``, or
itself where it stands on so many pages that the template must have written it.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from scrapy_treesim.json_file import FaultError, or_none, parts, several, text, whole
from scrapy_treesim.tree import PageTree, Profile, Tree, clean, tags

TEMPLATE_NODES: Final = Profile(
    drop=frozenset(
        "script style link meta base template noscript br wbr svg path source track param option "
        "optgroup datalist".split()
    ),
    text=True,
)
"""Text and elements."""

TEXT: Final = "#text"
"""The label of a text; no element's begins like this."""
DATA: Final = 0
"""The label of a text that is not the template's."""
NOWHERE: Final = -1
"""In place of the place of what has none."""

_ONCE = frozenset(("head", "body"))
"""Elements that are one on a page, whatever their names."""

MAX_NAMES: Final = 8
"""Class names of an element that count."""
MAX_NAME: Final = 40
"""Characters of one; longer ones are mostly made by machines, and left out."""
MAX_BYTES: Final = 500
"""Bytes of an attribute that are read."""
MAX_TEXT: Final = 200
"""Characters of a template's text; longer ones are data."""
MAX_LABELS: Final = 20_000
"""Different labels that a table takes in; beyond, elements are called by their tag."""

_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[.#]")
_LETTER = re.compile(r"[^\W\d_]")
_CLASS = tags.ATTRIBUTES.index("class")
_ID = tags.ATTRIBUTES.index("id")


class NodeLabels:
    """Numbers of labels, for all pages that are to be compared.

    ``known`` are the class names, and ids with their ``#``, that are taken for the template's.
    """

    def __init__(self, known: Iterable[str], texts: Iterable[str]) -> None:
        self.names = [TEXT]
        """The label that each number stands for."""
        self.is_text = bytearray(b"\1")
        self.parts: list[tuple[str, frozenset[str]]] = [("", frozenset())]
        """The tag and the names in each label; of texts none."""
        self._known = frozenset(known)
        self._numbers: dict[str, int] = {TEXT: DATA}
        self._texts: dict[str, int] = {}
        self._elements: dict[tuple[str, bytes, bytes], int] = {}
        for one in sorted(texts):
            self.number(f'"{one}"')

    def read(self, page: PageTree) -> tuple[Tree, array[int]]:
        """The page's nodes and their labels; O(nodes + bytes of names and short texts)."""
        tree = clean(page, TEMPLATE_NODES)
        lengths = frozenset(map(len, self._texts))
        label = array("i")
        for tag, node in zip(tree.tag, tree.origin, strict=True):
            if tag != tags.TEXT:
                label.append(self._element((page.names[tag], *_id_and_class(page, node))))
            elif page.text_chars(node) in lengths:
                label.append(self._texts.get(page.plain_text(node), DATA))
            else:
                label.append(DATA)
        return tree, label

    def _element(self, key: tuple[str, bytes, bytes]) -> int:
        """The label of an element by its tag, id and class."""
        known = self._elements.get(key)
        if known is None:
            tag, *given = key
            known = self.number(_written(tag, filter(self._known.__contains__, _names_of(*given))))
            if len(self._elements) >= MAX_LABELS:
                self._elements.clear()
            self._elements[key] = known
        return known

    def number(self, name: str) -> int:
        """The number of a label, of a text in quotes; of the tag alone where the table is full."""
        is_text = name.startswith('"')
        if name not in self._numbers and len(self.names) >= MAX_LABELS and not is_text:
            name = _tag_of(name) if _tag_of(name) in self._numbers else "div"
        known = self._numbers.get(name)
        if known is None:
            known = self._numbers[name] = len(self.names)
            self.names.append(name)
            self.is_text.append(is_text)
            self.parts.append(("", frozenset()) if is_text else parts_of(name))
            if is_text:
                self._texts[name[1:-1]] = known
        return known


def common_labels(pages: Sequence[PageTree]) -> NodeLabels:
    """The labels by names and texts on so many of the pages that they are the template's.

    Names on a tenth of the pages, texts on half of them; on two pages at the least. Of few pages
    all names are taken.
    """
    names: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    known: dict[tuple[bytes, bytes], list[str]] = {}
    for page in pages:
        tree = clean(page, TEMPLATE_NODES)
        nodes = [*zip(tree.tag, tree.origin, strict=True)]
        elements = {_id_and_class(page, node) for tag, node in nodes if tag != tags.TEXT}
        for each in elements - known.keys():
            known[each] = _names_of(*each)
        names.update({name for each in elements for name in known[each]})
        texts.update(
            {
                page.plain_text(node)
                for tag, node in nodes
                if tag == tags.TEXT and 0 < page.text_chars(node) <= MAX_TEXT
            }
        )
    often = 1 if len(pages) < 4 else max(2, len(pages) // 10)
    half = max(2, (len(pages) + 1) // 2)
    return NodeLabels(
        (name for name, count in names.items() if count >= often),
        (one for one, count in texts.items() if count >= half and _LETTER.search(one)),
    )


def _names_of(id: bytes, classes: bytes) -> list[str]:
    """An element's names as labels have them: its id with ``#``, then its classes in order."""
    found = {_name(name) for name in classes.decode("utf-8", "replace").split()[: 2 * MAX_NAMES]}
    names = sorted(name for name in found if 0 < len(name) <= MAX_NAME)[:MAX_NAMES]
    own = "_".join(_name(id.decode("utf-8", "replace")).split())
    return [f"#{own}", *names] if 0 < len(own) <= MAX_NAME else names


def _name(name: str) -> str:
    return _MARKS.sub("_", _DIGITS.sub("N", name))


def _tag_of(label: str) -> str:
    return _MARKS.split(label, maxsplit=1)[0]


def parts_of(label: str) -> tuple[str, frozenset[str]]:
    """The tag and the names in an element's label."""
    first, *classes = label.split(".")
    tag, mark, own = first.partition("#")
    return tag, frozenset([f"#{own}", *classes] if mark else classes)


def _written(tag: str, names: Iterable[str]) -> str:
    tag = _MARKS.sub("_", tag[:MAX_NAME])
    return tag + "".join(name if name[0] == "#" else f".{name}" for name in names)


def _id_and_class(page: PageTree, node: int) -> tuple[bytes, bytes]:
    """The bytes of the two attributes, empty where they are not given."""
    own = classes = b""
    for entry in range(page.first_attribute[node], page.first_attribute[node + 1]):
        attribute = page.attribute[entry]
        if attribute in (_CLASS, _ID):
            start = page.value_start[entry]
            value = page.values[start : min(start + MAX_BYTES, page.value_start[entry + 1])]
            own, classes = (own, value) if attribute == _CLASS else (value, classes)
    return own, classes


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


class _OutlineTree:
    """Places, each after its parent; the first is the root's."""

    def __init__(self, labels: NodeLabels) -> None:
        self.labels = labels
        self.label: list[int] = []
        self.parent: list[int] = []
        self.mark: list[int] = []
        """Of texts the label before them, else 0."""
        self.children: list[list[int]] = []
        self._places: dict[tuple[int, int, int], int] = {}
        """By place, label and mark the child."""
        self._named: dict[tuple[int, str], list[int]] = {}
        """By place and name, the first children that have it."""

    def __len__(self) -> int:
        return len(self.label)

    def add(self, parent: int, label: int, mark: int = 0, beside: Collection[int] = ()) -> int:
        """A new place, right after the last of its siblings in ``beside``; else the last of all."""
        place = len(self.label)
        self.label.append(label)
        self.parent.append(parent)
        self.mark.append(mark)
        self.children.append([])
        if parent >= 0:
            siblings = self.children[parent]
            siblings.insert(max(map(siblings.index, beside), default=len(siblings) - 1) + 1, place)
            self._places.setdefault((parent, label, 0 if label else mark), place)
            for name in self.labels.parts[label][1]:
                named = self._named.setdefault((parent, name), [])
                if len(named) < MAX_NAMED:
                    named.append(place)
        return place

    def lay(self, page: Tree, label: array[int], grows: bool = False) -> array[int]:
        """The place of each node of a page; the outline ``grows`` by those that have none."""
        found = array("i", [NOWHERE]) * len(page)
        if not len(self) and grows:
            self.add(NOWHERE, label[0])
        parts = self.labels.parts
        if not len(self) or parts[label[0]][0] != parts[self.label[0]][0]:
            return found
        found[0] = 0
        is_text = self.labels.is_text
        searches = 0
        for node, above in enumerate(found):
            if above < 0 or page.size[node] == 1:
                continue
            before, beside = DATA, [NOWHERE, NOWHERE]
            for child in page.children(node):
                own = label[child]
                mark = before if is_text[own] else 0
                place = self._places.get((above, own, 0 if own else mark), NOWHERE)
                if place < 0 and parts[own][1] | _ONCE.intersection((parts[own][0],)):
                    if searches < MAX_SEARCHES:
                        searches += 1
                        place = self._most_alike(above, own)
                elif place < 0 and is_text[own] and not grows:
                    place = self._places.get((above, DATA, before), NOWHERE)
                has_room = len(self) < MAX_PLACES and len(self.children[above]) < MAX_CHILDREN
                if place < 0 and grows and has_room:
                    place = beside[1] = self.add(above, own, mark, {*beside} - {NOWHERE})
                found[child] = place
                beside[0] = place if place >= 0 else beside[0]
                before = own
                if page.size[child] == 2 and is_text[label[child + 1]]:
                    before = label[child + 1] or own
        return found

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


ESSENTIAL: Final = 0.9
"""The share of the pages that an essential node is on at the least: all of fewer than ten pages.

The thesis wants all; but then one page that came among the others by mistake takes most essential
nodes away. From 0.7 to 0.9 it hardly matters.
"""
MAX_NODES: Final = 2_000
"""Nodes of an outline, those on most pages."""
MAX_EXAMPLE: Final = 80
"""Characters of an example."""
MAX_LABEL: Final = 1_000
"""Characters of a label or text in a file."""
MAX_PAGES: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """An element or text of a template."""

    label: str
    """``div#main.post``: a tag, the id and the class names that its elements have in common; digits
    in names are ``N``. ``#text`` for texts."""
    parent: int
    """The node that holds it, an earlier one; -1 for the root."""
    on: int
    """Number of the template's pages that it is on."""
    repeats: bool = False
    """True if siblings share it on some page: records of one kind."""
    text: str | None = None
    """Text common to all pages, if any; the template's own text."""
    example: str | None = None
    """Text on some page, where it differs from page to page: data."""
    after: str | None = None
    """The label that stands before data."""

    @property
    def is_data(self) -> bool:
        """Tell whether it is a text that differs from page to page."""
        return self.label == TEXT and self.text is None


@dataclass(frozen=True, repr=False)
class TemplateOutline:
    """The nodes in document order, flat."""

    pages: int
    """Number of pages that it was made of."""
    nodes: tuple[OutlineNode, ...]

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<TemplateOutline of {len(self)} nodes, {len(self.essential)} essential>"

    def probability(self, node: int) -> float:
        """The share of the pages that a node is on, in (0, 1]; never more than its parent's."""
        return self.nodes[node].on / self.pages

    def is_essential(self, node: int) -> bool:
        """Tell whether the node is on every page, or nearly; others are optional."""
        return self.nodes[node].on >= ESSENTIAL * self.pages

    @cached_property
    def essential(self) -> frozenset[int]:
        """The nodes that are on every page, or nearly."""
        return frozenset(filter(self.is_essential, range(len(self))))

    @cached_property
    def tree(self) -> _OutlineTree:
        """The tree that pages are laid on, its places the nodes."""
        texts = {node.text for node in self.nodes if node.text is not None}
        given = (node.after for node in self.nodes if node.after)
        texts.update(after[1:-1] for after in given if after.startswith('"'))
        names = (parts_of(node.label)[1] for node in self.nodes if node.label != TEXT)
        labels = NodeLabels(frozenset[str]().union(*names), texts)
        tree = _OutlineTree(labels)
        for node in self.nodes:
            tree.add(
                node.parent,
                labels.number(node.label if node.text is None else f'"{node.text}"'),
                # In files of old elements have one too, which says what they hold.
                labels.number(node.after) if node.after and node.label == TEXT else 0,
            )
        return tree

    def to_json(self) -> dict[str, Any]:
        """Plain dicts and lists, with what is not given left out."""
        nodes = []
        for node in self.nodes:
            written = {"label": node.label, "in": node.parent, "on": node.on}
            if node.repeats:
                written["repeats"] = True
            for name in ("text", "example", "after"):
                if (value := getattr(node, name)) is not None:
                    written[name] = value
            nodes.append(written)
        return {"pages": self.pages, "nodes": nodes}

    @classmethod
    def from_json(cls, written: object) -> TemplateOutline:
        """The outline that :meth:`to_json` wrote.

        Raises:
            ValueError: it is none; the message says where it is wrong.
        """
        read = _OUTLINE(written)
        pages, nodes = read["pages"], read["nodes"]
        for index, (one, node) in enumerate(zip(nodes, written["nodes"], strict=True)):  # type: ignore[index]
            # The root comes first, and it alone stands in nothing.
            if not min(index, 1) - 1 <= one.parent < max(index, 0):
                raise FaultError(f".nodes[{index}].in", "it is not the number of an earlier node")
            if one.on > (nodes[one.parent].on if index else pages):
                raise FaultError(f".nodes[{index}].on", f"{node['on']} is more than what holds it")
        return cls(pages, tuple(nodes))


_NODE: Final = parts(
    {"label": text(MAX_LABEL, 1), "in": whole(-1, MAX_NODES), "on": whole(0, MAX_PAGES)},
    {
        "repeats": bool,
        "text": or_none(text(MAX_LABEL)),
        "example": or_none(text(MAX_LABEL)),
        "after": or_none(text(MAX_LABEL, 1)),
    },
)


def _node_of(written: Any) -> OutlineNode:
    read = _NODE(written)
    return OutlineNode(read.pop("label"), read.pop("in"), **read)


_OUTLINE: Final = parts({"pages": whole(1, MAX_PAGES), "nodes": several(_node_of, MAX_NODES)})


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
    outline = _OutlineTree(labels)
    read = [labels.read(page) for page in pages]
    for page, label in read:
        outline.lay(page, label, grows=True)
    counts = [_Count() for _ in range(len(outline))]
    for number, (source, (page, label)) in enumerate(zip(pages, read, strict=True)):
        _count(outline, counts, number, source, page, label)
    return _recounted(_outline_of(outline, counts, len(pages)), pages)


@dataclass(slots=True)
class _Count:
    """Counts of one place over the pages."""

    pages: int = 0
    """A bit for each page that it is on."""
    repeats: bool = False
    names: frozenset[str] | None = None
    """Names that its elements have in common."""
    values: list[str] = field(default_factory=list)
    """Its texts on the pages, the first one of each; no more once there are two."""

    @property
    def on(self) -> int:
        """The number of pages that it is on."""
        return self.pages.bit_count()


def _count(
    outline: _OutlineTree, counts: list[_Count], number: int, source: PageTree, page: Tree,
    label: array[int],
) -> None:  # fmt: skip
    """Add what is seen on one page."""
    last: dict[int, int] = {}
    for node, place in enumerate(outline.lay(page, label)):
        if place < 0:
            continue
        count = counts[place]
        count.pages |= 1 << number
        count.repeats |= last.get(place, NOWHERE) == page.parent[node] >= 0
        last[place] = page.parent[node]
        if not outline.labels.is_text[label[node]]:
            ours = outline.labels.parts[label[node]][1]
            count.names = ours if count.names is None else count.names & ours
        elif len(count.values) < 2 and outline.label[place] == DATA:
            value = source.plain_text(page.origin[node])
            if value not in count.values:
                count.values.append(value[:MAX_EXAMPLE])
            if len(value) > MAX_EXAMPLE:
                # Never the template's.
                count.values.append("")


def _outline_of(outline: _OutlineTree, counts: Sequence[_Count], pages: int) -> TemplateOutline:
    """The places that are on enough pages, as nodes in order."""
    _merge_shared_values(outline, counts)
    order: list[int] = []
    waiting = [0]
    while waiting:
        order.append(waiting.pop())
        waiting.extend(reversed(outline.children[order[-1]]))
    least = max(1 if pages < 4 else 2, MIN_SHARE * pages)
    kept = [place for place in order if counts[place].on >= least]
    if len(kept) > MAX_NODES:
        # A parent is on all pages of its children, and stands before them.
        chosen = {*sorted(kept, key=lambda place: -counts[place].on)[:MAX_NODES]}
        kept = [place for place in kept if place in chosen]
    new = {place: i for i, place in enumerate(kept)}
    nodes = []
    for place in kept:
        parent = new.get(outline.parent[place], NOWHERE)
        node = OutlineNode(TEXT, parent, counts[place].on, counts[place].repeats)
        nodes.append(_described(node, outline, counts[place], place, pages))
    return TemplateOutline(pages, tuple(nodes))


def _described(
    node: OutlineNode, outline: _OutlineTree, count: _Count, place: int, pages: int
) -> OutlineNode:
    """The node of a place with its label and what it says."""
    labels, number, mark = outline.labels, outline.label[place], outline.mark[place]
    after = labels.names[mark] if mark else None
    if not labels.is_text[number]:
        names = sorted(count.names or (), key=lambda name: (name[0] != "#", name))
        return replace(node, label=_written(labels.parts[number][0], names))
    if number != DATA:
        return replace(node, text=labels.names[number][1:-1])
    value = count.values[0] if count.values else ""
    # One text on three pages and no other is the template's, on two if there are no more.
    if len(count.values) == 1 and count.on >= min(3, max(2, pages)):
        return replace(node, text=value, after=after)
    return replace(node, example=value, after=after)


def _recounted(draft: TemplateOutline, pages: Sequence[PageTree]) -> TemplateOutline:
    """The outline with each node's pages as they are found by the outline itself.

    Where two of its labels have become one, only one of the nodes is found; it stands for both.
    """
    tree = draft.tree
    on: Counter[int] = Counter()
    for page in pages:
        on.update({*tree.lay(*tree.labels.read(page))} - {NOWHERE})
    new: dict[int, int] = {}
    nodes: list[OutlineNode] = []
    for i, node in enumerate(draft.nodes):
        if on[i]:
            new[i] = len(nodes)
            nodes.append(replace(node, parent=new.get(node.parent, NOWHERE), on=on[i]))
    return TemplateOutline(draft.pages, tuple(nodes))


def _merge_shared_values(outline: _OutlineTree, counts: Sequence[_Count]) -> None:
    """Take for data what only looked like the template's text.

    A value that many pages share has a place of its own. It is data where some pages lack it and
    have another text, no template's, at that very place.
    """
    data = {
        (outline.parent[place], outline.mark[place]): count
        for place, count in enumerate(counts)
        if outline.label[place] == DATA and count.pages
    }
    for place, label in enumerate(outline.label):
        count = counts[place]
        if not outline.labels.is_text[label] or label == DATA or not count.pages:
            continue
        above = outline.parent[place]
        other = data.get((above, outline.mark[place]))
        if other is not None and count.pages != counts[above].pages:
            other.pages |= count.pages
            other.repeats |= count.repeats
            other.values.append(outline.labels.names[label][1:-1][:MAX_EXAMPLE])
            count.pages = 0


@dataclass(frozen=True, slots=True, repr=False)
class Alignment:
    """The places of an outline's nodes on a page."""

    confidence: float
    """The share of the essential nodes that the page has, in [0, 1]."""
    node: array[int]
    """Nodes of the page's tree, in document order: those that count for a template."""
    place: array[int]
    """The outline's node that each of them is, -1 if it is none."""
    within: array[int]
    """The same; for what is none, the outline's node that the smallest element around it is."""
    is_data: bytearray
    """1 for texts that are not the template's own."""

    def nodes(self) -> dict[int, list[int]]:
        """The page's nodes by node of the outline: several where it, or what holds it, repeats.

        What the page lacks is not there. O(nodes).
        """
        return self._by_place(self.place, bytearray(b"\1") * len(self.node))

    def data(self) -> dict[int, list[int]]:
        """The page's data, text nodes, by the outline's node that they are or lie in. O(nodes)."""
        return self._by_place(self.within, self.is_data)

    def _by_place(self, places: array[int], wanted: bytearray) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for node, place, counts in zip(self.node, places, wanted, strict=True):
            if counts and place >= 0:
                found.setdefault(place, []).append(node)
        return found


def align(outline: TemplateOutline, tree: PageTree) -> Alignment:
    """Lay a page on an outline; O(nodes of the page), and the outline's once."""
    page, label = outline.tree.labels.read(tree)
    places = outline.tree.lay(page, label)
    is_data = bytearray(
        tag == tags.TEXT and (place < 0 or outline.nodes[place].text is None)
        for tag, place in zip(page.tag, places, strict=True)
    )
    within = places[:]
    for node, parent in enumerate(page.parent):
        if within[node] < 0 <= parent:
            within[node] = within[parent]
    essential = outline.essential
    found = len(essential.intersection(places))
    confidence = found / len(essential) if essential else 0.0
    return Alignment(confidence, page.origin, places, within, is_data)
