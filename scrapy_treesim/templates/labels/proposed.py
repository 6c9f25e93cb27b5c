"""Proposals of labels for a template, from fields extracted without examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from math import sqrt
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import Detail, detail
from scrapy_treesim.detail.attributes.pairs import pairs_of
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.occurrences import (
    ABSOLUTE,
    LINKED,
    SHOWN,
    TEXT,
    NodeTexts,
    loosened,
    squeezed,
)
from scrapy_treesim.templates.labels.label_examples import node_at
from scrapy_treesim.templates.labels.labelling import Labelled, joined, label
from scrapy_treesim.templates.outline import TEXT_LABEL as OUTLINE_TEXT
from scrapy_treesim.templates.outline import (
    OutlineAlignment,
    TemplateOutline,
    align,
    induce,
    parts_of,
)
from scrapy_treesim.templates.rules import Example, LabelError, apply_rules
from scrapy_treesim.templates.template import MAX_NAME, Template, check_field_name
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.values import field_types as types

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

ACCEPTED: Final = 0.8
"""Least score of a proposal to accept it unseen. Set by hand."""
MIN_SCORE: Final = 0.25
"""Least score of a proposal. Set by hand."""
MIN_DETAIL: Final = 0.3
"""Least mean probability of the pages' details for proposing their fields. Set by hand."""
MIN_PAIR: Final = 0.5
"""Least score of a label with its value to be a field."""
SURE_OF_TEXT: Final = 0.75
"""Probability of a text alone at its position; its name is a guess, so it is less than
:data:`ACCEPTED`. Set by hand."""
LEVELS: Final = 4
"""Most elements around a text that are searched for its label. Set by hand."""
MAX_OVERLAP: Final = 0.7
"""Largest share of values in common with other proposals on the same pages. Set by hand."""
MAX_PAGES: Final = 50
"""Most pages of a template that are read."""
MAX_TEXTS: Final = 2_000
"""Most texts of a page that are read."""
MAX_PROPOSED: Final = 30
"""Most proposed fields of a template."""
MAX_VALUE_CHARS: Final = 300
"""Most characters of a value."""
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
"""Types of an item's fields other than texts."""
EXAMPLES: Final = 5
"""Most pages for learning rules, those with the most probable values."""

