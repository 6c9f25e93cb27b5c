"""Schemas filled: the fields of a user's class with the columns or the details that fit them.

A column fits by its name, its header, label or ``itemprop``, or the usual field that it is, in any
language of the lexicon, and only if its values are of the field's type. Each field gets the best of
them, each column one field, and whatever fits none stays empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article import article
from scrapy_treesim.detail.attributes.pairs import pairs_of
from scrapy_treesim.detail.detail import SOURCES
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.findings.schemas.concepts import Concepts, concepts_of, likeness
from scrapy_treesim.findings.schemas.fields import SchemaField, instance, schema_fields
from scrapy_treesim.findings.schemas.named_elements import named_values
from scrapy_treesim.findings.schemas.readings import Cell
from scrapy_treesim.kind import roles
from scrapy_treesim.kind.page_kind import PageKind, kind_of
from scrapy_treesim.records import records
from scrapy_treesim.records.table.columns import SURE
from scrapy_treesim.records.table.standard_fields import ADDRESSES, IMAGE, URL
from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.fields import ARTICLE, DETAIL
from scrapy_treesim.values.lexicon.words import words_of
from scrapy_treesim.values.other_things import names_other
from scrapy_treesim.values.text_kinds import DATE, PRICE, RATING

if TYPE_CHECKING:
    from scrapy_treesim.detail import Detail
    from scrapy_treesim.page import Page
    from scrapy_treesim.records import Region

MIN_SCORE: Final = 0.55
"""Least score of a candidate for a field. Chosen on the dev half of the benchmark's sites."""
SAME_CONCEPTS: Final = 0.9
"""Score of the same concepts in other words; set by hand, as the factors below."""
BY_DESCRIPTION: Final = 0.85
BY_KIND: Final = 0.7
BY_LOOKS: Final = 0.8
BY_HEAD: Final = 0.65
OF_LIST: Final = 0.5
"""Advantage of the list of a list page, in fields."""
MIN_READABLE: Final = 0.8
"""Least share of a candidate's values that are of the type of its field."""

_OF_KIND: Final = {PRICE: "price", DATE: "date", RATING: "rating", URL: "url", IMAGE: "image"}
_NUMBERS: Final = ("price", "old_price", "rating", "reviews")
_OF_PATH: Final = "the last step of the path to it"
_UNNAMED: Final = "named after its kind"
_NUMBERED: Final = re.compile(r"_\d+$")


@dataclass(frozen=True)
class Candidate:
    """A column, or a detail: what may fill a field."""

    words: tuple[str, ...]
    """Its names: the page's own words for it, or the usual field that it is."""
    cells: tuple[Cell | None, ...]
    """A value for each record; of a detail one."""
    reason: str
    """Where it is from, in words."""
    kind: str = ""
    """Kind of a column's values."""
    xpath: str | None = None
    factor: float = 1.0
    """Probability that its names are right."""


@dataclass(frozen=True)
class Match:
    """A field with the best candidate for it."""

    field: SchemaField
    candidate: Candidate | None
    """None if there is none; one of another type if ``values`` are empty."""
    score: float
    values: tuple[Any, ...]
    """A value for each record, None where it has none of the type."""


