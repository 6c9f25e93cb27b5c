"""The currencies that a page names to programs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.values.currency import CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page

MAX_SCRIPTS: Final = 2_000_000
"""Characters of a page's scripts in which its currency is looked for."""
MAX_NAMED: Final = 50
"""Places in a script that are asked which currency they name."""

_HINT: Final = "urrency"
_NAMED: Final = re.compile(
    r"urrency(?:[_-]?[cC]ode|[_-]?[iI]so)?\\?[\"']?\s{0,3}[:=,]\s{0,3}"
    r"(?:\{\s{0,3}\\?[\"']?(?:code|active)\\?[\"']?\s{0,3}:\s{0,3})?\\?[\"']([A-Z]{3})\\?[\"']"
)
_META: Final = tags.NUMBER["meta"]


def currencies_named(page: Page) -> frozenset[str]:
    """The currencies that a page names to programs, in declarations and scripts."""
    return frozenset(code for code in _codes(page) if code in CODES)


def _codes(page: Page) -> Iterator[str]:
    tree = page.tree
    for node in page.of_tag(_META):
        said = f"{tree.get(node, 'property') or ''} {tree.get(node, 'itemprop') or ''}"
        if _HINT in said:
            yield (tree.get(node, "content") or "").strip()[:3].upper()
    left = MAX_SCRIPTS
    for script in (*page.json_ld(), *page.scripts()):
        at = script.find(_HINT, 0, left)
        for _ in range(MAX_NAMED):
            if at < 0:
                break
            match = _NAMED.match(script, at)
            if match is not None:
                yield match[1]
            at = script.find(_HINT, at + 1, left)
        left -= len(script)
        if left <= 0:
            break
