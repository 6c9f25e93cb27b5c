"""Reasons to take a region for data, for people who write spiders.

A region of the default method is looked up among the candidates that it was chosen from. Its
features (:mod:`.model`) are of a topic each: how much those of a topic speak for the candidate,
by their weights, tells which topics have a phrase. Of any other region the records' number and
likeness are given. Nothing of this is done before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import exp, log
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.analysis.constants import SKIP
from scrapy_treesim.regions.constants import WIDTH
from scrapy_treesim.regions.model import FEATURES, TABLE, Scored, scored_of, shipped
from scrapy_treesim.wording import listed, of_all, percent

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.record import Record, Region

AGAINST: Final = " (against)"
"""Ending of a phrase that speaks against a region or a record."""
MAX_PHRASES: Final = 5
"""Phrases about one region."""
MIN_WEIGHT: Final = 0.25
"""Log-odds from which a topic is told."""
MAX_PAIRS: Final = 200
"""Pairs of neighbours, the first ones, whose likeness is measured where no method has done so."""
MAX_RECORDS: Final = 10
"""Records of a region that one of them is compared with for what most have."""
MOST: Final = 0.8
"""Share of records that most of them are."""
LEAST_SHARE: Final = 0.001
"""Addend to a share whose logarithm is taken."""
MARKS: Final = {
    "with_link": "a link", "with_heading": "a heading", "with_image": "an image",
    "with_price": "a price", "with_date": "a date",
}  # fmt: skip
"""Marks of a record that people see at a glance, by feature."""

Features: TypeAlias = "Mapping[str, float]"
"""A candidate's features by name."""
Holds: TypeAlias = "Callable[[Features], bool]"
"""The condition of a phrase."""

