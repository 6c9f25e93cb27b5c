"""Documents without comments: change logs, manuals, questions of the site to itself, people."""

from __future__ import annotations

from training.comment_pages.around import some_date
from training.comment_pages.article import article, text_block
from training.comment_pages.comment import Talk
from training.comment_pages.rows import Field, headed_page, row_count, rows
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain


def changelog(talk: Talk) -> list[Child]:
    """Versions, each with a day and what is new in it."""
    design, writer = talk.design, talk.writer
    out: list[Child] = []
    for place in range(row_count(talk) + 1):
        version = f"{3 - place // 9}.{9 - place % 9}.{writer.draw.randrange(9)}"
        form = design.pick(
            "head", ("{v} - {d}", "{v} ({d})", "{d}: {v}", "v{v}", "Version {v} | {d}")
        )
        head = plain(
            design.pick("tag", ("h2", "h3", "h4", "dt", "p")),
            form.format(v=version, d=some_date(talk)),
        )
        items = [plain("li", writer.text(1, 1)) for _ in range(writer.draw.randint(1, 6))]
        body: list[Child] = (
            [plain("ul", *items)]
            if design.chance("listed", 0.6)
            else [plain("p", writer.text(1, 3))]
        )
        if design.chance("signed", 0.25):
            body.append(plain("p", plain("i", writer.person())))
        if head.tag == "dt":
            out.extend([head, plain("dd", *body)])
        elif design.chance("boxed", 0.5):
            out.append(design.element("div", "release", head, *body))
        else:
            out.extend([head, *body])
    inside = [plain("dl", *out)] if any(isinstance(n, Node) and n.tag == "dt" for n in out) else out
    return headed_page(talk, None, list(inside))


def manual(talk: Talk) -> list[Child]:
    """A manual: sections, code, what each call takes."""
    design, writer = talk.design, talk.writer
    out: list[Child] = []
    for _ in range(row_count(talk)):
        name = f"{writer.word()}.{writer.word()}()"
        out.append(
            plain(
                design.pick("head", ("h2", "h3")),
                name if design.chance("calls", 0.5) else writer.title(),
            )
        )
        out.extend(text_block(talk, 1, 4))
        if writer.draw.random() < 0.5:
            out.append(plain("pre", plain("code", f"{name}\nreturn {writer.word()}")))
        if design.chance("takes", 0.4):
            terms = (
                node
                for _ in range(3)
                for node in (
                    plain("dt", plain("code", writer.word())),
                    plain("dd", writer.text(1, 1)),
                )
            )
            out.append(plain("dl", *terms))
    return headed_page(talk, None, out)


def frequent(talk: Talk) -> list[Child]:
    """Questions that a site asks itself, and its answers."""
    writer = talk.writer
    made: list[list[Field]] = []
    for _ in range(row_count(talk) + 1):
        text = writer.sentence().rstrip(".。") + "?"
        made.append(
            [
                ("question", [plain(talk.design.pick("q", ("h3", "b", "strong", "h4")), text)]),
                ("answer", [plain("p", writer.text(1, 4))]),
            ]
        )
    return headed_page(talk, None, rows(talk, made))


def people(talk: Talk) -> list[Child]:
    """Who works here: picture, name, what they do, their lives."""
    writer, design = talk.writer, talk.design
    made: list[list[Field]] = []
    for _ in range(row_count(talk)):
        row: list[Field] = [
            ("image", [plain("img", src=f"{writer.address()}.jpg", alt="")]),
            ("title", [plain(design.pick("name", ("h3", "h4", "b")), writer.person())]),
            ("role", [writer.words(1, 4)]),
            ("snippet", [plain("p", writer.text(1, 4))]),
        ]
        if design.chance("reachable", 0.5):
            row.append(("links", [link(writer, writer.label("contact"))]))
        made.append(row)
    return headed_page(talk, None, rows(talk, made))


def recipe(talk: Talk) -> list[Child]:
    """What to take, what to do."""
    writer = talk.writer
    takes = plain(
        "ul",
        *(plain("li", f"{writer.draw.randint(1, 500)} g {writer.words(1, 2)}") for _ in range(8)),
    )
    steps = plain(
        "ol",
        *(plain("li", plain("p", writer.text(1, 3))) for _ in range(writer.draw.randint(3, 9))),
    )
    return headed_page(talk, None, [plain("p", writer.text(1, 3)), takes, steps])


