"""Authors that a page shows: in the markup, in the words and in the links of its byline."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata import _cues_cy
from scrapy_treesim.article.metadata.constants import (
    AUTHORS,
    BESIDE,
    DATED_TOO,
    FOLDER,
    HREF,
    LINKED,
    MARKED,
    MAX_LINE_CHARS,
    NAMED,
    NAMES,
    NO_CUE,
    NO_USE,
    OTHERS,
    PROPERTY,
    REL,
    RELATION,
    SAID,
)
from scrapy_treesim.article.metadata.names import is_whole, name_at, names_in, user_in
from scrapy_treesim.article.metadata.near import KINDS, Runs, node_at, word_table
from scrapy_treesim.tree import tags
from scrapy_treesim.values.text_kinds import names_time

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

BEFORE_CHARS: Final = 400
"""Characters before the headline in which a byline is looked for."""
AFTER_CHARS: Final = 1_200
"""Characters after the headline in which it is."""
OPENING_CHARS: Final = 300
"""Characters of the text itself in which it is."""
END_CHARS: Final = 400
"""Characters after the article's end in which it is."""
MAX_LINE_PIECES: Final = 12
"""Runs of text of a line that are read."""
MAX_HELD: Final = 8
"""Runs of text of an element with a name that are read."""
MAX_SIGN_CHARS: Final = 40
"""Characters of the run of text that begins a byline on a longer line at most."""
MAX_APART: Final = 120
"""Characters between two names of one byline at most."""


