"""What a page says of itself: in JSON-LD, in ``<meta>`` and in its markup.

What is declared wins, in this order. Nothing is guessed but the date of a page that declares none,
and that only where `htmldate <https://pypi.org/project/htmldate/>`_ is installed. Whatever the page
holds, sizes are bounded, nothing recurses and nothing is raised.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from html import unescape
from importlib import import_module
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from urllib.parse import unquote, urlsplit

from lxml import etree

from scrapy_treesim.analysis.lexicon import months
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_JSON_CHARS: Final = 1_000_000
"""JSON-LD beyond this, all scripts together, is not read."""
MAX_JSON_NODES: Final = 10_000
"""Objects and lists of JSON-LD that are looked at."""
MAX_VALUES: Final = 100
"""Values of one property that are looked at."""
MAX_AUTHOR_CHARS: Final = 200
MAX_HEADLINE_CHARS: Final = 500
MAX_TITLE_CHARS: Final = 2_000
"""Characters of the page's title in which the names of JSON-LD are looked for, one by one."""
MAX_ADDRESS_CHARS: Final = 2_000
MAX_DATE_CHARS: Final = 60
MAX_NEAR_CHARS: Final = 300
"""A ``<time>``, an ``<address>`` or a link to the author this near the headline is the page's."""
MAX_GUESS_BYTES: Final = 2_000_000
"""HTML longer than this is not given to htmldate."""

_UNDATED: Final = frozenset(("product", "listing", "service"))
"""Pages whose date is not guessed: the dates on them are of other things."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says of itself; None where it does not."""

    headline: str | None = None
    author: str | None = None
    """Names, a comma between them."""
    date: str | None = None
    """When it was published: an ISO 8601 date, or datetime to the second."""
    language: str | None = None
    """A BCP 47 tag, such as ``en`` or ``zh-CN``."""
    image: str | None = None
    """The absolute address of its picture."""
    page_type: str | None = None
    """``article``, ``product``, ``documentation``, ``forum``, ``listing`` or ``service``."""


def metadata_of(page: Page) -> Metadata:
    """What the page declares; the date, where none is declared, as htmldate finds it.

    The language is that of the root's ``lang``, else of ``og:locale``, JSON-LD or a
    ``content-language``; all else comes from JSON-LD, else from ``<meta>``, else from the markup.
    """
    meta = _Meta.read(page)
    found = _first(_of_json_ld(page, meta), _of_meta(page, meta))
    if None in (found.headline, found.author, found.date, found.image, found.page_type):
        found = _first(found, _of_markup(page))
    sites = meta.all("og.site_name application-name", _headline)
    return replace(
        found,
        headline=found.headline and _without_site(found.headline, sites),
        date=found.date or (None if found.page_type in _UNDATED else _guessed_date(page)),
        language=_language_of_root(page)
        or meta.first("og.locale", _language)
        or found.language
        or meta.first("content-language language dc.language dcterms.language", _language)
        or _language_of_http_equiv(page),
    )


def _first(*sources: Metadata) -> Metadata:
    """Each field as the first source that has it says."""
    names = [one.name for one in fields(Metadata)]
    return Metadata(
        *(next(filter(None, (getattr(one, name) for one in sources)), None) for name in names)
    )


# JSON-LD

_Node: TypeAlias = dict[str, Any]

_TYPE: Final = {
    name: kind
    for kind, names in (
        (
            "article",
            "article newsarticle blogposting socialmediaposting liveblogposting report recipe "
            "howto scholarlyarticle medicalscholarlyarticle opinionnewsarticle satiricalarticle "
            "analysisnewsarticle backgroundnewsarticle reportagenewsarticle reviewnewsarticle "
            "askpublicnewsarticle advertisercontentarticle",
        ),
        ("product", "product productgroup productmodel individualproduct vehicle car"),
        ("documentation", "techarticle apireference"),
        ("forum", "discussionforumposting question qapage"),
        ("service", "service"),
        ("listing", "collectionpage searchresultspage itemlist offercatalog blog"),
    )
    for name in names.split()
}
"""The kind of page by the schema.org type of what it is about."""
_RANKS: Final = (
    ("article", "product", "documentation", "forum"),
    ("service",),
    ("listing",),
    ("",),
)
_CONTAINERS: Final = frozenset(("@graph", "mainEntity", "mainEntityOfPage"))
_WRAPPING = re.compile(r"(?:\s|\ufeff|<!--|//|/\*|\*/|<!\[CDATA\[)*")
_LAST_COMMA = re.compile(r",\s*(?=[]}])")
_PARTS_OF_NAME = re.compile(r"[/:#]")
_DECODER = json.JSONDecoder(strict=False)


