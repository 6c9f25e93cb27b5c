"""Discourse, Vanilla, NodeBB and Flarum: latest topics, and Discourse's categories."""

from __future__ import annotations

from training.comment_free.chrome import image, link_list, search_form
from training.comment_free.markup import Html, document, el, lines, links
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _face(w: Writer, what: str = "a", size: int = 25) -> Html:
    user = w.one("user")
    return el(
        what,
        image(f"/avatar/{w.slug(user)}/{size}.png", user, width=size, height=size, class_="avatar"),
        data_user_card=user,
    )


def _badge(w: Writer) -> Html:
    return el(
        "a.badge-wrapper.bullet",
        el("span.badge-category.clear-badge", el("span.category-name", w.one("board"))),
    )


def _topic(w: Writer) -> Html:
    number = w.id()
    title = el(
        "a.title.raw-link.raw-topic-link",
        w.fresh("topic"),
        href=f"/t/{number}",
        data_topic_id=number,
    )
    tags = el("div.discourse-tags", links(w.some("tag", 0, 2), "a.discourse-tag.simple"))
    posters = lines(*(_face(w) for _ in range(w.draw.randint(1, 5))))
    replies = el("a.post-activity.badge-posts", el("span.number", w.replies(90)))
    age = el("a.post-activity", el("span.relative-date", w.next_since(200, "short")))
    return el(
        "tr.topic-list-item.ember-view",
        el(
            "td.main-link.clearfix.topic-list-data",
            el("span.link-top-line", title),
            el("div.link-bottom-line", _badge(w), tags),
        ),
        el("td.posters.topic-list-data", posters),
        el("td.num.posts-map.posts.topic-list-data", replies),
        el("td.num.views.topic-list-data", el("span.number", w.views())),
        el("td.num.age.activity.topic-list-data", age),
        data_topic_id=number,
    )


def _pinned(w: Writer) -> Html:
    text = el("div.topic-excerpt", el("a", w.excerpt(260)))
    title = el("a.title.raw-link", f"Welcome to {w.site}", href="/t/welcome/5")
    main = el(
        "td.main-link.topic-list-data",
        el("span.link-top-line", title),
        el("div.link-bottom-line", _badge(w)),
        text,
    )
    rest = (
        el("td.posters", _face(w)),
        el("td.num.posts", "0"),
        el("td.num.views", "12.3k"),
        el("td.num.age", "2y"),
    )
    return el("tr.topic-list-item.has-excerpt.pinned", main, *rest)


def _header(w: Writer) -> Html:
    logo = el("div.title", el("a", el("h1.text-logo#site-text-logo", w.site), href="/"))
    buttons = el(
        "span.header-buttons",
        el("button.btn.sign-up-button", "Sign Up"),
        el("button.btn.login-button", "Log In"),
    )
    return el("header.d-header", el("div.wrap", el("div.contents", logo, el("div.panel", buttons))))


def discourse_latest(w: Writer) -> Html:
    """Discourse as a browser shows it, after its scripts have run."""
    names = ("Topic", "", "Replies", "Views", "Activity")
    heads = el(
        "thead.topic-list-header", el("tr", *(el("th.topic-list-data", name) for name in names))
    )
    rows = el("tbody.topic-list-body", _pinned(w), lines(*(_topic(w) for _ in w.rows(20, 30))))
    table = el("table.topic-list.ember-view", heads, rows)
    pills = link_list("ul.nav.nav-pills#navigation-bar", ["Latest", "Top", "Categories"])
    controls = el(
        "div.list-controls", el("div.container", el("section.navigation-container", pills))
    )
    main = el(
        "div.wrap#main-outlet",
        controls,
        el("div.container.list-container", el("div#list-area", el("div.contents", table))),
    )
    footer = el("footer.topic-list-bottom", el("h3", "There are no more latest topics."))
    return document(
        w.site, el("div#main", _header(w), main, footer), body_as="body.navigation-topics"
    )


