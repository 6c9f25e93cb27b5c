"""Link sites: front pages and communities, whose entries lead to where the comments are."""

from __future__ import annotations

from training.comment_free.chrome import box, image, link_list, search_form
from training.comment_free.markup import Html, document, el, lines, links, markup
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _story_hn(w: Writer, rank: int) -> Html:
    number, site = w.id(), w.one("domain")
    vote = el(
        "td.votelinks",
        el("center", el(f"a#up_{number}", el("div.votearrow", title="upvote"))),
        valign="top",
    )
    line = el(
        "span.titleline",
        el("a", w.fresh("headline"), href=f"https://{site}/{number}"),
        el("span.sitebit.comhead", " (", el("a", el("span.sitestr", site)), ")"),
    )
    first = el(
        "tr.athing.submission",
        el("td.title", el("span.rank", f"{rank}."), align="right", valign="top"),
        vote,
        el("td.title", line),
        id=number,
    )
    score = el(f"span.score#score_{number}", f"{w.draw.randint(3, 900)} points")
    age = el(
        "span.age",
        el("a", w.since(1400), href=f"item?id={number}"),
        title=w.date("%Y-%m-%dT%H:%M:%S", 1400),
    )
    talk = el(
        "a",
        Html(f"{w.draw.randint(2, 600)}&nbsp;comments") if w.chance(0.9) else "discuss",
        href=f"item?id={number}",
    )
    sub = el(
        "span.subline",
        score,
        " by ",
        el("a.hnuser", w.one("user")),
        " ",
        age,
        " | ",
        el("a", "hide"),
        " | ",
        talk,
    )
    second = el("tr", el("td", colspan=2), el("td.subtext", sub))
    return lines(first, second, el("tr.spacer", style="height:5px"))


def hacker_news(w: Writer) -> Html:
    """A front page of thirty links, in tables."""
    top = el(
        "span.pagetop",
        el("b.hnname", el("a", "Hacker News")),
        links(["new", "past", "comments", "ask", "show", "jobs", "submit"]),
    )
    head = el(
        "table",
        el(
            "tr",
            el("td", image("y18.svg")),
            el("td", top),
            el("td", el("span.pagetop", el("a", "login")), align="right"),
        ),
        width="100%",
        cellpadding=0,
    )
    rows = [_story_hn(w, rank) for rank in range(1, 31)]
    more = el(
        "tr", el("td", colspan=2), el("td.title", el("a.morelink", "More", rel="next", href="?p=2"))
    )
    items = el(
        "table", lines(*rows, el("tr.morespace"), more), border=0, cellpadding=0, cellspacing=0
    )
    foot = el(
        "center",
        el("span.yclinks", links(["Guidelines", "FAQ", "Lists", "API", "Security"])),
        el("form", "Search: ", el("input", type="text", name="q")),
    )
    table = el(
        "table#hnmain",
        el("tr", el("td", head, bgcolor="#ff6600")),
        el("tr#pagespace"),
        el("tr", el("td", items)),
        el("tr", el("td", foot)),
        width="85%",
    )
    return document(
        "Hacker News", el("center", table), head=el("meta", name="referrer", content="origin")
    )


def _story_lobsters(w: Writer) -> Html:
    voters = el("div.voters", el("a.upvoter", str(w.draw.randint(1, 90))))
    title = el(
        "span.link.h-cite.u-repost-of", el("a.u-url", w.fresh("headline"), rel="ugc noreferrer")
    )
    tags = el("span.tags", links(w.some("tag", 1, 3), "a.tag"))
    face = el("a", image("/avatars/16.png", "avatar", class_="avatar"))
    count = el("span.comments_label", " | ", el("a", f"{w.draw.randint(0, 60)} comments"))
    byline = el(
        "div.byline",
        face,
        el("span", " via "),
        el("a.u-author.h-card", w.one("user")),
        " ",
        el("time", w.next_since(60)),
        el("span", " | ", el("a.flagger", "flag")),
        count,
    )
    details = el("div.details", title, " ", tags, " ", el("a.domain", w.one("domain")), byline)
    return el(
        "li.story", el("div.story_liner.h-entry", voters, details), data_shortid=f"{w.id():x}"
    )


