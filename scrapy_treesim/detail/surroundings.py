"""All pictures of a page's thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import article
from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidates.images import plain_image
from scrapy_treesim.detail.cues import CUES
from scrapy_treesim.detail.declared import breadcrumbs_declared
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.picture_address import MAX_ADDRESS, picture_address

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks
    from scrapy_treesim.page import Page

MAX_DESCRIPTION: Final = 20_000
"""Of a description."""
LONG: Final = 60
"""Characters from which a declared text is a description, and a line of the page is prose."""


def description_of(marks: Marks) -> str | None:
    """The longest description that the thing's declarations have; else the prose of the main text.

    Lines shorter than :data:`LONG` are left out: of a page about one thing they are labels,
    buttons and facts.
    """
    declared = max(
        (
            text
            for declaration in marks.own_declarations[:3]
            for text in declaration.values.get("description", ())[:2]
        ),
        key=len,
        default="",
    )
    if len(declared) >= LONG:
        return declared[:MAX_DESCRIPTION]
    found = article(marks.page)
    lines = [] if found is None else found.text[:MAX_DESCRIPTION].splitlines()
    return "\n".join(line for line in lines if len(line) >= LONG) or declared or None


MAX_CRUMBS: Final = 12
"""Categories that are named."""
MAX_CATEGORY: Final = 80
"""Of a category."""


def breadcrumbs_of(marks: Marks) -> list[str]:
    """The declared categories, else those shown in an element named after them."""
    declared = breadcrumbs_declared(marks.page)
    if declared:
        return [*declared[:MAX_CRUMBS]]
    tree, analysis = marks.tree, marks.analysis
    for node in _marks_cy.flagged(marks.own, CUES["crumb"], 5):
        stop = node + tree.size[node]
        numbers = range(analysis.texts[node], analysis.texts[stop])
        texts = [
            tree.plain_text(analysis.text_node[number]) for number in numbers[: 3 * MAX_CRUMBS]
        ]
        named = [one for one in texts if any(map(str.isalnum, one)) and len(one) <= MAX_CATEGORY]
        if len(named) > 1:
            if named[-1].casefold() == marks.name.casefold():
                named = named[:-1]
            return named[:MAX_CRUMBS]
    return []


MAX_PICTURES: Final = 30
"""Pictures of one thing that are named."""
MAX_LEVELS: Final = 6
"""Levels above the main picture where others of the gallery may stand."""
MAX_CHARS: Final = 200
"""Characters of text in a gallery: where there is more, it holds other things too."""
MAX_NODES: Final = 600
"""Nodes of a gallery that are looked at."""

_ABSOLUTE: Final = re.compile(r"https?://[a-z0-9.-]{1,200}/[\w./%,:@~+-]{0,900}")
_IMAGE = tags.NUMBER["img"]


def pictures_of(marks: Marks, main: Candidate | None) -> list[str]:
    """The main picture, those declared with it, and those of its gallery, each once."""
    if main is None:
        return []
    found = {main.value: main.text}
    for declaration in marks.own_declarations[:3]:
        for text in declaration.values.get("image", ())[:MAX_PICTURES]:
            found.setdefault(plain_image(text[:MAX_ADDRESS]), text[:MAX_ADDRESS])
    tree = marks.tree
    if main.node is not None:
        gallery = main.node
        for _ in range(MAX_LEVELS):
            above = tree.parent[gallery]
            if above <= 0 or tree.text_chars(above) > MAX_CHARS:
                break
            gallery = above
        stop = min(gallery + tree.size[gallery], gallery + MAX_NODES)
        for node, tag in enumerate(tree.tag[gallery:stop], gallery):
            if tag == _IMAGE:
                address = picture_address(tree, node)
                if address is not None:
                    found.setdefault(plain_image(address), address)
    wanted = (absolute(marks.page, address) for address in [*found.values()][:MAX_PICTURES])
    return [*dict.fromkeys(address for address in wanted if address is not None)]


def absolute(page: Page, address: str) -> str | None:
    """The address of a picture made absolute; None where it is none."""
    # Most are, and need no taking apart.
    return address if _ABSOLUTE.fullmatch(address) is not None else page.absolute(address)
