"""All that is called on a variant: names of targets, what each calls, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from benchmarks.fuzz.sample import Sample
from benchmarks.fuzz.targets.by_example import (
    key_trees,
    similar_by_css,
    similar_by_element,
    similar_by_html,
    similarities,
)
from benchmarks.fuzz.targets.crawled import crawl, crawl_flat
from benchmarks.fuzz.targets.findings import (
    article_by_wang,
    article_found,
    comments_by_zhu,
    comments_found,
    detail_found,
    explained,
    kind_with_memory,
    page_read,
    records_by_gong,
    records_found,
    sources_read,
)
from benchmarks.fuzz.targets.inspected import (
    article_viewed,
    comments_viewed,
    detail_viewed,
    elements_clicked,
    page_shown,
    records_viewed,
)
from benchmarks.fuzz.targets.templates import template_learned


@dataclass(frozen=True, slots=True)
class Target:
    """Something to call on a variant."""

    run: Callable[[Sample], None]
    """Raises where something is wrong."""
    every: int = 1
    """It is called on one variant of so many."""


TARGETS: Final[Mapping[str, Target]] = {
    "page": Target(page_read),
    "sources": Target(sources_read, 10),
    "article": Target(article_found),
    "article, wang": Target(article_by_wang, 4),
    "kind, memory": Target(kind_with_memory, 10),
    "explain": Target(explained, 4),
    "detail": Target(detail_found),
    "records": Target(records_found),
    "records, gong": Target(records_by_gong, 5),
    "comments": Target(comments_found),
    "comments, zhu": Target(comments_by_zhu, 5),
    "similar, element": Target(similar_by_element, 5),
    "similar, css": Target(similar_by_css, 10),
    "similar, html": Target(similar_by_html, 10),
    "key trees": Target(key_trees, 10),
    "similarity": Target(similarities, 10),
    "crawl": Target(crawl, 5),
    "crawl, flat": Target(crawl_flat, 10),
    "view of article": Target(article_viewed, 12),
    "view of detail": Target(detail_viewed, 12),
    "view of records": Target(records_viewed, 12),
    "view of comments": Target(comments_viewed, 12),
    "inert page": Target(page_shown, 6),
    "clicks": Target(elements_clicked, 12),
    "template": Target(template_learned, 40),
}
"""Costly ones are called on some of the variants only, by their numbers."""


def warm_up() -> None:
    """Call all targets on a plain page: what is imported and read late is then there for all."""
    post = "<li class=comment><b>Ada</b> <i>17 May 2024</i><p>It is as they say.</p></li>"
    item = "<tr><td><a href=/a>A ship</a></td><td>19.90 EUR</td><td>17 May 2024</td></tr>"
    said = "<p>The men on the quay stood and looked at it for a long time, and went home.</p>" * 9
    html = f"<h1>A ship</h1>{said}<table>{item * 5}</table><ul>{post * 5}</ul>"
    for target in TARGETS.values():
        target.run(Sample(html.encode()))


def targets_of(number: int, targets: Mapping[str, Target] = TARGETS) -> dict[str, Target]:
    """The targets of a variant; those called seldom take turns."""
    return {
        name: target
        for place, (name, target) in enumerate(targets.items())
        if (number + place) % target.every == 0
    }
