"""The rating of each record and how many gave it, told apart by how they are written.

A rating says the best there is, has stars, or is a fraction beside a number in brackets; how many
gave it stands in brackets or before a word such as reviews, near the stars. What is neither for
sure is left to the columns.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.table.attribute_places import places_of
from scrapy_treesim.records.table.cells import LeafValues
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.records.table.covered import without_cells
from scrapy_treesim.records.table.rating_hints import (
    ATTRIBUTES,
    BESTS,
    MAX_ATTRIBUTE,
    MAX_CHARS,
    Hints,
    names_rating,
    rating_hints,
)
from scrapy_treesim.tree import tags
from scrapy_treesim.values import drawn_ratings
from scrapy_treesim.values.lexicon import ratings as words
from scrapy_treesim.values.text_kinds import NUMBER, RATING, plain_line
from scrapy_treesim.values.typed_values import EMPTY_STARS, FILLED_STARS, rating_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MIN_SHARE: Final = 0.2
"""Share of records from which their ratings are a column."""
ASKED: Final = 4
"""About as many records are read to find out whether any have a rating."""
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
FEW: Final = 2
"""Records up to which their stars may be the same."""

OF: Final = re.compile(
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
BRACKETS: Final = re.compile(
    r"[(\[（]\s{0,2}(\d[\d.,' \u00a0\u202f]{0,9}[kKmM万]?\+?)\s{0,2}[)\]）]"
)
"""A number in brackets."""
COUNTED: Final = re.compile(
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
_VOTES: Final = re.compile(
    r"(?<![\w.,])\d[\d.,'\u00a0\u202f]{0,9}\s?[kKmM万]?\+?\s{0,2}(?:"
    + "|".join(words.VOTES.split())
    + r")(?![^\W\d_])",
    re.IGNORECASE,
)
_BEFORE_COUNT: Final = re.compile(
    r"(?:"
    + "|".join(words.REVIEWS.split())
    + r")\s{0,2}[:：]\s{0,2}(\d{1,3}(?:[.,'\u00a0\u202f]\d{3}){0,3}|\d{4,9})(?![.,]?\d)",
    re.IGNORECASE,
)
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
BARE: Final = re.compile(r"\s{0,3}(\d[\d.,'\u00a0\u202f]{0,9}[kKmM万]?\+?)\s{0,3}")
"""A number alone."""
ONLY_STARS: Final = re.compile(f"[{FILLED_STARS}]{{1,5}}|[{EMPTY_STARS}]{{1,5}}")
"""Stars, all of them given or none."""
_WORD: Final = re.compile(r"[^\W\d_]{1,28}")
_SAY_RATING: Final = frozenset(f"{words.STARS} {words.RATED} {words.REVIEWS} {words.SAID}".split())
_CLASS: Final = tags.ATTRIBUTES.index("class")
_DIGIT: Final = frozenset("0123456789")


class Said(NamedTuple):
    """The parts of a text that are a rating and the number of those who gave it."""

    rating: str
    reviews: str | None


class Part(NamedTuple):
    """What a record says of its rating, or of how many gave it."""

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
    hints = rating_hints(page, records)
    step = max(1, len(records) // ASKED)
    if not any(
        hint is not None and any(score_of(page, record, hint))
        for record, hint in zip(records[::step], hints[::step], strict=True)
    ):
        return readings
    scores = _of_one_form(
        [
            Score() if hint is None else score_of(page, record, hint)
            for record, hint in zip(records, hints, strict=True)
        ]
    )
    for name, kind, parts in (
        ("rating", RATING, [one.rating for one in scores]),
        ("reviews", NUMBER, [one.reviews for one in scores]),
    ):
        said = [part.text for part in parts if part]
        if len(said) < max(1, MIN_SHARE * len(records)) or _are_all_stars(said):
            continue
        leaf = Leaf(
            f"{name}()", tuple(((part.node,),) if part else () for part in parts), len(parts)
        )
        values = [[part.text] if part else [] for part in parts]
        reading = LeafValues(leaf, kind, values, False, None, name)
        readings = without_cells(page, readings, [reading])
    return readings


def _of_one_form(scores: list[Score]) -> list[Score]:
    """The scores without those ratings that are stars where others are numbers: these are another
    thing, as the class of a hotel is."""
    drawn = [one.rating is not None and is_drawn(one.rating.text) for one in scores]
    numbers = sum(one.rating is not None for one in scores) - sum(drawn)
    if not any(drawn) or numbers < MIN_SHARE * len(scores):
        return scores
    return [
        one._replace(rating=None) if is_star else one
        for one, is_star in zip(scores, drawn, strict=True)
    ]


def _are_all_stars(said: Sequence[str]) -> bool:
    """Tell whether stars are the same everywhere: they are drawn over, or say nothing."""
    return len(said) > FEW and len({*said}) == 1 and ONLY_STARS.fullmatch(said[0]) is not None


def score_of(page: Page, record: Sequence[int], hints: Hints | None = None) -> Score:
    """What a record says of its rating; ``hints``: all in which that may be, the same is found
    without them."""
    reader = _Reader(page, record, hints)
    said = reader.said() or reader.written()
    if said is None:
        return Score(None, reader.counted(None))
    return Score(said.rating, said.reviews or reader.counted(said.rating))


class _Reader:
    """Reads the rating of one record."""

    def __init__(self, page: Page, record: Sequence[int], hints: Hints | None) -> None:
        self._hints = hints
        self._chars = [] if hints is None else [page.tree.chars[node] for node in hints.texts]
        self._wholes_of: dict[int, list[int]] = {}
        self._lines: dict[int, str] = {}
        self._tree = page.tree
        self._analysis = page.analysis
        self._record = record
        texts, digits = self._analysis.texts, self._analysis.digits
        self._numbers = [
            number
            for root in record
            if digits[root + self._tree.size[root]] > digits[root]
            for number in range(texts[root], texts[root + self._tree.size[root]])
        ][:MAX_TEXTS]
        self._attributes = (
            [] if hints is not None and not hints.entries else [*self._read_attributes()]
        )

    def _may_say(self, node: int) -> bool:
        """Tell whether a text with a hint lies in a subtree."""
        if self._hints is None:
            return True
        texts = self._hints.texts
        place = bisect_left(texts, node)
        return place < len(texts) and texts[place] < node + self._tree.size[node]

    def _is_near(self, node: int) -> bool:
        """Tell whether a text with a hint stands so near to a text that a rating may hold both."""
        chars = self._tree.chars[node]
        place = bisect_left(self._chars, chars - MAX_CHARS)
        return place < len(self._chars) and self._chars[place] <= chars + MAX_CHARS

    def _line(self, node: int) -> str:
        line = self._lines.get(node)
        if line is None:
            line = self._lines[node] = plain_line(self._tree, node)
        return line

    def said(self) -> Score | None:
        """The rating that an attribute says: ``aria-label="4.5 out of 5 stars"``."""
        scored = [
            (node, found)
            for node, text in self._attributes
            if (found := said_in(text, cue=False)) is not None
        ]
        # Where each star says what it stands for, readers are asked to give them.
        if not scored or len({found.rating for _, found in scored}) >= MIN_ASKED:
            return None
        return _at(scored[0][1], scored[0][0])

    def _read_attributes(self) -> Iterator[tuple[int, str]]:
        """The attributes with digits that are written for people, each with its element."""
        tree = self._tree
        hinted = None if self._hints is None else frozenset(self._hints.entries)
        for root in self._record:
            first = tree.first_attribute[root]
            stop = tree.first_attribute[root + tree.size[root]]
            for wanted in ATTRIBUTES:
                entries = places_of(tree.attribute, wanted, first, stop)
                for entry in islice(entries, MAX_SAID):
                    if tree.value_start[entry + 1] - tree.value_start[entry] > MAX_ATTRIBUTE:
                        continue
                    if hinted is not None and entry not in hinted:
                        continue
                    text = tree.value(entry)
                    if not _DIGIT.isdisjoint(text):
                        node = bisect_right(tree.first_attribute, entry) - 1
                        yield node, " ".join(text.split())

    def written(self) -> Score | None:
        """The rating that a text says, the first with a best one or stars."""
        tree, analysis = self._tree, self._analysis
        if self._hints is not None and not self._hints.texts:
            return None
        wholes: list[list[int]] = []
        for number in self._numbers:
            node = analysis.text_node[number]
            if analysis.digits[node + 1] == analysis.digits[node] and not (
                tree.text_chars(node) <= MAX_STARS
                and self._may_say(node)
                and is_drawn(self._line(node))
            ):
                continue
            if tree.text_chars(node) <= MAX_CHARS and (self._hints is None or self._is_near(node)):
                wholes.append(self._wholes(node))
        # What a smaller element says goes before.
        for level in range(MAX_LEVELS + 1):
            for around in wholes:
                if level < len(around):
                    whole = around[level]
                    if not self._may_say(whole):
                        continue
                    text = self._line(whole)
                    # Few texts may be ratings at all.
                    if said_in(text, cue=True) is None:
                        continue
                    found = said_in(text, cue=False)
                    if found is None and self._has_cue(whole):
                        found = said_in(text, cue=True)
                    if found is not None:
                        return _at(found, whole)
        return None

    def _wholes(self, text: int) -> list[int]:
        """A text and the small elements around it."""
        found = self._wholes_of.get(text)
        if found is None:
            found = self._wholes_of[text] = [*self._around(text)]
        return found

    def _around(self, node: int) -> Iterator[int]:
        tree, roots = self._tree, self._record
        yield node
        for _ in range(MAX_LEVELS):
            inside, node = node, tree.parent[node]
            if inside in roots or node in roots or tree.text_chars(node) > MAX_CHARS:
                break
            if tree.text_chars(node) > tree.text_chars(inside):
                yield node

    def _has_cue(self, node: int) -> bool:
        """Tell whether class names around say that it is a rating."""
        tree = self._tree
        for _ in range(MAX_LEVELS):
            if node in self._record or node <= 0 or tree.text_chars(node) > MAX_CHARS:
                break
            names = tree.get(node, "class")
            if names and names_rating(names[: drawn_ratings.MAX_NAMES]):
                return True
            node = tree.parent[node]
        return False

    def counted(self, rating: Part | None) -> Part | None:
        """How many gave the rating: before a word, or in brackets or alone beside it."""
        tree, analysis = self._tree, self._analysis
        for node, text in self._attributes:
            said = COUNTED.match(text)
            if said is not None and not OF.search(text):
                return Part(node, said[0])
        if rating is None and self._hints is not None and not self._hints.texts:
            return None
        beside: Part | None = None
        for number in self._numbers:
            node = analysis.text_node[number]
            if analysis.digits[node + 1] == analysis.digits[node]:
                continue
            if tree.text_chars(node) > MAX_CHARS or (rating and node == rating.node):
                continue
            # Beside a rating a number needs no hint.
            needs_hint = rating is None and self._hints is not None
            if needs_hint and not self._is_near(node):
                continue
            wholes = self._wholes(node)
            if needs_hint:
                wholes = [whole for whole in wholes if self._may_say(whole)]
            for whole in wholes:
                text = self._line(whole)
                counted = counted_in(text, votes=rating is not None)
                if counted is not None:
                    return Part(whole, counted)
            if beside is None:
                beside = self._beside(wholes, rating)
        return beside

    def _beside(self, wholes: Sequence[int], rating: Part | None) -> Part | None:
        """A number in brackets, or alone, that shares a small element with the rating or stars."""
        tree = self._tree
        for whole in wholes:
            text = self._line(whole)
            bracket = BRACKETS.fullmatch(text)
            bare = BARE.fullmatch(text) if rating is not None and "." not in text else None
            if bracket is None and bare is None:
                continue
            above = whole
            for _ in range(MAX_LEVELS):
                inside, above = above, tree.parent[above]
                if inside in self._record or above <= 0 or tree.text_chars(above) > MAX_CHARS:
                    break
                # What stands in the record itself may be of anything.
                is_own = above not in self._record
                if rating is not None and above <= rating.node < above + tree.size[above]:
                    return Part(whole, text) if is_own or bracket is not None else None
                if bracket is not None and is_own and self._has_stars(above):
                    return Part(whole, text)
        return None

    def _has_stars(self, node: int) -> bool:
        """Tell whether class names of an element, or in it, draw stars."""
        tree = self._tree
        first = tree.first_attribute[node]
        stop = tree.first_attribute[node + tree.size[node]]
        return any(
            names_rating(tree.value(entry)[: drawn_ratings.MAX_NAMES])
            for entry in islice(places_of(tree.attribute, _CLASS, first, stop), MAX_SAID)
        )


def _at(said: Said, node: int) -> Score:
    return Score(Part(node, said.rating), Part(node, said.reviews) if said.reviews else None)


@lru_cache(maxsize=4096)
def said_in(text: str, *, cue: bool) -> Said | None:
    """The rating in a text, where it is one for sure; ``cue``: class names say that it is one."""
    cue = cue or not _SAY_RATING.isdisjoint(_WORD.findall(text.casefold()))
    for pattern in (OF, _STARS):
        found = pattern.search(text)
        if found is not None and _is_rating(found[0], pattern is OF, cue=cue):
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return Said(found[0], _count(rest))
    found = _NAMED.search(text) if "." in text or "," in text else None
    if found is not None and (value := rating_of(found[1] or found[2])) and value.value <= 10:
        return Said(found[1] or found[2], _count(f"{text[: found.start()]} {text[found.end() :]}"))
    found = _FRACTION.match(text)
    if found is None:
        return None
    bracket = BRACKETS.fullmatch(text, found.end())
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
    return rating.best in BESTS and (cue or "." in text or "," in text)


@lru_cache(maxsize=4096)
def counted_in(text: str, *, votes: bool) -> str | None:
    """A number before a word such as reviews, or behind it; ``votes``: or before votes."""
    found = COUNTED.search(text) or _before_count(text)
    if found is None and votes:
        found = _VOTES.search(text)
    return found[0] if found else None


def _count(text: str) -> str | None:
    found = COUNTED.search(text) or _before_count(text) or BRACKETS.search(text)
    return found[0] if found else None


def _before_count(text: str) -> re.Match[str] | None:
    # Few texts have a colon, and many words are tried at every letter.
    return _BEFORE_COUNT.search(text) if ":" in text or "：" in text else None


def is_drawn(text: str) -> bool:
    """Tell whether a text is a rating in stars."""
    return _STARS.fullmatch(text) is not None
