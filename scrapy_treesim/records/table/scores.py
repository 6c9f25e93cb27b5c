"""The rating of each record and how many gave it, told apart by how they are written.

A rating says the best there is, has stars, or is a fraction beside a number in brackets; how many
gave it stands in brackets or before a word such as reviews, near the stars. What is neither for
sure is left to the columns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.table.cells import LeafValues, without_cells
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.tree import tags
from scrapy_treesim.values import drawn_ratings
from scrapy_treesim.values.drawn_ratings import rating_in_style
from scrapy_treesim.values.lexicon import ratings as words
from scrapy_treesim.values.text_kinds import NUMBER, RATING, plain_line
from scrapy_treesim.values.typed_values import EMPTY_STARS, FILLED_STARS, rating_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_SHARE: Final = 0.2
"""Share of records from which their ratings are a column."""
ASKED: Final = 4
"""At most as many records are read to find out whether any have a rating."""
MAX_CHARS: Final = 60
"""Characters of a text that is a rating."""
MAX_ATTRIBUTE: Final = 120
"""Bytes of an attribute that is one."""
MAX_LEVELS: Final = 3
"""Elements around a number that may hold the whole of a rating."""
MAX_TEXTS: Final = 200
"""Texts of a record that are looked at."""
MAX_SAID: Final = 60
"""Attributes of a record that are looked at."""
MIN_ASKED: Final = 4
"""Ratings in attributes of a record from which they are offered to its readers."""
MAX_STARS: Final = 5
"""Stars that are drawn as text."""

_OF: Final = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s{0,3}(?:(?:"
    + "|".join(words.STARS.split())
    + r")\s{1,3})?(?:"
    + words.OUT_OF
    + r")\s{0,3}(\d{1,3})(?![\d/]|[.,]\d)",
    re.IGNORECASE,
)
"""A rating and the best there is."""
_STARS: Final = re.compile(
    r"(?<![\d.,])([0-5](?:[.,]\d{1,2})?)\s{0,2}(?:[★⭐]|-?\s?(?:"
    + "|".join(words.STARS.split())
    + r")(?![^\W\d_]))|[★⭐]\s{0,2}([0-5][.,]\d{1,2})(?!\d)"
    + f"|[{FILLED_STARS}{EMPTY_STARS}]{{2,5}}",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(
    r"[(\[（]\s{0,2}(\d[\d.,' \u00a0\u202f]{0,9}[kKmM万]?\+?)\s{0,2}[)\]）]"
)
"""A number in brackets."""
_COUNTED: Final = re.compile(
    r"(?<![\w.,])(?:(\d[\d.,'\u00a0\u202f]{0,9}(?:\s\d{3}){0,2}\s?[kKmM万]?)\+?\s{0,2}(?:(?:"
    + "|".join(words.OF_WHOM.split())
    + r")\s{1,2}){0,2}(?:"
    + "|".join(words.REVIEWS.split())
    + r")|1\s{1,2}(?:"
    + "|".join(words.REVIEW.split())
    + r"))(?![^\W\d_])",
    re.IGNORECASE,
)
"""A number before a word for what buyers say."""
_NAMED: Final = re.compile(
    r"(?:"
    + "|".join(words.AVERAGE.split())
    + r")\s{0,2}[:：]?\s{0,2}(\d{1,2}[.,]\d{1,2})(?![.,]?\d)"
    + r"|(?<![\d.,])(\d{1,2}[.,]\d{1,2})\s{1,2}(?:avg\.?\s|average\s)?(?:"
    + "|".join(words.AVERAGE.split())
    + r")(?![^\W\d_])",
    re.IGNORECASE,
)
_FRACTION: Final = re.compile(r"\s{0,3}(\d{1,2}[.,]\d{1,2})\s{0,3}")
_BARE: Final = re.compile(r"\s{0,3}(\d[\d.,'\u00a0\u202f]{0,9}[kKmM万]?\+?)\s{0,3}")
"""A number alone."""
_FIRST_OF_STARS: Final = b"\xe2"
_WORD: Final = re.compile(r"[^\W\d_]{1,28}")
_SIGNS: Final = frozenset("/([:")
_WORDS: Final = frozenset(
    _WORD.findall(
        " ".join((words.STARS, words.OUT_OF, words.REVIEWS, words.REVIEW, words.AVERAGE)).lower()
    )
)
_SAY_RATING: Final = frozenset(f"{words.STARS} {words.RATED} {words.REVIEWS} {words.SAID}".split())
_BESTS: Final = (5, 10, 100, 4, 6, 7, 20)
"""The best ratings there are."""
_ATTRIBUTES: Final = tuple(map(tags.ATTRIBUTES.index, ("aria-label", "title", "alt")))
"""The attributes that are written for people."""
_CLASS: Final = tags.ATTRIBUTES.index("class")
_CLASS_WORD: Final = re.compile(r"[A-Z]?[a-z]{1,30}|[A-Z]{1,30}")
_CUES: Final = frozenset(words.OF_CLASSES.split())
_DIGIT: Final = frozenset("0123456789")


class Said(NamedTuple):
    """The parts of a text that are a rating and the number of those who gave it."""

    rating: str
    reviews: str | None


class Part(NamedTuple):
    """A record's text on its rating, or on its number of ratings."""

    node: int
    text: str


