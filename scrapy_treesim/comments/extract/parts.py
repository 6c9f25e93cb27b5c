"""The parts of each post of a thread: author, time, votes, body."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract import _parts_cy
from scrapy_treesim.comments.extract.posts import posts_of
from scrapy_treesim.comments.extract.rows import climbed
from scrapy_treesim.comments.extract.time import mark_moments
from scrapy_treesim.network.forward import answers_of, likely
from scrapy_treesim.network.weights import LABELS
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.page import Page
else:
    Parts = with_plain_arrays(_parts_cy.Parts, "author time score first stop part")

MIN_OF_TIMES: Final = 0.3
MIN_OF_AUTHORS: Final = 0.1
"""The F1 to be expected from which a column is the times, or the authors."""


def parts_of(page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> Parts:
    """The parts of the posts that stand in these spans of nodes."""
    posts = posts_of(page, leaves, climbed(page.tree, leaves, spans))
    answers = page.once(answers_of)
    body = array("d") if answers is None else likely(answers.labels, "body", LABELS)
    reading = page.once(reading_of)
    parts = Parts(posts, reading.blocks.block, body, reading.hashes)
    parts.find_bodies()
    if not parts.has_times():
        mark_moments(page.tree, leaves, posts, page.language)
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
