"""SMF, MyBB and the two IP.Boards: a board's threads."""

from __future__ import annotations

from training.comment_free.chrome import choice, image, link_list, login_form, online, pages_of
from training.comment_free.markup import Html, document, el, lines, links, markup
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _topic_smf(w: Writer) -> Html:
    number = w.id()
    subject = el(
        f"span#msg_{number}", el("a", w.fresh("topic"), href=f"index.php?topic={number}.0")
    )
    by = el(
        "p",
        "Started by ",
        el("a", w.one("user"), title="View the profile"),
        el(f"small#pages{number}"),
    )
    last = markup(
        el("a", image("Themes/default/images/icons/last_post.gif", w.say("last"))),
        w.next_date("%B %d, %Y, %I:%M:%S %p"),
        el("br"),
        w.say("by") + " ",
        el("a", w.one("user")),
    )
    shade = w.draw.choice(("windowbg", "windowbg2"))
    return el(
        "tr",
        el(f"td.icon1.{shade}", image("Themes/default/images/topic/normal_post.gif")),
        el(f"td.icon2.{shade}", image("Themes/default/images/post/xx.gif")),
        el(f"td.subject.{shade}", el("div", subject, by)),
        el(
            f"td.stats.{shade}",
            f"{w.replies(80)} {w.say('replies')}",
            el("br"),
            f"{w.views()} {w.say('views')}",
        ),
        el(f"td.lastpost.{shade}", last),
    )


def smf(w: Writer) -> Html:
    """The topics of an SMF board."""
    board = w.one("board")
    menu = link_list(
        "ul.dropmenu#menu_nav", [w.say("home"), w.say("help"), w.say("search"), w.say("login")]
    )
    news = el("div.news.normaltext", el("h2", "News: "), el("p", w.one("about")))
    top = el("div#upper_section", el("div.user", login_form(w, "form#guest_form")), news)
    tree = el("div.navigate_section", el("ul", links([w.site, board], "a", "li")))
    heads = [el("th", el("a", w.say(key)), scope="col") for key in ("topics", "replies", "last")]
    head = el("thead", el("tr.catbg", el("th.first_th", Html("&nbsp;"), colspan=2), *heads))
    rows = el("tbody", lines(*(_topic_smf(w) for _ in w.rows(15, 40))))
    table = el(
        "div.tborder.topic_table#messageindex", el("table.table_grid", head, rows, cellspacing=0)
    )
    pages = el(
        "div.pagesection",
        el("div.pagelinks", "Pages: [", el("strong", "1"), "] ", pages_of(w, "a.navPages")),
    )
    icons = el(
        "div.tborder#topic_icons",
        el(
            "div.description",
            el(
                "p.floatleft.smalltext",
                image("normal_post.gif"),
                " Normal Topic",
                el("br"),
                image("hot_post.gif"),
                " Hot Topic",
            ),
        ),
    )
    content = el(
        "div#content_section", el("div#main_content_section", tree, pages, table, pages, icons)
    )
    return document(
        board,
        el(
            "div#wrapper",
            el("div#header", el("h1.forumtitle", w.site), top),
            el("div#main_menu", menu),
            content,
            el("div#footer_section", "SMF 2.0.19 | SMF © 2020"),
        ),
        lang=w.language,
    )


def _thread_mybb(w: Writer) -> Html:
    number = w.id()
    title = el(
        f"span.subject_new#tid_{number}", el("a", w.fresh("topic"), href=f"thread-{number}.html")
    )
    author = el("div.author.smalltext", el("a", w.one("user"), href=f"user-{w.id()}.html"))
    last = el(
        "span.lastpost.smalltext",
        w.next_date("%m-%d-%Y, %I:%M %p"),
        el("br"),
        el("a", w.say("last")),
        ": ",
        el("a", w.one("user")),
    )
    rating = el(
        "ul.star_rating",
        lines(*(el("li", el("a.one_star", f"{n} star out of 5")) for n in range(1, 6))),
    )
    return el(
        "tr.inline_row",
        el(
            "td.trow1.forumdisplay_regular",
            el("span.thread_status.newfolder", Html("&nbsp;")),
            align="center",
        ),
        el("td.trow2.forumdisplay_regular", el("div", el("span", title), author)),
        el("td.trow1.forumdisplay_regular", el("a", w.replies(60), href="#"), align="center"),
        el("td.trow2.forumdisplay_regular", w.views(), align="center"),
        el(
            "td.trow1.forumdisplay_regular",
            rating,
            f"{w.draw.randint(0, 4)} Vote(s) - 0 out of 5",
            align="center",
        ),
        el("td.trow2.forumdisplay_regular", last, style="white-space: nowrap; text-align: right;"),
    )


