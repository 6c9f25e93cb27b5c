"""Authors and dates of records by their bylines: in one line, or in elements side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.table.cells import LeafValues, texts
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.tree import tags
from scrapy_treesim.values.bylines import (
    MARK,
    MAX_CHARS,
    SURE,
    WORDS,
    Byline,
    after_by,
    before_by,
    byline_of,
    day_in,
    has_digit,
    has_given_name,
    is_joint,
    is_name,
    is_of_change,
    is_plain_date,
    is_telling,
    mark_of,
    may_be_byline,
    whole_name,
)
from scrapy_treesim.values.text_kinds import DATE as DATE_KIND
from scrapy_treesim.values.text_kinds import PASSAGE, TEXT, is_separator, plain_line

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

SAMPLE: Final = 3
"""At most as many records are read to find out whether any have a byline."""
MAX_TEXTS: Final = 60
"""Texts of a record that are looked at."""
MIN_SHARE: Final = 0.3
"""Share of records from which authors after words, or in elements named so, are a column."""
MOST: Final = 0.6
"""Share of records from which likely authors, dates and the rest of lines are a column."""
COVERED: Final = 0.5
"""Share of a column's cells that bylines are read from, from which it is no column of its own."""
MAX_BESIDE: Final = 4
"""Texts on either side of an author in which a date is looked for."""
MAX_DATE: Final = 45
"""Characters of a text that is a date and little more."""
MAX_PARTS: Final = 30
"""Characters of an element whose texts are the parts of a date."""
DIGITS_OF_DAY: Final = 2
"""Digits of the number of a day at most."""
MAX_WORD: Final = 20
"""Characters of the words before names."""
LEVELS: Final = 3
"""Elements around a text that tell where it stands."""
LIKELY: Final = "likely"
"""Evidence of a name beside a date, or in an element that may be that of an author."""
AUTHOR: Final = "author"
DATE: Final = "date"
TITLE: Final = "title"
SECTION: Final = "section"
"""Remainder of a line."""

_HEADINGS: Final = tags.numbers("h1 h2 h3 h4 dt caption")
_LINK: Final = tags.NUMBER["a"]
_TITLES: Final = _HEADINGS | {_LINK}
_NO_BYLINES: Final = tags.numbers("pre code tr dd")
"""Cells of a table are what the head of their column says, and a definition what its term does."""
_HEADING_STEP: Final = re.compile(r"(?:^|/)h[1-6](?![^./\[(])")
_TITLE_STEP: Final = re.compile(r"(?:^|/)(?:h[1-6]|a)(?![^./\[(])")


class Part(NamedTuple):
    """A value of a byline, and the node of its text."""

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
    page: Page, readings: Sequence[LeafValues], records: Sequence[Sequence[int]]
) -> list[LeafValues]:
    """The readings, with those of authors and their dates in place of what they are read from, and
    headings that hold a date as a name and a date."""
    readings = [reading for reading in readings if not _is_words_of_byline(reading)]
    lines = _lines_of_all(page, records)
    if lines is None:
        return _with_titled_days(readings)
    usual = _usual(page.tree, lines)
    authors, dates, sections = (
        [getattr(authorship, part, None) for authorship in usual]
        for part in ("author", "date", "section")
    )
    if not _are_most(dates):
        dates = [_day_of_parts(page, own) for own in lines]
    columns = [_column(AUTHOR, TEXT, authors, readings)] if any(authors) else []
    if _are_most(dates):
        columns.append(_column(DATE, DATE_KIND, dates, readings))
    else:
        dates = []
    if _are_most(sections):
        columns.append(_column(SECTION, TEXT, sections, readings))
    sources = [
        {*(authorship.sources if authorship else ()), *([day.node] if day else ())}
        for authorship, day in zip_longest(usual, dates)
    ]
    return _with_titled_days(_replaced(page.tree, readings, columns, sources))


def _are_most(parts: Sequence[Part | None]) -> bool:
    return sum(part is not None for part in parts) >= max(1, MOST * len(parts))


def _is_words_of_byline(reading: LeafValues) -> bool:
    """Tell whether a reading says nothing but the words before names."""
    values = texts(reading.values) if reading.leaf.attribute is None else []
    return bool(values) and all(len(text) <= MAX_WORD and after_by(text) == "" for text in values)


# The authors of records


