"""Authors and dates of records by their bylines: in one line, or in elements side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.table.cells import MORE, LeafValues, texts
from scrapy_treesim.records.table.column_features import Surroundings, features_of
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.records.table.naming import said_name
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

ASKED: Final = 3
"""At most as many records are read to find out whether any have a byline."""
MAX_TEXTS: Final = 60
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
_TITLES: Final = _HEADINGS | {tags.NUMBER["a"]}
_NO_BYLINES: Final = tags.numbers("pre code tr")
"""Cells of a table are what the head of their column says."""
_HEADING_STEP: Final = re.compile(r"(?:^|/)h[1-6](?![^./\[(])")
_TITLE_STEP: Final = re.compile(r"(?:^|/)(?:h[1-6]|a)(?![^./\[(])")


class Part(NamedTuple):
    """A value that was read, and the node of its text."""

    node: int
    text: str


@dataclass(frozen=True, slots=True)
class Authorship:
    """An author of a record as one text may name it."""

    author: Part
    evidence: str
    around: tuple[str | int | None, ...]
    """Tags and class names of the elements around it."""
    sources: tuple[int, ...]
    """Nodes of the texts that it was read from."""
    date: Part | None = None
    section: Part | None = None

    @property
    def key(self) -> tuple[str, tuple[str | int | None, ...]]:
        """Evidence and surroundings, the same for the authors of most records."""
        return self.evidence, self.around


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
    chosen = _chosen(page.tree, lines)
    if {authorship.evidence for authorship in chosen if authorship} == {MARK}:
        count = sum(map(bool, chosen))
        if any(_is_authors(page, reading, count, surroundings) for reading in readings):
            chosen = [None] * len(chosen)
    authors, dates, sections = (
        [getattr(authorship, part, None) for authorship in chosen]
        for part in ("author", "date", "section")
    )
    if not _are_most(dates):
        dates = [_day_of_parts(page, own) for own in lines]
    columns = [_column(AUTHOR, TEXT, authors, readings)] if any(authors) else []
    if _are_most(dates):
        columns.append(_column(DATE_PART, DATE_KIND, dates, readings))
    else:
        dates = []
    if _are_most(sections):
        columns.append(_column(SECTION, TEXT, sections, readings))
    sources = [
        {*(authorship.sources if authorship else ()), *([day.node] if day else ())}
        for authorship, day in zip_longest(chosen, dates)
    ]
    return _with_titled_days(_replaced(page.tree, readings, columns, sources))


def _are_most(parts: Sequence[Part | None]) -> bool:
    return sum(part is not None for part in parts) >= max(1, MOST * len(parts))


def _is_words_of_byline(reading: LeafValues) -> bool:
    """Tell whether a reading says nothing but the words before names."""
    values = texts(reading.values) if reading.leaf.attribute is None else []
    return bool(values) and all(len(text) <= MAX_WORD and after_by(text) == "" for text in values)


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
    """The texts of all records; none where those that are asked first have no byline."""
    step = -(-len(records) // ASKED) or 1
    asked = (_lines(page, record) for record in records[::step])
    if not any(any(_authorships(page.tree, own)) or _day_of_parts(page, own) for own in asked):
        return [[] for _ in records]
    return [_lines(page, record) for record in records]


def _lines(page: Page, record: Sequence[int]) -> list[Part]:
    """The first texts of a record; empty for a long one."""
    tree, texts_before = page.tree, page.analysis.texts
    spans = [(texts_before[root], texts_before[root + tree.size[root]]) for root in record]
    nodes = chain.from_iterable(page.analysis.text_node[low:high] for low, high in spans)
    return [
        Part(node, plain_line(tree, node) if tree.text_chars(node) <= MAX_CHARS else "")
        for node in islice(nodes, MAX_TEXTS)
    ]


def _chosen(tree: PageTree, lines: Sequence[Sequence[Part]]) -> list[Authorship | None]:
    """The author of each record, where enough have one: by what says so in most records."""
    candidates = [[*_authorships(tree, own)] for own in lines]
    explicit = [[one for one in own if one.evidence in (WORDS, MARK)] for own in candidates]
    least = MOST * len(lines)
    if sum(map(bool, explicit)) >= max(min(2, len(lines)), MIN_SHARE * len(lines)):
        candidates, least = explicit, 0
    counts = Counter(key for own in candidates for key in {authorship.key for authorship in own})

    def rank(authorship: Authorship) -> tuple[int, bool]:
        return -counts[authorship.key], authorship.evidence != WORDS

    usual = [[one for one in own if counts[one.key] >= least] for own in candidates]
    chosen = [min(own, key=rank, default=None) for own in usual]
    beside = {one.author.text for one in chosen if one and one.evidence == NEAR}
    # Towns and topics stand beside dates too.
    if 2 * sum(map(has_given_name, beside)) < len(beside):
        return [None] * len(chosen)
    return chosen


def _authorships(tree: PageTree, lines: Sequence[Part]) -> Iterator[Authorship]:
    """The authors that texts of a record may name."""
    for number, (node, text) in enumerate(lines):
        if not text or is_separator(text):
            continue
        byline = byline_of(_with_by(lines, number))
        name = whole_name(text)
        if not byline.author and name is None:
            continue
        around = {tree.tag[above] for above in _around(tree, node)}
        if around & _NO_BYLINES:
            continue
        if byline.author and byline.evidence == WORDS:
            yield _authorship(tree, lines, number, byline.author, WORDS)
        elif byline.author and not around & _TITLES:
            yield _authorship(tree, lines, number, byline.author, DATE)
        elif (
            name is not None
            and not around & _HEADINGS
            and is_marked(
                # What is no name for sure has an element of its own.
                tree,
                node,
                MAX_CHARS if is_name(name) else tree.text_chars(node) + MORE,
            )
        ):
            yield _authorship(tree, lines, number, name, MARK)
        elif (
            name is not None
            and is_name(name)
            and not around & _TITLES
            and _date_beside(lines, number) is not None
        ):
            yield _authorship(tree, lines, number, name, NEAR)


def _with_by(lines: Sequence[Part], number: int) -> str:
    """A text, with the word before it where the text before ends in that of a byline."""
    text = lines[number].text
    is_after = number > 0 and before_by(lines[number - 1].text) is not None
    return f"by {text}" if is_after else text


def _around(tree: PageTree, node: int) -> list[int]:
    """The innermost elements around a text."""
    nodes: list[int] = []
    while len(nodes) < LEVELS and (node := tree.parent[node]) > 0:
        nodes.append(node)
    return nodes


def _authorship(
    tree: PageTree, lines: Sequence[Part], number: int, name: str, evidence: str
) -> Authorship:
    """The author that a text names, with further ones and the date beside it."""
    node = lines[number].node
    around = _around(tree, node)
    sources = [node]
    if number and before_by(lines[number - 1].text) == "":
        sources.append(lines[number - 1].node)
    byline = byline_of(_with_by(lines, number))
    date = Part(node, byline.date) if byline.date else _date_beside(lines, number)
    rest = byline.rest if byline.author else None
    section = Part(node, rest) if rest and is_telling(rest) else None
    while number + 2 < len(lines) and is_joint(lines[number + 1].text):
        joint, other = lines[number + 1 : number + 3]
        if not is_name(other.text) or tree.tag[tree.parent[other.node]] != tree.tag[around[0]]:
            break
        name = f"{name}, {other.text}"
        sources += (joint.node, other.node)
        number += 2
    surroundings = (tree.get(around[0], "class"), *(tree.tag[above] for above in around))
    return Authorship(Part(node, name), evidence, surroundings, tuple(sources), date, section)


def _beside(lines: Sequence[Part], number: int, step: int) -> Iterator[tuple[Part, str]]:
    """The next few texts that way that are more than signs, up to a long one; each with the text
    before it."""
    for beside in range(number + step, number + step * (MAX_BESIDE + 1), step):
        if not 0 <= beside < len(lines) or not lines[beside].text:
            return
        if not is_separator(lines[beside].text):
            yield lines[beside], lines[beside - 1].text if beside else ""


def _date_beside(lines: Sequence[Part], number: int) -> Part | None:
    """The date that stands nearest to an author, but for that of a change."""
    ways = (_beside(lines, number, step) for step in (1, -1))
    for (node, text), before in filter(None, chain.from_iterable(zip_longest(*ways))):
        dated = day_in(text) if len(text) <= MAX_DATE else None
        if dated is not None and not is_of_change(f"{before} {text}"):
            return Part(node, dated[0])
    return None


def _day_of_parts(page: Page, lines: Sequence[Part]) -> Part | None:
    """The first date whose day and month stand in elements of their own, as one."""
    tree = page.tree
    for node, text in lines:
        if len(text) > MAX_PARTS or not any(map(str.isdigit, text)) or names_day(text):
            continue
        for above in _around(tree, node)[:2]:
            whole = plain_line(tree, above) if tree.text_chars(above) <= MAX_PARTS else ""
            if is_plain_date(whole, page.language):
                return Part(above, whole)
    return None


# Their columns


def _replaced(
    tree: PageTree,
    readings: Sequence[LeafValues],
    columns: Sequence[tuple[int, LeafValues]],
    sources: Sequence[Set[int]],
) -> list[LeafValues]:
    """The readings with columns of bylines, each at its place, in place of what they were read
    from."""
    replaced: list[LeafValues] = []
    for position, reading in enumerate(chain(readings, [None])):
        replaced += (column for at, column in columns if at == position)
        if reading is not None and not _is_read(tree, reading, sources):
            replaced.append(reading)
    return replaced


def _is_read(tree: PageTree, reading: LeafValues, sources: Sequence[Set[int]]) -> bool:
    """Tell whether most of a reading's cells are what bylines were read from."""
    if reading.leaf.attribute is not None or reading.name is not None:
        return False
    covered = [
        all(node in own or {*_around(tree, node)[:2]} & own for nodes in cell for node in nodes)
        for cell, own in zip(reading.leaf.cells, sources, strict=True)
        if cell
    ]
    return sum(covered) >= max(1, COVERED * len(covered))


