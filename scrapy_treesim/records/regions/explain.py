"""Reasons to take a region for data, for people who write spiders.

A region of the default method is looked up among the candidates it was chosen from. Each of its
features (:mod:`.features`) has a topic; topics with much weight for or against the candidate get a
phrase. Of any other region the records' number and likeness are given. All is done on request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import exp, log
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.analysis.constants import SKIP
from scrapy_treesim.records.regions.features import FEATURES, WIDTH, RegionFeature
from scrapy_treesim.records.regions.model import Scored, scored_of, shipped
from scrapy_treesim.wording import listed, of_all, percent

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis
    from scrapy_treesim.records.record import Record, Region

AGAINST: Final = " (against)"
"""Ending of a phrase against a region or a record."""
MAX_PHRASES: Final = 5
"""Largest number of phrases about one region."""
MIN_WEIGHT: Final = 0.25
"""Smallest log-odds of a topic with a phrase."""
MAX_PAIRS: Final = 200
"""Largest number of pairs of neighbours compared where no method has done so, the first ones."""
MAX_RECORDS: Final = 10
"""Largest number of records of a region read as a sample for the usual marks."""
MOST: Final = 0.8
"""Smallest share of records that counts as most of them."""
LEAST_SHARE: Final = 0.001
"""Addend to a share before its logarithm is taken."""
MARKS: Final = {
    "with_link": "a link", "with_heading": "a heading", "with_image": "an image",
    "with_price": "a price", "with_date": "a date",
}  # fmt: skip
"""Marks of a record, visible at a glance, by feature."""

Features: TypeAlias = "Mapping[str, float]"
"""A candidate's features by name."""
Condition: TypeAlias = "Callable[[Features], bool]"
"""The condition of a phrase."""

PHRASES: Final[tuple[tuple[str, bool, str, Condition], ...]] = (
    ("likeness", True, "{count} neighbours, {alike} alike", lambda f: True),
    ("likeness", False, "{count} neighbours, {alike} alike", lambda f: True),
    ("marks", True, "{marks}", lambda f: any(f[name] >= 0.5 for name in MARKS)),
    ("marks", False, "most lack {lacking}", lambda f: any(f[name] < 0.5 for name in MARKS)),
    ("novelty", True, "each says something else", lambda f: f["distinct"] > 0.99),
    ("novelty", False, "only {distinct} say something of their own", lambda f: f["distinct"] < 0.8),
    ("size", True, "{share} of the page's text", lambda f: True),
    ("size", False, "{share} of the page's text", lambda f: _share(f) < 0.3),
    ("coverage", False, "{others} of the text between them is not theirs", lambda f: True),
    ("network", True, "each looks like a record", lambda f: f["unlikely"] == 0),
    ("network", True, "{likely} look like one", lambda f: f["likely"] >= 0.5),
    ("network", False, "none of them looks like a record", lambda f: f["unlikely"] == 1),
    ("network", False, "they hardly look like records", lambda f: f["likely"] < 0.5),
    ("others", False, "others beside them look like records, too", lambda f: f["recall"] >= 0.5),
    ("others", False, "most of what looks like records lies elsewhere", lambda f: True),
)
"""Phrases on a topic's features, for a candidate (true) or against it.
The first one with a true condition is used; names in it are those of :func:`_shown`."""


def region_reasons(
    page: Page, region: Region, *, measure: str | None = None, by_example: bool = False
) -> tuple[str, ...]:
    """Return reasons for and against the region, the strongest first.

    One to five phrases; those against it end with :data:`AGAINST`.

    ``measure``: the similarity measure by which the records were found, by Gong's method or by
    example. ``by_example``: True for the latter: the records' ``similarity`` is their
    likeness to the example. O(nodes of the page).

    >>> from scrapy_treesim import Page, records
    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> page = Page(f"<ul>{rows}</ul>")
    >>> region_reasons(page, records(page)[0])[0]
    '6 neighbours, 100 % alike'
    """
    if not region.records:
        return ()
    if by_example:
        return _of_example(region.records, measure)
    features = None if measure else _features_of(page.once(scored_of), region)
    return _of_likeness(page, region, measure) if features is None else _of_features(features)


