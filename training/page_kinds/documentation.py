"""Articles that teach: code, tables of parameters, steps, answers to questions, recipes."""

from __future__ import annotations

from collections.abc import Callable

from training.comment_pages.around import some_date
from training.comment_pages.comment import Talk
from training.page_kinds.story import paragraph
from training.page_kinds.story import text as text_of
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Builder = Callable[[Talk], list[Child]]

CODE = (
    "import {a}",
    "{a} = {b}({n})",
    "if {a} is None:",
    "    return {b}",
    "const {a} = await {b}.get('{c}', {{ limit: {n} }});",
    "$ {a} install {b} --{c}",
    "for (int i = 0; i < {n}; i++) {{",
    "}}",
    '<{a} class="{b}">{c}</{a}>',
    "SELECT {a}, {b} FROM {c} WHERE id = {n};",
    "# {a} {b} {c}",
    "{a}:\n  {b}: {n}\n  {c}: true",
    "public static void {a}(String[] {b}) {{",
    "print({a}.{b}())",
)
NAMES = (
    "name path size data key value index count url limit offset handler options default timeout"
    " node item list type id file user config mode buffer client result page token"
).split()


def code_block(talk: Talk) -> Node:
    """Lines of a program, as the site shows them."""
    own, draw = talk.design.at("code"), talk.writer.draw
    lines = []
    for _ in range(draw.randint(1, 14)):
        a, b, c = draw.sample(NAMES, 3)
        lines.append(draw.choice(CODE).format(a=a, b=b, c=c, n=draw.randint(0, 99)))
    text = "\n".join(lines)
    form = own.pick("form", ("pre code", "pre code", "pre", "div pre", "spans", "textarea"))
    if form == "pre":
        return plain("pre", text)
    if form == "spans":
        parts: list[Child] = []
        for word in text.split(" "):
            parts.extend([plain("span", word, class_=draw.choice(("k", "n", "s", "o"))), " "])
        return own.element("div", "highlight", plain("pre", *parts))
    if form == "div pre":
        return own.element(
            "div", "code", plain("button", "Copy"), plain("pre", plain("code", text))
        )
    return plain("pre", plain("code", text))


def parameters(talk: Talk) -> list[Child]:
    """What a function takes: a table, terms, or a list."""
    own, writer = talk.design.at("parameters"), talk.writer
    words = writer.tongue.all("parameters")
    names = writer.draw.sample(NAMES, writer.draw.randint(2, 9))
    head = plain(own.pick("head", ("h3", "h4", "p", "h2")), words[0])
    form = own.pick("form", ("table", "table", "dl", "ul"))
    if form == "table":
        rows = [plain("tr", *(plain("th", word) for word in words[-4:]))]
        for name in names:
            cells = (plain("code", name), writer.word(), str(writer.draw.randint(0, 9)))
            told = plain("td", writer.text(1, 1))
            rows.append(plain("tr", *(plain("td", cell) for cell in cells), told))
        return [head, own.element("table", "params", *rows)]
    if form == "dl":
        terms = (
            node
            for name in names
            for node in (plain("dt", plain("code", name)), plain("dd", writer.text(1, 2)))
        )
        return [head, plain("dl", *terms)]
    items = (plain("li", plain("code", name), f" – {writer.sentence()}") for name in names)
    return [head, plain("ul", *items)]


def contents(talk: Talk, names: list[str]) -> Node:
    """The headings of the page, linked."""
    own, writer = talk.design.at("contents"), talk.writer
    items = (plain("li", plain("a", name, href=f"#s{place}")) for place, name in enumerate(names))
    title = plain(own.pick("head", ("h2", "p", "b", "div")), writer.say(own, "toc"))
    return own.element("div", "toc", title, plain(own.pick("list", ("ul", "ol")), *items))


def tree(talk: Talk) -> Node:
    """All pages of the manual, at the side."""
    own, writer = talk.design.at("tree"), talk.writer
    groups: list[Node] = []
    for place in range(own.number("groups", 2, 9)):
        items = (
            plain("li", link(writer, writer.words(1, 4)))
            for _ in range(own.number(f"size {place}", 2, 12))
        )
        head = plain(own.pick("head", ("span", "a", "strong")), writer.words(1, 2))
        groups.append(plain("li", head, plain("ul", *items)))
    return own.element("nav" if not own.old else "div", "sidebar", plain("ul", *groups))


