"""Drift of templates in a crawl: cumulative sums over facts of each page.

Of every page a few yes-or-no facts are noted: did it match, was the match as sure as on the pages
learned from, was this field found. Each fact is watched by Page's cumulative sum (Page 1954) for a
fall of its share from what was expected to half of that: a page adds the logarithm of how much
likelier its fact is after the fall than before, and the sum never goes below 0. So the pages since
the sum was last 0 are the ones that count, and nothing but the sum is kept. While the expected
share holds, :data:`LIMIT` is reached once in e^LIMIT pages on average or less often (Lorden 1971).

Of each site one more fact is watched: is the page of any template. No address has to look like
another, and the sum climbs as long as more than half of the pages are of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, exp, floor, lgamma, log
from typing import TYPE_CHECKING, Final

from scrapy_treesim.corpus.site import address_shape

if TYPE_CHECKING:
    from scrapy_treesim.templates.template import Template

LIMIT: Final = log(1_000_000)
"""Of a cumulative sum: one false report in a million pages or fewer."""

FALL: Final = 0.5
"""The share to tell from the expected one, as a part of it."""

MAX_EXPECTED: Final = 0.95
"""Upper bound of what is expected of all pages, learned from some."""

MIN_EXPECTED: Final = 0.05
"""Share below which a thing is not watched: its absence says nothing."""

MAX_CHANCE: Final = 0.001
"""Of telling, at the end of a crawl, of fields that are found as often as ever."""

SURE_SHARE: Final = 0.8
"""Share of matching pages expected to match surely, see :func:`least_sure`."""

MAX_SHAPES: Final = 50
"""Shapes of addresses remembered of a template."""

MOST: Final = 2 / 3
"""The share of pages of a template that makes both facts weigh the same: most is more than half."""
FEWEST: Final = 3
"""Pages of no template of which a crawl tells at its end."""

MATCHES: Final = "match"
CONFIDENCE: Final = "confidence"
SITE: Final = "site"
FIELD: Final = "field "
"""Before the name of a field."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A template's rates on the pages that it was learned from, expected of others too."""

    pages: int
    """Number of pages asked."""
    matched: float
    """Share of them that match it, in [0, 1]."""
    confidence: float
    """Mean confidence of those that do, in [0, 1]."""
    low: float
    """The confidence that nine in ten of those are above."""
    fields: Mapping[str, float] = field(default_factory=dict)
    """Of each labelled field, the share of pages on which it is found."""
    looked: int = 0
    """Number of pages that were looked at for fields."""

    @classmethod
    def of(cls, matches: Iterable[tuple[float, Iterable[str]] | None]) -> Expectation:
        """Of each page the confidence of its match and the fields found; None for no match."""
        asked = [*matches]
        found = [one for one in asked if one is not None]
        sure = sorted(confidence for confidence, _ in found) or [0.0]
        matched = cls(
            len(asked),
            round(len(found) / len(asked), 4) if asked else 0.0,
            round(sum(sure) / len(sure), 4),
            # Rounded down: those as sure as the pages learned from are to be above it.
            floor(sure[ceil(len(sure) / 10) - 1] * 10_000) / 10_000,
        )
        return matched.with_fields(fields for _, fields in found)

    def with_fields(self, found: Iterable[Iterable[str]]) -> Expectation:
        """The same, with the fields that were found on each of some of the template's pages."""
        looked = [frozenset(fields) for fields in found]
        names = sorted(frozenset[str]().union(*looked))
        shares = {name: sum(name in one for one in looked) / len(looked) for name in names}
        shares = {name: round(share, 4) for name, share in shares.items()}
        return replace(self, fields=shares, looked=len(looked))

    def with_shares(self, shares: Mapping[str, float], looked: int) -> Expectation:
        """The same, but for the shares of some fields, of so many pages; the same where of none."""
        if not looked:
            return self
        rounded = {name: round(share, 4) for name, share in shares.items()}
        fields = dict(sorted({**self.fields, **rounded}.items()))
        # No surer of the other fields than of these.
        return replace(self, fields=fields, looked=min(self.looked or looked, looked))


def least_sure(template: Template) -> float:
    """The confidence from which a page counts as matching surely.

    Half-way from the template's threshold to what nine in ten of the pages it was learned from
    are above: pages that were not among these are a little less like it.
    """
    low = template.expected.low if template.expected else 0.0
    return (low + template.signature.threshold) / 2


def credible(share: float, pages: int) -> float:
    """The share that so many pages speak for (the rule of succession), and not too near 1."""
    return min(MAX_EXPECTED, (share * pages + 1) / (pages + 2))


def chance(hits: int, pages: int, found: float, looked: int) -> float:
    """The probability of no more hits than these, where so many of the pages looked at had one.

    The tail of the beta-binomial distribution, with every share as likely as any other before.

    >>> round(chance(0, 14, 10, 14), 5), round(chance(0, 14, 2, 2), 5)
    (4e-05, 0.00147)
    """
    have, lack = found + 1, looked - found + 1
    likely = exp(_log_beta(have, lack + pages) - _log_beta(have, lack))
    total = likely
    for number in range(hits):
        ratio = (pages - number) * (have + number) / (number + 1)
        likely *= ratio / (lack + pages - number - 1)
        total += likely
    return total


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


