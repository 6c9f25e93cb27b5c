"""Labels of a page's nodes: one for all that one piece of a template made.

An element's label is its tag with its id and class names, ``div#main.post``; digits in names are
one letter, since they mostly count. A text is ``#text``, or itself where it stands on so many pages
that the template must have written it.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import Profile, Tree, clean, tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

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

_SERIES = frozenset(
    "html head body p li h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl dt dd figure figcaption hr "
    "article a img input button label textarea select iframe picture video audio b strong i em u s "
    "small big font sub sup mark abbr acronym tt kbd nobr ins del code cite q time".split()
)
"""Tags that stand for themselves: siblings of one such tag are of one kind, with a class or not."""

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

_NO_PARTS: Final = ("", frozenset[str]())
_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[.#]")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True, repr=False)
class LabelledTree:
    """A page's tree with a label for each node."""

    tree: Tree
    label: array[int]
    """Numbers in a :class:`NodeLabels`."""


class NodeLabels:
    """Numbers of labels, for all pages that are to be compared.

    ``known`` are the class names, and ids with their ``#``, that are taken for the template's.
    """

    def __init__(self, known: Iterable[str], texts: Iterable[str]) -> None:
        self.names = [TEXT]
        """The label that each number stands for."""
        self.bare = bytearray(1)
        """1 for labels that say so little that their nodes are known by what they hold."""
        self.is_text = bytearray(b"\1")
        self.parts: list[tuple[str, frozenset[str]]] = [_NO_PARTS]
        """The tag and the names in each label; of texts none."""
        self._known = frozenset(known)
        self._numbers: dict[str, int] = {TEXT: DATA}
        self._texts: dict[str, int] = {}
        self._elements: dict[tuple[str, bytes, bytes], int] = {}
        for text in sorted(texts):
            self.text(text)

    def read(self, page: PageTree) -> LabelledTree:
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
        return LabelledTree(tree, label)

    def _element(self, key: tuple[str, bytes, bytes]) -> int:
        """The label of an element by its tag, id and class."""
        known = self._elements.get(key)
        if known is None:
            tag, *said = key
            names = [name for name in names_of(*said) if name in self._known]
            known = self.number(_written(tag, names))
            if len(self._elements) >= MAX_LABELS:
                self._elements.clear()
            self._elements[key] = known
        return known

    def number(self, name: str) -> int:
        """The number of an element's label, that of its tag alone where the table is full."""
        known = self._numbers.get(name)
        if known is None:
            if len(self.names) >= MAX_LABELS:
                name = tag_of(name) if tag_of(name) in self._numbers else "div"
            known = self._numbers.get(name)
        return self._add(name) if known is None else known

    def text(self, content: str) -> int:
        """The number of a template's text."""
        known = self._texts.get(content)
        if known is None:
            known = self._texts[content] = self._add(f'"{content}"', is_text=True)
        return known

    def _add(self, name: str, is_text: bool = False) -> int:
        number = len(self.names)
        self.names.append(name)
        self.is_text.append(is_text)
        self.parts.append(_NO_PARTS if is_text else parts_of(name))
        self.bare.append(not is_text and name not in _SERIES and tag_of(name) == name)
        if not is_text:
            self._numbers[name] = number
        return number


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
        elements = {
            _id_and_class(page, node)
            for tag, node in zip(tree.tag, tree.origin, strict=True)
            if tag != tags.TEXT
        }
        for each in elements - known.keys():
            known[each] = names_of(*each)
        names.update({name for each in elements for name in known[each]})
        texts.update(
            {
                page.plain_text(node)
                for tag, node in zip(tree.tag, tree.origin, strict=True)
                if tag == tags.TEXT and 0 < page.text_chars(node) <= MAX_TEXT
            }
        )
    often = 1 if len(pages) < 4 else max(2, len(pages) // 10)
    half = max(2, (len(pages) + 1) // 2)
    return NodeLabels(
        (name for name, count in names.items() if count >= often),
        (text for text, count in texts.items() if count >= half and _LETTER.search(text)),
    )


def names_of(id: bytes, classes: bytes) -> list[str]:
    """An element's names as labels have them: its id with ``#``, then its classes in order."""
    found = {_name(name) for name in classes.decode("utf-8", "replace").split()[: 2 * MAX_NAMES]}
    names = sorted(name for name in found if 0 < len(name) <= MAX_NAME)[:MAX_NAMES]
    own = "_".join(_name(id.decode("utf-8", "replace")).split())
    return [f"#{own}", *names] if 0 < len(own) <= MAX_NAME else names


def tag_of(label: str) -> str:
    """The tag in an element's label."""
    return _MARKS.split(label, maxsplit=1)[0]


def parts_of(label: str) -> tuple[str, frozenset[str]]:
    """The tag and the names in an element's label."""
    first, *classes = label.split(".")
    tag, mark, own = first.partition("#")
    return tag, frozenset([f"#{own}", *classes] if mark else classes)


def label_of(tag: str, names: Iterable[str]) -> str:
    """The label of a tag and names in any order."""
    return _written(tag, sorted(names, key=lambda name: (name[0] != "#", name)))


def _written(tag: str, names: Sequence[str]) -> str:
    tag = _MARKS.sub("_", tag[:MAX_NAME])
    return tag + "".join(name if name[0] == "#" else f".{name}" for name in names)


def _name(name: str) -> str:
    return _MARKS.sub("_", _DIGITS.sub("N", name))


_CLASS = tags.ATTRIBUTES.index("class")
_ID = tags.ATTRIBUTES.index("id")


def _id_and_class(page: PageTree, node: int) -> tuple[bytes, bytes]:
    """The bytes of the two attributes, empty where they are not given."""
    first, last = page.first_attribute[node], page.first_attribute[node + 1]
    own = classes = b""
    for entry in range(first, last):
        attribute = page.attribute[entry]
        if attribute == _CLASS:
            classes = _value(page, entry)
        elif attribute == _ID:
            own = _value(page, entry)
    return own, classes


def _value(page: PageTree, entry: int) -> bytes:
    start = page.value_start[entry]
    return page.values[start : min(start + MAX_BYTES, page.value_start[entry + 1])]
