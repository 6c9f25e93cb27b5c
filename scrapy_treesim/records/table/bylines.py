"""Who made each record and when, as its byline says: in one line, or in elements side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from scrapy_treesim.records.table.cells import MORE, LeafValues
from scrapy_treesim.records.table.column_features import Surroundings, features_of
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.records.table.naming import said_name
from scrapy_treesim.records.table.words import noun_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.bylines import (
    DATE,
    MARK,
    MAX_CHARS,
    WORDS,
    after_by,
    before_by,
    byline_of,
    day_in,
    has_given_name,
    is_joint,
    is_marked,
    is_name,
    is_no_person,
    is_of_change,
    is_plain_date,
    is_telling,
    whole_name,
)
from scrapy_treesim.values.dates import names_day
from scrapy_treesim.values.text_kinds import DATE as DATE_KIND
from scrapy_treesim.values.text_kinds import PASSAGE, TEXT, is_separator, plain_line

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

ASKED: Final = 4
"""At most as many records are read to find out whether any have a byline."""
MAX_TEXTS: Final = 200
"""Texts of a record that are looked at."""
MIN_SHARE: Final = 0.3
"""Share of records from which authors that words or names of elements tell are a column."""
MOST: Final = 0.6
"""Share of records from which authors beside dates, dates and the rest of lines are one."""
COVERED: Final = 0.5
"""Share of a column's cells that bylines are read from, from which it is no column of its own."""
MAX_BESIDE: Final = 4
"""Texts on either side of an author in which a date is looked for."""
MAX_DATE: Final = 45
"""Characters of a text that is a date and little more."""
MAX_PARTS: Final = 30
"""Characters of an element whose texts are the parts of a date."""
MAX_WORD: Final = 20
"""Characters of the words before names."""
LEVELS: Final = 3
"""Elements around a text that tell where it stands."""
NEAR: Final = "near"
"""Evidence of an author that has an element of its own beside that of a date."""
AUTHOR: Final = "author"
DATE_PART: Final = "date"
TITLE: Final = "title"
SECTION: Final = "section"
"""Remainder of a line."""

_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 dt caption")
_LINK, _ROW = tags.NUMBER["a"], tags.NUMBER["tr"]
_CODE: Final = tags.numbers("pre code")
_HEADING_STEP: Final = re.compile(r"(?:^|/)h[1-6](?![^./\[(])")
_NAMING_STEP: Final = re.compile(r"(?:^|/)(?:h[1-6]|a)(?![^./\[(])")
_OTHER_NOUNS: Final = frozenset(
    "address category city company country department event genre language location publisher "
    "source status subtitle tag team topic type venue".split()
)
"""Nouns in class names of what stands beside dates and is no author."""

Placing: TypeAlias = "tuple[str, tuple[object, ...]]"
"""Evidence of an author, and the tags and class names around it."""


class Part(NamedTuple):
    """A value that was read, and the node of its text."""

    node: int
    text: str


@dataclass(frozen=True, slots=True)
class Authorship:
    """An author of a record as one text may name it."""

    author: Part
    placing: Placing
    sources: tuple[int, ...]
    """Nodes of the texts that it was read from."""
    date: Part | None = None
    section: Part | None = None


def with_bylines(
    page: Page,
    readings: Sequence[LeafValues],
    records: Sequence[Sequence[int]],
    surroundings: Surroundings,
) -> list[LeafValues]:
    """The readings, with those of authors and their dates in place of what they are read from, and
    headings that hold a date as a name and a date."""
    readings = [reading for reading in readings if not _is_words_of_byline(reading)]
    lines = _lines_of_all(page, records)
    chosen = _chosen(page, lines)
    if {one.placing[0] for one in chosen if one} == {MARK}:
        count = sum(map(bool, chosen))
        if any(_is_authors(page, one, count, surroundings) for one in readings):
            chosen = [None] * len(chosen)
    authors = [one.author if one else None for one in chosen]
    dates = [one.date if one else None for one in chosen]
    sources = [one.sources if one else () for one in chosen]
    if not _are_most(dates):
        dates = [_day_of_parts(page, own) for own in lines]
    columns: list[tuple[str, str, list[Part | None]]] = []
    if any(authors):
        columns.append((AUTHOR, TEXT, authors))
    if _are_most(dates):
        columns.append((DATE_PART, DATE_KIND, dates))
        sources = [(*own, *_nodes(day)) for own, day in zip(sources, dates, strict=True)]
    sections = [one.section if one else None for one in chosen]
    if _are_most(sections):
        columns.append((SECTION, TEXT, sections))
    if not columns:
        return _with_titled_days(readings)
    return _with_titled_days(_replaced(page.tree, readings, columns, sources))


