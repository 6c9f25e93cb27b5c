"""Pages that are no articles: threads, goods, lists of teasers; their texts are main."""

from __future__ import annotations

from dataclasses import replace

from training.article_pages.articles import Made
from training.article_pages.calls import advert
from training.article_pages.heads import headline
from training.article_pages.roles import MARK, as_role
from training.article_pages.site import Press
from training.comment_pages import around
from training.comment_pages.answers import question
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.discussions import thread as built_thread
from training.detail_pages import new_thing, sections
from training.detail_pages.extras import grouped
from training.detail_pages.offer import gallery, price
from training.record_pages import menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _tell_posts(nodes: list[Child], comments: list[Comment]) -> None:
    """Mark the texts of the posts as main; bare text beside other things gets an element."""
    bodies = {id(child) for one in comments for child in one.body if isinstance(child, Node)}
    bare = {id(child) for one in comments for child in one.body if isinstance(child, str)}
    stack: list[Child] = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, str) or MARK in node.attributes:
            continue
        if id(node) in bodies:
            as_role("main", node, "post")
            continue
        for place, child in enumerate(node.children):
            if isinstance(child, str) and id(child) in bare and child.strip():
                node.children[place] = as_role("main", plain("span", child), "post")
        stack.extend(node.children)


def _tell_rest(comments: list[Comment]) -> None:
    """Mark what was quoted, and the elements that show who wrote a post and when."""
    for one in comments:
        for quote in one.quote:
            as_role("related", quote, "quote")
        known = [said for said in (one.author, one.date) if said]
        stack: list[Child] = list(one.nodes)
        while stack:
            node = stack.pop()
            if isinstance(node, str) or MARK in node.attributes:
                continue
            told = node.children[0] if len(node.children) == 1 else None
            if isinstance(told, str) and any(said in told for said in known):
                as_role("byline", node, "post")
            elif told is not None and told == one.title:
                as_role("headline", node, "post")
            stack.extend(node.children)


def _gathered(nodes: list[Child]) -> None:
    """Where all of an element's texts are of one post, mark the element in place of its parts."""
    stack: list[Child] = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            continue
        stack.extend(node.children)
        told = [child for child in node.children if _is_post(child)]
        rest = [child for child in node.children if not _is_post(child)]
        empty = (isinstance(one, str) and not one.strip() for one in rest)
        known = (
            isinstance(one, Node) and (one.tag == "br" or MARK in one.attributes) for one in rest
        )
        if not told or not all(a or b for a, b in zip(empty, known, strict=True)):
            continue
        if MARK in node.attributes or node.tag == "span":
            continue
        out: list[Child] = []
        for child in node.children:
            if isinstance(child, Node) and _is_post(child):
                del child.attributes[MARK]
                if child.tag == "span" and not child.attributes:
                    out.extend(child.children)
                    continue
            out.append(child)
        node.children = out
        as_role("main", node, "post")


def _is_post(child: Child) -> bool:
    return isinstance(child, Node) and child.attributes.get(MARK) == "main post"


def thread(press: Press, talk: Talk) -> Made:
    """A thread or a question: the texts of all posts are main."""
    kind = "qa" if press.trade == "questions" else "forum"
    least = talk.writer.draw.choice((1, 1, 2, 3, 4, 6, 10))
    about = replace(talk, design=replace(talk.design, kind=kind), least_comments=least)
    middle = question(about) if kind == "qa" else built_thread(about)
    for child in middle.content:
        if isinstance(child, Node) and child.tag == "noscript":
            child.tag = "div"
    _tell_rest(middle.comments)
    _tell_posts(middle.content, middle.comments)
    _gathered(middle.content)
    for child in middle.content:
        titled = isinstance(child, Node) and child.tag in ("h1", "h2", "h3", "b")
        if isinstance(child, Node) and titled and talk.title in child.children:
            as_role("headline", child)
    return Made(middle.content, "", kind)


def goods(press: Press, talk: Talk) -> Made:
    """A thing in a shop: description and data are main."""
    own, writer = talk.design.at("goods"), talk.writer
    thing = new_thing(talk, press.site.things)
    named = replace(talk, title=thing.name)
    parts: list[Node] = []
    told = sections.description(named, thing)
    if not told:
        told = [(writer.say(own, "description"), [plain("p", writer.text(1, 5))])]
    if thing.facts:
        facts = grouped(replace(talk, design=own.at("facts")), list(thing.facts))
        told.append((writer.say(own, "specification"), [*facts]))
    main: list[sections.Section]
    main = [(title, [as_role("main", plain("div", *inner), "told")]) for title, inner in told]
    if own.chance("delivery", 0.3):
        title, inner = sections.delivery(talk)[0]
        main.append((title, [as_role("legal", plain("div", *inner), "delivery")]))
    if own.chance("reviews", 0.4):
        title, inner = sections.reviews(named, thing)[0]
        main.append((title, [as_role("comment", plain("div", *inner), "reviews")]))
    below = sections.arranged(named, main)
    top: list[Child] = [headline(named), *price(named, thing)]
    top.append(plain("button", writer.any("buy")))
    parts.append(own.element("div", "info product-info", *top))
    if own.chance("pictured", 0.9):
        parts.insert(0, gallery(named, thing))
    content: list[Child] = [own.element("div", "row product", *parts), *below]
    for place in range(own.number("others", 0, 2)):
        more = plain("div", sections.other_things(named, thing, place))
        content.append(as_role("related", more, "goods"))
    return Made(content, "", "goods")


def _teaser(talk: Talk) -> Node:
    own, writer = talk.design.at("row"), talk.writer
    inner: list[Child] = []
    if own.chance("pictured", 0.6):
        inner.append(link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")))
    tag = own.pick("head", ("h2", "h2", "h3", "h3", "div", "h4"))
    text = plain(own.pick("text", ("p", "p", "div")), writer.text(1, own.pick("most", (1, 2, 4))))
    words: list[Child] = [plain(tag, link(writer, writer.title())), text]
    inner.extend(as_role("main", one, "teaser") for one in words if isinstance(one, Node))
    if own.chance("dated", 0.6):
        inner.insert(len(inner) - 1, as_role("byline", around.posted(talk)))
    if own.chance("more", 0.35):
        inner.append(as_role("navigation", link(writer, writer.say(own, "more")), "more"))
    outer = "div" if own.old else own.pick("outer", ("article", "article", "div"))
    return own.element(outer, "teaser post item entry card", *inner)


def teaser_list(press: Press, talk: Talk) -> Made:
    """A department or an archive: the titles and texts of its teasers are main."""
    own, writer = talk.design.at("list"), talk.writer
    named = replace(talk, title=writer.words(1, 3))
    rows: list[Child] = [_teaser(talk) for _ in range(writer.draw.randint(4, 20))]
    if own.chance("sold", 0.3):
        rows.insert(len(rows) // 2, advert(press, talk).node)
    outer = own.element("div", "records list posts", *rows)
    pages = as_role("navigation", menus.pager(own, writer), "pages")
    return Made([headline(named), outer, pages], "", "teasers")
