"""Discussions: who answered whom and when, how comments hang together, the pages that hold them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from training.pages.comments import (
    Comment,
    CommentShape,
    body_of,
    controls,
    quoted,
    shape_of,
    votes,
)
from training.pages.markup import Child, Node, plain
from training.pages.parts import described, part
from training.pages.words import Page

HOLDERS = ("div", "li", "article", "section", "details", "fieldset", "blockquote")
"""Elements of a comment that may hold another."""
KINDS = {"forum": "post", "shop": "review", "qa": "answer"}


@dataclass(frozen=True)
class Middle:
    """The middle of a page, its comments in the page's order, and what built it."""

    content: list[Child]
    comments: list[Comment]
    shape: str


# The comments of a page as data.


def _count(draw: Random) -> int:
    """The number of comments of a page: few on most."""
    chance = draw.random()
    if chance < 0.5:
        return 1 if chance < 0.3 else 2
    return draw.randint(3, 4) if chance < 0.7 else draw.randint(5, draw.choice((8, 12, 20, 30, 60)))


def _parents(levels: list[int]) -> list[int | None]:
    """The comment that each answers: the nearest before it that is less deep."""
    return [
        next((n for n in range(place - 1, -1, -1) if levels[n] < level), None)
        for place, level in enumerate(levels)
    ]


def _people(page: Page, count: int) -> list[str]:
    writer, design = page.writer, page.design
    named = design.pick("people", (0.1, 0.5, 0.9))
    if design.chance("numbered people", 0.04):
        word = page.say("anonymous")
        return [f"{word} {place}" for place in writer.draw.sample(range(1, 900), count)]
    size = max(1, int(count * design.pick("pool", (0.4, 0.8, 1.0))))
    return [
        writer.person() if writer.draw.random() < named else writer.handle() for _ in range(size)
    ]


def _author(page: Page, people: list[str], owner: bool) -> str:
    if owner:
        return page.design.pick("owner", ("admin", "Admin", people[0], people[0], people[0]))
    if page.design.chance("guests", 0.3) and page.writer.draw.random() < 0.3:
        return page.say("anonymous")
    return page.writer.draw.choice(people)


def _times(page: Page, levels: list[int], start: datetime, end: datetime) -> list[datetime]:
    """When each was written, between two times: later ones below, or above on some sites."""
    draw, span = page.writer.draw, (end - start).total_seconds()
    early = draw.choice((1, 2, 4))
    shares = sorted(draw.random() ** early for _ in levels)
    out = [start + timedelta(seconds=int(60 + span * share * 0.98)) for share in shares]
    return out[::-1] if page.design.chance("newest first", 0.25) and max(levels) == 0 else out


def new_comments(page: Page, most: int = 0, least: int = 1) -> list[Comment]:
    """As many comments as a page has, up to ``most`` deep."""
    writer, design, draw = page.writer, page.design, page.writer.draw
    share = design.pick("reply share", (0.2, 0.35, 0.5, 0.7))
    levels = [0]
    for _ in range(max(least, _count(draw)) - 1):
        deeper = draw.random() < share
        levels.append(min(most, levels[-1] + 1) if deeper else draw.randint(0, levels[-1]))
    start = writer.moment()
    end = start + timedelta(hours=draw.choice((20, 90, 900, 9000, 60000)))
    people = _people(page, len(levels))
    dated, named = not design.chance("undated", 0.18), not design.chance("nameless", 0.12)
    identity = draw.randint(2, 900000)
    out: list[Comment] = []
    times = _times(page, levels, start, end)
    for place, parent in enumerate(_parents(levels)):
        level, when, kind = levels[place], times[place], KINDS.get(design.kind, "comment")
        comment = Comment(kind, place, level, parent, when)
        comment.owner = level > 0 and draw.random() < 0.3
        comment.author = _author(page, people, comment.owner) if named else None
        comment.date = writer.stamp(design, when, end) if dated else None
        comment.body = body_of(page)
        comment.likes = draw.choice((0, 0, 0, 1, 2, 3, 7, 25, 140))
        identity += draw.randint(1, 40)
        comment.identity = identity
        out.append(comment)
    _enrich(page, out)
    return out


