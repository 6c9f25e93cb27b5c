"""Lists of things: products, videos, jobs, events, files, changes, pictures."""

from __future__ import annotations

from training.comment_pages import row_fields as fields
from training.comment_pages.around import related, tags
from training.comment_pages.comment import Talk
from training.comment_pages.product import price
from training.comment_pages.rows import Field, headed_page, pages, row_count, rows
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def products(talk: Talk) -> list[Child]:
    """Products with prices and, on most sites, stars and the number of reviews."""
    writer, design = talk.writer, talk.design
    made: list[list[Field]] = []
    order = design.some(
        "fields", ("stars", "text", "price", "button", "was"), design.number("n", 2, 5)
    )
    for _ in range(row_count(talk) + 2):
        count = writer.draw.choice((0, 1, 4, 31, 420))
        known: dict[str, Field] = {
            "stars": (
                "rating",
                ["★★★★☆ ", link(writer, writer.say(design, "review_heading_n", n=str(count)))],
            ),
            "text": fields.text(talk),
            "price": ("price", [price(talk)]),
            "button": ("button", [plain("button", writer.say(design, "cart"))]),
            "was": ("was", [plain("s", price(talk))]),
        }
        picture: Field = (
            "image",
            [link(writer, plain("img", src=f"{writer.address()}.jpg", alt=""))],
        )
        made.append([picture, fields.title(talk), *(known[name] for name in order)])
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def videos(talk: Talk) -> list[Child]:
    """Videos: picture, length, channel, views, how long ago."""
    writer = talk.writer
    made: list[list[Field]] = []
    for _ in range(row_count(talk) + 3):
        length = f"{writer.draw.randint(0, 59)}:{writer.draw.randint(0, 59):02}"
        picture: Field = (
            "image",
            [link(writer, plain("img", src="/v.jpg", alt=""), plain("span", length))],
        )
        made.append(
            [
                picture,
                fields.title(talk),
                fields.name(talk),
                fields.count(talk, "views"),
                fields.date(talk),
            ]
        )
    return headed_page(talk, None, [*rows(talk, made), related(talk)])


def jobs(talk: Talk) -> list[Child]:
    """Jobs: title, firm, place, pay, day."""
    made: list[list[Field]] = [
        [
            fields.title(talk),
            ("company", [talk.writer.words(1, 3)]),
            ("place", [talk.writer.words(1, 2)]),
            fields.date(talk),
            fields.text(talk),
        ]
        for _ in range(row_count(talk))
    ]
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def events(talk: Talk) -> list[Child]:
    """Events: day, title, place, who speaks."""
    made: list[list[Field]] = [
        [
            fields.date(talk),
            fields.title(talk),
            ("place", [talk.writer.words(1, 3)]),
            fields.name(talk),
            fields.text(talk),
        ]
        for _ in range(row_count(talk))
    ]
    return headed_page(talk, None, rows(talk, made))


def downloads(talk: Talk) -> list[Child]:
    """Files: name, size, day, how often fetched, what it is."""
    made: list[list[Field]] = [
        [
            fields.title(talk),
            ("size", [f"{talk.writer.draw.randint(1, 900)} KB"]),
            fields.date(talk),
            fields.count(talk),
            fields.text(talk, 1, 1),
        ]
        for _ in range(row_count(talk))
    ]
    return headed_page(talk, None, rows(talk, made))


def commits(talk: Talk) -> list[Child]:
    """Changes of a program: who, what, when."""
    writer = talk.writer
    made: list[list[Field]] = []
    for _ in range(row_count(talk) + 3):
        code: Field = ("hash", [plain("code", f"{writer.draw.randrange(16**7):07x}")])
        made.append(
            [
                ("title", [link(writer, writer.text(1, 1))]),
                fields.name(talk),
                fields.date(talk),
                code,
            ]
        )
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def gallery(talk: Talk) -> list[Child]:
    """Pictures with captions."""
    writer = talk.writer
    made: list[Node] = []
    for _ in range(row_count(talk) + 3):
        picture = plain("img", src=f"{writer.address()}.jpg", alt="")
        text = writer.text(1, 1) if talk.design.chance("told", 0.6) else writer.words(1, 5)
        made.append(
            plain(
                "figure",
                picture,
                plain("figcaption", text, " ", plain("small", f"© {writer.person()}")),
            )
        )
    return headed_page(talk, None, list(made))


def press(talk: Talk) -> list[Child]:
    """What papers wrote of the firm: a sentence each and the paper's name."""
    writer, design = talk.writer, talk.design
    made: list[Node] = []
    for _ in range(writer.draw.randint(3, 9)):
        said = plain(design.pick("said", ("p", "blockquote", "q")), f"“{writer.text(1, 1)}”")
        made.append(design.element("div", "press-item", said, plain("cite", writer.words(1, 3))))
    return headed_page(talk, "press", list(made))


def episodes(talk: Talk) -> list[Child]:
    """Parts of a series: number, title, day, length, what is in each, a button."""
    writer, design = talk.writer, talk.design
    made: list[list[Field]] = []
    for place in range(row_count(talk)):
        head = plain(design.pick("head", ("h3", "h2", "b")), f"#{99 - place} {writer.title()}")
        length: Field = ("size", [f"{writer.draw.randint(5, 95)} min"])
        button: Field = ("button", [plain("button", "▶")])
        row: list[Field] = [("title", [head]), fields.date(talk), length, fields.text(talk, 1, 4)]
        made.append([*row, button])
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def firms(talk: Talk) -> list[Child]:
    """Firms: name, stars, how many reviewed them, where they are, what they do."""
    writer, design = talk.writer, talk.design
    made: list[list[Field]] = []
    for _ in range(row_count(talk)):
        count = str(writer.draw.randint(0, 300))
        rated: Field = ("rating", [f"{writer.draw.randint(30, 50) / 10} ", "★★★★"])
        told = writer.say(design, "review_heading_n", n=count)
        where: Field = ("place", [f"{writer.words(1, 2)} {writer.draw.randint(1, 99)}"])
        row: list[Field] = [fields.title(talk), rated, ("count", [link(writer, told)]), where]
        made.append([*row, fields.text(talk, 1, 2)])
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])


def quotations(talk: Talk) -> list[Child]:
    """Sayings of known people: a sentence, a name, tags, how many like it."""
    writer, design = talk.writer, talk.design
    made: list[list[Field]] = []
    for _ in range(row_count(talk)):
        said: Field = (
            "snippet",
            [plain(design.pick("said", ("span", "p")), f"“{writer.text(1, 2)}”")],
        )
        row: list[Field] = [said, ("author", [f"― {writer.person()}"])]
        if design.chance("tagged", 0.5):
            row.append(("tags", [tags(talk)]))
        if design.chance("liked", 0.5):
            row.append(("count", [link(writer, writer.say(design, "likes"))]))
        made.append(row)
    return headed_page(talk, None, [*rows(talk, made), *pages(talk)])