def discourse_categories(w: Writer) -> Html:
    """Discourse's boards, each with its latest topics' titles."""
    rows = []
    for name in w.some("board", 6, 10):
        title = el(
            "h3",
            el("a.category-title-link", el("span.category-name", name), href=f"/c/{w.slug(name)}"),
        )
        about = el("div.category-description", w.one("about"))
        topics = el(
            "td.topics", el("div", el("span.value", w.figure(2, 400)), el("span.unit", " / month"))
        )
        latest = [
            el(
                "div.featured-topic",
                el("a.title", w.fresh("topic")),
                " ",
                el("a.last-posted-at", w.since(9000, "short")),
            )
            for _ in range(3)
        ]
        rows.append(
            el(
                "tr.has-description",
                el("td.category", title, about),
                topics,
                el("td.latest", lines(*latest)),
            )
        )
    head = el(
        "thead",
        el(
            "tr",
            el("th.category", "Category"),
            el("th.topics", "Topics"),
            el("th.latest", "Latest"),
        ),
    )
    table = el("table.category-list", head, el("tbody", lines(*rows)))
    main = el("div.wrap#main-outlet", el("div.container.list-container", table))
    return document(f"Categories - {w.site}", _header(w), main, body_as="body.categories-list")


def _crawled(w: Writer, number: int) -> Html:
    title = el("meta", itemprop="name", content="")
    link = el(
        "a.title.raw-link.raw-topic-link", w.fresh("topic"), href=f"/t/{w.id()}", itemprop="url"
    )
    category = el(
        "div.link-bottom-line",
        el("a.badge-wrapper.bullet", el("span.badge-category", w.one("board"))),
    )
    excerpt = el("p.excerpt", w.excerpt(240)) if number < 3 else None
    cells = (
        el(
            "td.main-link",
            itemname(number),
            title,
            el("span.link-top-line", link),
            category,
            excerpt,
            itemprop="itemListElement",
            itemscope="",
            itemtype="http://schema.org/ListItem",
        ),
        el("td.replies", el("span.posts", w.replies(80), title="posts")),
        el("td.views", el("span.views", w.views(), title="views")),
        el("td", w.next_date("%B %-d, %Y")),
    )
    return el("tr.topic-list-item", *cells)


def itemname(number: int) -> Html:
    return el("meta", itemprop="position", content=number + 1)


def discourse_crawler(w: Writer) -> Html:
    """Discourse as a crawler or a browser without scripts gets it."""
    heads = el(
        "thead", el("tr", *(el("th", name) for name in ("Topic", "Replies", "Views", "Activity")))
    )
    rows = el("tbody", lines(*(_crawled(w, number) for number in w.rows(20, 30))))
    table = el("table.topic-list", heads, rows)
    items = el(
        "div.topic-list-container", table, itemscope="", itemtype="http://schema.org/ItemList"
    )
    more = el("div.navigation.next-prev", el("a", "next page →", rel="next", href="/latest?page=1"))
    header = el("header", el("a", w.site, href="/"))
    main = el("div.wrap#main-outlet", items, el("div", more))
    nav = el(
        "nav.crawler-nav", link_list("ul", ["Home", "Categories", "Guidelines", "Privacy Policy"])
    )
    powered = el("p.powered-by-link", "Powered by Discourse, best viewed with JavaScript enabled")
    return document(
        w.site, header, main, el("footer.container.wrap", nav, powered), body_as="body.crawler"
    )


