"""Error pages, told from others (Qiu 2013, section 2.2.1 and table 6.2).

An error page has little text and says that something was not found. The thesis names documents of
up to 6,000 characters, which nowadays the menus alone have; so text in links does not count, and
1,500 characters are the most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.values.lexicon.words import entries

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


_PHRASE = re.compile("|".join(map(re.escape, entries("error.page"))))
# The number says it only where it stands alone, as in "404" or "404 | Example".
_NUMBER = re.compile(r"(?:404|403|410|500|502|503)(?:\s*[-–—|:·!.]\s.*)?", re.DOTALL)


def tells_of_error(line: str) -> bool:
    """Tell whether a title, a heading or a short text is an error message; O(characters)."""
    line = " ".join(line.lower().replace("’", "'").split())
    return _NUMBER.fullmatch(line) is not None or _PHRASE.search(line) is not None


MAX_ERROR_TEXT: Final = 1_500
"""Characters outside links that an error page has at most."""
MAX_HEADINGS: Final = 20
"""Headings of a page that are looked at."""
MAX_LINE: Final = 300
"""Characters of a title or heading that are looked at."""
MAX_SHORT_TEXT: Final = 300
"""Characters outside links up to which all of a page's text is looked at, as a heading is."""


def is_error_page(page: Page, status: int | None = None) -> bool:
    """Tell whether a page is an error page, or has no text but its title.

    ``status`` is its HTTP status, if that is known. Costs little: sums that the walk has made.
    """
    if status is not None and status >= 400:
        return True
    tree = page.tree
    heads = (node for node in tree.children(0) if tree.tag[node] == _HEAD)
    if tree.text_chars(0) == sum(map(tree.text_chars, heads)):
        return True
    own = tree.text_chars(0) - tree.linked_chars(0)
    return own <= MAX_ERROR_TEXT and any(map(tells_of_error, _telling_lines(page, own)))


_HEAD: Final = tags.NUMBER["head"]


def _telling_lines(page: Page, own: int) -> Iterator[str]:
    yield (page.title or "")[:MAX_LINE]
    tree = page.tree
    for node in page.headings()[:MAX_HEADINGS]:
        # Headings that are longer tell of other things, and long ones may nest.
        if tree.text_chars(node) <= MAX_LINE:
            yield tree.plain_text(node)
    if own <= MAX_SHORT_TEXT and tree.text_chars(0) <= 2 * MAX_SHORT_TEXT:
        yield tree.plain_text(0)
