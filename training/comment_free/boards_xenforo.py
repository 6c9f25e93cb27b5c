"""XenForo 1 and 2: a board's threads."""

from __future__ import annotations

from training.comment_free.chrome import image, link_list, online, pages_of, search_form
from training.comment_free.markup import Html, document, el, lines, links, markup
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _pair(w: Writer, what: str, name: str, value: str) -> Html:
    return el(what, el("dt", name + ":"), " ", el("dd", value))


def _thread1(w: Writer) -> Html:
    number, user = w.id(), w.one("user")
    face = image(f"data/avatars/s/0/{number}.jpg", user, width=48, height=48)
    avatar = el(f"a.avatar.Av{number}s", face, href=f"members/{number}/")
    title = el(
        "h3.title",
        el(
            "a.PreviewTooltip",
            w.fresh("topic"),
            href=f"threads/{number}/",
            data_previewUrl="preview",
        ),
    )
    start = el(
        "a.faint", el("span.DateTime", w.date("%b %d, %Y"), title=w.date("%b %d, %Y at %-I:%M %p"))
    )
    by = el(
        "div.secondRow",
        el("div.posterDate.muted", el("a.username", user), el("span.startDate", ", ", start)),
    )
    stats = markup(
        _pair(w, "dl.major", w.say("replies"), w.replies(90)),
        _pair(w, "dl.minor", w.say("views"), w.views()),
    )
    last = el(
        "dl.lastPostInfo",
        el("dt", el("a.username", w.one("user"))),
        el("dd.muted", el("a.dateTime", w.next_date("%b %d, %Y"))),
    )
    return el(
        f"li.discussionListItem.visible#thread-{number}",
        el("div.listBlock.posterAvatar", el("span.avatarContainer", avatar)),
        el("div.listBlock.main", el("div.titleText", title, by)),
        el(
            "div.listBlock.stats.pairsJustified",
            stats,
            title="Members who liked the first message: 0",
        ),
        el("div.listBlock.lastPost", last),
        data_author=user,
    )


def forum1(w: Writer) -> Html:
    """The threads of a XenForo 1 board."""
    board = w.one("board")
    tabs = link_list(
        "ul.publicTabs", [w.say("home"), w.say("forum"), w.say("members")], "li.navTab"
    )
    top = el(
        "header",
        el(
            "div#header",
            el("div#logo", image("logo.png", w.site)),
            el("nav", el("div.navTabs", tabs)),
        ),
    )
    crumbs = el(
        "nav",
        el(
            "fieldset.breadcrumb",
            el("span.crumbs", links([w.site, board], "a.crumb", "span.crust")),
        ),
    )
    title = el("div.titleBar", el("h1", board), el("p.muted#pageDescription", w.one("about")))
    nav = el(
        "div.PageNav",
        el("span.pageNavHeader", "Page 1 of 40"),
        el("nav", pages_of(w, current="a.currentPage")),
    )
    sort = el(
        "dl.sectionHeaders",
        el("dt.posterAvatar", el("a", "Sort By:")),
        el("dd.main", el("a.title", el("span", w.say("topics")))),
    )
    items = el("ol.discussionListItems", lines(*(_thread1(w) for _ in w.rows(12, 30))))
    form = el(
        "form.DiscussionList", sort, items, el("div.sectionFooter", "Showing threads 1 to 20")
    )
    side = el(
        "aside",
        el(
            "div.sidebar",
            el(
                "div.section.membersOnline",
                el("div.secondaryContent", el("h3", w.say("online")), online(w)),
            ),
        ),
    )
    main = el(
        "div.mainContainer",
        el("div.mainContent", title, nav, el("div.discussionList.section", form)),
    )
    return document(
        f"{board} | {w.site}",
        top,
        el("div#content", el("div.pageWidth", crumbs, main, side)),
        el("footer", "Forum software by XenForo™"),
        lang=w.language,
    )