def lobsters(w: Writer) -> Html:
    """A front page of links as Lobsters has it."""
    nav = el(
        "header#nav",
        el("a#logo"),
        links(["Active", "Recent", "Comments", "Search", "Login"], "a.corner"),
    )
    items = el("ol.stories.list", lines(*(_story_lobsters(w) for _ in range(25))))
    more = el("div.morelink", el("a", "Page 2 >>", href="/page/2"))
    return document(
        "Lobsters",
        nav,
        el("div#inside", items, more),
        el("footer", links(["About", "Tags", "Filter", "Moderation Log"])),
    )


def _thing(w: Writer, rank: int) -> Html:
    number, user = f"t3_{w.id():x}", w.one("user")
    site = w.one("domain") if w.chance(0.6) else "self.board"
    title = el(
        "p.title",
        el("a.title.may-blank", w.fresh("headline"), href=f"/r/board/comments/{number}/"),
        " ",
        el("span.domain", "(", el("a", site), ")"),
    )
    time = el(
        "time.live-timestamp", w.since(1500), datetime=w.date("%Y-%m-%dT%H:%M:%S+00:00"), title="x"
    )
    tagline = el(
        "p.tagline",
        "submitted ",
        time,
        " by ",
        el("a.author.may-blank", user),
        el("span.userattrs"),
    )
    buttons = el(
        "ul.flat-list.buttons",
        el("li.first", el("a.comments", f"{w.draw.randint(1, 900)} comments")),
        links(["share", "save", "hide", "report"], "a", "li"),
    )
    votes = el(
        "div.midcol.unvoted",
        el("div.arrow.up"),
        *(
            el(f"div.score.{kind}", str(w.draw.randint(10, 4000)))
            for kind in ("dislikes", "unvoted", "likes")
        ),
        el("div.arrow.down"),
    )
    entry = el(
        "div.entry.unvoted",
        el("div.top-matter", title, tagline, buttons),
        el("div.expando.expando-uninitialized", el("span.error", "loading...")),
    )
    thumb = (
        el("a.thumbnail.invisible-when-pinned.default") if w.chance(0.6) else el("a.thumbnail.self")
    )
    return markup(
        el(
            f"div.thing.even.link#thing_{number}",
            el("p.parent"),
            el("span.rank", str(rank)),
            votes,
            thumb,
            entry,
            el("div.child"),
            data_author=user,
        ),
        el("div.clearleft"),
    )


def old_reddit(w: Writer) -> Html:
    """A community's listing in Reddit's old dress."""
    name = w.one("tag")
    head = el(
        "div#header",
        el(
            "div#sr-header-area",
            link_list("ul.flat-list.sr-bar", ["popular", "all", "random", *w.some("tag", 3, 6)]),
        ),
        el(
            "div#header-bottom-left",
            el("span.pagename", el("a", name)),
            link_list("ul.tabmenu", ["hot", "new", "rising", "top", "wiki"]),
        ),
        el(
            "div#header-bottom-right",
            el("span.user", "Want to join? ", el("a", "Log in"), " or ", el("a", "sign up")),
        ),
    )
    about = el(
        "div.titlebox",
        el("h1.hover.redditname", el("a", name)),
        el("span.subscribers", el("span.number", w.figure(9000, 900000)), " readers"),
        el(
            "form.usertext",
            el(
                "div.usertext-body",
                el(
                    "div.md",
                    el("p", w.one("about")),
                    link_list("ol", ["Be civil", "No reposts", "Use descriptive titles"]),
                ),
            ),
        ),
    )
    side = el(
        "div.side",
        search_form(w, "form#search"),
        about,
        el(
            "div.spacer",
            el(
                "div.sidecontentbox",
                el("div.title", el("h1", "MODERATORS")),
                link_list("ul.content", w.some("user", 3, 6)),
            ),
        ),
    )
    things = el(
        "div.sitetable.linklisting#siteTable",
        lines(*(_thing(w, rank) for rank in range(1, 26))),
        el(
            "div.nav-buttons",
            el("span.nextprev", "view more: ", el("span.next-button", el("a", "next ›"))),
        ),
    )
    return document(
        f"{name}: {w.site}",
        head,
        side,
        el("div.content", things),
        el("div.footer-parent", el("p.bottommenu", "© 2019 reddit inc.")),
        body_as="body.listing-page.hot-page",
    )