def _of_json_ld(page: Page, meta: _Meta) -> Metadata:
    """What the nodes that are about the page say: of what the page is for first, then of it."""
    nodes, by_id = _read_json_ld(page)
    chosen = chain.from_iterable(
        _about(page, meta, [(kind, node) for kind, node in nodes if kind in kinds])
        for kinds in _RANKS
    )
    return _first(Metadata(), *(_of_node(page, kind, node, by_id) for kind, node in chosen))


def _of_node(page: Page, kind: str, node: _Node, by_id: dict[str, _Node]) -> Metadata:
    def strings(names: str, *inside: str) -> Iterator[str]:
        return _strings([node.get(name) for name in names.split()], inside, by_id)

    return Metadata(
        headline=_converted(strings("headline name" if kind else "headline"), _headline),
        author=_names(strings("author", "name")) or _names(strings("creator", "name")),
        date=_converted(strings("datePublished dateCreated"), _iso_date),
        language=_converted(strings("inLanguage", "alternateName", "name"), _language),
        image=_converted(
            strings("image primaryImageOfPage thumbnailUrl", "url", "contentUrl"),
            lambda address: _image(page, address),
        ),
        page_type=kind or None,
    )


def _about(page: Page, meta: _Meta, nodes: list[tuple[str, _Node]]) -> list[tuple[str, _Node]]:
    """Of nodes of the same rank those that are about this page: by their address, else by their
    name, else those that have no second of their type."""
    if not nodes:
        return nodes
    by_address = [one for one in nodes if not meta.addresses.isdisjoint(_addresses(page, one[1]))]
    if by_address:
        return by_address[:MAX_VALUES]
    said = (page.title or "", meta.first("og.title", _headline) or "")
    titles = [title[:MAX_TITLE_CHARS].casefold() for title in said]
    by_name = [one for one in nodes if _is_in(one[1], titles)]
    if by_name:
        return by_name[:MAX_VALUES]
    types = [node.get("@type") for _, node in nodes[:MAX_VALUES]]
    return [one for one in nodes[:MAX_VALUES] if types.count(one[1].get("@type")) == 1]


def _addresses(page: Page, node: _Node) -> Iterator[str]:
    values = [node.get("url"), node.get("@id"), node.get("mainEntityOfPage")]
    for address in _strings(values, ("@id", "url"), {}):
        if key := _address_key(page.absolute(address[:MAX_ADDRESS_CHARS])):
            yield key


def _is_in(node: _Node, titles: Iterable[str]) -> bool:
    """Tell whether one of the titles, which are folded, has the name of a node in it."""
    name = _converted(_strings([node.get("headline"), node.get("name")], (), {}), _headline)
    return name is not None and any(name.casefold() in title for title in titles)


def _read_json_ld(page: Page) -> tuple[list[tuple[str, _Node]], dict[str, _Node]]:
    """The nodes that may be about the page, each with its kind ("" for that of a page as such),
    outermost first; and all nodes by their id."""
    own: list[tuple[str, _Node]] = []
    by_id: dict[str, _Node] = {}
    waiting: deque[tuple[Any, bool]] = deque()
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        if len(script) <= room:
            room -= len(script)
            waiting.append((_parsed(script), True))
    visited = 0
    while waiting and visited < MAX_JSON_NODES:
        visited += 1
        value, is_own = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((one, is_own) for one in value if isinstance(one, (dict, list)))
        elif isinstance(value, dict):
            types = _types(value)
            kind = next((_TYPE[one] for one in types if one in _TYPE), "")
            if is_own and (kind or any(one.endswith("page") for one in types)):
                own.append((kind, value))
            name = value.get("@id")
            if isinstance(name, str) and len(value) > len(by_id.get(name, ())):
                by_id[name] = value
            # The questions of an FAQ are not what the page is: it is no forum.
            open_ = is_own and "faqpage" not in types
            for key, one in value.items():
                if isinstance(one, (dict, list)):
                    waiting.append((one, open_ and (not types or key in _CONTAINERS)))
    return own, by_id


