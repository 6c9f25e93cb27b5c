"""The items that findings become: one a record, one a comment, one an article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_treesim.article import Article
    from scrapy_treesim.comments import Comment
    from scrapy_treesim.records import Record, Region


@dataclass(slots=True, repr=False)
class Item:
    """What every item carries."""

    url: str
    """The page it was found on."""
    kind: str
    """article, record or comment."""
    xpath: str
    """Where on the page it was found."""
    confidence: float
    """How sure the method is, in [0, 1]."""

    def __repr__(self) -> str:
        text = " ".join(str(getattr(self, "text", "")).split())
        shown = text if len(text) <= 40 else text[:39] + "…"
        return f"<{type(self).__name__} {shown!r} {self.url}>"


@dataclass(slots=True, repr=False)
class ArticleItem(Item):
    """The main text of a page."""

    title: str | None = None
    """What ``<title>`` says."""
    headline: str | None = None
    """The heading that the title is about."""
    text: str = ""
    """The main text, a paragraph a line, without the headline."""
    html: str = ""
    """The same as clean HTML."""
    markdown: str = ""
    """The same as Markdown."""
    author: str | None = None
    """Who wrote it, as the page declares."""
    date: str | None = None
    """When it was published, in ISO 8601."""
    language: str | None = None
    """The language the page declares, as ``en`` or ``zh-CN``."""
    image: str | None = None
    """The main image's address."""
    page_type: str | None = None
    """What the page declares to be: article, product, forum, listing ..."""


@dataclass(slots=True, repr=False)
class RecordItem(Item):
    """One data record."""

    region: int = 0
    """Which of the page's regions it belongs to; 0 is the main one."""
    position: int = 0
    """Its place in the region, from 0."""
    text: str = ""
    """Its text, blocks on lines of their own."""
    link: str | None = None
    """Its first link."""
    image: str | None = None
    """Its first image."""
    links: list[str] = field(default_factory=list)
    """All its links."""
    images: list[str] = field(default_factory=list)
    """All its images."""


@dataclass(slots=True, repr=False)
class CommentItem(Item):
    """One comment, post or review."""

    position: int = 0
    """Its place on the page, from 0."""
    author: str | None = None
    """Who wrote it, where the page tells plainly."""
    time: str | None = None
    """When, in the page's own words or its ``datetime``."""
    text: str = ""
    """What it says."""


def article_items(article: Article | None, url: str) -> Iterator[ArticleItem]:
    """The article's item, if there is an article."""
    if article is not None:
        yield ArticleItem(
            url=url,
            kind="article",
            xpath=article.xpath,
            confidence=_rounded(article.confidence),
            title=article.title,
            headline=article.headline,
            text=article.text,
            html=article.html,
            markdown=article.markdown,
            author=article.author,
            date=article.date,
            language=article.language,
            image=article.image,
            page_type=article.page_type,
        )


def region_items(regions: Iterable[Region], url: str) -> Iterator[RecordItem]:
    """One item a record, region by region."""
    for number, region in enumerate(regions):
        yield from record_items(region.records, url, number)


def record_items(records: Sequence[Record], url: str, region: int = 0) -> Iterator[RecordItem]:
    """One item a record."""
    for position, record in enumerate(records):
        yield RecordItem(
            url=url,
            kind="record",
            xpath=" | ".join(record.xpaths),
            confidence=_rounded(record.similarity),
            region=region,
            position=position,
            text=record.text,
            link=next(iter(record.links), None),
            image=next(iter(record.images), None),
            links=list(record.links),
            images=list(record.images),
        )


def comment_items(comments: Iterable[Comment], url: str) -> Iterator[CommentItem]:
    """One item a comment."""
    for position, comment in enumerate(comments):
        yield CommentItem(
            url=url,
            kind="comment",
            xpath=comment.xpath,
            confidence=_rounded(comment.confidence),
            position=position,
            author=comment.author,
            time=comment.time,
            text=comment.text,
        )


def _rounded(confidence: float) -> float:
    return round(min(1.0, max(0.0, confidence)), 4)
