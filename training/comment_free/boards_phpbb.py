"""phpBB 2 and 3: a board's threads, the index of boards."""

from __future__ import annotations

from training.comment_free.chrome import choice, image, login_form, pages_of
from training.comment_free.markup import Html, document, el, lines, links, markup
from training.comment_free.template import Template
from training.comment_free.writer import Writer

_OLD = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'


def _head2(w: Writer) -> Html:
    menu = links([w.say("help"), w.say("search"), w.say("members"), w.say("login")], "a.mainmenu")
    logo = el("td", el("a", image("templates/subSilver/images/logo_phpBB.gif"), href="index.php"))
    title = el("td", el("span.maintitle", w.site), el("br"), el("span.gen", w.one("about")))
    row = el("tr", logo, title, el("td", el("span.mainmenu", menu), align="center"))
    return el("table", row, width="100%", cellspacing=0, cellpadding=10, border=0)


def _foot2(w: Writer) -> Html:
    when = el("span.gensmall", f"All times are GMT + {w.draw.randint(0, 3)} Hours")
    jump = el("form", choice("f", *w.some("board", 6, 8)), el("input", type="submit", value="Go"))
    copyright = el("span.copyright", "Powered by ", el("a", "phpBB"), " © 2001, 2005 phpBB Group")
    return lines(when, jump, el("div", copyright, align="center"))


def _topic2(w: Writer) -> Html:
    title, user, last = w.fresh("topic"), w.one("user"), w.one("user")
    number = w.id()
    link = el("a.topictitle", title, href=f"viewtopic.php?t={number}")
    newest = el(
        "a", image("images/icon_latest_reply.gif"), href=f"viewtopic.php?p={w.id()}#{w.id()}"
    )
    when = w.next_date("%a %b %d, %Y %-I:%M ") + w.draw.choice(("am", "pm"))
    by = el("a", last, href="profile.php?mode=viewprofile")
    poster = el("span.name", el("a", user, href="profile.php?mode=viewprofile"))
    return el(
        "tr",
        el("td.row1", image("images/folder.gif", "No new posts"), width=20, align="center"),
        el("td.row1", el("span.topictitle", link), el("span.gensmall"), el("br"), width="100%"),
        el("td.row2", el("span.postdetails", w.replies(90)), align="center"),
        el("td.row3", poster, align="center"),
        el("td.row2", el("span.postdetails", w.views()), align="center"),
        el("td.row3Right", el("span.postdetails", when, el("br"), by, newest), nowrap="nowrap"),
    )


def forum2(w: Writer) -> Html:
    """The threads of a phpBB 2 board."""
    board = w.one("board")
    names = ("topics", "replies", "author", "views", "last")
    heads = [el("th.thCornerL", Html("&nbsp;" + w.say(name) + "&nbsp;")) for name in names]
    heads[0] = el("th.thCornerL", w.say("topics"), colspan=2, nowrap="nowrap")
    rows = [el("tr", *heads), *(_topic2(w) for _ in w.rows(15, 50))]
    table = el(
        "table.forumline", lines(*rows), border=0, cellpadding=4, cellspacing=1, width="100%"
    )
    where = el("span.nav", el("a.nav", w.say("home"), href="index.php"), " -> ", el("a.nav", board))
    pages = el("span.nav", w.say("page") + " ", pages_of(w, current="b", joint=", "))
    legend = el("span.gensmall", f"{w.say('moderator')}: {w.one('user')}")
    top = markup(el("a.maintitle", board, href="viewforum.php?f=3"), el("br"), legend)
    inner = lines(_head2(w), top, where, table, pages, _foot2(w))
    frame = el("table.bodyline", el("tr", el("td.bodyline", inner)), width="100%", align="center")
    return document(f"{board} - phpBB", el("a", name="top"), frame, lang=w.language, doctype=_OLD)


