"""Articles, also those that look like something else: with lists, tables, code, second articles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import silent_documents as documents
from training.comment_pages.article import after_all, article, below_article
from training.comment_pages.comment import Talk
from training.comment_pages.discussions import post
from training.comment_pages.silent import lonely_post
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain

Builder = Callable[[Talk], list[Child]]


def commented(talk: Talk) -> list[Child]:
    """An article with its comments."""
    return post(replace(talk, design=replace(talk.design, kind="blog"))).content


def short(talk: Talk) -> list[Child]:
    """A piece of news of a few sentences."""
    own = talk.design
    out = article(talk, long=False)
    return [*out, *below_article(talk)] if own.chance("more", 0.6) else out


def listicle(talk: Talk) -> list[Child]:
    """The ten best: a heading, a picture, a paragraph or two for each."""
    writer, own = talk.writer, talk.design.at("listicle")
    count = writer.draw.choice((5, 7, 8, 10, 10, 12, 15, 20))
    out: list[Child] = [
        plain("h1", f"{count} {talk.title}"),
        plain("p", writer.person()),
        plain("p", writer.text(2, 5)),
    ]
    tag = own.pick("tag", ("h2", "h2", "h3", "b"))
    for place in range(1, count + 1):
        number = own.pick("number", ("{}. ", "#{}: ", "", "{}) "))
        inner: list[Child] = [plain(tag, f"{number.format(place)}{writer.words(1, 5)}")]
        if own.chance("pictured", 0.7):
            inner.append(plain("figure", plain("img", src=f"{writer.address()}.jpg", alt="")))
        inner.extend(plain("p", writer.text(2, 5)) for _ in range(writer.draw.randint(1, 2)))
        if own.chance("linked", 0.3):
            inner.append(plain("p", link(writer, writer.words(2, 4))))
        out.extend([own.element("div", "entry", *inner)] if own.chance("boxed", 0.4) else inner)
    return [*out, plain("p", writer.text(1, 3)), *after_all(talk)]


ARTICLES: dict[str, tuple[Builder, ...]] = {
    "news": (lonely_post, commented, short, listicle, lonely_post),
    "blog": (lonely_post, commented, commented, listicle, documents.recipe),
    "manual": (documents.manual, documents.manual, documents.references, documents.changelog),
    "encyclopedia": (documents.references, documents.references, documents.page),
    "": (lonely_post, short, documents.page, documents.interview, documents.legal, listicle),
}


def article_page(talk: Talk, trade: str) -> list[Child]:
    """An article as such a site has it."""
    builder = talk.writer.draw.choice(ARTICLES.get(trade, ARTICLES[""]))
    return builder(replace(talk, least_rows=4))
