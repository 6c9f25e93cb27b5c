"""Whether comments have the date and the permalink that their platform's markup names.

``comment_platforms.json`` says of each platform which elements are its posts, and, as XPaths from
there, where a post's body, date, links to itself and ``id`` stand. Only the benchmark knows of
platforms. A post of a page is known where its body says something; its comment is the one found
whose text is most like the body. Whatever is known of a post and not of a comment found is wrong,
also where the post was not found at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from lxml import etree

from benchmarks.comment_fields import parsed
from benchmarks.comment_matching import match
from benchmarks.comment_values import day_of, readings_of, text_of

TABLE: Final = Path(__file__).with_name("comment_platforms.json")
MAX_LETTERS: Final = 200
"""Characters of the words that stand for the time."""
_NUMBER: Final = re.compile(r"\d{1,20}")


@dataclass(frozen=True, slots=True)
class Post:
    """What is known of one post; empty where nothing is."""

    text: str
    times: tuple[str, ...] = ()
    days: frozenset[date] = frozenset()
    links: frozenset[str] = frozenset()
    """Its own addresses, absolute."""
    places: frozenset[str] = frozenset()
    """Names of its place on the page."""
    block: str = ""
    """All of it, where that is known too."""


@dataclass(slots=True)
class Told:
    """Sums over the posts of a platform."""

    pages: int = 0
    posts: int = 0
    found: int = 0
    dated: int = 0
    date_right: int = 0
    date_of_found: int = 0
    linked: int = 0
    link_right: int = 0
    link_of_found: int = 0
    wrong: list[str] = field(default_factory=list)


@cache
def platforms() -> dict[str, dict[str, etree.XPath]]:
    """The platforms with their XPaths."""
    table: dict[str, dict[str, str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return {
        name: {part: etree.XPath(path) for part, path in paths.items()}
        for name, paths in table.items()
    }


def posts_of(html: bytes, url: str, language: str = "en") -> tuple[str, list[Post]]:
    """The platform of a page and its posts; an empty name where the page is of none."""
    root = parsed(html)
    for name, paths in platforms().items():
        elements: Any = paths["posts"](root)
        found = [_post(one, paths, url, language) for one in elements]
        posts = [post for post in found if post.text]
        if len(posts) > 1:
            return name, posts
    return "", []


def _post(element: Any, paths: dict[str, etree.XPath], url: str, language: str) -> Post:
    bodies: Any = paths["body"](element)
    dates: Any = paths["date"](element)
    times = tuple(text for one in dates for text in readings_of(one))
    days = frozenset(
        day for text in times if (day := day_of(text[:MAX_LETTERS], language, "MDY")) is not None
    )
    hrefs: Any = paths["links"](element)
    identities: Any = paths["id"](element)
    if isinstance(identities, str):
        identities = [identities]
    links = frozenset(urljoin(url, str(one)) for one in hrefs)
    places = {str(one) for one in identities if _NUMBER.search(str(one))}
    places |= {fragment for link in links if (fragment := urlsplit(link).fragment)}
    return Post(" ".join(map(text_of, bodies)), times, days, links, frozenset(places))


def link_right(post: Post, found: str | None) -> bool:
    """Whether a permalink is one of the post's own, or names its place."""
    if found is None:
        return False
    place = urlsplit(found).fragment
    return found in post.links or (bool(place) and _number(place) in map(_number, post.places))


def _number(place: str) -> str:
    """The last number of a place's name: ``li-comment-7`` is where ``comment-7`` is."""
    numbers: list[str] = _NUMBER.findall(place)
    return numbers[-1] if numbers else place


def date_right(post: Post, found: Any) -> bool:
    """Whether the date read is the post's day."""
    return found is not None and date.fromisoformat(found[:10]) in post.days


def add_page(told: Told, name: str, posts: Sequence[Post], comments: Sequence[Any]) -> None:
    """Add a page's posts, beside the comments found on it."""
    matched = match(
        [one.text for one in comments],
        [{"text": post.text, "block": post.block} for post in posts],
        lenient=True,
    )
    of_post = {post: number for number, post in matched.items()}
    told.pages += 1
    told.posts += len(posts)
    told.found += len(of_post)
    for number, post in enumerate(posts):
        comment = comments[of_post[number]] if number in of_post else None
        if post.days:
            right = comment is not None and date_right(post, comment.date)
            told.dated += 1
            told.date_right += right
            told.date_of_found += comment is not None
            if comment is not None and not right:
                told.wrong.append(f"{name} date: {comment.time!r} is {post.times!r}")
        if post.links or post.places:
            right = comment is not None and link_right(post, comment.permalink)
            told.linked += 1
            told.link_right += right
            told.link_of_found += comment is not None
            if comment is not None and not right:
                places = " ".join(sorted(post.places))
                told.wrong.append(f"{name} permalink: {comment.permalink!r} is at {places}")
        if comment is None:
            told.wrong.append(f"{name} missing: {post.text[:60]!r}")


def print_platforms(rows: dict[str, Told], *, verbose: bool) -> None:
    """A row for each platform: of its posts those found, of these and of all with the right date
    and permalink."""
    print(
        f"\n{'platform':24} {'pages':>5} {'posts':>6} {'found':>6} | "
        f"{'date':>6} {'of all':>6} {'known':>6} | {'link':>6} {'of all':>6} {'known':>6}"
    )
    for name in sorted(rows):
        one = rows[name]
        print(
            f"{name:24} {one.pages:5} {one.posts:6} {one.found / max(1, one.posts):6.3f} | "
            f"{one.date_right / max(1, one.date_of_found):6.3f} "
            f"{one.date_right / max(1, one.dated):6.3f} {one.dated:6} | "
            f"{one.link_right / max(1, one.link_of_found):6.3f} "
            f"{one.link_right / max(1, one.linked):6.3f} {one.linked:6}"
        )
        for line in one.wrong if verbose else ():
            print(f"    {line}")