def _column(
    name: str, kind: str, parts: Sequence[Part | None], readings: Sequence[LeafValues]
) -> tuple[int, LeafValues]:
    """A column of bylines, and the place of the reading that most of it stands in; behind all where
    none has any of it."""
    counts = [
        sum(
            part is not None and any(part.node in nodes for nodes in cell)
            for cell, part in zip(reading.leaf.cells, parts, strict=True)
        )
        for reading in readings
    ]
    position = max(range(len(counts)), key=counts.__getitem__, default=0)
    path = f"byline({name})"
    if any(counts):
        path = f"{readings[position].leaf.path}/{path}"
    else:
        position = len(readings)
    leaf = Leaf(path, tuple(((part.node,),) if part else () for part in parts), len(parts))
    values = [[part.text] if part else [] for part in parts]
    return position, LeafValues(leaf, kind, values, False, None, name)


def _with_titled_days(readings: Sequence[LeafValues]) -> list[LeafValues]:
    """The readings; what is a name and a date, and stands where titles do, is text, the date
    apart: headings, links, and the first text of records without headings."""
    usual = [position for position, reading in enumerate(readings) if _may_name(reading)]
    paths = {position: readings[position].leaf.path for position in usual}
    titles = [position for position in usual if _TITLE_STEP.search(paths[position])]
    is_headed = any(_HEADING_STEP.search(path) for path in paths.values())
    first = usual[0] if usual and not is_headed else None
    titled = [
        position for position in titles if _holds_day(readings[position], 1 + (position == first))
    ]
    separate = [*readings]
    for position in titled:
        separate[position] = replace(readings[position], kind=TEXT)
    if first is not None and titled == titles and _holds_day(readings[first], 2):
        titled = [first, *titled]
        separate[first] = replace(readings[first], kind=TEXT, name=TITLE)
    if titled and not any(one.kind == DATE_KIND and not one.is_constant for one in separate):
        title = readings[titled[0]]
        parts = [
            Part(cell[0][0], day[0]) if values and (day := day_in(values[0])) else None
            for values, cell in zip(title.values, title.leaf.cells, strict=True)
        ]
        position, dates = _column(DATE_PART, DATE_KIND, parts, readings)
        separate.insert(position + 1, dates)
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