def _board2(w: Writer, name: str) -> Html:
    when = w.date("%a %b %d, %Y %-I:%M ") + w.draw.choice(("am", "pm"))
    last = el("a", w.one("user"), href="profile.php?mode=viewprofile")
    forum = el("span.forumlink", el("a.forumlink", name, href=f"viewforum.php?f={w.id() % 90}"))
    about = el("span.genmed", w.fresh("about"), el("br"))
    by = el("span.gensmall", f"{w.say('moderator')} {w.one('user')}")
    return el(
        "tr",
        el("td.row1", image("images/folder_big.gif", width=46), height=50, align="center"),
        el("td.row1", forum, el("br"), about, by, width="100%"),
        el("td.row2", el("span.gensmall", w.figure(3, 900)), align="center"),
        el("td.row2", el("span.gensmall", w.figure(900, 40000)), align="center"),
        el("td.row2", el("span.gensmall", when, el("br"), last), align="center", nowrap="nowrap"),
    )


def index2(w: Writer) -> Html:
    """The boards of a phpBB 2 site."""
    names = w.some("board", 8, 10)
    heads = [el("th.thTop", w.say(key)) for key in ("forum", "topics", "posts", "last")]
    cat = el("td.catLeft", el("span.cattitle", el("a.cattitle", w.one("board"))), colspan=5)
    cat2 = el("td.catLeft", el("span.cattitle", el("a.cattitle", w.one("board"))), colspan=5)
    rows = [_board2(w, name) for name in names]
    body = lines(el("tr", *heads), el("tr", cat), *rows[:4], el("tr", cat2), *rows[4:])
    table = el("table.forumline", body, width="100%", cellpadding=2, cellspacing=1)
    total = (
        f"{w.say('posts')}: {w.figure(20000, 90000)} - {w.say('members')}: {w.figure(200, 4000)}"
    )
    who = el("table.forumline", el("tr", el("td.row1", el("span.gensmall", total))), width="100%")
    inner = lines(_head2(w), table, who, login_form(w), _foot2(w))
    frame = el("table", el("tr", el("td.bodyline", inner)), width="100%")
    return document(w.site, frame, lang=w.language, doctype=_OLD)


def _head3(w: Writer, board: str) -> Html:
    crumbs = el("span.crumb", el("a", w.say("home"), itemprop="url"), itemprop="itemListElement")
    crumb = el(
        "span.crumb", el("a", el("span", board, itemprop="title"), href="./viewforum.php?f=7")
    )
    nav = el("ul.nav-main.linklist#nav-main", links([w.say("help"), w.say("login")], wrap="li"))
    description = el(
        "div.site-description#site-description", el("h1", w.site), el("p", w.one("about"))
    )
    bar = el("div.headerbar", el("div.inner", description))
    crumbs_ = el("ul.nav-breadcrumbs.linklist.navlinks", el("li.breadcrumbs", crumbs, crumb))
    return el("div.page-header", bar, el("div.navbar", el("div.inner", nav, crumbs_)))


def _user3(w: Writer) -> Html:
    return el("a.username", w.one("user"), href=f"./memberlist.php?mode=viewprofile&u={w.id()}")


def _topic3(w: Writer) -> Html:
    title = el("a.topictitle", w.fresh("topic"), href=f"./viewtopic.php?f=7&t={w.id()}")
    form = w.draw.choice(("%a %b %d, %Y %-I:%M ", "%d. %b %Y, %H:%M"))
    started = el(
        "div.topic-poster.responsive-hide", w.say("by") + " ", _user3(w), " » ", w.date(form)
    )
    last = el(
        "span",
        el("dfn", w.say("last") + " "),
        w.say("by") + " ",
        _user3(w),
        el("br"),
        w.next_date(form),
    )
    replies = el("dd.posts", w.replies(90) + " ", el("dfn", w.say("replies")))
    views = el("dd.views", w.views() + " ", el("dfn", w.say("views")))
    inner = el("div.list-inner", title, el("br"), started)
    dl = el("dl.row-item.topic_read", el("dt", inner), replies, views, el("dd.lastpost", last))
    return el("li.row." + w.draw.choice(("bg1", "bg2")), dl)


