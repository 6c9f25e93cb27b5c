"""A site: what it is about, its language, its design; addresses and declarations of its pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from training.pages.design import NAMINGS, Design, new_design
from training.pages.markup import Child, Hand, Node, new_hand, plain
from training.pages.things import Kind, site_kind
from training.pages.words import LANGUAGES, Language, Page, Writer, language_of

TALKS = {
    "shop": "shop",
    "news": "news",
    "magazine": "news",
    "blog": "blog",
    "forum": "forum",
    "questions": "qa",
    "network": "sns",
}
"""Kinds of discussions by the trade of a site; others have none of their own."""
SUBDOMAINS = {
    "shop": "shop.",
    "forum": "forum.",
    "blog": "blog.",
    "manual": "docs.",
    "encyclopedia": "wiki.",
    "portal": "jobs.",
}
SITE_ERAS = ("tables", *("early",) * 2, *("divs",) * 5, *("modern",) * 8, *("app",) * 4)
"""Eras of pages, as often as they come up."""
LONG_LIVED = ("shop", "portal", "reference", "directory")
"""Sites that are often as they were built long ago."""
SILENT = 0.25
"""The share of sites that say of their pages' kinds nothing but what is in them: neither by
addresses nor by names on the body nor by declarations."""


@dataclass(frozen=True)
class Site:
    """Everything that the pages of one site share."""

    name: str
    trade: str
    design: Design
    hand: Hand
    language: Language
    tongue: Language
    """The language of the interface."""
    things: Kind
    host: str

    def page(self, key: str, title: str = "", design: Design | None = None) -> Page:
        """What builds a part by a key: the same key, the same words."""
        draw = Random(f"{self.name} {key}")
        brand = Writer(Random(f"{self.name} brand"), self.language, self.tongue).words(1, 3)
        year = str(self.design.number("year", 2004, 2026))
        writer = Writer(draw, self.language, self.tongue, brand, year)
        writer.query = writer.word()
        return Page(design or self.design, writer, title)

    @property
    def silent(self) -> bool:
        """Whether the site says of its pages' kinds nothing but what is in them."""
        return self.design.at("telling").chance("silent", SILENT)


def new_site(name: str, trade: str, languages: Sequence[str] = LANGUAGES) -> Site:
    """A site of a trade, drawn by its name."""
    draw = Design(name, path="/site")
    eras = (*SITE_ERAS, *("tables", "early") * 3) if trade in LONG_LIVED else SITE_ERAS
    design = new_design(name, TALKS.get(trade, "none"), eras)
    language = language_of(draw.pick("language", languages))
    tongue = language_of("en") if draw.chance("english interface", 0.06) else language
    if draw.chance("nameless", 0.1):
        naming = draw.pick("naming", ("none", "none", "hashed", "terse"))
        design = replace(design, naming=naming)
    letters = Random(f"host {name}")
    words = "".join(letters.choices("bcdfghklmnprst", k=3)) + letters.choice("aeiou")
    first = draw.pick("host", ("www.", "www.", "", SUBDOMAINS.get(trade, "www.")))
    talking = trade in ("forum", "questions", "network")
    things = site_kind(design, shop=trade == "shop", talking=talking)
    return Site(
        name=name, trade=trade, design=design, hand=new_hand(name, old=design.old),
        language=language, tongue=tongue, things=things, host=f"{first}{words}{name}.example",
    )  # fmt: skip


def changed(site: Site, era: str) -> Site:
    """The site as it would be of another era."""
    naming = Design(site.name, path="/site").pick("naming again", NAMINGS[era])
    design = replace(site.design, era=era, naming=naming)
    return replace(site, design=design, hand=new_hand(site.name, old=design.old))


# Addresses: some tell the kind of their page, some do not.

