"""Comments of JSON: posts with their answers inside, or with the number of what they answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.page import Page
from scrapy_treesim.reading.json_tree.fields import READERS, read_row
from scrapy_treesim.reading.json_tree.leaves import Path, leaves_of, ranks_of
from scrapy_treesim.reading.json_tree.lists import MAX_MEMBERS, JsonList
from scrapy_treesim.reading.json_tree.shown import html_of_text
from scrapy_treesim.reading.json_tree.steps import pointer_of
from scrapy_treesim.tree.html import html_of

MAX_DEPTH: Final = 100
"""Largest depth of answers to answers."""
MAX_INSIDE: Final = 4
"""Largest number of objects around a list of answers."""


class _Post(NamedTuple):
    """A post, before it is read."""

    value: dict[str, Any]
    pointer: str
    parent: int | None
    depth: int


@dataclass(frozen=True, repr=False)
class JsonComment(Comment):
    """A comment of JSON; its xpath is a JSON Pointer."""

    _of_page = ("_thread", "_values")

    _values: Mapping[str, Any] = field(repr=False, compare=False, kw_only=True)
    """Typed values by field, and the ``pointer``."""

    @cached_property
    def date(self) -> str | None:
        """The time in ISO 8601."""
        moment = self._values.get("date")
        return None if moment is None else moment.isoformat()

    author_url = None
    quotes = ()
    signature = None

    @cached_property
    def permalink(self) -> str | None:
        """The comment's own address, absolute."""
        return self._values.get("url")

    @cached_property
    def rating(self) -> float | None:
        """Stars of a review."""
        rating = self._values.get("rating")
        return None if rating is None else float(rating)

    @cached_property
    def is_accepted(self) -> bool:
        """True for an answer that is marked as the accepted one, or the solution."""
        return self._values.get("accepted") is True

    @cached_property
    def html(self) -> str:
        """The text as clean HTML."""
        return _html(self._values["page"])

    @cached_property
    def xpath(self) -> str:
        """The JSON Pointer of the comment, behind the XPath of its script."""
        pointer: str = self._values["pointer"]
        return pointer


def json_comments(page: Page, thread: JsonList | None) -> list[Comment]:
    """Return the comments of a list of posts, each followed by its answers."""
    posts = [] if thread is None else [*_posts(thread)]
    rows = [leaves_of(post.value, {}) for post in posts]
    numbers = _parents(rows)
    comments: list[Comment] = []
    for position, (post, row) in enumerate(zip(posts, rows, strict=True)):
        assert thread is not None
        parent = post.parent if numbers is None else numbers[position]
        read = read_row(page, thread.paths, row)
        read["accepted"] = _first(row, "accepted")
        score = READERS["score"](page, ("score",), _first(row, "score"), row)
        body = Page(f"<body>{html_of_text(str(row.get(thread.paths['body'], '')))}", page.url)
        is_answer = parent is not None and parent < position
        comments.append(
            JsonComment(
                text=body.text(),
                author=read.get("author"),
                time=None if read.get("date") is None else str(row[thread.paths["date"]]),
                parent=parent,
                depth=comments[parent].depth + 1 if is_answer and parent is not None else 0,
                position=position,
                score=None if score is None else int(score),
                is_first_post=False,
                confidence=thread.confidence,
                _thread=None,
                _post=position,
                _values={**read, "pointer": post.pointer, "page": body},
            )
        )
    return comments


def _first(row: Mapping[Path, Any], name: str) -> Any:
    """Return the value of the surest path of a field."""
    ranked = [(ranks_of(path)[name], path) for path in row if name in ranks_of(path)]
    return row[min(ranked)[1]] if ranked else None


def _posts(thread: JsonList) -> Iterator[_Post]:
    """Yield the posts of a thread, each followed by its answers."""
    waiting = [
        _Post(value, thread.document + pointer_of(steps), None, 0)
        for steps, value in reversed(thread.objects)
    ]
    for position in range(MAX_MEMBERS):
        if not waiting:
            return
        post = waiting.pop()
        yield post
        if post.depth < MAX_DEPTH:
            answers = _answers(post.value, post.pointer)
            waiting += [
                _Post(value, pointer, position, post.depth + 1) for value, pointer in answers
            ][::-1]


def _answers(value: Any, pointer: str) -> list[tuple[dict[str, Any], str]]:
    """Return the answers inside a post: the first list below a key for answers."""
    waiting, is_below = [(value, pointer, False)], False
    for member, address, is_below in waiting:
        if isinstance(member, list) and is_below:
            pairs = ((one, f"{address}/{i}") for i, one in enumerate(member[:MAX_MEMBERS]))
            return [(one, of_one) for one, of_one in pairs if isinstance(one, dict)]
        depth = address.count("/") - pointer.count("/")
        if isinstance(member, dict) and depth < MAX_INSIDE:
            waiting += [
                (inner, f"{address}/{key}", is_below or "replies" in ranks_of((key,)))
                for key, inner in member.items()
                if isinstance(inner, (dict, list))
            ]
    return []


def _parents(rows: Sequence[Mapping[Path, Any]]) -> list[int | None] | None:
    """Return the positions of the posts that others name as theirs; None where none does."""
    paths = {path for row in rows for path in row}
    for parent_path in sorted(path for path in paths if "parent" in ranks_of(path)):
        answered = [row.get(parent_path) for row in rows]
        for id_path in sorted(path for path in paths if "id" in ranks_of(path)):
            positions = {str(row.get(id_path)): position for position, row in enumerate(rows)}
            parents = [positions.get(str(number)) for number in answered]
            if any(parent is not None for parent in parents):
                return [None if parent == own else parent for own, parent in enumerate(parents)]
    return None


def _html(page: Page) -> str:
    return html_of(page.tree, bytearray(b"\1" * len(page.tree)), 0, page.absolute)
