"""Features of the data regions that a page may hold."""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.kind.feature import Feature
from scrapy_treesim.kind.kept import kept_before, main_before, within
from scrapy_treesim.records import Ranked
from scrapy_treesim.regions import features
from scrapy_treesim.regions.extract import pick
from scrapy_treesim.regions.model import WIDTH, scored_of, shipped

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_REGIONS: Final = 8
"""Regions that are looked at, the best ones."""

_ROW: Final = (
    "log_count share log_share linked with_link with_image with_heading with_price with_date "
    "with_sentence log_chars chars_variation texts_variation distinct alike in_navigation "
    "in_footer in_side in_more coverage region_share log_texts single_text all_linked"
).split()
"""Features of regions that are taken over for the best one."""
_MAIN_ROW: Final = (
    "linked with_link with_image with_heading with_price with_date with_sentence log_chars "
    "all_linked single_text"
).split()
"""The same for the largest of the main area."""
_ABOUT: Final = {
    feature.name: feature.about.removesuffix(", log") for feature in features.TABLE
} | {"log_share": "share of the page's characters, also if small"}
"""What the features are, before people."""

FEATURES: Final = (
    Feature("regions", "the number of its lists"),
    Feature("regions_text", "the share of text in its lists"),
    Feature("regions_best", "its likeliest list"),
    Feature("region_confidence", "how sure its first list is"),
    Feature("region_second", "how sure its second list is"),
    Feature("region_start", "where its first list starts"),
    Feature("region_end", "where its first list ends"),
    Feature("region_above", "a first list above the headline"),
    Feature("region_around", "a first list that holds the headline"),
    Feature("region_of_article", "the share of the likely main text in its first list"),
    Feature("region_kept", "the share of its first list in the likely main text"),
    *(Feature(f"region_{name}", f"its first list: {_ABOUT[name]}") for name in _ROW),
    Feature("largest_share", "the share of the main area in its largest list"),
    Feature("largest_records", "the records of its largest list"),
    Feature("largest_confidence", "how sure its largest list is"),
    Feature("largest_is_first", "a largest list that is the first"),
    Feature("largest_start", "where its largest list starts"),
    Feature("largest_above", "a largest list above the headline"),
    Feature("largest_around", "a largest list that holds the headline"),
    Feature("largest_of_article", "the share of the likely main text in its largest list"),
    *(Feature(f"largest_{name}", f"its largest list: {_ABOUT[name]}") for name in _MAIN_ROW),
    Feature("outside_prices", "prices of its main area outside of its largest list"),
    Feature("outside_chars", "text of its main area outside of its largest list"),
    Feature("before_chars", "text between the headline and its largest list"),
    Feature("before_sentences", "sentences between the headline and its largest list"),
    Feature("before_prices", "prices between the headline and its largest list"),
    Feature("before_images", "images between the headline and its largest list"),
    Feature("before_links", "links between the headline and its largest list"),
    Feature("before_dates", "dates between the headline and its largest list"),
    Feature("before_headings", "headings between the headline and its largest list"),
)
_PLACES: Final = [features.FEATURES.index(name) for name in _ROW]
_MAIN_PLACES: Final = [features.FEATURES.index(name) for name in _MAIN_ROW]
_SHARE: Final = features.FEATURES.index("share")
_LARGEST: Final = 17 + len(_MAIN_ROW)


class RegionSpans(NamedTuple):
    """The place of a region."""

    place: int
    """Among the scored candidates."""
    spans: list[tuple[int, int]]
    """The nodes of its records, the last one of each excluded."""
    start: int
    stop: int
    records: int

    def holds(self, node: int) -> bool:
        """Tell whether a node stands from its first record to its last."""
        return self.start <= node < self.stop


def best_regions(page: Page) -> list[RegionSpans]:
    """The regions that are looked at, best first."""
    if page.is_oversized:
        return []
    scored, size = page.once(scored_of), page.tree.size
    found = []
    for place in pick(scored, shipped(), Ranked())[:MAX_REGIONS]:
        records = scored.candidates.nodes_of(scored.ids[place])
        spans = [(node, node + size[node]) for record in records for node in record]
        start, stop = min(one for one, _ in spans), max(one for _, one in spans)
        found.append(RegionSpans(place, spans, start, stop, len(records)))
    return found


def main_list(page: Page) -> tuple[float, float]:
    """The confidence of the page's first region, and the share of the likely main text in it."""
    regions = page.once(best_regions)
    if not regions:
        return 0.0, 0.0
    kept = page.once(kept_before)
    held = within(kept, regions[0].spans) / max(1, kept[-1])
    return page.once(scored_of).confidence[regions[0].place], held


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    if page.is_oversized:
        return [0.0] * len(FEATURES)
    scored, regions = page.once(scored_of), page.once(best_regions)
    confidence = scored.confidence
    head = [
        log1p(len(regions)),
        sum(
            scored.rows[one.place * WIDTH + _SHARE]
            for one in regions
            if confidence[one.place] > 0.3
        ),
        max(confidence, default=0.0),
    ]
    if not regions:
        return head + [0.0] * (len(FEATURES) - len(head))
    first = regions[0]
    chars, kept = page.analysis.chars, page.once(kept_before)
    headline = page.once(headline_of)
    node = headline.node if headline else -1
    sure, held = page.once(main_list)
    row = first.place * WIDTH
    return [
        *head,
        sure,
        confidence[regions[1].place] if len(regions) > 1 else 0.0,
        chars[first.start] / max(1, chars[-1]),
        chars[first.stop] / max(1, chars[-1]),
        float(first.start < node),
        float(first.holds(node)),
        held,
        within(kept, first.spans) / max(1, within(chars, first.spans)),
        *(scored.rows[row + place] for place in _PLACES),
        *_of_largest(page, regions, node),
    ]


def _of_largest(page: Page, regions: list[RegionSpans], headline: int) -> list[float]:
    """The features of the region that has most of the main area."""
    scored, main, kept = page.once(scored_of), page.once(main_before), page.once(kept_before)
    cues = page.analysis.cues
    sizes = [0 if cues[one.start] else within(main, one.spans) for one in regions]
    most = max(sizes)
    if not most:
        return [0.0] * _LARGEST
    number = sizes.index(most)
    largest = regions[number]
    row = largest.place * WIDTH
    return [
        most / max(1, main[-1]),
        log1p(largest.records),
        scored.confidence[largest.place],
        float(number == 0),
        main[largest.start] / max(1, main[-1]),
        float(largest.start < headline),
        float(largest.holds(headline)),
        within(kept, largest.spans) / max(1, kept[-1]),
        *(scored.rows[row + place] for place in _MAIN_PLACES),
        log1p(max(0, page.analysis.prices[-1] - within(page.analysis.prices, largest.spans))),
        log1p(max(0, main[-1] - most)),
        *_between(page, max(0, headline), largest.start),
    ]


def _between(page: Page, headline: int, start: int) -> list[float]:
    """Measure what stands from the headline to the first record."""
    analysis = page.analysis
    first = headline + page.tree.size[headline] if headline else 0
    sums = (
        analysis.chars, analysis.sentences, analysis.prices, analysis.images, analysis.links,
        analysis.dates, analysis.headings,
    )  # fmt: skip
    return [log1p(max(0, one[start] - one[first])) for one in sums]
