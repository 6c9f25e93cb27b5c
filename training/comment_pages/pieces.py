"""Pieces of a comment that tell who wrote it and when: name, date, number, picture."""

from __future__ import annotations

from training.comment_pages.comment import Comment, Talk
from training.record_pages.markup import Child, plain


def anchor(talk: Talk, comment: Comment) -> str:
    form = talk.design.pick("anchor", ("#comment-{}", "#c{}", "#{}", "/post/x#p{}", "?p={}#post{}"))
    return form.format(comment.identity, comment.identity)


def author(talk: Talk, comment: Comment) -> list[Child]:
    """Who wrote it: text, a link, emphasis, a heading."""
    design, writer = talk.design, talk.writer
    if comment.author is None:
        return []
    name: Child = comment.author
    linked = design.pick("author linked", (0.0, 0.4, 1.0, 1.0))
    if writer.draw.random() < linked:
        target = design.pick("author at", ("/user/{}", "http://www.{}.com/", "profile.php?id={}"))
        name = plain("a", name, href=target.format(f"{writer.draw.randrange(36**4):x}"))
        if design.chance("author nofollow", 0.4):
            name.attributes["rel"] = "external nofollow"
    if design.chance("author item", 0.08):
        name = plain("span", plain("span", name, itemprop="name"), itemprop="author")
    tag = design.pick(
        "author tag", ("", "b", "strong", "cite", "span", "div", "h4", "h5", "h3", "em")
    )
    says = design.chance("author says", 0.2)
    shown: list[Child] = [name]
    if says:
        shown = writer.mixed(design.pick("says", writer.tongue.all("says")), {"a": [name]})
    return [design.element(tag, "author", *shown)] if tag else shown


def date(talk: Talk, comment: Comment) -> list[Child]:
    """When it was written: text, a link to itself, an element of time."""
    design = talk.design
    if comment.date is None:
        return []
    inner: Child = comment.date
    tag = design.pick(
        "date tag", ("", "", "span", "small", "time", "time", "abbr", "em", "div", "p")
    )
    if tag == "time" and design.old:
        tag = "span"
    if design.chance("date linked", 0.35):
        inner = plain("a", inner, href=anchor(talk, comment))
    shown: list[Child] = [inner]
    if design.chance("date told", 0.25):
        phrase = design.pick("on", talk.writer.tongue.all("on"))
        shown = talk.writer.mixed(phrase, {"d": [inner]})
    if not tag:
        return shown
    node = design.element(tag, "date", *shown)
    if tag == "time" and not design.chance("undeclared", 0.15):
        node.attributes["datetime"] = comment.when.isoformat()
    if tag == "abbr" or design.chance("date title", 0.1):
        node.attributes["title"] = comment.when.isoformat(" ")
    return [node]


def byline(talk: Talk, comment: Comment) -> list[Child]:
    """Author and date in one sentence."""
    phrase = talk.design.pick("byline", talk.writer.tongue.all("byline"))
    if comment.author is None or comment.date is None:
        return [*author(talk, comment), " ", *date(talk, comment)]
    bare = talk.design.at("byline")
    inner = Talk(bare, talk.writer, talk.title)
    name: Child = comment.author
    if bare.chance("linked", 0.5):
        name = plain("a", name, href="/u/" + str(comment.identity), rel="nofollow")
    elif bare.chance("strong", 0.4):
        name = plain("b", name)
    moment: list[Child] = date(inner, comment) if bare.chance("marked", 0.4) else [comment.date]
    return talk.writer.mixed(phrase, {"a": [name], "d": moment})


def number(talk: Talk, comment: Comment) -> list[Child]:
    """Its place on the page: #3, 3., 3楼."""
    design = talk.design
    forms: tuple[str, ...] = ("#{}", "#{}", "{}.", "{}", "[{}]", "Post #{}", "No.{}", ">>{}")
    if talk.writer.tongue.code == "zh":
        forms = ("{}楼", "{}楼", "#{}", "{}#", "第{}楼", "{} F")
    text = design.pick("number", forms).format(comment.place + 1)
    if talk.writer.tongue.code == "zh" and comment.place < 4 and design.chance("named floors", 0.4):
        text = ("楼主", "沙发", "板凳", "地板")[comment.place]
    if design.chance("number called", 0.12):
        tongue = talk.writer.tongue
        word = design.pick("number word", (*tongue.all("threads"), *tongue.all("heading")))
        text = f"{word} {comment.place + 1}"
    if design.chance("number linked", 0.7):
        return [design.element("a", "number", text, href=anchor(talk, comment))]
    return [design.element(design.pick("number tag", ("span", "b", "div", "em")), "number", text)]


def avatar(talk: Talk, comment: Comment) -> list[Child]:
    """A picture of the author."""
    design = talk.design
    picture = plain("img", src=f"/avatar/{comment.identity % 97}.jpg", width="48", height="48")
    if design.chance("avatar named", 0.5):
        picture.attributes["alt"] = comment.author or ""
    if design.chance("avatar letter", 0.06) and comment.author:
        return [design.element("span", "avatar", comment.author[:1].upper())]
    if design.chance("avatar with name", 0.12) and comment.author:
        target = f"/user/{comment.identity % 97}"
        linked = design.chance("named link", 0.6)
        name = plain("a", comment.author, href=target) if linked else plain("b", comment.author)
        return [design.element("div", "avatar", plain("div", picture), plain("div", name))]
    form = design.pick("avatar as", ("bare", "link", "div", "div", "figure", "span"))
    if form == "bare" or (design.old and form == "figure"):
        return [picture]
    if form == "link":
        return [plain("a", picture, href=f"/user/{comment.identity % 97}")]
    return [design.element(form, "avatar", picture)]


def badge(talk: Talk, comment: Comment) -> list[Child]:
    """What the author is to the site, if anything."""
    if not comment.owner:
        return []
    return [talk.design.element("span", "badge", talk.writer.say(talk.design, "byauthor"))]


def subject(talk: Talk, comment: Comment) -> list[Child]:
    """The comment's own title."""
    if comment.title is None:
        return []
    design = talk.design
    tag = design.pick("subject tag", ("h3", "h4", "b", "strong", "div", "span", "a", "h5"))
    if talk.kind == "rows" and tag != "a":
        heading = design.pick("row title", ("h2", "h2", "h3", "h3", tag))
        return [
            design.element(
                heading, "subject", plain("a", comment.title, href=talk.writer.address())
            )
        ]
    node = design.element(tag, "subject", comment.title)
    if tag == "a":
        node.attributes["href"] = anchor(talk, comment)
    return [node]


def replying(talk: Talk, comment: Comment) -> list[Child]:
    """Whom it answers."""
    if comment.parent is None:
        return []
    return [
        plain(
            "a",
            talk.writer.say(talk.design, "parent", k=str(comment.parent + 1)),
            href=f"#{comment.parent}",
        )
    ]


def handle(talk: Talk, comment: Comment) -> list[Child]:
    """The author's address on the service."""
    name = (comment.author or "x").replace(" ", "").lower()
    sign = talk.design.pick("handle", ("@{}", "@{}", "u/{}", "@{}@example.social", "({} )"))
    return [talk.design.element("span", "badge", sign.format(name))]