def _nodes(part: Part | None) -> tuple[int, ...]:
    return () if part is None else (part.node,)


def _are_most(parts: Sequence[Part | None]) -> bool:
    having = sum(part is not None for part in parts)
    return having > 0 and having >= MOST * len(parts)


def _is_words_of_byline(reading: LeafValues) -> bool:
    """Tell whether a reading says nothing but the words before names."""
    return (
        reading.leaf.attribute is None
        and reading.kind == TEXT
        and any(reading.values)
        and all(
            len(value) <= MAX_WORD and after_by(value) == ""
            for values in reading.values
            for value in values
        )
    )


def _is_authors(page: Page, reading: LeafValues, count: int, surroundings: Surroundings) -> bool:
    """Tell whether a reading that is no label is a column of authors as it is, by what the page
    calls it, of no fewer than ``count``."""
    if reading.leaf.attribute is not None or reading.kind != TEXT or reading.is_constant:
        return False
    if sum(map(bool, reading.values)) < count:
        return False
    named = said_name(features_of(page, reading, None, surroundings))
    return named is not None and named.name == AUTHOR


# The authors of records


def _lines_of_all(page: Page, records: Sequence[Sequence[int]]) -> list[list[Part]]:
    """The texts of all records; none where some that are asked first have no byline."""
    step = -(-len(records) // ASKED) or 1
    asked = [_lines(page, record) for record in records[::step]]
    if not any(_day_of_parts(page, own) or any(_authorships(page, own)) for own in asked):
        return [[] for _ in records]
    return [_lines(page, record) for record in records]


def _lines(page: Page, record: Sequence[int]) -> list[Part]:
    """The first texts of a record; empty for a long one."""
    tree, texts = page.tree, page.analysis.texts
    nodes = [
        node
        for root in record
        for node in page.analysis.text_node[texts[root] : texts[root + tree.size[root]]]
    ]
    return [
        Part(node, plain_line(tree, node) if tree.text_chars(node) <= MAX_CHARS else "")
        for node in nodes[:MAX_TEXTS]
    ]


def _chosen(page: Page, lines: Sequence[Sequence[Part]]) -> list[Authorship | None]:
    """The author of each record, where enough have one: by what says so in most records."""
    all_of = [[*_authorships(page, own)] for own in lines]
    counts = Counter(
        placing for own in all_of for placing in {authorship.placing for authorship in own}
    )
    told, said = (
        sum(any(one.placing[0] in kinds for one in own) for own in all_of)
        for kinds in ((WORDS, MARK), (WORDS,))
    )
    is_said = said >= MOST * len(lines)
    is_told = told >= max(min(2, len(lines)), MIN_SHARE * len(lines))
    ranks: dict[Placing, tuple[bool, int, bool]] = {}
    for placing, count in counts.items():
        is_words = placing[0] == WORDS
        if placing[0] in (WORDS, MARK):
            is_column = is_told
        else:
            is_column = not is_told and count >= MOST * len(lines)
        if placing[0] == NEAR and is_column:
            names = {one.author.text for own in all_of for one in own if one.placing == placing}
            is_column = 2 * sum(map(has_given_name, names)) >= len(names)
        if is_column:
            ranks[placing] = (is_said and not is_words, -count, not is_words)
    return [
        min(
            (one for one in own if one.placing in ranks),
            key=lambda one: ranks[one.placing],
            default=None,
        )
        for own in all_of
    ]


def _authorships(page: Page, lines: Sequence[Part]) -> Iterator[Authorship]:
    """The authors that texts of a record may name."""
    tree = page.tree
    # What comes first is the title, where there is no heading.
    first = 0 if any(_is_heading(tree, _around(tree, line.node)) for line in lines) else 1
    for number, line in enumerate(lines):
        text, before = line.text, lines[number - 1].text if number else ""
        if not text or is_separator(text):
            continue
        around = _around(tree, line.node)
        if _CODE & {tree.tag[node] for node in around}:
            continue
        has_by = before_by(before) is not None
        byline = byline_of(f"by {text}" if has_by else text)
        in_heading = _is_heading(tree, around)
        if byline.evidence == DATE:
            is_byline = number >= first and not _speaks_against(tree, around)
        else:
            is_byline = byline.evidence == WORDS and not (in_heading and byline.rest)
        if is_byline:
            yield _authorship(page, lines, number, byline.author or "", byline.evidence)
        if _ROW in {tree.tag[node] for node in around}:
            # Cells of a table are what their column's head says.
            continue
        name = whole_name(text)
        if name is None or before_by(text) is not None:
            continue
        # What is no name for sure has an element of its own.
        room = MAX_CHARS if is_name(name) else tree.text_chars(line.node) + MORE
        if not in_heading and is_marked(tree, line.node, room):
            yield _authorship(page, lines, number, name, MARK)
        elif (
            number >= first
            and is_name(name)
            and not is_no_person(name)
            and not _speaks_against(tree, around)
            and _is_by_date(lines, number)
        ):
            evidence = DATE if _is_in_line(tree, around, name) else NEAR
            yield _authorship(page, lines, number, name, evidence)


def _around(tree: PageTree, node: int) -> list[int]:
    """The innermost elements around a text."""
    nodes = []
    while len(nodes) < LEVELS and (node := tree.parent[node]) > 0:
        nodes.append(node)
    return nodes


def _is_heading(tree: PageTree, around: Sequence[int]) -> bool:
    return any(tree.tag[node] in _HEADINGS for node in around)


def _speaks_against(tree: PageTree, around: Sequence[int]) -> bool:
    """Tell whether elements around a name beside a date make it a title, a category or a place."""
    if _is_heading(tree, around) or any(tree.tag[node] == _LINK for node in around):
        return True
    nouns = {noun_of(word[:MAX_CHARS]) for word in (tree.get(around[0], "class") or "").split()}
    return not _OTHER_NOUNS.isdisjoint(nouns)


def _is_in_line(tree: PageTree, around: Sequence[int], name: str) -> bool:
    """Tell whether elements around a name make it a byline with signs between its parts."""
    return any(
        tree.text_chars(node) <= MAX_CHARS and byline_of(plain_line(tree, node)).author == name
        for node in around
    )


def _is_by_date(lines: Sequence[Part], number: int) -> bool:
    """Tell whether the text before or after is nothing but a date."""
    for beside in (_next(lines, number, 1), _next(lines, number, -1)):
        if beside is not None and len(beside.text) <= MAX_DATE:
            dated = day_in(beside.text)
            if dated is not None and not dated[1]:
                return True
    return False


def _next(lines: Sequence[Part], number: int, step: int) -> Part | None:
    """The next text that way that is more than a sign."""
    number += step
    while 0 <= number < len(lines) and lines[number].text:
        if not is_separator(lines[number].text):
            return lines[number]
        number += step
    return None


def _authorship(
    page: Page, lines: Sequence[Part], number: int, name: str, evidence: str
) -> Authorship:
    """The author that a text names, with further ones and the date beside it."""
    tree = page.tree
    node, text = lines[number]
    before = lines[number - 1] if number else Part(node, "")
    around = _around(tree, node)
    placing = (tree.get(around[0], "class"), *(tree.tag[above] for above in around))
    sources = [node]
    head = before_by(before.text)
    if head is not None and not head.strip():
        sources.append(before.node)
    byline = byline_of(f"by {text}" if head is not None else text)
    date = section = None
    if byline.author == name:
        date = Part(node, byline.date) if byline.date else None
        section = Part(node, byline.rest) if byline.rest and is_telling(byline.rest) else None
    if date is None and head and (dated := day_in(head)) is not None:
        date = Part(before.node, dated[0])
    names = [name]
    while number + 2 < len(lines) and is_joint(lines[number + 1].text):
        other, beside = lines[number + 2], _around(tree, lines[number + 2].node)
        if not is_name(other.text) or tree.tag[beside[0]] != tree.tag[around[0]]:
            break
        names.append(other.text)
        sources += (lines[number + 1].node, other.node)
        number += 2
    author = Part(node, ", ".join(names))
    date = date or _date_beside(lines, number)
    return Authorship(author, (evidence, placing), tuple(sources), date, section)


def _date_beside(lines: Sequence[Part], number: int) -> Part | None:
    """The date that stands nearest to an author, but for that of a change."""
    ways = [_texts_beside(lines, number, step) for step in (1, -1)]
    for beside in chain.from_iterable(zip_longest(*ways)):
        if beside is None or len(beside[0].text) > MAX_DATE:
            continue
        (node, text), before = beside
        dated = day_in(text)
        if dated is not None and not is_of_change(f"{before} {text}"):
            return Part(node, dated[0])
    return None


def _texts_beside(
    lines: Sequence[Part], number: int, step: int
) -> Iterator[tuple[Part, str]]:
    """The next few texts that way, up to a long one, each with the text before it."""
    for place in range(number + step, number + step * (MAX_BESIDE + 1), step):
        if not 0 <= place < len(lines) or not lines[place].text:
            return
        yield lines[place], lines[place - 1].text if place else ""


def _day_of_parts(page: Page, lines: Sequence[Part]) -> Part | None:
    """The first date whose day and month stand in elements of their own, as one."""
    tree = page.tree
    for node, text in lines:
        if len(text) > MAX_PARTS or not any(map(str.isdigit, text)) or names_day(text):
            continue
        for above in _around(tree, node)[:2]:
            if tree.text_chars(above) > MAX_PARTS:
                break
            whole = plain_line(tree, above)
            if is_plain_date(whole, page.language):
                return Part(above, whole)
    return None


# Their columns


def _replaced(
    tree: PageTree,
    readings: Sequence[LeafValues],
    columns: Sequence[tuple[str, str, Sequence[Part | None]]],
    sources: Sequence[Sequence[int]],
) -> list[LeafValues]:
    """The readings with columns of bylines in place of what they were read from."""
    shown = [_is_read(tree, reading, sources) for reading in readings]
    bases = [_base(readings, parts) for _, _, parts in columns]
    columns = [
        (name, kind, _filled(name, parts, readings[base]) if base < len(readings) else parts)
        for (name, kind, parts), base in zip(columns, bases, strict=True)
    ]
    replaced: list[LeafValues] = []
    for place in range(len(readings) + 1):
        for (name, kind, parts), base in zip(columns, bases, strict=True):
            if place == base:
                path = f"{readings[base].leaf.path}/" if base < len(readings) else ""
                replaced.append(_column(f"{path}byline({name})", name, kind, parts))
        if place < len(readings) and not shown[place]:
            replaced.append(readings[place])
    return replaced


def _filled(
    name: str, parts: Sequence[Part | None], reading: LeafValues
) -> Sequence[Part | None]:
    """The parts, with those that only the reading has which the others were read from."""
    filled: list[Part | None] = []
    for part, values, cell in zip(parts, reading.values, reading.leaf.cells, strict=True):
        if part is None and len(values) == 1 and name != SECTION:
            byline = byline_of(values[0])
            text = byline.author or whole_name(values[0]) if name == AUTHOR else byline.date
            part = Part(cell[0][0], text) if text else None
        filled.append(part)
    return filled


def _column(path: str, name: str, kind: str, parts: Sequence[Part | None]) -> LeafValues:
    leaf = Leaf(path, tuple(((part.node,),) if part else () for part in parts), len(parts))
    return LeafValues(leaf, kind, [[part.text] if part else [] for part in parts], False, None, name)


def _base(readings: Sequence[LeafValues], parts: Sequence[Part | None]) -> int:
    """The place of the reading that has the texts of most parts; behind all where none has."""
    counts = [
        0
        if reading.leaf.attribute is not None
        else sum(
            part is not None and any(part.node in nodes for nodes in cell)
            for cell, part in zip(reading.leaf.cells, parts, strict=True)
        )
        for reading in readings
    ]
    most = max(counts, default=0)
    return counts.index(most) if most else len(readings)


def _is_read(tree: PageTree, reading: LeafValues, sources: Sequence[Sequence[int]]) -> bool:
    """Tell whether most of a reading's cells are what bylines were read from."""
    if reading.leaf.attribute is not None or reading.name is not None:
        return False
    covered = having = 0
    for cell, own in zip(reading.leaf.cells, sources, strict=True):
        if cell:
            having += 1
            covered += all(_is_source(tree, node, own) for nodes in cell for node in nodes)
    return covered > 0 and covered >= COVERED * having


def _is_source(tree: PageTree, node: int, sources: Sequence[int]) -> bool:
    """Tell whether a node is all in what was read, but for few characters."""
    inside = sum(
        tree.text_chars(source) for source in sources if node <= source < node + tree.size[node]
    )
    if any(source <= node < source + tree.size[source] for source in sources):
        return True
    return inside > 0 and tree.text_chars(node) <= inside + MORE


def _with_titled_days(readings: Sequence[LeafValues]) -> list[LeafValues]:
    """The readings; what is a name and a date, and stands where titles do, is text, the date
    apart: headings, links, and the first text of records without headings."""
    texts = [place for place, one in enumerate(readings) if _may_name(one)]
    titled = {place for place in texts if _NAMING_STEP.search(readings[place].leaf.path)}
    first: int | None = None
    if texts and not any(_HEADING_STEP.search(readings[place].leaf.path) for place in texts):
        first = texts[0]
        titled.add(first)
    titled = {place for place in titled if _holds_day(readings[place], 1 + (place == first))}
    has_day = any(
        one.kind == DATE_KIND and not one.is_constant and place not in titled
        for place, one in enumerate(readings)
    )
    separate: list[LeafValues] = []
    for place, reading in enumerate(readings):
        if place not in titled:
            separate.append(reading)
            continue
        separate.append(replace(reading, kind=TEXT, name=TITLE if place == first else None))
        if not has_day:
            has_day = True
            dated = [day_in(values[0]) if values else None for values in reading.values]
            parts = [
                Part(cell[0][0], day[0]) if day else None
                for day, cell in zip(dated, reading.leaf.cells, strict=True)
            ]
            path = f"{reading.leaf.path}/byline({DATE_PART})"
            separate.append(_column(path, DATE_PART, DATE_KIND, parts))
    return separate


def _may_name(reading: LeafValues) -> bool:
    """Tell whether a reading is of texts that most records have."""
    return (
        reading.leaf.attribute is None
        and reading.name is None
        and not reading.is_constant
        and reading.kind in (TEXT, PASSAGE, DATE_KIND)
        and sum(map(bool, reading.values)) >= MOST * len(reading.values)
    )


def _holds_day(reading: LeafValues, least: int) -> bool:
    """Tell whether most texts are a name of so many words at least and a date."""
    dated = [day_in(values[0]) for values in reading.values if values]
    named = [day and is_telling(day[1]) and len(day[1].split()) >= least for day in dated]
    return sum(map(bool, named)) >= MOST * len(dated)
