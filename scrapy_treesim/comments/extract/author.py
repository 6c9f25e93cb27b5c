"""Who wrote a post: the name in the text that holds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values._text_kinds_cy import MEANINGS

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.tree import PageTree

_SAYS_BIT: Final = 1 << MEANINGS.index("says")

# Texts come with their white space collapsed: a space is never one of many.
_SAYS = re.compile(
    r"(?:\b(?:says?|said|wrote|writes|posted|commented|replied|answered|reviewed|sagt(?:e)?"
    r"|schrieb|schreibt|meint|dit|a écrit|dijo|dice|escribió|disse|escreveu|ha scritto|ha detto"
    r"|schreef|zegt|skrev|napisał|pisze|пишет|написал|говорит|comentó|comenta|ha commentato"
    r"|commente|kommentierte|meinte|fragte|antwortete)\b(?:\([aа]\))?"
    r"|写道|说道?|說道?|发表于|發表於|评论)\Z",
    re.IGNORECASE,
)
_AFTER_SAYS: Final = frozenset(" :：,…|·•»")
_BY = re.compile(
    r"(?:^|[^\w])(?:by|von|par|por|da|door|od|av|от|автор|作者|autor|author)\b ?(?:[:：] ?)?"
    r"(.{1,60}?)"
    r"(?: ?[,|»–—(·•]| - | (?:on|at|am|um|le|el|il|op|em|в)\b| [A-Z][a-z]{2,8}\.? \d| \d| ?$)",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:[\s|·•»:：,]|[–—-]\s)+")
_TIMED = re.compile(r"^(?:by |von )?([^|·•–—»\d]{2,40}?) ?[|·•–—»]\D*\d", re.IGNORECASE)

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
    if says:
        found = _BY.search(text[:MAX_CHARS])
        if found is not None and found[1].strip():
            text = found[1]
    elif text[:1].isalnum() and text[-1:].isalnum():
        return text
    name = _LEADING.sub("", _without_says(text)) or text.strip()
    return name or None


def _without_says(text: str) -> str:
    """The text without a word for saying at its end, and without the signs around that."""
    end = len(text.rstrip())
    dashes = text[:end].rstrip("–—-")
    if len(dashes) < end and dashes.endswith(" "):
        end = len(dashes)
    while end and (text[end - 1] in _AFTER_SAYS or text.endswith("...", 0, end)):
        end -= 1 if text[end - 1] in _AFTER_SAYS else 3
    said = _SAYS.search(text, 0, end)
    return text[: said.start() if said else end].rstrip(" ,")


def name_beside_time(text: str) -> str | None:
    """The name before a time in one text: ``Ada | July 19, 2018``, ``Posted by Ada on ...``."""
    text = text[:MAX_CHARS]
    found = _BY.search(text)
    if found is None:
        found = _TIMED.match(text)
    return found[1].strip() or None if found is not None else None