class Score(NamedTuple):
    """A record's rating and how many gave it."""

    rating: Part | None = None
    reviews: Part | None = None


def with_scores(
    page: Page, readings: list[LeafValues], records: Sequence[Sequence[int]]
) -> list[LeafValues]:
    """The readings, with those of ratings and their numbers in place of what they are read from."""
    scores = [Score()] * len(records)
    step = -(-len(records) // ASKED) or 1
    if any(any(score_of(page, record)) for record in records[::step]):
        scores = [score_of(page, record) for record in records]
    ratings = _column("rating", RATING, [one.rating for one in scores])
    if ratings is None and not any(one.kind == RATING and not one.is_constant for one in readings):
        ratings = _column("rating", RATING, ratings_drawn(page.tree, records))
    for found in (ratings, _column("reviews", NUMBER, [one.reviews for one in scores])):
        if found is not None:
            readings = without_cells(page, readings, [found])
    return readings


def _column(name: str, kind: str, parts: Sequence[Part | None]) -> LeafValues | None:
    """A reading of what records say; None where too few say anything."""
    if sum(part is not None for part in parts) < max(1, MIN_SHARE * len(parts)):
        return None
    leaf = Leaf(f"{name}()", tuple(((part.node,),) if part else () for part in parts), len(parts))
    values = [[part.text] if part else [] for part in parts]
    return LeafValues(leaf, kind, values, False, None, name)


def score_of(page: Page, record: Sequence[int]) -> Score:
    """Rating that a record states."""
    reader = _Reader(page, record)
    said = reader.said() or reader.written()
    if said is None:
        return Score(None, reader.counted(None))
    return Score(said.rating, said.reviews or reader.counted(said.rating))


class _Reader:
    """Reads the rating of one record."""

    def __init__(self, page: Page, record: Sequence[int]) -> None:
        self._tree = tree = page.tree
        self._record = record
        texts, digits, chars = page.analysis.texts, page.analysis.digits, tree.chars
        nodes = [
            node
            for root in record
            if digits[root + tree.size[root]] > digits[root]
            for node in page.analysis.text_node[texts[root] : texts[root + tree.size[root]]]
        ][:MAX_TEXTS]
        self._numbers = [
            node
            for node in nodes
            if digits[node + 1] > digits[node] and chars[node + 1] - chars[node] <= MAX_CHARS
        ]
        """The short texts with digits."""
        self._drawn = [
            node
            for node in nodes
            if chars[node + 1] - chars[node] <= MAX_STARS
            and _FIRST_OF_STARS in tree.text[tree.start[node] : tree.start[node + 1]]
            and is_drawn(plain_line(tree, node))
        ]
        self._lines: dict[int, str] = {}
        self._attributes = [*self._read_attributes()]

    def _line(self, node: int) -> str:
        line = self._lines.get(node)
        if line is None:
            line = self._lines[node] = plain_line(self._tree, node)
        return line

    def said(self) -> Score | None:
        """The rating that an attribute says: ``aria-label="4.5 out of 5 stars"``."""
        scored = [
            _at(found, node)
            for node, text in self._attributes
            if (found := said_in(text, cue=self._has_cue(node))) is not None
        ]
        # Where each star says what it stands for, readers are asked to give them.
        if not scored or len({one.rating.text for one in scored if one.rating}) >= MIN_ASKED:
            return None
        return scored[0]

    def _read_attributes(self) -> Iterator[tuple[int, str]]:
        """The attributes with digits that are written for people, each with its element."""
        tree = self._tree
        for root in self._record:
            for wanted in _ATTRIBUTES:
                entries = places_of(tree, wanted, root, root + tree.size[root])
                for entry in islice(entries, MAX_SAID):
                    if tree.value_start[entry + 1] - tree.value_start[entry] > MAX_ATTRIBUTE:
                        continue
                    text = tree.value(entry)
                    if not _DIGIT.isdisjoint(text):
                        node = bisect_right(tree.first_attribute, entry) - 1
                        yield node, " ".join(text.split())

    def written(self) -> Score | None:
        """The rating that a text says, the first with a best one or stars."""
        wholes = [self._around(node) for node in sorted({*self._numbers, *self._drawn})]
        # What a smaller element says goes before.
        for level in range(MAX_LEVELS + 1):
            for around in wholes:
                if level < len(around):
                    text = self._line(around[level])
                    # Few texts may be ratings at all.
                    found = said_in(text, cue=True) if _may_say(text) else None
                    if found is not None and not self._has_cue(around[level]):
                        found = said_in(text, cue=False)
                    if found is not None:
                        return _at(found, around[level])
        return None

    def _around(self, inside: int) -> list[int]:
        """A text and the small elements around it."""
        chars, size, roots = self._tree.chars, self._tree.size, self._record
        found = [inside]
        for _ in range(MAX_LEVELS):
            above = self._tree.parent[inside]
            held = chars[above + size[above]] - chars[above]
            if inside in roots or above in roots or held > MAX_CHARS:
                break
            if held > chars[inside + size[inside]] - chars[inside]:
                found.append(above)
            inside = above
        return found

    def _has_cue(self, node: int) -> bool:
        """Tell whether class names around say that it is a rating."""
        tree = self._tree
        for _ in range(MAX_LEVELS):
            if node in self._record or node <= 0 or tree.text_chars(node) > MAX_CHARS:
                break
            names = tree.get(node, "class")
            if names and _names_rating(names[: drawn_ratings.MAX_NAMES]):
                return True
            node = tree.parent[node]
        return False

    def counted(self, rating: Part | None) -> Part | None:
        """Rating count: before a word, or bracketed or alone beside the rating."""
        for node, text in self._attributes:
            said = _COUNTED.match(text)
            if said is not None and not _OF.search(text):
                return Part(node, said[0])
        beside: Part | None = None
        for number in self._numbers:
            if rating and number == rating.node:
                continue
            wholes = self._around(number)
            for node in wholes:
                text = self._line(node)
                if _may_say(text) and (count := counted_in(text)):
                    return Part(node, count)
            beside = beside or self._beside(wholes, rating)
        return beside

    def _beside(self, wholes: Sequence[int], rating: Part | None) -> Part | None:
        """A number in brackets, or alone, that shares a small element with the rating or stars."""
        tree = self._tree
        for node in wholes:
            text = self._line(node)
            bracket = _BRACKETS.fullmatch(text)
            bare = _BARE.fullmatch(text) if rating is not None and "." not in text else None
            if bracket is None and bare is None:
                continue
            above = node
            for _ in range(MAX_LEVELS):
                inside, above = above, tree.parent[above]
                if inside in self._record or above <= 0 or tree.text_chars(above) > MAX_CHARS:
                    break
                # What stands in the record itself may be of anything.
                is_own = above not in self._record
                if rating is not None and above <= rating.node < above + tree.size[above]:
                    return Part(node, text) if is_own or bracket is not None else None
                if bracket is not None and is_own and self._has_stars(above):
                    return Part(node, text)
        return None

    def _has_stars(self, node: int) -> bool:
        """Tell whether class names of an element, or in it, draw stars."""
        tree = self._tree
        entries = places_of(tree, _CLASS, node, node + tree.size[node])
        return any(
            _names_rating(tree.value(entry)[: drawn_ratings.MAX_NAMES])
            for entry in islice(entries, MAX_SAID)
        )


@lru_cache(maxsize=4096)
def _names_rating(names: str) -> bool:
    """Tell whether class names say that what stands there is of a rating."""
    return not _CUES.isdisjoint(word.lower() for word in _CLASS_WORD.findall(names))


@lru_cache(maxsize=4096)
def _may_say(text: str) -> bool:
    """Tell whether any of the patterns may be in a text: those are tried one after the other."""
    if not text.isascii() or not _SIGNS.isdisjoint(text) or _FRACTION.match(text):
        return True
    return not _WORDS.isdisjoint(_WORD.findall(text.lower()))


def _at(said: Said, node: int) -> Score:
    return Score(Part(node, said.rating), Part(node, said.reviews) if said.reviews else None)


@lru_cache(maxsize=4096)
def said_in(text: str, *, cue: bool) -> Said | None:
    """The rating in a text, where it is one for sure; ``cue``: class names say that it is one."""
    cue = cue or not _SAY_RATING.isdisjoint(_WORD.findall(text.casefold()))
    for pattern in (_OF, _STARS):
        found = pattern.search(text)
        if found is not None and _is_rating(found[0], pattern is _OF, cue=cue):
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return Said(found[0], _count(rest))
    found = _NAMED.search(text) if "." in text or "," in text else None
    if found is not None and (value := rating_of(found[1] or found[2])) and value.value <= 10:
        return Said(found[1] or found[2], _count(f"{text[: found.start()]} {text[found.end() :]}"))
    found = _FRACTION.match(text)
    if found is None:
        return None
    bracket = _BRACKETS.fullmatch(text, found.end())
    value = rating_of(found[1])
    if value is None or value.value > (10 if cue else 5):
        return None
    if bracket is not None:
        return Said(found[1], bracket[0])
    return Said(found[1], None) if cue and found.end() == len(text) else None


def _is_rating(text: str, is_of_best: bool, *, cue: bool) -> bool:
    rating = rating_of(text)
    if rating is None or not 0 < rating.value <= (rating.best or 5):
        return False
    if not is_of_best:
        return True
    return rating.best in _BESTS and (cue or "." in text or "," in text)


@lru_cache(maxsize=4096)
def counted_in(text: str) -> str | None:
    """A number before a word such as reviews."""
    found = _COUNTED.search(text)
    return found[0] if found else None


def _count(text: str) -> str | None:
    bracket = _BRACKETS.search(text)
    return counted_in(text) or (bracket[0] if bracket else None)


def is_drawn(text: str) -> bool:
    """Tell whether a text is a rating in stars."""
    return _STARS.fullmatch(text) is not None


MAX_NODES: Final = 40
"""Nodes of a drawn rating that are asked."""
MAX_DRAWN: Final = 4
"""Elements of a record that are asked whether they draw a rating, the first ones."""
MIN_DRAWN: Final = 2
"""Records that draw a rating, from which that is a column."""

_STYLE: Final = tags.ATTRIBUTES.index("style")


def ratings_drawn(tree: PageTree, records: Sequence[Sequence[int]]) -> list[Part | None]:
    """The rating that each record draws, behind the first element that draws it: by class names,
    by the width of a bar, or by icons."""
    drawing = [_drawing(tree, nodes) for nodes in records]
    said: list[float | None] = []
    for wanted, read in ((_CLASS, drawn_ratings.rating_in_class), (_STYLE, rating_in_style)):
        said = [_one_of(map(read, _inside(tree, nodes, wanted))) for nodes in drawing]
        if sum(one is not None for one in said) >= MIN_DRAWN:
            break
    else:
        said = drawn_ratings.stars_drawn([_icons(tree, nodes) for nodes in drawing])
        if sum(one is not None for one in said) < MIN_DRAWN:
            return [None] * len(records)
    return [
        Part(nodes[0], f"{one:g}") if nodes and one is not None else None
        for nodes, one in zip(drawing, said, strict=True)
    ]


def _drawing(tree: PageTree, record: Sequence[int]) -> list[int]:
    """The first elements of a record whose class names say that they draw a rating."""
    found: list[int] = []
    for root in record:
        stop = root + tree.size[root]
        # Few records draw anything, and most have many class names.
        first, last = (tree.value_start[tree.first_attribute[node]] for node in (root, stop))
        if not drawn_ratings.may_be_drawn(tree.values[first:last]):
            continue
        for node, names in _named(tree, root + 1, stop):
            outside = not found or node >= found[-1] + tree.size[found[-1]]
            if outside and drawn_ratings.is_drawn(names):
                found.append(node)
                if len(found) == MAX_DRAWN:
                    return found
    return found


def _named(tree: PageTree, first: int, stop: int) -> Iterator[tuple[int, str]]:
    """The elements from ``first`` up to ``stop`` that have class names, with these."""
    for entry in places_of(tree, _CLASS, first, stop):
        yield bisect_right(tree.first_attribute, entry) - 1, tree.value(entry)


def _inside(tree: PageTree, nodes: Sequence[int], wanted: int) -> Iterator[str]:
    """The values of an attribute in the first nodes of each of some subtrees."""
    for node in nodes:
        stop = min(node + tree.size[node], node + MAX_NODES)
        yield from map(tree.value, places_of(tree, wanted, node, stop))


def _one_of(values: Iterable[float | None]) -> float | None:
    """The one value that is said; where there are several, these are the stars' own numbers."""
    found = {*values} - {None}
    return found.pop() if len(found) == 1 else None


def _icons(tree: PageTree, nodes: Sequence[int]) -> list[str]:
    """The class names of each star that a record draws: the innermost elements, without text."""
    if not nodes:
        return []

    def stars(above: int) -> list[tuple[int, str]]:
        stop = min(above + tree.size[above], above + MAX_NODES)
        return [one for one in _named(tree, above + 1, stop) if drawn_ratings.is_star(one[1])]

    # A star by itself stands beside the others.
    found = stars(nodes[0]) or stars(tree.parent[nodes[0]])
    return [names for node, names in found if not tree.text_chars(node) and not stars(node)]


def places_of(tree: PageTree, wanted: int, node: int, stop: int) -> Iterator[int]:
    """The entries of an attribute in the nodes from ``node`` up to ``stop``, in order."""
    first, last = tree.first_attribute[node], tree.first_attribute[stop]
    with suppress(ValueError):
        while True:
            first = tree.attribute.index(wanted, first, last)
            yield first
            first += 1
