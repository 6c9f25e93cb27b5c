"""Articles, also those that look like something else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import silent_documents as documents
from training.comment_pages.comment import Talk
from training.comment_pages.middle import Middle
from training.comment_pages.silent import lonely_post
from training.page_kinds import documentation as docs
from training.page_kinds import stories
from training.page_kinds.story import brief, published
from training.record_pages.markup import Child

Builder = Callable[[Talk], list[Child]]

ARTICLES: dict[str, tuple[Builder, ...]] = {
    "news": (
        published,
        published,
        published,
        published,
        lonely_post,
        stories.commented,
        brief,
        brief,
        stories.with_teasers,
        stories.with_teasers,
        stories.endless,
        stories.paid,
        stories.pictures,
        stories.listicle,
        stories.lined,
        documents.interview,
    ),
    "blog": (
        published,
        published,
        published,
        lonely_post,
        stories.commented,
        stories.commented,
        stories.commented,
        stories.listicle,
        stories.with_teasers,
        stories.test_report,
        stories.pictures,
        stories.lined,
        brief,
        docs.recipe,
        docs.how_to,
    ),
    "manual": (
        docs.reference,
        docs.reference,
        docs.reference,
        docs.how_to,
        docs.answers,
        documents.manual,
        documents.changelog,
        documents.page,
    ),
    "encyclopedia": (
        stories.entry,
        stories.entry,
        stories.entry,
        documents.references,
        documents.page,
    ),
    "shop": (docs.numbered, docs.answers, stories.listicle, published, published),
    "firm": (
        stories.press_release,
        stories.press_release,
        published,
        published,
        documents.page,
        docs.numbered,
        docs.answers,
        brief,
    ),
    "": (
        published,
        published,
        lonely_post,
        brief,
        documents.page,
        documents.interview,
        docs.numbered,
        stories.listicle,
        stories.press_release,
        stories.lined,
        docs.answers,
        stories.with_teasers,
    ),
}


def article_page(talk: Talk, trade: str) -> Middle:
    """An article as such a site has it."""
    builder = talk.writer.draw.choice(ARTICLES.get(trade, ARTICLES[""]))
    return Middle(builder(replace(talk, least_rows=4)), [], builder.__name__)
