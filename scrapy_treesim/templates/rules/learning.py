"""From labelled pages to rules: the candidates that find the labels, the best ones first.

Added to what is known of wrappers (Kushmerick 2000; Hao and others 2011 use what stands around a
value as well): a field may be the union of several parts, as one value is often given in two
renderings at two places; the rules of a part are ways to find the same, of as different kinds as
can be had, so that one works where another does not; and how many of them still find it says
whether it is there at all. Pages without labels lower the prior of candidates that the rest
disagrees with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.candidates import (
    Candidate,
    LabelledPage,
    ReadPage,
    candidates_of,
    look_up,
    values_of,
    ways_of,
)
from scrapy_treesim.templates.rules.rule import FieldRules, Part, Rule
from scrapy_treesim.templates.rules.signatures import WORDED, describe, key_of
from scrapy_treesim.templates.rules.values import Example, LabelError, picked

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_RULES: Final = 8
"""Of a part."""
MAX_PARTS: Final = 4
"""Of a field."""
MIN_GAIN: Final = 0.3
"""What a further part adds at least: the mean share of the values still lacking that it finds."""
SAME_PLACE: Final = 0.85
SAME_KIND: Final = 0.95
"""What a rule loses for each one before it of its place, or of its kind: others fail otherwise."""
FLOOR: Final = 0.15
"""Rules that are worth less than this share of a part's best are left out."""
MIN_AGREEMENT: Final = 0.5
"""Of the rules' agreement on labelled pages, what a new page must have, if there are many pages."""
MAX_SIGNATURE_CHARS: Final = 2000
"""Characters of a rule's signature."""
WRONG: Final = 1.0
MORE: Final = 0.3
"""What a page costs a rule on which it finds nothing but wrong values; some besides right ones,
or any where none is labelled (which may have been overlooked)."""


def learn_rules(examples: Sequence[Example], others: Sequence[Page] = ()) -> dict[str, FieldRules]:
    """Learn rules for each labelled field, from one labelled page or more of a template.

    ``others`` are pages of the template without labels: of rules that are as good, those that agree
    with most of the rest on them are taken. O(pages and candidates), a few times what it costs to
    apply the rules to these pages.

    Raises:
        LabelError: no examples; or a value that is empty or does not stand on its page.
    """
    if not examples:
        raise LabelError("no page is labelled; give at least one example")
    pages = [LabelledPage(example, number) for number, example in enumerate(examples)]
    unlabelled = [ReadPage(page) for page in others]
    ways = ways_of(pages)
    look_up([*pages, *unlabelled], ways)
    learnt = {}
    for field, some in ways.items():
        found = list(candidates_of(pages, field, some))
        if unlabelled:
            found = agreement(found, unlabelled)
        wanted = [page.wanted.get(field, frozenset()) for page in pages]
        # Where nothing else finds the field, a page may lack its label by mistake.
        parts = _parts(_silent_where_lacking(found, wanted), wanted) or _parts(found, wanted)
        if parts:
            learnt[field] = FieldRules(parts)
    return learnt


def _silent_where_lacking(
    found: Sequence[Candidate], wanted: Sequence[frozenset[str]]
) -> list[Candidate]:
    """The candidates that find nothing on any labelled page that lacks the field."""
    lacking = [number for number, values in enumerate(wanted) if not values]
    return [one for one in found if not any(one.yields[number] for number in lacking)]


def _parts(found: Sequence[Candidate], wanted: Sequence[frozenset[str]]) -> tuple[Part, ...]:
    """The best part; then, of the values that it leaves, the best of those, and so on."""
    lacking = [set(values) for values in wanted]
    parts: list[Part] = []
    while len(parts) < MAX_PARTS and any(lacking):
        gains: dict[int, float] = {}
        for one in found:
            if id(one.yields) not in gains:
                gains[id(one.yields)] = score(one.yields, lacking, wanted)
        scored = [
            (gain, one)
            for one in found
            if (gain := gains[id(one.yields)]) > (MIN_GAIN if parts else 0)
        ]
        if not scored:
            break
        chosen = _different(scored)
        if not chosen:
            break
        parts.append(_part(chosen))
        for number, values in enumerate(lacking):
            yields = (one.yields[number] for one, _ in chosen)
            values -= next(filter(None, yields), frozenset())
    return tuple(parts)


