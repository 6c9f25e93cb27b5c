"""From labelled pages to rules: the candidates that find the labels, the best ones first.

Added to what is known of wrappers (Kushmerick 2000; Hao and others 2011 use what stands around a
value as well): a field may be the union of several parts, as one value is often given in two
renderings at two places; and the rules of a part are ways to find the same, so that one works where
another does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scrapy_treesim.templates.rules.candidates import (
    Candidate,
    LabelledPage,
    candidates_of,
    look_up,
    ways_of,
)
from scrapy_treesim.templates.rules.rule import FieldRules, Part, Rule
from scrapy_treesim.templates.rules.signatures import WORDED, describe, key_of
from scrapy_treesim.templates.rules.values import Example, LabelError

MAX_RULES: Final = 8
"""Of a part."""
MAX_PARTS: Final = 4
"""Of a field."""
MIN_GAIN: Final = 0.3
"""What a further part adds at least: the mean share of the values still lacking that it finds."""
MAX_SIGNATURE_CHARS: Final = 2000
"""Characters of a rule's signature."""
WRONG: Final = 1.0
MORE: Final = 0.3
"""What a page costs a rule on which it finds nothing but wrong values; some besides right ones,
or any where none is labelled (which may have been overlooked)."""


def learn_rules(examples: Sequence[Example]) -> dict[str, FieldRules]:
    """Learn rules for each labelled field, from one labelled page or more of a template.

    O(pages and candidates), a few times what it costs to apply the rules to these pages.

    Raises:
        LabelError: no examples; or a value that is empty or does not stand on its page.
    """
    if not examples:
        raise LabelError("no page is labelled; give at least one example")
    pages = [LabelledPage(example, number) for number, example in enumerate(examples)]
    ways = ways_of(pages)
    look_up(pages, ways)
    learnt = {}
    for field, some in ways.items():
        found = list(candidates_of(pages, field, some))
        wanted = [page.wanted.get(field, frozenset()) for page in pages]
        if parts := _parts(found, wanted):
            learnt[field] = FieldRules(parts)
    return learnt


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
        parts.append(Part(tuple(rule for _, rule in chosen)))
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
    """The best candidate and those that never contradict it, the best first."""
    ranked = sorted(((gain * one.prior, one) for gain, one in scored), key=lambda one: -one[0])
    chosen: list[tuple[Candidate, Rule]] = []
    for worth, one in ranked:
        if not _agree(one, ranked[0][1]) or (rule := rule_of(one, worth)) is None:
            continue
        chosen.append((one, rule))
        if len(chosen) == MAX_RULES:
            break
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
