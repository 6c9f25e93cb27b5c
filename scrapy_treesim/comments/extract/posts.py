"""The posts of a thread: their own texts, and what these are called and say."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.comments.extract import _posts_cy
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.page import Page
else:
    Posts = with_plain_arrays(
        _posts_cy.Posts,
        "low high holder first_own own post told about words counted moment alike dated rated "
        "indented addressing",
    )


_READ: Final = {"class": 1, "id": 1, "itemprop": 2, "rel": 2, "datetime": 4, "title": 4,
    "content": 8,
    "style": 16, "alt": 32, "width": 64, "height": 128}  # fmt: skip
_USE_OF_ATTRIBUTE: Final = array("i", [_READ.get(name, 0) for name in tags.ATTRIBUTES])
_BIT: Final = _posts_cy.TAG_BITS
_TAGS: Final = {
    "blockquote": _BIT["quote"],
    "time": _BIT["time"],
    **dict.fromkeys(("b", "strong", "cite", "address"), _BIT["strong"]),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "dt"), _BIT["head"]),
}
_OF_TAG: Final = array("i", [_TAGS.get(name, 0) for name in tags.KNOWN])
_CUES_READ: Final = NameReader(class_names.OF_POSTS)


def posts_of(page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> Posts:
    """The posts of a thread with their own texts, what these are called and say, and the columns
    that they stand in."""
    tree = page.tree
    posts = Posts(leaves, array("i", [s[0] for s in spans]), array("i", [s[1] for s in spans]))
    strange = array("i", bytes(4 * (len(tree.names) - len(tags.KNOWN))))
    posts.take_texts()
    posts.read_names(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _USE_OF_ATTRIBUTE,
        _OF_TAG + strange, _CUES_READ.symbols, _CUES_READ.following, _CUES_READ.meaning,
    )  # fmt: skip
    posts.find_nodes()
    posts.read_texts(tree.text, tree.start)
    posts.count_same()
    posts.number_columns()
    return posts