def _enrich(page: Page, comments: list[Comment]) -> None:
    """Quotes, signatures and titles, where the site has them."""
    design, writer, draw = page.design, page.writer, page.writer.draw
    forum = design.kind == "forum"
    signed = forum and design.chance("signatures", 0.5)
    signatures: dict[str | None, list[Child]] = {}
    titled = {"shop": 0.6, "forum": 0.15, "sns": 0.02, "qa": 0.02}.get(design.kind, 0.08)
    for place, comment in enumerate(comments):
        if place and draw.random() < (0.3 if forum and design.chance("quotes", 0.8) else 0.03):
            comment.quote = quoted(page, comments[draw.randrange(place)])
        if signed and comment.author not in signatures:
            line = draw.choice((writer.text(1, 1), writer.title(), f"“{writer.sentence()}”"))
            signatures[comment.author] = [line] if draw.random() < 0.5 else []
        comment.signature = list(signatures[comment.author]) if signed else []
        if design.chance("titled", titled):
            again = f"Re: {page.title}"
            comment.title = draw.choice((again, again, writer.title()))
            if design.kind == "shop":
                comment.title = writer.words(1, 5)
        comment.stars = draw.choice((1, 2, 3, 4, 5, 5, 5, 5))


def _counted_through(groups: list[list[Comment]], base: int | None = None) -> list[Comment]:
    """Comments, each with its own below, in the page's order.

    Where there is a ``base``, the first group's head, all other groups answer it.
    """
    out: list[Comment] = []
    for group in groups:
        head = len(out)
        above = None if head == 0 else base
        for place, comment in enumerate(group):
            comment.place, comment.parent = head + place, head if place else above
            comment.depth = (above is not None) + (place > 0)
            out.append(comment)
    return out


# How comments hang together: in a list, replies inside, beside or below what they answer.

FORMS = ("inside", "inside", "inside", "beside", "margin", "level", "wrapped", "following", "flat")
IDS = ("", "", "comment-{}", "c{}", "p{}", "post-{}", "{}", "div-comment-{}", "li_{}")


def _mark(page: Page, comment: Comment, node: Node) -> None:
    """Ids, and classes of state, on the sites that have them."""
    design = page.design
    form = design.pick("ids", IDS)
    if form and design.cue != "none":
        node.attributes["id"] = form.format(comment.identity)
    if design.cue == "none" or not node.attributes.get("class"):
        return
    states: list[str] = []
    if design.chance("odd", 0.2):
        states.append(("even", "odd")[comment.place % 2])
    if design.chance("depth", 0.2):
        states.append(f"depth-{comment.depth + 1}")
    if comment.owner and design.chance("owner", 0.5):
        states.append(design.pick("owner class", ("bypostauthor", "highlight", "by-author", "op")))
    if comment.place == 0 and design.chance("first", 0.15):
        states.append(design.pick("first class", ("first", "pinned", "featured", "firstpost")))
    if states:
        node.attributes["class"] += " " + " ".join(states)
    if design.chance("declared", 0.08) and design.cue == "telling":
        kind = "Review" if design.kind == "shop" else "Comment"
        node.attributes["itemtype"] = f"http://schema.org/{kind}"


def _built(page: Page, comment: Comment, shape: CommentShape, tag: str) -> list[Child]:
    """The comment's markup, with its marks of position, depth and owner."""
    comment.nodes = shape.build(page, comment, tag)
    first = comment.first
    if first is not None:
        _mark(page, comment, first)
        if page.design.chance("named anchors", 0.08) and first.tag in ("div", "li", "td", "p"):
            first.children.insert(0, plain("a", name=f"c{comment.identity}"))
    return comment.nodes


def _between(page: Page, place: int, tag: str) -> list[Child]:
    """What stands between comments: advertisements, removed comments, ways to see more."""
    design, draw = page.design, page.writer.draw
    inner: list[Child] = []
    role, talks = "advert", design.kind != "rows"
    if design.chance("notes in source", 0.1):
        return [f"<!-- {place + 1} -->"]
    every = design.number("adverts every", 3, 8)
    if design.chance("adverts", 0.12) and place and place % every == 0:
        inner = part(page, "edge.advert")
    elif design.chance("removals", 0.1) and draw.random() < 0.12 and talks:
        inner, role = [page.say("deleted")], "item"
    elif design.chance("folds", 0.08) and draw.random() < 0.3 and talks:
        inner, role = [plain("a", page.say("shownmore"), href="#")], "more"
    if not inner:
        return []
    if tag == "tr":
        return [plain("tr", plain("td", *inner, colspan="2"))]
    own = "dd" if tag == "dt" else tag if tag == "li" else "div"
    return [design.piece(own, role, *inner)]


