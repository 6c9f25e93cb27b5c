"""Ratings of things as a page shows them, and how many gave them.

Things are records, posts, and what the page is about.

Attributes that are written for people go before texts, and both before what is drawn. Stars of a
member's rank are no rating.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.values import ratings
from scrapy_treesim.values.other_things import classes_name_other, names_other
from scrapy_treesim.values.ratings import (
    RatingText,
    counted_in,
    is_in_stars,
    rating_text_in,
)
from scrapy_treesim.values.text_kinds import plain_line
from scrapy_treesim.values.typed_values import number_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_CHARS: Final = 60
"""Characters of a text that is a rating."""
MAX_AROUND: Final = 200
"""Characters of an element that may be named after a member and the stars in it."""
MAX_ATTRIBUTE: Final = 120
"""Bytes of an attribute that is one."""
MAX_LEVELS: Final = 3
"""Elements around a number that may hold the whole of a rating."""
MAX_TEXTS: Final = 200
"""Texts of a thing that are looked at."""
MAX_ATTRIBUTES: Final = 60
"""Attributes of a thing that are looked at."""
MIN_ASKED: Final = 4
"""Ratings in attributes of a thing from which they are offered to readers."""
MAX_STARS: Final = 5
"""Stars that are drawn as text."""
MAX_NODES: Final = 40
"""Most nodes read of a drawn rating."""
MAX_DRAWN: Final = 4
"""Most elements of a thing checked for a drawn rating, the first ones."""

_DIGIT: Final = re.compile(rb"[0-9]")
_ATTRIBUTES: Final = tuple(map(tags.ATTRIBUTES.index, ("aria-label", "title", "alt")))
"""The attributes that are written for people."""
_CLASS, _STYLE = map(tags.ATTRIBUTES.index, ("class", "style"))
_STARTS: Final = (b"star", b"rating", b"rated")
"""Starts of all words of :data:`.ratings.DRAWN`."""
_PROPERTIES: Final = tuple(map(tags.ATTRIBUTES.index, ("itemprop", "property")))

Spans: TypeAlias = Sequence[tuple[int, int]]
"""First nodes of runs of nodes, and those behind their last."""


class RatingPart(NamedTuple):
    """A thing's text on its rating, or on its number of ratings."""

    node: int
    text: str


class Score(NamedTuple):
    """A thing's rating and how many gave it."""

    rating: RatingPart | None = None
    reviews: RatingPart | None = None


def score_of(page: Page, roots: Sequence[int]) -> Score:
    """The rating of a thing in subtrees, by attributes or texts."""
    reader = RatingReader(page, roots, spans_of(page.tree, roots))
    score = reader.in_attributes() or reader.in_texts()
    if score is None:
        rating = declared_in(page.tree, reader.spans) if page.once(_declares_ratings) else None
        return Score(rating, reader.counted(None))
    return Score(score.rating, score.reviews or reader.counted(score.rating))


def spans_of(tree: PageTree, roots: Iterable[int]) -> list[tuple[int, int]]:
    """The nodes of subtrees."""
    return [(root, root + tree.size[root]) for root in roots]


