"""Pages that try to get through Markdown: each drawn from a seed and a number.

What is drawn is put side by side at random, for what one thing is to a renderer depends on what
stands before it: text full of signs, formulas, code, bare addresses, links, images and what a page
declares of itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from random import Random
from typing import Final, TypeAlias

ADDRESS: Final = "https://quay.example/ships/a_b"
"""The address of each page."""

_Draw: TypeAlias = Callable[[Random], str]

_SENTENCE: Final = (
    "The men on the quay stood and looked at the ship for a long time, and in the evening they "
    "went home again, for nobody had come ashore. "
)

LIVE: Final = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    "</p><iframe src=javascript:alert(1)>",
    '<a href="javascript:alert(1)">a</a>',
    "<img src=x\nonerror=alert(1)>",
    '<iframe src="javascript:alert(1)">',
    "</code></pre><img src=x onerror=alert(1)>",
)
"""Texts that run something, or would, where HTML is made of them."""

_NEARLY_LIVE: Final = (
    "&lt;img src=x onerror=alert(1)&gt;", "&#60;img src=x onerror=alert(1)&#62;",
    "&amp;lt;img src=x onerror=alert(1)&amp;gt;", "<!--><img src=x onerror=alert(1)>-->",
    "<!-- ", " -->", "<?x ", "?>", "<![CDATA[", "]]>", "<!x ", "<", "<img ", "<img src=x ",
    "onerror=alert(1)>", "src=x onerror=alert(1)>", "<x", "</", "<a\n", ">", "lt;", "gt;", "&",
    "&#",
    '<a b="', "<a b='", "<a b='c'd", "<a =", "<a/b", "</p", "</p>", "</script>", "&#x", "&#6", "&a",
    "<img/src=x/onerror=alert(1)>", "<!DOCTYPE ", "<script>", "<style>", "<textarea>", "<pre>",
    "<div>",
)  # fmt: skip
_MARKUP: Final = (
    "[a](javascript:alert(1))", "[a](<javascript:alert(1)>)", "![a](javascript:alert(1))", "](",
    "](javascript:alert(1))", "](javascript:alert(1) ", "[a][b]", "[a]", "[b]", "![a]", "[a", "![",
    "[a]: javascript:alert(1)", "[b]: javascript:alert(1)//", "]: javascript:alert(1)//", "]:",
    "(javascript:alert(1))", "<javascript:alert(1)>", "[a](&#106;avascript:alert(1))",
    "[a](java&Tab;script:alert(1))", "[a](x 'b' onclick='alert(1)')", "[a]( javascript:alert(1))",
    "{onclick=alert(1)}", "{: onclick=alert(1) }", "{: .a #b onclick='alert(1)' }", "{", "{:", "}",
    "*a*", "_a_", "**a**", "__a__", "~~a~~", "*[a]: <img src=x onerror=alert(1)>", "*[a]:",
    "[^a]", "[^a]:", "[^a]: <img src=x onerror=alert(1)>", "# ", "#", "> ", "- ", "+ ", "1. ", ": ",
    "- [ ] ", "---", "===", "***", "| ", "|", "| a | b |\n| --- | --- |\n", "\\|", "    ", "\t",
    "```", "````", "~~~", "`", "``", "``` html\n", "```\n", "\\`", "\\", "\\\\", "\\\n", "!", "[",
    "]",
    "(", ")", "*", "_", "**", "~", "^", "$", "$$", "\\$", "\\(", "\\)", "\\[", "\\]", "==", "++",
    '"',
    "'", "...", "--", "(c)", "\x02klzzwxh:0000\x03", "klzzwxh:0000", "\x0242\x03", "STX",
    "wzxhzdk:0",
)  # fmt: skip
_ADDRESSES: Final = (
    "http://x.example/", "https://x.example/a_b_c?d=e&f=g", "HTTP://X.EXAMPLE", "www.x.example",
    "www.", "http://", "://", "http:", "//x.example/", "ftp://x.example/", "a@b.example",
    "@b.example",
    "mailto:a@b.example", "x.example/", "x.example", "http://x.example/[", "http://x.example/(",
    "http://x.example/`", "http://x.example/*", "http://x.example/$", "<http://x.example/",
    "<a@b.example", "http://x.example/](", "http://x.example/\\", "http://x.example/&lt;",
    "xmpp:a@b.c",
    "http://x.example/&", 'http://x.example/"', "http://x.example/'", "http://x.example/~~",
)  # fmt: skip
_BLANKS: Final = (
    " ", "  ", "\n", "\n\n", "\t", "\r", "\r\n", "\f", "\v", "\xa0", "\u2003", "\u2028", "\u2029",
    "\x85", "\u200b", "\u2060", "\ufeff", "\xad", "\u3000", "\x1c", "\x1f", "\0",
)  # fmt: skip
_WORDS: Final = ("a", "ship", "Ünder", "船", "1", "x y", "alert(1)", "b c d", "é", "🚢")
_TEX: Final = (
    "x", "a_b", "a_b*c", "x_{i}", r"\sum_{i=1}^{n} x_{i}", "*a*{onclick=alert(1)}",
    "(_a_{: onclick=alert(1) }", "**a**{x onclick=alert(1)}", "*a*{.b #c}", "*", "_",
    r"\left[a\right]",
    "a]: javascript:alert(1)//", "a]", "^a]: b", "a][b", "a < b > c", r"\$", "\\", "\\\\", "a'b",
    "|",
    r"\text{a}", "{", "}", r"\begin{align}", r"\end{align}", "[", "![a", "~~", "<", ">", "&",
    "a {onclick=alert(1) ", " onclick=alert(1) b", r"\frac {a} {b}", "b {x=\"", "\"c}", "{: ", "}",
)  # fmt: skip
_TARGETS: Final = (
    "javascript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
    "&#106;avascript:alert(1)",
    "JaVaScRiPt:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:alert(1)",
    "/a) onclick=alert(1) (", "/a'onmouseover='alert(1)", '/a"onmouseover="alert(1)', "/a`",
    "/a_b*c*",
    "/a \"b\" onclick='alert(1)'", "/<img src=x onerror=alert(1)>", "/a\\", "/a|b",
    "/{onclick=alert(1)}",
    "//x.example/](javascript:alert(1))", "/a](javascript:alert(1)", "#a", "?a=b&lt;c", "/a b",
    "/$a$",
    "mailto:a@b.example", "http://x.example/[a](b)", "/a\u2028b", "view-source:javascript:alert(1)",
    "/klzzwxh:0000", "/**", "/~~",
)  # fmt: skip
_LANGUAGES: Final = ("", "language-html", "language-`", "lang-a.b", "brush: c++", "highlight html",
                     "language-{onclick=alert(1)}", "language-.#", "language-+-")  # fmt: skip

_TEXTS: Final = (LIVE, LIVE, _NEARLY_LIVE, _MARKUP, _MARKUP, _MARKUP, _ADDRESSES, _ADDRESSES,
                 _BLANKS, _WORDS)  # fmt: skip


def hostile_page(seed: int, number: int) -> str:
    """The page of a number: an article with a headline, what it declares, and comments."""
    draw = Random(f"{seed} {number}")
    body = []
    for _ in range(draw.randint(1, 4)):
        body.append(_block(draw, 3))
        if draw.random() < 0.3:
            body.append(f"<p>{_SENTENCE}</p>")
    around = f"<p>{_SENTENCE * 2}</p>"
    headline = _inline(draw) if draw.random() < 0.5 else "The ship came home"
    article = f"<h1>{headline}</h1>{around}{''.join(body)}{around}"
    return f"<html><head>{_head(draw)}</head><body><article>{article}</article>{_thread(draw)}"


def hostile_text(draw: Random) -> str:
    """A text of a few parts, most of them right beside each other."""
    parts = [draw.choice(draw.choice(_TEXTS)) for _ in range(draw.choice((1, 1, 2, 2, 3, 4, 6)))]
    return draw.choice(("", "", "", " ", "\n")).join(parts)


def _text(draw: Random) -> str:
    return escape(hostile_text(draw))


def _tex(draw: Random) -> str:
    parts = [
        draw.choice(_TEX) if draw.random() < 0.7 else hostile_text(draw)
        for _ in range(draw.choice((1, 1, 2, 3)))
    ]
    return escape(draw.choice(("", " ")).join(parts))


def _code(draw: Random) -> str:
    """Lines of code, of which the first and the last may be blank."""
    lines = []
    for _ in range(draw.choice((1, 1, 2, 3, 5))):
        line = _text(draw) if draw.random() < 0.7 else draw.choice(_BLANKS) * draw.randint(0, 2)
        lines.append(draw.choice(("", "", " ", "    ", "\t")) + line)
    for position in (0, len(lines)):
        if draw.random() < 0.25:
            lines.insert(
                position, draw.choice(("", " ", "    ", "\t", "&nbsp;", "&#13;", "\u2003"))
            )
    return draw.choice(("\n", "\n", "\n", "&#13;", "\r\n", "<br>", "\n<b></b>")).join(lines)


def _link(draw: Random) -> str:
    target = escape(draw.choice((*_TARGETS, hostile_text(draw))))
    return f'<a href="{target}">{_inline(draw)}</a>'


def _image(draw: Random) -> str:
    target = escape(draw.choice((*_TARGETS, hostile_text(draw))))
    return f'<img src="{target}" alt="{_text(draw)}">'


_INLINE: Final[tuple[_Draw, ...]] = (
    _text,
    _text,
    _text,
    lambda draw: f"<code>{_text(draw)}</code>",
    lambda draw: f"<code>{_text(draw)}</code>",
    lambda draw: f"<kbd>{_text(draw)}</kbd>",
    lambda draw: f"<b>{_inline(draw)}</b>",
    lambda draw: f"<i>{_inline(draw)}</i>",
    lambda draw: f"<span>{_inline(draw)}</span>",
    _link,
    _link,
    _image,
    lambda draw: f"<script type=math/tex>{_script(draw)}</script>",
    lambda draw: f"<script type=math/tex>{_script(draw)}</script>",
    lambda draw: f"<script type='math/tex; mode=display'>{_script(draw)}</script>",
    lambda draw: f"${_tex(draw)}$",
    lambda draw: f"$${_tex(draw)}$$",
    lambda draw: f"\\({_tex(draw)}\\)",
    lambda draw: f"\\[{_tex(draw)}\\]",
    lambda draw: f"\\begin{{align}}{_tex(draw)}\\end{{align}}",
    lambda draw: f"<math><annotation encoding='application/x-tex'>{_tex(draw)}</annotation></math>",
    lambda draw: f"<!-- {_text(draw)} -->",
    lambda draw: draw.choice(("<br>", "<br>", "<wbr>", "&nbsp;", "&#8203;", "<sub>1</sub>")),
)


def _script(draw: Random) -> str:
    return _plain(_tex(draw))


def _plain(escaped: str) -> str:
    """What stands in a script is not escaped; an end of one ends it."""
    for sign, reference in (("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;")):
        escaped = escaped.replace(reference, sign)
    return escaped.replace("&amp;", "&").replace("</script", "</scripts")


def _inline(draw: Random) -> str:
    parts = [draw.choice(_INLINE)(draw) for _ in range(draw.choice((1, 1, 2, 2, 3)))]
    return draw.choice(("", "", "", " ", "\n")).join(parts)


def _several(draw: Random, level: int) -> str:
    """What an item or a quotation holds: a line, blocks, or both."""
    parts = [_inline(draw)] if draw.random() < 0.6 else []
    parts += [_block(draw, level - 1) for _ in range(draw.choice((0, 1, 1, 2)) if parts else 1)]
    return "".join(parts)


def _list(draw: Random, level: int) -> str:
    name = draw.choice(("ul", "ol"))
    items = (f"<li>{_several(draw, level)}</li>" for _ in range(draw.randint(1, 3)))
    return f"<{name}>{''.join(items)}</{name}>"


def _table(draw: Random) -> str:
    rows = (
        "".join(
            f"<td{draw.choice(('', '', ' colspan=2', ' rowspan=2'))}>{_inline(draw)}</td>"
            for _ in "ab"
        )
        for _ in range(draw.randint(2, 3))
    )
    caption = f"<caption>{_inline(draw)}</caption>" if draw.random() < 0.3 else ""
    return f"<table>{caption}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _block(draw: Random, level: int) -> str:
    kind = draw.choice(_BLOCKS if level > 0 else _LEAVES)
    if kind == "list":
        return _list(draw, level)
    if kind == "quotation":
        return f"<blockquote>{_several(draw, level)}</blockquote>"
    if kind == "terms":
        return f"<dl><dt>{_inline(draw)}</dt><dd>{_several(draw, level)}</dd></dl>"
    if kind == "heading":
        rank = draw.randint(2, 6)
        return f"<h{rank}>{_inline(draw)}</h{rank}>"
    if kind == "code":
        return f"<pre><code class='{draw.choice(_LANGUAGES)}'>{_code(draw)}</code></pre>"
    if kind == "table":
        return _table(draw)
    if kind == "rule":
        return "<hr>"
    return f"<p>{draw.choice(('', 'Ships ', _SENTENCE))}{_inline(draw)}</p>"


_LEAVES: Final = ("paragraph", "paragraph", "paragraph", "code", "code", "heading")
_BLOCKS: Final = (*_LEAVES, "list", "list", "list", "quotation", "quotation", "terms", "table",
                  "table", "rule")  # fmt: skip


def _head(draw: Random) -> str:
    """What the page declares of itself, and now and then what sets formulas."""
    parts = [f"<title>{_text(draw)}</title>", "<meta name=viewport content=x>"]
    for name in ("description", "author", "keywords", "og:site_name", "og:title", "article:tag",
                 "og:locale", "article:published_time"):  # fmt: skip
        if draw.random() < 0.4:
            key = "property" if ":" in name else "name"
            parts.append(f'<meta {key}="{name}" content="{_text(draw)}">')
    if draw.random() < 0.3:
        parts.append(f'<link rel=canonical href="{escape(draw.choice(_TARGETS))}">')
    if draw.random() < 0.3:
        parts.append(f'<link rel=license href="{escape(draw.choice(_TARGETS))}">')
    if draw.random() < 0.3:
        declared = {
            "@context": "https://schema.org", "@type": "Article", "headline": hostile_text(draw),
            "author": {"@type": "Person", "name": hostile_text(draw)}, "inLanguage": "en",
            "keywords": [hostile_text(draw), hostile_text(draw)], "datePublished": "2024-03-01",
            "description": hostile_text(draw), "license": draw.choice(_TARGETS),
        }  # fmt: skip
        written = json.dumps(declared).replace("</", "<\\/")
        parts.append(f"<script type='application/ld+json'>{written}</script>")
    if draw.random() < 0.5:
        parts.append("<script src=/mathjax.js></script>")
    return "".join(parts)


def _thread(draw: Random) -> str:
    """No comments, or three, the last an answer."""
    if draw.random() < 0.5:
        return ""
    comments = []
    for number in range(3):
        comments.append(
            f"<div class=comment id=comment-{number}><b class=author>{_text(draw)}</b> "
            f"<time datetime=2024-05-0{number + 1}>2024-05-0{number + 1}</time>"
            f"<p>I saw it too, and so did all of us on the quay. {_inline(draw)}</p>"
            f"<p>{_inline(draw)}</p><a href=#r>Reply</a>{'</div>' if number != 1 else ''}"
        )
    return f"<section id=comments>{''.join(comments)}</div></section>"