def _lines_of_all(page: Page, records: Sequence[Sequence[int]]) -> list[list[Part]] | None:
    """The texts of all records; None where those of a sample have no byline."""
    step = -(-len(records) // SAMPLE) or 1
    sample = (_lines(page, record) for record in records[::step])
    if not any(any(_authorships(page.tree, own)) or _day_of_parts(page, own) for own in sample):
        return None
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


def _usual(tree: PageTree, lines: Sequence[Sequence[Part]]) -> list[Authorship | None]:
    """The author of each record where enough have one, by the evidence that most records have."""
    candidates = [[*_authorships(tree, own)] for own in lines]
    explicit = [[each for each in own if each.evidence != LIKELY] for own in candidates]
    share = MOST
    if sum(map(bool, explicit)) >= max(min(2, len(lines)), MIN_SHARE * len(lines)):
        candidates, share = explicit, 0
    counts = Counter(key for own in candidates for key in {each.key for each in own})

    def rank(authorship: Authorship) -> tuple[int, bool]:
        return -counts[authorship.key], authorship.evidence != WORDS

    frequent = [[each for each in own if counts[each.key] >= share * len(lines)]
                for own in candidates]  # fmt: skip
    usual = [min(own, key=rank, default=None) for own in frequent]
    likely = {each.author.text for each in usual if each and each.evidence == LIKELY}
    # Towns and topics stand beside dates too.
    if 2 * sum(map(has_given_name, likely)) < len(likely):
        return [None] * len(usual)
    return usual


def _authorships(tree: PageTree, lines: Sequence[Part]) -> Iterator[Authorship]:
    """The authors that texts of a record may name."""
    for number, (node, text) in enumerate(lines):
        line = _with_by(lines, number)
        byline = byline_of(line) if may_be_byline(line) else Byline()
        name = byline.author or whole_name(text)
        if name is None:
            continue
        around = {tree.tag[above] for above in _around(tree, node)}
        if around & _NO_BYLINES or around & _HEADINGS:
            continue
        mark = mark_of(tree, node)
        if byline.evidence == WORDS and (line != text or mark or _LINK not in around):
            yield _authorship(tree, lines, number, name, WORDS)
        elif mark == SURE:
            yield _authorship(tree, lines, number, name, MARK)
        elif is_name(name) and " " in name and not _is_behind_label(lines, number):
            is_beside = _LINK not in around and (byline.date or _date_beside(lines, number))
            if mark or (is_beside and _has_title(tree, lines)):
                yield _authorship(tree, lines, number, name, LIKELY)


def _with_by(lines: Sequence[Part], number: int) -> str:
    """A text, with the word before it where the text before ends in that of a byline."""
    text = lines[number].text
    before = before_by(lines[number - 1].text) if number and text else None
    # Prose and "photo by" lead to names, too.
    leads = before == "" or (before and len(before) <= MAX_DATE and has_digit(before))
    return f"by {text}" if leads else text


def _is_behind_label(lines: Sequence[Part], number: int) -> bool:
    """Tell whether the text before ends in a colon."""
    return number > 0 and lines[number - 1].text.endswith((":", "："))


def _has_title(tree: PageTree, lines: Sequence[Part]) -> bool:
    return any(tree.tag[above] in _TITLES for node, _ in lines for above in _around(tree, node))


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
        joint, second = lines[number + 1 : number + 3]
        if not is_name(second.text) or tree.tag[tree.parent[second.node]] != tree.tag[around[0]]:
            break
        name = f"{name}, {second.text}"
        sources += (joint.node, second.node)
        number += 2
    surroundings = (tree.get(around[0], "class"), *(tree.tag[above] for above in around))
    return Authorship(Part(node, name), evidence, surroundings, tuple(sources), date, section)


def _date_beside(lines: Sequence[Part], number: int) -> Part | None:
    """The date that stands nearest to an author, but for that of a change."""
    near = range(max(0, number - MAX_BESIDE), min(len(lines), number + MAX_BESIDE + 1))
    for index in sorted(near, key=lambda index: (abs(index - number), index < number)):
        node, text = lines[index]
        dated = day_in(text) if index != number and len(text) <= MAX_DATE else None
        if dated and not is_of_change(f"{lines[index - 1].text if index else ''} {text}"):
            return Part(node, dated[0])
    return None


def _day_of_parts(page: Page, lines: Sequence[Part]) -> Part | None:
    """The first date whose day stands in an element of its own, month and year beside it."""
    tree = page.tree
    for node, text in lines:
        if text.isdecimal() and len(text) <= DIGITS_OF_DAY:
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
        position, dates = _column(DATE, DATE_KIND, parts, readings)
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
    own = [values[0] for values in reading.values if values]
    without = 0
    for text in own:
        _, rest = (has_digit(text) and day_in(text)) or ("", "")
        without += not (is_telling(rest) and len(rest.split()) >= least)
        if without > (1 - MOST) * len(own):
            return False
    return True
