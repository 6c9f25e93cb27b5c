"""A node's signature as text: labels and steps, with / between."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.signatures import (
    ANCHORED,
    BY_TAG,
    MARK,
    NAMING,
    ROLE_OF_TAG,
    TEXT_STEP,
    UP,
    WORDED,
    NodeSignature,
)
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

FEW: Final = 2
MANY: Final = 3
"""Of more names than this in an attribute the first few are kept; as in the kernel."""

_BODY: Final = tags.NUMBER["body"]
_SPACES: Final = re.compile("[\\t\\n\\r ]+")
_DIGITS: Final = re.compile("[0-9]+")
_ESCAPED: Final = {"%": "%25", "/": "%2F", "=": "%3D", "[": "%5B"}
"""What means something in a place, and how a name is written that has it; % first."""


def describe(tree: PageTree, node: int, kind: str, words: str = "") -> NodeSignature:
    """A node's signature of a kind; ``words`` are those it rests on. O(depth)."""
    is_text = tree.tag[node] == tags.TEXT
    element = tree.parent[node] if is_text else node
    if kind in WORDED:
        label = escaped(tree.name(element)) if kind in BY_TAG else _label(tree, element)
        steps = [label, *([TEXT_STEP] if is_text else [])]
    elif kind in ANCHORED:
        steps = [*_labels(tree, element, 1), "", *_way(tree, node, kind)]
    else:
        steps = _labels(tree, element, UP.get(kind))
        if is_text:
            steps.append(_numbered(tree, node))
    return NodeSignature(kind, "/".join(steps), words)


def escaped(name: str) -> str:
    """A name as it is written in a place."""
    for sign, written in _ESCAPED.items():
        name = name.replace(sign, written)
    return name


def plain(written: str) -> str:
    """The name that is written so."""
    for sign, escape in reversed(_ESCAPED.items()):
        written = written.replace(escape, sign)
    return written


def _labels(tree: PageTree, element: int, up: int | None) -> list[str]:
    """The label and those of so many above it, or up to the body, from the top down."""
    steps: list[str] = []
    while element >= 0 and (up is None or up >= len(steps)):
        if up is None and _is_top(tree, element):
            steps.append(escaped(tree.name(element)))
            break
        steps.append(_label(tree, element))
        element = _holder(tree, element)
    return steps[::-1]


def _holder(tree: PageTree, node: int) -> int:
    """The nearest element above that is more than a mark without names."""
    node = tree.parent[node]
    while node > 0 and _is_plain_mark(tree, node):
        node = tree.parent[node]
    return node


def _is_plain_mark(tree: PageTree, node: int) -> bool:
    tag = tree.tag[node]
    return tag < len(tags.KNOWN) and ROLE_OF_TAG[tag] == MARK and " " not in _label(tree, node)


def _way(tree: PageTree, node: int, kind: str) -> list[str]:
    """The steps from the element that the kind starts at."""
    steps: list[str] = []
    while not _is_top(tree, node):
        if tree.tag[node] != tags.TEXT:
            label = _label(tree, node)
            names = _names(tree, node, "id")
            if kind == "by_id" and names:
                label = " ".join((escaped(tree.name(node)), *(f"id={name}" for name in names)))
                return [label, *steps[::-1]]
            if kind == "by_class" and " " in label:
                return [label, *steps[::-1]]
        steps.append(_numbered(tree, node))
        node = tree.parent[node]
    return [escaped(tree.name(node)), *steps[::-1]]


def _is_top(tree: PageTree, node: int) -> bool:
    return tree.parent[node] < 0 or tree.tag[node] == _BODY


def _numbered(tree: PageTree, node: int) -> str:
    name = escaped(tree.name(node)) if tree.tag[node] != tags.TEXT else TEXT_STEP
    return f"{name}[{max(1, tree.nth[node])}]"


def _label(tree: PageTree, node: int) -> str:
    found = []
    for attribute in NAMING:
        prefix = "" if attribute == "class" else f"{attribute}="
        found += [prefix + name for name in _names(tree, node, attribute)]
    return " ".join((escaped(tree.name(node)), *sorted(found)))


def _names(tree: PageTree, node: int, attribute: str) -> list[str]:
    value = tree.get(node, attribute)
    if not value:
        return []
    found = [escaped(_DIGITS.sub("N", name)) for name in _SPACES.split(value) if name]
    return found if len(found) <= MANY else found[:FEW]