def mybb(w: Writer) -> Html:
    """The threads of a MyBB board."""
    board = w.one("board")
    panel = el("div#panel", el("div.upper", el("div.wrapper", login_form(w, "div.welcome"))))
    menu = el(
        "ul.menu.top_links", links([w.say("search"), w.say("members"), w.say("help")], wrap="li")
    )
    header = el("div#header", el("div#logo", el("a", image("logo.png", w.site)), menu), panel)
    crumbs = el("div.navigation", links([w.site]), " › ", el("span.active", board))
    names = ("author", "replies", "views", "new", "last")
    heads = el(
        "tr",
        el("td.tcat", el("a", w.say("topics")), colspan=2),
        *(el("td.tcat", el("span.smalltext", w.say(n))) for n in names[1:]),
    )
    title = el(
        "tr",
        el(
            "td.thead",
            el(
                "div.float_right",
                el("span.smalltext", el("strong", el("a", "Mark this forum read"))),
            ),
            el("strong", board),
            colspan=7,
        ),
    )
    rows = lines(title, heads, *(_thread_mybb(w) for _ in w.rows(10, 30)))
    table = el("table.tborder.clear", rows, border=0, cellspacing=0, cellpadding=5)
    pages = el(
        "div.pagination",
        el("span.pages", "Pages (44):"),
        pages_of(w, "a.pagination_page", "span.pagination_current"),
    )
    legend = el(
        "div.float_left",
        el(
            "dl.thread_legend.smalltext",
            lines(*(el("dd", text) for text in ("New Posts", "Hot Thread", "No New Posts"))),
        ),
    )
    content = el(
        "div#content",
        el(
            "div.wrapper",
            crumbs,
            pages,
            table,
            pages,
            legend,
            choice("fid", *w.some("board", 5, 8)),
        ),
    )
    return document(
        f"{w.site} - {board}",
        el("div#container", header, content, el("div#footer", "Powered By MyBB")),
        lang=w.language,
    )


def _topic_ipb3(w: Writer) -> Html:
    number = w.id()
    span = el("span", w.fresh("topic"), itemprop="name")
    title = el(f"a.topic_title#tid-link-{number}", span, itemprop="url", href=f"/topic/{number}/")
    by = el(
        "div.desc.lighter.blend_links",
        "Started by ",
        el("a", el("span", w.one("user"), itemprop="name"), itemprop="creator"),
        ", " + w.date("%d %b %Y"),
    )
    last = el(
        "ul.last_post.ipsType_small",
        el("li", el("a", w.one("user"))),
        el("li", el("a.lighter", w.next_date("%d %b %Y"))),
    )
    stats = el(
        "ul", el("li", f"{w.replies(70)} replies"), el("li.views.desc", f"{w.views()} views")
    )
    face = el("a.ipsUserPhotoLink.left", image(f"photo-thumb-{number}.jpg", "Photo"))
    return el(
        f"tr.__topic.expandable#trow_{number}",
        el("td.col_f_icon.altrow.short", image("f_icon_read.png")),
        el("td.col_f_content", el("h4", title), by),
        el("td.col_f_preview.__topic_preview", el("a.expander.closed", Html("&nbsp;"))),
        el("td.col_f_views.desc.blend_links", stats),
        el("td.col_f_post", face, last),
        itemscope="itemscope",
        itemtype="http://schema.org/Article",
        data_tid=number,
    )


def ipb3(w: Writer) -> Html:
    """The topics of an IP.Board 3 board."""
    board = w.one("board")
    user = el(
        "div#user_navigation",
        el("ul.ipsList_inline", links(["Sign In", "Create Account"], wrap="li")),
    )
    head = el("div.clearfix#header_bar", user)
    brand = el(
        "div#branding", el("div.main_width", el("div#logo", el("a", image("logo.png", w.site))))
    )
    nav = el(
        "div.clearfix#primary_nav",
        link_list("ul.ipsList_inline#community_app_menu", ["Forums", "Members", "Calendar"]),
    )
    crumbs = el("div.breadcrumb.top", el("ol#breadcrumb", links([w.site, board], "a", "li")))
    heads = el(
        "tr.header", *(el("th", name) for name in ("", "Topic", "", "Stats", "Last Post Info"))
    )
    table = el(
        "table.ipb_table.topic_list#forum_table",
        heads,
        lines(*(_topic_ipb3(w) for _ in w.rows(15, 30))),
    )
    box = el("div.ipsBox", el("div.ipsBox_container", table))
    pages = el(
        "div.topic_controls", el("ul.pagination.left.ipsList_inline", pages_of(w, wrap="li.page"))
    )
    active = el(
        "div.active_users.stats#forum_active_users",
        el("p.statistics_head", "1 user(s) are reading this forum"),
        online(w),
    )
    filters = el(
        "div.maintitle",
        el("span.main_forum_title", board),
        link_list("ul.ipsList_inline", ["Recently Updated", "Start Date", "Most Viewed"]),
    )
    content = el(
        "div.clearfix#content",
        crumbs,
        el("h1.ipsType_pagetitle", board),
        pages,
        filters,
        box,
        pages,
        active,
    )
    return document(
        f"{board} - {w.site}", el("div#ipbwrapper", head, brand, nav, content), lang=w.language
    )


