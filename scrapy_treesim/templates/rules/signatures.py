"""Signatures: descriptions of a node's position, valid on other pages of the template too.

A signature of a node is its **kind**, a **path** and, for some kinds, **words** nearby that name
the value. All of it is text, for people and for files; a page is searched for its hash, which the
kernel makes of every node in the same way.

==============  ====================================================================
kind            the node's
==============  ====================================================================
``under_two``   label and those of two above it; ``under_four``: of four
``before``      label, and the words before it in the page
``beside``      label, and the words of the last sibling of another label, or else those of the
                nearest element above that has one: ``<dt>`` for ``<dd>``, ``<th>`` for ``<td>``
``first``       label, and the first words of the nearest element above with other first words
``second``      label, and the same of the next element above with other first words again
==============  ====================================================================

A label is a tag with the classes and other names of the element, in any order, with all runs of
digits equal; of more than three names of a kind the first two (the rest are about one record:
``post-12 in-stock sale``). A run of text has its element's label. Above it, marks such as ``<b>``
are skipped if they have no names. Of words, the letters and the positions of digits are compared.

Texts beside a value as its delimiters are from wrapper induction (Kushmerick 2000); label pairs
are those by which pages are clustered.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from scrapy_treesim.templates.rules import _signatures_cy
from scrapy_treesim.templates.rules._signatures_cy import Signatures, mix
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.tree._hashing_cy import HashTable

SIGNATURE_KINDS: Final[tuple[str, ...]] = tuple(_signatures_cy.SIGNATURE_KINDS)
NUMBER: Final = {kind: number for number, kind in enumerate(SIGNATURE_KINDS)}
WORDED: Final = frozenset(SIGNATURE_KINDS[NUMBER["before"] :])
"""Kinds of signature made of words."""
UP: Final = {"under_two": 2, "under_four": 4}
"""Number of labels above the node's own, in kinds made of labels."""

NAMING: Final = ("class", "itemprop", "property", "rel", "name")
"""Attributes with names that make a label, with the tag."""
USE: Final = {name: use for use, name in enumerate(NAMING, 1)}
"""Numbers of attributes in the kernel."""
TEXT_STEP: Final = "text()"

_USE_OF_ATTRIBUTE: Final = array("i", [USE.get(name, 0) for name in tags.ATTRIBUTES])
MARK: Final = 4
PASSED: Final = 8
_ROLES: Final = {
    "br hr wbr": 1,
    "body": 2,
    "b i em strong font ins u small big mark span bdi bdo tt center nobr": MARK,
    "script style link meta svg head option noscript br wbr path template": PASSED,
}
"""Roles of tags in the kernel, as bits: breaks, the body, marks, tags skipped altogether."""


def _role(name: str) -> int:
    if not name[:1].isalpha():
        return PASSED
    return sum(role for names, role in _ROLES.items() if name in names.split())


ROLE_OF_TAG: Final = array("i", map(_role, tags.NAMES))


@dataclass(frozen=True, slots=True, order=True)
class NodeSignature:
    """Position of a node, as text; see the module."""

    kind: str
    path: str
    words: str = ""


def name_key(name: str) -> int:
    """Return the hash of a tag's name."""
    key = 0
    for byte in name.encode("utf-8", "replace"):
        key = mix(key, byte)
    return key


_KEY_OF_TAG: Final = array("Q", [name_key(TEXT_STEP), *map(name_key, tags.NAMES[1:])])


def node_signatures(tree: PageTree) -> Signatures:
    """Compute all signatures of a page; O(nodes + bytes of names and of short texts)."""
    signatures = node_labels(tree)
    signatures.read_text(tree.text, tree.start)
    signatures.link(_roles(tree), array("i", bytes(4 * len(tree))))
    return signatures


def node_labels(tree: PageTree) -> Signatures:
    """Compute only the names and labels of a page's nodes."""
    signatures = Signatures(tree)
    signatures.read_names(
        tree.attribute_reader, _USE_OF_ATTRIBUTE,
        _KEY_OF_TAG + array("Q", map(name_key, tree.names[len(tags.NAMES) :])),
    )  # fmt: skip
    return signatures


def label_pairs(tree: PageTree) -> tuple[array[int], array[int], array[int]]:
    """Return each node's label, its pair with the parent's, and the path of a leaf; else 0."""
    signatures = node_labels(tree)
    pairs, paths = (array("Q", bytes(8 * len(tree))) for _ in range(2))
    signatures.pair(_roles(tree), pairs, paths, array("i", bytes(4 * len(tree))))
    return signatures.label, pairs, paths


def _roles(tree: PageTree) -> array[int]:
    return ROLE_OF_TAG + array("i", map(_role, tree.names[len(tags.NAMES) :]))


FEW: Final = 2
MANY: Final = 3
"""Largest number of names in an attribute; of more the first few are used, as in the kernel."""

_SPACES: Final = re.compile("[\\t\\n\\r ]+")
_DIGITS: Final = re.compile("[0-9]+")
_ESCAPED: Final = str.maketrans({"%": "%25", "/": "%2F", "=": "%3D", "[": "%5B"})
"""Characters special in a path, with their escapes in names."""


def describe(tree: PageTree, node: int, kind: str, words: str = "") -> NodeSignature:
    """Write a node's signature of a kind, with its ``words``, as text. O(depth)."""
    is_text = tree.tag[node] == tags.TEXT
    element = tree.element(node)
    if kind in WORDED:
        steps = [label_of(tree, element), *([TEXT_STEP] if is_text else [])]
    else:
        steps = _labels(tree, element, UP[kind])
        if is_text:
            steps.append(f"{TEXT_STEP}[{max(1, tree.nth[node])}]")
    return NodeSignature(kind, "/".join(steps), words)