@dataclass(frozen=True)
class Filled:
    """A schema, with what a page has for it."""

    matches: tuple[Match, ...] = ()
    """A match for each field."""
    items: tuple[Any, ...] = ()
    """The instances: of a list one a record."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """Number of instances without a value by field; only of fields with any."""
    refused: Mapping[str, int] = field(default_factory=dict)
    """Number of instances whose class refuses some or all of their values, by its reason."""

    @property
    def share(self) -> float:
        """Share of the fields without a default that are filled: of those that few pages have."""
        required = [match for match in self.matches if match.field.is_required] or self.matches
        telling = [match for match in required if not concepts_of(match.field.name) <= _COMMON]
        return sum(bool(match.values) for match in telling or required) / len(telling or required)


_COMMON: Final = frozenset(("title", "url", "image", "description", "text"))
"""Concepts of fields that hardly any page is without."""


def fill(page: Page, schema: type) -> Filled:
    """Fill a schema from the main list of a page that fits it best, or from its one thing.

    The one with more of the fields counts; on a list page the list, unless it has far fewer.

    Raises:
        TypeError: the class cannot be filled.
    """
    members = schema_fields(schema)
    kind = kind_of(page)
    of_lists = [_matches(members, [*_of_region(region)]) for region in _main_regions(page, kind)]
    of_list = max(of_lists, key=_total, default=())
    of_thing = _matches(members, [*_of_thing(page, kind)])
    is_list = _total(of_list) + OF_LIST * (kind.kind == "list") > _total(of_thing)
    matches = of_list if is_list and of_list else of_thing
    size = max((len(match.values) for match in matches), default=0)
    rows: list[dict[str, Any]] = []
    for row in range(size):
        values = {
            match.field.name: match.values[row] if match.values else None for match in matches
        }
        rows += [values] * any(value is not None for value in values.values())
    counts = {member.name: sum(row[member.name] is None for row in rows) for member in members}
    missing = {name: number for name, number in counts.items() if number}
    made = [instance(schema, row) for row in rows]
    items = tuple(item for item, _ in made if item is not None)
    return Filled(matches, items, missing, Counter(reason for _, reason in made if reason))


def _total(matches: Sequence[Match]) -> float:
    return sum(match.score for match in matches if match.values)


def _matches(members: Sequence[SchemaField], candidates: Sequence[Candidate]) -> tuple[Match, ...]:
    """Return the match of each field: the best pairs of a field and a candidate come first."""
    pairs = sorted(
        (
            (score, -order, -number)
            for order, member in enumerate(members)
            for number, candidate in enumerate(candidates)
            if (score := score_of(member, candidate)) >= MIN_SCORE
        ),
        reverse=True,
    )
    matches: dict[int, Match] = {}
    used: set[int] = set()
    for score, order, number in pairs:
        before = matches.get(-order)
        if number in used or (before and before.values):
            continue
        member, candidate = members[-order], candidates[-number]
        values = tuple(cell and member.read(cell) for cell in candidate.cells)
        present = sum(cell is not None for cell in candidate.cells)
        if sum(value is not None for value in values) >= max(1, MIN_READABLE * present):
            used.add(number)
            matches[-order] = Match(member, candidate, score, values)
        elif before is None:
            matches[-order] = Match(member, candidate, score, ())
    return tuple(
        matches.get(order, Match(member, None, 0.0, ())) for order, member in enumerate(members)
    )


def score_of(member: SchemaField, candidate: Candidate) -> float:
    """Return the score of a candidate's names for a field, in [0, 1]."""
    best = 0.0
    for names, factor in ((member.names, 1.0), ((member.about,), BY_DESCRIPTION)):
        for name in filter(None, names):
            sought = concepts_of(name)
            if candidate.kind in ADDRESSES and sought.isdisjoint(_ADDRESSED):
                continue
            is_web = candidate.kind in ADDRESSES or all(map(_is_address, candidate.cells))
            if not (is_web or sought.isdisjoint(_WEB)):
                continue
            scores = (
                _score_of_word(name, sought, word, candidate.kind) for word in candidate.words
            )
            of_kind = BY_KIND * (not candidate.words and sought == {_OF_KIND.get(candidate.kind)})
            best = max(best, factor * candidate.factor * max(of_kind, *scores, 0.0))
    return best


_PLAIN: Final = frozenset(("price", "old_price", "date", "title", "url", "image", "description"))
"""Concepts that with another word are of something else."""
_ADDRESSED: Final = frozenset(("url", "image", "website", "logo", "avatar", "poster", "video"))
"""Concepts of addresses."""
_WEB: Final = frozenset(("url", "website"))
"""Concepts of addresses of pages; the words of a link are no address."""


def _is_address(cell: Cell | None) -> bool:
    if cell is None:
        return True
    text = cell.text
    return " " not in text and (text.startswith("/") or "://" in text or "." in text[1:-1])


def _score_of_word(name: str, sought: Concepts, word: str, kind: str) -> float:
    if words_of(name) == words_of(word):
        return 1.0
    if any(names_other(concept, word) and not names_other(concept, name) for concept in sought):
        return 0.0
    concepts = concepts_of(word)
    is_more = len(concepts) == len(sought) + 1 and sought < concepts
    if is_more and sought.isdisjoint(_PLAIN) and head_of(word) == head_of(name):
        # "Listed height" is a height; "shipping price" is no price.
        return BY_HEAD
    with_kind = concepts.union(filter(None, [_OF_KIND.get(kind)]))
    return SAME_CONCEPTS * max(likeness(sought, concepts), likeness(sought, with_kind))


