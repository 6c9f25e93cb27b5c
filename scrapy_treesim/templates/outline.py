"""Outlines: the essential and optional nodes of a template, and alignment of pages with them.

The thesis (Qiu 2013, chapter 5) aligns sequences, and leaves the alignment of trees to future work.
Here pages are aligned one after the other with one tree, as in partial tree alignment (Zhai and Liu
2005): a page's node without a counterpart is added. Then all are aligned again, and counted.

The tree's nodes are positions. Top-down, so that a node has a position only if its parent has one,
the children of a page's node are aligned with the children of its position:

- elements by their label, or else by the label with the most names in common;
- texts of the template by themselves, other texts by the label before them.

Siblings with one position are repeats. A position's children are looked up, not compared one by
one, so that the time is proportional to the page. A label is a tag with id and class names,
``div#main.post``; a run of digits in a name is one letter, since digits mostly count. The label of
a text is ``#text``, or the text itself if it is on enough pages to be the template's.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from scrapy_treesim.files.json_file import FaultError, or_none, parts, several, text, whole
from scrapy_treesim.tree import PageTree, Profile, Tree, clean, tags

TEMPLATE_NODES: Final = Profile(
    drop=frozenset(
        "script style link meta base template noscript br wbr svg path source track param option "
        "optgroup datalist".split()
    ),
    text=True,
)
"""Profile of a page's tree with texts and elements."""

TEXT_LABEL: Final = "#text"
"""Label of a text; no element's label begins like this."""
DATA: Final = 0
"""Number of the label of a text that is not the template's."""
NOWHERE: Final = -1
"""Position of a node without one."""

_ONCE = frozenset(("head", "body"))
"""Elements that occur once on a page, whatever their names."""

MAX_NAMES: Final = 8
"""Most class names of an element in a label."""
MAX_NAME: Final = 40
"""Most characters of a name; longer ones are mostly generated, and left out."""
MAX_BYTES: Final = 500
"""Most bytes of an attribute."""
MAX_TEXT: Final = 200
"""Most characters of a template's text; longer ones are data."""
MAX_LABELS: Final = 20_000
"""Most labels of a table; further elements are labelled by their tag alone."""

_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[.#]")
_LETTER = re.compile(r"[^\W\d_]")
_CLASS = tags.ATTRIBUTES.index("class")
_ID = tags.ATTRIBUTES.index("id")


class NodeLabels:
    """Numbers of labels, shared by all pages of one comparison.

    ``common_names`` are the template's class names, and ids with their ``#``.
    """

    def __init__(self, common_names: Iterable[str], texts: Iterable[str]) -> None:
        self.names = [TEXT_LABEL]
        """Labels by number."""
        self.is_text = bytearray(b"\1")
        self.parts: list[tuple[str, frozenset[str]]] = [("", frozenset())]
        """Tag and names of each label; empty for texts."""
        self._common_names = frozenset(common_names)
        self._numbers: dict[str, int] = {TEXT_LABEL: DATA}
        self._texts: dict[str, int] = {}
        self._elements: dict[tuple[str, bytes, bytes], int] = {}
        for content in sorted(texts):
            self.number(f'"{content}"')

    def read(self, page: PageTree) -> tuple[Tree, array[int]]:
        """Return the page's nodes and their labels; O(nodes + bytes of names and short texts)."""
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
        """Return the label of an element with this tag, id and class."""
        number = self._elements.get(key)
        if number is None:
            tag, *id_and_class = key
            number = self.number(
                _label_of(tag, filter(self._common_names.__contains__, _names_of(*id_and_class)))
            )
            if len(self._elements) >= MAX_LABELS:
                self._elements.clear()
            self._elements[key] = number
        return number

    def number(self, name: str) -> int:
        """Return the number of a label or quoted text; of the tag alone if the table is full."""
        is_text = name.startswith('"')
        if name not in self._numbers and len(self.names) >= MAX_LABELS and not is_text:
            tag, _ = parts_of(name)
            name = tag if tag in self._numbers else "div"
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.names)
            self.names.append(name)
            self.is_text.append(is_text)
            self.parts.append(("", frozenset()) if is_text else parts_of(name))
            if is_text:
                self._texts[name[1:-1]] = number
        return number