def _listed(page: Page, tag: str, role: str, inner: Sequence[Child]) -> Node:
    """What holds comments of this tag."""
    design = page.design
    if tag == "li" or any(isinstance(node, Node) and node.tag == "li" for node in inner):
        return design.piece(design.pick(f"{role} list", ("ol", "ul", "ul")), role, *inner)
    if tag == "tr":
        rows = [plain("tbody", *inner)] if design.chance("tbody", 0.3) else inner
        return design.piece("table", role, *rows, width="100%")
    if tag == "dt":
        return design.piece("dl", role, *inner)
    return design.piece(design.pick(f"{role} tag", ("div", "div", "section", "div")), role, *inner)


def _tree(
    page: Page, comments: Sequence[Comment], shape: CommentShape, tag: str, form: str
) -> list[Child]:
    """Comments with their replies inside, beside, or right after them."""
    children: dict[int | None, list[Comment]] = {}
    for comment in comments:
        children.setdefault(comment.parent, []).append(comment)

    def hung(parent: int | None) -> list[Child]:
        out: list[Child] = []
        for comment in children.get(parent, []):
            nodes = _built(page, comment, shape, tag)
            out.extend(_joined(page, nodes, hung(comment.place), tag, form))
            if parent is None:
                out.extend(_between(page, comment.place, tag))
        return out

    return hung(None)


def _joined(page: Page, nodes: list[Child], below: list[Child], tag: str, form: str) -> list[Child]:
    """One comment with all below it."""
    design = page.design
    kept = below or (design.chance("empty replies", 0.1) and tag in ("li", "div"))
    replies = [_listed(page, tag, "children", below)] if kept else []
    if form == "beside":
        boxed = tag in ("div", "article") and design.chance("beside li", 0.5)
        return [plain("li" if boxed else "div", *nodes, *replies)]
    if not replies:
        return nodes
    if form == "following":
        inside = tag == "li" and design.chance("in item", 0.5)
        return [*nodes, *([plain("li", *replies)] if inside else replies)]
    first = next(node for node in reversed(nodes) if isinstance(node, Node))
    if first.tag == "table":
        return [*nodes, plain("blockquote", *below)]
    first.children.extend(replies)
    return nodes


def _flat(
    page: Page, comments: Sequence[Comment], shape: CommentShape, tag: str, form: str
) -> list[Child]:
    """Comments one after another; depth is a margin, a class, an indenting element, or not told."""
    out: list[Child] = []
    for comment in comments:
        nodes = _built(page, comment, shape, tag)
        first, depth = comment.first, comment.depth
        if form == "margin" and depth and first is not None and first.tag == "tr":
            blank = plain("img", src="/s.gif", height="1", width=str(40 * depth))
            first.children.insert(0, plain("td", blank, class_="ind"))
        elif form == "margin" and depth and first is not None:
            first.attributes["style"] = f"margin-left:{depth * 20}px"
        if form == "level" and first is not None and page.design.cue != "none":
            name = first.attributes.get("class", "")
            first.attributes["class"] = f"{name} level{depth}".strip()
        if form == "wrapped" and shape.nests:
            style = {"style": f"padding-left:{24 * depth}px"} if depth else {}
            for node in nodes:
                if isinstance(node, Node) and node.tag == "li":
                    node.tag = "div"
            nodes = [plain("li" if tag == "li" else "div", *nodes, **style)]
        out.extend([*nodes, *_between(page, comment.place, tag)])
    return out


def hang(page: Page, comments: Sequence[Comment], *, role: str = "thread") -> list[Child]:
    """The comments as the site shows them."""
    design, shape = page.design, shape_of(page)
    tag = design.pick("item tag", shape.tags)
    form = design.pick("hanging", FORMS)
    if form == "beside" and tag == "li":
        form = "inside"
    if form in ("inside", "beside", "following") and shape.nests:
        inner = _tree(page, comments, shape, tag, form)
    else:
        inner = _flat(page, comments, shape, tag, form if form != "following" else "flat")
    first = inner[0] if inner else ""
    item_first = isinstance(first, Node) and first.tag == "li"
    bare = tag in ("", "div", "table", "article") and design.chance("no list", 0.25)
    return inner if bare and not item_first else [_listed(page, tag, role, inner)]