def _thread2(w: Writer) -> Html:
    number, user = w.id(), w.one("user")
    initial = el("span.avatar-u1-s", user[0], role="img", aria_label=user)
    avatar = el("a.avatar.avatar--s.avatar--default", initial, href=f"/members/{number}/")
    time = el("time.u-dt", w.date("%b %d, %Y"), datetime=w.date("%Y-%m-%dT%H:%M:%S+0000"))
    parts = el(
        "ul.structItem-parts",
        el("li", el("a.username", user)),
        el("li.structItem-startDate", el("a", time)),
    )
    prefix = el("span.label.label--primary", w.one("tag")) if w.chance(0.15) else None
    title = el(
        "div.structItem-title", prefix, el("a", w.fresh("topic"), href=f"/threads/{number}/")
    )
    last = el("time.structItem-latestDate.u-dt", w.next_date("%b %d, %Y"), data_time=number)
    meta = markup(
        _pair(w, "dl.pairs.pairs--justified", w.say("replies"), w.replies(90)),
        _pair(
            w,
            "dl.pairs.pairs--justified.structItem-minor",
            w.say("views"),
            f"{w.draw.randint(1, 40)}K",
        ),
    )
    return el(
        f"div.structItem.structItem--thread.js-inlineModContainer.js-threadListItem-{number}",
        el("div.structItem-cell.structItem-cell--icon", el("div.structItem-iconContainer", avatar)),
        el("div.structItem-cell.structItem-cell--main", title, el("div.structItem-minor", parts)),
        el("div.structItem-cell.structItem-cell--meta", meta),
        el(
            "div.structItem-cell.structItem-cell--latest",
            el("a", last),
            el("div.structItem-minor", el("a.username", w.one("user"))),
        ),
        data_author=user,
    )


def forum2(w: Writer) -> Html:
    """The threads of a XenForo 2 board."""
    board = w.one("board")
    nav = el(
        "nav.p-nav",
        el(
            "div.p-nav-inner",
            link_list("ul.p-nav-list.js-offCanvasNavSource", [w.say("forum"), w.say("members")]),
        ),
    )
    head = el("header.p-header", el("div.p-header-logo", el("a", w.site)), search_form(w))
    crumbs = link_list("ul.p-breadcrumbs", [w.say("home"), w.say("forum")])
    title = el(
        "div.p-body-header", el("h1.p-title-value", board), el("div.p-description", w.one("about"))
    )
    pages = el("nav.pageNavWrapper", el("ul.pageNav-main", pages_of(w, wrap="li.pageNav-page")))
    filters = el("div.block-filterBar", el("a.filterBar-menuTrigger", "Filters"))
    sticky = el(
        "div.structItemContainer-group.structItemContainer-group--sticky", _thread2(w), _thread2(w)
    )
    group = el(
        "div.structItemContainer-group.js-threadList", lines(*(_thread2(w) for _ in w.rows(12, 30)))
    )
    container = el(
        "div.block-container",
        filters,
        el("div.block-body", el("div.structItemContainer", sticky, group)),
    )
    stats = el(
        "div.block",
        el("h3.block-minorHeader", w.say("statistics")),
        _pair(w, "dl.pairs", w.say("topics"), w.figure(900, 9000)),
    )
    side = el("div.p-body-sidebar", stats, online(w, "div.block"))
    main = el("div.p-body-main", el("div.p-body-content", pages, el("div.block", container)), side)
    body = el("div.p-pageWrapper#top", head, nav, el("div.p-body-inner", crumbs, title, main))
    return document(
        f"{board} | {w.site}",
        body,
        el("footer.p-footer", "Community platform by XenForo®"),
        lang=w.language,
    )


TEMPLATES = (
    Template("xenforo1", "forum", forum1, ("en", "de"), "/forums/board.4/"),
    Template("xenforo2", "forum", forum2, ("en", "fr", "ru"), "/forums/board.12/"),
)
