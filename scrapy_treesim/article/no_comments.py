"""Main text without the comments that stand below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.kept_text import kept_chars
from scrapy_treesim.comments.anchored import Anchored, find_thread
from scrapy_treesim.kind.page_kind import kind_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MIN_CONFIDENCE: Final = 0.6
"""The confidence of comments from which they are no main text. Set by hand."""
MIN_LEFT: Final = 0.3
"""The share of the main text that is there without them. What is more than the rest may be what the
page is about. Set by hand."""
MIN_ARTICLE: Final = 0.5
"""The probability of an article from which its comments are not its text. Chosen on dev pages."""


def leave_out_comments(page: Page, flags: bytearray) -> None:
    """Clear the flags of comments, but on a page whose text they are."""
    if page.is_oversized:
        return
    found = find_thread(page, Anchored(MIN_CONFIDENCE))
    spans = [span for span in found.spans if any(flags[slice(*span)])] if found else []
    if not spans or kind_of(page).probabilities["article"] < MIN_ARTICLE:
        return
    tree = page.tree
    everything = kept_chars(tree, flags, 0, len(tree))
    said = sum(kept_chars(tree, flags, *span) for span in spans)
    if everything - said < MIN_LEFT * everything:
        return
    for start, stop in spans:
        flags[start:stop] = bytes(stop - start)
