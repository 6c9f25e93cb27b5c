"""Lists of what a site has written: latest posts, archives, results of a search, front pages."""

from __future__ import annotations

from training.comment_pages import row_fields as fields
from training.comment_pages.around import posted, tags
from training.comment_pages.article import text_block
from training.comment_pages.comment import Talk
from training.comment_pages.rows import Field, as_comments, headed_page, pages, row_count, rows
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _post(talk: Talk, body: list[Child]) -> Node:
    """A post of a list: title, by whom and when, text, tags, how many comments."""
    design, writer = talk.design, talk.writer
    title = plain(design.pick("head", ("h2", "h2", "h3", "h1")), link(writer, writer.title()))
    inner: list[Child] = [title, posted(talk), *body]
    if design.chance("tagged", 0.5):
        inner.append(tags(talk))
    if design.chance("counted", 0.7):
        told = writer.any("ncomments", n=str(writer.draw.randint(0, 60)))
        inner.append(design.element("p", "comments-link", link(writer, told)))
    tag = "div" if design.old else design.pick("post", ("article", "div", "li"))
    return design.element(tag, "post", *inner)


def posts(talk: Talk) -> list[Child]:
    """The latest posts of a blog, in full or as excerpts."""
    design, writer = talk.design, talk.writer
    full = design.pick("posts", ("excerpt", "excerpt", "excerpt", "full", "line"))
    count = min(row_count(talk), 10)

    def body() -> list[Child]:
        if full == "full":
            return text_block(talk, 1, 4)
        text = writer.text(1, 1 if full == "line" else 3)
        ended = f"{text.rstrip('.')}…" if design.chance("cut", 0.5) else text
        return [plain("p", ended)] if design.chance("in p", 0.7) else [ended]

    if design.chance("as comments", 0.5):
        return headed_page(talk, None, [*as_comments(talk, count, body), *pages(talk)])
    made = [_post(talk, body()) for _ in range(count)]
    outer = "ul" if made[0].tag == "li" else "div"
    return headed_page(talk, None, [design.element(outer, "posts", *made), *pages(talk)])


def archive(talk: Talk) -> list[Child]:
    """All posts of a category or a year, a line each."""
    made: list[list[Field]] = []
    with_name = talk.design.chance("with name", 0.4)
    for _ in range(row_count(talk) * 2):
        row = [fields.title(talk), fields.date(talk)]
        if with_name:
            row.append(fields.name(talk))
        made.append(row[::-1] if talk.design.chance("date first", 0.4) else row)
    return headed_page(talk, "archives", [*rows(talk, made), *pages(talk)])


def results(talk: Talk) -> list[Child]:
    """What a search found."""
    made: list[list[Field]] = []
    dated = talk.design.chance("dated", 0.5)
    for _ in range(row_count(talk)):
        row = [fields.title(talk), fields.text(talk, 1, 3)]
        if dated:
            row.insert(talk.design.number("date at", 0, 2), fields.date(talk))
        made.append(row)
    if talk.design.chance("as comments", 0.3):
        found = as_comments(talk, len(made), lambda: [talk.writer.text(1, 2)])
        return headed_page(talk, None, [*found, *pages(talk)])
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def front(talk: Talk) -> list[Child]:
    """A front page: departments with headlines, some with a line, a time, a number of comments."""
    writer, design = talk.writer, talk.design
    out: list[Child] = []
    for place in range(design.number("departments", 2, 6)):
        made: list[list[Field]] = []
        for _ in range(design.number(f"size {place}", 2, 8)):
            row = [fields.title(talk)]
            row.extend([fields.text(talk, 1, 1)] if design.chance("lines", 0.6) else [])
            row.extend([fields.date(talk)] if design.chance("dates", 0.6) else [])
            row.extend([fields.name(talk)] if design.chance("names", 0.3) else [])
            row.extend([fields.count(talk, "ncomments")] if design.chance("counts", 0.4) else [])
            made.append(row)
        out.extend([plain("h2", link(writer, writer.words(1, 2))), *rows(talk, made)])
    return out


def timeline(talk: Talk) -> list[Child]:
    """What happened when."""
    writer = talk.writer
    made: list[list[Field]] = [
        [("date", [str(1950 + place * 3)]), ("title", [writer.title()]), fields.text(talk, 1, 3)]
        for place in range(row_count(talk) + 2)
    ]
    return headed_page(talk, None, rows(talk, made))


def ticker(talk: Talk) -> list[Child]:
    """News of one day, as they come in: a time and a paragraph each, some by name."""
    writer, design = talk.writer, talk.design
    made: list[list[Field]] = []
    for place in range(row_count(talk) + 3):
        minute = writer.draw.randint(0, 59)
        row: list[Field] = [("date", [f"{23 - place % 23:02}:{minute:02}"])]
        if design.chance("headed", 0.5):
            row.append(("title", [plain("h3", writer.title())]))
        row.append(("snippet", [plain("p", writer.text(1, 4))]))
        if design.chance("named", 0.4):
            row.append(fields.name(talk))
        made.append(row)
    return headed_page(talk, "updates", rows(talk, made))