def forum3(w: Writer) -> Html:
    """The threads of a phpBB 3 board."""
    board = w.one("board")
    keys = (("dd.posts", "replies"), ("dd.views", "views"), ("dd.lastpost", "last"))
    heads = el("dt", el("div.list-inner", w.say("topics")))
    header = el("li.header", el("dl.row-item", heads, *(el(as_, w.say(key)) for as_, key in keys)))
    topics = el("ul.topiclist.topics", lines(*(_topic3(w) for _ in w.rows(12, 45))))
    inner = el("div.inner", el("ul.topiclist", header), topics)
    count = f"{w.figure(200, 4000)} {w.say('topics')} • "
    bar = el(
        "div.action-bar.bar-top",
        el("a.button", w.say("new")),
        el("div.pagination", count, pages_of(w)),
    )
    can = el(
        "p", "You cannot post new topics in this forum", el("br"), "You cannot reply to topics"
    )
    rights = el("div.stat-block.permissions", el("h3", "Forum permissions"), can)
    body = el(
        "div.page-body#page-body",
        el("h2.forum-title", el("a", board)),
        bar,
        el("div.forumbg", inner),
        rights,
    )
    wrap = el("div.wrap#wrap", _head3(w, board), body, el("div.copyright", "Powered by phpBB®"))
    return document(
        f"{board} - {w.site}",
        wrap,
        lang=w.language,
        body_as="body.nojs.section-viewforum.ltr#phpbb",
    )


def _board3(w: Writer, name: str) -> Html:
    title = el("a.forumtitle", name, href=f"./viewforum.php?f={w.id() % 99}")
    inner = el("div.list-inner", title, el("br"), w.fresh("about"))
    subject = el("a.lastsubject", w.fresh("topic"), href=f"./viewtopic.php?p={w.id()}")
    last = el(
        "span",
        subject,
        el("br"),
        w.say("by") + " ",
        _user3(w),
        el("br"),
        w.date("%d. %b %Y, %H:%M"),
    )
    dl = el(
        "dl.row-item.forum_read",
        el("dt", inner),
        el("dd.topics", w.figure(2, 900) + " ", el("dfn", w.say("topics"))),
        el("dd.posts", w.figure(900, 20000) + " ", el("dfn", w.say("posts"))),
        el("dd.lastpost", last),
    )
    return el("li.row", dl)


def index3(w: Writer) -> Html:
    """The boards of a phpBB 3 site."""
    boards = el(
        "ul.topiclist.forums", lines(*(_board3(w, name) for name in w.some("board", 7, 10)))
    )
    head = el(
        "li.header", el("dl.row-item", el("dt", el("div.list-inner", el("a", w.say("forum")))))
    )
    category = el("div.forabg", el("div.inner", el("ul.topiclist", head), boards))
    posts = f"{w.say('posts')} {w.figure(20000, 90000)}"
    total = f"{posts} • {w.say('topics')} {w.figure(2000, 9000)} • {w.say('members')} 612"
    stats = el("div.stat-block.statistics", el("h3", w.say("statistics")), el("p", total))
    who = el(
        "div.stat-block.online-list",
        el("h3", w.say("online")),
        el("p", Html(", ".join(_user3(w) for _ in range(6)))),
    )
    body = el("div.page-body#page-body", category, login_form(w, "form.headerspace"), who, stats)
    wrap = el(
        "div.wrap#wrap", _head3(w, w.say("forum")), body, el("div.copyright", "Powered by phpBB®")
    )
    return document(w.site, wrap, lang=w.language, body_as="body.section-index#phpbb")


TEMPLATES = (
    Template("phpbb2-forum", "forum", forum2, ("en", "ru", "es"), "/viewforum.php?f=3"),
    Template("phpbb2-index", "forum", index2, ("en", "de"), "/index.php"),
    Template("phpbb3-forum", "forum", forum3, ("de", "fr", "en"), "/viewforum.php?f=7"),
    Template("phpbb3-index", "forum", index3, ("ru", "en"), "/index.php"),
)
