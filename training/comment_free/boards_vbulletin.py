"""vBulletin 3, 4 and 5: a board's threads."""

from __future__ import annotations

from training.comment_free.chrome import choice, image, link_list, login_form, online, pages_of
from training.comment_free.markup import Html, document, el, lines, links, markup
from training.comment_free.template import Template
from training.comment_free.writer import Writer

_XHTML = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"'
    ' "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'
)


def _stars(w: Writer) -> Html | None:
    return image(f"images/rating/rating_{w.draw.randint(3, 5)}.gif") if w.chance(0.15) else None


def _thread3(w: Writer) -> Html:
    number, title, user = w.id(), w.fresh("topic"), w.one("user")
    link = el(f"a#thread_title_{number}", title, href=f"showthread.php?t={number}")
    small = el("span", user, style="cursor:pointer", onclick="window.open('member.php')")
    name = markup(el("div", link, _stars(w)), el("div.smallfont", small))
    day, hour = w.next_date("%d-%m-%Y"), el("span.time", w.date("%H:%M"))
    by = markup(w.say("by") + " ", el("a", w.one("user"), href="member.php?find=lastposter"))
    go = el(
        "a", image("images/buttons/lastpost.gif"), href=f"showthread.php?p={w.id()}#post{w.id()}"
    )
    last = el("div.smallfont", day + " ", hour, el("br"), by, go, style="text-align:right")
    who = el("a", w.replies(120), href="#", onclick=f"who({number}); return false;")
    return el(
        "tr",
        el(f"td.alt1#td_threadstatusicon_{number}", image("images/statusicon/thread.gif")),
        el("td.alt2", image("images/icons/icon1.gif")),
        el(f"td.alt1#td_threadtitle_{number}", name, title=w.excerpt(130)),
        el("td.alt2", last, title=f"{w.say('replies')}"),
        el("td.alt1", who, align="center"),
        el("td.alt2", w.views(), align="center"),
    )


def _logged_out3(w: Writer) -> Html:
    bar = links([w.say("register"), w.say("help"), w.say("members"), w.say("search")], wrap="td")
    crumb = el("span.navbar", "> ", el("a", w.one("board"), href="forumdisplay.php?f=4"))
    nav = el("td.alt1", crumb, el("div.navbar", el("strong", w.one("board"))), width="100%")
    box = el("td.alt2", login_form(w), nowrap="nowrap")
    table = el("table.tborder", el("tr", nav, box), cellpadding=6, cellspacing=1, width="100%")
    return lines(table, el("table.tborder", el("tr.vbmenu_control", bar), width="100%"))


def forum3(w: Writer) -> Html:
    """The threads of a vBulletin 3 board, each with the first lines of its text as a tooltip."""
    board = w.one("board")
    heads = [el("td.thead", el("a", w.say(key))) for key in ("topics", "last", "replies", "views")]
    head = el("tr", el("td.thead", Html("&nbsp;"), colspan=2), *heads)
    threads = el("tbody#threadbits_forum_4", lines(*(_thread3(w) for _ in w.rows(15, 45))))
    table = el(
        "table.tborder#threadslist", head, threads, cellpadding=6, cellspacing=1, width="100%"
    )
    order = choice("sort", w.say("last"), w.say("author"), w.say("views"))
    tools = el(
        "table.tborder",
        el("tr", el("td.thead", "Display Options")),
        el("tr", el("td.panelsurround", order)),
    )
    pages = el("table.tborder", el("tr", pages_of(w, current="b", wrap="td.alt1")), align="right")
    foot = el(
        "div.smallfont", f"All times are GMT +1. The time now is {w.date('%H:%M')}.", align="center"
    )
    powered = el("div.smallfont", "Powered by vBulletin® Version 3.8.7")
    new = el("a", image("images/buttons/newthread.gif", w.say("new")), href="newthread.php")
    page = el(
        "div.page",
        el("div", _logged_out3(w), new, pages, table, tools, foot, powered, align="center"),
    )
    return document(f"{board} - {w.site}", page, lang=w.language, doctype=_XHTML)


def _thread4(w: Writer) -> Html:
    number = w.id()
    user = el(
        "a.username.understate", w.one("user"), href=f"member.php?{w.id()}", title=w.say("author")
    )
    title = el(f"a.title#thread_title_{number}", w.fresh("topic"), href=f"showthread.php?{number}")
    meta = el(
        "div.threadmeta",
        el("div.author", el("span.label", "Started by ", user, ", " + w.date("%d-%m-%Y %H:%M"))),
    )
    info = el(
        "div.threadinfo", el("div.inner", el("h3.threadtitle", title), meta), title=w.excerpt(120)
    )
    stats = el(
        "ul.threadstats.td.alt",
        el("li", w.say("replies") + ": ", el("a.understate", w.replies(90), href="#")),
        el("li", f"{w.say('views')}: {w.views()}"),
        el("li.hidden", "Rating0 / 5"),
    )
    who = el(
        "dd",
        el(
            "div.popupmenu.memberaction",
            el("a.username.offline.popupctrl", el("strong", w.one("user"))),
        ),
    )
    when = el("dd", w.next_date("%d-%m-%Y, "), el("em.time", w.date("%H:%M")))
    last = el("dl.threadlastpost.td", el("dt.lastpostby.hidden", "Last Post By"), who, when)
    wrap = el("div.rating0.nonsticky", info, stats, last)
    return el(f"li.threadbit.hot#thread_{number}", wrap)


