"""What is said of labels that nothing can be learnt of."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import islice
from typing import Final

from scrapy_treesim.page import Page
from scrapy_treesim.templates.rules.example import Example, LabelError, named, shown, squeezed
from scrapy_treesim.tree import tags

COMPARED: Final = 3000
"""Texts of a page that are compared with a value that is not there."""
ALIKE: Final = 0.5
"""How like a value a text is at least to be shown in its place."""


def without_text(example: Example, number: int, field: str, value: object) -> LabelError:
    """The error for a value that is empty or no text."""
    what = "is empty" if isinstance(value, str) else f"is no text but {type(value).__name__}"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)} {what}; give it as it stands on "
        "the page, or leave the field out",
        number,
        field,
        value if isinstance(value, str) else "",
    )


def missing(example: Example, number: int, field: str, value: str) -> LabelError:
    """The error for a value that does not stand on the page, or not where it was shown to."""
    if nodes := example.nodes.get(field):
        where, instead = "there", f"at {example.page.xpath(nodes[0])} is {_at(example, nodes[0])}"
    else:
        near = nearest_text(example.page, value)
        where = "on the page"
        instead = f"nearest is {shown(near)}" if near else "nor does anything like it"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)}, {shown(value)}, does not stand "
        f"{where}; {instead}",
        number,
        field,
        value,
    )


def _at(example: Example, node: int) -> str:
    text = example.page.tree.plain_text(node)
    return shown(text) if text else "no text"


def nearest_text(page: Page, value: str) -> str | None:
    """The run of text that is most like a value; None where none is."""
    wanted = squeezed(value).casefold()[:200]
    matcher = SequenceMatcher(autojunk=False, b=wanted)
    tree = page.tree
    best, found = ALIKE, None
    texts = (tree.plain_text(node) for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    for text in islice(texts, COMPARED):
        matcher.set_seq1(squeezed(text[:400]).casefold()[:200])
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            alike = matcher.ratio()
            if alike > best:
                best, found = alike, text
    return found
