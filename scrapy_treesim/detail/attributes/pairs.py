"""Pairs of a label and a value on a page, and the facts of its thing among them.

The ingredients and steps of a recipe are read here as well, as lists.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import islice
from math import log
from operator import attrgetter, mul
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.detail.attributes import constants as c
from scrapy_treesim.detail.attributes._pairs_cy import PairScan
from scrapy_treesim.detail.attributes.tables import add_table_facts, cell_text
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._text_cy import collapsed
from scrapy_treesim.tree.text import INLINE, text_of
from scrapy_treesim.values.lexicon.words import entries, is_unspaced, sections_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.detail.attributes._pairs_cy import PairCandidate
    from scrapy_treesim.detail.marks import Marks
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree


_OF_HEADINGS: Final = sections_of("heading")
PARTS: Final = tuple(_OF_HEADINGS)
"""Names of a recipe's lists among its attributes: ingredients and steps."""
MAX_HEADING: Final = 60
"""Largest number of characters of a heading, and of a group's name."""
MAX_CANDIDATES: Final = 30
"""Largest number of lists read for either part of a recipe."""
MAX_NAMED: Final = 300
"""Largest number of elements or texts read with one name of a part."""
MAX_LINES: Final = 80
"""Largest number of lines of a list."""
MAX_LINE: Final = 2_000
"""Largest number of characters of a line."""


def _heading_pattern(part: str) -> str:
    """Return a pattern for the start of a heading named after a part."""
    names = sorted(_OF_HEADINGS[part], key=len, reverse=True)
    spaced = "|".join(re.escape(name) for name in names if not is_unspaced(name))
    unspaced = "|".join(re.escape(name) for name in names if is_unspaced(name))
    return rf"(?:{spaced})(?!\w)|{unspaced}"


_BEFORE: Final = re.compile(r"\W{0,9}")
_HEADINGS: Final = tuple(re.compile(_heading_pattern(part)) for part in PARTS)
_NAMES: Final = tuple(
    [name.encode() for name in names] for names in map(entries, (f"part.{part}" for part in PARTS))
)
_NAMING: Final = frozenset(map(tags.ATTRIBUTES.index, ("class", "id")))
_ITEM: Final = tags.NUMBER["li"]
_LISTS: Final = tags.numbers("ul ol")
_AMOUNT: Final = re.compile(r"\W{0,3}[\d¼½¾⅓⅔⅛]")
_WORD: Final = re.compile(r"\w\w|[\u3000-\uffff]")


class _Lines(NamedTuple):
    """Lines of a list: a candidate for a part of a recipe."""

    block: int
    """First block of the lines."""
    lines: list[str]
    weight: float
    """Weight by the way they were found: named after the part, below its heading, or neither."""


def shown_recipe(marks: Marks) -> dict[str, list[str]]:
    """Return the most probable ingredients and steps by name; empty without both.

    Lists count below a heading of the part or in an element named after it; one of the two may be
    any list, of amounts or of sentences. O(nodes), at most :data:`MAX_CANDIDATES` times.
    """
    tree = marks.tree
    named = marks.texts_that_say("ingredients", MAX_NAMED)
    short = (tree.plain_text(node) for node in named if tree.text_chars(node) <= MAX_HEADING)
    if not any(_HEADINGS[0].search(text.lower()) for text in short):
        return {}
    reader = _RecipeReader(marks.page)
    ingredient_lists = reader.candidates(0)
    step_lists = reader.candidates(1) if ingredient_lists else []
    best, best_score = None, 0.0
    for ingredients in ingredient_lists:
        for steps in step_lists:
            score = (
                _like_ingredients(ingredients) * _like_steps(steps) * _nearness(ingredients, steps)
            )
            if score > best_score and max(ingredients.weight, steps.weight) >= 1:
                best, best_score = (ingredients.lines, steps.lines), score
    return {} if best is None else dict(zip(PARTS, best, strict=True))


def _part_of(heading: str) -> int | None:
    """Return the index of the part named by a heading; None for other headings."""
    text = _BEFORE.sub("", heading.lower().replace("’", "'"), count=1)
    return next((part for part, name in enumerate(_HEADINGS) if name.match(text)), None)


def _like_ingredients(candidate: _Lines) -> float:
    """Score lines as ingredients: several, with amounts. All weights are set by hand."""
    count = len(candidate.lines)
    amounts = sum(_AMOUNT.match(line) is not None for line in candidate.lines) / count
    return candidate.weight * min(count, 8) / 8 * (0.3 + amounts)


