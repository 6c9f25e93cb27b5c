"""Pages made at random that look like threads, lists, tables and articles, at odd depths."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from benchmarks.fuzz.odd_values import (
    ADDRESSES,
    AMOUNTS,
    DATES,
    TAGS,
    TEXTS,
    escaped,
    odd_attribute,
    odd_text,
)

_SAID: Final = (
    "It is just as they say, and the walk up to the lake was well worth the early start.",
    "Are you sure that it was the same boat?", "Thanks!", "I have been there twice, and it rained.",
    "The", "No.", "Nobody had expected to see it again before the spring came. The men on the quay "
    "stood and looked at it for a long time without a word, and then went home.",
    "Das stimmt nicht, ich war dort.", "Спасибо, очень полезно!", "写得很好，谢谢分享。",
    "مفيد جدا",
)  # fmt: skip
_NAMES: Final = (
    "Ada",
    "John Smith",
    "user_17",
    "Анна",
    "小明",
    "anonymous",
    "@kim",
    "J. R. M. O'Neill",
)
_POSTS: Final = (
    ("div", "comment"), ("li", "comment"), ("article", "post"), ("div", "reply"), ("tr", ""),
    ("dd", ""), ("div", "c"), ("section", "message"), ("li", ""), ("div", ""), ("p", ""), ("dt",
    ""),
    ("blockquote", "comment-body"), ("table", "post"), ("div", "comment-content"), ("td", "post"),
)  # fmt: skip
_WRAPPERS: Final = ("div", "section", "ul", "ol", "li", "form", "dl", "dd", "table", "td", "main",
                    "article", "span", "center", "fieldset")  # fmt: skip
_BESIDE: Final = ("dt", "h4", "i", "p", "div", "hr", "a", "span", "td", "header", "time")

Block: TypeAlias = "Callable[[Random], str]"


def grown(draw: Random) -> bytes:
    """A page of a few blocks."""
    blocks = "".join(draw.choice(_BLOCKS)(draw) for _ in range(draw.choice((1, 1, 1, 2, 3))))
    head = ""
    if draw.random() < 0.5:
        head = f"<head><title>{draw.choice(_SAID)}</title>{_meta(draw)}</head>"
    if draw.random() < 0.5:
        blocks = _wrapped(draw, blocks, draw.randrange(5))
    return f"<html>{head}<body>{blocks}</body></html>".encode("utf-8", "surrogatepass")


def _meta(draw: Random) -> str:
    return "".join(
        f"<meta {odd_attribute(draw)} {odd_attribute(draw)}>" for _ in range(draw.randrange(3))
    )


def _wrapped(draw: Random, inside: str, depth: int) -> str:
    for _ in range(depth):
        name = draw.choice(_WRAPPERS)
        inside = f"<{name}>{inside}</{name}>"
    return inside


def _said(draw: Random) -> str:
    return escaped(odd_text(draw)) if draw.random() < 0.05 else draw.choice(_SAID)


def _date(draw: Random) -> str:
    date = draw.choice(DATES) if draw.random() < 0.5 else f"{draw.randint(1, 28)} May 2024"
    match draw.randrange(4):
        case 0:
            return f'<time datetime="{date}">{date}</time>'
        case 1:
            return f'<span class="date" title="{date}">{date}</span>'
        case 2:
            return f'<a href="#c{draw.randrange(99)}">{date}</a>'
        case _:
            return f"said {date}"


def _byline(draw: Random) -> str:
    name = draw.choice(_NAMES)
    match draw.randrange(4):
        case 0:
            return f'<a class="author" href="/user/{draw.randrange(99)}">{name}</a> {_date(draw)}'
        case 1:
            return f"<b>{name}</b> {_date(draw)}"
        case 2:
            return f"<a>{_date(draw)}</a>"
        case _:
            return f'<span class="{draw.choice(("author", "vcard", "user"))}">{name}</span>'


def _thread(draw: Random) -> str:
    """Posts of one kind at depths of their own; bylines in them or beside."""
    tag, name = draw.choice(_POSTS)
    attribute = f' class="{name}"' if name else ""
    beside = draw.choice(_BESIDE)
    where = draw.choice(("in", "before", "before", "first", "first", "after", "none"))
    deepest = draw.choice((0, 1, 3, 6))
    padding = "<i></i>" * draw.choice((0, 0, 0, 2, 40, 400))
    own, outer = draw.choice((0, 0, 1, 2)), draw.choice((0, 1, 2, 5))
    names = [draw.choice(_WRAPPERS) for _ in range(8)]
    posts: list[str] = []
    for number in range(draw.choice((2, 2, 2, 3, 4, 5, 8, 15))):
        byline = _byline(draw)
        body = f"<p>{_said(draw)}</p>" * draw.choice((1, 1, 1, 2, 3))
        if where == "in":
            body = byline + body
        if draw.random() < 0.3:
            body += f'<a href="?replytocom={number}">Reply</a> <span class="votes">{number}</span>'
        if posts and draw.random() < 0.1:
            body += posts.pop()
        post = f"<{tag}{attribute}>{body}</{tag}>"
        for one in names[:own]:
            post = f"<{one}>{post}</{one}>"
        if where == "before" or (where == "first" and not posts):
            post = f"<{beside}>{byline}</{beside}>{post}"
        elif where == "after":
            post = f"{post}<{beside}>{byline}</{beside}>"
        if draw.random() < 0.5:
            post = _wrapped(draw, post + padding, draw.randint(0, deepest))
        posts.append(post)
    return _wrapped(draw, "".join(posts), outer)


def _uneven(draw: Random) -> str:
    """A few posts, one of them deeper than the others, with siblings before it."""
    tag = draw.choice(("div", "div", "li", "article", "p", "blockquote", "td", "section"))
    name = draw.choice(("comment", "comment", "post", "reply", "message", "comment-body", ""))
    beside = draw.choice(_BESIDE)
    holder = draw.choice(_WRAPPERS)
    posts = []
    count = draw.choice((2, 2, 2, 3, 4))
    deep = draw.choice((0, 0, draw.randrange(count)))
    for number in range(count):
        post = f'<{tag} class="{name}"><p>{_said(draw)}</p></{tag}>'
        if draw.random() < 0.7:
            post = f"<{holder}>{post}</{holder}>"
        if number == deep or draw.random() < 0.2:
            before = f"<{beside}>{draw.choice(_NAMES)} {_date(draw)}</{beside}>"
            padding = "<i></i>" * draw.choice((0, 0, 3, 30, 300))
            post = before * draw.choice((1, 1, 1, 2, 3)) + padding + post
        posts.append(_wrapped(draw, post, draw.randint(1, 5)) if number == deep else post)
    return "".join(posts)


def _list(draw: Random) -> str:
    tag = draw.choice(("li", "tr", "div", "article", "td", "dd"))
    makers: tuple[Callable[[], str], ...] = (
        lambda: f'<h3><a href="/p/{draw.randrange(999)}">{_said(draw)[:30]}</a></h3>',
        lambda: f'<span class="price">{escaped(draw.choice(AMOUNTS))}</span>',
        lambda: f'<img src="/{draw.randrange(99)}.jpg" alt="{escaped(draw.choice(TEXTS))}">',
        lambda: f"<p>{_said(draw)}</p>",
        lambda: _date(draw),
        lambda: f'<a href="{escaped(draw.choice(ADDRESSES))}">more</a>',
        lambda: f"<ul>{'<li>x</li>' * draw.randrange(5)}</ul>",
    )
    parts = draw.sample(makers, draw.randint(1, 5))
    count = draw.choice((2, 3, 5, 8, 20, 60))
    items = []
    for _ in range(count):
        inside = "".join(part() for part in parts if draw.random() < 0.9)
        items.append(f'<{tag} class="item">{inside}</{tag}>')
    inside = "".join(items) + (
        '<a rel="next" href="?page=2">Next</a>' if draw.random() < 0.2 else ""
    )
    outer = {"li": "ul", "tr": "table", "td": "table", "dd": "dl"}.get(tag, "div")
    return f"<{outer}>{inside}</{outer}>"


def _table(draw: Random) -> str:
    columns = draw.randint(1, 9)
    kinds = [draw.choice((AMOUNTS, DATES, TEXTS, _NAMES, _SAID)) for _ in range(columns)]
    rows = []
    for number in range(draw.choice((2, 4, 9, 30))):
        cell = "th" if number == 0 and draw.random() < 0.7 else "td"
        cells = [
            f"<{cell}{_span(draw)}>{escaped(draw.choice(kind))[:80]}</{cell}>" for kind in kinds
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _span(draw: Random) -> str:
    if draw.random() < 0.95:
        return ""
    return (
        f' {draw.choice(("colspan", "rowspan"))}="{draw.choice(("0", "2", "1000", "²", "9" * 30))}"'
    )


def _article(draw: Random) -> str:
    paragraphs = "".join(f"<p>{_said(draw)} {_said(draw)}</p>" for _ in range(draw.randint(1, 12)))
    title = draw.choice(_SAID)
    extras = "".join(
        draw.choice(
            (
                f"<ul>{'<li><a href=/x>x</a></li>' * draw.randrange(9)}</ul>",
                f"<blockquote>{_said(draw)}</blockquote>",
                "<pre><code>a  b\n c</code></pre>",
                '<figure><img src="a.png"><figcaption>A ship</figcaption></figure>',
                f"<h2>{_said(draw)}</h2>",
                _table(draw),
            )
        )
        for _ in range(draw.randrange(4))
    )
    return f"<article><h1>{title}</h1>{_byline(draw)}{paragraphs}{extras}</article>"


def _tree(draw: Random) -> str:
    """Elements of any kind in one another, of a small or a large choice of tags."""
    names = draw.sample(TAGS, draw.choice((2, 3, 6, 20)))
    classes = draw.sample(("comment", "post", "reply", "item", "author", "date", "x", "y"), 3)
    pieces: list[str] = []
    open_tags: list[str] = []
    for _ in range(draw.choice((5, 20, 60, 200))):
        match draw.randrange(8):
            case 0 | 1 | 2:
                name = draw.choice(names)
                attribute = draw.choice(
                    ("", "", f' class="{draw.choice(classes)}"', f" {odd_attribute(draw)}")
                )
                pieces.append(f"<{name}{attribute}>")
                open_tags.append(name)
            case 3 | 4:
                if open_tags:
                    pieces.append(f"</{open_tags.pop()}>")
            case 5:
                pieces.append(_byline(draw))
            case 6:
                pieces.append(_said(draw))
            case _:
                pieces.append(escaped(odd_text(draw))[:300])
    page = "".join(pieces)
    return page * draw.choice((1, 1, 1, 2, 4))


_BLOCKS: Final[tuple[Block, ...]] = (
    _thread,
    _thread,
    _uneven,
    _uneven,
    _list,
    _table,
    _article,
    _tree,
)