@dataclass(frozen=True, slots=True)
class Drift:
    """A share that has fallen."""

    template: str
    """The template's id, or a site; empty for pages of any site, or of none that is known."""
    what: str
    """``match``, ``confidence`` or ``field NAME``, or ``site`` of a site."""
    expected: float
    share: float
    """Since the fall began, in [0, 1]."""
    pages: int
    """Pages since the fall began."""

    @property
    def fall(self) -> float:
        """The fall of the share, in [0, 1]."""
        return max(0.0, self.expected - self.share)

    @property
    def field(self) -> str:
        """The name of the field; empty where it is none that has fallen."""
        return self.what.removeprefix(FIELD) if self.what.startswith(FIELD) else ""


@dataclass(slots=True)
class Decline:
    """The cumulative sum of one fact."""

    expected: float
    sum: float = 0.0
    pages: int = 0
    """Since the sum was last 0."""
    hits: int = 0
    """Of these pages."""
    all_pages: int = 0
    all_hits: int = 0

    def add(self, hit: bool) -> bool:
        """Note one page; whether the share has clearly fallen."""
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
    """Follows the templates of a crawl; a few numbers a template and field, and some addresses."""

    def __init__(self, templates: Iterable[Template]) -> None:
        self._declines: dict[tuple[str, str], Decline] = {}
        self._shapes: dict[str, dict[str, None]] = {}
        self._fallen: set[str] = set()
        """Sites most of whose pages were of no template."""
        for one in templates:
            self._shapes[one.id] = {address_shape(one.medoid): None} if one.medoid else {}

    def matched(
        self, template: Template, url: str, confidence: float, found: Iterable[str]
    ) -> list[Drift]:
        """Note a page that matches a template and the fields found on it; what has fallen."""
        shapes = self._shapes.setdefault(template.id, {})
        if len(shapes) < MAX_SHAPES:
            shapes[address_shape(url)] = None
        expected = template.expected
        if expected is None:
            return []
        names = set(found)
        facts = [
            self._note(template.id, MATCHES, credible(expected.matched, expected.pages), True),
            self._note(template.id, CONFIDENCE, SURE_SHARE, confidence >= least_sure(template)),
        ]
        for name, share in expected.fields.items():
            if share >= MIN_EXPECTED:
                likely = credible(share, expected.looked)
                facts.append(self._note(template.id, FIELD + name, likely, name in names))
        return [one for one in facts if one]

    def unmatched(self, candidates: Iterable[Template], url: str) -> list[Drift]:
        """Note a page that matches none of its site's templates, the most similar first.

        It counts against the most similar of those that had pages with addresses of its shape:
        where a site was redesigned its addresses mostly stay, and pages of other addresses are of
        kinds that were never learned.
        """
        shape = address_shape(url)
        for one in candidates:
            if one.expected and shape in self._shapes.get(one.id, ()):
                expected = credible(one.expected.matched, one.expected.pages)
                drift = self._note(one.id, MATCHES, expected, False)
                return [drift] if drift else []
        return []

    def missing(self, template: Template) -> list[Drift]:
        """The fields found on far fewer pages of a template than expected, over the whole crawl.

        Fewer than half as many, and so few that chance would make them in one crawl of a thousand
        at the most, all its fields together (Bonferroni).
        """
        expected = template.expected
        if expected is None:
            return []
        watched = sum(what.startswith(FIELD) for _, what in self._declines)
        found = []
        for name, usual in expected.fields.items():
            seen = self._declines.get((template.id, FIELD + name))
            if seen is None or seen.all_hits >= FALL * usual * seen.all_pages:
                continue
            known = usual * expected.looked
            if chance(seen.all_hits, seen.all_pages, known, expected.looked) < MAX_CHANCE / watched:
                share = seen.all_hits / seen.all_pages
                found.append(Drift(template.id, FIELD + name, usual, share, seen.all_pages))
        return found

    def site(self, site: str, matched: bool) -> Drift | None:
        """Note a page of a site with templates; its fall, the first time most pages are of none."""
        drift = self._note(site, SITE, MOST, matched)
        if drift is None or site in self._fallen:
            return None
        self._fallen.add(site)
        return drift

    def sites(self) -> list[tuple[Drift, bool]]:
        """The sites most of whose pages were of no template, and which of them were told before."""
        found = []
        for (site, what), one in self._declines.items():
            unmatched = one.all_pages - one.all_hits
            is_most = unmatched >= FEWEST and 2 * unmatched > one.all_pages
            if what == SITE and (is_most or site in self._fallen):
                drift = Drift(site, SITE, MOST, one.all_hits / one.all_pages, one.all_pages)
                found.append((drift, site in self._fallen))
        return found

    def _note(self, template: str, what: str, expected: float, hit: bool) -> Drift | None:
        decline = self._declines.get((template, what))
        if decline is None:
            decline = self._declines[template, what] = Decline(expected)
        if not decline.add(hit):
            return None
        return Drift(template, what, expected, decline.hits / decline.pages, decline.pages)