def _like_steps(candidate: _Lines) -> float:
    """Score lines as steps: several, of the length of sentences, not of whole articles."""
    count = len(candidate.lines)
    length = 1 if 30 * count <= sum(map(len, candidate.lines)) < 900 * count else 0.2
    return candidate.weight * length * (0.4 if count == 1 else 0.7 + min(count, 6) / 20)


def _nearness(ingredients: _Lines, steps: _Lines) -> float:
    """Score the position of steps: after the ingredients, before, or among them."""
    if not set(ingredients.lines).isdisjoint(steps.lines):
        return 0.1
    return 1.0 if steps.block > ingredients.block else 0.4


class _RecipeReader:
    """Reader of a page's lists of ingredients and of steps; parts are indices of :data:`PARTS`."""

    def __init__(self, page: Page) -> None:
        self._tree = page.tree
        self._blocks: Blocks = page.once(reading_of).blocks
        self._headings: dict[int, int] = {}
        """Part named by each heading, by the heading's block."""
        tree, blocks = self._tree, self._blocks
        for block in range(len(blocks)):
            first, last = blocks.first[block], blocks.last[block]
            if tree.chars[last + 1] - tree.chars[first] <= MAX_HEADING:
                nodes = (node for node in range(first, last + 1) if blocks.block[node] == block)
                part = _part_of(" ".join(filter(None, map(tree.plain_text, nodes))))
                if part is not None:
                    self._headings[block] = part

    def candidates(self, part: int) -> list[_Lines]:
        """Return the candidates for a part, each once: the named ones, else any."""
        candidates = [*self._below_headings(part), *self._in_named(part)] or self._unnamed(part)
        distinct = {tuple(candidate.lines): candidate for candidate in reversed([*candidates])}
        return [*reversed(distinct.values())][:MAX_CANDIDATES]

    @staticmethod
    def _is_list(candidate: _Lines, part: int) -> bool:
        count = len(candidate.lines)
        return 2 <= count <= MAX_LINES or (
            count == part == 1 and len(candidate.lines[0]) > MAX_HEADING
        )

    def _below_headings(self, part: int) -> Iterator[_Lines]:
        """Yield the lines after each heading of the part, up to a heading of the other part."""
        tree, blocks = self._tree, self._blocks
        for block in islice(
            (block for block, named in self._headings.items() if named == part), MAX_CANDIDATES
        ):
            first, stop = blocks.first[block], blocks.last[block] + 1
            node = tree.parent[first]
            while (above := tree.parent[node]) > 0 and tree.text_chars(above) <= (
                tree.chars[stop] - tree.chars[first] + 2
            ):
                node = above
            after = node + tree.size[node]
            candidate = _Lines(block + 1, self._lines(after, self._end(after, above, part)), 1.0)
            if self._is_list(candidate, part):
                yield candidate

    def _end(self, node: int, above: int, part: int) -> int:
        """Return the next heading of the other part from a node on, else the end of ``above``."""
        tree, blocks = self._tree, self._blocks
        stop = above + tree.size[above]
        for block in range(blocks.before[node], blocks.before[stop]):
            if self._headings.get(block, part) != part:
                return blocks.first[block]
        return stop

    def _in_named(self, part: int) -> Iterator[_Lines]:
        """Yield the lines of elements named after the part, without headings of the other one."""
        tree, blocks = self._tree, self._blocks
        for name in _NAMES[part]:
            position = tree.values.find(name)
            covered_stop = 0
            for _ in range(MAX_NAMED):
                if position < 0:
                    break
                attribute_index = bisect_right(tree.value_start, position) - 1
                node = bisect_right(tree.first_attribute, attribute_index) - 1
                position = tree.values.find(name, tree.value_start[attribute_index + 1])
                stop = node + tree.size[node]
                within = range(blocks.before[node], blocks.before[stop])
                if (
                    node < covered_stop
                    or tree.attribute[attribute_index] not in _NAMING
                    or any(self._headings.get(block, part) != part for block in within)
                ):
                    continue
                candidate = _Lines(within.start, self._lines(node, stop), 1.3)
                if self._is_list(candidate, part):
                    # Elements inside it are skipped.
                    covered_stop = stop
                    yield candidate

    def _unnamed(self, part: int) -> Iterator[_Lines]:
        """Yield the lists of amounts, or those of sentences."""
        tree, blocks = self._tree, self._blocks
        lists = (node for node, tag in enumerate(tree.tag) if tag in _LISTS)
        for node in islice(lists, 10 * MAX_CANDIDATES):
            candidate = _Lines(blocks.before[node], self._lines(node, node + tree.size[node]), 0.4)
            is_list = 1 < len(candidate.lines) <= MAX_LINES
            if is_list and (_like_ingredients, _like_steps)[part](candidate) > 0.25:
                yield candidate

    def _lines(self, start: int, stop: int) -> list[str]:
        """Return the items of lists between two nodes, else the blocks there."""
        tree, blocks = self._tree, self._blocks
        lines = self._items(start, stop)
        if len(lines) > 1 and 2 * sum(map(len, lines)) >= tree.chars[stop] - tree.chars[start]:
            return lines
        keep = bytearray(len(tree))
        for block in range(blocks.before[start], blocks.before[stop])[: MAX_LINES + 1]:
            if block not in self._headings:
                first, end = blocks.first[block], blocks.last[block] + 1
                keep[first:end] = bytes(blocks.block[node] == block for node in range(first, end))
        above = tree.parent[start] if start < len(tree) else 0
        shown = (" ".join(line.split()) for line in text_of(tree, above, keep).splitlines())
        return [line[:MAX_LINE] for line in shown if _WORD.search(line)][: MAX_LINES + 1]

    def _items(self, start: int, stop: int) -> list[str]:
        tree = self._tree
        items = (
            node
            for node in range(start, stop)
            if tree.tag[node] == _ITEM and _ITEM not in tree.tag[node + 1 : node + tree.size[node]]
        )
        texts = (" ".join(text_of(tree, node).split()) for node in islice(items, MAX_LINES + 1))
        return [text[:MAX_LINE] for text in texts if text]


