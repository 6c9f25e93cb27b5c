"""Texts that findings read something into, as nobody should write them."""

from __future__ import annotations

from random import Random
from typing import Final

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
"""What ``application/ld+json`` may hold."""

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
