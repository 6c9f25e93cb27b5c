"""Lists of issues, merge requests and bugs; archives of mailing lists."""

from __future__ import annotations

from html import escape

from training.comment_free.chrome import box, image, link_list, pages_of, search_form
from training.comment_free.markup import Html, document, el, lines, links
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def _issue(w: Writer) -> Html:
    number, user = w.draw.randint(20, 9000), w.one("user").replace(" ", "-")
    icon = el(
        "div.flex-shrink-0.pt-2.pl-3",
        el("span.tooltipped", el("svg.octicon.octicon-issue-opened.open"), aria_label="Open issue"),
    )
    link = el(
        f"a.Link--primary.v-align-middle.no-underline.h4.js-navigation-open#issue_{number}_link",
        w.fresh("issue"),
        href=f"issues/{number}",
    )
    labels = el(
        "span.lh-default.d-block.d-md-inline",
        links(w.some("label", 0, 3), "a.IssueLabel.hx_IssueLabel"),
    )
    opened = el(
        "span.opened-by",
        f"#{number} opened ",
        el("relative-time.no-wrap", w.next_date("%b %-d, %Y", 2000), datetime="x"),
        " by ",
        el("a.Link--muted", user),
    )
    count = (
        el(
            "a.Link--muted",
            el("svg.octicon.octicon-comment.v-align-middle"),
            el("span.text-small.text-bold", str(w.draw.randint(1, 40))),
        )
        if w.chance(0.6)
        else None
    )
    main = el(
        "div.flex-auto.min-width-0.p-2.pr-3.pr-md-2",
        link,
        " ",
        labels,
        el("div.d-flex.mt-1.text-small.color-fg-muted", opened),
    )
    side = el(
        "div.flex-shrink-0.col-4.col-md-3.pt-2.text-right.pr-3.no-wrap.d-flex",
        el("span.ml-2.flex-1"),
        el("span.ml-2.flex-1", count),
    )
    return el(
        f"div.Box-row.Box-row--focus-gray.p-0.mt-0.js-navigation-item.js-issue-row#issue_{number}",
        el("div.d-flex.Box-row--drag-hide.position-relative", icon, main, side),
    )


def github(w: Writer) -> Html:
    """The open issues of a repository."""
    repo = f"{w.slug(w.one('company'))}/{w.slug(w.one('tech'))}-tools"
    head = el("header.Header-old", el("a", "GitHub"), search_form(w), links(["Sign in", "Sign up"]))
    tabs = el(
        "nav.js-repo-nav.UnderlineNav",
        link_list(
            "ul.UnderlineNav-body.list-style-none",
            ["Code", "Issues 212", "Pull requests 31", "Actions", "Wiki"],
        ),
    )
    bar = el(
        "div.Box-header.d-flex",
        el(
            "div.table-list-header-toggle",
            links([f"{w.figure(50, 900)} Open", f"{w.figure(900, 9000)} Closed"], "a.btn-link"),
        ),
        links(["Author", "Label", "Projects", "Milestones", "Assignee", "Sort"], "summary"),
    )
    rows = el(
        "div.js-navigation-container.js-active-navigation-container",
        lines(*(_issue(w) for _ in range(25))),
    )
    box_ = el("div.Box.mt-3.hx_Box--firstRowRounded0#js-issues-toolbar", bar, el("div", rows))
    pages = el("div.paginate-container", el("div.pagination", pages_of(w, "a", "em.current")))
    main = el(
        "main#js-repo-pjax-container",
        el("div.repo-head", el("strong", el("a", repo)), tabs),
        el("div.repository-content", search_form(w, "form.subnav-search"), box_, pages),
    )
    tip = el(
        "div.protip",
        el("strong", "ProTip!"),
        " Find all open issues with in progress development work with linked:pr.",
    )
    return document(f"Issues · {repo}", head, main, tip, el("footer.footer", "© 2023 GitHub, Inc."))


