"""Author and time of a post, from the texts that hold them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.lexicon.words import entries, is_unspaced
from scrapy_treesim.values.text_kinds import MEANINGS

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
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

MAX_CHARS: Final = 120
"""Characters of a text that is read for a name; longer ones are more than a line."""


def authors_of(tree: PageTree, found: Parts) -> list[str | None]:
    """Author of each post."""
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


# A year and one more digit at least.
_MOMENT = re.compile(r"(?=(?:\D*\d){5}).*?\d{4}", re.DOTALL)
MAX_ANCESTORS: Final = 3
"""Elements above a text that may declare its moment."""


def times_of(tree: PageTree, found: Parts) -> list[str | None]:
    """Time of each post, as the page has it."""
    posts = found.posts
    analysis = posts.analysis
    times: list[str | None] = []
    for post in range(posts.count):
        own = found.time[post]
        if own >= 0:
            node = analysis.text_node[posts.own[own]]
            times.append(declared_around(tree, node, posts.low[post]) or tree.plain_text(node))
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


def _declared(tree: PageTree, node: int) -> str | None:
    if tree.first_attribute[node] == tree.first_attribute[node + 1]:
        return None
    for name in ("datetime", "content", "title"):
        value = tree.get(node, name)
        if value and _MOMENT.match(value):
            return " ".join(value.split())
    return None