def _post(w: Writer) -> Html:
    number = f"t3_{w.id():x}"
    time = el(
        "faceplate-timeago",
        el("time", w.since(2000), datetime=w.date("%Y-%m-%dT%H:%M:%S.000000+0000", 2000)),
    )
    credit = el(
        "div.flex.justify-between",
        el(
            "span.flex.items-center",
            el("a", "u/" + w.one("user").replace(" ", "_")),
            el("span.inline-block", "•"),
            time,
        ),
        slot="credit-bar",
    )
    title = el(
        "a.block.font-semibold",
        w.fresh("question"),
        id=f"post-title-{number}",
        slot="title",
        href=f"/r/x/comments/{number}/",
    )
    text = (
        el(
            "a.text-neutral-content",
            el("div.md.feed-card-text-preview", el("p", w.excerpt(260))),
            slot="text-body",
        )
        if w.chance(0.7)
        else el("div", image(f"/preview/{number}.jpg"), slot="post-media-container")
    )
    row = el(
        "div.shreddit-post-container.flex",
        el("span", el("faceplate-number", w.figure(2, 900)), " votes"),
        el("a", w.figure(0, 300), " comments"),
        el("button", "Share"),
    )
    return markup(
        el(
            "article.w-full",
            el(
                "shreddit-post.block.relative",
                credit,
                title,
                text,
                row,
                score=3,
                author=w.one("user"),
            ),
            aria_label="post",
        ),
        el("hr.border-0"),
    )


def new_reddit(w: Writer) -> Html:
    """A community's feed in Reddit's new dress: cards with the first lines of the post."""
    name = w.one("tag")
    head = el(
        "header",
        el(
            "reddit-header-large",
            el("nav", el("a", "reddit"), search_form(w), links(["Get App", "Log In"])),
        ),
    )
    title = el(
        "div.masthead",
        el("h1", f"r/{name}"),
        el("button", "Join"),
        el("shreddit-sort-dropdown", links(["Best", "Hot", "New", "Top"])),
    )
    feed = el("shreddit-feed.nd-visible", lines(*(_post(w) for _ in w.rows(12, 25))))
    side = el(
        "div#right-sidebar-container",
        el(
            "aside",
            el("h2", name),
            el("p", w.one("about")),
            el("p", w.figure(900, 900000) + " Members"),
            box("Rules", link_list("ol", ["Stay on topic", "No advertising", "Search first"])),
            box("Moderators", link_list("ul", w.some("user", 3, 6))),
        ),
    )
    return document(
        f"r/{name}",
        el(
            "shreddit-app",
            head,
            el("div.grid-container", title, el("main#main-content", feed), side),
        ),
    )


def _post_lemmy(w: Writer) -> Html:
    title = el(
        "h1.h5.d-inline.text-break", el("a.link-dark", w.fresh("headline"), href=f"/post/{w.id()}")
    )
    creator = el(
        "span.person-listing.d-inline-flex", el("a", image("/face.webp"), el("span", w.one("user")))
    )
    small = el(
        "div.small.mb-1.mb-md-0",
        creator,
        el("span.mx-1", " to "),
        el("a.community-link", "!" + w.one("tag") + "@lemmy.example"),
        el("span.mx-2", "•"),
        el("span.moment-time.pointer.unselectable", w.next_since(120), data_tippy_content="x"),
    )
    vote = el(
        "div.vote-bar.col-1.pe-0.small.text-center",
        el("button.btn", "▲"),
        el("div.unselectable.pointer", str(w.draw.randint(1, 600))),
        el("button.btn", "▼"),
    )
    actions = el(
        "div.d-flex.align-items-center.text-muted",
        el("a.btn.btn-link", f"{w.draw.randint(0, 80)} Comments"),
        el("button", "save"),
        el("button", "more"),
    )
    text = el("p.preview-lines", w.excerpt(150)) if w.chance(0.3) else None
    body = el(
        "div.col.flex-grow-1",
        el("div.post-title", title, el("a.fst-italic.link-dark", w.one("domain"))),
        text,
        small,
        actions,
    )
    return markup(
        el("div.post-listing.mt-2", el("article.row.post-container", vote, body)), el("hr.my-3")
    )


