"""Fields that are found without examples, proposed as labels of their template."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from math import sqrt
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import Detail, detail
from scrapy_treesim.detail.attributes.pairs import pairs_of
from scrapy_treesim.templates.labels.label_examples import node_at
from scrapy_treesim.templates.labels.labelling import Labelled, joined, label
from scrapy_treesim.templates.outline import TEXT as LABEL_OF_TEXT
from scrapy_treesim.templates.outline import Alignment, TemplateOutline, align, induce, parts_of
from scrapy_treesim.templates.rules import Example, LabelError, apply_rules
from scrapy_treesim.templates.rules.values import (
    ABSOLUTE,
    LINKED,
    SHOWN,
    TEXT,
    NodeTexts,
    loosened,
    squeezed,
)
from scrapy_treesim.templates.template import MAX_NAME, Template, check_field_name
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.values import field_types as types

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

ACCEPTED: Final = 0.8
"""Score from which a proposal is good enough to be taken unseen. Set by hand."""
MIN_SCORE: Final = 0.25
"""Score below which nothing is proposed. Set by hand."""
MIN_DETAIL: Final = 0.3
"""Mean probability that the pages are about one thing each, from which its fields are proposed.
Set by hand."""
MIN_PAIR: Final = 0.5
"""Score of a pair of a label and a value that is a field."""
SURE_OF_TEXT: Final = 0.75
"""Probability of a text that stands alone at its place; its name is a guess, so it is less than
:data:`ACCEPTED`. Set by hand."""
LEVELS: Final = 4
"""Elements around a text that may hold its label. Set by hand."""
MAX_KNOWN: Final = 0.7
"""Share of a place's values that other proposals have on the same pages. Set by hand."""
MAX_PAGES: Final = 50
"""Pages of a template that are read."""
MAX_TEXTS: Final = 2_000
"""Texts of a page that are looked at."""
MAX_PROPOSED: Final = 30
"""Fields of a template that are proposed."""
MAX_VALUE_CHARS: Final = 300
"""Of a value."""
TYPE_OF: Final = {
    "price": types.PRICE,
    "old_price": types.PRICE,
    "rating": types.RATING,
    "reviews": types.NUMBER,
    "date": types.DATE,
    "sku": types.CODE,
    "gtin": types.CODE,
    "mpn": types.CODE,
    "availability": types.AVAILABILITY,
    "image": types.IMAGE,
}
"""Types of an item's fields that are no texts."""
EXAMPLES: Final = 5
"""Pages with the surest values that rules are learned from."""

