"""Whom a comment names as the one it answers, where the page has no other order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract._posts_cy import ADDRESSING

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.tree import PageTree

MAX_NAME: Final = 40
_MENTION = re.compile(r"^@\s?([^:,，：\n]{1,40})")
_TO = re.compile(
    r"(?:in reply to|replying to|replied to|reply to|回复|回覆|antwort auf|als antwort auf"
    r"|en réponse à|in risposta a|en respuesta a|em resposta a|в ответ на|w odpowiedzi na)"
    r" ?(?:[:：] ?)?@?(.{1,40}?) ?[:：]?$",
    re.IGNORECASE,
)


def mentioned(
    tree: PageTree, found: Parts, authors: Sequence[str | None], texts: Sequence[str]
) -> list[int | None]:
    """For each post the last one before it whose author it addresses: ``@Ada`` where it begins or
    beside its author, ``in reply to Ada``."""
    latest: dict[str, int] = {}
    parents: list[int | None] = []
    for post, author in enumerate(authors):
        name = None
        if found.posts.addressing[post]:
            name = _addressed(tree, found, post, author, texts[post], latest)
        parents.append(latest[name] if name is not None else None)
        if author:
            latest[author.casefold()] = post
    return parents


def _addressed(
    tree: PageTree,
    found: Parts,
    post: int,
    author: str | None,
    text: str,
    known: dict[str, int],
) -> str | None:
    for line in (_first_line(text), *_beside(tree, found, post)):
        said = " ".join(line.split())
        named = _MENTION.match(said) or _TO.match(said)
        if named is None:
            continue
        # Names have spaces; what follows one may be the text.
        words = named[1].casefold().split(" ")
        for stop in range(len(words), 0, -1):
            name = " ".join(words[:stop]).rstrip(".,!?;")
            if name in known and (author is None or name != author.casefold()):
                return name
    return None


def _first_line(text: str) -> str:
    """Tell how the text begins, where that is a line of its own.

    ``@Ada`` there is how people talk to more than those whom they answer.
    """
    line = text.split("\n", 1)[0]
    return line if len(line) <= 2 * MAX_NAME and not line.startswith("@") else ""


def _beside(tree: PageTree, found: Parts, post: int) -> list[str]:
    """The short texts of a post that stand outside its body."""
    posts, leaves = found.posts, found.leaves
    outside = [
        *range(posts.first_own[post], found.first[post]),
        *range(found.stop[post], posts.first_own[post + 1]),
    ]
    return [
        tree.plain_text(posts.analysis.text_node[posts.own[own]])
        for own in outside
        if posts.words[own] & ADDRESSING and leaves.chars[posts.own[own]] <= 2 * MAX_NAME
    ]
