"""The pages in the middle of templates, as far as they are among the saved ones."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from scrapy_treesim.inspector.saved_address import addressed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.corpus import Corpus, SavedPage
    from scrapy_treesim.templates.template import Template

LOOKED_THROUGH: Final = 20_000
"""Saved pages that are gone through for medoids."""
SECONDS: Final = 10.0
"""That are spent on it."""
MAX_BYTES: Final = 200_000_000
"""Of the pages kept."""


def medoid_pages(corpus: Corpus | None, templates: Iterable[Template]) -> dict[str, SavedPage]:
    """The saved medoids by their templates' ids; one pass through the corpus, bounded in time."""
    wanted = {one.medoid: one.id for one in templates if one.medoid}
    found: dict[str, SavedPage] = {}
    if corpus is None or not wanted:
        return found
    stop, room = monotonic() + SECONDS, MAX_BYTES
    for number, saved in enumerate(corpus.pages()):
        id = wanted.pop(saved.url, None) or wanted.pop(saved.key, None)
        if id is not None and len(saved.body) <= room:
            found[id] = addressed(corpus, saved)
            room -= len(saved.body)
        if not wanted or number >= LOOKED_THROUGH or monotonic() > stop:
            break
    return found