def head_of(name: str) -> str:
    """Return the main word of a name: of ``country of brand`` the country."""
    words = words_of(name)
    return words[max(0, words.index("of") - 1) if "of" in words else -1] if words else ""


def _main_regions(page: Page, kind: PageKind) -> Iterator[Region]:
    if roles.has_main_list(kind) and not page.is_oversized:
        regions = records(page)
        for region, role in zip(regions, roles.region_roles(page, kind, regions), strict=True):
            if role.is_main:
                yield region


def _of_region(region: Region) -> Iterator[Candidate]:
    """Yield the columns of a region, and the currencies of its prices."""
    page = region._page
    for column in region.table.columns:
        own_names = [] if column.reason.startswith(_UNNAMED) else [_NUMBERED.sub("", column.name)]
        word = (column.source and column.source.word) or ""
        own_names += filter(None, (word, column.standard))
        cells = (
            None if column.cells[row] is None else _cell(page, value, column.shown(row))
            for row, value in enumerate(column.values)
        )
        factor = 1.0 if column.confidence >= SURE else BY_LOOKS
        reason = f"the column {column.name}: {column.reason}"
        yield Candidate((*own_names,), (*cells,), reason, column.kind, region.xpath, factor)
    currencies = [record.values.get("currency") for record in region.records]
    if any(currencies):
        codes = tuple(_cell(page, code, code) if code else None for code in currencies)
        yield Candidate(("currency",), codes, "the currency of the prices")


def _of_thing(page: Page, kind: PageKind) -> Iterator[Candidate]:
    """Yield the fields and facts of the one thing of a page, and what an article declares."""
    if (thing := detail(page)) is not None:
        yield from _of_detail(page, thing)
    if kind.kind == "article" and (main := article(page)) is not None:
        for name in ARTICLE:
            yield from _of(page, name, getattr(main, name), f"the article's {name}", main.xpath)
    for pair in page.once(pairs_of):
        # The name of a field is further evidence for a label.
        xpath = page.xpath(pair.node)
        yield from _of(page, pair.label, pair.value, f'beside the label "{pair.label}"', xpath)
    for name, texts, node in named_values(page):
        if concepts_of(name).isdisjoint(_READ):
            value = [*texts] if len(texts) > 1 else texts[0]
            yield from _of(page, name, value, f'an element named "{name}"', page.xpath(node))


def _of_detail(page: Page, thing: Detail) -> Iterator[Candidate]:
    for name in DETAIL:
        source = thing.sources.get(name)
        how = SOURCES.get(source.source, source.source) if source else "of the page's thing"
        xpath = source.xpath if source else thing.xpath
        text = source.text if source and name in _NUMBERS else None
        if source and name == "availability" and availability_of(source.text or ""):
            # A button to buy says it without its words.
            text = source.text
        yield from _of(page, name, getattr(thing, name), f"its {name}, {how}", xpath, text)
    for step in thing.breadcrumbs[1:][-1:]:
        step_cell = Cell(page, step, step)
        yield Candidate(("category",), (step_cell,), _OF_PATH, xpath=thing.xpath, factor=BY_LOOKS)
    for label, fact in thing.attributes.items():
        yield from _of(page, label, fact, f'beside the label "{label}"', thing.xpath)


def _of(
    page: Page, name: str, value: Any, reason: str, xpath: str | None, text: str | None = None
) -> Iterator[Candidate]:
    """Yield a single value under its name, if there is one."""
    if value and isinstance(value, (str, float, int, list)):
        cell = _cell(page, value, text or value)
        yield Candidate((name,), (cell,), reason, _OF_ADDRESS.get(name, ""), xpath)


_OF_ADDRESS: Final = {"image": IMAGE, "images": IMAGE, "canonical_url": URL, "url": URL}


_READ: Final = frozenset(
    "title price old_price currency rating reviews availability sku mpn gtin brand image".split()
)
"""Concepts that have readers of their own, which weigh all that a page shows of them."""


def _cell(page: Page, value: Any, text: Any) -> Cell:
    parts = [*map(str, text)] if isinstance(text, list) else ()
    return Cell(page, value, ", ".join(parts) if parts else str(text), parts)
