"""Redesigns of a page, made by rule: each changes lxml's tree in place as a new theme would.

The records are told to a redesign as elements, and the same elements are the records afterwards, so
that nothing on the page marks them. Content stays; markup changes. What HTML forbids (a ``div``
between ``ul`` and ``li``) is not done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from lxml import etree

Element = etree._Element

_STRICT_PARENTS: Final = frozenset("ul ol dl table tbody thead tfoot tr select".split())
"""What holds but certain children: they cannot be wrapped one by one."""

_NEW_TAGS: Final = {
    "div": "section",
    "section": "div",
    "article": "div",
    "ul": "div",
    "ol": "div",
    "li": "article",
    "dl": "div",
    "dt": "div",
    "dd": "div",
    "table": "div",
    "tbody": "div",
    "tr": "div",
    "td": "div",
    "th": "div",
    "p": "div",
    "span": "small",
    "font": "span",
    "b": "strong",
    "i": "em",
    "h1": "h2",
    "h2": "h3",
    "h3": "h4",
    "h4": "h3",
    "h5": "h4",
    "h6": "h5",
    "nav": "div",
    "aside": "div",
    "center": "div",
}
"""Tags before and after a change of tags."""

_CONTROLS: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]")

_DISSOLVED: Final = frozenset("div span section article font center".split())


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page's root and its true records, region by region, each its elements in order."""

    root: Element
    regions: tuple[tuple[tuple[Element, ...], ...], ...]

    def records(self) -> list[tuple[Element, ...]]:
        """The records of all regions."""
        return [record for region in self.regions for record in region]

    def roots(self) -> list[Element]:
        """The elements that records are made of."""
        return list(dict.fromkeys(part for record in self.records() for part in record))

    def body(self) -> Element:
        """The page's body, or its root."""
        body = self.root.find("body")
        return self.root if body is None else body


def unchanged(page: Labelled) -> None:
    """Nothing: what the methods find where nothing changed."""


def classes_renamed(page: Labelled) -> None:
    """Every class and id gets another name, the same one everywhere."""
    for element in _elements(page.root):
        for name in ("class", "id"):
            value = element.get(name)
            if value:
                element.set(name, " ".join(f"x{crc32(t.encode()):08x}" for t in value.split()))


def classes_removed(page: Labelled) -> None:
    """No element has a class, an id, a name or a style any longer."""
    for element in _elements(page.root):
        for name in ("class", "id", "name", "style", "itemprop", "itemtype", "role"):
            if name in element.attrib:
                del element.attrib[name]


def records_wrapped(page: Labelled) -> None:
    """Around each record comes a ``div`` and around that another; in lists, inside the record."""
    for root in page.roots():
        parent = root.getparent()
        if parent is None:
            continue
        if parent.tag not in _STRICT_PARENTS:
            _wrap(root, "cell")
            outer = root.getparent()
            assert outer is not None
            _wrap(outer, "column")
        elif root.tag not in _STRICT_PARENTS:
            _wrap_content(root, "inner")


def fields_wrapped(page: Labelled) -> None:
    """In each record a ``div`` comes around every part of its outermost fork, in cells inside."""
    for root in page.roots():
        fork = _fork(root)
        for part in list(fork.iterchildren("*")):
            if fork.tag not in _STRICT_PARENTS:
                _wrap(part, "field")
            elif part.tag not in _STRICT_PARENTS:
                _wrap_content(part, "field")


def wrappers_removed(page: Labelled) -> None:
    """``div``, ``span`` and the like around one element only are gone; records stay."""
    kept = set(page.roots())
    for element in list(_elements(page.body())):
        parent = element.getparent()
        if element.tag not in _DISSOLVED or element in kept or parent is None:
            continue
        children = list(element.iterchildren("*"))
        alone = len(children) == 1 and not _own_text(element)
        if alone and parent.tag not in _STRICT_PARENTS and element is not page.body():
            _dissolve(element)


def tags_swapped(page: Labelled) -> None:
    """Other tags for layout, lists, tables, headings and emphasis."""
    for element in _elements(page.body()):
        if new := _NEW_TAGS.get(str(element.tag)):
            element.tag = new


def fields_reordered(page: Labelled) -> None:
    """The parts of each record's outermost fork come in the opposite order."""
    for root in page.roots():
        fork = _fork(root)
        parts = list(fork)
        tails = [part.tail for part in parts]
        fork[:] = parts[::-1]
        for part, tail in zip(fork, reversed(tails), strict=True):
            part.tail = _legal(tail)


def field_added(page: Labelled) -> None:
    """Each record ends with a badge and a button that are the same in all."""
    for number, root in enumerate(page.roots()):
        fork = _fork(root)
        tag = "td" if fork.tag == "tr" else "li" if fork.tag in ("ul", "ol") else "div"
        new = etree.SubElement(fork, tag, {"class": "actions"})
        link = etree.SubElement(new, "a", {"href": f"/save/{number}", "class": "save"})
        link.text = "Save for later"
        badge = etree.SubElement(new, "span", {"class": "badge"})
        badge.text = "New"


