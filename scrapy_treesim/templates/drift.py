"""Drift of templates in a crawl: cumulative sums over facts of each page.

Every page gives a few yes-or-no facts: it matched, the match was as confident as on the pages
learned from, a field was found. Each fact is watched by Page's cumulative sum (Page 1954) for a
fall of its share from the expected one to half of that: a page adds the logarithm of how much
likelier its fact is after the fall than before, and the sum never goes below 0. So the pages since
the sum was last 0 are the ones that count, and only the sum is kept. While the expected share
holds, :data:`LIMIT` is reached once in e^LIMIT pages on average or less often (Lorden 1971).

One more fact is watched for each site: the page matched any template. It needs no likeness of
addresses, and the sum climbs as long as more than half of the pages match none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, exp, floor, lgamma, log
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.addresses import address_shape

if TYPE_CHECKING:
    from scrapy_treesim.templates.template import Template

LIMIT: Final = log(1_000_000)
"""Limit of a cumulative sum: at most one false report in a million pages."""

FALL: Final = 0.5
"""Fallen share to detect, as a part of the expected one."""

MAX_EXPECTED: Final = 0.95
"""Upper bound of an expected share, as it was learned from some pages only."""

MIN_EXPECTED: Final = 0.05
"""Least expected share to watch a field; the absence of a rarer one means nothing."""

MAX_CHANCE: Final = 0.001
"""Largest probability of a false report on fields at the end of a crawl."""

SURE_SHARE: Final = 0.8
"""Expected share of confident matches among all, see :func:`least_sure`."""

MAX_SHAPES: Final = 50
"""Most shapes of addresses remembered for a template."""

MOST: Final = 2 / 3
"""Expected share of matching pages of a site; the sum then climbs if fewer than half match."""
FEWEST: Final = 3
"""Fewest unmatched pages for a report at the end of a crawl."""

MATCHES: Final = "match"
CONFIDENCE: Final = "confidence"
SITE: Final = "site"
FIELD: Final = "field "
"""Prefix before the name of a field."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Rates of a template on the pages learned from, expected on other pages too."""

    pages: int
    """Number of pages compared with the template."""
    matched: float
    """Share of matching pages, in [0, 1]."""
    confidence: float
    """Mean confidence of the matches, in [0, 1]."""
    low: float
    """Confidence exceeded by nine in ten of the matches."""
    fields: Mapping[str, float] = field(default_factory=dict)
    """Share of pages with each labelled field, by name."""
    looked: int = 0
    """Number of pages searched for fields."""

    @classmethod
    def of(cls, matches: Iterable[tuple[float, Iterable[str]] | None]) -> Expectation:
        """Compute the rates from each page's confidence and fields; None for no match."""
        outcomes = [*matches]
        matching = [outcome for outcome in outcomes if outcome is not None]
        confidences = sorted(confidence for confidence, _ in matching) or [0.0]
        matched = cls(
            len(outcomes),
            round(len(matching) / len(outcomes), 4) if outcomes else 0.0,
            round(sum(confidences) / len(confidences), 4),
            # Rounded down: pages as confident as those learned from must be above it.
            floor(confidences[ceil(len(confidences) / 10) - 1] * 10_000) / 10_000,
        )
        return matched.with_fields(fields for _, fields in matching)

    def with_fields(self, page_fields: Iterable[Iterable[str]]) -> Expectation:
        """Return a copy with shares counted from the fields of some pages."""
        looked = [frozenset(fields) for fields in page_fields]
        names = sorted(frozenset[str]().union(*looked))
        shares = {name: sum(name in fields for fields in looked) / len(looked) for name in names}
        shares = {name: round(share, 4) for name, share in shares.items()}
        return replace(self, fields=shares, looked=len(looked))

    def with_shares(self, shares: Mapping[str, float], looked: int) -> Expectation:
        """Return a copy with new shares for some fields; itself if no page was searched."""
        if not looked:
            return self
        rounded = {name: round(share, 4) for name, share in shares.items()}
        fields = dict(sorted({**self.fields, **rounded}.items()))
        # The smaller number of pages holds for all fields.
        return replace(self, fields=fields, looked=min(self.looked or looked, looked))


def least_sure(template: Template) -> float:
    """Return the least confidence of a confident match.

    Half-way from the template's threshold to the confidence exceeded by nine in ten of the pages
    learned from: other pages are a little less similar.
    """
    low = template.expected.low if template.expected else 0.0
    return (low + template.signature.threshold) / 2


def credible(share: float, pages: int) -> float:
    """Return a share smoothed by the rule of succession and capped at :data:`MAX_EXPECTED`."""
    return min(MAX_EXPECTED, (share * pages + 1) / (pages + 2))


def chance(hits: int, pages: int, earlier_hits: float, earlier_pages: int) -> float:
    """Return the probability of at most ``hits`` hits, given the hits on earlier pages.

    The tail of the beta-binomial distribution, with a uniform prior of the share.

    >>> round(chance(0, 14, 10, 14), 5), round(chance(0, 14, 2, 2), 5)
    (4e-05, 0.00147)
    """
    alpha, beta = earlier_hits + 1, earlier_pages - earlier_hits + 1
    term = exp(_log_beta(alpha, beta + pages) - _log_beta(alpha, beta))
    total = term
    for count in range(hits):
        ratio = (pages - count) * (alpha + count) / (count + 1)
        term *= ratio / (beta + pages - count - 1)
        total += term
    return total


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


