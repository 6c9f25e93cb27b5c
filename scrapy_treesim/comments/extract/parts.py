"""The parts of each post of a thread: author, time, votes, body."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract import _parts_cy
from scrapy_treesim.comments.extract._authors_cy import Authors
from scrapy_treesim.comments.extract._bodies_cy import Bodies
from scrapy_treesim.comments.extract._choice_cy import Times, Votes
from scrapy_treesim.comments.extract.moments import mark_moments
from scrapy_treesim.comments.extract.posts import posts_of
from scrapy_treesim.comments.extract.widening import climbed
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.plain_arrays import with_plain_arrays
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.page import Page
else:
    Parts = with_plain_arrays(_parts_cy.Parts, "author time score first stop part")

_PARAGRAPHS: Final = "p br blockquote pre ul ol h1 h2 h3 h4 h5 h6".split()
_WITHIN_BODY: Final = array(
    "i", [int(n in INLINE or name in _PARAGRAPHS) for n, name in enumerate(tags.KNOWN)]
)
"""Which tags stand in a body and are none."""


def parts_of(page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> Parts:
    """The parts of the posts that stand in these spans of nodes."""
    posts = posts_of(page, leaves, climbed(leaves, spans))
    bodies = Bodies(posts, array("i", [s[0] for s in spans]), array("i", [s[1] for s in spans]))
    times = Times(bodies)
    authors = Authors(bodies, times)
    votes = Votes(bodies)
    times.choose()
    if 10 * sum(own >= 0 for own in times.chosen) < 9 * posts.count:
        mark_moments(page.tree, leaves, posts, page.language)
    _choose_bylines(bodies, times, authors)
    strange = array("i", [0]) * (len(page.tree.names) - len(tags.KNOWN))
    bodies.find(_WITHIN_BODY + strange)
    # Where a text stands to the body tells more than its place in the post, from which it began.
    _choose_bylines(bodies, times, authors)
    votes.choose()
    parts = Parts(bodies, times, authors, votes)
    parts.trim()
    return parts


def _choose_bylines(bodies: Bodies, times: Times, authors: Authors) -> None:
    """Choose the times, then the authors, which may stand beside them; neither is of the body."""
    times.choose()
    authors.choose()
    bodies.mark_bylines()
    bodies.mark_chosen(times.chosen)
    bodies.mark_chosen(authors.chosen)
