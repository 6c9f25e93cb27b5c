"""Authors and dates of records by their bylines: in one line, or in elements side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.records.table.cells import LeafValues, texts
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.tree import tags
from scrapy_treesim.values import bylines
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.text_kinds import DATE as DATE_KIND
from scrapy_treesim.values.text_kinds import PASSAGE, TEXT, plain_line

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

SAMPLE: Final = 3
"""Most records read to find out whether any have a byline."""
MAX_TEXTS: Final = 60
"""Texts of a record that are looked at."""
MIN_SHARE: Final = 0.3
"""Share of records from which authors after words, or in elements named so, are a column."""
MIN_MOST: Final = 0.6
"""Share of records from which likely authors, dates and the rest of lines are a column."""
MAX_BESIDE: Final = 4
"""Texts on either side of an author in which a date is looked for."""
MAX_DATE: Final = 45
"""Characters of a text that is a date and little more."""
MAX_WORDS: Final = 30
"""Characters of the words before names, and of an element whose texts are the parts of a date."""
LEVELS: Final = 3
"""Elements around a text that tell where it stands."""
AUTHOR, DATE, SECTION, TITLE = "author", "date", "section", "title"
"""Columns of authors, of dates, of the rest of lines, and of names that a date stands in."""

_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 dt caption")
_LINK: Final = tags.NUMBER["a"]
_NO_BYLINES: Final = _HEADINGS | tags.numbers("pre code tr dd")
"""Cells of a table are what the head of their column says, and a definition what its term does."""
_HEADING_STEP: Final = re.compile(r"(?:^|/)h[1-6](?![^./\[(])")
_TITLE_STEP: Final = re.compile(r"(?:^|/)(?:h[1-6]|a)(?![^./\[(])")
_DAY: Final = re.compile(r"\d\d?")


class BylinePart(NamedTuple):
    """A value of a byline, and the node of its text."""

    node: int
    text: str


class Authorship(NamedTuple):
    """An author of a record as one text may name it, and the date and section beside it."""

    author: BylinePart
    key: tuple[str | int | None, ...]
    """Evidence, tags and class names around it: the same for the authors of most records."""
    sources: set[int]
    """Nodes of the texts that it was read from."""
    date: BylinePart | None
    section: BylinePart | None


def with_bylines(
    page: Page, readings: Sequence[LeafValues], records: Sequence[Sequence[int]]
) -> list[LeafValues]:
    """The readings, with authors and dates in place of their sources."""
    readings = [reading for reading in readings if not _is_words_of_byline(reading)]
    lines = _lines_of_all(page, records)
    if lines is not None:
        usual = _usual(page.tree, lines)
        sources = [set(author.sources) if author else set() for author in usual]
        dates = [author and author.date for author in usual]
        if not _are_most(dates):
            dates = [_day_of_parts(page, parts) for parts in lines]
        columns = [(AUTHOR, [author and author.author for author in usual])] if any(usual) else []
        if _are_most(dates):
            columns.append((DATE, dates))
            for nodes, day in zip(sources, dates, strict=True):
                nodes.update([day.node] if day else [])
            for reading in readings:
                if reading.kind == DATE_KIND and _is_read(page.tree, reading, sources):
                    dates[:] = map(_or_first, dates, reading.values, reading.leaf.cells)
        if _are_most(sections := [author and author.section for author in usual]):
            columns.append((SECTION, sections))
        readings = _with_columns(page.tree, readings, columns, sources)
    return _with_titled_days(readings)


def _with_columns(
    tree: PageTree,
    readings: Sequence[LeafValues],
    columns: Sequence[tuple[str, Sequence[BylinePart | None]]],
    sources: Sequence[set[int]],
) -> list[LeafValues]:
    """The readings, with columns of bylines before the readings with most of them, their sources
    left out."""
    placed = [_column(name, parts, readings) for name, parts in columns]
    result: list[LeafValues] = []
    for position in range(len(readings) + 1):
        result += [column for at, column in placed if at == position]
        rest = readings[position : position + 1]
        result += [reading for reading in rest if not _is_read(tree, reading, sources)]
    return result


def _or_first(
    day: BylinePart | None, values: Sequence[str], cell: Sequence[Sequence[int]]
) -> BylinePart | None:
    """The day, or else the first value of a cell."""
    return day or (BylinePart(cell[0][0], values[0]) if values else None)


def _are_most(parts: Sequence[BylinePart | None]) -> bool:
    return sum(part is not None for part in parts) >= max(1, MIN_MOST * len(parts))


def _is_words_of_byline(reading: LeafValues) -> bool:
    """Tell whether a reading is nothing but the words before names."""
    values = texts(reading.values) if reading.leaf.attribute is None else []
    return bool(values) and all(
        len(text) <= MAX_WORDS and bylines.after_by(text) == "" for text in values
    )


# The authors of records


def _lines_of_all(page: Page, records: Sequence[Sequence[int]]) -> list[list[BylinePart]] | None:
    """The texts of all records; None where those of a sample have no byline."""
    step = -(-len(records) // SAMPLE) or 1
    sample = (_lines(page, record) for record in records[::step])
    if not any(any(_authorships(page.tree, each)) or _day_of_parts(page, each) for each in sample):
        return None
    return [_lines(page, record) for record in records]


def _lines(page: Page, record: Sequence[int]) -> list[BylinePart]:
    """The first texts of a record; empty for a long one."""
    tree, analysis = page.tree, page.once(analysis_of)
    before, size = analysis.texts, tree.size
    runs = (analysis.text_node[before[root] : before[root + size[root]]] for root in record)
    nodes = chain.from_iterable(runs)
    return [
        BylinePart(
            node, plain_line(tree, node) if tree.text_chars(node) <= bylines.MAX_CHARS else ""
        )
        for node in islice(nodes, MAX_TEXTS)
    ]


def _usual(tree: PageTree, lines: Sequence[Sequence[BylinePart]]) -> list[Authorship | None]:
    """The author of each record where enough have one, by the evidence that most records have."""
    candidates = [[*_authorships(tree, parts)] for parts in lines]
    explicit = [
        [each for each in authors if each.key[0] != bylines.LIKELY] for authors in candidates
    ]
    least = MIN_MOST * len(lines)
    if sum(map(bool, explicit)) >= max(min(2, len(lines)), MIN_SHARE * len(lines)):
        candidates, least = explicit, 0
    counts = Counter(chain.from_iterable({each.key for each in authors} for authors in candidates))
    usual = [
        min(
            (each for each in authors if counts[each.key] >= least),
            key=lambda each: (-counts[each.key], each.key[0] != bylines.WORDS),
            default=None,
        )
        for authors in candidates
    ]
    likely = {each.author.text for each in usual if each and each.key[0] == bylines.LIKELY}
    # Towns and topics stand beside dates too.
    are_persons = 2 * sum(map(bylines.has_given_name, likely)) >= len(likely)
    return usual if are_persons else [None] * len(usual)


def _authorships(tree: PageTree, lines: Sequence[BylinePart]) -> Iterator[Authorship]:
    """The authors that texts of a record may name."""
    for number, (node, text) in enumerate(lines):
        line = f"by {text}" if text and number and _leads_to_name(lines[number - 1].text) else text
        byline = bylines.byline_of(line) if bylines.may_be_byline(line) else bylines.Byline()
        name = byline.author or bylines.whole_name(text)
        around = _around(tree, node) if name else []
        if name is None or not _NO_BYLINES.isdisjoint(tree.tag[above] for above in around):
            continue
        evidence = _evidence(tree, lines, number, line, byline, name)
        if evidence is not None:
            date = BylinePart(node, byline.date) if byline.date else _date_beside(lines, number)
            names, nodes = _with_joined(tree, lines, number, name)
            rest = byline.rest if byline.author else None
            section = BylinePart(node, rest) if rest and bylines.is_telling(rest) else None
            key = (evidence, tree.get(around[0], "class"), *(tree.tag[above] for above in around))
            yield Authorship(BylinePart(node, names), key, nodes, date, section)


def _evidence(
    tree: PageTree,
    lines: Sequence[BylinePart],
    number: int,
    line: str,
    byline: bylines.Byline,
    name: str,
) -> str | None:
    """Evidence that the name on a line is an author's; None without any. ``line``: the text, with
    the word of the text before it."""
    node, text = lines[number]
    mark = bylines.mark_of(tree, node)
    is_linked = _LINK in [tree.tag[above] for above in _around(tree, node)]
    if byline.evidence == bylines.WORDS and (line != text or mark or not is_linked):
        return bylines.WORDS
    is_labelled = number > 0 and lines[number - 1].text.endswith((":", "："))
    if mark == bylines.SURE:
        return bylines.SURE
    if is_labelled or not bylines.is_name(name) or " " not in name:
        return None
    is_plain = not is_linked and _has_title(tree, lines)
    is_dated = is_plain and (byline.date or _date_beside(lines, number))
    return bylines.LIKELY if mark or is_dated else None


def _leads_to_name(before: str) -> bool:
    """Tell whether a text ends in the word before an author: not as prose does, or "photo by"."""
    start = bylines.before_by(before)
    return start == "" or bool(start and len(start) <= MAX_DATE and bylines.DIGIT.search(start))


def _has_title(tree: PageTree, lines: Sequence[BylinePart]) -> bool:
    titles = _HEADINGS | {_LINK}
    return any(tree.tag[above] in titles for node, _ in lines for above in _around(tree, node))


def _around(tree: PageTree, node: int) -> list[int]:
    """The innermost elements around a text."""
    return [*tree.upward(tree.parent[node], LEVELS)]


def _with_joined(
    tree: PageTree, lines: Sequence[BylinePart], number: int, name: str
) -> tuple[str, set[int]]:
    """The name with those that an *and* or a comma joins to it, and the nodes of all."""
    tag = tree.tag[tree.parent[lines[number].node]]
    nodes = {lines[number].node}
    if number and bylines.before_by(lines[number - 1].text) == "":
        nodes.add(lines[number - 1].node)
    while number + 2 < len(lines) and lines[number + 1].text.strip().lower() in bylines.JOINTS:
        joint, second = lines[number + 1 : number + 3]
        if not bylines.is_name(second.text) or tree.tag[tree.parent[second.node]] != tag:
            break
        name = f"{name}, {second.text}"
        nodes |= {joint.node, second.node}
        number += 2
    return name, nodes


def _date_beside(lines: Sequence[BylinePart], number: int) -> BylinePart | None:
    """The date that stands nearest to an author, but for that of a change."""
    near = range(max(0, number - MAX_BESIDE), min(len(lines), number + MAX_BESIDE + 1))
    for index in sorted(near, key=lambda index: (abs(index - number), index < number)):
        node, text = lines[index]
        dated = bylines.day_in(text) if index != number and len(text) <= MAX_DATE else None
        if dated and not bylines.is_of_change(f"{lines[index - 1].text if index else ''} {text}"):
            return BylinePart(node, dated[0])
    return None


def _day_of_parts(page: Page, lines: Sequence[BylinePart]) -> BylinePart | None:
    """The first date whose day stands in an element of its own, month and year beside it."""
    tree = page.tree
    for node in (node for node, text in lines if _DAY.fullmatch(text)):
        for above in _around(tree, node)[:2]:
            whole = plain_line(tree, above) if tree.text_chars(above) <= MAX_WORDS else ""
            dated = bylines.day_in(whole)
            if dated and not dated[1] and date_of(whole, page.language):
                return BylinePart(above, whole)
    return None


# Their columns


def _is_read(tree: PageTree, reading: LeafValues, sources: Sequence[set[int]]) -> bool:
    """Tell whether at least half of a reading's cells are what bylines were read from."""
    if reading.leaf.attribute is not None or reading.name is not None:
        return False
    covered = [
        all(node in read or {*_around(tree, node)[:2]} & read for nodes in cell for node in nodes)
        for cell, read in zip(reading.leaf.cells, sources, strict=True)
        if cell
    ]
    return 2 * sum(covered) >= max(1, len(covered))


