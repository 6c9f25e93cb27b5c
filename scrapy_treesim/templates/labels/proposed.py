"""Fields that are found without examples, proposed as labels of their template."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import detail
from scrapy_treesim.detail.attributes import pairs_of
from scrapy_treesim.detail.labels import fields_of
from scrapy_treesim.detail.source_names import shown_place
from scrapy_treesim.memory import SiteMemory
from scrapy_treesim.templates.labels.label_examples import node_at
from scrapy_treesim.templates.labels.labelling import Labelled, joined, label
from scrapy_treesim.templates.outline.template_outline import align
from scrapy_treesim.templates.rules import Example, LabelError
from scrapy_treesim.templates.rules.values import ABSOLUTE, LINKED, SHOWN, TEXT, NodeTexts, squeezed
from scrapy_treesim.templates.template import check_field_name
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import (
    AVAILABILITY,
    CODE,
    DATE,
    IMAGE,
    NUMBER,
    PRICE,
    RATING,
)

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

ACCEPTED: Final = 0.8
"""Score from which a proposal is good enough to be taken unseen. Set by hand."""
MIN_SCORE: Final = 0.3
"""Score below which nothing is proposed. Set by hand."""
MIN_SHARE: Final = 0.1
"""Share of the pages that have a value in the place. Set by hand."""
MIN_DETAIL: Final = 0.3
"""Mean probability that the pages are about one thing each, from which its fields are proposed;
of others facts by their labels alone. Set by hand."""
MIN_PAIR: Final = 0.5
"""Score of a pair of a label and a value, and share of the pages with it, that are a field."""
MAX_PAGES: Final = 50
"""Pages of a template that are read."""
MAX_ATTRIBUTES: Final = 20
"""Fields by their labels that are proposed, those on most pages."""
MAX_VALUE_CHARS: Final = 300
"""Of a value."""
TYPE_OF: Final = {
    "price": PRICE, "old_price": PRICE, "rating": RATING, "reviews": NUMBER, "date": DATE,
    "sku": CODE, "gtin": CODE, "mpn": CODE, "availability": AVAILABILITY, "image": IMAGE,
}  # fmt: skip
"""Types of an item's fields that are no texts."""
EXAMPLES: Final = 5
"""Pages with the surest values that rules are learned from."""

