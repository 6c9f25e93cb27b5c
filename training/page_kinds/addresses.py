"""Addresses of pages, of as many shapes as sites have them; some tell the kind, some do not."""

from __future__ import annotations

import unicodedata
from random import Random

from training.page_kinds.site import Site

NEUTRAL = (
    "/{slug}",
    "/{slug}/",
    "/{slug}.html",
    "/index.php?id={n}",
    "/{a}/{slug}",
    "/{a}/{b}/{slug}.html",
    "/{n}",
    "/{a}/{n}",
    "/page/{n}",
    "/{a}.php?id={n}",
    "/{lang}/{a}/{slug}",
    "/node/{n}",
)
SHAPES = {
    "detail": (
        "/{noun}/{slug}",
        "/{noun}/{slug}/",
        "/{noun}/{n}",
        "/{noun}/{n}-{slug}",
        "/{noun}/{slug}-{n}",
        "/{slug}-p{n}.html",
        "/{slug}/{noun}/{n}/",
        "/{noun}.php?id={n}",
        "/{a}/{slug}/{n}.html",
        "/{noun}s/{n}",
        "/{slug}/dp/{code}",
        "/p/{code}",
        "/{noun}/{a}/{slug}.htm",
        "/show{noun}.asp?{noun}ID={n}",
        "/index.php?route={noun}/{noun}&{noun}_id={n}",
        "/{lang}/{noun}/{slug}",
        "/{noun}/detail/{n}",
        "/{noun}/view?id={n}",
        "/{noun}-{n}.html",
    ),
    "article": (
        "/{y}/{m}/{slug}/",
        "/{y}/{m}/{d}/{slug}.html",
        "/news/{slug}-{n}",
        "/{a}/{slug}-{n}.html",
        "/blog/{slug}",
        "/article/{n}",
        "/articles/{slug}.html",
        "/?p={n}",
        "/story/{n}/{slug}",
        "/wiki/{slug}",
        "/docs/{a}/{slug}.html",
        "/guide/{slug}",
        "/{a}/article{n}.ece",
        "/posts/{slug}",
        "/help/{slug}",
        "/press/{y}/{slug}",
    ),
    "list": (
        "/",
        "/{a}/",
        "/category/{a}/",
        "/category/{a}/page/{few}/",
        "/search?q={slug}",
        "/c/{slug}?page={few}",
        "/tag/{a}/",
        "/{noun}s",
        "/{noun}s/",
        "/{noun}s?sort=price&page={few}",
        "/browse/{a}",
        "/index.php?cat={n}",
        "/{y}/{m}/",
        "/archive/{y}.html",
        "/forum/viewforum.php?f={few}",
        "/list/{a}-{n}.html",
        "/directory/{a}/{b}",
        "/author/{a}/",
        "/products/{a}?filter={b}",
        "/a-z/{a}",
    ),
    "thread": (
        "/viewtopic.php?f={few}&t={n}",
        "/forum/viewtopic.php?t={n}",
        "/showthread.php?t={n}",
        "/threads/{slug}.{n}/",
        "/t/{slug}/{n}",
        "/topic/{n}-{slug}/",
        "/questions/{n}/{slug}",
        "/index.php?topic={n}.0",
        "/forum/{a}/{slug}",
        "/r/{a}/comments/{code}/{slug}/",
        "/thread-{n}-1-1.html",
        "/question/{n}",
        "/discussion/{n}/{slug}",
        "/archives/{a}/{y}-{m}/msg{n}.html",
        "/community/{slug}/td-p/{n}",
    ),
}
OTHERS = {
    "login": ("/login", "/account/login?return=%2F{a}", "/ucp.php?mode=login", "/signin", "/user"),
    "registration": ("/register", "/signup", "/account/create", "/ucp.php?mode=register"),
    "cart": ("/cart", "/basket", "/warenkorb", "/index.php?route=checkout/cart", "/cart.php"),
    "checkout": ("/checkout", "/order/address", "/kasse", "/checkout/step{few}"),
    "contact": ("/contact", "/contact-us/", "/kontakt", "/impressum.html", "/contacto.php"),
    "about": ("/about", "/about-us/", "/company", "/ueber-uns", "/about.html"),
    "empty": ("/search?q={slug}", "/?s={slug}", "/{noun}s?q={slug}", "/find/{slug}"),
    "landing": (
        "/",
        "/services/{slug}",
        "/solutions/{slug}",
        "/{slug}/",
        "/{slug}.html",
        "/{a}/{slug}",
        "/features",
        "/pricing",
        "/{lang}/",
        "/index.html",
        "/products/{slug}",
    ),
}
ANYWHERE = ("/{a}/{slug}", "/{noun}/{n}", "/{slug}", "/{a}/{n}", "/", "/404", "/{y}/{m}/{slug}/")
"""Where pages lie that may be found at any address: errors, walls, shells."""


def slug_of(draw: Random, title: str) -> str:
    """A name as addresses have it; something else on few pages."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    if not words or draw.random() < 0.05:
        words = [f"{draw.randrange(36**4):x}" for _ in range(draw.randint(1, 4))]
    return "-".join(words[:8])


def address_of(
    site: Site, kind: str, form: str, title: str, number: int, *, known: bool = False
) -> str:
    """The address of a page that is made in a form; empty where it is not ``known``, on few."""
    draw = Random(f"{site.name} address {number}")
    own = site.design.at("addresses")
    telling = own.chance(f"{kind} telling", 0.75)
    shapes = SHAPES[kind] if kind in SHAPES else OTHERS.get(form, ANYWHERE)
    shape = own.pick(f"{kind} shape", shapes if telling else NEUTRAL)
    if kind == "list" and telling:
        shape = draw.choice(shapes)
    if draw.random() < 0.08 and not known:
        return ""
    departments = ("a", "sport", "home", "info", "en", "shop", "main", "world", "tech", "m")
    path = shape.format(
        slug=slug_of(draw, title),
        noun=own.pick("noun", site.things.nouns),
        n=draw.choice((draw.randint(1, 999), draw.randint(1000, 9_999_999))),
        few=draw.randint(2, 9),
        code="".join(draw.choices("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", k=10)),
        a=own.pick("department", departments) if draw.random() < 0.5 else slug_of(draw, "")[:8],
        b=slug_of(draw, "")[:6],
        y=draw.randint(2003, 2025),
        m=f"{draw.randint(1, 12):02}",
        d=f"{draw.randint(1, 28):02}",
        lang=site.language.code,
    )
    return f"{own.pick('scheme', ('https', 'https', 'http'))}://{site.host}{path}"
