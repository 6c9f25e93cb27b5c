"""Signatures of templates: the features of their pages, and the similarity of a page to them.

Features are pairs of labels, and the paths of a page's leaves. A label is a tag with its class
names in any order, with a run of digits as one letter (``div.post-N``); a pair is a label below its
parent's. Both are sets, so that a list of ten equals a list of one hundred (Qiu 2013, section 3.3,
collapses repeats for the same purpose). Pairs distinguish templates better than labels, tags,
identifiers, texts, or the contents of the page's head.
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

from scrapy_treesim.files.json_file import by_name, number, parts, several, text
from scrapy_treesim.templates.rules.signatures import label_pairs

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


MAX_FEATURES: Final = 4_000
"""Most pairs or labels of a page; those with the smallest numbers, so equal for equal pages."""


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """Features of one page, as sorted numbers, equal in every run and process.

    8 bytes each; some hundreds a page, and at most :data:`MAX_FEATURES` of either.
    """

    pairs: array[int]
    """Pairs of labels, and paths of leaves."""
    labels: array[int]
    """Labels, those of html and body left out."""


def features_of(tree: PageTree) -> PageFeatures:
    """Compute the features of a page; O(nodes + bytes of names)."""
    labels, pairs, paths = label_pairs(tree)
    paired = {label for label, pair in zip(labels, pairs, strict=True) if pair}
    return PageFeatures(_least({*pairs, *paths}), _least(paired))


def _least(numbers: set[int]) -> array[int]:
    return array("q", sorted(numbers - {0})[:MAX_FEATURES])


_NUMBER: Final = re.compile("[0-7]?[0-9a-f]{1,15}")

MIN_SHARE: Final = 0.1
"""Least share of a template's pages with a feature; a rarer one is content."""
DISTINCTIVE_SHARE: Final = 0.5
"""Least share of a template's pages with a feature to distinguish them from pages without it."""
COMMON_WEIGHT: Final = 0.1
"""Weight of a feature of all the site's templates.
The most distinctive one weighs 1 more."""
MAX_TRAITS: Final = 600
"""Most features of a signature, those with the largest weights."""
MAX_RARE: Final = 4_000
"""Most rarer features of a signature, those on most pages."""
USUAL_THRESHOLD: Final = 0.7
"""Usual threshold: a template's pages are mostly above, other pages below."""
MIN_THRESHOLD: Final = 0.5
"""Smallest threshold of a template."""
SLACK: Final = 0.05
"""Distance of the threshold below the similarity of the pages learned from, all but a few."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Share and weight of one feature in a template."""

    share: float
    """Share of the template's pages with the feature, in (0, 1)."""
    weight: float
    """Weight as evidence, above 0."""