def _merge_request(w: Writer) -> Html:
    number = w.draw.randint(20, 9000)
    title = el(
        "div.merge-request-title.title",
        el(
            "span.merge-request-title-text",
            el("a.js-prefetch-document", w.fresh("merge"), href=f"/-/merge_requests/{number}"),
        ),
    )
    author = el("span.author", w.one("person"))
    info = el(
        "div.issuable-info",
        el("span.issuable-reference", f"!{number}"),
        Html(" &middot; "),
        el(
            "span.issuable-authored",
            "created ",
            el("time.js-timeago", w.next_since(900)),
            " by ",
            el("a.author-link", author),
        ),
        el("span.project-ref-path", el("a.ref-name", "develop")),
        links(w.some("label", 0, 2), "span.gl-label"),
    )
    meta = el(
        "div.issuable-meta",
        el(
            "ul.controls",
            el("li.issuable-pipeline-status", el("a", "passed")),
            el("li.issuable-comments", el("a", str(w.draw.randint(0, 30)))),
        ),
        el("div.issuable-updated-at", el("span", "updated ", el("time", w.since(4000)))),
    )
    return el(
        f"li.merge-request#merge_request_{number}",
        el("div.issuable-info-container", el("div.issuable-main-info", title, info), meta),
        data_id=number,
    )


def gitlab(w: Writer) -> Html:
    """The open merge requests of a project."""
    project = f"{w.one('company')} / {w.one('tech')} adapter"
    side = el(
        "aside.nav-sidebar",
        link_list(
            "ul.sidebar-top-level-items",
            ["Project", "Repository", "Issues", "Merge requests", "CI/CD", "Settings"],
        ),
    )
    tabs = link_list(
        "ul.issues-state-filters.gl-tabs-nav",
        ["Open 41", "Merged 2,208", "Closed 312", "All 2,561"],
    )
    items = el(
        "ul.content-list.mr-list.issuable-list", lines(*(_merge_request(w) for _ in range(20)))
    )
    body = el(
        "main.content#content-body",
        el("div.top-area", tabs),
        el("div.row-content-block.filtered-search-block", search_form(w)),
        el(
            "div.merge-requests-holder",
            items,
            el("div.gl-pagination", el("ul.pagination", pages_of(w, wrap="li.page-item"))),
        ),
    )
    return document(
        f"Merge requests · {project}",
        el("header.navbar-gitlab", el("a", "GitLab"), links(["Explore", "Sign in"])),
        el(
            "div.layout-page",
            side,
            el(
                "div.content-wrapper",
                el("nav.breadcrumbs", links([project, "Merge requests"])),
                body,
            ),
        ),
    )


def _bug(w: Writer) -> Html:
    number = w.id()
    values = (
        w.one("component"),
        w.draw.choice(("P1", "P2", "P3", "--")),
        w.one("user"),
        w.draw.choice(("NEW", "ASSIGNED", "REOPENED", "RESOLVED")),
        w.draw.choice(("---", "FIXED", "WORKSFORME")),
        w.fresh("issue"),
        w.next_date("%Y-%m-%d", 3000),
    )
    names = (
        "component",
        "priority",
        "assigned_to",
        "bug_status",
        "resolution",
        "short_desc",
        "changeddate",
    )
    cells = [
        el(
            f"td.bz_{name}_column",
            el("a", value, href=f"show_bug.cgi?id={number}")
            if name == "short_desc"
            else el("span", value),
        )
        for name, value in zip(names, values, strict=True)
    ]
    return el(
        f"tr#b{number}",
        el("td.first-child.bz_id_column", el("a", str(number), href=f"show_bug.cgi?id={number}")),
        *cells,
        class_=f"bz_bugitem bz_normal bz_{values[3]} bz_row_{w.draw.choice(('odd', 'even'))}",
    )


