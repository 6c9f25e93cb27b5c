"""The posts of a thread: their own texts, what these are called and say, and the parts of each."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.comments.extract import _parts_cy, _posts_cy
from scrapy_treesim.comments.extract.rows import climbed
from scrapy_treesim.network.forward import answers_of, likely
from scrapy_treesim.network.weights import LABELS
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.page import Page

else:
    Posts = with_plain_arrays(
        _posts_cy.Posts,
        "low high holder first_own own post told about words counted alike dated rated",
    )
    Parts = with_plain_arrays(_parts_cy.Parts, "author time score first stop part")

MIN_OF_TIMES: Final = 0.3
MIN_OF_AUTHORS: Final = 0.1
"""The F1 to be expected from which a column is the times, or the authors."""


def parts_of(page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> Parts:
    """The parts of the posts that stand in these spans of nodes."""
    posts = posts_of(page, leaves, climbed(page.tree, leaves, spans))
    answers = page.once(answers_of)
    body = array("d") if answers is None else likely(answers.labels, "body", LABELS)
    parts = Parts(posts, page.once(reading_of).blocks.block, body)
    parts.find_bodies()
    weights = _weights()
    parts.choose(weights["time"], parts.author, MIN_OF_TIMES, parts.time, True)
    parts.choose(weights["author"], parts.time, MIN_OF_AUTHORS, parts.author, False)
    parts.find_bodies()
    parts.choose_votes()
    return parts


@cache
def _weights() -> dict[str, array[float]]:
    """The weights of all features and the bias, for each part; fitted."""
    file = files("scrapy_treesim.comments.extract") / "weights.json"
    return {part: array("d", held) for part, held in json.loads(file.read_text("utf-8")).items()}


_READ: Final = {"class": 1, "id": 1, "itemprop": 2, "rel": 2, "datetime": 4, "title": 4,
    "content": 8}  # fmt: skip
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
