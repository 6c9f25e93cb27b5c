"""The fields of a template known from pages as they were before: found by their values.

A redesign leaves most values as they are. On the pages of a new template each value that was found
at the same address before (or on the page with the same values, where addresses have changed) is
looked for; pages on which all of them stand are examples, of which rules are learned as of a
person's. How sure these are is told by rules of half the pages, asked about the other pages.

All fields are learned together at first, from pages on which nothing is unknown. Of one that comes
out unsure it may be that pages which lacked it before have it now, or that a change of another
field kept pages away: it is learned once more by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import Example, FieldRules, LabelError, apply_rules, learn_rules
from scrapy_treesim.templates.rules.values import (
    TEXT,
    NodeTexts,
    PageText,
    in_attributes,
    loosened,
    squeezed,
)
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import DATE, LIST, PRICE, type_of, value_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.pending import SeenPage
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template


Values = tuple[str, ...]

MAX_SHORT: Final = 40
"""Characters of a text that may be a price or date."""
MAX_SHORT_TEXTS: Final = 2_000
"""Such texts of a page that are read."""
TELLING: Final = 6
"""Letters and digits of a value that tells one page from others."""
MAX_SHARED: Final = 3
"""Pages that may have a value if it is to tell one from others."""
MIN_TOLD: Final = 2
"""Values that a page shares with one seen before, if it is to be the same under a new address."""
MIN_SHARED: Final = 0.6
"""Share of a page's telling values that it still has; a list has some of many pages."""
MAX_RUNS: Final = 3_000
"""Runs of text of a page by which it is known again."""

_UNSHOWN: Final = tags.numbers("script style template noscript")


class RememberedPages:
    """Pages seen before, found again by their address or by their values."""

    def __init__(self, pages: Iterable[SeenPage]) -> None:
        self._by_url: dict[str, SeenPage] = {}
        by_value: dict[str, list[str]] = {}
        for page in pages:
            self._by_url[page.url] = page
            for value in _telling(page):
                of = by_value.setdefault(value, [])
                if len(of) <= MAX_SHARED:
                    of.append(page.url)
        self._by_value = {value: of for value, of in by_value.items() if len(of) <= MAX_SHARED}

    def of(self, page: Page) -> SeenPage | None:
        """The same page as it was seen before: at its address, or else with most of its values."""
        known = self._by_url.get(page.url)
        if known is not None:
            return known
        votes: dict[str, int] = {}
        for value in _runs(page):
            for url in self._by_value.get(value, ()):
                votes[url] = votes.get(url, 0) + 1
        if not votes:
            return None
        first, *others = sorted(votes.items(), key=lambda one: -one[1])[:2]
        if first[1] < MIN_TOLD or (others and others[0][1] == first[1]):
            return None
        seen = self._by_url[first[0]]
        telling = sum(value in self._by_value for value in _telling(seen))
        return seen if first[1] >= MIN_SHARED * telling else None


def _telling(page: SeenPage) -> set[str]:
    values = (loosened(value) for some in page.fields.values() for value in some)
    return {value for value in values if len(value) >= TELLING}


