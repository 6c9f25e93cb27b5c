"""Discuz!, Tieba, Douban, V2EX and Zhihu: threads, groups, questions."""

from __future__ import annotations

from training.comment_free.chrome import image, link_list, login_form, pages_of
from training.comment_free.markup import Html, document, el, lines, links
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _thread_discuz(w: Writer, kind: str) -> Html:
    number = w.id()
    sort = el("em", "[", el("a", w.one("tag")), "]")
    title = el("th.common", sort, el("a.s.xst", w.fresh("topic"), href=f"thread-{number}-1-1.html"))
    author = el(
        "td.by",
        el("cite", el("a", w.one("user"), href=f"space-uid-{w.id()}.html")),
        el("em", el("span", w.date("%Y-%-m-%-d"))),
    )
    num = el("td.num", el("a.xi2", w.replies(90)), el("em", w.views().replace(",", "")))
    last = el(
        "td.by",
        el("cite", el("a", w.one("user"))),
        el("em", el("a", w.next_date("%Y-%-m-%-d %H:%M"))),
    )
    row = el(
        "tr",
        el("td.icn", el("a", image("static/image/common/folder_common.gif"))),
        title,
        author,
        num,
        last,
    )
    return el(f"tbody#{kind}thread_{number}", row)


def discuz(w: Writer) -> Html:
    """The threads of a Discuz! board."""
    board = w.one("board")
    nav = el("div#nv", link_list("ul", ["论坛", "导读", "排行榜", "家园"]))
    head = el(
        "div#hd",
        el(
            "div.wp",
            el(
                "div.hdc.cl",
                el("h2", el("a", image("logo.png", w.site))),
                login_form(w, "form#lsform"),
            ),
            nav,
        ),
    )
    path = el("div.bm.cl#pt", el("div.z", links([w.site, "论坛", board])))
    title = el(
        "div.bm_h.cl",
        el(
            "h1.xs2",
            el("a", board),
            el(
                "span.xs1.xw0.i",
                f"今日: {w.draw.randint(0, 90)} | 主题: {w.figure(900, 9000)} | 排名: 7",
            ),
        ),
    )
    info = el(
        "div.bm.bml.pbn",
        title,
        el("div.bm_c.cl", el("div", "版主: ", el("span.xi2", el("a", w.one("user"))))),
    )
    heads = el(
        "tr",
        el("td", "筛选: ", links(["全部主题", "最新", "热门", "精华"], "a.xi2"), colspan=2),
        el("td.by", "作者"),
        el("td.num", "回复/查看"),
        el("td.by", "最后发表"),
    )
    rows = [_thread_discuz(w, "stick") for _ in range(3)] + [
        el(
            "tbody#separatorline",
            el("tr.ts", el("td", Html("&nbsp;")), el("th", el("a", "版块主题"))),
        )
    ]
    rows += [_thread_discuz(w, "normal") for _ in w.rows(15, 45)]
    table = el(
        "div.bm_c",
        el("form", el("table#threadlisttableid", lines(*rows), cellspacing=0, cellpadding=0)),
    )
    pages = el(
        "div.pgs.cl#pgt",
        el("span#fd_page_top", el("div.pg", pages_of(w))),
        el("a#newspecial", image("pn_post.png", "发新帖")),
    )
    main = el(
        "div.boardnav#ct",
        el(
            "div.mn",
            info,
            pages,
            el("div.tl.bm.bmw#threadlist", el("div.th", el("table", heads)), table),
        ),
    )
    foot = el("div.wp.cl#ft", el("p", "Powered by ", el("strong", "Discuz!"), " X3.4"))
    return document(
        f"{board} - {w.site}",
        head,
        el("div.wp#wp", path, main),
        foot,
        lang="zh-CN",
        body_as="body.pg_forumdisplay#nv_forum",
    )


def _thread_tieba(w: Writer) -> Html:
    number, title = w.id(), w.fresh("topic")
    name = el(
        "div.threadlist_title.pull_left.j_th_tit",
        el("a.j_th_tit", title, href=f"/p/{number}", title=title),
    )
    author = el(
        "div.threadlist_author.pull_right",
        el(
            "span.tb_icon_author",
            el("span.frs-author-name-wrap", el("a.frs-author-name.j_user_card", w.one("user"))),
        ),
        el("span.pull-right.is_show_create_time", w.date("%-m-%-d")),
    )
    abstract = el("div.threadlist_abs.threadlist_abs_onlyline", w.excerpt(90))
    last = el(
        "div.threadlist_author.pull_right",
        el("span.tb_icon_author_rely.j_replyer", el("a", w.one("user"))),
        el("span.threadlist_reply_date.pull_right.j_reply_data", w.next_date("%H:%M", 20)),
    )
    detail = (
        el("div.threadlist_detail.clearfix", el("div.threadlist_text.pull_left", abstract), last)
        if w.chance(0.8)
        else None
    )
    left = el(
        "div.col2_left.j_threadlist_li_left",
        el("span.threadlist_rep_num.center_text", w.replies(300), title="回复"),
    )
    right = el(
        "div.col2_right.j_threadlist_li_right",
        el("div.threadlist_lz.clearfix", name, author),
        detail,
    )
    return el("li.j_thread_list.clearfix", el("div.t_con.cleafix", left, right), data_tid=number)


