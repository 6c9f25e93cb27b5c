"""Signatures of templates: which features their pages have, and how like them a page is.

Features are pairs of labels, and the paths of a page's leaves. A label is a tag with its class
names in any order, digits of any length being one (``div.post-N``); a pair is a label below its
parent's. Both are sets, so that a list of ten is a list of one hundred (Qiu 2013, section 3.3,
collapses repeats for the same end). Pairs tell templates apart better than labels, tags,
identifiers, texts, or what the page's head names.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat, starmap
from math import fsum
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.json_file import by_name, number, parts, several, text
from scrapy_treesim.templates.rules.signatures import label_pairs

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


MAX_FEATURES: Final = 4_000
"""Pairs and labels of a page that are kept, those with the least numbers: of two pages the same."""


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """The features of one page, as sorted numbers that are the same in every run and process.

    8 bytes each; some hundreds a page, and at most :data:`MAX_FEATURES` of either.
    """

    pairs: array[int]
    """Pairs of labels, and paths of leaves."""
    labels: array[int]
    """Labels, those of html and body left out."""


def features_of(tree: PageTree) -> PageFeatures:
    """The features of a page; O(nodes + bytes of names)."""
    labels, pairs, paths = label_pairs(tree)
    own = {label for label, pair in zip(labels, pairs, strict=True) if pair}
    return PageFeatures(_least({*pairs, *paths}), _least(own))


def _least(numbers: set[int]) -> array[int]:
    return array("q", sorted(numbers - {0})[:MAX_FEATURES])


_NUMBER: Final = re.compile("[0-7]?[0-9a-f]{1,15}")

MIN_SHARE: Final = 0.1
"""Share of a template's pages below which a feature is content."""
TELLING_SHARE: Final = 0.5
"""Share of another template's pages from which on its absence here tells the two apart."""
COMMON_WEIGHT: Final = 0.1
"""Weight of features that all the site's templates have.
One that tells most weighs 1 more."""
MAX_TRAITS: Final = 600
"""Features of a signature, those that weigh most."""
MAX_KNOWN: Final = 4_000
"""Rarer features that a signature knows, those that most pages have."""
USUAL_THRESHOLD: Final = 0.7
"""The similarity of a template's pages is usually above this, that of other pages below."""
MIN_THRESHOLD: Final = 0.5
"""A page that is less like a template is never of it."""
SLACK: Final = 0.05
"""Likeness by which a page may fall short of a template's pages,
all but a few of those that it was learned from."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A feature, as a template has it."""

    share: float
    """Of the template's pages that have it, in (0, 1)."""
    weight: float
    """Weight as evidence, above 0."""


