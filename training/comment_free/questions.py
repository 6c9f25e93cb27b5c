"""Question-and-answer sites: lists of questions, no answers."""

from __future__ import annotations

from training.comment_free.chrome import box, image, link_list, pages_of, search_form
from training.comment_free.markup import Html, document, el, lines, links
from training.comment_free.template import Template
from training.comment_free.writer import Writer

_UNITS = {
    "es": ("votos", "respuestas", "vistas", "preguntada"),
    "ru": ("голосов", "ответов", "показов", "задан"),
}


def _units(w: Writer) -> tuple[str, str, str, str]:
    return _UNITS.get(w.language, ("votes", "answers", "views", "asked"))


def _card(w: Writer) -> Html:
    user, when = w.one("user"), w.next_date("%Y-%m-%d %H:%M:%SZ", 40)
    face = el(
        "a.s-avatar.s-avatar__16", image(f"/avatar/{w.id()}", f"{user}'s user avatar", width=16)
    )
    info = el(
        "div.s-user-card--info",
        el("div.s-user-card--link", el("a.flex--item", user)),
        el(
            "ul.s-user-card--awards",
            el("li.s-user-card--rep", el("span", w.many(90000), title="reputation score")),
        ),
    )
    time = el(
        "time.s-user-card--time",
        _units(w)[3] + " ",
        el("span.relativetime", w.next_since(30), title=when),
    )
    return el("div.s-user-card.s-user-card__minimal", face, info, time)


def _summary(w: Writer) -> Html:
    post, figures = w.id(), (w.many(30), w.replies(6), w.views())
    stats = lines(
        *(
            el(
                "div.s-post-summary--stats-item",
                el("span.s-post-summary--stats-item-number", number),
                " ",
                el("span.s-post-summary--stats-item-unit", unit),
            )
            for unit, number in zip(_units(w), figures, strict=False)
        )
    )
    title = el(
        "h3.s-post-summary--content-title",
        el("a.s-link", w.fresh("question"), href=f"/questions/{post}/x"),
    )
    tags = el(
        "ul.ml0.list-ls-none.js-post-tag-list-wrapper",
        lines(
            *(
                el("li.d-inline.mr4", el("a.s-tag.post-tag", tag, rel="tag"))
                for tag in w.some("tag", 2, 5)
            )
        ),
    )
    meta = el("div.s-post-summary--meta", el("div.s-post-summary--meta-tags.tags", tags), _card(w))
    content = el(
        "div.s-post-summary--content",
        title,
        el("div.s-post-summary--content-excerpt", w.excerpt(200)),
        meta,
    )
    return el(
        f"div.s-post-summary.js-post-summary#question-summary-{post}",
        el("div.s-post-summary--stats.js-post-summary-stats", stats),
        content,
        data_post_id=post,
    )


def _stack_page(w: Writer, title: str, *above: Html) -> Html:
    head = el(
        "header.s-topbar",
        el(
            "div.s-topbar--container",
            el("a.s-topbar--logo", w.site),
            search_form(w, "form.s-topbar--searchbar"),
            links(["Log in", "Sign up"], "a.s-topbar--item"),
        ),
    )
    left = el(
        "div.left-sidebar#left-sidebar",
        link_list("ol.nav-links", ["Home", "Questions", "Tags", "Users", "Unanswered"]),
    )
    items = el("div#questions", lines(*(_summary(w) for _ in w.rows(12, 30))))
    pages = el(
        "div.s-pagination.pager", pages_of(w, "a.s-pagination--item", "div.s-pagination--item")
    )
    hot = box(
        "Hot Network Questions",
        link_list("ul", [w.fresh("question") for _ in range(6)]),
        what="div.module#hot-network-questions",
        heading="h4",
    )
    side = el(
        "div.show-votes#sidebar",
        box(
            "Related Tags",
            lines(
                *(
                    el(
                        "div",
                        el("a.post-tag", tag),
                        el("span.item-multiplier", f"× {w.figure(9, 9000)}"),
                    )
                    for tag in w.some("tag", 5, 9)
                )
            ),
            what="div.module.js-gps-related-tags",
        ),
        hot,
    )
    main = el(
        "div#content",
        el("div.flush-left#mainbar", el("h1.fs-headline1", title), *above, items, pages),
        side,
    )
    return document(
        f"{title} - {w.site}",
        head,
        el("div.container", left, main),
        el("footer.site-footer", link_list("ul", ["Help", "Chat", "Contact"])),
        body_as="body.questions-page.unified-theme",
    )


