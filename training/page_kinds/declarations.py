"""What pages that are about no thing declare of themselves; some declare what they are not."""

from __future__ import annotations

from typing import Any

from training.comment_pages.around import some_time
from training.comment_pages.comment import Talk
from training.detail_pages.declared import script
from training.page_kinds.site import Site
from training.record_pages.markup import Node, plain

TYPES = {
    "article": ("Article", "NewsArticle", "BlogPosting", "TechArticle", "Article"),
    "list": ("CollectionPage", "ItemList", "SearchResultsPage", "Blog", "WebPage"),
    "thread": ("DiscussionForumPosting", "QAPage", "WebPage", "DiscussionForumPosting"),
    "other": ("WebPage", "Organization", "ContactPage", "AboutPage", "Service"),
    "detail": ("WebPage", "ItemPage"),
}
GRAPH = {
    "article": ("article", "article", "article", "website"),
    "list": ("website", "website", "object", "article", "product.group"),
    "thread": ("website", "article", "website"),
    "other": ("website", "website", "article", "product"),
    "detail": ("website", "product"),
}


def _data(site: Site, talk: Talk, kind: str, address: str) -> dict[str, Any]:
    own = site.design.at("data")
    out: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": own.pick(f"type {kind}", TYPES[kind]),
        "name": talk.title,
        "url": address,
    }
    if kind in ("article", "thread"):
        out["headline"] = talk.title
        out["datePublished"] = some_time(talk).isoformat()
        out["author"] = {"@type": "Person", "name": talk.writer.person()}
    return out


def declarations(site: Site, talk: Talk, kind: str, address: str) -> list[Node]:
    """The declarations in the head."""
    own, writer = site.design.at("declared pages"), site.speaker("declared")
    out: list[Node] = []
    if own.chance("viewport", 0.1 if site.design.old else 0.85):
        out.append(plain("meta", name="viewport", content="width=device-width"))
    if own.chance("description", 0.6):
        out.append(plain("meta", name="description", content=talk.writer.text(1, 2)))
    if own.chance("keywords", 0.3):
        out.append(plain("meta", name="keywords", content=talk.writer.words(3, 9)))
    if own.chance("generator", 0.2):
        out.append(plain("meta", name="generator", content=writer.words(1, 2)))
    if own.chance("canonical", 0.35) and address:
        out.append(plain("link", rel="canonical", href=address))
    if kind != "detail" and own.chance("graph", 0.4):
        pairs = {"og:title": talk.title, "og:type": own.pick(f"graph {kind}", GRAPH[kind])}
        out.extend(plain("meta", property=key, content=value) for key, value in pairs.items())
    if kind != "detail" and own.chance("json", 0.3):
        out.append(script(_data(site, talk, kind, address)))
    if own.chance("firm", 0.15):
        firm = {"@context": "https://schema.org", "@type": "Organization", "name": writer.word()}
        out.append(script(firm))
    return out