def tieba(w: Writer) -> Html:
    """The threads of a Tieba bar, with the first lines of most."""
    bar = w.one("thing") + "吧"
    search = el("form.search_form", el("input.search_ipt", type="text"), el("button", "进入贴吧"))
    card = el(
        "div.card_banner.card_title",
        el("a.card_title_fname", bar),
        el("span.card_numLabel", "关注"),
        el("span.card_menNum", w.figure(9000, 900000)),
        el("span.card_infoNum", w.figure(90000, 9000000)),
        el("p.card_slogan", w.one("about")),
    )
    tabs = el("div.nav_wrap", link_list("ul.nav_list", ["看贴", "图片", "精品", "玩乐"]))
    items = el(
        "ul.threadlist_bright.j_threadlist_bright#thread_list",
        lines(*(_thread_tieba(w) for _ in w.rows(25, 50))),
    )
    pages = el(
        "div.pagination-default.clearfix#frs_list_pager",
        pages_of(w, "a.pagination-item", "span.pagination-current"),
    )
    side = el(
        "div.aside",
        el(
            "div.region_bright",
            el("h4", "贴吧热议榜"),
            link_list("ol.topic_list", [w.fresh("topic") for _ in range(8)]),
        ),
        el("div.region_bright", el("p", "吧主：", w.one("user"))),
    )
    main = el("div.content.clearfix", el("div.main#content_leftList", items, pages), side)
    return document(
        f"{bar}-百度贴吧",
        el("div.head_inner", search),
        el("div.wrap2", card, tabs, main),
        lang="zh-CN",
    )


def _row_douban(w: Writer) -> Html:
    title = w.fresh("topic")
    return el(
        "tr",
        el("td.title", el("a", title, href=f"/group/topic/{w.id()}/", title=title)),
        el("td", el("a", w.one("user"), href=f"/people/{w.id()}/"), nowrap="nowrap"),
        el("td.r-count", w.replies(300) if w.chance(0.8) else "", nowrap="nowrap"),
        el("td.time", w.next_date("%m-%d %H:%M", 60), nowrap="nowrap"),
    )


def douban(w: Writer) -> Html:
    """The threads of a Douban group."""
    group = w.one("city") + w.one("group")
    nav = el(
        "div.nav#db-nav-group",
        el(
            "div.nav-wrap",
            el("div.nav-logo", el("a", "豆瓣小组")),
            link_list("ul", ["精选", "文化", "行摄", "娱乐"]),
        ),
    )
    about = el(
        "div.group-board",
        el("p", f"创建于{w.date('%Y-%m-%d', 4_000_000)} 组长：", el("a", w.one("user"))),
        el("div.group-intro", w.excerpt(200)),
    )
    heads = el("tr.th", *(el("td", name) for name in ("讨论", "作者", "回应", "最后回应")))
    table = el("table.olt", heads, lines(*(_row_douban(w) for _ in w.rows(25, 30))))
    side = el(
        "div.aside",
        el("div.mod", el("h2", "友情小组"), link_list("ul", w.some("group", 3, 5))),
        el("div.mod", el("h2", "最近加入"), link_list("dl.obu", w.some("user", 6, 8), "dd")),
    )
    article = el(
        "div.article",
        el("div#group-info", el("h1", group)),
        about,
        el("div.topic-tab", links(["最近讨论", "最热讨论"])),
        el("div", table),
        el("div.group-topics-more", el("a", "> 更多小组讨论")),
    )
    content = el("div#content", el("div.grid-16-8.clearfix", article, side))
    return document(
        f"{group}",
        nav,
        el("div#wrapper", content, el("div#footer", "© 2005－2024 douban")),
        lang="zh-CN",
    )


def _cell_v2ex(w: Writer) -> Html:
    number, user = w.id(), w.one("user")
    face = el(
        "a", image(f"/avatar/{number}.png", user, class_="avatar", border=0), href=f"/member/{user}"
    )
    dot = Html(" &nbsp;•&nbsp; ")
    info = el(
        "span.topic_info",
        el("a.node", w.one("node")),
        dot,
        el("strong", el("a", user)),
        dot,
        el("span", w.next_since(20), title="x"),
        dot,
        "最后回复来自 ",
        el("strong", el("a", w.one("user"))),
    )
    middle = el(
        "td",
        el("span.item_title", el("a.topic-link", w.fresh("topic"), href=f"/t/{number}#reply3")),
        el("div.sep5"),
        info,
        width="auto",
        valign="middle",
    )
    count = el("td", el("a.count_livid", w.replies(200)), width=70, align="right", valign="middle")
    row = el(
        "tr",
        el("td", face, width=48, valign="top", align="center"),
        el("td", width=10),
        middle,
        count,
    )
    return el(
        "div.cell.item", el("table", row, cellpadding=0, cellspacing=0, border=0, width="100%")
    )