@dataclass(frozen=True, slots=True, repr=False)
class TemplateSignature:
    """Features of a template with the shares of its pages that have them."""

    traits: Mapping[int, Trait]
    """Traits by feature: those of most pages, and those of other templates' pages."""
    rare: frozenset[int]
    """Further features of some of the template's pages."""
    threshold: float
    """Least similarity of a page of the template, in [0, 1]."""
    _seen: frozenset[int] = field(init=False, repr=False, compare=False)
    _gain: dict[int, float] = field(init=False, repr=False, compare=False)
    _none: float = field(init=False, repr=False, compare=False)
    _most: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        traits = self.traits.values()
        largest = fsum(trait.weight * max(trait.share, 1 - trait.share) for trait in traits)
        gain = {key: trait.weight * (2 * trait.share - 1) for key, trait in self.traits.items()}
        none = fsum(trait.weight * (1 - trait.share) for trait in traits)
        object.__setattr__(self, "_seen", self.rare | gain.keys())
        object.__setattr__(self, "_gain", gain)
        object.__setattr__(self, "_none", none)
        object.__setattr__(self, "_most", largest)

    def __repr__(self) -> str:
        return f"<TemplateSignature of {len(self.traits)} features, from {self.threshold:.2f}>"

    def similarity(self, features: PageFeatures) -> float:
        """Compute the similarity of a page to the template, in [0, 1]; O(features of the page).

        The weighted mean, over the signature's features, of the share of the template's pages that
        agree with the page, 1 for a page that always agrees with the majority; times the share of
        the page's features that are on the template's pages, as a page of an unknown template has
        much in common with its whole site, and many features of its own.
        """
        if not features.pairs:
            return 0.0
        familiar = sum(map(self._seen.__contains__, features.pairs))
        return self.agreement(features) * familiar / len(features.pairs)

    def agreement(self, features: PageFeatures) -> float:
        """Compute the first of the two factors of :meth:`similarity`, in [0, 1]."""
        gain = sum(map(self._gain.get, features.pairs, repeat(0.0)))
        return min(1.0, max(0.0, self._none + gain) / self._most) if self._most else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return plain values: each feature by its number, with its share and weight."""
        return {
            "threshold": self.threshold,
            "features": {
                f"{key:x}": [trait.share, trait.weight] for key, trait in self.traits.items()
            },
            "known": " ".join(f"{feature:x}" for feature in sorted(self.rare)),
        }

    @classmethod
    def from_json(cls, value: Any) -> TemplateSignature:
        """Return the signature of the result of :meth:`to_json`, checked."""
        checked = _SIGNATURE(value)
        traits = dict(starmap(_trait_of, checked["features"].items()))
        rare = frozenset(map(_number_of, checked["known"].split()))
        if not traits or len(rare) > MAX_RARE:
            raise ValueError(f"it has 1 feature at least, and {MAX_RARE} others at most")
        return cls(traits, rare - traits.keys(), checked["threshold"])


def _trait_of(key: str, shares: list[float]) -> tuple[int, Trait]:
    share, weight = shares
    if share > 1:
        raise ValueError(f"a feature has a share up to 1, not {share}")
    return _number_of(key), Trait(share, weight)


def _number_of(key: str) -> int:
    if _NUMBER.fullmatch(key):
        return int(key, 16)
    raise ValueError(f"a feature's number is 1 to 16 digits of base 16, not {key!r:.80}")


def _share_of(value: object, largest: float = 1.0) -> float:
    return float(number(0, largest)(value))


_SIGNATURE: Final = parts(
    {
        "threshold": _share_of,
        "features": by_name(str, several(lambda value: _share_of(value, 2), 2, 2), MAX_TRAITS),
        "known": text(20 * MAX_RARE),
    }
)


def template_signatures(groups: Sequence[Sequence[PageFeatures]]) -> list[TemplateSignature]:
    """Compute the signature of each group of one page or more, all of one site."""
    if not all(groups):
        raise ValueError("a signature is made of at least one page")
    shares = [_shares(group) for group in groups]
    total: dict[int, float] = {}
    # Number of templates with each feature's share at DISTINCTIVE_SHARE or above.
    distinctive: Counter[int] = Counter()
    for group_shares in shares:
        for feature, share in group_shares.items():
            total[feature] = total.get(feature, 0.0) + share
            distinctive[feature] += share >= DISTINCTIVE_SHARE
    return [
        _signature(group, group_shares, total, distinctive, max(1, len(groups) - 1))
        for group, group_shares in zip(groups, shares, strict=True)
    ]


def best_match(
    page: PageFeatures, signatures: Sequence[TemplateSignature]
) -> tuple[int, float] | None:
    """Return index and similarity of the best signature (the first of equals) at its threshold."""
    best: tuple[int, float] | None = None
    for index, signature in enumerate(signatures):
        similarity = signature.similarity(page)
        if similarity >= signature.threshold and (best is None or similarity > best[1]):
            best = index, similarity
    return best


def medoid_of(pages: Sequence[PageFeatures]) -> int:
    """Return the index of the middle page, the one with the most common features.

    The first of equals. O(features of all pages).
    """
    counts = Counter(feature for page in pages for feature in page.pairs)
    half = len(pages) / 2
    # A common feature missing here costs as much as a rare feature present here.
    return max(
        range(len(pages)),
        key=lambda index: (fsum(counts[feature] - half for feature in pages[index].pairs), -index),
    )


def _shares(group: Sequence[PageFeatures]) -> dict[int, float]:
    counts = Counter(feature for page in group for feature in page.pairs)
    return {feature: (count + 0.5) / (len(group) + 1) for feature, count in counts.items()}


def _signature(
    group: Sequence[PageFeatures],
    group_shares: Mapping[int, float],
    total: Mapping[int, float],
    distinctive: Counter[int],
    further: int,
) -> TemplateSignature:
    """Return the signature of a group, with the sums over all groups, ``further`` ones beside."""
    never = 0.5 / (len(group) + 1)
    weights: dict[int, float] = {}
    for feature, count in distinctive.items():
        share = group_shares.get(feature, 0.0)
        if share >= MIN_SHARE or count > (share >= DISTINCTIVE_SHARE):
            elsewhere = (total[feature] - share) / further
            weights[feature] = COMMON_WEIGHT + abs(max(share, never) - max(0.0, elsewhere))
    chosen = sorted(weights, key=lambda feature: (-weights[feature], feature))[:MAX_TRAITS]
    traits = {
        feature: Trait(round(group_shares.get(feature, never), 3), round(weights[feature], 3))
        for feature in sorted(chosen)
    }
    counts = Counter(feature for page in group for feature in page.pairs)
    remaining = counts.keys() - traits.keys()
    rare = frozenset(sorted(remaining, key=lambda feature: (-counts[feature], feature))[:MAX_RARE])
    return TemplateSignature(traits, rare, _threshold(TemplateSignature(traits, rare, 0.0), group))


def _threshold(bare: TemplateSignature, pages: Sequence[PageFeatures]) -> float:
    """Return :data:`USUAL_THRESHOLD`, or less if the template's own pages would miss it."""
    likeness = sorted(map(bare.similarity, pages))
    # One page in twenty may be of another template.
    low = likeness[len(likeness) // 20] - SLACK
    return round(max(MIN_THRESHOLD, min(USUAL_THRESHOLD, low)), 3)
