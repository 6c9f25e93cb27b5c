"""Findings as items of zyte-common-items: the extra ``zyte``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import zyte_common_items as zyte
from zyte_common_items.components import HiringOrganization, Topic

if TYPE_CHECKING:
    from scrapy_treesim.items import CommentItem, DetailItem, RecordItem
    from scrapy_treesim.poet.provider import Findings

_GTIN: Final = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14", 10: "isbn10"}
"""Types of GTINs by their number of digits."""
_OUT_OF_STOCK: Final = frozenset(("Discontinued", "OutOfStock", "SoldOut"))
"""Names of schema.org for a thing that cannot be ordered."""


def article(findings: Findings) -> zyte.Article:
    """The main text of a page."""
    item = findings.any_article()
    return zyte.Article(
        url=findings.url,
        headline=item.headline or item.title,
        datePublished=_moment(item.date),
        datePublishedRaw=item.date,
        dateModified=_moment(item.modified),
        dateModifiedRaw=item.modified,
        authors=_authors(item.author),
        inLanguage=(item.language or "").partition("-")[0] or None,
        mainImage=_image(item.image),
        description=item.description,
        articleBody=item.text,
        canonicalUrl=item.canonical_url,
        metadata=zyte.ArticleMetadata(probability=item.confidence),
    )


def article_list(findings: Findings) -> zyte.ArticleList:
    """The teasers of a page's main list."""
    articles = [
        zyte.ArticleFromList(
            url=item.link,
            headline=item.title,
            articleBody=item.description,
            authors=_authors(item.author),
            datePublished=_moment(item.date),
            datePublishedRaw=item.date,
            mainImage=_image(item.image),
        )
        for item in findings.records
        if item.link
    ]
    return zyte.ArticleList(
        url=findings.url, articles=articles, metadata=zyte.ArticleListMetadata()
    )


def product(findings: Findings) -> zyte.Product:
    """The product of a page."""
    item = findings.any_detail()
    return zyte.Product(
        url=findings.url,
        **_of_goods(item),
        additionalProperties=_properties(item.attributes),
        aggregateRating=_rating(item.rating, item.reviews),
        availability=_availability(item.availability),
        brand=zyte.Brand(name=item.brand) if item.brand else None,
        breadcrumbs=[zyte.Breadcrumb(name=name) for name in item.breadcrumbs] or None,
        description=item.description,
        gtin=_gtin(item.gtin),
        images=[zyte.Image(url=address) for address in item.images] or None,
        mpn=item.mpn,
        sku=item.sku,
        metadata=zyte.ProductMetadata(probability=item.confidence),
    )


def product_list(findings: Findings) -> zyte.ProductList:
    """The goods of a page's main list."""
    products = [zyte.ProductFromList(url=item.link, **_of_goods(item)) for item in findings.records]
    return zyte.ProductList(
        url=findings.url, products=products, metadata=zyte.ProductListMetadata()
    )


def job_posting(findings: Findings) -> zyte.JobPosting:
    """The job of a page."""
    item = findings.detail
    if item is None or item.declared_type not in (None, "JobPosting"):
        return zyte.JobPosting(url=findings.url, metadata=zyte.JobPostingMetadata(probability=0.0))
    fact = partial(_fact, {name.lower(): value for name, value in item.attributes.items()})
    company = item.brand or fact("hiringorganization", "company", "employer")
    location = fact("joblocation", "location", "place")
    # Without a declaration, the facts alone make it a job.
    is_job = item.declared_type == "JobPosting" or (company and location)
    return zyte.JobPosting(
        url=findings.url,
        jobTitle=item.name,
        description=item.description,
        datePublishedRaw=fact("dateposted", "posted"),
        employmentType=fact("employmenttype", "employment type"),
        hiringOrganization=HiringOrganization(name=company) if company else None,
        jobLocation=zyte.JobLocation(raw=location) if location else None,
        metadata=zyte.JobPostingMetadata(probability=item.confidence if is_job else 0.0),
    )


def _fact(facts: Mapping[str, str | list[str]], *names: str) -> str | None:
    """The first of some facts of a thing."""
    value = next((facts[name] for name in names if name in facts), None)
    return ", ".join(value) if isinstance(value, list) else value


def forum_thread(findings: Findings) -> zyte.ForumThread:
    """The posts of a thread, or the comments below a text."""
    topic = Topic(name=findings.title) if findings.title else None
    posts = [_post(findings.url, comment) for comment in findings.comments]
    return zyte.ForumThread(
        url=findings.url, topic=topic, posts=posts, metadata=zyte.ForumThreadMetadata()
    )


ZYTE_MAKERS: Final[dict[type, Callable[[Findings], Any]]] = {
    zyte.Article: article,
    zyte.ArticleList: article_list,
    zyte.Product: product,
    zyte.ProductList: product_list,
    zyte.JobPosting: job_posting,
    zyte.ForumThread: forum_thread,
}


def _post(url: str, comment: CommentItem) -> zyte.SocialMediaPost:
    return zyte.SocialMediaPost(
        url=comment.permalink or url,
        postId=str(comment.position),
        text=comment.text,
        datePublished=_moment(comment.date),
        reactions=None if comment.score is None else zyte.Reactions(likes=comment.score),
    )


def _of_goods(item: DetailItem | RecordItem) -> dict[str, Any]:
    """Return the fields of goods, in lists and on their own pages."""
    return {
        "name": item["title"] if "title" in item else item["name"],
        "price": _amount(item.price),
        "regularPrice": _amount(item.old_price),
        "currency": item.currency,
        "mainImage": _image(item.image),
    }


def _amount(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def _availability(name: str | None) -> str | None:
    return name and ("OutOfStock" if name in _OUT_OF_STOCK else "InStock")


def _moment(date: str | None) -> str | None:
    """Return a moment in UTC in the items' form, of a day its start; None without a time zone."""
    if not date:
        return None
    if len(date) == len("2024-04-20"):
        return f"{date}T00:00:00Z"
    moment = datetime.fromisoformat(date.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        return None
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _gtin(value: str | None) -> list[zyte.Gtin] | None:
    kind = _GTIN.get(len(value or ""))
    return [zyte.Gtin(type=kind, value=value)] if value and kind else None


def _authors(names: str | None) -> list[zyte.Author] | None:
    parts = filter(None, map(str.strip, (names or "").split(",")))
    return [zyte.Author(name=name, nameRaw=names) for name in parts] or None


def _image(address: str | None) -> zyte.Image | None:
    return zyte.Image(url=address) if address else None


def _rating(value: float | None, count: int | None) -> zyte.AggregateRating | None:
    if value is None and count is None:
        return None
    return zyte.AggregateRating(ratingValue=value, reviewCount=count)


def _properties(facts: Mapping[str, str | list[str]]) -> list[zyte.AdditionalProperty] | None:
    return [
        zyte.AdditionalProperty(
            name=name, value=", ".join(value) if isinstance(value, list) else value
        )
        for name, value in facts.items()
    ] or None