def _row_ipb4(w: Writer) -> Html:
    number, user = w.id(), w.one("user")
    title = el(
        "span.ipsType_break.ipsContained",
        el("a", el("span", w.fresh("topic")), href=f"/topic/{number}/", data_ipsHover=""),
    )
    start = el("time", w.date("%B %d, %Y"), datetime=w.date("%Y-%m-%dT%H:%M:%SZ"))
    meta = el(
        "div.ipsDataItem_meta.ipsType_reset.ipsType_light",
        "By ",
        el("a.ipsType_break", user),
        ", ",
        start,
    )
    stats = el(
        "ul.ipsDataItem_stats",
        lines(
            *(
                el(
                    "li",
                    el("span.ipsDataItem_stats_number", number_),
                    " ",
                    el("span.ipsDataItem_stats_type", name),
                )
                for number_, name in ((w.replies(80), "replies"), (w.views(), "views"))
            )
        ),
    )
    photo = el("a.ipsUserPhoto.ipsUserPhoto_tiny", image(f"/uploads/monthly/{number}.png", user))
    when = el("a.ipsType_blendLinks", el("time", w.next_since(400), datetime="2020-01-01"))
    last = el(
        "ul.ipsDataItem_lastPoster.ipsDataItem_withPhoto",
        el("li", photo),
        el("li", el("a.ipsType_break", w.one("user"))),
        el("li.ipsType_light", when),
    )
    return el(
        "li.ipsDataItem.ipsDataItem_responsivePhoto",
        el("div.ipsDataItem_main", el("h4.ipsDataItem_title", title), meta),
        stats,
        last,
        data_rowID=number,
    )


def ipb4(w: Writer) -> Html:
    """The topics of an Invision Community 4 board."""
    board = w.one("board")
    user = link_list(
        "ul.ipsList_inline.ipsPos_right#elUserNav", ["Existing user? Sign In", "Sign Up"]
    )
    nav = el(
        "nav.ipsLayout_container#ipsLayout_mainNav",
        link_list("ul.ipsNavBar_primary", ["Browse", "Activity", "Leaderboard"]),
    )
    head = el("div#ipsLayout_header", el("header", el("a#elSiteTitle", w.site), user), nav)
    crumbs = el("nav.ipsBreadcrumb.ipsBreadcrumb_top", link_list("ul", ["Home", board]))
    title = el(
        "header.ipsPageHeader",
        el("h1.ipsType_pageTitle", board),
        el("div.ipsType_richText", el("p", w.one("about"))),
    )
    bar = el(
        "div.ipsButtonBar",
        el("ul.ipsPagination", pages_of(w, wrap="li.ipsPagination_page")),
        link_list("ul.ipsButtonRow", ["Sort By"]),
    )
    rows = el(
        "ol.ipsDataList.ipsDataList_zebra.cForumTopicTable.cTopicList",
        lines(*(_row_ipb4(w) for _ in w.rows(12, 25))),
    )
    box = el(
        "div.ipsBox",
        el("h2.ipsType_sectionTitle", f"{w.figure(90, 900)} topics in this forum"),
        bar,
        rows,
    )
    browsing = el(
        "div.ipsWidget.ipsBox",
        el("h3.ipsWidget_title", "Recently Browsing 0 members"),
        el("p", "No registered users viewing this page."),
    )
    main = el("main.ipsLayout_container#ipsLayout_body", crumbs, title, box, browsing)
    return document(
        f"{board} - {w.site}",
        head,
        main,
        el("footer#ipsLayout_footer", "Powered by Invision Community"),
        lang=w.language,
        body_as="body.ipsApp.ipsApp_front",
    )


TEMPLATES = (
    Template("smf", "forum", smf, ("en", "es"), "/index.php?board=4.0"),
    Template("mybb", "forum", mybb, ("en", "fr"), "/forum-4.html"),
    Template("ipb3", "forum", ipb3, ("en", "en"), "/forum/12-board/"),
    Template("ipb4", "forum", ipb4, ("en", "de"), "/forum/12-board/"),
)
