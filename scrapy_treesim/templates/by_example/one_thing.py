"""Pages about one thing: their fields by rules, learned from the values that one page shows.

Records of a list show by what they share where each of their fields is. A page about one thing has
nothing like it beside it, and what is in it moves from page to page where a field is missing; but
its labels, class names and order stay, which is what a template's rules go by (:mod:`..rules`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.named_fields import FieldNodes
from scrapy_treesim.records.table.standard_fields import ADDRESSES
from scrapy_treesim.templates.by_example.shown_values import Values, check_values, texts_on
from scrapy_treesim.templates.rules import Example, FieldRules, apply_rules, learn_rules
from scrapy_treesim.values.field_types import LIST, TEXT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.by_example.example_record import NamedField

MIN_CONFIDENCE: Final = 0.5
"""Least mean confidence of the fields on a page of the same kind. Of 18 sites' own pages all have
it, of other pages of these sites those alone that are laid out like them."""


def learn_fields(page: Page, values: Values) -> dict[str, FieldRules]:
    """Learn the rules of the fields that a page shows; those found by no rule have none.

    Raises:
        ValueError: as :func:`.check_values`.
    """
    shown = check_values(values)
    labels = {name: texts_on(page, texts) for name, texts in shown.items()}
    rules = learn_rules([Example(page, labels)])
    return {
        name: replace(field, type=LIST if len(shown[name]) > 1 else TEXT)
        for name, field in rules.items()
    }


def read_fields(
    page: Page, rules: Mapping[str, FieldRules], named: Iterable[NamedField]
) -> tuple[list[FieldNodes], float]:
    """Return the fields that rules find on a page, with their mean confidence, in [0, 1].

    There are none on a page of another kind. ``named`` are the fields of the example.
    """
    values = apply_rules(rules, page)
    confidence = sum(value.confidence for value in values.values()) / len(rules)
    if confidence < MIN_CONFIDENCE:
        return [], confidence
    kinds = {field.name: field.kind for field in reversed([*named])}
    fields = []
    for name, value in values.items():
        texts = rules[name].of_type(value.values)
        kind = kinds.get(name, TEXT)
        if kind in ADDRESSES:
            texts = (*(page.absolute(text) or text for text in texts),)
        nodes = [(node, node + page.tree.size[node]) for node in value.nodes[: len(texts)]]
        fields.append(FieldNodes(name, kind, nodes, texts))
    return fields, confidence