# The part of a page that holds its comments: heading, orders, list, further pages, form.

HEADINGS = {"shop": "review_heading", "qa": "answers_heading"}
LEAVES = {"shop": "review_leave", "qa": "answer_leave", "forum": "quickreply"}


def _heading(page: Page, count: int) -> list[Child]:
    """What stands above: with their number, without, or nothing."""
    design = page.design
    form = design.pick("heading", ("count", "count", "count", "plain", "plain", "none"))
    if form == "none" or (design.kind == "forum" and not design.chance("headed", 0.2)):
        return []
    key = HEADINGS.get(design.kind, "heading")
    if form == "count" and design.kind == "shop":
        key = "review_heading_n"
    elif form == "count" and design.kind != "qa":
        key = "heading_1" if count == 1 and design.chance("singular", 0.8) else "heading_n"
    elif design.kind == "qa" and count == 1:
        key = "answers_1"
    text = page.say(key, n=str(count), t=page.title)
    tag = design.pick("heading tag", ("h2", "h3", "h3", "h4", "div", "b", "p", "strong", "span"))
    inner: list[Child] = [text]
    if text.startswith(f"{count} ") and design.chance("count apart", 0.15):
        inner = [plain("span", str(count)), text[len(str(count)) :]]
    node = design.piece(tag, "heading", *inner)
    if design.chance("heading id", 0.2):
        node.attributes["id"] = "comments"
    return [node]


def _further(page: Page, key: str) -> list[Child]:
    """Ways to further pages of comments."""
    if not page.design.chance(key, 0.5 if page.design.kind == "forum" else 0.15):
        return []
    text = (
        "[div.pager > (b{1} + (a:href=?page={$j})*2-7 + a:href=?page=2{$~pager})"
        " / div.pager > (a:href=?page=2{$~pager} + { })*1-3 / button{$~pager}]"
    ).replace("?page=", "page/")
    return described(page.at(key), text)


def entry_form(page: Page) -> Node:
    """The form to write a comment."""
    design = page.design
    head = page.say(LEAVES.get(design.kind, "leave"))
    text = (
        "div > (h3|h4|h2|div|b{$head} + form:action=/comment:method=post > (p{$:note}?50 +"
        " p*0-4 > (label{$~fields} + input:type=text) + textarea:rows=8:cols=45:name=comment"
        " + [input:type=submit:value=OK / button{$:submit}]))"
    )
    form = described(page.at("form"), text, head=head)[0]
    inner = form.children if isinstance(form, Node) else [form]
    return design.piece("div", "form", *inner)


def _with_form(page: Page, top: list[Child], listed: list[Child]) -> list[Child]:
    """The discussion with the form to take part in it, or a note where there is none."""
    design = page.design
    share = {"forum": 0.4, "qa": 0.5, "sns": 0.3, "shop": 0.45}.get(design.kind, 0.65)
    if not design.chance("form", share):
        out = [*top, *listed]
        if design.chance("closed note", 0.3):
            out.append(plain("p", page.say(design.pick("note key", ("closed", "login")))))
        if design.chance("in a form", 0.04):
            return [plain("form", *out, action="/moderate", method="post")]
        return out
    form = entry_form(page)
    where = design.pick("form at", ("after", "after", "after", "before", "head"))
    if where == "after":
        return [*top, *listed, form]
    return [form, *top, *listed] if where == "before" else [*top[:1], form, *top[1:], *listed]


def section(page: Page, comments: Sequence[Comment]) -> list[Child]:
    """All of the discussion but what is listed apart."""
    design = page.design
    more = page.writer.draw.choice((20, 57, 190)) if design.chance("of several", 0.12) else 0
    orders = "(div.sorts > (a{$~sort} + { })*2-4)?17 + (select > option*2-4{$~sort})?8"
    top = [*_heading(page, len(comments) + more), *described(page.at("orders"), orders)]
    listed = [*hang(page, comments), *_further(page, "pages below")]
    out = _with_form(page, [*top, *_further(page, "pages above")], listed)
    if design.chance("unboxed", 0.2):
        return out
    tag = design.pick("section tag", ("div", "div", "section", "section"))
    if tag == "section" and design.chance("aside", 0.06):
        tag = "aside"
    node = design.piece(tag, "section", *out)
    if design.cue != "none" and design.chance("section id", 0.5):
        names = ("comments", "comments", "respond", "disqus_thread", "c", "main2")
        node.attributes["id"] = design.pick("section name", names)
    return design.wrapped("talk", 2 if not design.old else 0, node)