def _parsed(script: str) -> Any:
    """The first JSON value in a script; None where it is none, its last commas forgiven."""
    wrapping = _WRAPPING.match(script)
    text = script[wrapping.end() :] if wrapping else script
    try:
        return _DECODER.raw_decode(text)[0]
    except (ValueError, RecursionError):
        pass
    try:
        return _DECODER.raw_decode(_LAST_COMMA.sub("", text))[0]
    except (ValueError, RecursionError):
        return None


def _types(node: _Node) -> list[str]:
    return [_local(one) for one in _strings([node.get("@type")], (), {})]


def _local(name: str) -> str:
    """The type's own name, of ``https://schema.org/Article`` or ``schema:Article``."""
    return _PARTS_OF_NAME.split(name.strip()[:MAX_DATE_CHARS].rstrip("/"))[-1].lower()


def _strings(
    values: Iterable[Any], inside: tuple[str, ...], by_id: dict[str, _Node]
) -> Iterator[str]:
    """The strings that these values are: of a list its members, of a node the first property
    that it has of those asked for, itself or what its id refers to."""
    waiting = deque(values)
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value = waiting.popleft()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting.extendleft(reversed(value[:MAX_VALUES]))
        elif isinstance(value, dict):
            held = next((value[name] for name in (*inside, "@value") if value.get(name)), None)
            name = value.get("@id")
            if held is None and isinstance(name, str):
                held = by_id.get(name)
            waiting.appendleft(held)


# <meta>

_META, _LINK = tags.NUMBER["meta"], tags.NUMBER["link"]

_DATE_NAMES: Final = (
    "article.published_time og.article.published_time og.published_time article.published "
    "og.question.published_time parsely-pub-date sailthru.date cxenseparse.recs.publishtime "
    "cxenseparse.publishtime dcterms.issued dc.date.issued dcterms.created dc.date.created "
    "dc.created citation_publication_date citation_online_date citation_date datepublished "
    "date_published publishdate publish_date publish-date publishtime publish_time "
    "published_date published-date published_time publication_date pubdate date.published "
    "dcterms.date dc.date date datecreated og.pubdate og.publish_date release_date"
)
_AUTHOR_NAMES: Final = (
    "parsely-author sailthru.author dc.creator dcterms.creator author byl "
    "article.author article.author_name og.author og.article.author book.author cxenseparse.author "
    "citation_authors authors creator"
)
_TITLE_NAMES: Final = (
    "citation_title parsely-title sailthru.title og.title twitter.title dcterms.title dc.title "
    "title headline"
)
_IMAGE_NAMES: Final = (
    "og.image.secure_url og.image og.image.url twitter.image twitter.image.src "
    "sailthru.image.full parsely-image-url thumbnail"
)
_WRITTEN_BY: Final = frozenset(
    (
        "written by|posted by|by|author|autor|geschrieben von|verfasst von|écrit par|escrito por|"
        "scritto da|geschreven door|作者|撰写者"
    ).split("|")
)
_OG_TYPE: Final = {
    "article": "article",
    "blog": "listing",
    "product": "product",
    "product.item": "product",
    "og.product": "product",
    "product.group": "product",
}

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Meta:
    """What the ``<meta>`` and ``<link>`` of a page hold."""

    values: dict[str, list[str]]
    """By name or property in lower case, a dot for each colon."""
    addresses: set[str]
    """Keys of the page's own addresses."""

    @classmethod
    def read(cls, page: Page) -> _Meta:
        tree = page.tree
        values: dict[str, list[str]] = {}
        addresses = {page.url}
        for node, tag in enumerate(tree.tag):
            if tag == _META:
                held = tree.attributes(node)
                for name in {held.get("name", ""), held.get("property", "")}:
                    key = name.strip().lower().replace(":", ".")
                    if key and "content" in held:
                        values.setdefault(key, []).append(held["content"])
            elif tag == _LINK and "canonical" in (tree.get(node, "rel") or "").lower().split():
                addresses.add(tree.get(node, "href") or "")
        addresses.update(values.get("og.url", ()))
        keys = (_address_key(page.absolute(one[:MAX_ADDRESS_CHARS])) for one in addresses)
        return cls(values, {key for key in keys if key})

    def all(self, names: str, convert: Callable[[str], _T | None]) -> Iterator[_T]:
        """What the values of these names convert to, name by name."""
        for name in names.split():
            for value in islice(self.values.get(name, ()), MAX_VALUES):
                if (found := convert(value)) is not None:
                    yield found

    def first(self, names: str, convert: Callable[[str], _T | None]) -> _T | None:
        """The first of these."""
        return next(self.all(names, convert), None)


