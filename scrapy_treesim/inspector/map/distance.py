"""Distances between the templates of a site, by what stands on their pages."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_treesim.templates.match.signature import TemplateSignature


def distance(one: TemplateSignature, other: TemplateSignature) -> float:
    """Of what pages of the two have, the part that they have not in common, in [0, 1].

    It is Soergel's distance between the shares of pages that have each feature: the sum of the
    differences over the sum of the greater shares. Symmetric, and 0 for equal shares. The weights
    of features play no part: they are great where templates differ, so that by them all would be
    far apart.
    """
    return _distance(_shares(one), one.known, _shares(other), other.known)


def distances(signatures: Sequence[TemplateSignature]) -> list[array[float]]:
    """The distance of each to those before it: row i has i numbers.

    O(pairs x features they have in common).
    """
    told = [_shares(one) for one in signatures]
    return [
        array(
            "d",
            (_distance(told[i], one.known, told[j], signatures[j].known) for j in range(i)),
        )
        for i, one in enumerate(signatures)
    ]


def _shares(signature: TemplateSignature) -> dict[int, float]:
    return {key: trait.share for key, trait in signature.traits.items()}


def _distance(
    ours: dict[int, float],
    known_to_us: frozenset[int],
    theirs: dict[int, float],
    known_to_them: frozenset[int],
) -> float:
    common = fsum(min(ours[key], theirs[key]) for key in ours.keys() & theirs.keys())
    # Of a feature that is only known its share is not: it speaks neither for nor against.
    us = fsum(ours.values()) - fsum(ours[key] for key in ours.keys() & known_to_them)
    them = fsum(theirs.values()) - fsum(theirs[key] for key in theirs.keys() & known_to_us)
    all = us + them - common
    return min(1.0, max(0.0, 1 - common / all)) if all > 0 else 1.0