def nobody(page: Page) -> list[Child]:
    """Where comments would stand: a form, a note that there are none, or that none are wanted."""
    design, draw = page.design, page.writer.draw
    forms = ("none", "none", "closed", "login", "form", "nothing", "heading", "scripted")
    form = draw.choice(forms)
    out: list[Child] = []
    if form == "heading" or (form == "scripted" and draw.random() < 0.5):
        key = "review_heading" if design.kind == "shop" else "heading"
        out.append(plain("h3", page.say(key)))
    if form in ("none", "heading") or (form == "form" and draw.random() < 0.5):
        tag = design.pick("heading tag", ("h2", "h3", "h4", "div", "p"))
        none = page.say("review_none" if design.kind == "shop" else "none")
        out.append(design.piece(tag, "heading", none))
    if form in ("closed", "login", "scripted"):
        out.append(plain("p", page.say(form)))
    if form in ("form", "none") and draw.random() < 0.7:
        out.append(entry_form(page))
    return [design.piece("div", "section", *out)] if out else []


# Pings of other sites: listed apart from what was written, or in between.


def mix_pings_in(page: Page, comments: Sequence[Comment]) -> None:
    """Make some of the comments pings, on some blogs."""
    if page.design.kind != "blog" or not page.design.chance("pings", 0.15):
        return
    writer = page.writer
    for comment in comments:
        if writer.draw.random() < 0.25 and comment.depth == 0:
            comment.kind, comment.author = "pingback", writer.title()
            text = f"[…] {writer.sentence()[:90]} […]"
            comment.body = [plain("p", text)] if isinstance(comment.body[0], Node) else [text]


def _pings(page: Page, place: int) -> tuple[list[Child], list[Comment]]:
    """A list of pings below its own heading, on some blogs; the first has this position."""
    own, writer = page.design.at("pings"), page.writer
    if page.design.kind != "blog" or not own.chance("apart", 0.1) or writer.draw.random() < 0.4:
        return [], []
    tag = own.pick("tag", ("li", "li", "p", "div"))
    made: list[Comment] = []
    for number in range(writer.draw.randint(1, 4)):
        ping = Comment("pingback", place + number, 0, None, writer.moment())
        title = writer.title()
        ping.body = [plain("a", title, href=writer.address())]
        if own.chance("excerpts", 0.5):
            ping.body = [title, f" […] {writer.sentence()} […]"]
        line: list[Child] = list(ping.body)
        if own.chance("named", 0.5):
            line.insert(0, f"{writer.tongue.all('pingback')[0]} ")
        if own.chance("dated", 0.4):
            ping.date = page.date()
            line.append(f" {ping.date}")
        ping.nodes = [own.piece(tag, "item", *line)]
        made.append(ping)
    text = writer.filled(writer.tongue.all("pingback")[-1], n=str(len(made)))
    nodes = [node for ping in made for node in ping.nodes]
    head = plain(own.pick("head", ("h3", "h4")), text)
    return [head, own.piece("ol" if tag == "li" else "div", "thread", *nodes)], made


# Pages with comments, one builder a kind of page.


def _depth(page: Page) -> int:
    return page.design.pick("most depth", (0, 0, 0, 0, 1, 2, 3, 5, 9))


def talked_below(page: Page) -> tuple[list[Child], list[Comment]]:
    """The comments below an article, and pings."""
    comments = new_comments(page, _depth(page))
    mix_pings_in(page, comments)
    talked = section(page, comments)
    pinged, more = _pings(page, len(comments))
    return [*talked, *pinged], [*comments, *more]


def comment_page(page: Page) -> Middle:
    """The comments on an article that is elsewhere."""
    comments = new_comments(page, _depth(page))
    top = described(page.at("alone"), "h1|h2|p > a{$topic} + p{$t1-2}?50")
    return Middle([*top, *section(page, comments)], comments, "comment_page")


