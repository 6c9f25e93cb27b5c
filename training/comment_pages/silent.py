"""Pages without comments that look as if they had some: rows of dates, names, lines of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import silent_boards as boards
from training.comment_pages import silent_catalogs as catalogs
from training.comment_pages import silent_documents as documents
from training.comment_pages import silent_lists as lists
from training.comment_pages.article import after_all, article, below_article
from training.comment_pages.comment import Talk
from training.comment_pages.middle import Middle
from training.comment_pages.product import product
from training.comment_pages.section import HEADINGS, entry_form
from training.record_pages.markup import Child, plain

Builder = Callable[[Talk], list[Child]]


def _nobody(talk: Talk) -> list[Child]:
    """Where comments would stand: a form, a note that there are none, or that none are wanted."""
    design, writer, draw = talk.design, talk.writer, talk.writer.draw
    forms = ("none", "none", "closed", "login", "form", "nothing", "heading", "scripted")
    form = draw.choice(forms)
    shop = talk.kind == "shop"
    out: list[Child] = []
    if form in ("none", "heading") or (form == "form" and draw.random() < 0.5):
        tag = design.pick("heading tag", ("h2", "h3", "h4", "div", "p"))
        out.append(
            design.element(tag, "heading", writer.say(design, "review_none" if shop else "none"))
        )
    if form == "heading" or (form == "scripted" and draw.random() < 0.5):
        key = HEADINGS.get(talk.kind, "heading")
        out.insert(
            0, plain("h3", writer.say(design, key if key != "answers_heading" else "heading"))
        )
    if form in ("closed", "login", "scripted"):
        out.append(plain("p", writer.say(design, form)))
    if form in ("form", "none") and draw.random() < 0.7:
        out.append(entry_form(talk))
    return [design.element("div", "section", *out)] if out else []


def lonely_post(talk: Talk) -> list[Child]:
    """An article on which nobody commented."""
    return [*article(talk), *below_article(talk), *_nobody(talk), *after_all(talk)]


def lonely_product(talk: Talk) -> list[Child]:
    """A product that nobody reviewed, or whose reviews are elsewhere."""
    count = talk.writer.draw.choice((0, 0, 12, 240))
    return [*product(talk, count), *_nobody(talk), *after_all(talk)]


BLOG: tuple[Builder, ...] = (
    lonely_post,
    lonely_post,
    lonely_post,
    lists.posts,
    lists.posts,
    lists.posts,
    lists.archive,
    lists.results,
    documents.page,
)
SILENT: dict[str, tuple[Builder, ...]] = {
    "blog": BLOG,
    "news": (
        lonely_post,
        lonely_post,
        lists.posts,
        lists.front,
        lists.front,
        catalogs.videos,
        lists.ticker,
        lists.results,
        documents.interview,
    ),
    "forum": (
        boards.threads,
        boards.threads,
        boards.threads,
        boards.threads,
        boards.forums,
        boards.members,
        lists.results,
    ),
    "qa": (
        boards.questions,
        boards.questions,
        boards.questions,
        boards.members,
        documents.frequent,
    ),
    "shop": (catalogs.products, catalogs.products, lonely_product, lonely_product, lists.results),
    "sns": (lists.posts, boards.members, boards.threads, catalogs.videos),
    "none": (
        lists.posts,
        catalogs.jobs,
        catalogs.events,
        catalogs.videos,
        catalogs.downloads,
        catalogs.commits,
        boards.mails,
        catalogs.gallery,
        lists.timeline,
        lists.ticker,
        lists.results,
        catalogs.products,
        boards.questions,
        boards.threads,
        documents.changelog,
        documents.changelog,
        documents.manual,
        documents.frequent,
        documents.people,
        documents.people,
        documents.recipe,
        documents.landing,
        documents.contact,
        documents.interview,
        catalogs.press,
        catalogs.episodes,
        catalogs.firms,
        catalogs.quotations,
        lists.front,
        lists.archive,
        documents.legal,
        documents.references,
        documents.table,
        documents.page,
        lonely_post,
    ),
}


def silent_page(talk: Talk) -> Middle:
    """A page without comments; sites whose pages never have any have two kinds of pages."""
    options = SILENT[talk.kind]
    if talk.kind == "none":
        options = tuple(talk.design.some("silent", options, 2))
    builder = talk.writer.draw.choice(options)
    own = replace(talk, design=talk.design.at(builder.__name__))
    same = builder in (lonely_post, lonely_product)
    return Middle(builder(talk if same else own), [], builder.__name__)
