"""Write pages of all kinds, several a site: ``python -m training.page_kinds -o DIR``.

Article, list, thread, detail and other pages of a site share its menus, its foot, its markup, its
names of classes and the way entries are built, so that only what a page holds tells its kind; some
sites say nothing of it by addresses, names on the body or declarations. Pages about one thing carry
the truth of ``detail_pages``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from training.data_set import TruePage, of_sites, write_generated
from training.pages.articles import article
from training.pages.design import Design, weighted
from training.pages.discussions import TALKS, Middle, guestbook, mail
from training.pages.frame import framed, heading_of
from training.pages.lists import list_page, other_page
from training.pages.markup import nodes_of, text_of, write
from training.pages.site import TALKS as TALKS_OF_TRADES
from training.pages.site import Site, address_of, new_site
from training.pages.thing_pages import thing_page, true_thing
from training.pages.words import Page

TRADES = {
    "shop": "detail:5 list:3 other:2 article",
    "portal": "detail:4 list:2 other article",
    "reference": "detail:3 list:2 article other",
    "directory": "detail:2 list:3 other",
    "news": "article:4 list:2 other",
    "magazine": "article:4 list:2 other",
    "blog": "article:4 list:4 other detail",
    "manual": "article:3 list other",
    "encyclopedia": "article:3 list detail other",
    "firm": "other:4 article:2 list detail",
    "forum": "thread:5 list:2 other detail",
    "questions": "thread:5 list other detail",
    "network": "thread:3 list:2 detail other",
    "society": "article list:2 other:2 detail:2 thread:2",
}
"""Kinds of sites, and the kinds of their pages as often as they come up."""
SITES = weighted(
    "shop:18 portal:12 reference:7 directory:6 news:8 blog:16 manual:6 encyclopedia:4 firm:10"
    " forum:13 questions:6 network:4 society:9 magazine:3"
)


def kinds_site(name: str) -> Site:
    """A site drawn by its name."""
    return new_site(name, Design(name, path="/kinds").pick("trade", SITES))


def _thread(page: Page, trade: str) -> Middle:
    """A thread as such a site has it: of a forum, a mailing list, questions, a guest book."""
    least = page.writer.draw.choice((1, 1, 2, 3, 4, 6, 8, 10, 15))
    kinds = ("forum", "forum", "forum", "qa", "blog", "mail", "mail")
    kind = TALKS_OF_TRADES.get(trade) or page.design.pick("talk", kinds)
    if kind == "mail":
        return Middle(mail(page), [], kind)
    if kind == "blog":
        return guestbook(page.as_kind("blog"))
    return TALKS[kind](page.as_kind(kind), least)


def _middle(site: Site, page: Page, kind: str) -> Middle:
    if kind == "article":
        made = article(page, site.trade)
        return Middle(made.content, [], made.shape)
    if kind == "thread":
        return _thread(page, site.trade)
    if kind == "list":
        return list_page(page, site, site.trade)
    return other_page(page, site.trade)


def true_page(site_name: str, number: int) -> TruePage:
    """Make a page of a site, with its truth."""
    site = kinds_site(site_name)
    page = site.page(f"page {number}")
    kind = page.writer.draw.choice(weighted(TRADES[site.trade]))
    page = replace(
        page, title=page.writer.words(1, 3) if kind == "list" else page.writer.headline()
    )
    known: dict[str, Any] = {
        "id": f"{site.name}-{number}",
        "site": site.name,
        "host": site.host,
        "kind": kind,
        "lang": site.language.code,
        "trade": site.trade,
    }
    if kind == "detail":
        made_thing = thing_page(site, page, number)
        truth, html = true_thing(site, made_thing)
        if site.silent:
            truth["url"] = ""
        return {**known, "shape": truth["thing"], **truth}, html
    made = _middle(site, page, kind)
    titles = [one for one in nodes_of(made.content) if one.marks.get("role") == "headline"]
    title = text_of([titles[0]]) if titles else heading_of(made.content) or page.title
    address = address_of(site, made.shape if kind == "other" else kind, title, number)
    unknown = site.silent or site.page(f"known {number}").writer.draw.random() < 0.08
    address = "" if unknown else address
    named = replace(page, title=title)
    root = framed(site, named, made.content, kind, number=number, address=address)
    html = write(root, site.hand)
    return {**known, "url": address, "shape": made.shape, "title": title}, html


generated = of_sites(true_page, "k", (4, 8))


if __name__ == "__main__":
    write_generated(__doc__, generated, pages=2000)