_TELLING: Final = frozenset("h1 h2 h3 h4 h5 h6 time address".split())
"""Tags that say what they hold."""
MAX_STEPS: Final = 5
"""Elements that a place is told by: its own and those around it."""
MAX_TAG_CHARS: Final = 30
"""Of an element's tag."""
MAX_CLASS_CHARS: Final = 60
"""Of an element's class names."""
_DIGITS: Final = re.compile(r"\d{1,60}")
_NO_NAME: Final = re.compile(r"[^\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class ProposedValue:
    """A value on one of the pages."""

    page: int
    """The page's number among those that were given."""
    node: int
    """The element that it stands in."""
    take: str
    """Part of it that is taken: ``text`` or an attribute."""
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
    """Values there, one a page."""
    pages: int
    """Number of pages that were looked at."""
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


_Key = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class _Found:
    """A value with its field and place."""

    field: str
    key: _Key
    """The same for the same place of the template on all pages."""
    value: ProposedValue
    beside: str = ""
    """The label beside it."""


def proposed_labels(template: Template, pages: Sequence[Page]) -> tuple[ProposedLabel, ...]:
    """Propose labels for a template by what is found on some of its pages, the surest ones first.

    Of pages about one thing its fields; of all pages the texts that differ from page to page, named
    by what the template has before or around them. What it has fields for already is not proposed.
    """
    pages = pages[:MAX_PAGES]
    if not pages:
        return ()
    read = [*map(detail, pages)]
    are_details = sum(one.confidence for one in read if one) >= MIN_DETAIL * len(pages)
    outline = template.outline or induce([page.tree for page in pages])
    names = _names(outline)
    by_field: dict[str, list[_Found]] = {}
    by_key: dict[_Key, list[_Found]] = {}
    known: set[tuple[int, str]] = set()
    for number, page in enumerate(pages):
        places = _Places(number, page, align(outline, page.tree), names)
        for found in places.fields(read[number]) if are_details else ():
            by_field.setdefault(found.field, []).append(found)
        for found in (*places.pairs(), *islice(places.texts(), MAX_TEXTS)):
            by_key.setdefault(found.key, []).append(found)
        for rule in apply_rules(template.fields, page).values():
            known.update((number, loosened(value)) for value in rule.values)
    fields = (_best(of, pages) for name, of in by_field.items() if name not in template.fields)
    proposed = [one for one in fields if one is not None]
    for one in proposed:
        known |= _said(one)
    # What a page shows in one place has one name, that of an item's field if it is one.
    texts = [
        _proposed(of, len(pages), pages)
        for (place, _, _), of in by_key.items()
        if place < 0 or len({one.value.value for one in of}) > 1
    ]
    for one in sorted(texts, key=lambda one: -one.score):
        said = _said(one)
        if one.score < MIN_SCORE or len(proposed) >= MAX_PROPOSED:
            break
        if one.field not in template.fields and len(said & known) <= MAX_KNOWN * len(said):
            known |= said
            taken = {other.field for other in proposed}
            proposed.append(replace(one, field=_free(one.field, taken)))
    return tuple(sorted(proposed, key=lambda one: (-one.score, -len(one.values))))


def accept_labels(
    labelled: Labelled, labels: Sequence[ProposedLabel], pages: Sequence[Page]
) -> tuple[Labelled, list[str]]:
    """Learn the rules of proposed fields too, with their values as examples.

    ``pages`` are those that the labels were proposed by, all of one template. Of fields that no
    rule could be learned for a line each says why.
    """
    left_out = []
    for one in labels:
        try:
            learned = label(labelled.templates, examples_of(one, pages), pages)
        except LabelError as error:
            left_out.append(f"{one.field} is left out: {error}")
            continue
        labelled = joined(labelled, learned)
    return labelled, left_out


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


def _best(found: Sequence[_Found], pages: Sequence[Page]) -> ProposedLabel | None:
    """The place where most of a field's values stand; None where they are too few or unsure."""
    by_place: dict[_Key, list[_Found]] = {}
    for one in found:
        by_place.setdefault(one.key, []).append(one)
    best = max(by_place.values(), key=lambda of: sum(one.value.probability for one in of))
    label = _proposed(best, len(found), pages)
    return label if len(best) >= min(2, len(pages)) and label.score >= MIN_SCORE else None


def _proposed(found: Sequence[_Found], among: int, pages: Sequence[Page]) -> ProposedLabel:
    """The proposal of one place, its score that of a value on each of so many pages."""
    values = tuple(one.value for one in found)
    place = _shown_place(pages[values[0].page].tree, values[0].node)
    if found[0].beside:
        place += f", beside {found[0].beside}"
    score = sum(value.probability for value in values) / among
    return ProposedLabel(found[0].field, place, values, len(pages), score)


def _shown_place(tree: PageTree, node: int) -> str:
    """The tags and class names of an element and those around it, digits left open.

    A text's are those of the element that it stands in.
    """
    steps: list[str] = []
    at = tree.parent[node] if tree.tag[node] == tags.TEXT else node
    while at >= 0 and len(steps) < MAX_STEPS:
        names = _DIGITS.sub("N", (tree.get(at, "class") or "")[:MAX_CLASS_CHARS])
        steps.append(".".join((tree.name(at)[:MAX_TAG_CHARS], *names.split())))
        at = tree.parent[at]
    return " > ".join(reversed(steps))


def _said(label: ProposedLabel) -> set[tuple[int, str]]:
    return {(one.page, loosened(one.value)) for one in label.values}


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken."""
    numbered = (f"{name[: MAX_NAME - 3]}_{number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _names(outline: TemplateOutline) -> list[tuple[str, int]]:
    """The name of the smallest element around each place that has one, and how far out it is.

    A name is a class, an id or a telling tag that no other element of the outline has.
    """
    names = [
        {name for one in found or _TELLING & {tag} if (name := _name_of(one))}
        for tag, found in (parts_of(node.label) for node in outline.nodes)
    ]
    uses = Counter(name for some in names for name in some)
    named: list[tuple[str, int]] = []
    for node, some in zip(outline.nodes, names, strict=True):
        own = min((name for name in some if uses[name] == 1), default="")
        outer, levels = named[node.parent] if node.parent >= 0 else ("text", LEVELS)
        named.append((own, 1) if own else (outer, levels + (node.label != LABEL_OF_TEXT)))
    return named


class _Places:
    """The values of a page at the places of its template."""

    def __init__(
        self, number: int, page: Page, laid: Alignment, names: list[tuple[str, int]]
    ) -> None:
        self._number, self._page, self._laid, self._names = number, page, laid, names
        self._tree = page.tree
        self._place = dict(zip(laid.node, laid.place, strict=True))
        self._texts = NodeTexts(page)

    def fields(self, found: Detail | None) -> Iterator[_Found]:
        """The fields of a page about one thing, a value each."""
        for field, source in found.sources.items() if found else ():
            at = node_at(self._page, source.xpath) if source.xpath else None
            if at and (taken := _taken(self._texts, at[0], source.text or "")):
                value = ProposedValue(self._number, at[0], *taken, source.confidence)
                yield _Found(field, (self._place.get(at[0], -1), "", 0), value)

    def pairs(self) -> Iterator[_Found]:
        """The values beside labels, of a label the first one."""
        seen = set()
        for pair in pairs_of(self._page):
            name = _name_of(pair.label)
            if pair.score >= MIN_PAIR and name and name not in seen:
                seen.add(name)
                node = self._element(pair.node)
                if taken := _taken(self._texts, node, pair.value):
                    value = ProposedValue(self._number, node, *taken, pair.score)
                    yield _Found(name, (-1, name, 0), value, pair.label)

    def texts(self) -> Iterator[_Found]:
        """The texts that are not the template's, at their places with and without a label."""
        chars, tree = self._page.analysis.chars, self._tree
        before: dict[int, int] = {}
        last = -1
        for node, is_data in zip(self._laid.node, self._laid.is_data, strict=True):
            if tree.tag[node] == tags.TEXT and chars[node + 1] > chars[node]:
                if is_data:
                    before[node] = last
                elif _name_of(tree.plain_text(node)):
                    last = node
        for place, nodes in self._laid.data().items():
            shown = [node for node in nodes if node in before]
            named, levels = self._names[place]
            seen: Counter[str] = Counter()
            for node in shown:
                text = tree.plain_text(node)
                if len(text) > MAX_VALUE_CHARS or not loosened(text):
                    continue
                sure = SURE_OF_TEXT / sqrt(len(shown))
                value = ProposedValue(self._number, self._element(node), TEXT, text, sure)
                near = self._holds(node, min(levels, LEVELS), before[node])
                label = tree.plain_text(before[node]) if near else ""
                for beside in dict.fromkeys((label, "")):
                    name = _name_of(beside) or named
                    yield _Found(name, (place, beside, seen[beside]), value, beside)
                    seen[beside] += 1

    def _element(self, node: int) -> int:
        """The node, of a text the element that it stands in."""
        return self._tree.parent[node] if self._tree.tag[node] == tags.TEXT else node

    def _holds(self, node: int, levels: int, before: int) -> bool:
        """Tell whether one of so many elements around a node holds an earlier one."""
        for _ in range(levels if before >= 0 else 0):
            if node > before:
                node = self._tree.parent[node]
        return node <= before


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