class RatingReader:
    """Reads the rating of one thing."""

    def __init__(self, page: Page, roots: Container[int], spans: Spans) -> None:
        """Take the elements around the thing, and its own nodes."""
        self._page = page
        self._tree = page.tree
        self._roots = roots
        self.spans = spans
        self._lines: dict[int, str] = {}

    @cached_property
    def _texts(self) -> list[int]:
        """The texts of runs of nodes with digits, or of all on a page with stars."""
        analysis = self._page.once(analysis_of)
        texts, digits = analysis.texts, analysis.digits
        has_stars = self._page.once(_has_stars)
        return [
            node
            for first, stop in self.spans
            if has_stars or digits[stop] > digits[first]
            for node in analysis.text_node[texts[first] : texts[stop]]
        ][:MAX_TEXTS]

    @cached_property
    def _numbers(self) -> list[int]:
        """The short texts with digits."""
        digits, chars = self._page.once(analysis_of).digits, self._tree.chars
        return [
            node
            for node in self._texts
            if digits[node + 1] > digits[node] and chars[node + 1] - chars[node] <= MAX_CHARS
        ]

    @cached_property
    def _stars(self) -> list[int]:
        """The texts of stars alone."""
        chars = self._tree.chars
        return [
            node
            for node in (self._texts if self._page.once(_has_stars) else ())
            if chars[node + 1] - chars[node] <= MAX_STARS and is_in_stars(self._line(node))
        ]

    def _line(self, node: int) -> str:
        line = self._lines.get(node)
        if line is None:
            line = self._lines[node] = plain_line(self._tree, node)
        return line

    def in_attributes(self) -> Score | None:
        """The rating in an attribute: ``aria-label="4.5 out of 5 stars"``."""
        scored = [
            _at(match, node)
            for node, text in self.attributes
            if (match := self._rating_in(node, text)) and not self.is_rank(node)
        ]
        # Where each star says what it stands for, readers are asked to give them.
        if not scored or len({score.rating.text for score in scored if score.rating}) >= MIN_ASKED:
            return None
        return scored[0]

    @cached_property
    def attributes(self) -> list[tuple[int, str]]:
        """The attributes for people with digits, each with its element."""
        return [
            attribute
            for first, stop in self.spans
            for name in _ATTRIBUTES
            for attribute in islice(_with_digits(self._tree, name, first, stop), MAX_ATTRIBUTES)
        ]

    def in_texts(self) -> Score | None:
        """The rating in a text, the first with a best one or stars."""
        wholes = [self._around(node) for node in sorted({*self._numbers, *self._stars})]
        # What a smaller element says goes before.
        for level in range(MAX_LEVELS + 1):
            for around in wholes:
                if level < len(around):
                    node = around[level]
                    match = self._rating_in(node, self._line(node))
                    if match is not None and not self._holds_rank(node):
                        return _at(match, node)
        return None

    def _rating_in(self, node: int, text: str) -> RatingText | None:
        """The rating in a node's text, or in its attribute, if it is one for sure."""
        # Without class names a text is a rating only if it is one with them.
        if rating_text_in(text, cue=True) is None:
            return None
        return rating_text_in(text, cue=self._has_cue(node))

    def by_names(self) -> RatingPart | None:
        """The number, or the stars, of an element that class names call a rating; None where it
        has all there are, and asks for one."""
        parts: list[RatingPart] = []
        for node in sorted({*self._numbers, *self._stars}):
            text = self._line(node)
            rating = ratings.rating_of(text) if self._has_cue(node, ratings.DRAWN) else None
            is_bounded = rating is not None and 0 < rating.value <= (rating.best or ratings.BEST)
            if is_bounded and not self.is_other(node):
                parts.append(RatingPart(node, text))
        return parts[0] if 0 < len({part.text for part in parts}) < MIN_ASKED else None

    def is_other(self, node: int) -> bool:
        """Tell whether a number is of votes, by words around, or stars are of a member's rank."""
        return self.is_rank(node) or any(
            ratings.says_votes(self._line(around)) for around in self._around(node)[:2]
        )

    def whole(self, node: int) -> RatingPart | None:
        """The smallest element around a number in which it is a rating beside the best there is."""
        number = number_of(self._line(node))
        for around in self._around(node)[1:]:
            text = self._line(around)
            rating = ratings.rating_of(text)
            if (
                rating is not None
                and rating.best is not None
                and rating.value == number
                and self._rating_in(around, text) is not None
            ):
                return RatingPart(around, text)
        return None

    def _around(self, inside: int) -> list[int]:
        """A text and the small elements around it."""
        chars, size, roots = self._tree.chars, self._tree.size, self._roots
        around = [inside]
        for _ in range(MAX_LEVELS):
            above = self._tree.parent[inside]
            count = chars[above + size[above]] - chars[above]
            if inside in roots or above in roots or count > MAX_CHARS:
                break
            if count > chars[inside + size[inside]] - chars[inside]:
                around.append(above)
            inside = above
        return around

    def _has_cue(self, node: int, words: frozenset[str] = ratings.NAMED) -> bool:
        """Tell whether class names around speak of a rating."""
        small = takewhile(lambda named: named[2] <= MAX_CHARS, self._names_around(node))
        return any(ratings.has_word(words, names) for names, _, _ in small)

    def is_rank(self, node: int) -> bool:
        """Tell whether words around make a rating a seller's, or stars a member's; the nearest
        counts."""
        declared = self._tree.get(self._tree.element(node), "itemprop") or ""
        lines = (self._line(around) for around in self._around(node))
        if any(names_other("rating", text) for text in (declared, *lines)):
            return True
        for names, title, chars in self._names_around(node):
            if classes_name_other("rating", names):
                return True
            is_rank = ratings.names_rank(f"{names} {title}", is_small=chars <= MAX_CHARS)
            if is_rank is not None:
                return is_rank
        return False

    def _holds_rank(self, node: int) -> bool:
        """Tell whether a text, or stars in an element, are of a member's rank."""
        stop = node + self._tree.size[node]
        return any(map(self.is_rank, [node, *(star for star in self._stars if node < star < stop)]))

    def _names_around(self, node: int) -> Iterator[tuple[str, str, int]]:
        """The class names, titles and characters of a node and the elements around it."""
        tree = self._tree
        for above in tree.upward(node, MAX_LEVELS):
            chars = tree.text_chars(above)
            if above in self._roots or chars > MAX_AROUND:
                break
            names, title = tree.get(above, "class") or "", tree.get(above, "title") or ""
            yield names[: ratings.MAX_NAMES], title[:MAX_CHARS], chars

    def counted(self, rating: RatingPart | None) -> RatingPart | None:
        """Rating count: before a word, or bracketed or alone beside the rating."""
        for node, text in self.attributes:
            if count := counted_in(text):
                return RatingPart(node, count)
        beside: RatingPart | None = None
        for number in self._numbers:
            if rating and number == rating.node:
                continue
            wholes = self._around(number)
            for node in wholes:
                if count := counted_in(self._line(node)):
                    return RatingPart(node, count)
            beside = beside or self._beside(wholes, rating)
        return beside

    def _beside(self, wholes: Sequence[int], rating: RatingPart | None) -> RatingPart | None:
        """A number in brackets, or alone, in a small element with the rating or stars."""
        tree = self._tree
        for node in wholes:
            text = self._line(node)
            is_bracketed = ratings.is_bracketed(text)
            if not is_bracketed and not (rating and ratings.is_bare(text)):
                continue
            above = node
            for _ in range(MAX_LEVELS):
                inside, above = above, tree.parent[above]
                if inside in self._roots or above <= 0 or tree.text_chars(above) > MAX_CHARS:
                    break
                # What stands in the record itself may be of anything.
                is_own = above not in self._roots
                if rating is not None and above <= rating.node < above + tree.size[above]:
                    return RatingPart(node, text) if is_own or is_bracketed else None
                if is_bracketed and is_own and self._draws_stars(above):
                    return RatingPart(node, text)
        return None

    def _draws_stars(self, node: int) -> bool:
        """Tell whether class names of an element, or in it, draw stars."""
        named = _with_classes(self._tree, node, node + self._tree.size[node])
        return any(
            ratings.has_word(ratings.NAMED, names) for _, names in islice(named, MAX_ATTRIBUTES)
        )