def _column(
    name: str, parts: Sequence[BylinePart | None], readings: Sequence[LeafValues]
) -> tuple[int, LeafValues]:
    """A column of bylines, and the position of the reading with most of it, or the end."""
    counts = [
        sum(
            part is not None and any(part.node in nodes for nodes in cell)
            for cell, part in zip(reading.leaf.cells, parts, strict=True)
        )
        for reading in readings
    ]
    position = counts.index(max(counts)) if any(counts) else len(readings)
    path = f"{readings[position].leaf.path}/byline({name})" if any(counts) else f"byline({name})"
    leaf = Leaf(path, tuple(((part.node,),) if part else () for part in parts), len(parts))
    values = [[part.text] if part else [] for part in parts]
    kind = DATE_KIND if name == DATE else TEXT
    return position, LeafValues(leaf, kind, values, False, None, name)


def _with_titled_days(readings: Sequence[LeafValues]) -> list[LeafValues]:
    """The readings, with the dates in headings, links and first texts as columns of their own."""
    usual = [position for position, reading in enumerate(readings) if _may_name(reading)]
    paths = {position: readings[position].leaf.path for position in usual}
    is_headed = any(_HEADING_STEP.search(path) for path in paths.values())
    first = None if is_headed or not usual else usual[0]
    titles = [position for position in usual if _TITLE_STEP.search(paths[position])]
    titled = [each for each in titles if _holds_day(readings[each], 1 + (each == first))]
    separate = [*readings]
    for position in titled:
        separate[position] = replace(readings[position], kind=TEXT)
    if first is not None and titled == titles and _holds_day(readings[first], 2):
        titled = [first, *titled]
        separate[first] = replace(readings[first], kind=TEXT, name=TITLE)
    if titled and not any(each.kind == DATE_KIND and not each.is_constant for each in separate):
        title = readings[titled[0]]
        days = [
            BylinePart(cell[0][0], day[0])
            if values and (day := bylines.day_in(values[0]))
            else None
            for values, cell in zip(title.values, title.leaf.cells, strict=True)
        ]
        position, dates = _column(DATE, days, readings)
        separate.insert(position + 1, dates)
    return separate


def _may_name(reading: LeafValues) -> bool:
    """Tell whether a reading is of texts that most records have."""
    is_text = reading.leaf.attribute is None and reading.kind in (TEXT, PASSAGE, DATE_KIND)
    is_free = reading.name is None and not reading.is_constant
    return is_text and is_free and sum(map(bool, reading.values)) >= MIN_MOST * len(reading.values)


def _holds_day(reading: LeafValues, least: int) -> bool:
    """Tell whether most texts are a name of so many words at least and a date."""
    values = [cell[0] for cell in reading.values if cell]
    without = 0
    for text in values:
        dated = (
            bylines.day_in(text)
            if len(text) <= bylines.MAX_CHARS and bylines.DIGIT.search(text)
            else None
        )
        _, rest = dated or ("", "")
        without += not (bylines.is_telling(rest) and len(rest.split()) >= least)
        if without > (1 - MIN_MOST) * len(values):
            return False
    return True