class Pair(NamedTuple):
    """A label and the value beside it, as the page shows them."""

    label: str
    """Text of the label, white space collapsed, without its colon."""
    value: str
    """Text of the value, white space collapsed, at most 1,000 characters."""
    node: int
    """First node of the value, an element or a text."""
    form: str
    """``row`` of a table, ``definition`` of a list, ``line`` with a colon, ``columns`` of
    elements."""
    score: float
    """Confidence that it is a fact of the page's thing, in [0, 1]."""
    group: str = ""
    """Name of the group of a table's labels that it is in; empty for none."""


FEATURES: Final = {
    "listed": ("whether they are cells, or a term and its definition", 2.57),
    "colon": ("whether a colon stands between", 1.80),
    "alike": ("the logarithm of how many pairs are alike beside it, 20 at most", 2.43),
    "linked_label": ("whether a label that is neither cell nor term has a link", -6.93),
    "chars": ("the logarithm of the value's characters", -1.25),
    "links": ("the logarithm of how many links the value has", -2.35),
    "sentence": ("whether the value has a sentence", -1.98),
    "aside": ("whether names around it are those of what is not the page's thing", -0.51),
    "above": ("whether it stands before the headline", -1.74),
    "distance": ("the share of the page's text between the headline and it", -2.22),
}
"""Features of a pair, in the order of :func:`_features`: a description for people, and the weight,
fitted by ``training.attributes``."""
BIAS: Final = 0.95
"""Log-odds of a pair with no feature other than 0."""

WEIGHTS: Final = tuple(weight for _, weight in FEATURES.values())
MIN_SCORE: Final = 0.5
"""Lowest score of a fact of the page's thing."""
LISTED: Final = ("row", "definition")
"""Forms with several values for one label."""
MAX_JOINED: Final = 20
"""Largest number of values joined under one label."""
MIN_SHOWN: Final = 0.1
"""Lowest score of a pair of the page."""
FORMS: Final = ("row", "definition", "line", "columns")
"""Names of forms, by their numbers in ``constants``."""

_OF_TAGS: Final = {
    c.INLINE: INLINE,
    c.BREAK: tags.numbers("br hr"),
    c.CELL: tags.numbers("td th"),
    c.TERM: tags.numbers("dt"),
    c.HEADING: tags.numbers("h2 h3 h4 h5 h6"),
    c.CONTROL: tags.numbers("input select textarea button form iframe h1 table"),
    c.WHOLE: tags.numbers("button h1 h2 h3 h4 h5 h6 label title table tbody thead tfoot tr"),
}
_KINDS: Final = array("i", [*tags.kinds(_OF_TAGS)])
_LISTED: Final = tags.numbers("dd li")


def pairs_of(page: Page) -> tuple[Pair, ...]:
    """Return the pairs of a label and a value on a page, in its order."""
    if page.is_oversized:
        return ()
    tree = page.tree
    pairs: list[Pair] = []
    for candidate, row in candidates_of(page):
        score = probability(sum(map(mul, WEIGHTS, row), BIAS))
        if score < MIN_SHOWN:
            continue
        label, value = label_of(tree, candidate), value_of(tree, candidate)
        if label and value and label != value:
            group = cell_text(tree, candidate.group).rstrip(" :：") if candidate.group else ""
            group = group if len(group) <= MAX_HEADING else ""
            pairs.append(Pair(label, value, candidate.value, FORMS[candidate.form], score, group))
    return tuple(pairs)


