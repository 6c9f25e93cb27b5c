"""All pictures of a page's thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidates.images import image_at, plain_image
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks

MAX_PICTURES: Final = 30
"""Pictures of one thing that are named."""
MAX_LEVELS: Final = 6
"""Levels above the main picture where others of the gallery may stand."""
MAX_CHARS: Final = 200
"""Characters of text in a gallery: where there is more, it holds other things too."""

_IMAGE = tags.NUMBER["img"]


def pictures_of(marks: Marks, main: Candidate | None) -> tuple[str, ...]:
    """The main picture, those declared with it, and those of its gallery, each once."""
    if main is None:
        return ()
    found = {main.value: main.text}
    for declaration in marks.declarations[:1]:
        for text in declaration.values.get("image", ())[:MAX_PICTURES]:
            address = marks.page.absolute(text[:1_000])
            if address is not None:
                found.setdefault(plain_image(address), address)
    tree = marks.tree
    if main.node is not None:
        gallery = main.node
        for _ in range(MAX_LEVELS):
            above = tree.parent[gallery]
            if above <= 0 or tree.text_chars(above) > MAX_CHARS:
                break
            gallery = above
        for node in range(gallery, min(gallery + tree.size[gallery], gallery + 600)):
            if tree.tag[node] == _IMAGE:
                address = image_at(marks, node)
                if address is not None:
                    found.setdefault(plain_image(address), address)
    return tuple(found.values())[:MAX_PICTURES]