NEUTRAL = (
    "/{slug} /{slug}/ /{slug}.html /index.php?id={n} /{a}/{slug} /{a}/{b}/{slug}.html /{n} /{a}/{n}"
    " /page/{n} /{a}.php?id={n} /{lang}/{a}/{slug} /node/{n}"
).split()
ADDRESSES = {
    "detail": "/{noun}/{slug} /{noun}/{slug}/ /{noun}/{n} /{noun}/{n}-{slug} /{noun}/{slug}-{n}"
    " /{slug}-p{n}.html /{slug}/{noun}/{n}/ /{noun}.php?id={n} /{a}/{slug}/{n}.html /{noun}s/{n}"
    " /{slug}/dp/{code} /p/{code} /{noun}/{a}/{slug}.htm /show{noun}.asp?{noun}ID={n}"
    " /index.php?route={noun}/{noun}&{noun}_id={n} /{lang}/{noun}/{slug} /{noun}/detail/{n}"
    " /{noun}/view?id={n} /{noun}-{n}.html",
    "article": "/{y}/{m}/{slug}/ /{y}/{m}/{d}/{slug}.html /news/{slug}-{n} /{a}/{slug}-{n}.html"
    " /blog/{slug} /article/{n} /articles/{slug}.html /?p={n} /story/{n}/{slug} /wiki/{slug}"
    " /docs/{a}/{slug}.html /guide/{slug} /{a}/article{n}.ece /posts/{slug} /help/{slug}"
    " /press/{y}/{slug}",
    "list": "/ /{a}/ /category/{a}/ /category/{a}/page/{few}/ /search?q={slug} /c/{slug}?page={few}"
    " /tag/{a}/ /{noun}s /{noun}s/ /{noun}s?sort=price&page={few} /browse/{a} /index.php?cat={n}"
    " /{y}/{m}/ /archive/{y}.html /forum/viewforum.php?f={few} /list/{a}-{n}.html /author/{a}/"
    " /directory/{a}/{b} /products/{a}?filter={b} /a-z/{a}",
    "thread": "/viewtopic.php?f={few}&t={n} /forum/viewtopic.php?t={n} /showthread.php?t={n}"
    " /threads/{slug}.{n}/ /t/{slug}/{n} /topic/{n}-{slug}/ /questions/{n}/{slug}"
    " /index.php?topic={n}.0 /forum/{a}/{slug} /r/{a}/comments/{code}/{slug}/ /thread-{n}-1-1.html"
    " /question/{n} /discussion/{n}/{slug} /archives/{a}/{y}-{m}/msg{n}.html",
    "login": "/login /account/login?return=%2F{a} /ucp.php?mode=login /signin /user",
    "registration": "/register /signup /account/create /ucp.php?mode=register",
    "cart": "/cart /basket /warenkorb /index.php?route=checkout/cart /cart.php",
    "checkout": "/checkout /order/address /kasse /checkout/step{few}",
    "contact": "/contact /contact-us/ /kontakt /impressum.html /contacto.php",
    "about": "/about /about-us/ /company /ueber-uns /about.html",
    "empty": "/search?q={slug} /?s={slug} /{noun}s?q={slug} /find/{slug}",
    "landing": "/ /services/{slug} /solutions/{slug} /{slug}/ /{slug}.html /{a}/{slug} /features"
    " /pricing /{lang}/ /index.html /products/{slug}",
    "other": "/{a}/{slug} /{noun}/{n} /{slug} /{a}/{n} / /404 /{y}/{m}/{slug}/",
    "coded": "/{noun}/{code} /{noun}/{code}/{slug} /{noun}/{slug}/{code} /{slug}/dp/{code}"
    " /{slug}/{noun}/{code}/ /p/{code} /{lang}/{a}/{code}.html /{noun}/{slug}-{code}"
    " /{slug}-{code}.html /{slug}-{code}.html /{a}/{slug}-{code}/ /{slug}-p{code}.html"
    " /{slug}-p-{code}.html /{slug}_{code} /{slug},{code}.html /{a}/{code}-{slug}.html"
    " /{noun}.php?id={code} /{noun}/view?pid={code} /shop/{noun}.aspx?sku={code}&cat={few}"
    " /index.php?route={noun}/{noun}&{noun}_id={code} /detail?lang={lang}&artnr={code}",
}
"""Shapes of addresses by the kind of page, by what an other page is, of goods with their code."""


