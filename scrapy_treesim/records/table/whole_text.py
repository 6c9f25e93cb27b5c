"""Texts that are cut short on the page, as an attribute around them has them whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

ELLIPSES: Final = ("...", "…", "[...]", "[…]", "(...)", "(…)")
"""What a text that is cut short ends with."""
MAX_LEVELS: Final = 3
"""Elements around a text that are asked for their ``title``."""
MIN_CHARS: Final = 3
"""Characters of a text before the ellipsis from which it is known again."""
MAX_IMAGES: Final = 30
"""Nodes before a text in which an image that names the same is looked for."""

_ABOUT: Final = ".… []()"
_IMAGE: Final = tags.NUMBER["img"]


def whole_text(tree: PageTree, node: int, text: str) -> str:
    """The whole of a text that stands at a node, where the page cut it: the ``title`` around it, or
    the ``alt`` of an image right before it, that begins as it does; else the text.

    ``text``: white space collapsed.
    """
    if not text.endswith(ELLIPSES):
        return text
    start = text.rstrip(_ABOUT)
    if len(start) < MIN_CHARS:
        return text
    above = node
    for _ in range(MAX_LEVELS):
        if (whole := _whole(tree.get(above, "title"), start)) is not None:
            return whole
        above = tree.parent[above]
        if above <= 0:
            break
    for image in range(node - 1, max(0, node - MAX_IMAGES), -1):
        if tree.tag[image] == _IMAGE:
            return _whole(tree.get(image, "alt"), start) or text
    return text


def _whole(said: str | None, start: str) -> str | None:
    """What an attribute says, if that begins so and goes on."""
    said = " ".join((said or "").split())
    if len(said) > len(start) and said.startswith(start) and not said.endswith(ELLIPSES):
        return said
    return None
