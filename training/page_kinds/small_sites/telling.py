"""What a site tells of its pages beside their content: address, names on the body, declarations.

Half of the sites tell nothing.
"""

from __future__ import annotations

from training.comment_pages.around import some_time
from training.comment_pages.comment import Talk
from training.detail_pages import Thing
from training.detail_pages.declared import as_json, head, script
from training.page_kinds.addresses import address_of
from training.page_kinds.site import Site
from training.record_pages.markup import Node, plain

CLASSES = {
    "post": "single single-post standard postid-{n} page-node-type-article post-template",
    "archive": "archive category category-{n} tag date author blog search-results paged home",
    "product": "single single-product postid-{n} product-template page-node-type-product",
    "shelf": "archive tax-product_cat term-{n} post-type-archive-product category shop catalog",
    "custom": "single single-{noun} postid-{n} page-node-type-{noun} {noun}-template",
    "customs": "archive post-type-archive post-type-archive-{noun} tax-{noun}_category page-view",
    "topic": "single-topic topic viewtopic forum-topic section-viewtopic bbpress",
    "topics": "forum single-forum viewforum section-viewforum forum-archive bbpress",
    "boards": "forum index section-index forum-archive bbpress board-index",
    "members": "memberlist section-memberlist members directory bbpress",
    "profile": "profile member single-member section-memberlist user-profile",
    "static": "page page-id-{n} page-template-default error404 page-node-type-page login contact",
}
GRAPH = {"article": "article", "detail": "product", "list": "website", "thread": "article"}
TYPES = {
    "article": ("BlogPosting", "Article", "WebPage", "Recipe"),
    "list": ("CollectionPage", "CollectionPage", "WebPage", "SearchResultsPage"),
    "thread": ("DiscussionForumPosting", "WebPage"),
    "other": ("WebPage", "ContactPage", "AboutPage"),
}


def telling(site: Site) -> bool:
    """Whether the site tells of its pages what they are."""
    return site.design.at("telling").chance("any", 0.45)


def address(site: Site, kind: str, page: str, title: str, number: int) -> str:
    """The address of a page; empty on sites that tell nothing."""
    return address_of(site, kind, page, title, number) if telling(site) else ""


def body_class(site: Site, page: str, number: int) -> str:
    """The names on the body; those of the page's sort on some sites."""
    own, draw = site.design.at("body names"), site.speaker(f"body {number}").draw
    names = own.some("neutral", "site theme custom-background wp-custom-logo no-js ltr".split(), 2)
    if not telling(site) or own.chance("none", 0.35):
        return " ".join(names) if own.chance("neutral", 0.4) else ""
    forms = [
        form.format(n=draw.randint(1, 9999), noun=site.things.nouns[0])
        for form in CLASSES[page].split()
    ]
    return " ".join([*own.some(f"own {page}", forms, 2), *names])


def said(site: Site, talk: Talk, kind: str, where: str) -> list[Node]:
    """What the head declares of a page that is about no thing."""
    own = site.design.at("said")
    out: list[Node] = []
    if own.chance("viewport", 0.8) and not site.design.old:
        out.append(plain("meta", name="viewport", content="width=device-width"))
    if kind in ("article", "list") and own.chance("next", 0.25):
        for name in ("prev", "next"):
            if talk.writer.draw.random() < 0.7:
                out.append(plain("link", rel=name, href=talk.writer.address()))
    if not telling(site):
        return out
    if own.chance("graph", 0.5):
        pairs = {"og:title": talk.title, "og:type": GRAPH.get(kind, "website")}
        out.extend(plain("meta", property=key, content=value) for key, value in pairs.items())
    if own.chance("json", 0.4) and kind in TYPES:
        data = {"@context": "https://schema.org", "@type": own.pick(f"type {kind}", TYPES[kind])}
        data["name"], data["url"] = talk.title, where
        if kind in ("article", "thread"):
            data["datePublished"] = some_time(talk).isoformat()
        out.append(script(data))
    return out


def of_thing(site: Site, talk: Talk, thing: Thing, where: str, page: str) -> list[Node]:
    """What the head declares of a thing; systems call all that is no product an article."""
    own = site.design.at("of things")
    if own.chance("as others", 0.2):
        return head(talk, thing, where)
    out: list[Node] = []
    if own.chance("graph", 0.7):
        kind = "product" if page == "product" and own.chance("product", 0.6) else "article"
        pairs = {"og:title": thing.name, "og:type": kind}
        out.extend(plain("meta", property=key, content=value) for key, value in pairs.items())
    if own.chance("json", 0.9 if page == "product" else 0.2):
        out.append(script(as_json(thing, where)))
    return out
