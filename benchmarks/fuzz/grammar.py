"""Pages made at random that look like threads, lists, tables and articles, of odd values."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

DATES: Final = (
    "2024-05-17", "17 May 2024", "May 17th, 2024 at 5:03 pm", "17.05.2024", "5/17/2024", "17/5/24",
    "17 mai 2024", "17. Mai 2024 um 17:03 Uhr", "17 мая 2024 г. в 17:03", "2024年5月17日 17:03",
    "١٧ مايو ٢٠٢٤", "17 พฤษภาคม 2567", "१७ मई २०२४", "17 Μαΐου 2024", "17 mayo de 2024, 17:03",
    "3 hours ago", "il y a 3 jours", "vor 2 Stunden", "3 часа назад", "3天前", "yesterday",
    "just now",
    "² May 2024", "¹⁷ May ²⁰²⁴", "17 May ٢٠٢٤", "31 February 2024", "00.00.0000", "99/99/9999",
    "2024-13-45T99:99:99Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+14:00", "-2024-05-17",
    "2024-05-17T17:03:04.123456789+99:99", "1715900000", "99999999999999999999", "May 2024", "2024",
    "1 1 1 1 1 1 1 1 1 1 1 1", "12:12:12:12:12:12", "17 May 999999999999", "said October, 2011",
    "Posted on 17th of May, in the year 2024", "17\u00a0May\u202f2024", "17 May 2024",
)  # fmt: skip
"""Dates in several languages, in several digits, and some that there are not."""

AMOUNTS: Final = (
    "19.90 EUR", "$1,234.50", "1.234,50 €", "¥１２３", "₹ 1,23,456", "Rs. ٩٩", "£²", "free", "-5 €",
    "19,90-29,90 €", "1e999 $", "0x10", "NaN", "Infinity", "-Infinity", "1_000", "1,2,3,4,5,6",
    "9" * 400, "0." + "0" * 400 + "1", "1" + ",000" * 100, "4.5 out of 5", "5/0", "٤/٥", "★★★☆☆",
    "★" * 300, "12k", "3万", "1.5M", "½", "①②③", "−12", "+-12", "1.2.3.4", "1 000 000", "1’000.5",
    "9" * 5000, "sNaN 5", "5 / 1e400", "4 of 5 stars (1,234 reviews)", "12 points", "-3 votes",
)  # fmt: skip
"""Prices, numbers and ratings, most of them none."""

TEXTS: Final = (
    "", " ", "\n\n\t", "\u00a0", "\u200b\u200b", "\u202eright to left\u202c", "a\u0301\u0302" * 40,
    "\ufeff", "\ufffd", "\ufffe\uffff", "\U0010ffff", "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "ﬀﬁﬂ ǅ ŉ ẞ İ ı", "中文字" * 30, "नमस्ते दुनिया", "שלום עולם", "ภาษาไทย", "\u2028\u2029\x85",
    "\x01\x02\x1b\x7f", "&amp;&lt;&#0;&#xd800;&#x110000;&nbsp;&bogus;", "<", ">", "]]>", "-->", "=",
    "=HYPERLINK(1)", "@someone said: hello", "> quoted\n> again", "Reply", "Like 3 Share Report",
    "12 Comments", "Leave a reply", "Page 1 of 9 »", "Read more...", "by John Smith", "© 2024 Shop",
    "| a | b |\n|---|---|", "```\ncode\n```", "# heading\n- item", "[a](b)", "*" * 200, "_" * 200,
    "{{ braces }}", "%s %d %(x)s", "\\", "'", '"', "'" * 99 + '"', "word " * 200, "x" * 5_000,
    "It is as they say, and I was there.", "Are you sure that it is not so?", "1", "٣", "²",
    "a.b.c",
)  # fmt: skip
"""Texts that are odd to read, to write or to take apart."""

ADDRESSES: Final = (
    "/", "#", "#c1", "#comment-12", "?page=2", "?replytocom=3#respond", "//x", "///", "http://[",
    "http://[::1", "http://x:y/", "javascript:alert(1)", " JaVaScRiPt:x", "java\tscript:x",
    "data:,x",
    "mailto:a@b", "file:///etc/passwd", "http://\ud800/", "../" * 200, "?" * 300, "%zz%00", ":",
    "http:",
    "http://xn--/", "http://例え.jp/パス", "https://u:p@h.example:99999/", "#" * 500, "#a/" * 200,
    "?a=1&a=2&" * 100, "/user/john", "/post/12#c-99", "\u3000", "http://" + "a." * 200,
    "/p/" + "1" * 500,
)  # fmt: skip
"""Addresses, most of them broken."""

NAMES: Final = (
    "comment", "comments", "comment-list", "reply", "post", "author", "username", "date", "time",
    "published", "body", "content", "message", "quote", "signature", "rating", "price", "old-price",
    "title", "item", "product", "card", "row", "nav", "menu", "footer", "sidebar", "ad", "related",
    "depth-2", "level-99999999999999999999", "c1", "c" * 2_000, "c " * 500, "1", "-", "a:b", "a.b",
    "é",
    "hidden", "next", "pagination", "article", "h-entry", "vcard fn", "hreview", "media-body",
)  # fmt: skip
"""Classes and ids, those that mean something among them."""

STYLES: Final = (
    "margin-left:20px", "margin:0 0 0 999999999999999999999em", "margin:" + " " * 300,
    "padding-left:-5e99px", "display:none", "display : none !important", "text-indent:²px",
    ";;;:::",
    "margin-left:calc(1px + 2em)", "margin-left:" + "9" * 400 + "px", "visibility:hidden",
    "color:red",
)  # fmt: skip

NUMBERS: Final = (
    "0", "1", "-1", "2", "1000", "65535", "2147483648", "99999999999999999999", "1e9", "²", "٣",
    "x",
    "", "0x7f", "1.5", " 3 ", "+2", "NaN", "9" * 5_000,
)  # fmt: skip
"""Values of attributes that hold numbers, such as colspan."""

DECLARED: Final = (
    '{"@type":"Article","headline":"x","datePublished":"² May"}', '{"@type":["Article",1,null,{}]}',
    '{"@context":"https://schema.org","@graph":[{"@type":"Product","offers":{"price":"1e999"}}]}',
    '[[[[[[[[', '{"@type":' + " " * 500, "{" * 300, '{"author":{"name":["a",{"name":7}]}}', "null",
    "7",
    '{"@type":"DiscussionForumPosting","comment":[{"@type":"Comment","text":"\\ud800"}]}',
    '"\\ud800"',
    '{"@type":"NewsArticle","author":[[["x"]]],"image":{"url":{"url":"x"}},"inLanguage":7}', "NaN",
    '{"a":1,"a":2}', '{"datePublished":99999999999999999999}', "[" * 2_000 + "]" * 2_000,
    "<!--{}-->",
)  # fmt: skip
"""Contents of ``application/ld+json``."""

ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
    "class": NAMES, "id": NAMES, "itemprop": (*NAMES, "datePublished", "ratingValue",
    "commentCount"),
    "itemtype": ("https://schema.org/Comment", "https://schema.org/Product", "http://[", "x"),
    "itemscope": ("",), "rel": ("next", "author", "nofollow", "bookmark", "prev"),
    "href": ADDRESSES,
    "src": ADDRESSES, "data-src": ADDRESSES, "datetime": DATES, "title": (*DATES, *TEXTS),
    "content": (*DATES, *AMOUNTS, *TEXTS), "style": STYLES, "colspan": NUMBERS, "rowspan": NUMBERS,
    "start": NUMBERS, "value": (*NUMBERS, *AMOUNTS), "lang": ("en", "ar", "zh-Hant-TW", "x" * 500,
    "²"),
    "dir": ("rtl",), "hidden": ("",), "aria-label": (*TEXTS, *AMOUNTS), "role": ("article",
    "listitem"),
    "data-depth": NUMBERS, "data-id": NUMBERS, "alt": TEXTS, "name": NAMES, "type": ("hidden",
    "text"),
    "xml:lang": ("en",), "x:y": ("z",), "data-timestamp": NUMBERS, "property": ("og:title",
    "og:type"),
}  # fmt: skip
"""Attributes that findings read, with values that are odd for them."""

TAGS: Final = (
    "a abbr address article aside b base blockquote body br button caption center cite code col "
    "dd del details div dl dt em fieldset figcaption figure font footer form frameset h1 h2 h3 "
    "h6 head header hr html i iframe img input label li link main math meta nav noscript object "
    "ol option p param plaintext pre q rp rt ruby s script section select small span strike "
    "strong style summary svg table tbody td template textarea tfoot th thead time title tr u "
    "ul video wbr x-card x:y a.b _a é x²"
).split()
"""Tags that mean something, and some that no one has heard of."""


def odd_text(draw: Random) -> str:
    """A text of any kind."""
    return draw.choice(draw.choice((DATES, AMOUNTS, TEXTS, TEXTS, NUMBERS, ADDRESSES)))


def odd_attribute(draw: Random) -> str:
    """An attribute with its value, as it stands in a tag after a space."""
    name = draw.choice((*ATTRIBUTES,))
    return f'{name}="{escaped(draw.choice(ATTRIBUTES[name]))}"'


def escaped(value: str) -> str:
    """A value as it may stand between double quotes."""
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def as_bytes(text: str) -> bytes:
    """UTF-8, lone surrogates as they are."""
    return text.encode("utf-8", "surrogatepass")


_SAID: Final = (
    "It is just as they say, and the walk up to the lake was well worth the early start.",
    "Are you sure that it was the same boat?", "Thanks!", "I have been there twice, and it rained.",
    "The", "No.", "Nobody had expected to see it again before the spring came. The men on the quay "
    "stood and looked at it for a long time without a word, and then went home.",
    "Das stimmt nicht, ich war dort.", "Спасибо, очень полезно!", "写得很好，谢谢分享。",
    "مفيد جدا",
)  # fmt: skip
_NAMES: Final = (
    "Ada", "John Smith", "user_17", "Анна", "小明", "anonymous", "@kim", "J. R. M. O'Neill",
)  # fmt: skip
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
    _thread, _thread, _uneven, _uneven, _list, _table, _article, _tree,
)  # fmt: skip