def address_of(site: Site, kind: str, title: str, number: int, *, code: str = "") -> str:
    """The address of a page of a kind; goods have their ``code`` in it where there is one."""
    writer = site.page(f"address {number}").writer
    draw, own = writer.draw, site.design.at("addresses")
    shapes = ADDRESSES.get(kind, ADDRESSES["other"]).split()
    telling = bool(code) or (not site.silent and own.chance(f"{kind} telling", 0.75))
    shape = own.pick(f"{kind} shape", shapes if telling else NEUTRAL)
    if kind == "list" and telling:
        shape = draw.choice(shapes)
    departments = ("a", "sport", "home", "info", "en", "shop", "main", "world", "tech", "m")
    path = shape.format(
        slug=writer.slug(title),
        noun=own.pick("noun", site.things.nouns),
        n=draw.choice((draw.randint(1, 999), draw.randint(1000, 9_999_999))),
        few=draw.randint(2, 9),
        code=code or "".join(draw.choices("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", k=10)),
        a=own.pick("department", departments) if draw.random() < 0.5 else writer.slug("")[:8],
        b=writer.slug("")[:6],
        y=draw.randint(2003, 2025),
        m=f"{draw.randint(1, 12):02}",
        d=f"{draw.randint(1, 28):02}",
        lang=site.language.code,
    )
    return f"{own.pick('scheme', ('https', 'https', 'http'))}://{site.host}{path}"


# What pages declare of themselves, and what a browser runs.

TYPES = {
    "article": "Article NewsArticle BlogPosting TechArticle Article",
    "list": "CollectionPage ItemList SearchResultsPage Blog WebPage",
    "thread": "DiscussionForumPosting QAPage WebPage DiscussionForumPosting",
    "other": "WebPage Organization ContactPage AboutPage Service",
}
GRAPH = {
    "article": "article article article website",
    "list": "website website object article product.group",
    "thread": "website article website",
    "other": "website website article product",
}
BODY_CLASSES = {
    "detail": "single-product product page-product item detail template-product view-item",
    "article": "single single-post article node-type-article page-article post-template",
    "list": "archive category listing search-results page-category taxonomy view-list",
    "thread": "topic viewtopic forum-thread question page-topic single-topic",
    "other": "page page-template login error404 contact landing home front",
}
NO_CLASSES = "page site lang-en layout-2 theme desktop no-js wp-core loaded ltr".split()
LINES = (
    "window.dataLayer = window.dataLayer || [];",
    "function gtag(){dataLayer.push(arguments);}",
    "var _paq = _paq || []; _paq.push(['trackPageView']);",
    "(function(d,s){var j=d.createElement(s);d.head.appendChild(j);})(document,'script');",
    "jQuery(function($){ $('.menu').dropdown(); });",
    "var settings = {lang: 'en', currency: 'EUR', debug: false};",
    "window.addEventListener('load', function () { init(); });",
    "var addthis_config = {data_track_addressbar: true};",
)
RULES = (
    ".{n}{{display:flex;margin:0 {k}px}}",
    ".{n}:hover{{color:#{c:06x}}}",
    "#{n}{{width:{k}px;float:left}}",
    "@media(max-width:{k}px){{.{n}{{display:none}}}}",
)


def safe_json(data: Any) -> str:
    """Data in JSON, safe in a page."""
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def script(data: Any) -> Node:
    """A declaration in JSON."""
    return plain("script", safe_json(data), type="application/ld+json")


def metas(pairs: dict[str, str]) -> list[Node]:
    """Declarations of OpenGraph."""
    return [plain("meta", property=key, content=text) for key, text in pairs.items() if text]


def _page_data(page: Page, kind: str, address: str) -> dict[str, Any]:
    out: dict[str, Any] = {"@context": "https://schema.org", "name": page.title, "url": address}
    out["@type"] = page.design.pick(f"type {kind}", TYPES[kind].split())
    if kind in ("article", "thread"):
        out["headline"] = page.title
        out["datePublished"] = page.writer.moment().isoformat()
        out["author"] = {"@type": "Person", "name": page.writer.person()}
    return out