def common_labels(pages: Sequence[PageTree]) -> NodeLabels:
    """Return labels of the names and texts on enough pages to be the template's.

    Names on a tenth of the pages, texts on half of them; both on at least two pages. With fewer
    than four pages all names count.
    """
    names: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    names_of: dict[tuple[bytes, bytes], list[str]] = {}
    for page in pages:
        tree = clean(page, TEMPLATE_NODES)
        nodes = [*zip(tree.tag, tree.origin, strict=True)]
        elements = {_id_and_class(page, node) for tag, node in nodes if tag != tags.TEXT}
        for element in elements - names_of.keys():
            names_of[element] = _names_of(*element)
        names.update({name for element in elements for name in names_of[element]})
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
        (text for text, count in texts.items() if count >= half and _LETTER.search(text)),
    )


def _names_of(id: bytes, classes: bytes) -> list[str]:
    """Return an element's names for its label: its id with ``#``, then its classes in order."""
    tokens = {_name(name) for name in classes.decode("utf-8", "replace").split()[: 2 * MAX_NAMES]}
    names = sorted(name for name in tokens if 0 < len(name) <= MAX_NAME)[:MAX_NAMES]
    id_name = "_".join(_name(id.decode("utf-8", "replace")).split())
    return [f"#{id_name}", *names] if 0 < len(id_name) <= MAX_NAME else names


def _name(name: str) -> str:
    return _MARKS.sub("_", _DIGITS.sub("N", name))


def parts_of(label: str) -> tuple[str, frozenset[str]]:
    """Return the tag and the names in an element's label."""
    first, *classes = label.split(".")
    tag, mark, id_name = first.partition("#")
    return tag, frozenset([f"#{id_name}", *classes] if mark else classes)


def _label_of(tag: str, names: Iterable[str]) -> str:
    tag = _MARKS.sub("_", tag[:MAX_NAME])
    return tag + "".join(name if name[0] == "#" else f".{name}" for name in names)


def _id_and_class(page: PageTree, node: int) -> tuple[bytes, bytes]:
    """Return the bytes of both attributes, empty if missing."""
    id_value = classes = b""
    for entry in range(page.first_attribute[node], page.first_attribute[node + 1]):
        attribute = page.attribute[entry]
        if attribute in (_CLASS, _ID):
            start = page.value_start[entry]
            value = page.values[start : min(start + MAX_BYTES, page.value_start[entry + 1])]
            id_value, classes = (id_value, value) if attribute == _CLASS else (value, classes)
    return id_value, classes


ALIKE: Final = 0.5
"""Least share of names in common for two labels to be aligned."""
MAX_POSITIONS: Final = 20_000
"""Most nodes of an outline under construction."""
MAX_CHILDREN: Final = 300
"""Most children of one position."""
MAX_NAMED: Final = 16
"""Most children of one position with one name that are compared with a label."""
MAX_SEARCHES: Final = 5_000
"""Most labels of one page that are compared with similar ones."""


class _OutlineTree:
    """Tree of positions, each after its parent; the first is the root's."""

    def __init__(self, labels: NodeLabels) -> None:
        self.labels = labels
        self.label: list[int] = []
        self.parent: list[int] = []
        self.mark: list[int] = []
        """Label before a text; 0 for elements."""
        self.children: list[list[int]] = []
        self._positions: dict[tuple[int, int, int], int] = {}
        """Child by position, label and mark."""
        self._named: dict[tuple[int, str], list[int]] = {}
        """First children with a name, by position and name."""

    def __len__(self) -> int:
        return len(self.label)

    def add(self, parent: int, label: int, mark: int = 0, beside: Collection[int] = ()) -> int:
        """Add a position, right after the last of its siblings in ``beside``, or else last."""
        position = len(self.label)
        self.label.append(label)
        self.parent.append(parent)
        self.mark.append(mark)
        self.children.append([])
        if parent >= 0:
            siblings = self.children[parent]
            siblings.insert(
                max(map(siblings.index, beside), default=len(siblings) - 1) + 1, position
            )
            self._positions.setdefault((parent, label, 0 if label else mark), position)
            for name in self.labels.parts[label][1]:
                named = self._named.setdefault((parent, name), [])
                if len(named) < MAX_NAMED:
                    named.append(position)
        return position

    def lay(self, page: Tree, label: array[int], grows: bool = False) -> array[int]:
        """Return the position of each node of a page; ``grows`` adds those without one."""
        positions = array("i", [NOWHERE]) * len(page)
        if not len(self) and grows:
            self.add(NOWHERE, label[0])
        parts = self.labels.parts
        if not len(self) or parts[label[0]][0] != parts[self.label[0]][0]:
            return positions
        positions[0] = 0
        is_text = self.labels.is_text
        searches = 0
        for node, above in enumerate(positions):
            if above < 0 or page.size[node] == 1:
                continue
            before, beside = DATA, [NOWHERE, NOWHERE]
            for child in page.children(node):
                number = label[child]
                mark = before if is_text[number] else 0
                position = self._positions.get((above, number, 0 if number else mark), NOWHERE)
                if position < 0 and parts[number][1] | _ONCE.intersection((parts[number][0],)):
                    if searches < MAX_SEARCHES:
                        searches += 1
                        position = self._most_alike(above, number)
                elif position < 0 and is_text[number] and not grows:
                    position = self._positions.get((above, DATA, before), NOWHERE)
                has_room = len(self) < MAX_POSITIONS and len(self.children[above]) < MAX_CHILDREN
                if position < 0 and grows and has_room:
                    position = beside[1] = self.add(above, number, mark, {*beside} - {NOWHERE})
                positions[child] = position
                beside[0] = position if position >= 0 else beside[0]
                before = number
                if page.size[child] == 2 and is_text[label[child + 1]]:
                    before = label[child + 1] or number
        return positions

    def _most_alike(self, position: int, label: int) -> int:
        parts = self.labels.parts
        tag, ours = parts[label]
        if tag in _ONCE:
            children = self.children[position]
            return next((i for i in children if parts[self.label[i]][0] == tag), NOWHERE)
        best, best_share = NOWHERE, 0.0
        for name in ours:
            for child in self._named.get((position, name), ()):
                its_tag, theirs = parts[self.label[child]]
                share = len(ours & theirs) / len(ours | theirs)
                nearer = share > best_share or (share == best_share and child < best)
                if share >= ALIKE and nearer and its_tag == tag:
                    best, best_share = child, share
        return best