def stack_list(w: Writer) -> Html:
    """Newest questions, in today's dress of the StackExchange sites."""
    count = el("div.fs-body3", f"{w.figure(9000, 900000)} questions")
    return _stack_page(
        w,
        "All Questions",
        el("div.d-flex", count, links(["Newest", "Active", "Bountied", "Unanswered"], "a.s-btn")),
    )


def stack_tag(w: Writer) -> Html:
    """The questions of one tag, below what the tag is about."""
    tag = w.one("tag")
    about = el(
        "div.mb24",
        el(
            "p",
            f"Use this tag for questions about {tag}. Do not use it for general recommendations.",
        ),
        links(["Learn more…", "Top users", "Synonyms"]),
    )
    return _stack_page(w, f"Questions tagged [{tag}]", about)


def _narrow(w: Writer) -> Html:
    number = w.id()
    stats = el(
        "div.stats",
        el(
            "div.vote",
            el(
                "div.votes",
                el("span.vote-count-post", el("strong", w.replies(20))),
                el("div.viewcount", "votes"),
            ),
        ),
        el("div.status.answered", el("strong", w.many(5)), "answers"),
    )
    views = el("div.views", f"{w.views()} views ", title="views")
    who = el(
        "div.user-info",
        el(
            "div.user-action-time",
            "asked ",
            el("span.relativetime", w.next_date("%b %-d at %H:%M", 90)),
        ),
        el("div.user-gravatar32", el("a", el("div", image(f"/a/{number}")))),
        el(
            "div.user-details",
            el("a", w.one("user")),
            el("div.-flair", el("span.reputation-score", w.views())),
        ),
    )
    tags = el("div.tags", links(w.some("tag", 1, 5), "a.post-tag"))
    summary = el(
        "div.summary",
        el("h3", el("a.question-hyperlink", w.fresh("question"), href=f"/questions/{number}")),
        el("div.excerpt", w.excerpt(200)),
        tags,
        el("div.started.fr", who),
    )
    return el(
        f"div.question-summary#question-summary-{number}",
        el("div.statscontainer", el("div.statsarrow"), stats, views),
        summary,
    )


def ask_newest(w: Writer) -> Html:
    """Newest questions, in the StackExchange sites' dress of the 2010s."""
    head = el(
        "div.topbar",
        el(
            "div.topbar-wrapper",
            links(["sign up", "log in", "tour", "help"], "a.topbar-menu-links"),
        ),
    )
    header = el(
        "div#header",
        el("div#hlogo", el("a", w.site)),
        el("div#hmenus", link_list("ul", ["Questions", "Tags", "Users", "Badges", "Ask Question"])),
    )
    tabs = el(
        "div.subheader",
        el("h1#h-all-questions", "All Questions"),
        el("div#tabs", links(["newest", "featured", "frequent", "votes", "active"])),
    )
    items = el("div#questions", lines(*(_narrow(w) for _ in w.rows(15, 50))))
    side = el(
        "div#sidebar",
        el("div.module", el("div.summarycount.al", w.figure(9000, 90000)), el("p", "questions")),
        box("Related Tags", links(w.some("tag", 5, 9), "a.post-tag"), what="div.module"),
    )
    content = el(
        "div.snippet-hidden#content",
        el("div#mainbar", tabs, items, el("div.pager.fl", pages_of(w, "a", "span.page-numbers"))),
        side,
    )
    return document(
        f"Newest Questions - {w.site}",
        head,
        el("div.container", header, content),
        el("div#footer", "site design / logo © 2015"),
    )


def _quora(w: Writer) -> Html:
    title = el("span.question_text", el("span.ui_qtext_rendered_qtext", w.fresh("question")))
    link = el("a.question_link", title, href=f"/{w.id()}")
    footer = el(
        "div.QuestionFooter",
        el("a.answer_count_prominent", f"{w.draw.randint(1, 60)} Answers"),
        el("span.bullet", " · "),
        el("span", f"Last requested {w.since(9000)}"),
    )
    actions = el(
        "div.action_item",
        el("span.ui_button", "Answer"),
        el("span.ui_button", f"Follow · {w.replies(90)}"),
    )
    return el("div.pagedlist_item", el("div.QuestionText", link), footer, actions)