_MEANINGFUL_TAGS: Final = frozenset("h1 h2 h3 h4 h5 h6 time address".split())
"""Tags with a meaning that can name a field."""
MAX_STEPS: Final = 5
"""Most elements of a shown path: the innermost and those around it."""
MAX_TAG_CHARS: Final = 30
"""Most characters of a tag in a shown path."""
MAX_CLASS_CHARS: Final = 60
"""Most characters of an element's class names in a shown path."""
_DIGITS: Final = re.compile(r"\d{1,60}")
_NO_NAME: Final = re.compile(r"[^\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class ProposedValue:
    """Proposed value on one page."""

    page: int
    """Index of the page in the sequence of pages."""
    node: int
    """Element with the value."""
    take: str
    """Part of the element with the value: ``text`` or an attribute."""
    value: str
    """Value in the page's spelling, on one line."""
    probability: float
    """Probability of being the field's value, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class ProposedLabel:
    """Proposed field with its most frequent position in a template."""

    field: str
    """Name such as ``price``; a label on the page gives a name like ``net_weight``."""
    place: str
    """Tags and class names of the element and those around it."""
    values: tuple[ProposedValue, ...]
    """Values at this position, one a page."""
    pages: int
    """Number of pages that were read."""
    score: float
    """Mean probability of the values, times the share at this position of the pages with the
    field; in [0, 1]."""

    @property
    def share(self) -> float:
        """Share of all pages with a value at this position."""
        return len(self.values) / self.pages

    def on(self, page: int) -> ProposedValue | None:
        """Return the value on one of the pages."""
        return next((value for value in self.values if value.page == page), None)


_Key = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Value with its field and position."""

    field: str
    key: _Key
    """Key of the position in the template, equal on all pages."""
    value: ProposedValue
    beside: str = ""
    """Label beside the value."""


def proposed_labels(template: Template, pages: Sequence[Page]) -> tuple[ProposedLabel, ...]:
    """Propose labels for a template from some of its pages, highest score first.

    Candidates are the fields of pages about one thing, and on all pages texts that differ from page
    to page, named by labels before or around them; without fields that the template has already.
    """
    pages = pages[:MAX_PAGES]
    if not pages:
        return ()
    details = [*map(detail, pages)]
    is_detail = sum(finding.confidence for finding in details if finding) >= MIN_DETAIL * len(pages)
    outline = template.outline or induce([page.tree for page in pages])
    names = _outline_names(outline)
    by_field: dict[str, list[_Candidate]] = {}
    by_key: dict[_Key, list[_Candidate]] = {}
    seen: set[tuple[int, str]] = set()
    for number, page in enumerate(pages):
        page_candidates = _PageCandidates(number, page, align(outline, page.tree), names)
        for candidate in page_candidates.fields(details[number]) if is_detail else ():
            by_field.setdefault(candidate.field, []).append(candidate)
        for candidate in (*page_candidates.pairs(), *islice(page_candidates.texts(), MAX_TEXTS)):
            by_key.setdefault(candidate.key, []).append(candidate)
        for rule in apply_rules(template.fields, page).values():
            seen.update((number, loosened(value)) for value in rule.values)
    fields = (
        _best(group, pages) for name, group in by_field.items() if name not in template.fields
    )
    proposed = [proposal for proposal in fields if proposal is not None]
    for proposal in proposed:
        seen |= _values_of(proposal)
    # A value has one name, that of an item's field before that of a text.
    texts = [
        _proposal(candidates, len(pages), pages)
        for (position, _, _), candidates in by_key.items()
        if position < 0 or len({candidate.value.value for candidate in candidates}) > 1
    ]
    for proposal in sorted(texts, key=lambda proposal: -proposal.score):
        pairs = _values_of(proposal)
        if proposal.score < MIN_SCORE or len(proposed) >= MAX_PROPOSED:
            break
        if proposal.field not in template.fields and len(pairs & seen) <= MAX_OVERLAP * len(pairs):
            seen |= pairs
            used_names = {other.field for other in proposed}
            proposed.append(replace(proposal, field=_unused_name(proposal.field, used_names)))
    return tuple(sorted(proposed, key=lambda proposal: (-proposal.score, -len(proposal.values))))


def accept_labels(
    labelled: Labelled, labels: Sequence[ProposedLabel], pages: Sequence[Page]
) -> tuple[Labelled, list[str]]:
    """Learn the rules of proposed fields too, with their values as examples.

    ``pages`` are those of the proposals, all of one template. The list has a line with the reason
    for each field without a rule.
    """
    left_out = []
    for proposal in labels:
        try:
            learned = label(labelled.templates, examples_of(proposal, pages), pages)
            labelled = joined(labelled, learned)
        except LabelError as error:
            left_out.append(f"{proposal.field} is left out: {error}")
    return labelled, left_out


def examples_of(label: ProposedLabel, pages: Sequence[Page]) -> list[Example]:
    """Return the pages with the most probable values of a proposed field, as examples."""
    surest = sorted(label.values, key=lambda value: -value.probability)[:EXAMPLES]
    return [
        Example(
            pages[value.page],
            {label.field: value.value},
            {label.field: [value.node]},
            {label.field: value.take},
            {label.field: TYPE_OF[label.field]} if label.field in TYPE_OF else {},
            pages[value.page].url or f"page {value.page + 1}",
        )
        for value in surest
    ]


def _best(candidates: Sequence[_Candidate], pages: Sequence[Page]) -> ProposedLabel | None:
    """Propose a field at the position with most of its values; None if too few or unsure."""
    groups: dict[_Key, list[_Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate.key, []).append(candidate)
    best = max(
        groups.values(), key=lambda group: sum(candidate.value.probability for candidate in group)
    )
    label = _proposal(best, len(candidates), pages)
    return label if len(best) >= min(2, len(pages)) and label.score >= MIN_SCORE else None


def _proposal(candidates: Sequence[_Candidate], count: int, pages: Sequence[Page]) -> ProposedLabel:
    """Propose a field at one position; the score counts missing values as 0."""
    values = tuple(candidate.value for candidate in candidates)
    path = _shown_path(pages[values[0].page].tree, values[0].node)
    if candidates[0].beside:
        path += f", beside {candidates[0].beside}"
    score = sum(value.probability for value in values) / count
    return ProposedLabel(candidates[0].field, path, values, len(pages), score)


def _shown_path(tree: PageTree, node: int) -> str:
    """Return the tags and class names of an element and those around it, digits as ``N``."""
    steps: list[str] = []
    element = tree.element(node)
    while element >= 0 and len(steps) < MAX_STEPS:
        names = _DIGITS.sub("N", (tree.get(element, "class") or "")[:MAX_CLASS_CHARS])
        steps.append(".".join((tree.name(element)[:MAX_TAG_CHARS], *names.split())))
        element = tree.parent[element]
    return " > ".join(reversed(steps))


def _values_of(label: ProposedLabel) -> set[tuple[int, str]]:
    return {(value.page, loosened(value.value)) for value in label.values}


def _unused_name(name: str, used: set[str]) -> str:
    """Return the name, with a number if it is used already."""
    numbered = (f"{name[: MAX_NAME - 3]}_{number}" for number in count(2))
    return name if name not in used else next(option for option in numbered if option not in used)


def _outline_names(outline: TemplateOutline) -> list[tuple[str, int]]:
    """Return the name of the nearest named element at or above each outline node, and its distance.

    A name is a class, an id or a meaningful tag that no other element of the outline has.
    """
    names = [
        {name for part in parts or _MEANINGFUL_TAGS & {tag} if (name := _name_of(part))}
        for tag, parts in (parts_of(node.label) for node in outline.nodes)
    ]
    uses = Counter(chain.from_iterable(names))
    named: list[tuple[str, int]] = []
    for node, node_names in zip(outline.nodes, names, strict=True):
        unique = min((name for name in node_names if uses[name] == 1), default="")
        outer, levels = named[node.parent] if node.parent >= 0 else ("text", LEVELS)
        named.append((unique, 1) if unique else (outer, levels + (node.label != OUTLINE_TEXT)))
    return named


class _PageCandidates:
    """Candidate values of a page at the positions of its template."""

    def __init__(
        self, number: int, page: Page, alignment: OutlineAlignment, names: list[tuple[str, int]]
    ) -> None:
        self._number, self._page, self._alignment, self._names = number, page, alignment, names
        self._tree = page.tree
        self._position = dict(zip(alignment.node, alignment.position, strict=True))
        self._texts = NodeTexts(page)

    def fields(self, finding: Detail | None) -> Iterator[_Candidate]:
        """Yield the detail's fields with a value each."""
        for field, source in finding.sources.items() if finding else ():
            target = node_at(self._page, source.xpath) if source.xpath else None
            if target and (part := _matching_part(self._texts, target[0], source.text or "")):
                value = ProposedValue(self._number, target[0], *part, source.confidence)
                yield _Candidate(field, (self._position.get(target[0], -1), "", 0), value)

    def pairs(self) -> Iterator[_Candidate]:
        """Yield the first value beside each label."""
        seen = set()
        for pair in self._page.once(pairs_of):
            name = _name_of(pair.label)
            if pair.score >= MIN_PAIR and name and name not in seen:
                seen.add(name)
                node = self._tree.element(pair.node)
                if part := _matching_part(self._texts, node, pair.value):
                    value = ProposedValue(self._number, node, *part, pair.score)
                    yield _Candidate(name, (-1, name, 0), value, pair.label)

    def texts(self) -> Iterator[_Candidate]:
        """Yield the data texts by position, with and without a label."""
        chars, tree = self._page.once(analysis_of).chars, self._tree
        before: dict[int, int] = {}
        last = -1
        for node, is_data in zip(self._alignment.node, self._alignment.is_data, strict=True):
            if tree.tag[node] == tags.TEXT and chars[node + 1] > chars[node]:
                if is_data:
                    before[node] = last
                elif _name_of(tree.plain_text(node)):
                    last = node
        for position, nodes in self._alignment.data().items():
            data_nodes = [node for node in nodes if node in before]
            named, levels = self._names[position]
            seen: Counter[str] = Counter()
            for node in data_nodes:
                text = tree.plain_text(node)
                if len(text) > MAX_VALUE_CHARS or not loosened(text):
                    continue
                probability = SURE_OF_TEXT / sqrt(len(data_nodes))
                value = ProposedValue(
                    self._number, self._tree.element(node), TEXT, text, probability
                )
                near = self._holds(node, min(levels, LEVELS), before[node])
                label = tree.plain_text(before[node]) if near else ""
                for beside in dict.fromkeys((label, "")):
                    name = _name_of(beside) or named
                    yield _Candidate(name, (position, beside, seen[beside]), value, beside)
                    seen[beside] += 1

    def _holds(self, node: int, levels: int, before: int) -> bool:
        """Tell whether an earlier node lies in one of the ``levels`` elements around a node."""
        for _ in range(levels if before >= 0 else 0):
            if node > before:
                node = self._tree.parent[node]
        return node <= before


def _matching_part(texts: NodeTexts, node: int, text: str) -> tuple[str, str] | None:
    """Return the part of an element with a value, and the value; None without a match."""
    target, element_text = squeezed(text), texts.value(node, TEXT)
    if target and target in squeezed(element_text):
        return (TEXT, " ".join(text.split())) if len(text) <= MAX_VALUE_CHARS else None
    for name in (*SHOWN, *LINKED):
        for take in (name, ABSOLUTE + name) if name in LINKED else (name,):
            value = texts.value(node, take)
            if value and squeezed(value) == target:
                return name, value
    # The currency of an amount may be in an element beside it.
    return (TEXT, element_text) if 0 < len(element_text) <= MAX_VALUE_CHARS else None


def _name_of(label: str) -> str:
    """Return a label as a field's name; empty if it makes no valid name.

    >>> _name_of("Net weight:")
    'net_weight'
    """
    name = _NO_NAME.sub("_", label[:MAX_VALUE_CHARS].casefold()).strip("_.-")
    try:
        return check_field_name(name)
    except ValueError:
        return ""
