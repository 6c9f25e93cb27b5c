"""From rules to a page's values: one pass over the page, then a few look-ups a field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.templates.rules.signatures import (
    NUMBER,
    SignatureTable,
    key_of,
    node_signatures,
)
from scrapy_treesim.templates.rules.values import NodeTexts, bare, picked

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules.rule import FieldRules, Part, Rule

MAX_VALUES: Final = 1000
"""Of a field on a page."""
MIN_FINDING: Final = 0.25
"""Share of a part's rules, by weight, that find anything where its value is. Measured."""
MAX_REMEMBERED: Final = 256
"""Sets of rules that :func:`apply_rules` keeps ready."""


@dataclass(frozen=True, slots=True)
class FieldValue:
    """The values of a field on a page."""

    values: tuple[str, ...]
    """In page order, each once, on one line each."""
    xpaths: tuple[str, ...]
    """Where each stands first; of a run of text its parent."""
    confidence: float
    """In [0, 1]: the share of the field's rules, by weight, that find just this."""
    nodes: tuple[int, ...] = ()
    """Where each value stands first: the node that it was read of, maybe a run of text."""
    found_by: tuple[FoundBy, ...] = field(default=(), compare=False)
    """Of each part that found something, how; in the order of the parts."""


class FoundBy(NamedTuple):
    """The rule that was believed, and how many find the same."""

    rule: Rule
    agreeing: int
    """Rules that find just what this one finds, itself among them."""
    of: int
    """Rules of the part."""


_Found = list[tuple[int, str]]
"""Nodes and what was read of them."""


class CompiledRules:
    """The rules of all fields of a template, ready for one page after another."""

    def __init__(self, rules: Mapping[str, FieldRules]) -> None:
        flat = [rule for field in rules.values() for part in field.parts for rule in part.rules]
        keys = [key_of(rule.signature) for rule in flat]
        self._table = SignatureTable(keys, (NUMBER[rule.signature.kind] for rule in flat))
        numbers = iter([self._table.number[key] for key in keys])
        self._fields = {
            name: [(part, [*islice(numbers, len(part.rules))]) for part in field.parts]
            for name, field in rules.items()
        }

    def apply(self, page: Page) -> dict[str, FieldValue]:
        """The fields that the page has; O(nodes) of the page for all rules together."""
        nodes = self._table.nodes(node_signatures(page.tree))
        reader = _Reader(page, nodes)
        found = {}
        for name, parts in self._fields.items():
            value = reader.field(parts)
            if value is not None:
                found[name] = value
        return found


class _Reader:
    """One page while rules are applied to it."""

    def __init__(self, page: Page, nodes: dict[int, list[int]]) -> None:
        self._page = page
        self._nodes = nodes
        self._texts = NodeTexts(page)

    def field(self, parts: Sequence[tuple[Part, list[int]]]) -> FieldValue | None:
        """The value of all parts together."""
        found: _Found = []
        found_by: list[FoundBy] = []
        sure = 1.0
        for part, numbers in parts:
            more, confidence, by = self._part(part, numbers)
            if more and by is not None:
                found += more
                found_by.append(by)
                sure = min(sure, confidence)
        if not found:
            return None
        values: dict[str, int] = {}
        for node, value in sorted(found)[:MAX_VALUES]:
            values.setdefault(value, node)
        paths = tuple(self._page.xpath(node) for node in values.values())
        nodes = tuple(values.values())
        return FieldValue(tuple(values), paths, round(sure, 4), nodes, tuple(found_by))

    def _part(self, part: Part, numbers: Sequence[int]) -> tuple[_Found, float, FoundBy | None]:
        """The nodes found by the first rule that finds any, and how many rules agree.

        None where too few rules find anything: what they find then is something else.
        """
        yields = [*map(self._yield, numbers, part.rules)]
        total = sum(rule.weight for rule in part.rules)
        finding = sum(rule.weight for rule, found in zip(part.rules, yields, strict=True) if found)
        first = next((number for number, found in enumerate(yields) if found), None)
        if first is None or finding < MIN_FINDING * total:
            return [], 0.0, None
        said = {value for _, value in yields[first]}
        agreeing = [
            rule.weight
            for found, rule in zip(yields, part.rules, strict=True)
            if found and {value for _, value in found} == said
        ]
        by = FoundBy(part.rules[first], len(agreeing), len(part.rules))
        return yields[first], sum(agreeing) / total if total else 0.0, by

    def _yield(self, number: int, rule: Rule) -> _Found:
        found = []
        for node in self._nodes.get(number, ()):
            value = bare(self._texts.taken(node, rule.take), rule.prefix, rule.suffix)
            if value:
                found.append((node, value))
        return picked(found, rule.pick, rule.among)


def apply_rules(rules: Mapping[str, FieldRules], page: Page) -> dict[str, FieldValue]:
    """Apply rules to a page; a field that it lacks is not among the results.

    Rules that come again are compiled once.
    """
    return _compiled(tuple(rules.items())).apply(page)


@lru_cache(MAX_REMEMBERED)
def _compiled(rules: tuple[tuple[str, FieldRules], ...]) -> CompiledRules:
    return CompiledRules(dict(rules))