def record_reasons(
    page: Page, region: Region, *, measure: str | None = None, by_example: bool = False
) -> Callable[[int], tuple[str, ...]]:
    """Return a function for the reasons for and against each record, by its number from 0.

    ``measure`` and ``by_example`` as for :func:`region_reasons`. The marks of most records are
    read once; then O(nodes of the record and of its two neighbours).

    >>> from scrapy_treesim import Page, records
    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> page = Page(f"<ul>{rows}</ul>")
    >>> record_reasons(page, records(page)[0])(2)[-1]
    'has a link and a price, as most do'
    """
    records = region.records
    step = -(-len(records) // MAX_RECORDS) or 1
    sample = marks_of(page.once(analysis_of), (record.nodes for record in records[::step]))
    usual = [
        mark for mark in MARKS.values() if sum(mark in has for has in sample) >= MOST * len(sample)
    ]

    def reasons(number: int) -> tuple[str, ...]:
        record = records[number]
        beside = [
            records[index].nodes for index in (number - 1, number + 1) if 0 <= index < len(records)
        ]
        phrases = []
        if by_example:
            phrases.append(f"{percent(record.similarity)} like the example{_by(measure)}")
        if beside:
            share = likeness(page.once(analysis_of), record.nodes, beside)
            phrase = f"{percent(share)} like its neighbours"
            phrases.append(phrase + (AGAINST if share < 0.5 else ""))
            (marks,) = marks_of(page.once(analysis_of), [record.nodes])
            if has := [mark for mark in usual if mark in marks]:
                phrases.append(f"has {listed(has)}, as most do")
            if lacks := [mark for mark in usual if mark not in marks]:
                phrases.append(f"lacks {listed(lacks)}, which most have{AGAINST}")
        return tuple(phrases)

    return reasons


def _features_of(scored: Scored, region: Region) -> Features | None:
    """Return the features of the region's candidate; None where it was made of none."""
    candidates = scored.candidates
    # By their texts: a record may be the element around its candidate's.
    texts = candidates.analysis.texts
    firsts = {texts[record.nodes[0]] for record in region.records}
    for index, candidate in enumerate(scored.ids):
        records = range(candidates.first_record[candidate], candidates.first_record[candidate + 1])
        if scored.confidence[index] == region.confidence and firsts.issubset(
            texts[candidates.low[candidates.first_span[record]]] for record in records
        ):
            row = scored.rows[index * WIDTH : (index + 1) * WIDTH]
            return dict(zip(FEATURES, row, strict=True)) | {"log_count": log(len(firsts))}
    return None


def _of_features(features: Features) -> tuple[str, ...]:
    """Return the likeness of the records, then the other topics of most weight, either way."""
    weights = shipped()
    topics = dict.fromkeys((feature.topic for feature in RegionFeature), 0.0)
    # The weight of each topic for the candidate, beyond that of usual ones: log-odds.
    for feature, name in zip(RegionFeature, FEATURES, strict=True):
        weight = weights.ranking[feature] + weights.confidence[feature]
        topics[feature.topic] += weight * (features[name] - feature.mean)
    weighed = sorted(topics.items(), key=lambda pair: (pair[0] != "likeness", -abs(pair[1])))
    phrases = (
        phrase_of(topic, features, weight >= 0)
        for topic, weight in weighed
        if abs(weight) >= MIN_WEIGHT or topic == "likeness"
    )
    return _both_sides([*filter(None, phrases)])


def phrase_of(topic: str, features: Features, is_for: bool) -> str | None:
    """Return the phrase on a topic's features; None for nothing visible to people."""
    for about, speaks_for, phrase, holds in PHRASES:
        if about == topic and speaks_for == is_for and holds(features):
            return phrase.format_map(_shown(features)) + ("" if is_for else AGAINST)
    return None


def _shown(features: Features) -> dict[str, str]:
    """Return features in plain words: shares of the records as ``all``, ``11 of 12``."""
    count = round(exp(features["log_count"]))

    def records(share: float) -> str:
        return of_all(round(share * count), count)

    having: dict[str, list[str]] = {}
    for name, mark in MARKS.items():
        if features[name] >= 0.5:
            having.setdefault(records(features[name]), []).append(mark)
    lacking = [mark for name, mark in MARKS.items() if features[name] < 0.5]
    return {
        "count": str(count),
        "alike": percent(features["alike"]),
        "share": percent(_share(features)),
        "others": percent(1 - features["coverage"]),
        "marks": "; ".join(f"{who} have {listed(marks)}" for who, marks in having.items()),
        "lacking": listed(lacking, "or"),
        "likely": records(1 - features["unlikely"]),
        "distinct": records(features["distinct"]),
    }


def _share(features: Features) -> float:
    """Return the records' share of the page's text."""
    return exp(features["log_share"]) - LEAST_SHARE


def _both_sides(phrases: Sequence[str]) -> tuple[str, ...]:
    """Return the first phrases, at least one of them against the region, if there is any."""
    first = phrases[:MAX_PHRASES]
    against = [phrase for phrase in phrases if phrase.endswith(AGAINST)]
    if against and against[0] not in first:
        first = [*first[:-1], against[0]]
    return tuple(first)


def _of_example(records: Sequence[Record], measure: str | None) -> tuple[str, ...]:
    """Return the number of parts of a page like an example, and their likeness."""
    likenesses = [record.similarity for record in records]
    count, mean = len(records), sum(likenesses) / len(records)
    parts = "one part of the page is" if count == 1 else f"{count} parts of the page are"
    phrase = f"{parts} like the example, {percent(mean)}{_by(measure)}"
    least = min(likenesses)
    return (phrase, f"the least alike {percent(least)}") if least < mean else (phrase,)


def _of_likeness(page: Page, region: Region, measure: str | None) -> tuple[str, ...]:
    """Return the number and likeness of records, by their method or by neighbours."""
    records = region.records
    if measure is not None:
        return (f"{len(records)} neighbours, {percent(region.confidence)} alike{_by(measure)}",)
    pairs = list(pairwise(records[: MAX_PAIRS + 1]))
    if not pairs:
        return ("one record alone",)
    mean = sum(likeness(page.once(analysis_of), a.nodes, [b.nodes]) for a, b in pairs) / len(pairs)
    return (f"{len(records)} neighbours, {percent(mean)} alike",)


def _by(measure: str | None) -> str:
    return f' by the measure "{measure}"' if measure else ""


MAX_NODES: Final = 50
"""Largest number of outermost nodes of a record checked for marks."""


def marks_of(analysis: Analysis, records: Iterable[Sequence[int]]) -> list[frozenset[str]]:
    """Return the set of :data:`MARKS` of each record."""
    sums = (analysis.links, analysis.headings, analysis.images, analysis.prices, analysis.dates)
    marked, size = [*zip(MARKS.values(), sums, strict=True)], analysis.size
    return [
        frozenset(
            mark
            for mark, before in marked
            if any(before[node + size[node]] > before[node] for node in nodes[:MAX_NODES])
        )
        for nodes in records
    ]


def likeness(analysis: Analysis, nodes: Sequence[int], beside: Sequence[Sequence[int]]) -> float:
    """Return the mean share of common paths of a record and each neighbour, in [0, 1].
    Paths are of tags, as in the features of candidates. O(nodes of the records)."""
    shown = _paths(analysis, nodes)
    shares = []
    for neighbour in beside:
        paths = _paths(analysis, neighbour)
        shares.append(2 * len(shown & paths) / (len(shown) + len(paths) or 1))
    return sum(shares) / len(shares) if shares else 0.0


def _paths(analysis: Analysis, nodes: Sequence[int]) -> set[int]:
    """Return the paths of all visible nodes of a record."""
    inside = (node for top in nodes for node in range(top, top + analysis.size[top]))
    return {analysis.plain[node] for node in inside if not analysis.roles[node] & SKIP}
