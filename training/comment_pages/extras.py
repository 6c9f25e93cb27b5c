"""What only some kinds of sites tell of a comment: a member's figures, what a buyer bought."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

from training.comment_pages import controls, pieces
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.dates import shown
from training.record_pages.markup import Child, plain

Piece = Callable[[Talk, Comment], list[Child]]


def _apart(talk: Talk, comment: Comment, *, later: bool) -> str:
    """A date that is not the comment's, in the site's form: later, or one of its author's."""
    own = Random(f"{comment.author} {comment.identity if later else 0}")
    days = own.randint(1, 900) if later else -own.randint(30, 4000)
    form = talk.design.pick("date form", talk.writer.tongue.all("dates"))
    return shown(talk.writer, form, comment.when + timedelta(days, own.randrange(86400)))


def stats(talk: Talk, comment: Comment) -> list[Child]:
    """What a forum tells of a member: rank, posts, joined."""
    design, writer = talk.design, talk.writer
    lines: list[str] = []
    if design.chance("ranks", 0.8):
        lines.append(writer.any("ranks"))
    options = writer.tongue.all("stats")
    for phrase in design.some("stats", options, design.number("stat count", 1, 4)):
        lines.append(writer.filled(phrase))
    if design.chance("dated stats", 0.25):
        label = design.pick("dated stat", (*options, "{w}: "))
        label = writer.filled(label).partition(":")[0]
        lines.append(f"{label}: {_apart(talk, comment, later=False)}")
    form = design.pick("stats as", ("br", "div", "dl", "li", "p", "pairs"))
    if form == "pairs":
        tag = design.pick("stat label", ("b", "strong", "span", "i"))
        parted = (line.partition(":") for line in lines)
        return [
            part for a, sign, b in parted for part in (plain(tag, a + sign), b or " ", plain("br"))
        ]
    if form == "br" or design.old:
        out = [part for line in lines for part in (line, plain("br"))]
        return [plain("font", *out, size="1")] if design.chance("font", 0.3) else out
    if form == "li":
        return [design.element("ul", "stats", *(plain("li", line) for line in lines))]
    if form == "dl":
        pairs = [line.partition(":") for line in lines]
        return [
            design.element(
                "dl",
                "stats",
                *(plain("div", plain("dt", a + sign), plain("dd", b)) for a, sign, b in pairs),
            )
        ]
    return [design.element("div", "stats", *(plain(form, line) for line in lines))]


def profile(talk: Talk, comment: Comment) -> list[Child]:
    """Ways to the author."""
    writer, design = talk.writer, talk.design
    names = design.some("profile", writer.tongue.all("profile"), 3)
    links = (plain("a", name, href=f"/member/{comment.identity % 97}") for name in names)
    return [part for link in links for part in (link, " ")]


def postinfo(talk: Talk, comment: Comment) -> list[Child]:
    """The line above a post of old forums."""
    phrase = talk.design.pick("postinfo", talk.writer.tongue.all("postinfo"))
    text = talk.writer.filled(phrase, d=comment.date or " ", t=talk.title)
    return [
        talk.design.element(
            talk.design.pick("postinfo tag", ("span", "div", "small")), "date", text
        )
    ]


def _said(key: str, role: str) -> Piece:
    def piece(talk: Talk, comment: Comment) -> list[Child]:
        share = talk.design.pick(f"{key} share", (0.3, 0.7, 1.0))
        if talk.writer.draw.random() > share:
            return []
        phrase = talk.design.pick(f"say {key}", talk.writer.tongue.all(key))
        if talk.design.chance(f"{key} any", 0.3):
            phrase = talk.writer.draw.choice(talk.writer.tongue.all(key))
        text = talk.writer.filled(phrase, a=comment.author or "", d=comment.date or "")
        tag = talk.design.pick(f"{key} tag", ("span", "div", "p", "small", "b"))
        return [talk.design.element(tag, role, text)]

    return piece


def edited(talk: Talk, comment: Comment) -> list[Child]:
    """When it was changed, which all comments of some sites say."""
    design, writer = talk.design.at("edited"), talk.writer
    if writer.draw.random() > design.pick("share", (0.2, 0.6, 1.0)):
        return []
    phrases = [one for one in writer.tongue.all("edited") if "{d}" in one]
    moment: Child = _apart(talk, comment, later=True)
    tag = design.pick("date tag", ("", "span", "time", "a", "b"))
    if tag:
        tag = "span" if design.old and tag == "time" else tag
        moment = talk.design.element(tag, "date", moment)
    return [talk.design.element(
        design.pick("tag", ("span", "div", "p", "small")),
        design.pick("role", ("edited", "date", "head")),
        *writer.mixed(design.pick("phrase", phrases), {"d": [moment], "a": [writer.handle()]}),
    )]  # fmt: skip


def fold(talk: Talk, comment: Comment) -> list[Child]:
    """What folds a comment and its replies."""
    sign = talk.design.pick("fold sign", ("[–]", "[-]", "−", "▾", "[+]"))
    return [plain("a", sign, href="javascript:void(0)")]


def counted(talk: Talk, comment: Comment) -> list[Child]:
    """How many comments a post has."""
    text = talk.writer.any("ncomments", n=str(comment.likes))
    if talk.design.chance("counted linked", 0.8):
        address = f"{talk.writer.address()}#comments"
        return [talk.design.element("a", "comments-link", text, href=address)]
    return [talk.design.element("span", "comment-count", text)]


def more(talk: Talk, comment: Comment) -> list[Child]:
    """The way to the rest."""
    return [plain("a", talk.writer.say(talk.design, "more"), href=talk.writer.address())]


def labels(talk: Talk, comment: Comment) -> list[Child]:
    """What a post is filed under."""
    writer = talk.writer
    links = [plain("a", writer.words(1, 2), href="/tag") for _ in range(writer.draw.randint(1, 4))]
    joined: list[Child] = [part for one in links for part in (one, ", ")][:-1]
    return [plain("span", writer.say(talk.design, "tags"), " ", *joined)]


PIECES: dict[str, Piece] = {
    "counted": counted,
    "more": more,
    "fold": fold,
    "labels": labels,
    "author": pieces.author,
    "date": pieces.date,
    "byline": pieces.byline,
    "number": pieces.number,
    "avatar": pieces.avatar,
    "badge": pieces.badge,
    "subject": pieces.subject,
    "votes": controls.votes,
    "controls": controls.controls,
    "stars": controls.stars,
    "stats": stats,
    "profile": profile,
    "postinfo": postinfo,
    "edited": edited,
    "verified": _said("verified", "badge"),
    "helpful": _said("helpful", "helpful"),
    "facts": _said("review_facts", "facts"),
    "recommend": _said("recommend", "facts"),
    "replying": pieces.replying,
    "handle": pieces.handle,
}