@dataclass(frozen=True, slots=True, repr=False)
class TemplateSignature:
    """A template's signature: features with the share of its pages that have them."""

    traits: Mapping[int, Trait]
    """By the feature's number; what most pages have, and what other templates' pages have."""
    known: frozenset[int]
    """Features that some of the template's pages have besides."""
    threshold: float
    """The least similarity of a page of the template, in [0, 1]."""
    _seen: frozenset[int] = field(init=False, repr=False, compare=False)
    _gain: dict[int, float] = field(init=False, repr=False, compare=False)
    _none: float = field(init=False, repr=False, compare=False)
    _most: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        all = self.traits.values()
        most = fsum(one.weight * max(one.share, 1 - one.share) for one in all)
        gain = {key: one.weight * (2 * one.share - 1) for key, one in self.traits.items()}
        object.__setattr__(self, "_seen", self.known | gain.keys())
        object.__setattr__(self, "_gain", gain)
        object.__setattr__(self, "_none", fsum(one.weight * (1 - one.share) for one in all))
        object.__setattr__(self, "_most", most)

    def __repr__(self) -> str:
        return f"<TemplateSignature of {len(self.traits)} features, from {self.threshold:.2f}>"

    def similarity(self, features: PageFeatures) -> float:
        """The similarity of a page to the template's pages, in [0, 1]; O(features of the page).

        The weighted mean, over the signature's features, of the share of the template's pages that
        do as the page does, 1 for a page that does as most do throughout; times the share of the
        page's features that the template's pages have, for a page of an unknown template has much
        in common with all of its site, and much that none has.
        """
        if not features.pairs:
            return 0.0
        familiar = sum(map(self._seen.__contains__, features.pairs))
        return self.agreement(features) * familiar / len(features.pairs)

    def agreement(self, features: PageFeatures) -> float:
        """The first of the two factors of :meth:`similarity`, in [0, 1]."""
        met = sum(map(self._gain.get, features.pairs, repeat(0.0)))
        return min(1.0, max(0.0, self._none + met) / self._most) if self._most else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain values: each feature by its number, with its share and weight."""
        return {
            "threshold": self.threshold,
            "features": {f"{key:x}": [one.share, one.weight] for key, one in self.traits.items()},
            "known": " ".join(f"{one:x}" for one in sorted(self.known)),
        }

    @classmethod
    def from_json(cls, value: Any) -> TemplateSignature:
        """A signature of what :meth:`to_json` gives.

        Raises:
            ValueError: it is something else; the message says what is wrong.
        """
        read = _SIGNATURE(value)
        traits = dict(starmap(_trait_of, read["features"].items()))
        known = frozenset(map(_number_of, read["known"].split()))
        if not traits or len(known) > MAX_KNOWN:
            raise ValueError(f"it has 1 feature at least, and {MAX_KNOWN} others at most")
        return cls(traits, known - traits.keys(), read["threshold"])


def _trait_of(written: str, shares: list[float]) -> tuple[int, Trait]:
    share, weight = shares
    if share > 1:
        raise ValueError(f"a feature has a share up to 1, not {share}")
    # In files of old a name stands before the number.
    return _number_of(written.rpartition(" ")[2]), Trait(share, weight)


def _number_of(key: str) -> int:
    if _NUMBER.fullmatch(key):
        return int(key, 16)
    raise ValueError(f"a feature's number is 1 to 16 digits of base 16, not {key!r:.80}")


def _share_of(value: object, most: float = 1.0) -> float:
    return float(number(0, most)(value))


_SIGNATURE: Final = parts(
    {
        "threshold": _share_of,
        "features": by_name(str, several(lambda one: _share_of(one, 2), 2, 2), MAX_TRAITS),
        "known": text(20 * MAX_KNOWN),
    }
)


def template_signatures(groups: Sequence[Sequence[PageFeatures]]) -> list[TemplateSignature]:
    """The signature of each group of pages, all of one site.

    Raises:
        ValueError: a group has no page.
    """
    if not all(groups):
        raise ValueError("a signature is made of at least one page")
    shares = [_shares(group) for group in groups]
    spread = _Spread({}, Counter(), len(groups))
    for own in shares:
        for one, share in own.items():
            spread.total[one] = spread.total.get(one, 0.0) + share
            spread.telling[one] += share >= TELLING_SHARE
    return [_signature(group, own, spread) for group, own in zip(groups, shares, strict=True)]


def best_match(
    page: PageFeatures, signatures: Sequence[TemplateSignature]
) -> tuple[int, float] | None:
    """The most similar signature of those whose threshold is reached: its place, its similarity.

    None where there is none; of equals the first.
    """
    best: tuple[int, float] | None = None
    for place, signature in enumerate(signatures):
        similarity = signature.similarity(page)
        if similarity >= signature.threshold and (best is None or similarity > best[1]):
            best = place, similarity
    return best


def medoid_of(pages: Sequence[PageFeatures]) -> int:
    """The place of the page in the middle: the one with most of what the others have.

    Of equals the first. O(features of all pages).

    Raises:
        ValueError: there is no page.
    """
    found = Counter(one for page in pages for one in page.pairs)
    half = len(pages) / 2
    # A feature that most pages have and this one has not costs as one that few have and it has.
    return max(
        range(len(pages)),
        key=lambda place: (fsum(found[one] - half for one in pages[place].pairs), -place),
    )


def _shares(group: Sequence[PageFeatures]) -> dict[int, float]:
    found = Counter(one for page in group for one in page.pairs)
    return {one: (count + 0.5) / (len(group) + 1) for one, count in found.items()}


@dataclass(frozen=True, slots=True)
class _Spread:
    """The shares of all features over a site's templates."""

    total: dict[int, float]
    """The sum of each feature's."""
    telling: Counter[int]
    """In how many templates it is above TELLING_SHARE."""
    templates: int


def _signature(
    group: Sequence[PageFeatures], own: Mapping[int, float], spread: _Spread
) -> TemplateSignature:
    never = 0.5 / (len(group) + 1)
    told: dict[int, float] = {}
    for one, telling in spread.telling.items():
        share = own.get(one, 0.0)
        if share >= MIN_SHARE or telling > (share >= TELLING_SHARE):
            elsewhere = (spread.total[one] - share) / max(1, spread.templates - 1)
            told[one] = COMMON_WEIGHT + abs(max(share, never) - max(0.0, elsewhere))
    chosen = sorted(told, key=lambda one: (-told[one], one))[:MAX_TRAITS]
    traits = {
        one: Trait(round(own.get(one, never), 3), round(told[one], 3)) for one in sorted(chosen)
    }
    found = Counter(one for page in group for one in page.pairs)
    rest = found.keys() - traits.keys()
    known = frozenset(sorted(rest, key=lambda one: (-found[one], one))[:MAX_KNOWN])
    return TemplateSignature(
        traits, known, _threshold(TemplateSignature(traits, known, 0.0), group)
    )


def _threshold(bare: TemplateSignature, pages: Sequence[PageFeatures]) -> float:
    """:data:`USUAL_THRESHOLD`, less where the template's own pages would not reach it."""
    likeness = sorted(map(bare.similarity, pages))
    # One page in twenty may be a stranger.
    low = likeness[len(likeness) // 20] - SLACK
    return round(max(MIN_THRESHOLD, min(USUAL_THRESHOLD, low)), 3)
