"""Who wrote a post, and when: the name and the time in the texts that hold them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.lexicon.words import entries, is_unspaced
from scrapy_treesim.values.text_kinds import MEANINGS

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.tree import PageTree


def _one_of(section: str, *, unspaced: bool = False) -> str:
    """A pattern of the section's words in scripts with gaps between them, or in those without."""
    found = (one for one in entries(section) if is_unspaced(one) == unspaced)
    return "|".join(map(re.escape, sorted(found, key=len, reverse=True)))


_SAYS_BIT: Final = 1 << MEANINGS.index("says")

# Texts come with their white space collapsed: a space is never one of many.
_SAYS = re.compile(
    rf"(?:\b(?:{_one_of('says')})\b(?:\([aа]\))?\s?){{1,3}}\Z"
    rf"|(?:{_one_of('says', unspaced=True)})\Z",
    re.IGNORECASE,
)
_AFTER_SAYS: Final = frozenset(" :：,…|·•»")
_BY = re.compile(
    rf"(?:^|[^\w])(?:(?:{_one_of('byline.by')})\b|{_one_of('byline.by', unspaced=True)})"
    r" ?(?:[:：] ?)?(.{1,60}?)"
    rf"(?: ?[,|»–—(·•]| - | (?:{_one_of('byline.after')})\b| [A-Z][a-z]{{2,8}}\.? \d| \d| ?$)",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:[\s|·•»:：,]|[–—-]\s)+")
_TIMED = re.compile(
    rf"^(?:(?:{_one_of('byline.by')}) )?([^|·•–—»\d]{{2,40}}?) ?[|·•–—»]\D*\d", re.IGNORECASE
)

MAX_CHARS: Final = 120
"""Characters of a text that is read for a name; longer ones are more than a line."""


def authors_of(tree: PageTree, found: Parts) -> list[str | None]:
    """Who wrote each post."""
    posts = found.posts
    analysis, bits = posts.analysis, posts.leaves.bits
    authors: list[str | None] = []
    for own in found.author:
        if own < 0:
            authors.append(None)
            continue
        text = posts.own[own]
        authors.append(
            name_in(tree.plain_text(analysis.text_node[text]), says=bool(bits[text] & _SAYS_BIT))
        )
    if 2 * sum(map(bool, authors)) < len(authors):
        for post, own in enumerate(found.time):
            if own >= 0 and authors[post] is None:
                said = tree.plain_text(analysis.text_node[posts.own[own]])
                authors[post] = name_beside_time(said)
    return authors


def name_in(text: str, *, says: bool) -> str | None:
    """The name: ``Ada`` of ``Ada says:`` and, where the text ``says`` so, of ``by Ada on ...``."""
    before, verb = _before_says(text)
    if says and not verb:
        found = _BY.search(text[:MAX_CHARS])
        if found is not None and found[1].strip():
            before, _ = _before_says(found[1])
    elif text[:1].isalnum() and text[-1:].isalnum() and not says:
        return text
    name = _LEADING.sub("", before) or text.strip()
    return name or None


def _before_says(text: str) -> tuple[str, str]:
    """The text before a word for saying at its end, without the signs around that, and the word;
    empty where none is."""
    end = len(text.rstrip())
    dashes = text[:end].rstrip("–—-")
    if len(dashes) < end and dashes.endswith(" "):
        end = len(dashes)
    while end and (text[end - 1] in _AFTER_SAYS or text.endswith("...", 0, end)):
        end -= 1 if text[end - 1] in _AFTER_SAYS else 3
    said = _SAYS.search(text, 0, end)
    return text[: said.start() if said else end].rstrip(" ,"), said[0] if said else ""


def name_beside_time(text: str) -> str | None:
    """The name before a time in one text: ``Ada | July 19, 2018``, ``Posted by Ada on ...``."""
    text = text[:MAX_CHARS]
    found = _BY.search(text)
    if found is None:
        found = _TIMED.match(text)
    return found[1].strip() or None if found is not None else None


# A year and one more digit at least.
_MOMENT = re.compile(r"(?=(?:\D*\d){5}).*?\d{4}", re.DOTALL)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ONLY_YEAR = re.compile(r"\W*(?:19|20)\d\d\W*")
MAX_PIECES: Final = 4
"""Texts that a date may be spread over."""
MAX_PIECE_CHARS: Final = 12
"""Characters of a text that may be one of several that make a date."""
MAX_ANCESTORS: Final = 3
"""Elements above a text that may declare its moment."""


def times_of(tree: PageTree, found: Parts) -> list[str | None]:
    """When each post was written, as the page says."""
    posts = found.posts
    analysis = posts.analysis
    times: list[str | None] = []
    for post in range(posts.count):
        own = found.time[post]
        if own >= 0:
            declared = declared_around(tree, analysis.text_node[posts.own[own]], posts.low[post])
            times.append(declared or in_pieces(tree, posts, own))
            continue
        node = posts.dated[post]
        times.append(_declared(tree, node) if node >= 0 else None)
    return times


def declared_around(tree: PageTree, node: int, low: int) -> str | None:
    """The moment that an element around a text declares, in a post that begins at ``low``."""
    for _ in range(MAX_ANCESTORS):
        node = tree.parent[node]
        if node < low:
            break
        declared = _declared(tree, node)
        if declared is not None:
            return declared
    return None


def in_pieces(tree: PageTree, posts: Posts, own: int) -> str:
    """Tell what a text says of the time, with the year where that stands just after it alone."""
    analysis = posts.analysis
    text = tree.plain_text(analysis.text_node[posts.own[own]])
    if len(text) > MAX_PIECE_CHARS or _YEAR.search(text):
        return text
    stop = min(own + MAX_PIECES, posts.first_own[posts.post[own] + 1])
    pieces = [tree.plain_text(analysis.text_node[posts.own[k]]) for k in range(own + 1, stop)]
    for place, piece in enumerate(pieces):
        if len(piece) <= MAX_PIECE_CHARS and _ONLY_YEAR.fullmatch(piece):
            return " ".join((text, *pieces[: place + 1]))
    return text


def _declared(tree: PageTree, node: int) -> str | None:
    if tree.first_attribute[node] == tree.first_attribute[node + 1]:
        return None
    for name in ("datetime", "content", "title"):
        value = tree.get(node, name)
        if value and _MOMENT.match(value):
            return " ".join(value.split())
    return None


MAX_DATE_CHARS: Final = 40
"""Characters of a text that is a date: longer ones mention some."""
MAX_WORDS: Final = 7
"""Words of such a text, numbers among them."""
MAX_SHORT_CHARS: Final = 14
"""Characters of a text that may stand for a date that is declared around it."""
MAX_READ: Final = 2000
"""Texts of a thread that are read so."""


def mark_moments(tree: PageTree, leaves: Leaves, posts: Posts, language: str | None) -> None:
    """Mark the posts' texts that are dates after all."""
    analysis = posts.analysis
    read = 0
    for own in range(posts.owned):
        text = posts.own[own]
        # Without a digit it names no moment.
        if leaves.value[text] < 0 or leaves.chars[text] > MAX_DATE_CHARS:
            continue
        if posts.counted[own] > MAX_WORDS:
            continue
        read += 1
        if read > MAX_READ:
            break
        node = analysis.text_node[text]
        said = tree.plain_text(node)
        if date_of(said, language) is not None or (
            len(said) <= MAX_SHORT_CHARS
            and (declared := declared_around(tree, node, posts.low[posts.post[own]])) is not None
            and date_of(declared, language) is not None
        ):
            posts.moment[own] = 1
