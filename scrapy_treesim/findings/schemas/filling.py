"""Schemas filled: the fields of a user's class with the columns or the details that fit them.

A column fits by its name, its header, label or ``itemprop``, or the usual field that it is, in any
language of the lexicon, and only if its values are of the field's type. Each field gets the best of
them, each column one field, and whatever fits none stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article import article
from scrapy_treesim.detail.detail import SOURCES
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.findings.schemas.concepts import Concepts, concepts_of, likeness
from scrapy_treesim.findings.schemas.fields import SchemaField, instance, schema_fields
from scrapy_treesim.findings.schemas.types import Cell, read_as
from scrapy_treesim.kind import roles
from scrapy_treesim.kind.page_kind import PageKind, kind_of
from scrapy_treesim.records import records
from scrapy_treesim.records.table.columns import SURE
from scrapy_treesim.records.table.standard_fields import ADDRESSES, IMAGE, URL
from scrapy_treesim.records.table.words import words_of
from scrapy_treesim.values.fields import DETAIL, ArticleMetadata, names_of
from scrapy_treesim.values.text_kinds import DATE, PRICE, RATING

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records import Region
    from scrapy_treesim.records.table.columns import Column

MIN_SCORE: Final = 0.55
"""Least score of a candidate for a field. Chosen on the dev half of the benchmark's sites."""
SAME_CONCEPTS: Final = 0.9
"""Score of the same concepts in other words; set by hand, as the factors below."""
BY_DESCRIPTION: Final = 0.85
BY_KIND: Final = 0.7
BY_LOOKS: Final = 0.8
MIN_READABLE: Final = 0.8
"""Least share of a candidate's values that are of the type of its field."""

_OF_KIND: Final = {PRICE: "price", DATE: "date", RATING: "rating", URL: "url", IMAGE: "image"}
_NUMBERED: Final = re.compile(r"_\d+$")


@dataclass(frozen=True)
class Candidate:
    """A column, or a detail: what may fill a field."""

    name: str
    words: tuple[str, ...]
    """Its names: the page's own words for it, or the usual field that it is."""
    cells: tuple[Cell | None, ...]
    """A value for each record; of a detail one."""
    reason: str
    """Where it is from, in words."""
    kind: str = ""
    """Kind of its values, of a column."""
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

    @property
    def share(self) -> float:
        """Share of the fields without a default that are filled; of all, if all have one."""
        required = [match for match in self.matches if match.field.is_required] or self.matches
        return sum(bool(match.values) for match in required) / max(1, len(required))


def fill(page: Page, schema: type) -> Filled:
    """Fill a schema from the main list of a page that fits it best, or from its one thing.

    On a list page the list comes first, on a page about one thing the thing; the other one counts
    where the first has no field.

    Raises:
        TypeError: the class cannot be filled.
    """
    members = schema_fields(schema)
    kind = kind_of(page)
    of_lists = [_matches(members, [*_of_region(region)]) for region in _main_regions(page, kind)]
    of_list = max(of_lists, key=_total, default=())
    of_thing = _matches(members, [*_of_thing(page, kind)])
    is_list = kind.kind == "list" or (kind.kind == "other" and _total(of_list) > _total(of_thing))
    ranked = (of_list, of_thing) if is_list else (of_thing, of_list)
    matches = next(filter(_total, ranked), of_thing)
    rows = [
        {match.field.name: value for match, value in zip(matches, values, strict=True)}
        for values in zip(*_columns(matches), strict=True)
    ]
    rows = [row for row in rows if any(value is not None for value in row.values())]
    counts = {member.name: sum(row[member.name] is None for row in rows) for member in members}
    missing = {name: number for name, number in counts.items() if number}
    return Filled(matches, tuple(instance(schema, row) for row in rows), missing)


