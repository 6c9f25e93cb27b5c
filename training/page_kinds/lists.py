"""Lists: results, categories, front pages, archives, boards, directories, tables of figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import silent_boards as boards
from training.comment_pages import silent_catalogs as catalogs
from training.comment_pages import silent_lists as silent
from training.comment_pages.comment import Talk
from training.comment_pages.middle import Middle
from training.page_kinds import fronts, indices
from training.page_kinds.catalogs import figures, things
from training.page_kinds.registers import register
from training.page_kinds.site import Site
from training.record_pages import boxes, chrome
from training.record_pages import site as record_site
from training.record_pages.design import Design
from training.record_pages.markup import Child, Hand, plain
from training.record_pages.regions import further_count, further_region, main_region

Builder = Callable[[Talk], list[Child]]


def records(talk: Talk) -> list[Child]:
    """Records of any shape, below a heading, with what stands at the ends of lists."""
    own, writer = talk.design.at("records"), talk.writer
    design = Design(own.seed, own.era, own.naming, own.path)
    site = record_site.Site(own.seed, design, Hand())
    out: list[Child] = []
    if own.chance("headed", 0.85):
        out.append(plain(own.pick("head", ("h1", "h1", "h2", "b")), talk.title))
    parts = own.some("above", chrome.ABOVE, own.number("above count", 0, 3))
    out.extend(part(design.at(part.__name__), writer) for part in dict.fromkeys(parts))
    main = main_region(site, writer).content
    if own.chance("beside", 0.3) and not own.old:
        listed = own.element("div", "list", *main)
        out.append(own.element("div", "columns", boxes.facets(design.at("facets"), writer), listed))
    else:
        out.extend(main)
    for place in range(min(2, further_count(site))):
        out.append(plain("h2", writer.words(1, 3)))
        out.extend(further_region(site, writer, place).content)
    parts = own.some("below", chrome.BELOW, own.number("below count", 0, 2))
    out.extend(part(design.at(part.__name__), writer) for part in dict.fromkeys(parts))
    return out


LISTS: dict[str, tuple[Builder, ...]] = {
    "shop": (records, records, catalogs.products, silent.results),
    "portal": (records, records, catalogs.jobs, catalogs.events, catalogs.firms, silent.results),
    "reference": (records, records, figures, figures, indices.alphabet, indices.directory),
    "directory": (
        records,
        indices.directory,
        indices.directory,
        indices.alphabet,
        catalogs.firms,
        catalogs.downloads,
        boards.members,
    ),
    "news": (
        fronts.front,
        fronts.front,
        fronts.section,
        fronts.section,
        silent.front,
        silent.posts,
        catalogs.videos,
        silent.results,
        fronts.pictures,
    ),
    "blog": (
        fronts.whole_posts,
        fronts.whole_posts,
        fronts.excerpts,
        fronts.excerpts,
        fronts.section,
        silent.posts,
        silent.posts,
        indices.months,
        silent.archive,
        silent.results,
    ),
    "manual": (
        indices.contents,
        indices.contents,
        indices.cards,
        silent.results,
        catalogs.downloads,
        catalogs.commits,
        indices.alphabet,
    ),
    "encyclopedia": (
        indices.alphabet,
        indices.contents,
        silent.archive,
        silent.results,
        fronts.pictures,
        figures,
    ),
    "firm": (
        fronts.section,
        silent.posts,
        catalogs.jobs,
        catalogs.events,
        catalogs.downloads,
        indices.cards,
        records,
    ),
    "forum": (boards.threads, boards.threads, boards.threads, boards.forums, boards.members),
    "questions": (
        boards.questions,
        boards.questions,
        boards.questions,
        boards.members,
        silent.results,
        indices.tagged,
    ),
    "network": (silent.posts, boards.members, boards.threads, catalogs.videos, fronts.pictures),
    "society": (
        fronts.excerpts,
        catalogs.events,
        fronts.pictures,
        boards.mails,
        silent.archive,
        figures,
        indices.contents,
        silent.ticker,
    ),
}
SELLING = ("shop", "portal", "reference", "directory")
REGISTERS = 0.15
"""The share of lists that are registers of documents, on sites of all trades."""


def list_page(talk: Talk, site: Site) -> Middle:
    """A list as such a site has it."""
    if site.trade in SELLING and talk.writer.draw.random() < 0.5:
        return Middle(things(talk, site), [], "things")
    is_register = talk.writer.draw.random() < REGISTERS
    builder = register if is_register else talk.writer.draw.choice(LISTS[site.trade])
    own: Talk = replace(talk, design=talk.design.at(builder.__name__), least_rows=4)
    return Middle(builder(own), [], builder.__name__)