def _discussion(w: Writer) -> Html:
    number, user = w.id(), w.one("user")
    photo = el(
        "span.IndexPhoto",
        el("a.PhotoWrap", image(f"/uploads/n{number}.jpg", user, class_="ProfilePhoto")),
    )
    title = el("div.Title", el("a", w.fresh("topic"), href=f"/discussion/{number}"))
    meta = el(
        "div.Meta.Meta-Discussion",
        el("span.MItem.MCount.ViewCount", f"{w.views()} views"),
        el("span.MItem.MCount.CommentCount", f"{w.replies(60)} comments"),
        el("span.MItem.LastCommentBy", "Most recent by ", el("a", w.one("user"))),
        el("span.MItem.LastCommentDate", el("time", w.next_date("%B %Y"))),
        el("span.MItem.Category", el("a", w.one("board"))),
    )
    content = el("div.ItemContent.Discussion", title, meta)
    return el(f"li.Item.ItemDiscussion#Discussion_{number}", photo, content)


def vanilla(w: Writer) -> Html:
    """The recent discussions of a Vanilla site, whose replies are called comments."""
    head = el(
        "div.Head#Head",
        el(
            "div.Row",
            el("strong.SiteTitle", el("a", w.site)),
            el("div.SiteMenu", links(["Discussions", "Activity"])),
            search_form(w),
        ),
    )
    panel = el(
        "div.Column.PanelColumn#Panel",
        el(
            "div.Box.GuestBox",
            el("h4", "Howdy, Stranger!"),
            el(
                "p",
                "It looks like you're new here. If you want to get involved, click a button!",
            ),
        ),
        el(
            "div.Box.BoxCategories",
            el("h4", "Categories"),
            link_list("ul.PanelInfo", w.some("board", 6, 9)),
        ),
    )
    items = el("ul.DataList.Discussions", lines(*(_discussion(w) for _ in w.rows(15, 30))))
    content = el(
        "div.Column.ContentColumn#Content",
        el("h1.H.HomepageTitle", "Recent Discussions"),
        items,
        el("div.PageControls.Bottom", el("div.Pager", links(["1", "2", "3", "»"]))),
    )
    return document(
        w.site,
        el(
            "div#Frame",
            head,
            el("div#Body", el("div.Row", panel, content)),
            el("div#Foot", "Powered by Vanilla"),
        ),
        body_as="body.Vanilla.Discussions.index#vanilla_discussions_index",
    )


def _row_nodebb(w: Writer) -> Html:
    number = w.id()
    title = el(
        "h2.title", el("a", w.fresh("topic"), href=f"/topic/{number}"), component="topic/header"
    )
    small = el(
        "small",
        el("span.timeago", w.date("%Y-%m-%dT%H:%M:%S.000Z"), title="x"),
        el("span", " • ", el("a", w.one("user"))),
    )
    main = el(
        "div.col-md-6.col-sm-9.content", el("div.avatar.pull-left", _face(w, "a", 46)), title, small
    )
    stats = lines(
        *(
            el(
                f"div.col-md-1.hidden-xs.stats.stats-{name}",
                el("span.human-readable-number", w.many(most)),
                el("br"),
                el("small", name),
            )
            for name, most in (("votes", 20), ("posts", 80), ("views", 9000))
        )
    )
    card = el(
        "div.card",
        el("p", _face(w, "a", 24), el("a.permalink", el("span.timeago", w.next_since(300)))),
    )
    last = el(
        "div.col-md-3.col-sm-3.teaser.hidden-xs",
        card if number % 9 else el("p", "No one has replied"),
        component="topic/teaser",
    )
    return el(
        "li.row.clearfix.category-item",
        main,
        stats,
        last,
        component="category/topic",
        data_tid=number,
    )


def nodebb(w: Writer) -> Html:
    """The topics of a NodeBB board."""
    board = w.one("board")
    nav = el(
        "nav.navbar.navbar-default.navbar-fixed-top.header",
        el(
            "div.container",
            link_list("ul.nav.navbar-nav", ["Categories", "Recent", "Tags", "Popular", "Users"]),
        ),
    )
    crumbs = el("ol.breadcrumb", el("li", links(["Home"])), el("li.active", board))
    tools = el(
        "div.category-tools.clearfix",
        el("a.btn.btn-primary", "New Topic"),
        el("span", el("a.btn", "Log in to post")),
    )
    items = el(
        "ul.topics-list",
        lines(*(_row_nodebb(w) for _ in w.rows(15, 25))),
        component="category",
        itemscope="",
    )
    category = el(
        "div.category",
        crumbs,
        tools,
        el("hr.hidden-xs"),
        el("p.hidden-xs", f"{w.figure(50, 900)} Topics"),
        items,
        el("div.pagination-container", link_list("ul.pagination", ["1", "2", "3"])),
    )
    return document(
        f"{board} | {w.site}",
        nav,
        el("main#panel", el("div.container#content", el("div.row", el("div.col-lg-12", category)))),
        body_as="body.page-category.skin-noskin",
    )


