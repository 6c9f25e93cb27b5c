"""One element of a page, for who looks at it: where it stands and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.templates.rules.values import LINKED, SHOWN
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_TEXT: Final = 2_000
"""Characters of a text or attribute that are shown."""


def checked_node(page: Page, node: int) -> int:
    """The number of an element of the page.

    Raises:
        LookupError: there is none of that number.
    """
    if 0 <= node < len(page.tree) and page.tree.tag[node] != tags.TEXT:
        return node
    raise LookupError(f"there is no element {node} on the page")


def described(page: Page, node: int) -> dict[str, Any]:
    """An element as plain values: xpath, tag, text, and the attributes a value may be taken of.

    Raises:
        LookupError: there is none of that number.
    """
    tree = page.tree
    checked_node(page, node)
    attributes = tree.attributes(node)
    takes = {name: attributes[name][:MAX_TEXT] for name in (*SHOWN, *LINKED) if name in attributes}
    names = (attributes.get("class") or "").split()
    identity = attributes.get("id")
    return {
        "xpath": page.xpath(node),
        "tag": tree.name(node),
        "id": identity,
        "classes": names,
        "text": page.text(node)[:MAX_TEXT],
        "attributes": takes,
    }