@dataclass(frozen=True, slots=True)
class Drift:
    """One fallen share."""

    template: str
    """Id of the template, or a site; empty for pages of any site or of an unknown one."""
    what: str
    """``match``, ``confidence`` or ``field NAME``, or ``site`` of a site."""
    expected: float
    share: float
    """Share since the fall began, in [0, 1]."""
    pages: int
    """Number of pages since the fall began."""

    @property
    def fall(self) -> float:
        """Fall of the share, in [0, 1]."""
        return max(0.0, self.expected - self.share)

    @property
    def field(self) -> str:
        """Name of the fallen field; empty for other shares."""
        return self.what.removeprefix(FIELD) if self.what.startswith(FIELD) else ""


@dataclass(slots=True)
class Decline:
    """Cumulative sum of one fact."""

    expected: float
    sum: float = 0.0
    pages: int = 0
    """Number of pages since the sum was last 0."""
    hits: int = 0
    """Number of hits on these pages."""
    all_pages: int = 0
    all_hits: int = 0

    def add(self, hit: bool) -> bool:
        """Add one page; return True if the share has clearly fallen."""
        fallen = FALL * self.expected
        self.all_pages += 1
        self.all_hits += hit
        self.pages += 1
        self.hits += hit
        self.sum += log(FALL) if hit else log((1 - fallen) / (1 - self.expected))
        if self.sum <= 0:
            self.sum, self.pages, self.hits = 0.0, 0, 0
        return self.sum >= LIMIT


class DriftWatch:
    """Drift of a crawl's templates; a few numbers a template and field, and some addresses."""

    def __init__(self, templates: Iterable[Template]) -> None:
        self._declines: dict[tuple[str, str], Decline] = {}
        self._shapes: dict[str, set[str]] = {
            template.id: {address_shape(template.medoid)} if template.medoid else set()
            for template in templates
        }
        self._fallen: set[str] = set()
        """Sites with a majority of unmatched pages."""

    def matched(
        self, template: Template, url: str, confidence: float, fields: Iterable[str]
    ) -> list[Drift]:
        """Add a page of a template with its fields; return the fallen shares."""
        shapes = self._shapes.setdefault(template.id, set())
        if len(shapes) < MAX_SHAPES:
            shapes.add(address_shape(url))
        expected = template.expected
        if expected is None:
            return []
        names = set(fields)
        facts = [
            self._note(template.id, MATCHES, credible(expected.matched, expected.pages), True),
            self._note(template.id, CONFIDENCE, SURE_SHARE, confidence >= least_sure(template)),
        ]
        for name, share in expected.fields.items():
            if share >= MIN_EXPECTED:
                usual = credible(share, expected.looked)
                facts.append(self._note(template.id, FIELD + name, usual, name in names))
        return [drift for drift in facts if drift]

    def unmatched(self, candidates: Iterable[Template], url: str) -> list[Drift]:
        """Add an unmatched page with its site's templates, the most similar first.

        It counts against the most similar template with pages of the same shape of address: in a
        redesign addresses mostly stay, and pages of other addresses are of kinds that were never
        learned.
        """
        shape = address_shape(url)
        for template in candidates:
            if template.expected and shape in self._shapes.get(template.id, ()):
                expected = credible(template.expected.matched, template.expected.pages)
                drift = self._note(template.id, MATCHES, expected, False)
                return [drift] if drift else []
        return []

    def missing(self, template: Template) -> list[Drift]:
        """Return the fields found on far fewer pages of the whole crawl than expected.

        Fewer than half as many, and so few that chance explains it in at most one crawl of a
        thousand, for all its fields together (Bonferroni).
        """
        expected = template.expected
        if expected is None:
            return []
        watched = sum(what.startswith(FIELD) for _, what in self._declines)
        drifts = []
        for name, usual in expected.fields.items():
            seen = self._declines.get((template.id, FIELD + name))
            if seen is None or seen.all_hits >= FALL * usual * seen.all_pages:
                continue
            hits = usual * expected.looked
            if chance(seen.all_hits, seen.all_pages, hits, expected.looked) < MAX_CHANCE / watched:
                share = seen.all_hits / seen.all_pages
                drifts.append(Drift(template.id, FIELD + name, usual, share, seen.all_pages))
        return drifts

    def site(self, site: str, matched: bool) -> Drift | None:
        """Add a page of a site with templates; return its first fall."""
        drift = self._note(site, SITE, MOST, matched)
        if drift is None or site in self._fallen:
            return None
        self._fallen.add(site)
        return drift

    def sites(self) -> list[tuple[Drift, bool]]:
        """Return the sites with mostly unmatched pages, each with True if reported before."""
        drifts = []
        for (site, what), seen in self._declines.items():
            unmatched = seen.all_pages - seen.all_hits
            is_most = unmatched >= FEWEST and 2 * unmatched > seen.all_pages
            if what == SITE and (is_most or site in self._fallen):
                drift = Drift(site, SITE, MOST, seen.all_hits / seen.all_pages, seen.all_pages)
                drifts.append((drift, site in self._fallen))
        return drifts

    def _note(self, template: str, what: str, expected: float, hit: bool) -> Drift | None:
        decline = self._declines.get((template, what))
        if decline is None:
            decline = self._declines[template, what] = Decline(expected)
        if not decline.add(hit):
            return None
        return Drift(template, what, expected, decline.hits / decline.pages, decline.pages)
