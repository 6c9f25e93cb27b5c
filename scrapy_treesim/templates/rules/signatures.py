"""Signatures: where a node stands, said in ways that hold on the next page of the template too.

A signature of a node is its **kind**, a **place** and, for some kinds, **words** nearby that name
what stands there. All of it is text, for people and for files; a page is searched for the hash of
it, which the kernel makes of every node alike.

==============  ====================================================================
kind            the node's
==============  ====================================================================
``own``         label
``under_one``   label and that of one above; ``under_two``, ``under_four``: of so many
``path``        labels from the body down
``by_id``       place below the nearest element with an id, label, and the one above
``by_class``    place below the nearest element with names, the same
``spot``        place below the body, the same
``before``      label, and the words before it in the page
``beside``      label, and what the last sibling of another label says, or else that of the
                nearest element above that has one: ``<dt>`` for ``<dd>``, ``<th>`` for ``<td>``
``first``       label, and what the nearest element above begins with that begins otherwise
``second``      label, and the same of the next one that begins otherwise again
``heading``     label, and the heading above it
``tag_beside``  tag, and words as ``beside``; ``tag_first``: as ``first``
==============  ====================================================================

A label is a tag with the classes and other names of the element, in any order, runs of digits
alike; of more than three names of a kind the first two (those that follow tell of the one record:
``post-12 in-stock sale``). A run of text has its element's label. Above it, marks such as ``<b>``
are passed over if they have no names. What is compared of words is their letters and where digits
stand.

That what stands beside a value delimits it is from wrapper induction (Kushmerick 2000); label pairs
are those by which pages are clustered.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import _signatures_cy
from scrapy_treesim.templates.rules._signatures_cy import MASK, Signatures, mix
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

KINDS: Final[tuple[str, ...]] = tuple(_signatures_cy.KINDS)
NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
WORDED: Final = frozenset(KINDS[NUMBER["before"] :])
"""The kinds that rest on words."""
BY_TAG: Final = frozenset(("tag_beside", "tag_first"))
ANCHORED: Final = frozenset(("by_id", "by_class", "spot"))
"""The kinds whose place is two: labels, and after ``//`` the way from an element above."""
UP: Final = {"own": 0, "under_one": 1, "under_two": 2, "under_four": 4}
"""How many labels above the own one are in a kind that is made of labels."""

NAMING: Final = ("class", "itemprop", "property", "rel", "name")
"""The attributes whose names make a label, with the tag."""
USE: Final = {"id": 1, **{name: use + 2 for use, name in enumerate(NAMING)}}
"""The kernel's numbers for attributes."""
TEXT_STEP: Final = "text()"

_USE_OF_ATTRIBUTE: Final = array("i", [USE.get(name, 0) for name in tags.ATTRIBUTES])
MARK: Final = 8
_ROLES: Final = {
    "br hr wbr": 1,
    "h1 h2 h3 h4 h5 h6 legend caption": 2,
    "body": 4,
    "b i em strong font ins u small big mark span bdi bdo tt center nobr": MARK,
}
"""Tags by what they are to the kernel, as bits: breaks, headlines, the body, marks."""
ROLE_OF_TAG: Final = array(
    "i", [next((role for names, role in _ROLES.items() if name in names.split()), 0)
          for name in tags.KNOWN]
)  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class NodeSignature:
    """The place of a node, as text; see the module."""

    kind: str
    place: str
    words: str = ""


def name_key(name: str) -> int:
    """The hash of a tag's name."""
    key = 0
    for byte in name.encode("utf-8", "replace"):
        key = mix(key, byte, MASK)
    return key


_KEY_OF_TAG: Final = array("Q", [name_key(TEXT_STEP), *map(name_key, tags.KNOWN[1:])])


def node_signatures(tree: PageTree) -> Signatures:
    """The parts of all signatures of a page; O(nodes + bytes of names and of short texts)."""
    strange = tree.names[len(tags.KNOWN) :]
    found = Signatures(tree)
    found.read_names(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _USE_OF_ATTRIBUTE,
        _KEY_OF_TAG + array("Q", map(name_key, strange)),
    )  # fmt: skip
    found.read_text(tree.text, tree.start)
    found.link(ROLE_OF_TAG + array("i", bytes(4 * len(strange))), array("i", bytes(4 * len(tree))))
    return found