def v2ex(w: Writer) -> Html:
    """V2EX's front page: a table for each of the threads."""
    top = el(
        "div#Top",
        el(
            "div.content",
            el(
                "div.site-nav",
                el("a#Logo"),
                el("div.tools", links(["首页", "注册", "登录"], "a.top")),
            ),
        ),
    )
    tabs = el(
        "div.inner#Tabs",
        links(["技术", "创意", "好玩", "Apple", "酷工作", "交易", "城市", "问与答"], "a.tab"),
    )
    sub = el("div.cell#SecondaryTabs", links(w.some("node", 4, 7)))
    more = el("div.inner", el("span.chevron", "»"), Html(" &nbsp;"), el("a", "更多新主题"))
    main = el(
        "div#Main",
        el("div.sep20"),
        el("div.box", tabs, sub, lines(*(_cell_v2ex(w) for _ in w.rows(30, 50))), more),
    )
    hot = [
        el(
            "div.cell",
            el(
                "table",
                el(
                    "tr",
                    el("td", image("/avatar/s.png")),
                    el("td", el("span.item_hot_topic_title", el("a", w.fresh("topic")))),
                ),
            ),
        )
        for _ in range(8)
    ]
    side = el(
        "div#Rightbar",
        el(
            "div.box",
            el("div.cell", el("strong", "V2EX = way to explore")),
            el("div.inner", "V2EX 是一个关于分享和探索的地方"),
        ),
        el("div.box#TopicsHot", el("div.cell", "今日热议主题"), lines(*hot)),
    )
    return document(
        "V2EX",
        top,
        el("div#Wrapper", el("div.content", side, main)),
        el("div#Bottom", el("div.inner", "关于 · 帮助文档 · 博客")),
        lang="zh-CN",
    )


def _item_zhihu(w: Writer) -> Html:
    number = w.id()
    title = el(
        "h2.ContentItem-title",
        el(
            "div",
            el("a", w.fresh("question"), href=f"/question/{number}"),
            itemprop="zhihu:question",
        ),
    )
    meta = el(
        "div.QuestionItem-meta",
        f"{w.figure(3, 900)} 个回答 · {w.figure(9, 9000)} 个关注 · {w.since(90000)}",
    )
    text = (
        el(
            "div.RichContent.is-collapsed",
            el("span.RichText", w.excerpt(110)),
            el("button.Button", "阅读全文"),
        )
        if w.chance(0.6)
        else None
    )
    actions = el(
        "div.ContentItem-actions",
        el("button.FollowButton", "关注问题"),
        el("button", "写回答"),
        el("button", "邀请回答"),
    )
    return el("div.List-item.TopicFeedItem", el("div.ContentItem", title, text, meta, actions))


def zhihu(w: Writer) -> Html:
    """The questions of a Zhihu topic."""
    topic = w.one("tag")
    head = el(
        "header.AppHeader",
        el(
            "div.AppHeader-inner",
            link_list("ul.AppHeader-Tabs", ["首页", "发现", "等你来答"]),
            el("button", "登录"),
            el("button", "注册"),
        ),
    )
    card = el(
        "div.Card.TopicCard",
        el("h1.TopicMetaCard-title", topic),
        el("div.TopicMetaCard-description", f"{topic}相关的问题、经验与讨论。"),
    )
    tabs = link_list("ul.Tabs.TopicTabs", ["简介", "讨论", "精华", "等待回答"], "li.Tabs-item")
    items = el("div.ListShortcut", lines(*(_item_zhihu(w) for _ in w.rows(12, 30))))
    side = el(
        "div.Topic-sideColumn",
        el("div.Card", el("h2", "相关话题"), links(w.some("tag", 4, 7), "a.TopicLink")),
        el("div.Card", el("span", "关注者"), el("strong", w.figure(9000, 900000))),
    )
    main = el("div.ContentLayout", el("div.ContentLayout-mainColumn", card, tabs, items), side)
    return document(
        f"{topic} - 知乎", el("div#root", head, el("main.App-main", main)), lang="zh-CN"
    )


TEMPLATES = (
    Template("discuz", "forum", discuz, ("zh", "zh", "zh"), "/forum-37-1.html"),
    Template("tieba", "forum", tieba, ("zh", "zh"), "/f?kw=bar"),
    Template("douban-group", "forum", douban, ("zh", "zh"), "/group/12345/"),
    Template("v2ex", "forum", v2ex, ("zh", "zh"), "/?tab=all"),
    Template("zhihu", "qa", zhihu, ("zh", "zh"), "/topic/19550517/newest"),
)