_NO_NAME: Final = re.compile(r"[^\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class ProposedValue:
    """A value on one of the pages."""

    page: int
    """The page's number among those that were given."""
    node: int
    """The element that it stands in."""
    take: str
    """What of it: ``text`` or an attribute."""
    value: str
    """As the page has it, on one line."""
    probability: float
    """That it is the field's, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class ProposedLabel:
    """A field and the place of a template that it was found in on most of the pages."""

    field: str
    """As ``price``; of a label that a page shows, the label as a name: ``net_weight``."""
    place: str
    """The tags and class names of the element and those around it."""
    values: tuple[ProposedValue, ...]
    """What stands there, a page one."""
    pages: int
    """How many pages were looked at."""
    score: float
    """The mean probability of the values, times the share of the pages with the field that have it
    in this place; in [0, 1]."""

    @property
    def share(self) -> float:
        """The share of all pages that have it there."""
        return len(self.values) / self.pages

    def on(self, page: int) -> ProposedValue | None:
        """The value on one of the pages."""
        return next((one for one in self.values if one.page == page), None)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A template with the rules of proposed fields."""

    labelled: Labelled
    left_out: tuple[str, ...]
    """Of fields that no rule could be learned for, why; a line each."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A value with its field and place."""

    field: str
    key: tuple[int, str, str]
    """The same for the same place of the template on all pages."""
    place: str
    value: ProposedValue
    is_pair: bool = False


def proposed_labels(template: Template, pages: Sequence[Page]) -> tuple[ProposedLabel, ...]:
    """Propose labels for a template by what is found on some of its pages, the surest ones first.

    Fields that it has already are not proposed. Every page is read twice: what the pages teach of
    their site's sources is known from the first one on.
    """
    pages = pages[:MAX_PAGES]
    memory = SiteMemory()
    read = [detail(page, memory) for page in pages]
    are_details = sum(one.confidence for one in read if one) >= MIN_DETAIL * len(pages)
    by_field: dict[str, list[_Found]] = {}
    for number, page in enumerate(pages):
        for one in _found_on(number, page, template, memory):
            by_field.setdefault(one.field, []).append(one)
    proposed = [
        label
        for found in by_field.values()
        if (are_details or found[0].is_pair)
        and found[0].field not in template.fields
        and (label := _proposed(found, len(pages))) is not None
    ]
    proposed.sort(key=lambda one: (-one.score, -len(one.values)))
    pairs = {field for field, found in by_field.items() if found[0].is_pair}
    # What a page shows in one place has one name, the field's rather than the label's.
    taken = {_where(one) for one in proposed if one.field not in pairs}
    further = [one for one in proposed if one.field in pairs and taken.isdisjoint({_where(one)})]
    kept = {one.field for one in further[:MAX_ATTRIBUTES]}
    return tuple(one for one in proposed if one.field not in pairs or one.field in kept)


def accept_labels(
    templates: Templates, labels: Sequence[ProposedLabel], pages: Sequence[Page]
) -> Accepted:
    """Learn the rules of proposed fields, with their values as examples.

    ``pages`` are those that the labels were proposed by, all of one template.
    """
    labelled = Labelled(templates, {}, {}, {})
    left_out = []
    for one in labels:
        try:
            learned = label(labelled.templates, examples_of(one, pages), pages)
        except LabelError as error:
            left_out.append(f"{one.field} is left out: {error}")
            continue
        labelled = joined(labelled, learned)
    return Accepted(labelled, tuple(left_out))


def examples_of(label: ProposedLabel, pages: Sequence[Page]) -> list[Example]:
    """The pages with the surest values of a proposed field, labelled with them."""
    surest = sorted(label.values, key=lambda one: -one.probability)[:EXAMPLES]
    return [
        Example(
            pages[one.page],
            {label.field: one.value},
            {label.field: [one.node]},
            {label.field: one.take},
            {label.field: TYPE_OF[label.field]} if label.field in TYPE_OF else {},
            pages[one.page].url or f"page {one.page + 1}",
        )
        for one in surest
    ]


def _proposed(found: Sequence[_Found], pages: int) -> ProposedLabel | None:
    """The place where most of a field's values stand; None where they are too few or unsure."""
    by_place: dict[tuple[int, str, str], list[_Found]] = {}
    for one in found:
        by_place.setdefault(one.key, []).append(one)
    best = max(by_place.values(), key=lambda of: sum(one.value.probability for one in of))
    sure = sum(one.value.probability for one in best)
    score = sure / len(found)
    share = len(best) / pages
    least = MIN_PAIR if best[0].is_pair else MIN_SHARE
    if len(best) < min(2, pages) or share < least or score < MIN_SCORE:
        return None
    values = tuple(one.value for one in best)
    return ProposedLabel(best[0].field, best[0].place, values, pages, score)


def _where(label: ProposedLabel) -> tuple[int, int]:
    return label.values[0].page, label.values[0].node


def _found_on(number: int, page: Page, template: Template, memory: SiteMemory) -> Iterator[_Found]:
    """The fields of a page and its pairs, each with its place; of a field one value."""
    found = detail(page, memory)
    if found is None:
        return
    places = _Places(page, template)
    texts = NodeTexts(page)
    pairs = {pair.node: pair.label for pair in pairs_of(page)}
    for field, source in found.sources.items():
        at = node_at(page, source.xpath) if source.xpath else None
        if at is None:
            continue
        node = at[0]
        taken = _taken(texts, node, source.text or "")
        if taken is not None:
            value = ProposedValue(number, node, *taken, source.probability)
            yield _Found(field, places.key(node, pairs.get(node, "")), places.path(node), value)
    seen = {*found.sources}
    for pair in pairs_of(page):
        name = _name_of(pair.label)
        if pair.score < MIN_PAIR or not name or name in seen or fields_of(pair.label):
            continue
        seen.add(name)
        node = places.element(pair.node)
        taken = _taken(texts, node, pair.value)
        if taken is not None:
            value = ProposedValue(number, node, *taken, pair.score)
            place = f"{places.path(node)}, beside {pair.label}"
            yield _Found(name, places.key(node, name), place, value, is_pair=True)


class _Places:
    """The places of a page's nodes in its template."""

    def __init__(self, page: Page, template: Template) -> None:
        self._tree = page.tree
        self._aligned = None if template.outline is None else align(template.outline, page.tree)

    def element(self, node: int) -> int:
        """The node, of a text the element that it stands in."""
        return self._tree.parent[node] if self._tree.tag[node] == tags.TEXT else node

    def path(self, node: int) -> str:
        """The place in words."""
        return shown_place(self._tree, node)

    def key(self, node: int, label: str) -> tuple[int, str, str]:
        """The node of the outline; of what the outline lacks, tags and class names."""
        if self._aligned is not None:
            at = bisect_left(self._aligned.node, node)
            if at < len(self._aligned.node) and self._aligned.node[at] == node:
                place = self._aligned.place[at]
                if place >= 0:
                    return place, "", label
        return -1, self.path(node), label


def _taken(texts: NodeTexts, node: int, text: str) -> tuple[str, str] | None:
    """The part of an element that says a value, and the value; None where none does."""
    wanted, own = squeezed(text), texts.taken(node, TEXT)
    if wanted and wanted in squeezed(own):
        return (TEXT, " ".join(text.split())) if len(text) <= MAX_VALUE_CHARS else None
    for name in (*SHOWN, *LINKED):
        for take in (name, ABSOLUTE + name) if name in LINKED else (name,):
            value = texts.taken(node, take)
            if value and squeezed(value) == wanted:
                return name, value
    # The currency of an amount may stand in an element beside it.
    return (TEXT, own) if 0 < len(own) <= MAX_VALUE_CHARS else None


def _name_of(label: str) -> str:
    """The name of a field that a label is; empty where it would be none.

    >>> _name_of("Net weight:")
    'net_weight'
    """
    name = _NO_NAME.sub("_", label[:MAX_VALUE_CHARS].casefold()).strip("_.-")
    try:
        return check_field_name(name)
    except ValueError:
        return ""