def bugzilla(w: Writer) -> Html:
    """A list of bugs as Bugzilla finds it."""
    rows = [_bug(w) for _ in w.rows(20, 50)]
    heads = ("ID", "Comp", "Pri", "Assignee", "Status", "Resolution", "Summary", "Changed")
    table = el(
        "table.bz_buglist",
        el(
            "thead",
            el(
                "tr.bz_buglist_header.bz_first_buglist_header",
                *(el("th", el("a", name)) for name in heads),
            ),
        ),
        el("tbody.sorttable_body", lines(*rows)),
        cellspacing=0,
        cellpadding=4,
    )
    head = el(
        "div#header",
        el("div#banner"),
        el(
            "table#titles",
            el("tr", el("td#title", el("p", f"{w.one('company')} Bugzilla – Bug List"))),
        ),
        link_list("ul.links", ["Home", "New", "Browse", "Search", "Reports", "Log In"]),
    )
    count = el("span.bz_result_count", f"{len(rows)} bugs found.")
    query = el(
        "div.bz_query_head",
        el("span.bz_query_timestamp", w.date("%a %b %d %Y %H:%M:%S UTC")),
        el(
            "ul.search_description",
            el("li", el("strong", "Status:"), " UNCONFIRMED, CONFIRMED, IN_PROGRESS"),
        ),
    )
    foot = el(
        "div.bz_query_buttons",
        links(["Long Format", "CSV", "Feed", "iCalendar", "Change Columns", "Edit Search"]),
    )
    return document(
        "Bug List",
        head,
        el("div#bugzilla-body", query, count, table, count, foot),
        body_as="body.yui-skin-sam.bz_buglist_page",
    )


def _pipermail_thread(w: Writer) -> Html:
    """A mail and its replies; list items are not closed, as Mailman 2 leaves them."""
    subject = w.fresh("subject")
    names = [w.one("person") for _ in range(w.draw.randint(1, 5))]
    items = [
        f'<LI><A HREF="{w.id():06}.html">[Dev] {escape(subject)}\n</A>'
        f'<A NAME="{w.id()}">&nbsp;</A>\n<I>{escape(name)}\n</I>'
        for name in names
    ]
    return Html(
        f"\n<!--0 {w.id()}- -->\n{items[0]}\n<UL>\n" + "\n".join(items[1:]) + "\n</UL>"
        if items[1:]
        else items[0]
    )


_SORT = (
    "<ul><li><b>Messages sorted by:</b>"
    ' <a href="subject.html#start">[ subject ]</a>'
    ' <a href="author.html#start">[ author ]</a>'
    ' <a href="date.html#start">[ date ]</a></ul>'
)


def pipermail(w: Writer) -> Html:
    """A month of a mailing list by thread, as Mailman 2 writes it."""
    month = w.date("%B %Y")
    threads = [_pipermail_thread(w) for _ in w.rows(15, 40)]
    written = (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">',
        f"<HTML>\n  <HEAD>\n     <title>The Dev {month} Archive by thread</title>",
        '     <META http-equiv="Content-Type" content="text/html; charset=utf-8">\n  </HEAD>',
        '  <BODY BGCOLOR="#ffffff">\n<a name="start"></A>',
        f"<h1>{month} Archives by thread</h1>\n{_SORT}",
        f"<p><b>Starting:</b> <i>{w.date('%a %b %d %H:%M:%S CET %Y')}</i><br>",
        f"<b>Messages:</b> {w.draw.randint(60, 300)}<p>\n<ul>",
        *threads,
        f"</ul>\n<p>\n<hr>\n{_SORT}",
        "<p><i>This archive was generated by Pipermail 0.09 (Mailman edition).</i>",
        "  </BODY>\n</HTML>\n",
    )
    return Html("\n".join(written))