def _declares_ratings(page: Page) -> bool:
    """Tell whether a page may declare ratings in microdata."""
    return b"ratingValue" in page.tree.values


def _has_stars(page: Page) -> bool:
    """Tell whether a page's text has stars."""
    return any(star.encode() in page.tree.text for star in ratings.ANY_STARS)


def _at(match: RatingText, node: int) -> Score:
    return Score(
        RatingPart(node, match.rating), RatingPart(node, match.reviews) if match.reviews else None
    )


def _with_digits(tree: PageTree, name: int, first: int, stop: int) -> Iterator[tuple[int, str]]:
    """The short values of an attribute with digits, each with its element."""
    for entry in entries_of(tree, name, first, stop):
        start, end = tree.value_start[entry], tree.value_start[entry + 1]
        if end - start <= MAX_ATTRIBUTE and _DIGIT.search(tree.values, start, end):
            yield bisect_right(tree.first_attribute, entry) - 1, " ".join(tree.value(entry).split())


def declared_in(tree: PageTree, spans: Spans) -> RatingPart | None:
    """The rating in microdata inside a thing, with the best there is."""
    values: dict[str, RatingPart] = {}
    for (first, stop), attribute in product(spans, _PROPERTIES):
        for entry in entries_of(tree, attribute, first, stop):
            name = tree.value(entry)
            if name in ("ratingValue", "bestRating") and name not in values:
                node = bisect_right(tree.first_attribute, entry) - 1
                text = tree.get(node, "content") or plain_line(tree, node)
                values[name] = RatingPart(node, text.strip()[:MAX_CHARS])
    value, best = values.get("ratingValue"), values.get("bestRating")
    if value is None:
        return None
    return RatingPart(value.node, f"{value.text}/{best.text}") if best else value