def candidates_of(page: Page) -> list[tuple[PairCandidate, tuple[float, ...]]]:
    """Return the candidates of a page with their :data:`FEATURES`, in its order.

    Those of the form ``columns`` are left out unless others are alike.
    """
    tree, analysis, headline = page.tree, page.once(analysis_of), page.once(headline_of)
    kinds = _KINDS + array("i", bytes(4 * (len(tree.names) - len(tags.NAMES))))
    scan = PairScan(tree, analysis, kinds)
    name = tree.plain_text(headline.node)[:MAX_LINE] if headline else ""
    add_table_facts(tree, name, scan)
    scan.scan()
    candidates = sorted(scan.candidates, key=attrgetter("label_at"))
    looks = [_look(tree, analysis, candidate) for candidate in candidates]
    counts = Counter(looks)
    first = headline.node if headline else 0
    return [
        (candidate, _features(tree, analysis, candidate, counts[look], first))
        for candidate, look in zip(candidates, looks, strict=True)
        if candidate.form != c.COLUMNS or counts[look] > 1
    ]


def _look(tree: PageTree, analysis: Analysis, candidate: PairCandidate) -> Hashable:
    """Return a key, equal for candidates alike: of one outer element, with labels of one look."""
    node, label, chars, size = candidate.within, candidate.label, analysis.chars, tree.size
    shown = chars[node + size[node]] - chars[node]
    for _ in range(c.MAX_CLIMB):
        above = tree.parent[node]
        if above < 0 or chars[node + size[node]] - chars[node] != shown:
            break
        node = above
    return node, tree.tag[candidate.within], tree.tag[label], analysis.name[label]


def _features(
    tree: PageTree, analysis: Analysis, candidate: PairCandidate, alike: int, headline: int
) -> tuple[float, ...]:
    """Return the values of :data:`FEATURES` for a candidate."""
    value, end = candidate.value, candidate.value_end
    label_end = candidate.label + tree.size[candidate.label]
    is_listed = FORMS[candidate.form] in LISTED
    distance = abs(analysis.chars[value] - analysis.chars[headline]) if headline else 0
    return (
        is_listed,
        candidate.colon,
        log(min(c.MAX_ALIKE, alike)),
        analysis.linked[label_end] > analysis.linked[candidate.label] and not is_listed,
        log(1 + analysis.chars[end] - analysis.chars[value]),
        log(max(1, analysis.links[end] - analysis.links[value])),
        analysis.sentences[end] > analysis.sentences[value],
        analysis.cues[value] & c.ASIDE != 0,
        value < headline,
        distance / (1 + analysis.chars[len(tree)]),
    )


def label_of(tree: PageTree, candidate: PairCandidate) -> str:
    """Return the text of a candidate's label."""
    return collapsed(tree.text, candidate.label_at, candidate.label_stop)


def value_of(tree: PageTree, candidate: PairCandidate) -> str:
    """Return the text of a candidate's value on one line, commas between definitions or items."""
    node, end = candidate.value, candidate.value_end
    inside = tree.tag[node:end]
    if candidate.label == node or INLINE.issuperset(inside[1:]):
        text = collapsed(tree.text, candidate.value_at, candidate.value_stop)
    else:
        lines: list[str] = []
        while node < end:
            lines += text_of(tree, node).split("\n")
            node += tree.size[node]
        listed = _LISTED.intersection(inside)
        text = (", " if listed else " ").join(" ".join(line.split()) for line in lines if line)
    return text[: c.MAX_VALUE_CHARS]


def attributes_from(pairs: Iterable[Pair]) -> dict[str, str]:
    """Return the facts among the pairs, by their labels, in the page's order.

    Values of one label in succession, in a table or a list of terms, are joined by commas. Else the
    first value of a label counts; in another group of a table, a label that was used already has
    the group's name before it.
    """
    facts: dict[str, list[str]] = {}
    groups: dict[str, str] = {}
    last = ""
    for pair in pairs:
        if pair.score < MIN_SCORE:
            continue
        label = pair.label
        first = groups.setdefault(label, pair.group)
        if first and pair.group not in ("", first) and pair.value not in facts[label]:
            label = f"{pair.group} {label}"
        values = facts.setdefault(label, [])
        if not values or (
            label == last
            and pair.form in LISTED
            and pair.value not in values
            and len(values) < MAX_JOINED
        ):
            values.append(pair.value)
        last = label
    return {label: ", ".join(values) for label, values in facts.items()}