def quora(w: Writer) -> Html:
    """The questions of a Quora-like topic."""
    topic = w.one("board")
    head = el(
        "div.SiteHeader",
        el(
            "div.header_contents",
            el("a.logo", "Q & A"),
            search_form(w),
            link_list("div.header_nav", ["Home", "Answer", "Spaces"], "span"),
        ),
    )
    card = el(
        "div.TopicPageHeader",
        el("h1", el("span.TopicNameSpan", topic)),
        el("div.topic_followers", f"{w.figure(900, 90000)} Followers"),
    )
    items = el("div.paged_list_wrapper", lines(*(_quora(w) for _ in w.rows(15, 30))))
    related = box(
        "Related Topics",
        link_list("ul.list_contents", w.some("board", 5, 8)),
        what="div.RelatedTopics",
    )
    grid = el(
        "div.layout_2col_main",
        el("div.ContentFilter", links(["Read", "Answer", "Topic FAQ"])),
        items,
    )
    return document(
        f"{topic} - Questions",
        head,
        el("div.grid_page", card, grid, el("div.layout_2col_side", related)),
    )


def _yahoo(w: Writer) -> Html:
    number = w.id()
    title = el(
        "h3.Fz-18",
        el("a.Fz-14.Fw-b.Clr-b", w.fresh("question"), href=f"/question/index?qid={number}"),
    )
    text = el("div.Fz-13.desc", w.excerpt(150))
    meta = el(
        "div.Fz-12.Clr-888",
        f"{w.draw.randint(0, 20)} {w.say('answers')} · ",
        el("a", w.one("board")),
        " · ",
        w.next_since(15),
    )
    return el(
        f"li.ya-discover-tile.ya-discover-tile-qn.Bfc#q-{number}",
        el("div.Bfc", title, text, meta),
        image("/user.png", w.one("user"), class_="profile"),
    )


def yahoo(w: Writer) -> Html:
    """A discover page in the manner of Yahoo Answers, with the first lines of each question."""
    head = el("div#yucsHead", el("a.logo", w.site), search_form(w), el("a", w.say("login")))
    left = el("div#ya-left-rail", link_list("ul#ya-category-nav", w.some("board", 6, 10)))
    items = el("ul.ya-discover-list#ya-discover-list", lines(*(_yahoo(w) for _ in w.rows(15, 30))))
    tabs = link_list("ul.tabs", ["Discover", "Answer"])
    side = el(
        "div#ya-right-rail",
        box(w.say("online"), link_list("ol", w.some("user", 6, 9)), what="div.leaderboard"),
    )
    return document(
        w.site,
        head,
        el("div#ya-body", left, el("div#ya-center-rail", tabs, items), side),
        lang=w.language,
    )


def _chiebukuro(w: Writer) -> Html:
    number = w.id()
    title = el(
        "h2.ListSearchResults_listSearchResults__heading",
        el("a", w.fresh("question"), href=f"/qa/q{number}"),
    )
    text = el("p.ListSearchResults_listSearchResults__summary", w.excerpt(90))
    info = el(
        "div.ListSearchResults_listSearchResults__information",
        el("span", w.next_date("%Y/%m/%d %H:%M", 30)),
        el("span", f"回答数：{w.draw.randint(0, 12)}"),
        el("span", f"閲覧数：{w.figure(3, 900)}"),
        el("a", w.one("board")),
    )
    return el("div.ListSearchResults_listSearchResults__list", title, text, info)


def chiebukuro(w: Writer) -> Html:
    """Open questions of a Japanese question site."""
    head = el("header", el("h1", el("a", w.site)), search_form(w), el("p", el("a", w.say("login"))))
    tabs = link_list("ul.tabs", ["回答受付中", "投票受付中", "解決済み"])
    items = el("div#sr", lines(*(_chiebukuro(w) for _ in w.rows(12, 30))))
    side = el(
        "aside#sub",
        box("カテゴリ", link_list("ul", w.some("board", 5, 7))),
        box("ランキング", link_list("ol", [w.fresh("topic") for _ in range(5)])),
    )
    return document(
        f"質問一覧 - {w.site}",
        head,
        el("div#contents", el("main", tabs, items, el("div.pager", pages_of(w))), side),
        el("footer", "プライバシー - 利用規約"),
        lang="ja",
    )


TEMPLATES = (
    Template("stack-questions", "qa", stack_list, ("en", "en", "es"), "/questions"),
    Template("stack-tag", "qa", stack_tag, ("en", "ru"), "/questions/tagged/x"),
    Template("ask-newest", "qa", ask_newest, ("en", "en", "de"), "/questions?sort=newest"),
    Template("quora-topic", "qa", quora, ("en", "fr"), "/topic/x"),
    Template("yahoo-answers", "qa", yahoo, ("en", "de", "es"), "/dir/index"),
    Template("chiebukuro", "qa", chiebukuro, ("ja", "ja"), "/question/list"),
)