def reference(talk: Talk) -> list[Child]:
    """A page of a manual: sections with code and parameters, contents, the manual's tree."""
    own, writer = talk.design.at("reference"), talk.writer
    names = [writer.words(1, 5) for _ in range(writer.draw.randint(2, 9))]
    body: list[Child] = [plain("h1", talk.title), *text_of(talk, writer.draw.randint(1, 2))]
    if own.chance("contents", 0.5):
        body.insert(own.pick("contents at", (1, 2)), contents(talk, names))
    for place, name in enumerate(names):
        body.append(plain(own.pick("head", ("h2", "h2", "h3")), name, id=f"s{place}"))
        body.extend(paragraph(talk, 3) for _ in range(writer.draw.randint(1, 3)))
        if writer.draw.random() < own.pick("code", (0.2, 0.6, 0.9)):
            body.append(code_block(talk))
            if writer.draw.random() < 0.5:
                body.append(paragraph(talk, 2))
        if writer.draw.random() < own.pick("parameters", (0.0, 0.3, 0.6)):
            body.extend(parameters(talk))
        if writer.draw.random() < 0.15:
            body.append(own.element("div", "note", plain("p", writer.text(1, 2))))
    words = writer.tongue.all("prevnext")
    body.append(plain("div", link(writer, words[0]), " ", link(writer, words[1])))
    main = own.element("div" if own.old else "article", "main", *body)
    if own.chance("tree", 0.6):
        return [own.element("div", "row", tree(talk), main)]
    return [main]


def how_to(talk: Talk) -> list[Child]:
    """Steps, numbered, each with a picture and some sentences."""
    own, writer = talk.design.at("how to"), talk.writer
    out: list[Child] = [plain("h1", talk.title), plain("p", writer.text(1, 4))]
    said = own.pick("step", writer.tongue.all("steps"))
    form = own.pick("form", ("headed", "listed", "listed", "boxed"))
    steps: list[Node] = []
    for place in range(1, writer.draw.randint(4, 14)):
        inner: list[Child] = [plain("p", writer.text(1, 4))]
        if own.chance("pictured", 0.5):
            inner.append(plain("img", src=f"{writer.address()}.jpg", alt=""))
        if form == "listed":
            bold = plain("b", writer.words(2, 6)) if own.chance("bold", 0.5) else ""
            steps.append(plain("li", bold, *inner))
            continue
        head = plain(own.pick("head", ("h2", "h3")), f"{said} {place}: {writer.words(1, 4)}")
        if form == "boxed":
            steps.append(own.element("div", "step", head, *inner))
        else:
            out.extend([head, *inner])
    if form == "listed":
        return [*out, plain("ol", *steps), *text_of(talk, writer.draw.randint(1, 2))]
    return [*out, *steps, *text_of(talk, writer.draw.randint(1, 2))]


def answers(talk: Talk) -> list[Child]:
    """Frequent questions in groups, with the answers below or to be unfolded."""
    own, writer = talk.design.at("answers"), talk.writer
    out: list[Child] = [plain("h1", writer.say(own, "faq")), plain("p", writer.text(1, 2))]
    form = own.pick("form", ("headed", "headed", "details", "dl", "bold"))
    for place in range(writer.draw.randint(1, 3)):
        if place:
            out.append(plain("h2", writer.words(1, 4)))
        for _ in range(writer.draw.randint(4, 9)):
            asked = writer.sentence().rstrip(".。 ") + "?"
            told = [paragraph(talk, 4) for _ in range(writer.draw.choice((1, 1, 2)))]
            if form == "details" and not own.old:
                out.append(plain("details", plain("summary", asked), *told))
            elif form == "dl":
                out.append(plain("dl", plain("dt", asked), plain("dd", *told)))
            else:
                out.extend([plain("h3" if form == "headed" else "b", asked), *told])
    return out


def recipe(talk: Talk) -> list[Child]:
    """A dish: a story, times, what it takes, what to do."""
    own, writer = talk.design.at("recipe"), talk.writer
    out: list[Child] = [plain("h1", talk.title), plain("p", writer.person(), " ", some_date(talk))]
    if own.chance("story", 0.6):
        out.extend(text_of(talk, writer.draw.randint(2, 9)))
    takes = [
        plain(
            "li",
            f"{writer.draw.randint(1, 500)} {own.pick('unit', ('g', 'ml', 'cups'))} "
            f"{writer.words(1, 3)}",
        )
        for _ in range(writer.draw.randint(4, 16))
    ]
    card: list[Child] = [plain("h2", writer.say(own, "ingredients")), plain("ul", *takes)]
    card.append(plain("h2", writer.say(own, "steps")))
    card.append(
        plain("ol", *(plain("li", writer.text(1, 3)) for _ in range(own.number("n", 3, 9))))
    )
    if own.chance("times", 0.6):
        times = (plain("span", f"{writer.word()}: {writer.draw.randint(5, 90)} min") for _ in "abc")
        card.insert(0, own.element("div", "times", *times))
    out.append(own.element("div", "recipe-card", *card))
    return [*out, *text_of(talk, writer.draw.randint(1, 3))]


def numbered(talk: Talk) -> list[Child]:
    """Terms and conditions in numbered parts."""
    writer = talk.writer
    out: list[Child] = [plain("h1", talk.title), plain("p", some_date(talk))]
    for place in range(1, writer.draw.randint(5, 16)):
        out.append(plain("h2", f"{place}. {writer.words(1, 5)}"))
        for part in range(1, writer.draw.randint(2, 5)):
            out.append(plain("p", f"{place}.{part} {writer.text(1, 5)}"))
    return out