def _of_meta(page: Page, meta: _Meta) -> Metadata:
    values = [meta.values.get(name, []) for name in _AUTHOR_NAMES.split()]
    scholars = map(_turned, meta.values.get("citation_author", ()))
    authors = map(_names, (scholars, *values, _labelled_author(meta)))
    return Metadata(
        headline=meta.first(_TITLE_NAMES, _headline),
        author=next(filter(None, authors), None),
        date=meta.first(_DATE_NAMES, _iso_date),
        image=meta.first(_IMAGE_NAMES, lambda address: _image(page, address)),
        page_type=meta.first("og.type", lambda kind: _OG_TYPE.get(kind.strip().lower())),
    )


def _labelled_author(meta: _Meta) -> Iterator[str]:
    """What Twitter's cards show beside "Written by"."""
    for number in "12":
        labels = meta.values.get(f"twitter.label{number}", ())
        if any(label.strip().lower() in _WRITTEN_BY for label in labels):
            yield from meta.values.get(f"twitter.data{number}", ())


# Markup

_TIME, _ADDRESS, _ANCHOR = (tags.NUMBER[name] for name in ("time", "address", "a"))
_MARKED_TAGS: Final = frozenset((_TIME, _ADDRESS))
_MARKS: Final = frozenset(map(tags.ATTRIBUTES.index, ("itemprop", "itemtype", "rel")))


def _of_markup(page: Page) -> Metadata:
    """What microdata says of the page's item and of the page, then the times, links to an author
    and addresses near the headline."""
    tree = page.tree
    headline = headline_of(page)
    marked = _marked(tree)
    kind, items, properties = _microdata(tree, marked, headline and headline.node)
    near = _near(tree, marked, headline.node) if headline else []

    def values(*names: str) -> Iterator[str]:
        for item in items:
            for name in names:
                for node in properties.get((item, name), ()):
                    yield _value(tree, node)

    def authors() -> Iterator[str]:
        for item in items:
            for node in properties.get((item, "author"), ()):
                yield _value(tree, properties.get((node, "name"), [node])[0])

    def texts(tag: int) -> Iterator[str]:
        return (_value(tree, node) for node in near if tree.tag[node] == tag)

    return Metadata(
        headline=_converted(values("headline", "name"), _headline),
        author=_names(authors())
        or _names(texts(_ANCHOR))
        or _names(text for text in texts(_ADDRESS) if not any(map(str.isdigit, text))),
        date=_converted(chain(values("datepublished", "datecreated"), texts(_TIME)), _iso_date),
        language=_converted(values("inlanguage"), _language),
        image=_converted(values("image"), lambda address: _image(page, address)),
        page_type=kind,
    )


def _marked(tree: PageTree) -> list[int]:
    """The nodes that have one of the tags or attributes asked for, in order."""
    starts = tree.first_attribute
    entries = (entry for entry, name in enumerate(tree.attribute) if name in _MARKS)
    nodes = {bisect_right(starts, entry) - 1 for entry in entries}
    nodes.update(node for node, tag in enumerate(tree.tag) if tag in _MARKED_TAGS)
    return sorted(nodes)


def _microdata(
    tree: PageTree, marked: list[int], headline: int | None
) -> tuple[str | None, list[int | None], dict[tuple[int | None, str], list[int]]]:
    """The kind of the page's item; the item, the page's own and None for no item; and the nodes
    by item and property. The item is the one with the headline in it, else the only one."""
    properties: dict[tuple[int | None, str], list[int]] = {}
    found: list[tuple[int, str]] = []
    pages: list[int] = []
    open_items: list[int] = []
    for node in marked:
        while open_items and node >= open_items[-1] + tree.size[open_items[-1]]:
            open_items.pop()
        item = open_items[-1] if open_items else None
        for name in (tree.get(node, "itemprop") or "").lower().split()[:10]:
            properties.setdefault((item, name), []).append(node)
        name = _local(tree.get(node, "itemtype") or "")
        if name:
            open_items.append(node)
        if name.endswith("page"):
            pages.append(node)
        elif _TYPE.get(name) in _RANKS[0]:
            found.append((node, _TYPE[name]))
    if headline is not None:
        around = [one for one in found if one[0] <= headline < one[0] + tree.size[one[0]]]
        found = around[-1:] or found
    if len(found) != 1:
        return None, [*pages[:1], None], properties
    item, kind = found[0]
    return kind, [item, *pages[:1], None], properties