def landing(talk: Talk) -> list[Child]:
    """What a firm says of itself, in tiles."""
    design, writer = talk.design, talk.writer
    tiles: list[Node] = []
    for _ in range(design.number("tiles", 3, 9)):
        inner: list[Child] = [
            svg(design),
            plain("h3", writer.words(1, 4)),
            plain("p", writer.text(1, 2)),
        ]
        tiles.append(design.element("div", "tile", *inner, link(writer, writer.label("more"))))
    hero = design.element("section", "hero", plain("h1", talk.title), plain("p", writer.text(1, 2)))
    return [hero, design.element("section", "tiles", *tiles), *text_block(talk, 1, 3)]


def legal(talk: Talk) -> list[Child]:
    """Terms, in numbered parts."""
    writer = talk.writer
    out: list[Child] = []
    for place in range(1, writer.draw.randint(4, 14)):
        out.append(plain("h3", f"{place}. {writer.words(1, 4)}"))
        out.extend(
            plain("p", f"{place}.{n} {writer.text(1, 4)}")
            for n in range(1, writer.draw.randint(2, 4))
        )
    return headed_page(talk, None, [*out, plain("p", some_date(talk))])


def references(talk: Talk) -> list[Child]:
    """An article with what it refers to: names, years, titles."""
    writer = talk.writer
    items: list[Node] = []
    for place in range(writer.draw.randint(5, 30)):
        text = f"{writer.person()} ({writer.draw.randint(1960, 2024)}). {writer.title()}."
        items.append(
            plain(
                "li",
                plain("a", "^", href=f"#r{place}"),
                " ",
                text,
                " ",
                plain("i", writer.words(2, 4)),
            )
        )
    notes = plain(talk.design.pick("notes", ("ol", "ol", "ul")), *items)
    return [*article(talk), plain("h2", writer.words(1, 1)), notes]


def table(talk: Talk) -> list[Child]:
    """Figures in rows."""
    writer = talk.writer
    rows_ = [
        plain(
            "tr",
            plain("td", writer.words(1, 3)),
            plain("td", some_date(talk)),
            *(plain("td", str(writer.draw.randint(0, 999))) for _ in range(4)),
        )
        for _ in range(row_count(talk) + 4)
    ]
    return headed_page(talk, None, [plain("p", writer.text(1, 2)), plain("table", *rows_)])


def page(talk: Talk) -> list[Child]:
    """A plain page of text."""
    return headed_page(talk, None, text_block(talk, 2, 25))


def contact(talk: Talk) -> list[Child]:
    """How to reach the people of the site, and a form to write to them."""
    writer = talk.writer
    form = plain(
        "form",
        *(
            plain("p", plain("label", name), plain("input", type="text"))
            for name in writer.tongue.all("fields")[:3]
        ),
    )
    form.children.extend(
        [plain("textarea", rows="6"), plain("button", writer.say(talk.design, "submit"))]
    )
    return headed_page(
        talk, "contact", [plain("p", writer.text(1, 3)), form, plain("p", writer.words(3, 6))]
    )


def interview(talk: Talk) -> list[Child]:
    """What was said, by whom: a name and a paragraph in turn, timed in records of speech."""
    design, writer = talk.design, talk.writer
    names = [writer.person() for _ in range(design.number("speakers", 2, 4))]
    timed = design.chance("timed", 0.3)
    out: list[Child] = []
    for place in range(row_count(talk) + 3):
        name: Child = plain(
            design.pick("name", ("b", "strong", "span", "i")), f"{names[place % len(names)]}:"
        )
        line: list[Child] = [name, " ", writer.text(1, 4)]
        if timed:
            line.insert(0, plain("span", f"{place:02}:{writer.draw.randint(10, 59)} "))
        out.append(plain(design.pick("turn", ("p", "p", "div", "li")), *line))
    if out and isinstance(out[0], Node) and out[0].tag == "li":
        out = [plain("ul", *out)]
    return [*article(talk, long=False), *out]