def guestbook(page: Page) -> Middle:
    """What visitors wrote, without an article."""
    comments = new_comments(page)
    top = described(page.at("guestbook"), "h1|h2|b{$:guestbook} + p{$t1-3}?50")
    form: list[Child] = [entry_form(page)] if page.design.chance("gb form", 0.6) else []
    listed = [*_further(page, "above"), *hang(page, comments), *_further(page, "below")]
    inner = [*form, *listed] if page.design.chance("form first", 0.6) else [*listed, *form]
    return Middle([*top, *inner], comments, "guestbook")


def thread(page: Page, least: int = 1) -> Middle:
    """A thread of a forum; on some sites the opening post is built in its own way."""
    design = page.design
    opening = design.chance("opening apart", 0.15)
    most = 0 if opening else design.pick("most depth", (0, 0, 0, 0, 0, 0, 1, 4))
    comments = new_comments(page, most, least)
    talked = section(page, comments) if not opening else hang(page.at("opening"), comments[:1])
    if opening and comments[1:]:
        talked = [*talked, *section(page, comments[1:])]
    if design.chance("noscript", 0.04):
        talked = [plain("noscript", plain("div", *talked))]
    bar = described(page.at("bar"), "div.toolbar?80 > (a{$~thread_actions} + { })*1-4")
    out = [*part(page, "breadcrumb"), *described(page.at("top"), "h1|h2|h3|b{$topic}"), *bar]
    out = out[0 if design.chance("crumbs", 0.7) else 1 :]
    out.extend(talked)
    if design.chance("bar below", 0.5):
        out.extend(described(page.at("bar"), "div.toolbar > (a{$~thread_actions} + { })*1-2"))
    if design.chance("similar", 0.3):
        out.extend(part(page, "related"))
    out.extend(described(page.at("online"), "p?30 > (a{$name} + {, })*5"))
    return Middle(out, comments, "thread")


def _remark(page: Page, parent: Comment, tag: str) -> Comment:
    """One short comment: a text, a name and a date in a line."""
    own, writer = page.design.at("remarks"), page.writer
    comment = Comment("comment", 0, 0, None, parent.when)
    comment.author, comment.date = writer.name(), page.date()
    text = writer.text(1, 2)
    comment.body = [text]
    if tag != "p":
        comment.body = [plain(own.pick("body", ("span", "span", "p", "div")), text)]
    sign = own.pick("sign", (" – ", " - ", " ", " — "))
    name = plain("a", comment.author, href=writer.address())
    line: list[Child] = [*comment.body, sign, name, " ", plain("span", comment.date)]
    if own.chance("name first", 0.3):
        line = [name, ": ", *comment.body, " ", plain("small", comment.date)]
    if own.chance("voted", 0.4):
        line.insert(0, plain("span", str(writer.draw.choice((0, 1, 4, 12)))))
    if tag == "tr":
        line = [plain("td", "\xa0"), plain("td", *line)]
    classed = page.design.cue != "none" and own.chance("classed", 0.6)
    role = own.pick("role", ("comment", "c", "remark"))
    comment.nodes = [own.element(tag, role, *line) if classed else plain(tag, *line)]
    return comment


def _remarks(page: Page, parent: Comment) -> tuple[list[Child], list[Comment]]:
    """Short comments below a question or an answer, if there are any."""
    own, draw = page.design.at("remarks"), page.writer.draw
    if draw.random() > own.pick("share", (0.0, 0.3, 0.6)):
        return [], []
    tag = own.pick("tag", ("li", "div", "tr", "p"))
    made = [_remark(page, parent, tag) for _ in range(draw.choice((1, 1, 2, 3, 5)))]
    nodes = [node for comment in made for node in comment.nodes]
    out: list[Child] = [plain({"li": "ul", "tr": "table"}.get(tag, "div"), *nodes)]
    if own.chance("add", 0.6):
        out.append(plain("a", page.say("addcomment"), href="#"))
    return [own.element("div", "remarks", *out)], made


def _answered(page: Page, answer: Comment) -> list[Comment]:
    """The answer with the comments on it, which are put into it; the first one is accepted."""
    first = answer.first
    if first is None or first.tag not in HOLDERS:
        return [answer]
    inner, made = _remarks(page, answer)
    first.children.extend(inner)
    if answer.place == 0 and page.design.chance("accepted", 0.4):
        first.children.insert(0, plain("div", page.say("accepted")))
    return [answer, *made]