def forum4(w: Writer) -> Html:
    """The threads of a vBulletin 4 board."""
    board = w.one("board")
    user = el("div.isuser#toplinks", el("ul", el("li", login_form(w, "form#navbar_loginform"))))
    head = el("div.above#header", el("a.logo-image", image("logo.png", w.site)), user)
    nav = el(
        "div.navbar#navbar",
        link_list("ul.navtabs.floatcontainer#navtabs", [w.say("forum"), w.say("help")]),
    )
    crumbs = el(
        "div.breadcrumb#breadcrumb", link_list("ul.floatcontainer", [w.site, board], "li.navbit")
    )
    title = el(
        "div.pagetitle#pagetitle",
        el("h1", w.say("forum") + ": ", el("span.forumtitle", board)),
        el("p.description", w.one("about")),
    )
    pages = el("div.threadpagenav", el("form.pagination.popupmenu", pages_of(w, wrap="span")))
    columns = el(
        "div.threadlisthead.table",
        el("div", el("span.threadinfo", w.say("topics")), el("span.threadlastpost", w.say("last"))),
    )
    threads = el("ol.threads#threads", lines(*(_thread4(w) for _ in w.rows(12, 40))))
    body = el("div.threadlist#threadlist", columns, threads)
    legend = el(
        "div.options_block#forum_info",
        el("h4", "Icon Legend"),
        link_list("ul", ["Contains unread posts", "Hot thread", "Closed"]),
    )
    active = el("div.thread_info#thread_info", el("h4.threadinfohead", w.say("online")), online(w))
    above = el("div.above_body", head, nav)
    page = el("div.body_wrapper", crumbs, title, pages, body, legend, active)
    return document(
        board, above, page, el("div.below_body", "vBulletin 4.2.5"), lang=w.language, doctype=_XHTML
    )


def _topic5(w: Writer) -> Html:
    number = w.id()
    avatar = el(
        "a.avatar.b-avatar",
        image(f"core/customavatars/avatar{number}.png", "avatar"),
        href="/member",
    )
    title = el("a.topic-title.js-topic-title", w.fresh("topic"), href=f"/forum/{number}")
    by = el(
        "div.topic-info.h-clear.h-hide-on-small",
        "Started by ",
        el("a", w.one("user")),
        ", " + w.date("%m-%d-%Y, %I:%M %p"),
    )
    last = el(
        "div.lastpost-wrapper",
        el("a.lastpostby", w.one("user")),
        el("span.post-date", w.next_date("%m-%d-%Y, %I:%M %p")),
    )
    return el(
        "tr.topic-item.thread-item",
        el("td.cell-icon", avatar),
        el("td.cell-topic", el("div.topic-wrapper", title), by),
        el(
            "td.cell-count",
            el("div.posts-count", f"{w.replies(70)} responses"),
            el("div.views-count", f"{w.views()} views"),
        ),
        el("td.cell-lastpost", last),
        data_node_id=number,
    )


def forum5(w: Writer) -> Html:
    """The topics of a vBulletin 5 board."""
    board = w.one("board")
    tabs = el(
        "div.channel-tabbar.h-clearfix",
        link_list("ul.channel-tabbar-list", ["Forums", "Articles", "Groups"]),
    )
    head = el(
        "header.main-navbar-bottom",
        el("div.site-name", w.site),
        tabs,
        login_form(w, "form.login-form"),
    )
    title = el(
        "div.channel-info#module_6", el("h1.main-title", board), el("p.description", w.one("about"))
    )
    tools = el(
        "div.toolbar-pagenav-wrapper",
        el("div.filter", choice("time", "Today", "Last Week", "All")),
        el("div.pagenav", pages_of(w)),
    )
    columns = ("Topics", "Statistics", "Last Post")
    header = el("tr.topic-list-header", el("th"), *(el("th", name) for name in columns))
    rows = el("tbody.topic-list", lines(*(_topic5(w) for _ in w.rows(12, 25))))
    table = el("table.topic-list-container.stretch", el("thead", header), rows)
    side = el("div.canvas-widget", el("h2", "Tag Cloud"), links(w.some("tag", 4, 9)))
    body = el("div#content", title, el("div.conversation-content-widget", tools, table), side)
    return document(
        f"{board} - {w.site}",
        head,
        body,
        el("footer#footer", "Powered by vBulletin® 5.6.4"),
        lang=w.language,
    )


TEMPLATES = (
    Template("vbulletin3", "forum", forum3, ("en", "de", "es"), "/forumdisplay.php?f=4"),
    Template("vbulletin4", "forum", forum4, ("en", "fr"), "/forumdisplay.php?12-Board"),
    Template("vbulletin5", "forum", forum5, ("en", "en"), "/forum/main-category/board"),
)