def field_removed(page: Labelled) -> None:
    """One part that most records of a region have is gone, where they keep text without it."""
    for region in page.regions:
        paths = [_parts_by_path(record[0]) for record in region]
        common = Counter(path for found in paths for path in found)
        # Of the commonest the shortest: the title, which holds most text, stays.
        best = max(
            common,
            key=lambda path: (common[path], -_mean_chars(path, paths), path),
            default=None,
        )
        for found, record in zip(paths, region, strict=True):
            if best in found and _chars(found[best]) < _chars(record[0]):
                _cut(found[best])


def records_moved(page: Labelled) -> None:
    """Each list moves to the end of the page, into new surroundings; the page has a new menu."""
    body = page.body()
    for region in page.regions:
        holder = _holder([root for record in region for root in record])
        if holder is None or holder is body or body not in holder.iterancestors():
            continue
        outermost = etree.SubElement(body, "main", {"class": "page"})
        inner = etree.SubElement(outermost, "div", {"class": "content"})
        _cut(holder)
        if holder.tag in ("tbody", "thead", "tr", "td", "th"):
            inner = etree.SubElement(inner, "table")
        inner.append(holder)
    menu = etree.Element("ul", {"class": "menu"})
    for number in range(12):
        entry = etree.SubElement(etree.SubElement(menu, "li"), "a", {"href": f"/menu/{number}"})
        entry.text = f"Department {number}"
    body.insert(0, menu)


def all_at_once(page: Labelled) -> None:
    """A new theme: names, tags, wrappers, order, a new field, another place."""
    fields_reordered(page)
    field_added(page)
    fields_wrapped(page)
    wrappers_removed(page)
    records_moved(page)
    records_wrapped(page)
    tags_swapped(page)
    classes_renamed(page)


KINDS: Final[dict[str, Callable[[Labelled], None]]] = {
    kind.__name__: kind
    for kind in (
        unchanged,
        classes_renamed,
        classes_removed,
        records_wrapped,
        fields_wrapped,
        wrappers_removed,
        tags_swapped,
        fields_reordered,
        field_added,
        field_removed,
        records_moved,
        all_at_once,
    )
}
"""The redesigns by name."""


def _elements(root: Element) -> Iterable[Element]:
    return root.iter("*")


def _own_text(element: Element) -> bool:
    pieces = [element.text, *(child.tail for child in element)]
    return any(piece and piece.strip() for piece in pieces)


def _fork(root: Element) -> Element:
    """The first element on the way down with text of its own or more than one child."""
    node = root
    while True:
        children = list(node.iterchildren("*"))
        if len(children) != 1 or _own_text(node):
            return node
        node = children[0]


def _wrap(element: Element, name: str) -> None:
    """Put a ``div`` around the element; its tail stays outside."""
    parent = element.getparent()
    assert parent is not None
    wrapper = etree.Element("div", {"class": name})
    wrapper.tail, element.tail = _legal(element.tail), None
    parent.replace(element, wrapper)
    wrapper.append(element)


def _legal(text: str | None) -> str | None:
    """The text without the control characters that lxml reads but does not write."""
    return _CONTROLS.sub(" ", text) if text else text


def _wrap_content(element: Element, name: str) -> None:
    wrapper = etree.Element("div", {"class": name})
    wrapper.text, element.text = _legal(element.text), None
    for child in list(element):
        wrapper.append(child)
    element.append(wrapper)


def _dissolve(element: Element) -> None:
    """Put the element's children in its place; it has no text but white space."""
    parent = element.getparent()
    assert parent is not None
    place = parent.index(element)
    children = list(element)
    if children:
        children[-1].tail = _legal((children[-1].tail or "") + (element.tail or ""))
    element.tail = None
    parent[place : place + 1] = children


def _parts_by_path(root: Element) -> dict[str, Element]:
    """The innermost elements with text of their own, by their way down from the record; the first
    of each way."""
    found: dict[str, Element] = {}
    for element in root.iterdescendants("*"):
        if _own_text(element) and element.tag not in ("b", "strong", "i", "em", "script", "style"):
            steps = [str(element.tag)]
            for above in element.iterancestors():
                if above is root:
                    break
                steps.append(str(above.tag))
            found.setdefault("/".join(reversed(steps)), element)
    return found


def _mean_chars(path: str, paths: Sequence[dict[str, Element]]) -> float:
    lengths = [_chars(found[path]) for found in paths if path in found]
    return sum(lengths) / len(lengths)


def _chars(element: Element) -> int:
    return sum(len(str(text).strip()) for text in element.itertext())


def _cut(element: Element) -> None:
    """Take the element out of its tree; its tail stays."""
    parent = element.getparent()
    assert parent is not None
    tail, element.tail = element.tail, None
    before = element.getprevious()
    if tail and before is not None:
        before.tail = _legal((before.tail or "") + tail)
    elif tail:
        parent.text = _legal((parent.text or "") + tail)
    parent.remove(element)


def _holder(elements: Sequence[Element]) -> Element | None:
    """The smallest element around all of these."""
    common: list[Element] | None = None
    for element in elements:
        above = list(element.iterancestors())
        if common is None:
            common = above
        else:
            inside = set(above)
            common = [one for one in common if one in inside]
    return common[0] if common else None
