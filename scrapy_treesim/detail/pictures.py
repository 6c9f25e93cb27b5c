"""All pictures of a page's thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidates.images import plain_image
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.picture_address import MAX_ADDRESS, picture_address

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks
    from scrapy_treesim.page import Page

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


def pictures_of(marks: Marks, main: Candidate | None) -> tuple[str, ...]:
    """The main picture, those declared with it, and those of its gallery, each once."""
    if main is None:
        return ()
    found = {main.value: main.text}
    for declaration in marks.own_declarations[:1]:
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
    return tuple(dict.fromkeys(address for address in wanted if address is not None))


def absolute(page: Page, address: str) -> str | None:
    """The address of a picture made absolute; None where it is none."""
    # Most are, and need no taking apart.
    return address if _ABSOLUTE.fullmatch(address) is not None else page.absolute(address)