def _row_flarum(w: Writer) -> Html:
    number, user = w.id(), w.one("user")
    avatar = el(
        "a.DiscussionListItem-author",
        el("span.Avatar", user[0].upper()),
        title=f"{user} started {w.since(9000)}",
    )
    tags = el(
        "li.item-tags",
        el("span.TagsLabel", el("span.TagLabel.colored", el("span.TagLabel-text", w.one("board")))),
    )
    reply = el(
        "li.item-terminalPost",
        el("span", el("span.username", w.one("user")), " replied ", el("time", w.next_since(200))),
    )
    excerpt = el("li.item-excerpt", w.excerpt(160))
    main = el(
        "a.DiscussionListItem-main",
        el("h2.DiscussionListItem-title", w.fresh("topic")),
        el("ul.DiscussionListItem-info", tags, reply, excerpt),
        href=f"/d/{number}",
    )
    count = el("span.DiscussionListItem-count", w.replies(70))
    return el(
        "li",
        el(
            "div.DiscussionListItem",
            el(
                "div.DiscussionListItem-content.Slidable-content.read",
                avatar,
                el("ul.DiscussionListItem-badges.badges"),
                main,
                count,
            ),
        ),
        data_id=number,
    )


def flarum(w: Writer) -> Html:
    """Flarum's discussions; some sites show each one's first lines."""
    head = el(
        "header.App-header#header",
        el(
            "div.container",
            el("h1.Header-title", el("a#home-link", w.site)),
            el("div.Header-secondary", link_list("ul.Header-controls", ["Sign Up", "Log In"])),
        ),
    )
    hero = el(
        "header.Hero.WelcomeHero",
        el(
            "div.containerNarrow",
            el("h2.Hero-title", f"Welcome to {w.site}"),
            el("div.Hero-subtitle", w.one("about")),
        ),
    )
    side = el(
        "nav.IndexPage-nav.sideNav",
        el(
            "ul",
            el("li.item-newDiscussion", el("button.Button.Button--primary", "Start a Discussion")),
            el("li", link_list("ul.Dropdown-menu", w.some("board", 5, 9))),
        ),
    )
    items = el(
        "ul.DiscussionList-discussions",
        lines(*(_row_flarum(w) for _ in w.rows(15, 20))),
        role="feed",
    )
    results = el(
        "div.IndexPage-results.sideNavOffset",
        el("div.IndexPage-toolbar", "Latest"),
        el("div.DiscussionList", items, el("button.Button", "Load More")),
    )
    return document(
        w.site,
        el(
            "div.App#app",
            head,
            el(
                "main.App-content",
                el(
                    "div.IndexPage",
                    hero,
                    el("div.container", el("div.sideNavContainer", side, results)),
                ),
            ),
        ),
    )


TEMPLATES = (
    Template("discourse-latest", "forum", discourse_latest, ("en", "en"), "/latest"),
    Template("discourse-categories", "forum", discourse_categories, ("en", "fr"), "/categories"),
    Template("discourse-crawler", "forum", discourse_crawler, ("en", "de"), "/latest"),
    Template("vanilla", "forum", vanilla, ("en", "en"), "/discussions"),
    Template("nodebb", "forum", nodebb, ("en", "es"), "/category/4/board"),
    Template("flarum", "forum", flarum, ("en", "de"), "/"),
)