def _columns(matches: Sequence[Match]) -> list[tuple[Any, ...]]:
    size = max((len(match.values) for match in matches), default=0)
    return [match.values or (None,) * size for match in matches]


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
        values = tuple(cell and read_as(member.annotation, cell) for cell in candidate.cells)
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
            scores = (
                _score_of_word(name, sought, word, candidate.kind) for word in candidate.words
            )
            of_kind = BY_KIND * (not candidate.words and sought == {_OF_KIND.get(candidate.kind)})
            best = max(best, factor * candidate.factor * max(of_kind, *scores, 0.0))
    return best


_ADDRESSED: Final = frozenset(("url", "image", "website", "logo", "avatar", "poster", "video"))
"""Concepts of addresses."""


def _score_of_word(name: str, sought: Concepts, word: str, kind: str) -> float:
    if words_of(name) == words_of(word):
        return 1.0
    concepts = concepts_of(word)
    with_kind = concepts.union(filter(None, [_OF_KIND.get(kind)]))
    return SAME_CONCEPTS * max(likeness(sought, concepts), likeness(sought, with_kind))


def _main_regions(page: Page, kind: PageKind) -> Iterator[Region]:
    if roles.has_main_list(kind) and not page.is_oversized:
        regions = records(page)
        for region, role in zip(regions, roles.region_roles(page, kind, regions), strict=True):
            if role.is_main:
                yield region


def _of_region(region: Region) -> Iterator[Candidate]:
    """Yield the columns of a region, and the currencies of its prices."""
    for column in region.table.columns:
        yield _of_column(region, column)
    currencies = [record.values.get("currency") for record in region.records]
    if any(currencies):
        cells = tuple(Cell(code, str(code)) if code else None for code in currencies)
        yield Candidate("currency", ("currency",), cells, "the currency of the prices")


def _of_column(region: Region, column: Column) -> Candidate:
    source = column.source
    own = [] if source and source.origin == "kind" else [_NUMBERED.sub("", column.name)]
    own += filter(None, (column.standard, source and source.word))
    texts = [column.shown(row) for row in range(len(column.cells))]
    cells = tuple(
        None
        if text is None
        else Cell(value, ", ".join(text), (*text,), column.language, column.moment)
        if isinstance(text, list)
        else Cell(value, text, (), column.language, column.moment)
        for text, value in zip(texts, column.values, strict=True)
    )
    factor = 1.0 if column.confidence >= SURE else BY_LOOKS
    reason = f"the column {column.name}: {column.reason}"
    return Candidate(column.name, (*own,), cells, reason, column.kind, region.xpath, factor)


def _of_thing(page: Page, kind: PageKind) -> Iterator[Candidate]:
    """Yield the fields and facts of the one thing of a page, and what an article declares."""
    thing = detail(page)
    if thing is not None:
        for name in DETAIL:
            if (value := getattr(thing, name)) and isinstance(value, (str, float, int, list)):
                source = thing.sources.get(name)
                how = SOURCES.get(source.source, source.source) if source else "of the page's thing"
                text = source.text if source and source.text and isinstance(value, float) else value
                xpath = source.xpath if source else thing.xpath
                yield _single(page, name, value, text, f"its {name}, {how}", xpath)
        for label, text in thing.attributes.items():
            yield _single(page, label, text, text, f'beside the label "{label}"', thing.xpath)
    if kind.kind == "article" and (text := article(page)):
        for name in ("headline", *names_of(ArticleMetadata), "text"):
            said = getattr(text, name)
            if isinstance(said, (str, list)) and said:
                yield _single(page, name, said, said, f"the article's {name}", text.xpath)


def _single(
    page: Page, name: str, value: Any, text: Any, reason: str, xpath: str | None
) -> Candidate:
    parts = (*map(str, text),) if isinstance(text, list) else ()
    cell = Cell(value, ", ".join(parts) if parts else str(text), parts, page.language, page.moment)
    address = {"image": IMAGE, "images": IMAGE, "canonical_url": URL, "url": URL}.get(name, "")
    return Candidate(name, (name,), (cell,), reason, address, xpath)