def score(
    yields: Sequence[frozenset[str]],
    lacking: Sequence[set[str]],
    wanted: Sequence[frozenset[str]],
) -> float:
    """The mean over the pages of the share of the lacking values that is found; at most 1."""
    total, pages = 0.0, 0
    for found, left, values in zip(yields, lacking, wanted, strict=True):
        pages += bool(values)
        if not found:
            continue
        if not values:
            total -= MORE
        elif found <= values:
            total += len(found & left) / len(left) if left else 0.0
        elif found & left:
            total += len(found & left) / len(found | left) - MORE
        else:
            total -= WRONG
    return total / max(1, pages)


def _different(scored: list[tuple[float, Candidate]]) -> list[tuple[Candidate, Rule]]:
    """The best candidate and those that never contradict it, of many places and kinds."""
    scored = [(gain * one.prior, one) for gain, one in scored]
    best = max(scored, key=lambda one: one[0])
    left = [(worth, one) for worth, one in scored if _agree(one, best[1])]
    places: Counter[tuple[int, ...]] = Counter()
    kinds: Counter[str] = Counter()
    chosen: list[tuple[Candidate, Rule]] = []
    number: dict[tuple[int, ...], int] = {}
    while left and len(chosen) < MAX_RULES:
        worths = [
            worth * SAME_PLACE ** places[one.places] * SAME_KIND ** kinds[one.origin.kind]
            for worth, one in left
        ]
        worth = max(worths)
        if worth < FLOOR * best[0]:
            break
        one = left.pop(worths.index(worth))[1]
        rule = rule_of(one, worth)
        if rule is not None:
            places[one.places] += 1
            kinds[one.origin.kind] += 1
            place = number.setdefault(one.places, len(number))
            chosen.append((one, replace(rule, place=place)))
    return chosen


def _agree(one: Candidate, other: Candidate) -> bool:
    return all(
        not mine or not its or mine == its
        for mine, its in zip(one.yields, other.yields, strict=True)
    )


def rule_of(one: Candidate, weight: float) -> Rule | None:
    """The candidate as a rule; None where its signature cannot be written."""
    page, kind, found = one.origin
    words = page.words(kind, found.node) if kind in WORDED else ""
    signature = describe(page.page.tree, found.node, kind, words)
    if len(signature.place) + len(words) > MAX_SIGNATURE_CHARS:
        return None
    try:
        if key_of(signature) != one.way.key:
            return None
    except ValueError:
        return None
    _, take, prefix, suffix = one.way
    return Rule(signature, take, one.pick, prefix, suffix, weight, among=one.among)


def _part(chosen: Sequence[tuple[Candidate, Rule]]) -> Part:
    """The rules, and how many of a place's must find it.

    That is a share of the lowest on any labelled page; how much of it grows with their number, as
    in Laplace's rule of succession: of one page little can be told.
    """
    shares = []
    for page in range(len(chosen[0][0].yields)):
        yields = [(bool(one.yields[page]), rule) for one, rule in chosen]
        first = next((rule.place for found, rule in yields if found), None)
        if first is not None:
            there = [(found, rule.weight) for found, rule in yields if rule.place == first]
            shares.append(sum(w for found, w in there if found) / sum(w for _, w in there))
    pages = len(shares)
    least = MIN_AGREEMENT * min(shares) * pages / (pages + 2)
    return Part(tuple(rule for _, rule in chosen), least)


AGREEMENT_WEIGHT: Final = 0.25
"""The part of the prior that depends on the agreement of pages without labels."""
MAX_UNLABELLED: Final = 20
"""Pages without labels that are asked; more say the same."""


def agreement(found: Sequence[Candidate], pages: Sequence[ReadPage]) -> list[Candidate]:
    """The candidates, with the prior of each lowered by how few of the others agree with it.

    On each page a candidate's share is that of all candidates, by prior, that find just the same;
    0 where it finds nothing.
    """
    shares = [0.0] * len(found)
    for page in pages[:MAX_UNLABELLED]:
        said = [
            frozenset(value for _, value in picked(values_of(page, one.way), one.pick, one.among))
            for one in found
        ]
        of: dict[frozenset[str], float] = {}
        for values, one in zip(said, found, strict=True):
            of[values] = of.get(values, 0.0) + one.prior
        total = sum(of.values())
        for number, values in enumerate(said):
            if values:
                shares[number] += of[values] / total
    asked = len(pages[:MAX_UNLABELLED])
    return [
        replace(one, prior=one.prior * (1 - AGREEMENT_WEIGHT + AGREEMENT_WEIGHT * share / asked))
        for one, share in zip(found, shares, strict=True)
    ]