def declarations(site: Site, page: Page, kind: str, address: str, summary: str) -> list[Node]:
    """What a page says of itself in its head; of a thing's data nothing."""
    own, writer = site.design.at("declared pages"), page.writer
    out: list[Node] = []
    if own.chance("viewport", 0.1 if site.design.old else 0.85):
        out.append(plain("meta", name="viewport", content="width=device-width"))
    if own.chance("description", 0.6):
        text = summary if summary and own.chance("summed up", 0.6) else writer.text(1, 2)
        out.append(plain("meta", name="description", content=text))
    if own.chance("keywords", 0.3):
        out.append(plain("meta", name="keywords", content=writer.words(3, 9)))
    if own.chance("canonical", 0.35) and address:
        out.append(plain("link", rel="canonical", href=address))
    if kind in ("article", "list") and own.chance("neighbours", 0.15):
        out.extend(plain("link", rel=name, href=writer.address()) for name in ("prev", "next"))
    if kind != "detail" and not site.silent and own.chance("graph", 0.4):
        graph = own.pick(f"graph {kind}", GRAPH[kind].split())
        out.extend(metas({"og:title": page.title, "og:type": graph}))
    if kind != "detail" and not site.silent and own.chance("json", 0.3):
        out.append(script(_page_data(replace(page, design=own), kind, address)))
    if not site.silent and own.chance("firm", 0.15):
        firm = {"@context": "https://schema.org", "@type": "Organization", "name": writer.brand}
        out.append(script(firm))
    return out


TITLES = ("{t}", "{t}", "{t} - {s}", "{t} | {s}", "{s} - {t}", "{s}", "{t} – {s}", "{t} : {s}")


def head_of(site: Site, page: Page, more: Sequence[Node], forms: Sequence[str] = TITLES) -> Node:
    """The head of a page with its declarations, styles and scripts."""
    own, writer = site.design.at("head"), site.page("head").writer
    text = own.pick("title", forms).format(t=page.title, s=writer.brand)
    out: list[Node] = [plain("meta", charset="utf-8"), plain("title", text)]
    for place in range(own.number("links", 0, 8)):
        out.append(plain("link", rel="stylesheet", href=f"/css/{place}.css"))
    out.extend(more)
    for place in range(own.number("scripts", 0, 6)):
        if own.chance(f"inline {place}", 0.5):
            lines = own.some(f"lines {place}", LINES, own.number(f"n {place}", 1, 4))
            out.append(plain("script", "\n".join(lines).replace("&", "").replace("<", "")))
        else:
            out.append(plain("script", src=f"/js/{place}.js"))
    draw = writer.draw
    rules = [
        draw.choice(RULES).format(
            n="".join(draw.choices("abcdefghilmnoprst", k=draw.randint(2, 8))),
            k=draw.randint(1, 900),
            c=draw.randrange(16**6),
        )
        for _ in range(own.pick("rules", (0, 0, 5, 20, 80)))
    ]
    if rules:
        out.append(plain("style", "\n".join(rules), type="text/css"))
    return plain("head", *out)


def scripts_at_end(site: Site, number: int) -> list[Child]:
    """Scripts below all that is seen, on some sites with all that is known of the page."""
    own, page = site.design.at("end scripts"), site.page(f"state {number}")
    writer, draw = page.writer, page.writer.draw
    count = own.number("count", 0, 7)
    out: list[Child] = [plain("script", src=f"/js/end{place}.js") for place in range(count)]
    if own.chance("state", 0.5 if site.design.era == "app" else 0.15):
        data = {
            "page": number,
            "flags": {writer.word(): draw.random() < 0.5 for _ in range(draw.randint(3, 40))},
            "items": [
                {"id": draw.randrange(10**6), "title": writer.title(), "url": writer.address()}
                for _ in range(draw.choice((0, 5, 20, 60)))
            ],
        }
        text = safe_json(data)
        if own.chance("state as json", 0.5):
            out.append(plain("script", text, id="__DATA__", type="application/json"))
        else:
            out.append(plain("script", f"window.__STATE__ = {text}"))
    if own.chance("pixel", 0.3):
        pixel = plain("img", src="https://count.example/p.gif", width="1", height="1", alt="")
        out.append(plain("noscript", pixel))
    return out
