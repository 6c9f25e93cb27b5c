"""Comments of JSON: posts with their answers inside, or with the number of what they answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.files.detached import NO_PAGE
from scrapy_treesim.page import Page
from scrapy_treesim.reading.json_tree.fields import READERS, read_row
from scrapy_treesim.reading.json_tree.leaves import Path, ranks_of, surest
from scrapy_treesim.reading.json_tree.lists import MAX_MEMBERS, JsonList, JsonObject
from scrapy_treesim.reading.json_tree.shown import html_of_text
from scrapy_treesim.tree.html import html_of

MAX_DEPTH: Final = 100
"""Largest depth of answers to answers."""
MAX_INSIDE: Final = 4
"""Largest number of objects around a list of answers."""


class _Post(NamedTuple):
    """A post, before it is read."""

    object: JsonObject
    parent: int | None
    depth: int


@dataclass(frozen=True, repr=False)
class JsonComment(Comment):
    """A comment of JSON, read at once; its xpath is a JSON Pointer."""

    date: str | None = None
    author_url: str | None = None
    permalink: str | None = None
    rating: float | None = None
    is_accepted: bool = False
    quotes: tuple[str, ...] = ()
    signature: str | None = None
    html: str = ""
    xpath: str = ""


def json_comments(page: Page, thread: JsonList) -> list[Comment]:
    """Return the comments of a list of posts, each followed by its answers."""
    posts = [*_posts(thread)]
    rows = [post.object.leaves() for post in posts]
    parents = _parents(rows) or [post.parent for post in posts]
    comments: list[Comment] = []
    for position, (post, row, parent) in enumerate(zip(posts, rows, parents, strict=True)):
        read = read_row(page, thread.paths, row)
        score = READERS["score"](page, (), surest(row, "score"), row)
        rating, moment = read.get("rating"), read.get("date")
        body = Page(f"<body>{html_of_text(str(row.get(thread.paths['body'], '')))}", page.url)
        comment = JsonComment(
            text=body.text(),
            author=read.get("author"),
            time=str(row[thread.paths["date"]]) if moment else None,
            parent=parent,
            depth=comments[parent].depth + 1 if parent is not None and parent < position else 0,
            position=position,
            score=None if score is None else int(score),
            is_first_post=False,
            confidence=thread.confidence,
            _thread=NO_PAGE,
            _post=position,
            reasons=("a post in JSON, with an author and a text",),
            date=moment.isoformat() if moment else None,
            permalink=read.get("url"),
            rating=None if rating is None else float(rating),
            is_accepted=surest(row, "accepted") is True,
            html=html_of(body.tree, bytearray(b"\1" * len(body.tree)), 0, page.absolute),
            xpath=post.object.location.pointer,
        )
        comments.append(comment)
    return comments


def _posts(thread: JsonList) -> Iterator[_Post]:
    """Yield the posts of a thread, each followed by its answers."""
    waiting = [_Post(item, None, 0) for item in reversed(thread.objects)]
    for position in range(MAX_MEMBERS):
        if not waiting:
            return
        post = waiting.pop()
        yield post
        if post.depth < MAX_DEPTH:
            answers = reversed(_answers(post.object))
            waiting += [_Post(answer, position, post.depth + 1) for answer in answers]


def _answers(post: JsonObject) -> list[JsonObject]:
    """Return the answers inside a post: the first list below a key for answers."""
    waiting = [(post.location, post.value, False)]
    for location, value, is_below in waiting:
        for key, inner in value.items():
            is_of_answers = is_below or "replies" in ranks_of((key,))
            if (
                isinstance(inner, dict)
                and len(location.steps) - len(post.location.steps) < MAX_INSIDE
            ):
                waiting.append((location.below(key), inner, is_of_answers))
            elif isinstance(inner, list) and is_of_answers:
                members = enumerate(inner[:MAX_MEMBERS])
                objects = [
                    JsonObject(location.below(key, i), m) for i, m in members if isinstance(m, dict)
                ]
                if objects:
                    return objects
    return []


def _parents(rows: Sequence[Mapping[Path, Any]]) -> list[int | None] | None:
    """Return the positions of the posts that others name as theirs; None where none does."""
    paths = sorted({path for row in rows for path in row})
    for parent_path in (path for path in paths if "parent" in ranks_of(path)):
        answered = [str(row.get(parent_path)) for row in rows]
        for id_path in (path for path in paths if "id" in ranks_of(path)):
            positions = {str(row[id_path]): i for i, row in enumerate(rows) if id_path in row}
            parents = [positions.get(number) for number in answered]
            if any(parent is not None for parent in parents):
                return [None if parent == own else parent for own, parent in enumerate(parents)]
    return None