ESSENTIAL: Final = 0.9
"""Least share of the pages with an essential node: all of fewer than ten pages.

The thesis requires all; but then one page of another template removes most essential nodes. From
0.7 to 0.9 it hardly matters.
"""
MAX_NODES: Final = 2_000
"""Most nodes of an outline, those on the most pages."""
MAX_EXAMPLE: Final = 80
"""Most characters of an example."""
MAX_LABEL: Final = 1_000
"""Most characters of a label or text in a file."""
MAX_PAGES: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """Element or text of a template."""

    label: str
    """Label such as ``div#main.post``: the tag, and the id and class names common to its elements;
    digits in names are ``N``. ``#text`` for texts."""
    parent: int
    """Index of the parent, an earlier node; -1 for the root."""
    on: int
    """Number of the template's pages with the node."""
    repeats: bool = False
    """True if siblings share it on a page: records of one kind."""
    text: str | None = None
    """Text common to all pages, if any; the template's own text."""
    example: str | None = None
    """Text of one page, for data, which differs from page to page."""
    after: str | None = None
    """Label before data."""

    @property
    def is_data(self) -> bool:
        """True for a text with different values on different pages."""
        return self.label == TEXT_LABEL and self.text is None


@dataclass(frozen=True, repr=False)
class TemplateOutline:
    """Nodes of a template in document order, flat."""

    pages: int
    """Number of pages it was induced from."""
    nodes: tuple[OutlineNode, ...]

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<TemplateOutline of {len(self)} nodes, {len(self.essential)} essential>"

    def probability(self, node: int) -> float:
        """Return the share of the pages with a node, in (0, 1]; at most its parent's."""
        return self.nodes[node].on / self.pages

    def is_essential(self, node: int) -> bool:
        """Tell whether the node is on every page, or nearly; otherwise it is optional."""
        return self.nodes[node].on >= ESSENTIAL * self.pages

    @cached_property
    def essential(self) -> frozenset[int]:
        """Indices of the nodes on every page, or nearly."""
        return frozenset(filter(self.is_essential, range(len(self))))

    @cached_property
    def tree(self) -> _OutlineTree:
        """Tree for aligning pages; its positions are the nodes."""
        texts = {node.text for node in self.nodes if node.text is not None}
        leading_labels = (node.after for node in self.nodes if node.after)
        texts.update(label[1:-1] for label in leading_labels if label.startswith('"'))
        names = (parts_of(node.label)[1] for node in self.nodes if node.label != TEXT_LABEL)
        labels = NodeLabels(frozenset[str]().union(*names), texts)
        tree = _OutlineTree(labels)
        for node in self.nodes:
            tree.add(
                node.parent,
                labels.number(node.label if node.text is None else f'"{node.text}"'),
                labels.number(node.after) if node.after else 0,
            )
        return tree

    def to_json(self) -> dict[str, Any]:
        """Return plain dicts and lists, without unset values."""
        nodes = []
        for node in self.nodes:
            entry = {"label": node.label, "in": node.parent, "on": node.on}
            if node.repeats:
                entry["repeats"] = True
            for name in ("text", "example", "after"):
                if (value := getattr(node, name)) is not None:
                    entry[name] = value
            nodes.append(entry)
        return {"pages": self.pages, "nodes": nodes}

    @classmethod
    def from_json(cls, content: object) -> TemplateOutline:
        """Return the outline of the result of :meth:`to_json`, checked."""
        checked = _OUTLINE(content)
        pages, nodes = checked["pages"], checked["nodes"]
        for index, (node, entry) in enumerate(zip(nodes, content["nodes"], strict=True)):  # type: ignore[index]
            # The root comes first, and only the root has no parent.
            if not min(index, 1) - 1 <= node.parent < max(index, 0):
                raise FaultError(f".nodes[{index}].in", "it is not the number of an earlier node")
            if node.on > (nodes[node.parent].on if index else pages):
                raise FaultError(f".nodes[{index}].on", f"{entry['on']} is more than what holds it")
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


