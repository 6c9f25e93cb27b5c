"""The middle of a page of a shop: what stands beside what, in which order."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.comment import Talk
from training.detail_pages import sections
from training.detail_pages.extras import grouped, questions
from training.detail_pages.facts import facts_as
from training.detail_pages.marks import marked
from training.detail_pages.shops import names, others, prices, stars, stock
from training.detail_pages.shops.goods import Goods
from training.detail_pages.shops.pictures import Gallery
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def crumbs(talk: Talk, goods: Goods) -> list[Child]:
    """The way to the page; on some sites the brand is the last step of it."""
    own, writer = talk.design.at("goods crumbs"), talk.writer
    if not own.chance("any", 0.7):
        return []
    links: list[Child] = [plain("a", writer.say(own, "home"), href="/")]
    links.extend(marked(link(writer, name), "breadcrumb") for name in goods.thing.crumbs)
    if goods.brand and own.chance("brand", 0.12):
        links.append(marked(link(writer, goods.brand), "brand"))
    if own.chance("name", 0.55):
        links.append(plain("span", goods.thing.name))
    if own.chance("listed", 0.6) and not own.old:
        tag = own.pick("list", ("ol", "ul"))
        return [own.element(tag, "breadcrumb", *(plain("li", one) for one in links))]
    joint = own.pick("joint", (" > ", " / ", " » ", " › ", " | ", " :: "))
    joined = [part for one in links for part in (one, joint)][:-1]
    return [own.element("div", "breadcrumb", *joined)]


def _info(talk: Talk, goods: Goods, *, plainly: bool) -> list[Child]:
    """Name, price, stock and buttons, in the site's order."""
    own = talk.design.at("goods info")
    above, below = names.brand_line(talk, goods)
    cut = own.number("cut", 2, 5) if own.chance("facts beside", 0.35) else 0
    facts = goods.thing.facts[:cut]
    parts: list[list[Child]] = [
        names.code_line(talk, goods),
        stars.rating_line(talk, goods),
        prices.price_box(talk, goods),
        stock.stock_line(talk, goods, plainly=plainly),
        [plain("p", talk.writer.text(1, 2))] if own.chance("short", 0.4) else [],
        [facts_as(replace(talk, design=own.at("first facts")), facts)] if facts else [],
        prices.price_steps(talk, goods),
        others.options(talk, goods),
        stock.buttons(talk, goods),
        prices.sellers(talk, goods),
    ]
    order = own.some("order", range(len(parts)), len(parts))
    if own.chance("usual order", 0.65):
        order = sorted(order)
    out: list[Child] = [*above, names.name_of(talk, goods), *below]
    boxed = own.chance("parts boxed", 0.3) and not own.old
    for place in order:
        if parts[place] and boxed:
            out.append(own.element("div", f"part{place}", *parts[place]))
        else:
            out.extend(parts[place])
    return out


def _below(talk: Talk, goods: Goods) -> list[Child]:
    own = talk.design.at("goods below")
    groups: list[list[sections.Section]] = [sections.description(talk, goods.thing)]
    if goods.thing.facts:
        title = talk.writer.say(own, "specification")
        within = replace(talk, design=own.at("facts"))
        groups.append([(title, grouped(within, goods.thing.facts))])
    if own.chance("reviews", 0.5):
        groups.append([(talk.writer.say(own, "reviews"), stars.reviews(talk, goods))])
    if own.chance("delivery", 0.25):
        groups.append(sections.delivery(talk))
    order = own.some("order", range(len(groups)), len(groups))
    if own.chance("usual order", 0.6):
        order = sorted(order)
    return sections.arranged(talk, [one for place in order for one in groups[place]])


def goods_middle(talk: Talk, goods: Goods, gallery: Gallery, *, plainly: bool) -> list[Child]:
    """All between the shop's head and its foot; ``plainly`` has the stock said in words."""
    own = talk.design.at("goods layout")
    info = _info(talk, goods, plainly=plainly)
    form = own.pick("form", ("columns", "columns", "columns", "picture first", "name first"))
    if own.old and own.chance("cells", 0.7):
        cells = (plain("td", gallery.node, valign="top"), plain("td", *info, valign="top"))
        top: list[Child] = [plain("table", plain("tr", *cells), width="100%", border="0")]
    elif form == "columns":
        top = [own.element("div", "row", gallery.node, own.element("div", "info", *info))]
    elif form == "name first":
        top = [info[0], gallery.node, *info[1:]]
    else:
        top = [gallery.node, *info]
    more = [*others.bundle(talk, goods)]
    if own.chance("questions", 0.08):
        more.extend(questions(talk, goods.thing))
    lists = [others.row_of_goods(talk, goods, n) for n in range(own.pick("lists", (0, 1, 1, 2, 3)))]
    main: list[Child] = [*top, *more, *_below(talk, goods)]
    if own.chance("one element", 0.55):
        tag = "div" if own.old else own.pick("tag", ("div", "article", "section", "main"))
        main = [own.element(tag, own.pick("role", ("detail", "product", "entry", "main")), *main)]
    before: list[Child] = crumbs(talk, goods)
    if names.has_heading(talk) and goods.thing.crumbs:
        before.append(plain("h1", goods.thing.crumbs[-1]))
    after: list[Child] = others.bar(talk, goods)
    if lists and own.chance("list first", 0.12):
        before.extend(lists.pop(0))
    if lists and own.chance("beside", 0.15) and not own.old:
        side: Node = own.element("aside", "sidebar", *lists.pop(0))
        main = [own.element("div", "columns", own.element("div", "main", *main), side)]
    for one in lists:
        after[:0] = one
    out = [*before, *main, *after]
    wrapped = own.wrapped("content", 4, *out) if not own.old else None
    return [wrapped] if wrapped else out
