"""Authors that a page shows: in the markup, in the words and in the links of its byline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines
from scrapy_treesim.analysis.text_kinds import names_time
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.names import is_whole, name_at, names_in, user_in
from scrapy_treesim.article.metadata.near import (
    MAX_CLASS_CHARS,
    Piece,
    node_at,
    pieces_between,
    words_of,
)
from scrapy_treesim.tree import tags

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
MAX_LINE_CHARS: Final = 250
"""Characters of a line with a byline at most."""
MAX_LINE_PIECES: Final = 12
"""Runs of text of a line that are read."""
MAX_SIGN_CHARS: Final = 40
"""Characters of the run of text that begins a byline on a longer line at most."""
MAX_CUE_CHARS: Final = 120
"""Characters of an element whose class name says that it holds the author."""
MAX_BOX_CHARS: Final = 1_500
"""Characters of a box about the author at most."""
MAX_APART: Final = 120
"""Characters between two names of one byline at most."""
MAX_LEVELS: Final = 4
"""Elements around a name whose names are read."""


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
_CLASSES: Final = frozenset(bylines.CLASSES.split())
_NOT_CLASSES: Final = frozenset(bylines.NOT_CLASSES.split())
_BESIDE_CLASSES: Final = frozenset(bylines.BESIDE_CLASSES.split())
_DATED_CLASSES: Final = frozenset(("date", "time"))
_FOLDERS: Final = frozenset(bylines.FOLDERS.split())
_APART: Final = tags.numbers("figure figcaption nav")
_FOOTER: Final = tags.NUMBER["footer"]
_CLASS, _ID, _REL, _ITEMPROP, _HREF = map(
    tags.ATTRIBUTES.index, ("class", "id", "rel", "itemprop", "href")
)
_ANCHOR: Final = tags.NUMBER["a"]
MARKED, SAID, NAMED, LINKED, BESIDE, FORBIDDEN = range(6)
"""Kinds of cues, the surest first; the last two speak against it."""


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
    found: list[Byline] = []
    for start, stop in _spans(tree, headline.node if headline else None, first):
        found += _bylines(tree, list(pieces_between(tree, start, stop)))
        if any(one.cue <= SAID for one in found):
            break
    if not found:
        stop = node_at(tree, tree.chars[last + 1] + END_CHARS) + 1
        start = node_at(tree, tree.chars[last] - END_CHARS // 2)
        found = [
            Byline(one.names, one.cue, one.node, True)
            for one in _bylines(tree, list(pieces_between(tree, start, stop)))
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


def _bylines(tree: PageTree, pieces: Sequence[Piece]) -> list[Byline]:
    """The first byline of each cue."""
    found: dict[int, Byline] = {}
    cues: dict[int, int | None] = {}
    ends: dict[int, tuple[int, tuple[object, ...]]] = {}
    read_to = -1
    for place, piece in enumerate(pieces):
        if piece.node < read_to or not _may_name(piece.text):
            continue
        cue, holder = _cue(tree, piece.node, cues)
        if cue == FORBIDDEN:
            continue
        cue, names = _read(tree, pieces, place, cue, holder)
        if cue is None or not names:
            continue
        kind = (tree.tag[holder], tree.get(holder, "class"), cue)
        if cue not in found:
            found[cue] = Byline(tuple(names), cue, piece.node)
        elif (
            cue != SAID
            and ends[cue][1] == kind
            and tree.chars[piece.node] - ends[cue][0] <= MAX_APART
        ):
            known = found[cue]
            both = dict.fromkeys((*known.names, *(name for name in names if " " in name)))
            found[cue] = Byline(tuple(both), cue, known.node)
        else:
            continue
        if cue in (MARKED, NAMED):
            read_to = holder + tree.size[holder]
        ends[cue] = tree.chars[piece.node + 1], kind
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


def page_line(pieces: Sequence[Piece], place: int) -> list[Piece]:
    """The pieces of a line from one of them on; those of the next where it is the last."""
    line = pieces[place].line
    found = []
    for one in pieces[place : place + MAX_LINE_PIECES]:
        if one.line != line:
            break
        found.append(one)
    return found


def _read(
    tree: PageTree, pieces: Sequence[Piece], place: int, cue: int | None, holder: int
) -> tuple[int | None, list[str]]:
    """The cue of a piece and the names that it leads to."""
    piece = pieces[place]
    text = piece.text
    if tree.text_chars(piece.line) > MAX_LINE_CHARS and len(text) > MAX_SIGN_CHARS:
        return None, []
    line = page_line(pieces, place)
    rest = [one.text for one in line[1:]]
    if (said := after_by(text)) is not None:
        following = [said, *rest]
        if not "".join(following).strip() and place + len(line) < len(pieces):
            following = [one.text for one in page_line(pieces, place + len(line))]
        names = names_in(following)
        # A word alone is a name only where hardly anything else stands on the line.
        if names and (is_whole(names[0]) or len("".join(following)) < MAX_SIGN_CHARS):
            return (MARKED if cue == MARKED else SAID), names
        if cue is not None and said and (user := user_in(said)):
            return cue, [user]
        return None, []
    if cue is None:
        found = _MID_LINE.search(text)
        if found is None or not found.start() or not names_time(text[: found.start()]):
            found = _ANYWHERE.search(text)
        if found is not None:
            return SAID, names_in([text[found.end() :], *rest])
        return None, []
    held = [one.text for one in pieces[place : place + 8] if one.node < holder + tree.size[holder]]
    if cue != LINKED and len(held) > 1 and all(" " not in one for one in held):
        # The first name and the last stand in elements of their own.
        held = [" ".join(held)]
    names = names_in(held)
    if names and is_whole(names[0]) and (" " in names[0] or cue != LINKED):
        return cue, [*dict.fromkeys((*names, *_beside(tree, pieces, place, holder)))]
    user = user_in(text) if len(held) == 1 else None
    return cue, [user] if user and cue != LINKED else []


def _beside(tree: PageTree, pieces: Sequence[Piece], place: int, holder: int) -> Iterator[str]:
    """The names that stand after a name in elements like its own, in the same holder."""
    own = tree.parent[pieces[place].node]
    if own == holder:
        return
    for one in pieces[place + 1 : place + MAX_LINE_PIECES]:
        other = tree.parent[one.node]
        if one.node >= holder + tree.size[holder]:
            return
        if (tree.tag[other], tree.get(other, "class")) == (tree.tag[own], tree.get(own, "class")):
            found = name_at(one.text)
            if found is not None and found[1] == len(one.text) and is_whole(found[0]):
                yield found[0]


def after_by(text: str) -> str | None:
    """The text after the words of a byline; None where a text does not begin with them."""
    found = _BEFORE.match(text) or _BEFORE_IDEOGRAPHS.match(text)
    if found is not None:
        return text[found.end() :]
    after = _AFTER_IDEOGRAPHS.match(text)
    return after[1] if after else None


def _cue(tree: PageTree, node: int, known: dict[int, int | None]) -> tuple[int | None, int]:
    """The surest cue of the elements around a text, and the smallest one that gives it."""
    found: list[tuple[int, int]] = []
    above = tree.parent[node]
    for level in range(2 * MAX_LEVELS):
        if above <= 0:
            break
        if above not in known:
            known[above] = _cue_of(tree, above)
        cue = known[above]
        if cue == FORBIDDEN or (cue == BESIDE and not found):
            return FORBIDDEN, above
        if cue is not None and cue < BESIDE and level < MAX_LEVELS:
            # The first line of a box about the author has the name.
            chars = tree.text_chars(above)
            opens = tree.chars[node] - tree.chars[above] == 0 and chars <= MAX_BOX_CHARS
            if chars <= MAX_CUE_CHARS or opens:
                found.append((cue, above))
        above = tree.parent[above]
    return min(found, key=lambda one: one[0], default=(None, tree.parent[node]))


def _cue_of(tree: PageTree, node: int) -> int | None:
    """The cue that an element's own attributes give."""
    rel = prop = classes = href = ""
    for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
        name = tree.attribute[entry]
        if name in (_CLASS, _ID):
            classes += " " + tree.value(entry)[:MAX_CLASS_CHARS]
        elif name == _REL:
            rel = tree.value(entry).lower()
        elif name == _ITEMPROP:
            prop = tree.value(entry).lower()
        elif name == _HREF:
            href = tree.value(entry)[:MAX_CLASS_CHARS].lower()
    if (rel and "author" in rel.split()) or (prop and "author" in prop.split()):
        return MARKED
    if tree.tag[node] in _APART:
        return FORBIDDEN
    if tree.tag[node] == _FOOTER:
        return BESIDE
    tokens = words_of(classes) if classes else set()
    if tokens & _NOT_CLASSES:
        return FORBIDDEN if tree.text_chars(node) < 20 * MAX_LINE_CHARS else None
    if tokens & _CLASSES:
        return NAMED if tokens & _BESIDE_CLASSES <= _DATED_CLASSES else None
    if tokens & _BESIDE_CLASSES:
        return BESIDE if tree.text_chars(node) <= MAX_CUE_CHARS else None
    if tree.tag[node] == _ANCHOR:
        folders = href.partition("?")[0].split("/")
        if any(one in _FOLDERS for one in folders[:-1]) or folders[-1].startswith("@"):
            return LINKED
    return None