def _value(tree: PageTree, node: int) -> str:
    """What a node with a property says; empty where that is a whole passage."""
    for name in ("content", "datetime", "src"):
        if value := tree.get(node, name):
            return value
    if not tree.text_chars(node):
        return tree.get(node, "href") or ""
    return tree.raw_text(node) if tree.text_chars(node) <= MAX_HEADLINE_CHARS else ""


def _near(tree: PageTree, marked: list[int], headline: int) -> list[int]:
    """The times, addresses and links to an author near the headline, those below it first."""
    after: list[int] = []
    before: list[int] = []
    end = headline + tree.size[headline]
    for node in marked:
        tag = tree.tag[node]
        if tag == _ANCHOR and "author" not in (tree.get(node, "rel") or "").lower().split():
            continue
        if tag == _TIME and "modif" in (tree.get(node, "itemprop") or "").lower():
            continue
        if node > headline:
            if tree.chars[node] - tree.chars[min(end, node)] <= MAX_NEAR_CHARS:
                after.append(node)
        elif tree.chars[headline] - tree.chars[node] <= MAX_NEAR_CHARS:
            before.append(node)
    return [*after, *reversed(before)]


# Languages that only lxml's tree tells


def _language_of_root(page: Page) -> str | None:
    root = page.root
    names = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")
    return _converted(filter(None, (root.get(name) for name in names)), _language)


def _language_of_http_equiv(page: Page) -> str | None:
    for meta in islice(page.root.iterfind("head/meta"), MAX_VALUES):
        if (meta.get("http-equiv") or "").strip().lower() == "content-language":
            return _language(meta.get("content") or "")
    return None


# Values

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_BY = re.compile(r"(?:(?:written|posted|published)\s+by|by|authors?)\b[\s:]*", re.I)
_NO_NAME = re.compile(r"https?:|//|www\.|^[@/]|^(?:null|none|undefined|unknown|n/a)$", re.I)
_BEFORE_SITE = re.compile(r"(?: [-–—·•:/~«»]| ?[|｜_]) ?$")
_AFTER_SITE = re.compile(r"\s*(?:[-–—·•:/~«»]\s|[|｜_])\s*")
_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.,;@\s].*)?", re.I | re.S
)
_NO_LANGUAGES: Final = frozenset(("und", "mul", "zxx", "mis"))
_ISO = re.compile(
    r"(\d{4})(?:(\d\d)(\d\d)|([-/.])(\d\d?)\4(\d\d?))"
    r"(?:[T ] ?(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)? ?(Z|UTC|GMT|([-+])(\d\d?):?(\d\d)?)?)?",
    re.I,
)
_MAIL = re.compile(r"(?:[a-z]{3},? )?\d\d? [a-z]{3} \d{4} \d\d?:\d\d(?::\d\d)? \S+", re.I)
_WORDY = re.compile(
    r"(?:[a-z]+[,:]? ){0,3}"
    r"(?:(\d\d?)(?:st|nd|rd|th)? ([a-z]{3,9})\.?|([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?),? (\d{4})"
    r"(?:\D.*)?",
    re.I,
)
MIN_YEAR: Final = 1000
"""A date before this year is what a program has for none."""


def _converted(values: Iterable[str], convert: Callable[[str], _T | None]) -> _T | None:
    """The first of the first few values that converts."""
    converted = map(convert, islice(values, MAX_VALUES))
    return next((one for one in converted if one is not None), None)


def _text(value: str, most: int) -> str | None:
    """One line of plain text; None where it is empty or too long."""
    # Escaped twice as often as not.
    text = _TAG.sub(" ", unescape(unescape(value[: 8 * most])))
    text = " ".join(_CONTROL.sub(" ", text).split())
    return text if 0 < len(text) <= most else None


def _headline(value: str) -> str | None:
    return _text(value, MAX_HEADLINE_CHARS)