def question(page: Page, least: int = 1) -> Middle:
    """A question with answers, and comments on both."""
    design, writer = page.design, page.writer
    answers = new_comments(page, 0, least)
    asked = replace(answers[0], kind="question", body=body_of(page), quote=[], title=None)
    asked.author = writer.name()
    inner: list[Child] = [design.piece("div", "body", *asked.body), *part(page, "tags")]
    if design.chance("question votes", 0.7):
        inner.insert(0, plain("div", *votes(page, asked)))
    name = plain("a", asked.author, href=writer.address())
    phrase = design.pick("asked", writer.tongue.all("asked"))
    line = writer.mixed(phrase, {"a": [name], "d": [asked.date or " "]})
    inner.append(plain("div", *line))
    if design.chance("question controls", 0.5):
        inner.extend(controls(page, asked))
    role = design.pick("question role", ("question", "post", "topic"))
    node = design.element("div", role, *inner)
    asked.nodes = [node]
    below, remarks = _remarks(page, asked)
    listed = hang(page, answers)
    groups = [[asked, *remarks], *(_answered(page, answer) for answer in answers)]
    if design.chance("remarks inside", 0.7):
        node.children.extend(below)
        below = []
    title = described(page.at("question"), "h1|h1|h2{$topic}")
    content: list[Child] = [*title, node, *below, *_heading(page, len(answers)), *listed]
    if design.chance("qa form", 0.5):
        content.append(entry_form(page))
    return Middle(content, _counted_through(groups, 0), "question")


def reviews(page: Page, product: Sequence[Child]) -> Middle:
    """A product with its reviews, and what the seller answers."""
    design, writer = page.design, page.writer
    comments = new_comments(page)
    talked = section(page, comments)
    groups: list[list[Comment]] = []
    for review in comments:
        groups.append([review])
        first = review.first
        answers = design.chance("merchant", 0.2) and writer.draw.random() < 0.3
        if not answers or first is None or first.tag not in HOLDERS:
            continue
        reply = Comment("comment", 0, 1, 0, review.when)
        reply.body = [plain(design.pick("merchant body", ("p", "div")), writer.text(1, 3))]
        head = plain(design.pick("merchant head", ("b", "div", "h5")), page.say("merchant"))
        node = design.piece("div", "children", head, *reply.body)
        if design.chance("merchant dated", 0.4):
            reply.date = page.date()
            node.children.insert(1, plain("span", reply.date))
        reply.nodes = [node]
        first.children.append(node)
        groups[-1].append(reply)
    return Middle([*product, *talked], _counted_through(groups), "reviews")


STATUS = (
    "article.status-main > ([2:(a{$name} + { $date} + p{$t1-2}) / (h1{$topic} + a{example.com} +"
    " div > (a{$name} + { $date})) / (h1{$topic} + p*1-4{$t1-4} + div > (a{$name} + { $date}))]"
    " + div > button*2-4{$~social $n0-900})"
)


def status(page: Page, least: int = 1) -> Middle:
    """A short post, or a link, with the replies to it."""
    comments = new_comments(page, page.design.pick("most depth", (0, 1, 3, 6, 9)), least)
    top = described(page.at("status"), STATUS)
    return Middle([*top, *section(page, comments)], comments, "status")


MAIL = (
    "p|p.mail > (b{From} + {: $name <$word at $word.example>} + br + b{Date} + {: $date} + br"
    " + b{Subject} + {: $topic}) + pre{$~wrote\n> $sentence\n> $sentence\n\n$t1-4\n\n$t1-4\n-- \n"
    "$person} + hr"
)


def mail(page: Page) -> list[Child]:
    """A message of a mailing list, or all of a thread, with ways to others."""
    ways = described(
        page.at("ways"), "ul > (li > ({$back: } + a{$title}) + li > ({$onward: } + a{$title}))"
    )
    title = described(page.at("title"), "h1|h1|h2{$topic}")
    size = page.writer.draw.choice((1, 1, 2, 3, 6))
    messages = [child for _ in range(size) for child in described(page.at("mail"), MAIL)]
    first = page.design.chance("ways first", 0.6)
    return [*title, *ways, *messages] if first else [*title, *messages, *ways]


TALKS: dict[str, Callable[[Page, int], Middle]] = {"forum": thread, "qa": question, "sns": status}
"""What builds a discussion that is a page of its own, by the kind of site."""