def _node_of(content: Any) -> OutlineNode:
    checked = _NODE(content)
    return OutlineNode(checked.pop("label"), checked.pop("in"), **checked)


_OUTLINE: Final = parts({"pages": whole(1, MAX_PAGES), "nodes": several(_node_of, MAX_NODES)})


MIN_SHARE: Final = 0.05
"""Least share of the pages with an optional node; rarer nodes are content of single pages."""


def induce(pages: Sequence[PageTree]) -> TemplateOutline:
    """Compute the outline of one template's pages, one or more, the medoid first.

    With one page all its texts are data. O(nodes of all pages).
    """
    if not pages:
        raise ValueError("an outline is made of at least one page")
    labels = common_labels(pages)
    outline = _OutlineTree(labels)
    labelled_pages = [labels.read(page) for page in pages]
    for page, label in labelled_pages:
        outline.lay(page, label, grows=True)
    counts = [_Count() for _ in range(len(outline))]
    for number, (source, (page, label)) in enumerate(zip(pages, labelled_pages, strict=True)):
        _count(outline, counts, number, source, page, label)
    return _recounted(_outline_of(outline, counts, len(pages)), pages)


@dataclass(slots=True)
class _Count:
    """Counts of one position over the pages."""

    pages: int = 0
    """Bit set of the pages with the position."""
    repeats: bool = False
    names: frozenset[str] | None = None
    """Names common to its elements."""
    values: list[str] = field(default_factory=list)
    """Distinct texts on the pages, the first two."""

    @property
    def on(self) -> int:
        """Number of pages with the position."""
        return self.pages.bit_count()


def _count(
    outline: _OutlineTree, counts: list[_Count], number: int, source: PageTree, page: Tree,
    label: array[int],
) -> None:  # fmt: skip
    """Add the counts of one page."""
    last: dict[int, int] = {}
    for node, position in enumerate(outline.lay(page, label)):
        if position < 0:
            continue
        count = counts[position]
        count.pages |= 1 << number
        count.repeats |= last.get(position, NOWHERE) == page.parent[node] >= 0
        last[position] = page.parent[node]
        if not outline.labels.is_text[label[node]]:
            ours = outline.labels.parts[label[node]][1]
            count.names = ours if count.names is None else count.names & ours
        elif len(count.values) < 2 and outline.label[position] == DATA:
            value = source.plain_text(page.origin[node])
            if value not in count.values:
                count.values.append(value[:MAX_EXAMPLE])
            if len(value) > MAX_EXAMPLE:
                # Two values: a long text is never the template's.
                count.values.append("")


def _outline_of(outline: _OutlineTree, counts: Sequence[_Count], pages: int) -> TemplateOutline:
    """Return the positions on enough pages, as nodes in order."""
    _merge_shared_values(outline, counts)
    order: list[int] = []
    stack = [0]
    while stack:
        order.append(stack.pop())
        stack.extend(reversed(outline.children[order[-1]]))
    least = max(1 if pages < 4 else 2, MIN_SHARE * pages)
    selected = [position for position in order if counts[position].on >= least]
    if len(selected) > MAX_NODES:
        # A parent is on all pages of its children, and comes before them.
        chosen = {*sorted(selected, key=lambda position: -counts[position].on)[:MAX_NODES]}
        selected = [position for position in selected if position in chosen]
    new_index = {position: i for i, position in enumerate(selected)}
    nodes = []
    for position in selected:
        parent = new_index.get(outline.parent[position], NOWHERE)
        node = OutlineNode(TEXT_LABEL, parent, counts[position].on, counts[position].repeats)
        nodes.append(_described(node, outline, counts[position], position, pages))
    return TemplateOutline(pages, tuple(nodes))