def _without_site(title: str, sites: Iterable[str]) -> str:
    """A title without the site's name before or after it."""
    for site in sites:
        length = len(site)
        if title[-length:].lower() == site.lower():
            match = _BEFORE_SITE.search(title[:-length])
            if match and match.start():
                return title[: match.start()]
        if title[:length].lower() == site.lower():
            match = _AFTER_SITE.match(title[length:])
            if match and match.end() < len(title) - length:
                return title[length + match.end() :]
    return title


def _turned(name: str) -> str:
    """First name first: ``Roy, Aniruddha`` is ``Aniruddha Roy``."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma and "," not in first else name


def _names(values: Iterable[str]) -> str | None:
    """The names among these, each once, as far as there is room."""
    names: dict[str, str] = {}
    for value in islice(values, MAX_VALUES):
        text = _text(value, MAX_AUTHOR_CHARS) or ""
        by = _BY.match(text)
        name = (text[by.end() :] if by else text).strip(" ,;:|-")
        if any(map(str.isalpha, name)) and not _NO_NAME.search(name):
            names.setdefault(name.casefold(), name)
    joined = ""
    for name in names.values():
        longer = f"{joined}, {name}" if joined else name
        if len(longer) <= MAX_AUTHOR_CHARS:
            joined = longer
    return joined or None


def _image(page: Page, address: str) -> str | None:
    if len(address) > MAX_ADDRESS_CHARS:
        return None
    absolute = page.absolute(address.replace("&amp;", "&"))
    return None if absolute is None or _CONTROL.search(absolute) else absolute


def _address_key(address: str | None) -> str:
    """What addresses of one page have in common; empty where it is none."""
    try:
        parts = urlsplit(address or "")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    query = f"?{parts.query}" if parts.query else ""
    return host + unquote(parts.path).rstrip("/") + query


def _language(value: str) -> str | None:
    """The first language named, as BCP 47 writes it: ``zh_cn`` is ``zh-CN``."""
    match = _LANGUAGE.fullmatch(value.strip()[:MAX_DATE_CHARS])
    if match is None or match[1].lower() in _NO_LANGUAGES:
        return None
    parts = (match[1].lower(), (match[2] or "").title(), (match[3] or "").upper())
    return "-".join(filter(None, parts))


def _iso_date(value: str) -> str | None:
    """A date as ISO 8601 writes it, of nearly that, of RFC 2822, or of English with its month in
    letters (then without a time); None of any other."""
    text = " ".join(value[: 4 * MAX_DATE_CHARS].split())
    if len(text) > MAX_DATE_CHARS:
        return None
    try:
        if match := _ISO.fullmatch(text):
            moment = _moment(match)
        elif _MAIL.fullmatch(text):
            moment = parsedate_to_datetime(text)
        elif match := _WORDY.fullmatch(text):
            word = (match[2] or match[3]).lower()
            month = next(n for n, name in enumerate(months.ENGLISH, 1) if name.startswith(word))
            moment = date(int(match[5]), month, int(match[1] or match[4]))
        else:
            return None
    except (ValueError, TypeError, OverflowError, StopIteration):
        return None
    return moment.isoformat() if moment.year >= MIN_YEAR else None


def _moment(match: re.Match[str]) -> date:
    year, month, day, _, month_, day_, hour, minute, second, zone, sign, *ahead = match.groups()
    numbers = int(year), int(month or month_), int(day or day_)
    if hour is None:
        return date(*numbers)
    offset = None
    if zone is not None:
        hours, minutes = (int(one or 0) for one in ahead)
        distance = timedelta(hours=hours, minutes=minutes)
        offset = timezone(-distance if sign == "-" else distance)
    return datetime(*numbers, int(hour), int(minute), int(second or 0), tzinfo=offset)


def _guessed_date(page: Page) -> str | None:
    """What htmldate finds, where it is installed."""
    try:
        find_date = import_module("htmldate").find_date
        # In bytes: a text may be an address, which it would fetch, and an element be changed.
        html = etree.tostring(page.root, encoding="utf-8", method="html", with_tail=False)
        if len(html) > MAX_GUESS_BYTES:
            return None
        if not html.startswith(b"<html"):
            html = b"<html>" + html
        found = find_date(html, extensive_search=False, original_date=True, url=page.url or None)
        return _iso_date(found or "")
    except Exception:
        # It is not installed, or raises on what it cannot read.
        return None
