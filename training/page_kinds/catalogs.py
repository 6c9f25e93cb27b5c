"""Lists of things and of figures: goods in grids, places, jobs, timetables, league tables."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.comment import Talk
from training.detail_pages.cards import card
from training.page_kinds.site import Site
from training.record_pages import boxes, menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain


def things(talk: Talk, site: Site) -> list[Child]:
    """The site's things: a category with a head, orders, the grid or list, text, pages."""
    own, writer = talk.design.at("things"), talk.writer
    shown = own.some("shown", site.things.facts, own.number("facts", 0, 4))
    shown = [fact for fact in shown if fact[0] != "price"]
    count = writer.draw.choice((3, 4, 6, 8, 9, 12, 12, 16, 20, 24, 24, 36, 48))
    design = replace(talk, design=own)
    made = [card(design, site.things, shown) for _ in range(count)]
    outer = "ul" if made[0].tag == "li" else "div"
    if own.old and own.chance("cells", 0.5):
        across = own.number("across", 2, 4)
        starts = range(0, len(made), across)
        grid = plain(
            "table",
            *(plain("tr", *(plain("td", one) for one in made[n : n + across])) for n in starts),
        )
    else:
        grid = own.element(outer, "records", *made)
    listed: list[Child] = [own.wrapped("grid", 2, grid) or grid]
    if own.chance("facets", 0.4) and not own.old:
        facets = boxes.facets(own.at("facets"), writer)
        listed = [own.element("div", "columns", facets, own.element("div", "list", *listed))]
    out: list[Child] = [plain(own.pick("head", ("h1", "h1", "h1", "h2")), talk.title)]
    if own.chance("text above", 0.3):
        out.extend(plain("p", writer.text(1, 5)) for _ in range(own.number("paragraphs", 1, 2)))
    if own.chance("toolbar", 0.6):
        out.append(boxes.toolbar(own.at("bar"), writer))
    out.extend(listed)
    if own.chance("pager", 0.6):
        out.append(menus.pager(own.at("pager"), writer))
    if own.chance("text below", 0.3):
        out.append(boxes.prose(own.at("prose"), writer))
    return out


def figures(talk: Talk) -> list[Child]:
    """A league table, results, a timetable: many rows of figures, maybe in several tables."""
    own, writer = talk.design.at("figures"), talk.writer
    out: list[Child] = [plain(own.pick("head", ("h1", "h1", "h2")), talk.title)]
    width = own.number("width", 3, 14)
    names = own.some("names", writer.language.syllables, width)
    for place in range(own.pick("tables", (1, 1, 1, 2, 4))):
        if place:
            out.append(plain("h2", writer.words(1, 3)))
        rows = [plain("tr", *(plain("th", name.upper()) for name in ["#", *names]))]
        for number in range(1, writer.draw.randint(6, own.pick("most", (12, 25, 60))) + 1):
            cells: list[Child] = [link(writer, writer.words(1, 3))]
            cells.extend(str(writer.draw.choice((0, 1, 4, 17, 238, 0.47))) for _ in names[1:])
            rows.append(plain("tr", plain("td", str(number)), *(plain("td", one) for one in cells)))
        out.append(own.element("table", "figures", *rows))
    return out