PHRASES: Final[tuple[tuple[str, bool, str, Holds], ...]] = (
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
The first whose condition holds is used; names in it are those of :func:`_shown`."""


def region_reasons(
    page: Page, region: Region, *, measure: str | None = None, by_example: bool = False
) -> tuple[str, ...]:
    """Reasons for and against the region, the most telling first.

    One to five phrases; those against it end with :data:`AGAINST`.

    ``measure``: the similarity measure by which the records were found, by Gong's method or by
    example. ``by_example``: whether they were, so that the records' ``similarity`` is their
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
    """Reasons for and against each record of the region, by its number, from 0.

    ``measure`` and ``by_example`` as for :func:`region_reasons`. What most of the records have is
    found out once; then O(nodes of the record and of its two neighbours).

    >>> from scrapy_treesim import Page, records
    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> page = Page(f"<ul>{rows}</ul>")
    >>> record_reasons(page, records(page)[0])(2)[-1]
    'has a link and a price, as most do'
    """
    records = region.records
    step = -(-len(records) // MAX_RECORDS) or 1
    asked = marks_of(page.analysis, (one.nodes for one in records[::step]))
    usual = [
        mark for mark in MARKS.values() if sum(mark in one for one in asked) >= MOST * len(asked)
    ]

    def reasons(number: int) -> tuple[str, ...]:
        record = records[number]
        beside = [
            records[other].nodes for other in (number - 1, number + 1) if 0 <= other < len(records)
        ]
        phrases = []
        if by_example:
            phrases.append(f"{percent(record.similarity)} like the example{_by(measure)}")
        if beside:
            share = likeness(page.analysis, record.nodes, beside)
            said = f"{percent(share)} like its neighbours"
            phrases.append(said + (AGAINST if share < 0.5 else ""))
            (own,) = marks_of(page.analysis, [record.nodes])
            if has := [mark for mark in usual if mark in own]:
                phrases.append(f"has {listed(has)}, as most do")
            if lacks := [mark for mark in usual if mark not in own]:
                phrases.append(f"lacks {listed(lacks)}, which most have{AGAINST}")
        return tuple(phrases)

    return reasons


def _features_of(scored: Scored, region: Region) -> Features | None:
    """The features of the candidate that the region was made of; None where it was of none."""
    candidates = scored.candidates
    # By their texts: a record may be the element around its candidate's.
    texts = candidates.analysis.texts
    said = {texts[record.nodes[0]] for record in region.records}
    for place, candidate in enumerate(scored.ids):
        records = range(candidates.first_record[candidate], candidates.first_record[candidate + 1])
        if scored.confidence[place] == region.confidence and said.issubset(
            texts[candidates.low[candidates.first_span[record]]] for record in records
        ):
            row = scored.rows[place * WIDTH : (place + 1) * WIDTH]
            return dict(zip(FEATURES, row, strict=True)) | {"log_count": log(len(said))}
    return None


def _of_features(features: Features) -> tuple[str, ...]:
    """The likeness of the records, then what else weighs most, either way."""
    weights = shipped()
    topics = dict.fromkeys((one.topic for one in TABLE), 0.0)
    # How much those of each topic speak for the candidate, more than usual ones: log-odds.
    for one, ranking, confidence in zip(TABLE, weights.ranking, weights.confidence, strict=False):
        topics[one.topic] += (ranking + confidence) * (features[one.name] - one.mean)
    weighed = sorted(topics.items(), key=lambda one: (one[0] != "likeness", -abs(one[1])))
    told = (
        phrase_of(topic, features, weight >= 0)
        for topic, weight in weighed
        if abs(weight) >= MIN_WEIGHT or topic == "likeness"
    )
    return _both_sides([*filter(None, told)])


def phrase_of(topic: str, features: Features, is_for: bool) -> str | None:
    """Phrase on a topic's features; None for nothing that people would see."""
    for of, speaks_for, phrase, holds in PHRASES:
        if of == topic and speaks_for == is_for and holds(features):
            return phrase.format_map(_shown(features)) + ("" if is_for else AGAINST)
    return None


def _shown(features: Features) -> dict[str, str]:
    """Features as people say them: shares of the records as ``all``, ``11 of 12``."""
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
    """The share of the page's text that the records have."""
    return exp(features["log_share"]) - LEAST_SHARE


def _both_sides(phrases: Sequence[str]) -> tuple[str, ...]:
    """The first phrases; where none of them is against the region, the first that is comes last."""
    first = phrases[:MAX_PHRASES]
    against = [phrase for phrase in phrases if phrase.endswith(AGAINST)]
    if against and against[0] not in first:
        first = [*first[:-1], against[0]]
    return tuple(first)


def _of_example(records: Sequence[Record], measure: str | None) -> tuple[str, ...]:
    """Number of parts of a page like an example, and their likeness."""
    likenesses = [record.similarity for record in records]
    count, mean = len(records), sum(likenesses) / len(records)
    parts = "one part of the page is" if count == 1 else f"{count} parts of the page are"
    found = f"{parts} like the example, {percent(mean)}{_by(measure)}"
    least = min(likenesses)
    return (found, f"the least alike {percent(least)}") if least < mean else (found,)


def _of_likeness(page: Page, region: Region, measure: str | None) -> tuple[str, ...]:
    """Number and likeness of records, by their method or by neighbours."""
    records = region.records
    if measure is not None:
        return (f"{len(records)} neighbours, {percent(region.confidence)} alike{_by(measure)}",)
    pairs = list(pairwise(records[: MAX_PAIRS + 1]))
    if not pairs:
        return ("one record alone",)
    mean = sum(likeness(page.analysis, one.nodes, [two.nodes]) for one, two in pairs) / len(pairs)
    return (f"{len(records)} neighbours, {percent(mean)} alike",)


def _by(measure: str | None) -> str:
    return f' by the measure "{measure}"' if measure else ""


MAX_NODES: Final = 50
"""Outermost nodes of a record that are asked what they hold."""


def marks_of(analysis: Analysis, records: Iterable[Sequence[int]]) -> list[frozenset[str]]:
    """Set of :data:`MARKS` that each of some records has."""
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


def likeness(analysis: Analysis, nodes: Sequence[int], others: Sequence[Sequence[int]]) -> float:
    """The share of paths that a record has in common with each of some others, on average, in
    [0, 1]: paths of tags, as in the features of candidates. O(nodes of the records)."""
    own = _paths(analysis, nodes)
    shares = []
    for other in others:
        paths = _paths(analysis, other)
        shares.append(2 * len(own & paths) / (len(own) + len(paths) or 1))
    return sum(shares) / len(shares) if shares else 0.0


def _paths(analysis: Analysis, nodes: Sequence[int]) -> set[int]:
    """The paths of all nodes of a record that show."""
    inside = (node for top in nodes for node in range(top, top + analysis.size[top]))
    return {analysis.plain[node] for node in inside if not analysis.roles[node] & SKIP}