def _one_of(words: Sequence[str]) -> str:
    """A pattern of the words, the longest first."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"


_BEFORE: Final = re.compile(
    _one_of(bylines.BEFORE_NAMES) + r"(?:\s{0,3}[:：|]\s{0,3}|\s{1,3}|$)", re.I
)
_BEFORE_IDEOGRAPHS: Final = re.compile(
    r"[（(【\[]?\s?" + _one_of(bylines.BEFORE_IDEOGRAPHS) + r"\s?[:：/／|｜＝=・\u3000 ]\s{0,3}"
)
_AFTER_IDEOGRAPHS: Final = re.compile(
    r"[（(【\[]?([\u4e00-\u9fff々]{2,4}?|[가-힣]{2,4}?)\s?" + _one_of(bylines.AFTER_IDEOGRAPHS)
)
_MID_LINE: Final = re.compile(r"(?:^|\s)" + _one_of(bylines.MID_LINE) + r"\s{1,3}(?=\S)", re.I)
_ANYWHERE: Final = re.compile(r"\b" + _one_of(bylines.ANYWHERE) + r"\s{1,3}(?=\S)", re.I)
_DATED_CLASSES: Final = ("date", "time")
_USE_OF_ATTRIBUTE: Final = {
    "class": NAMES, "id": NAMES, "rel": REL, "itemprop": PROPERTY, "href": HREF
}  # fmt: skip
_USES: Final = bytes(_USE_OF_ATTRIBUTE.get(name, NO_USE) for name in tags.ATTRIBUTES)
_KEYS, _BITS = word_table(
    {
        AUTHORS: bylines.CLASSES,
        OTHERS: bylines.NOT_CLASSES,
        BESIDE: " ".join({*bylines.BESIDE_CLASSES.split()} - {*_DATED_CLASSES}),
        DATED_TOO: " ".join(_DATED_CLASSES),
        RELATION: "author",
        FOLDER: bylines.FOLDERS,
    }
)


@dataclass(frozen=True, slots=True)
class Byline:
    """The names of a byline, and the cue they were found by."""

    names: tuple[str, ...]
    cue: int
    node: int
    """The text it was found at."""
    at_end: bool = False


def byline_of(page: Page, first: int, last: int) -> Byline | None:
    """The surest byline near the headline or before the article's text, else after its end.

    ``first`` and ``last`` are the article's first and last nodes.
    """
    tree = page.tree
    headline = page.once(headline_of)
    cues = cues_of(tree)
    found: list[Byline] = []
    for start, stop in _spans(tree, headline.node if headline else None, first):
        found += _bylines(Runs(tree, start, stop), cues)
        if any(one.cue <= SAID for one in found):
            break
    if not found:
        stop = node_at(tree, tree.chars[last + 1] + END_CHARS) + 1
        start = node_at(tree, tree.chars[last] - END_CHARS // 2)
        found = [
            Byline(one.names, one.cue, one.node, True)
            for one in _bylines(Runs(tree, start, stop), cues)
            if one.cue < LINKED and any(map(is_whole, one.names))
        ]
    return min(found, key=lambda one: one.cue, default=None)


def _spans(tree: PageTree, headline: int | None, first: int) -> Iterator[tuple[int, int]]:
    """The nodes between which a byline may stand: below the headline, above it, before the text."""
    read_to = 0
    if headline is not None:
        end = headline + tree.size[headline]
        read_to = node_at(tree, tree.chars[end] + AFTER_CHARS) + 1
        if first >= end:
            read_to = min(read_to, node_at(tree, tree.chars[first] + OPENING_CHARS) + 1)
        yield end, read_to
        yield node_at(tree, tree.chars[headline] - BEFORE_CHARS), headline
    if headline is None or not headline < first < read_to:
        yield node_at(tree, tree.chars[first] - BEFORE_CHARS), first + 1


def cues_of(tree: PageTree) -> _cues_cy.Cues:
    """A reader of the cues that elements give."""
    return _cues_cy.Cues(
        tree.tag, tree.parent, tree.size, tree.chars, tree.first_attribute, tree.attribute,
        tree.value_start, tree.values, KINDS, _USES, _KEYS, _BITS,
    )  # fmt: skip


def _bylines(runs: Runs, cues: _cues_cy.Cues) -> list[Byline]:
    """The first byline of each cue."""
    tree = runs.tree
    found: dict[int, Byline] = {}
    ends: dict[int, tuple[int, tuple[object, ...]]] = {}
    read_to = -1
    cue_of, holder_of = array("i", bytes(4 * runs.count)), array("i", bytes(4 * runs.count))
    for place in cues.read(runs.node, runs.marks, runs.count, cue_of, holder_of):
        node, cue, holder = runs.node[place], cue_of[place], holder_of[place]
        # What has no cue is asked for the words of a byline alone, as it is read.
        if node < read_to or (cue != NO_CUE and not _may_name(runs.text(place))):
            continue
        cue, names = _read(runs, place, cue, holder)
        if cue == NO_CUE or not names:
            continue
        kind = (tree.tag[holder], tree.get(holder, "class"), cue)
        if cue not in found:
            found[cue] = Byline(tuple(names), cue, node)
        elif cue != SAID and ends[cue][1] == kind and tree.chars[node] - ends[cue][0] <= MAX_APART:
            known = found[cue]
            both = dict.fromkeys((*known.names, *(name for name in names if " " in name)))
            found[cue] = Byline(tuple(both), cue, known.node)
        else:
            continue
        if cue in (MARKED, NAMED):
            read_to = holder + tree.size[holder]
        ends[cue] = tree.chars[node + 1], kind
    return list(found.values())


def _may_name(text: str) -> bool:
    """Tell whether a run of text may be a name, or lead to one."""
    if not text or len(text) > MAX_LINE_CHARS:
        return False
    return (
        name_at(text) is not None
        or after_by(text) is not None
        or user_in(text) is not None
        or _MID_LINE.search(text) is not None
        or _ANYWHERE.search(text) is not None
    )


def _line(runs: Runs, place: int) -> list[str]:
    """The texts of a line from one of them on; those of the next where it is the last."""
    line = runs.line[place]
    found = []
    for one in range(place, min(place + MAX_LINE_PIECES, runs.count)):
        if runs.line[one] != line:
            break
        found.append(runs.text(one))
    return found


def _read(runs: Runs, place: int, cue: int, holder: int) -> tuple[int, list[str]]:
    """The cue of a run of text and the names that it leads to."""
    tree = runs.tree
    text = runs.text(place)
    if tree.text_chars(runs.line[place]) > MAX_LINE_CHARS and len(text) > MAX_SIGN_CHARS:
        return NO_CUE, []
    line = _line(runs, place)
    rest = line[1:]
    if (said := after_by(text)) is not None:
        following = [said, *rest]
        if not "".join(following).strip() and place + len(line) < runs.count:
            following = _line(runs, place + len(line))
        names = names_in(following)
        # A word alone is a name only where hardly anything else stands on the line.
        if names and (is_whole(names[0]) or len("".join(following)) < MAX_SIGN_CHARS):
            return (MARKED if cue == MARKED else SAID), names
        if cue != NO_CUE and said and (user := user_in(said)):
            return cue, [user]
        return NO_CUE, []
    if cue == NO_CUE:
        found = _MID_LINE.search(text)
        if found is None or not found.start() or not names_time(text[: found.start()]):
            found = _ANYWHERE.search(text)
        if found is not None:
            return SAID, names_in([text[found.end() :], *rest])
        return NO_CUE, []
    inside = range(place, min(place + MAX_HELD, runs.count))
    held = [runs.text(one) for one in inside if runs.node[one] < holder + tree.size[holder]]
    if cue != LINKED and len(held) > 1 and all(" " not in one for one in held):
        # The first name and the last stand in elements of their own.
        held = [" ".join(held)]
    names = names_in(held)
    if names and is_whole(names[0]) and (" " in names[0] or cue != LINKED):
        return cue, [*dict.fromkeys((*names, *_beside(runs, place, holder)))]
    user = user_in(text) if len(held) == 1 else None
    return cue, [user] if user and cue != LINKED else []


def _beside(runs: Runs, place: int, holder: int) -> Iterator[str]:
    """The names that stand after a name in elements like its own, in the same holder."""
    tree = runs.tree
    own = tree.parent[runs.node[place]]
    if own == holder:
        return
    for one in range(place + 1, min(place + MAX_LINE_PIECES, runs.count)):
        if runs.node[one] >= holder + tree.size[holder]:
            return
        other = tree.parent[runs.node[one]]
        if (tree.tag[other], tree.get(other, "class")) == (tree.tag[own], tree.get(own, "class")):
            text = runs.text(one)
            found = name_at(text)
            if found is not None and found[1] == len(text) and is_whole(found[0]):
                yield found[0]


def after_by(text: str) -> str | None:
    """The text after the words of a byline; None where a text does not begin with them."""
    found = _BEFORE.match(text) or _BEFORE_IDEOGRAPHS.match(text)
    if found is not None:
        return text[found.end() :]
    after = _AFTER_IDEOGRAPHS.match(text)
    return after[1] if after else None