def _runs(page: Page) -> set[str]:
    """The runs of text of a page; of ``label: value`` the value too."""
    found: set[str] = set()
    tree = page.tree
    runs = (node for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    for _, node in zip(range(MAX_RUNS), runs, strict=False):
        text = tree.plain_text(node)[:400]
        found.update((loosened(text), loosened(text.rpartition(":")[2])))
    return found


class PageValues:
    """A page on which values seen before are looked for; ``wanted`` are all of them."""

    def __init__(self, page: Page, wanted: Iterable[str]) -> None:
        self._page = page
        self._text = PageText(page)
        self._loose: PageText | None = None
        self._texts = NodeTexts(page)
        self._in_attributes = {key for key, _ in in_attributes(page, {*map(squeezed, wanted)})}
        self._short: list[str] | None = None
        self._by_type: dict[str, dict[object, str]] = {}

    def find(self, type: str, values: Sequence[str]) -> Values | None:
        """The values as this page has them; None where one of them is not there."""
        found = [self._one(type, value) for value in values]
        kept = tuple(one for one in found if one is not None)
        return kept if len(kept) == len(values) else None

    def _one(self, type: str, value: str) -> str | None:
        wanted = squeezed(value)
        if not wanted:
            return None
        if wanted in self._in_attributes or self._text.find(wanted):
            return value
        if type in (PRICE, DATE):
            return self._of_type(type, value)
        return self._loosely(value)

    def _loosely(self, value: str) -> str | None:
        if self._loose is None:
            self._loose = PageText(self._page, loosened)
        wanted = loosened(value)
        return value if len(wanted) > 1 and self._loose.find(wanted) else None

    def _of_type(self, type: str, value: str) -> str | None:
        """The text that is the same price or day."""
        if type not in self._by_type:
            texts = reversed(self._short_texts())
            self._by_type[type] = {_compared(type, text): text for text in texts}
        wanted = _compared(type, value)
        return None if wanted is None else self._by_type[type].get(wanted)

    def _short_texts(self) -> list[str]:
        """The texts of runs, and of elements with little more, that have a digit."""
        if self._short is None:
            tree = self._page.tree
            nodes: dict[int, None] = {}
            for node in self._text.nodes:
                parent = tree.parent[node]
                if tree.tag[parent] not in _UNSHOWN:
                    nodes.update({node: None, parent: None, tree.parent[parent]: None})
            said = (
                self._texts.taken(node, TEXT)
                for node in nodes
                if node >= 0 and tree.start[node + tree.size[node]] - tree.start[node] < 400
            )
            short = (one for one in said if len(one) <= MAX_SHORT and any(map(str.isdigit, one)))
            self._short = [*dict.fromkeys(short)][:MAX_SHORT_TEXTS]
        return self._short


def _compared(type: str, text: str) -> object:
    """The amount or day that a text says; None where it says none."""
    value = value_of(type, text)
    return value["amount"] if isinstance(value, dict) else value


def fields_on(
    page: Page, seen: SeenPage, types: Mapping[str, str]
) -> tuple[dict[str, Values], frozenset[str]]:
    """The fields of a page seen before as it has them now, and those that are not found on it."""
    values = PageValues(page, (value for some in seen.fields.values() for value in some))
    found: dict[str, Values] = {}
    for name, before in seen.fields.items():
        now = values.find(types.get(name, ""), before)
        if now is not None:
            found[name] = now
    return found, frozenset(seen.fields.keys() - found.keys())


EXAMPLES: Final = 8
"""Pages that rules are learned from."""
SURE: Final = 0.9
"""A field that is less sure is learned once more, by itself."""


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page, what stands on it by field, and the fields of which it is not known."""

    page: Page
    fields: Mapping[str, Values]
    unknown: frozenset[str]


@dataclass(frozen=True, slots=True)
class FieldAgain:
    """A field as it was found again."""

    name: str
    sure: float
    """Confidence of its rules, in (0, 1), by the rule of succession.
    The share of the pages asked on which they give just what was known of the page."""
    right: int
    """On how many pages they do, those without the field among them."""
    asked: int
    example: str
    """A value of it."""
    rules: FieldRules


def fields_again(
    pages: Sequence[KnownPage], names: Sequence[str], types: Mapping[str, str]
) -> dict[str, FieldAgain]:
    """Learn some fields of pages; one that cannot be learned is not among them."""
    found = _tried(pages, names, types, pages)
    for name in names:
        if name in found and found[name].sure >= SURE:
            continue
        told = [one for one in pages if name not in one.unknown]
        for some in (told, [one for one in told if name in one.fields]):
            again = _tried(some, [name], types, told).get(name)
            if again is not None and (name not in found or again.sure > found[name].sure):
                found[name] = again
    return found


def _tried(
    known: Sequence[KnownPage],
    names: Sequence[str],
    types: Mapping[str, str],
    asked: Sequence[KnownPage],
) -> dict[str, FieldAgain]:
    """Learn some fields of some pages; how sure they are the rules of either half tell.

    Nothing is asked of what it was learned from.
    """
    halves = [_learned(half, names, types) for half in (known[::2], known[1::2])]
    found = {}
    for name, one in _learned(known, names, types)[0].items():
        marks = [
            _is_right(rules.get(name), name, page)
            for rules, examples in halves
            for page in asked
            if name not in page.unknown and page not in examples
        ]
        sure = round((sum(marks) + 1) / (len(marks) + 2), 4)
        found[name] = FieldAgain(name, sure, sum(marks), len(marks), _value(known, name), one)
    return found


def _learned(
    known: Sequence[KnownPage], names: Sequence[str], types: Mapping[str, str]
) -> tuple[dict[str, FieldRules], list[KnownPage]]:
    """The rules of the fields and the pages that they were learned from."""
    wanted = frozenset(names)
    whole = [one for one in known if not one.unknown & wanted]
    chosen = whole[:EXAMPLES]
    # What stands on them besides tells where such values stand.
    examples = [Example(one.page, {**one.fields}) for one in chosen]
    try:
        rules = learn_rules(examples)
    except LabelError:
        return {}, []
    return {
        name: replace(rules[name], type=types.get(name, "")) for name in names if name in rules
    }, chosen


def _is_right(rules: FieldRules | None, name: str, known: KnownPage) -> bool:
    """Tell whether rules give just what is known of a page."""
    found = apply_rules({name: rules}, known.page).get(name) if rules else None
    got = found.values if found else ()
    if rules and rules.type not in ("", LIST):
        got = got[:1]
    return {*map(loosened, got)} == {*map(loosened, known.fields.get(name, ()))}


def _value(known: Sequence[KnownPage], name: str) -> str:
    return next((", ".join(one.fields[name]) for one in known if name in one.fields), "")


MAX_PAGES: Final = 60
"""Pages of a template that are looked at."""
MIN_FOUND: Final = 0.5
"""Share of the pages with a field before on which its values must stand now."""
MIN_PAGES: Final = 3
"""Pages seen before that are enough to go by."""


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """A template whose fields were found again."""

    template: str
    """Its id."""
    before: str
    """The id of the template that found the values."""
    pages: int
    """Number of pages of it that were seen before."""
    fields: tuple[FieldAgain, ...]
    """The surest first."""
    lost: tuple[str, ...]
    """Fields that were not found again."""


def lost_fields(
    template: Template, pages: Sequence[Page], remembered: RememberedPages
) -> frozenset[str]:
    """The fields whose values still stand on pages of a template where its rules miss them."""
    types = {name: rules.type for name, rules in template.fields.items()}
    before, missed = Counter[str](), Counter[str]()
    for page in pages[:MAX_PAGES]:
        seen = remembered.of(page)
        if seen is None or seen.template != template.id:
            continue
        rest = seen.fields.keys() - apply_rules(template.fields, page).keys()
        before.update(seen.fields.keys())
        fields = {name: seen.fields[name] for name in rest & template.fields.keys()}
        missed.update(fields_on(page, replace(seen, fields=fields), types)[0].keys())
    return frozenset(
        name
        for name, number in missed.items()
        if number >= MIN_PAGES and number >= MIN_FOUND * before[name]
    )


def found_again(
    templates: Templates,
    template: Template,
    pages: Sequence[Page],
    remembered: RememberedPages,
    only: Collection[str] | None = None,
) -> FoundAgain | None:
    """Find the fields of a template again; None where too few of its pages were seen before.

    ``only`` are the ones to look for, or else all that were known.
    """
    seen = [
        (page, before) for page in pages[:MAX_PAGES] if (before := remembered.of(page)) is not None
    ]
    if len(seen) < MIN_PAGES:
        return None
    ((most, _),) = Counter(before.template for _, before in seen).most_common(1)
    seen = [(page, before) for page, before in seen if before.template == most]
    types = _types(templates, most, [before for _, before in seen])
    known = [KnownPage(page, *fields_on(page, before, types)) for page, before in seen]
    names = dict.fromkeys(name for one in known for name in (*one.fields, *one.unknown))
    kept = [name for name in names if _is_found(known, name)]
    fields = fields_again(known, kept, types)
    wanted = [name for name in names if only is None or name in only]
    found = sorted((fields[name] for name in wanted if name in fields), key=lambda one: -one.sure)
    lost = tuple(name for name in wanted if name not in fields)
    return FoundAgain(template.id, most, len(known), tuple(found), lost)


def _types(templates: Templates, id: str, seen: Sequence[SeenPage]) -> dict[str, str]:
    """The types of the fields, by the template that found them or else by their values."""
    before = {one.id: one for one in templates}.get(id)
    names = dict.fromkeys(name for page in seen for name in page.fields)
    types = {}
    for name in names:
        type = before.fields[name].type if before and name in before.fields else ""
        values = [page.fields[name] for page in seen if name in page.fields]
        alone = [some[0] if len(some) == 1 else some for some in values]
        types[name] = type or type_of(alone)
    return types


def _is_found(known: Iterable[KnownPage], name: str) -> bool:
    having = sum(name in one.fields for one in known)
    lacking = sum(name in one.unknown for one in known)
    return having > 0 and having >= MIN_FOUND * (having + lacking)