def _described(
    node: OutlineNode, outline: _OutlineTree, count: _Count, position: int, pages: int
) -> OutlineNode:
    """Return the node of a position with its label and text."""
    labels, number, mark = outline.labels, outline.label[position], outline.mark[position]
    after = labels.names[mark] if mark else None
    if not labels.is_text[number]:
        names = sorted(count.names or (), key=lambda name: (name[0] != "#", name))
        return replace(node, label=_label_of(labels.parts[number][0], names))
    if number != DATA:
        return replace(node, text=labels.names[number][1:-1])
    value = count.values[0] if count.values else ""
    # A text is the template's if it is the only one on three pages, or on two of two.
    if len(count.values) == 1 and count.on >= min(3, max(2, pages)):
        return replace(node, text=value, after=after)
    return replace(node, example=value, after=after)


def _recounted(draft: TemplateOutline, pages: Sequence[PageTree]) -> TemplateOutline:
    """Count each node's pages again by aligning them with the outline itself.

    If two labels have become equal, only one of their nodes is aligned, and represents both.
    """
    tree = draft.tree
    on: Counter[int] = Counter()
    for page in pages:
        on.update({*tree.lay(*tree.labels.read(page))} - {NOWHERE})
    new_index: dict[int, int] = {}
    nodes: list[OutlineNode] = []
    for index, node in enumerate(draft.nodes):
        if on[index]:
            new_index[index] = len(nodes)
            nodes.append(replace(node, parent=new_index.get(node.parent, NOWHERE), on=on[index]))
    return TemplateOutline(draft.pages, tuple(nodes))


def _merge_shared_values(outline: _OutlineTree, counts: Sequence[_Count]) -> None:
    """Merge values shared by many pages into data.

    Such a value looks like the template's text and has a position of its own. It is data if some
    pages have another text, not the template's, at the same position instead.
    """
    data = {
        (outline.parent[position], outline.mark[position]): count
        for position, count in enumerate(counts)
        if outline.label[position] == DATA and count.pages
    }
    for position, label in enumerate(outline.label):
        count = counts[position]
        if not outline.labels.is_text[label] or label == DATA or not count.pages:
            continue
        parent = outline.parent[position]
        data_count = data.get((parent, outline.mark[position]))
        if data_count is not None and count.pages != counts[parent].pages:
            data_count.pages |= count.pages
            data_count.repeats |= count.repeats
            data_count.values.append(outline.labels.names[label][1:-1][:MAX_EXAMPLE])
            count.pages = 0


@dataclass(frozen=True, slots=True, repr=False)
class OutlineAlignment:
    """Alignment of a page's nodes with an outline's."""

    confidence: float
    """Share of the essential nodes on the page, in [0, 1]."""
    node: array[int]
    """Nodes of the page's tree in document order, without tags that templates ignore."""
    position: array[int]
    """Outline node of each of them, -1 if none."""
    within: array[int]
    """Outline node of each of them, or else of the smallest element around it with one."""
    is_data: bytearray
    """1 for texts other than the template's own."""

    def nodes(self) -> dict[int, list[int]]:
        """Return the page's nodes by outline node, several if it or an ancestor repeats.

        Outline nodes missing on the page are left out. O(nodes).
        """
        return self._by_position(self.position, bytearray(b"\1") * len(self.node))

    def data(self) -> dict[int, list[int]]:
        """Return the page's data, text nodes, by their outline node or the one around. O(nodes)."""
        return self._by_position(self.within, self.is_data)

    def _by_position(self, positions: array[int], selected: bytearray) -> dict[int, list[int]]:
        nodes: dict[int, list[int]] = {}
        for node, position, is_selected in zip(self.node, positions, selected, strict=True):
            if is_selected and position >= 0:
                nodes.setdefault(position, []).append(node)
        return nodes


def align(outline: TemplateOutline, tree: PageTree) -> OutlineAlignment:
    """Align a page with an outline; O(nodes of the page), and once of the outline."""
    page, label = outline.tree.labels.read(tree)
    positions = outline.tree.lay(page, label)
    is_data = bytearray(
        tag == tags.TEXT and (position < 0 or outline.nodes[position].text is None)
        for tag, position in zip(page.tag, positions, strict=True)
    )
    within = positions[:]
    for node, parent in enumerate(page.parent):
        if within[node] < 0 <= parent:
            within[node] = within[parent]
    essential = outline.essential
    matches = len(essential.intersection(positions))
    confidence = matches / len(essential) if essential else 0.0
    return OutlineAlignment(confidence, page.origin, positions, within, is_data)