def ratings_drawn(
    page: Page, things: Sequence[Spans], roots: Container[int], least: int
) -> list[RatingPart | None]:
    """The rating drawn by each thing: by class names, by the width of a bar, or by icons.

    Its node is the first element that draws it. None of all where fewer than ``least`` draw any.
    """
    tree = page.tree
    reader = RatingReader(page, roots, ())
    named = page.once(named_after_drawn)
    drawing = [_drawing(reader, tree, named, spans) for spans in things]
    if sum(map(bool, drawing)) < least:
        return [None] * len(things)
    for values in _values_drawn(tree, drawing):
        if sum(value is not None for value in values) >= least:
            return [
                RatingPart(nodes[0], f"{value:g}") if nodes and value is not None else None
                for nodes, value in zip(drawing, values, strict=True)
            ]
    return [None] * len(things)


def _values_drawn(tree: PageTree, drawing: list[list[int]]) -> Iterator[list[float | None]]:
    """Yield the values by class names, by the width of a bar, and by icons."""
    for name, read in ((_CLASS, ratings.rating_in_class), (_STYLE, ratings.rating_in_style)):
        yield [_only(map(read, _inside(tree, nodes, name))) for nodes in drawing]
    yield ratings.stars_drawn([_icons(tree, nodes) for nodes in drawing])


def _drawing(reader: RatingReader, tree: PageTree, named: Sequence[int], spans: Spans) -> list[int]:
    """The first elements of a thing among those ``named`` after drawn ratings."""
    drawing: list[int] = []
    for first, stop in spans:
        low = bisect_left(named, first)
        for node in named[low : bisect_left(named, stop, low)]:
            is_outside = not drawing or node >= drawing[-1] + tree.size[drawing[-1]]
            if is_outside and not reader.is_rank(node):
                drawing.append(node)
                if len(drawing) == MAX_DRAWN:
                    return drawing
    return drawing


def named_after_drawn(page: Page) -> list[int]:
    """The elements of a page with class names of drawn ratings, in order."""
    tree, values = page.tree, page.tree.values.lower()
    entries: set[int] = set()
    for word in _STARTS:
        position = values.find(word)
        while position >= 0:
            entry = bisect_right(tree.value_start, position) - 1
            entries.add(entry)
            position = values.find(word, tree.value_start[entry + 1])
    return [
        bisect_right(tree.first_attribute, entry) - 1
        for entry in sorted(entries)
        if tree.attribute[entry] == _CLASS and ratings.has_word(ratings.DRAWN, tree.value(entry))
    ]


def _with_classes(tree: PageTree, first: int, stop: int) -> Iterator[tuple[int, str]]:
    """The elements with class names from ``first`` up to ``stop``, and these names."""
    for entry in entries_of(tree, _CLASS, first, stop):
        yield bisect_right(tree.first_attribute, entry) - 1, tree.value(entry)


def _inside(tree: PageTree, nodes: Sequence[int], name: int) -> Iterator[str]:
    """The values of an attribute in the first nodes of each of these subtrees."""
    for node in nodes:
        stop = min(node + tree.size[node], node + MAX_NODES)
        yield from map(tree.value, entries_of(tree, name, node, stop))


def _only(values: Iterable[float | None]) -> float | None:
    """The single value; several are the stars' own numbers."""
    different = {*values} - {None}
    return different.pop() if len(different) == 1 else None


def _icons(tree: PageTree, nodes: Sequence[int]) -> list[str]:
    """The class names of each star that a thing draws: the innermost elements, without text."""
    if not nodes:
        return []

    def stars(above: int) -> list[tuple[int, str]]:
        stop = min(above + tree.size[above], above + MAX_NODES)
        return [
            star
            for star in _with_classes(tree, above + 1, stop)
            if ratings.has_word(ratings.STARS, star[1])
        ]

    # A star by itself stands beside the others.
    icons = stars(nodes[0]) or stars(tree.parent[nodes[0]])
    return [names for node, names in icons if not tree.text_chars(node) and not stars(node)]


def entries_of(tree: PageTree, name: int, first: int, stop: int) -> Iterator[int]:
    """The entries of an attribute in the nodes from ``first`` up to ``stop``, in order."""
    entry, last = tree.first_attribute[first], tree.first_attribute[stop]
    return map(entry.__add__, nodes_of(tree.attribute[entry:last], _ONLY[name]))


_ONLY: Final = [bytes(name) + b"\1" for name in range(len(tags.ATTRIBUTES))]
"""Flags of each attribute alone, by its number."""