def escaped(name: str) -> str:
    """Escape a name for a path."""
    return name.translate(_ESCAPED)


def _labels(tree: PageTree, element: int, up: int) -> list[str]:
    """Return the label and those of ``up`` elements above it, from the top down."""
    steps: list[str] = []
    while element >= 0 and up >= len(steps):
        steps.append(label_of(tree, element))
        element = _holder(tree, element)
    return steps[::-1]


def _holder(tree: PageTree, node: int) -> int:
    """Return the nearest element above, marks without names left out."""
    node = tree.parent[node]
    while node > 0 and _is_plain_mark(tree, node):
        node = tree.parent[node]
    return node


def _is_plain_mark(tree: PageTree, node: int) -> bool:
    tag = tree.tag[node]
    return (
        tag < len(tags.NAMES) and bool(ROLE_OF_TAG[tag] & MARK) and " " not in label_of(tree, node)
    )


def label_of(tree: PageTree, node: int) -> str:
    """Return an element's label as text: its tag and its names, sorted."""
    names = []
    for attribute in NAMING:
        prefix = "" if attribute == "class" else f"{attribute}="
        names += [prefix + name for name in names_of(tree, node, attribute)]
    return " ".join((escaped(tree.name(node)), *sorted(names)))


def names_of(tree: PageTree, node: int, attribute: str) -> list[str]:
    """Return an attribute's names as in labels: digits as N, the first two of many."""
    value = tree.get(node, attribute)
    if not value:
        return []
    names = [escaped(_DIGITS.sub("N", name)) for name in _SPACES.split(value) if name]
    return names if len(names) <= MANY else names[:FEW]


_MASK: Final = (1 << 62) - 1
"""Mask of a hash, as in the kernel."""
_TEXT_KEY: Final = name_key(TEXT_STEP)
_NUMBERED: Final = re.compile(r"(.+)\[([0-9]{1,9})\]", re.DOTALL)


def key_of(signature: NodeSignature) -> int:
    """Return the hash of a signature, as the kernel computes it; path and words fit its kind."""
    number = NUMBER.get(signature.kind)
    if number is None:
        raise ValueError(f"no kind {signature.kind!r:.40}; there are {', '.join(SIGNATURE_KINDS)}")
    steps = signature.path.split("/")
    if not all(steps):
        raise ValueError(f"expected a path for {signature.kind}, got {signature.path!r:.80}")
    worded = signature.kind in WORDED
    return mix(_worded(steps, signature.words) if worded else _chain(steps), number)


def _chain(steps: Sequence[str]) -> int:
    """Hash the node's own label, then those above it, then the position of a text."""
    text = steps[-1] if steps[-1].startswith(TEXT_STEP) else ""
    labels = steps[: len(steps) - bool(text)]
    key = _step(labels[-1]) if labels else 0
    for label in labels[-2::-1]:
        key = mix(key, _step(label))
    return mix(key, _step(text)) if text else key


def _worded(steps: Sequence[str], words: str) -> int:
    encoded = words.encode("utf-8", "replace")
    words_key = _signatures_cy.words_in(encoded, 0, len(encoded))
    if words_key <= 1:
        raise ValueError(f"expected short words with a letter, got {words!r:.80}")
    key = mix(_step(steps[0]), words_key)
    return mix(key, _TEXT_KEY) if steps[1:] == [TEXT_STEP] else key


def _step(step: str) -> int:
    """Return the hash of a tag with its number among its like, or of a tag with names."""
    numbered = _NUMBERED.fullmatch(step)
    if numbered:
        return mix(_tag(numbered[1]), int(numbered[2]))
    name, *names = step.split(" ")
    return mix(_tag(name), sum(map(_name, names)) & _MASK)


def _tag(name: str) -> int:
    return name_key(name if name == TEXT_STEP else unquote(name))


def _name(name: str) -> int:
    attribute, equals, value = name.rpartition("=")
    encoded = unquote(value).encode("utf-8", "replace")
    use = USE.get(attribute if equals else "class", 0)
    return _signatures_cy.names_in(encoded, 0, len(encoded), use)


FIRST_PAIRS: Final = 4096
"""Room for pairs of node and signature at first."""
MAX_PAIRS: Final = 1 << 17
"""Largest number of pairs; no rule was meant for a page with more."""


class SignatureTable:
    """Hashes of signatures, numbered in their order."""

    def __init__(self, keys: Iterable[int], kinds: Iterable[int]) -> None:
        self.number = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        self._kinds = sum(1 << kind for kind in set(kinds))
        self._table = HashTable(len(self.number))
        for key in self.number:
            self._table.enter(key)

    def nodes(self, signatures: Signatures) -> dict[int, list[int]]:
        """Return the nodes of each number, in page order; one pass over the page."""
        room = FIRST_PAIRS
        while True:
            pairs = array("i", bytes(8 * room))
            count = signatures.match(self._kinds, self._table, pairs)
            if count < room or room >= MAX_PAIRS:
                break
            room *= 16
        nodes: dict[int, list[int]] = {}
        for node, number in zip(pairs[0 : 2 * count : 2], pairs[1 : 2 * count : 2], strict=True):
            nodes.setdefault(number, []).append(node)
        return nodes
