"""Lists of what members began: threads, boards, questions, the members themselves."""

from __future__ import annotations

from training.comment_pages import row_fields as fields
from training.comment_pages.around import some_date, tags
from training.comment_pages.comment import Talk
from training.comment_pages.rows import Field, as_comments, headed_page, pages, row_count, rows
from training.comment_pages.thread import some_name
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _thread(talk: Talk) -> dict[str, Field]:
    """All that may be told of a thread."""
    design, writer = talk.design, talk.writer
    last = writer.mixed(
        design.pick("last", writer.tongue.all("lastpost")),
        {"a": [link(writer, some_name(writer))], "d": [some_date(talk)]},
    )
    told = "ncomments" if design.chance("counts told", 0.3) else ""
    return {
        "by": fields.name(talk),
        "replies": fields.count(talk, told),
        "views": fields.count(talk, "views" if design.chance("views told", 0.3) else ""),
        "last": ("date", last),
        "date": fields.date(talk),
        "text": fields.text(talk),
        "avatar": ("image", [plain("img", src="/avatar/4.jpg", alt="")]),
        "tag": ("tags", [link(writer, writer.words(1, 2))]),
    }


THREAD = ("by", "replies", "views", "last", "last", "date", "text", "avatar", "tag")


def threads(talk: Talk) -> list[Child]:
    """The threads of a forum: title, who began it, replies, views, who was last and when."""
    design = talk.design
    if design.chance("as comments", 0.2):
        made = as_comments(talk, row_count(talk), lambda: [talk.writer.text(1, 2)])
        return headed_page(talk, "forum", [*made, *pages(talk)])
    order = dict.fromkeys(design.some("fields", THREAD, design.number("n", 3, 6)))
    listed: list[list[Field]] = []
    for _ in range(row_count(talk) + 2):
        known = _thread(talk)
        listed.append([fields.title(talk), *(known[name] for name in order)])
    return headed_page(talk, "forum", [*rows(talk, listed), *pages(talk)])


def forums(talk: Talk) -> list[Child]:
    """The index of a forum: boards, what each is for, their last posts."""
    writer = talk.writer
    made: list[list[Field]] = []
    for _ in range(row_count(talk)):
        name = plain("b", link(writer, writer.words(1, 3)))
        last = writer.mixed(
            writer.say(talk.design, "lastpost", a="{a}", d="{d}"),
            {"a": [link(writer, some_name(writer))], "d": [some_date(talk)]},
        )
        about: Field = ("title", [name, plain("br"), writer.text(1, 1)])
        made.append(
            [
                about,
                fields.count(talk),
                fields.count(talk),
                ("date", [link(writer, writer.title()), plain("br"), *last]),
            ]
        )
    return headed_page(talk, "forum", rows(talk, made))


def questions(talk: Talk) -> list[Child]:
    """Questions with votes, answers, views, tags and who asked when."""
    writer, design = talk.writer, talk.design
    if design.chance("as comments", 0.2):
        asked_rows = as_comments(talk, row_count(talk), lambda: [writer.text(1, 2)])
        return headed_page(talk, None, [*asked_rows, *pages(talk)])
    made: list[list[Field]] = []
    texts = design.chance("texts", 0.6)
    for _ in range(row_count(talk) + 1):
        asked = writer.mixed(
            design.pick("asked", writer.tongue.all("asked")),
            {"a": [link(writer, some_name(writer))], "d": [some_date(talk)]},
        )
        row: list[Field] = [
            fields.count(talk, "votes"),
            ("count", [writer.say(design, "answers_heading", n=str(writer.draw.randint(0, 9)))]),
            fields.title(talk),
        ]
        if texts:
            row.append(fields.text(talk))
        row.extend([("tags", [tags(talk)]), ("author", asked)])
        made.append(row)
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def members(talk: Talk) -> list[Child]:
    """Members: picture, name, posts, joined, a line about each."""
    writer = talk.writer
    made: list[list[Field]] = []
    for _ in range(row_count(talk) + 2):
        picture: Field = ("image", [plain("img", src="/avatar/3.jpg", alt="")])
        row: list[Field] = [
            picture,
            fields.name(talk),
            fields.date(talk),
            ("stats", [writer.any("stats")]),
        ]
        if talk.design.chance("lines", 0.5):
            row.append(fields.text(talk, 1, 1))
        made.append(row)
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def mails(talk: Talk) -> list[Child]:
    """The index of a mailing list, in threads."""
    writer = talk.writer

    def lines(depth: int) -> list[Node]:
        out: list[Node] = []
        for _ in range(writer.draw.randint(1, 8 if depth == 0 else 2)):
            inner: list[Child] = [
                link(writer, f"[{writer.word()}] {writer.title()}"),
                " ",
                plain("i", some_name(writer)),
            ]
            if talk.design.chance("dated", 0.5):
                inner.extend([" ", some_date(talk)])
            if depth < 3 and writer.draw.random() < 0.5:
                inner.append(plain("ul", *lines(depth + 1)))
            out.append(plain("li", *inner))
        return out

    return headed_page(talk, None, [plain("ul", *lines(0))])
