"""Findings as items of zyte-common-items: the extra ``zyte``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Final

from zyte_common_items import (
    AdditionalProperty,
    AggregateRating,
    Article,
    ArticleFromList,
    ArticleList,
    ArticleListMetadata,
    ArticleMetadata,
    Author,
    Brand,
    Breadcrumb,
    ForumThread,
    ForumThreadMetadata,
    Gtin,
    Image,
    JobLocation,
    JobPosting,
    JobPostingMetadata,
    Product,
    ProductFromList,
    ProductList,
    ProductListMetadata,
    ProductMetadata,
    Reactions,
    SocialMediaPost,
)
from zyte_common_items.components import HiringOrganization, Topic

if TYPE_CHECKING:
    from scrapy_treesim.items import CommentItem, DetailItem, RecordItem
    from scrapy_treesim.poet.provider import Findings

_GTIN: Final = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14", 10: "isbn10"}
"""Types of numbers of goods by their digits."""
_GONE: Final = frozenset(("Discontinued", "OutOfStock", "SoldOut"))
"""Names of schema.org that mean that a thing cannot be ordered."""


def article(found: Findings) -> Article:
    """The main text of a page."""
    one = found.any_article()
    return Article(
        url=found.url,
        headline=one.headline or one.title,
        datePublished=_moment(one.date),
        datePublishedRaw=one.date,
        dateModified=_moment(one.modified),
        dateModifiedRaw=one.modified,
        authors=_authors(one.author),
        inLanguage=(one.language or "").partition("-")[0] or None,
        mainImage=_image(one.image),
        description=one.description,
        articleBody=one.text,
        canonicalUrl=one.canonical_url,
        metadata=ArticleMetadata(probability=one.confidence),
    )


def article_list(found: Findings) -> ArticleList:
    """The teasers of a page's main list."""
    articles = [
        ArticleFromList(
            url=one.link,
            headline=one.title,
            articleBody=one.description,
            authors=_authors(one.author),
            datePublished=_moment(one.date),
            datePublishedRaw=one.date,
            mainImage=_image(one.image),
        )
        for one in found.records
        if one.link
    ]
    return ArticleList(url=found.url, articles=articles, metadata=ArticleListMetadata())


def product(found: Findings) -> Product:
    """The thing that a page sells."""
    one = found.any_detail()
    return Product(
        url=found.url,
        **_of_goods(one),
        additionalProperties=_properties(one.attributes),
        aggregateRating=_rating(one.rating, one.reviews),
        availability=_availability(one.availability),
        brand=Brand(name=one.brand) if one.brand else None,
        breadcrumbs=[Breadcrumb(name=name) for name in one.breadcrumbs] or None,
        description=one.description,
        gtin=_gtin(one.gtin),
        images=[Image(url=address) for address in one.images] or None,
        mpn=one.mpn,
        sku=one.sku,
        metadata=ProductMetadata(probability=one.confidence),
    )


def product_list(found: Findings) -> ProductList:
    """The goods of a page's main list."""
    products = [ProductFromList(url=one.link, **_of_goods(one)) for one in found.records]
    return ProductList(url=found.url, products=products, metadata=ProductListMetadata())


def job_posting(found: Findings) -> JobPosting:
    """The job that a page offers."""
    one = found.detail
    if one is None or one.declared_type not in (None, "JobPosting"):
        return JobPosting(url=found.url, metadata=JobPostingMetadata(probability=0.0))
    facts = {name.lower(): value for name, value in one.attributes.items()}

    def fact(*names: str) -> str | None:
        value = next((facts[name] for name in names if name in facts), None)
        return ", ".join(value) if isinstance(value, list) else value

    company = one.brand or fact("hiringorganization", "company", "employer")
    place = fact("joblocation", "location", "place")
    # What declares nothing is a job by its facts alone.
    is_job = one.declared_type == "JobPosting" or (company and place)
    return JobPosting(
        url=found.url,
        jobTitle=one.name,
        description=one.description,
        datePublishedRaw=fact("dateposted", "posted"),
        employmentType=fact("employmenttype", "employment type"),
        hiringOrganization=HiringOrganization(name=company) if company else None,
        jobLocation=JobLocation(raw=place) if place else None,
        metadata=JobPostingMetadata(probability=one.confidence if is_job else 0.0),
    )


def forum_thread(found: Findings) -> ForumThread:
    """The posts of a thread, or the comments below a text."""
    topic = Topic(name=found.title) if found.title else None
    posts = [_post(found.url, one) for one in found.comments]
    return ForumThread(url=found.url, topic=topic, posts=posts, metadata=ForumThreadMetadata())


ZYTE_MAKERS: Final[dict[type, Callable[[Findings], Any]]] = {
    Article: article,
    ArticleList: article_list,
    Product: product,
    ProductList: product_list,
    JobPosting: job_posting,
    ForumThread: forum_thread,
}


def _post(url: str, one: CommentItem) -> SocialMediaPost:
    return SocialMediaPost(
        url=one.permalink or url,
        postId=str(one.position),
        text=one.text,
        datePublished=_moment(one.date),
        reactions=None if one.score is None else Reactions(likes=one.score),
    )


def _of_goods(one: DetailItem | RecordItem) -> dict[str, Any]:
    """The fields that goods have in lists and on their own pages."""
    return {
        "name": one["title"] if "title" in one else one["name"],
        "price": _amount(one.price),
        "regularPrice": _amount(one.old_price),
        "currency": one.currency,
        "mainImage": _image(one.image),
    }


def _amount(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def _availability(name: str | None) -> str | None:
    return name and ("OutOfStock" if name in _GONE else "InStock")


def _moment(date: str | None) -> str | None:
    """A moment in UTC as these items have it, of a day its beginning; None of no known zone."""
    if not date:
        return None
    if len(date) == len("2024-04-20"):
        return f"{date}T00:00:00Z"
    moment = datetime.fromisoformat(date.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        return None
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _gtin(value: str | None) -> list[Gtin] | None:
    kind = _GTIN.get(len(value or ""))
    return [Gtin(type=kind, value=value)] if value and kind else None


def _authors(names: str | None) -> list[Author] | None:
    apart = filter(None, map(str.strip, (names or "").split(",")))
    return [Author(name=name, nameRaw=names) for name in apart] or None


def _image(address: str | None) -> Image | None:
    return Image(url=address) if address else None


def _rating(value: float | None, count: int | None) -> AggregateRating | None:
    if value is None and count is None:
        return None
    return AggregateRating(ratingValue=value, reviewCount=count)


def _properties(facts: Mapping[str, str | list[str]]) -> list[AdditionalProperty] | None:
    return [
        AdditionalProperty(name=name, value=", ".join(value) if isinstance(value, list) else value)
        for name, value in facts.items()
    ] or None