def lemmy(w: Writer) -> Html:
    """A Lemmy community."""
    nav = el(
        "header",
        el(
            "nav.navbar.navbar-expand-md",
            link_list(
                "ul.navbar-nav", ["Communities", "Create Post", "Search", "Login", "Sign Up"]
            ),
        ),
    )
    name = w.one("board")
    posts = el("div.post-listings", lines(*(_post_lemmy(w) for _ in w.rows(15, 30))))
    select = el(
        "div.mb-3.d-flex",
        el("div.btn-group", links(["Posts", "Comments"], "label.btn")),
        el("select", el("option", "Hot"), el("option", "New")),
    )
    side = el(
        "aside.d-none.d-md-block.col-md-4.col-lg-3",
        el(
            "section.card#sidebarMain",
            el("h5", name),
            el("p", w.one("about")),
            link_list("ul.list-inline", ["312 users / day", "4.1K subscribers", "902 Posts"]),
        ),
    )
    main = el(
        "div.container-lg",
        el(
            "div.row",
            el(
                "main.col-12.col-md-8",
                el("h1.h4", name),
                select,
                posts,
                el("div.paginator", el("button", "Next")),
            ),
            side,
        ),
    )
    return document(f"{name} - Lemmy", el("div#app", nav, main))


def _story_slashdot(w: Writer) -> Html:
    number = w.id()
    title = el(
        "h2.story",
        el(
            f"span.story-title#title-{number}",
            el("a", w.fresh("headline"), href=f"//story/{number}"),
            el("span.no.extlnk", el("a.story-sourcelnk", f"({w.one('domain')})")),
        ),
        el("span.comment-bubble", el("a", str(w.draw.randint(3, 300)))),
    )
    time = el(
        "time", "on " + w.next_date("%A %B %d, %Y @%I:%M%p", 90).replace("PM", "PM"), datetime="x"
    )
    details = el(
        "div.details",
        el(
            "span.story-details",
            el("span.story-views", el("span.sodify")),
            el(
                "span.story-byline",
                "Posted by ",
                el("a", w.one("person")),
                " ",
                time,
                el("span.dept-text", "from the ", w.one("dept"), " dept."),
            ),
        ),
    )
    quote = el("i", " ".join(w.fresh("summary") for _ in range(w.draw.randint(3, 6))))
    who = w.draw.choice(
        (
            "An anonymous reader quotes a report: ",
            f"{w.one('user')} writes: ",
            "Longtime reader shares: ",
        )
    )
    body = el(f"div.body#fhbody-{number}", el(f"div.p#text-{number}", who, quote))
    foot = el(
        "footer.clearfix.meta.article-foot",
        el("div.story-controls", links(["Facebook", "Twitter", "LinkedIn"])),
        el("span.vote", "apply tags"),
        el("div.story-tags", links(w.some("tag", 1, 3))),
    )
    return el(
        f"article.fhitem.fhitem-story.article.usermode.thumbs#firehose-{number}",
        el("header", title, details),
        el("div.hide", body),
        foot,
        data_fhid=number,
    )


def slashdot(w: Writer) -> Html:
    """Slashdot's front page: whole stories, told by submitters, with counts of comments."""
    head = el(
        "header#topnav",
        el("div.logo", el("a", "Slashdot")),
        link_list("ul.nav-primary", ["Stories", "Firehose", "All", "Popular", "Polls"]),
        search_form(w),
        links(["Login", "Sign up"]),
    )
    items = el("div#firehoselist", lines(*(_story_slashdot(w) for _ in range(15))))
    poll = el(
        "article.nbadjust#poll",
        el("header", el("h3", "Slashdot Poll")),
        el("p", "How many keyboards are on your desk?"),
        *(
            el("label", el("input", type="radio"), text)
            for text in ("None", "One", "Two", "More than I can type on")
        ),
        el("a", "Read the 212 comments"),
    )
    side = el(
        "aside#slashboxes",
        poll,
        box(
            "Most Discussed",
            link_list("ul", [w.fresh("headline") for _ in range(6)]),
            what="article",
        ),
    )
    main = el(
        "div.container",
        el(
            "div.main-wrap",
            el("div.main-content", items, el("div.paginate", links(["« Newer", "Older »"]))),
            side,
        ),
    )
    return document(
        "Slashdot: News for nerds",
        head,
        main,
        el(
            "footer#slash_footer",
            "Trademarks property of their respective owners. Comments owned by the poster.",
        ),
    )


TEMPLATES = (
    Template("hacker-news", "links", hacker_news, ("en", "en"), "/news"),
    Template("lobsters", "links", lobsters, ("en", "en"), "/"),
    Template("old-reddit", "links", old_reddit, ("en", "en"), "/r/board/"),
    Template("new-reddit", "links", new_reddit, ("en", "de", "fr"), "/r/board/"),
    Template("lemmy", "links", lemmy, ("en", "en"), "/c/board"),
    Template("slashdot", "links", slashdot, ("en", "en"), "/"),
)