def _hyperkitty_thread(w: Writer) -> Html:
    number = f"{w.id():X}"
    title = el("a.thread-title", w.fresh("subject"), href=f"thread/{number}/", name=number)
    face = el("div.sender-picture", image(f"/avatar/{number}", w.one("person"), class_="gravatar"))
    by = el("div.sender.align-self-center", f"by {w.one('person')}")
    when = el("span.thread-date.pull-right", w.next_date("%-d %b '%y"), title="x")
    text = el("span.expander.collapsed", w.one("mail") + " " + w.one("mail"))
    info = el("div.container.thread-email-info", face, by)
    stats = el(
        "div.d-flex.thread-list-info",
        el("span.participant", el("i.fa.fa-users"), f" {w.draw.randint(1, 9)} participants"),
        el("span.discussion", el("i.fa.fa-comment"), f" {w.draw.randint(0, 30)} comments"),
        el("span", "0 / 0"),
    )
    return el(
        "div.thread",
        el("div.thread-info", el("div.thread-subject", when, title), info),
        el("div.thread-email", text),
        stats,
    )


def hyperkitty(w: Writer) -> Html:
    """A month of a mailing list as Mailman 3 shows it, with the first mail's text."""
    month = w.next_date("%B %Y")
    name = w.slug(w.one("tech")) + "-devel"
    nav = el(
        "nav.navbar.fixed-top",
        el("a.navbar-brand", "HyperKitty"),
        search_form(w),
        links(["Sign In", "Sign Up"]),
    )
    months = box(
        "2021",
        link_list("ul.list-unstyled.months-list", "January February March April May June".split()),
        what="div.archives",
    )
    threads = el("div#thread-list", lines(*(_hyperkitty_thread(w) for _ in w.rows(10, 25))))
    head = el(
        "div.thread-list-header",
        el("h1", f"{name} ", el("small", month)),
        el(
            "ul.list-unstyled",
            el("li", f"{w.draw.randint(8, 60)} participants"),
            el("li", f"{w.draw.randint(20, 90)} discussions"),
        ),
    )
    return document(
        f"{month} - {name}",
        nav,
        el(
            "div.container",
            el(
                "div.row",
                el("div.col-md-2", months),
                el("div.col-md-10", head, threads, el("div.paginator", pages_of(w, wrap="li"))),
            ),
        ),
    )


def _conversation(w: Writer) -> Html:
    names = ", ".join(w.one("person") for _ in range(w.draw.randint(1, 3)))
    link = el(
        "a.ZLl54",
        el(
            "div.t17a0d",
            el("span.o1DPKc", w.fresh("subject")),
            el("span.WzoK", Html(" &nbsp;"), w.one("mail")),
        ),
        href=f"./g/list/c/{w.id()}",
    )
    return el(
        "div.yhgbKd",
        el(
            "div.KPwZRb.gXaYgd",
            el("div.BoIR4c", names),
            el("span.cIwwZ", str(w.draw.randint(2, 40))),
        ),
        link,
        el("div.tRlaM", w.next_date("%-d/%m/%y", 3000)),
        role="row",
    )


def google_groups(w: Writer) -> Html:
    """The conversations of a group, each with its first words."""
    head = el("header", el("a", "Groups"), search_form(w), el("a", "Sign in"))
    side = el(
        "nav", el("button", "Conversations"), el("button", "About"), el("div", "Send feedback")
    )
    rows = el("div.oXQKrf", lines(*(_conversation(w) for _ in range(30))), role="rowgroup")
    title = el(
        "div.info",
        el("h1", w.slug(w.one("tech")) + "-users"),
        el("span", "1–30 of 4120"),
        el("p", "Contact owners and managers"),
    )
    return document(
        "Google Groups",
        head,
        side,
        el("main", title, el("div", rows, role="grid")),
        body_as="body.EIlDfe",
    )


TEMPLATES = (
    Template("github-issues", "tracker", github, ("en", "en"), "/acme/tools/issues"),
    Template("gitlab-merge-requests", "tracker", gitlab, ("en", "en"), "/a/b/-/merge_requests"),
    Template("bugzilla", "tracker", bugzilla, ("en", "en"), "/buglist.cgi?quicksearch=x"),
    Template("pipermail", "mail", pipermail, ("en", "en"), "/pipermail/dev/2009-March/thread.html"),
    Template("hyperkitty", "mail", hyperkitty, ("en", "en"), "/archives/list/dev@x/2021/5/"),
    Template("google-groups", "mail", google_groups, ("en", "en"), "/g/list"),
)
