"""Text of articles: paragraphs with what stands in their lines, lists, tables, quotes, code."""

from __future__ import annotations

from dataclasses import dataclass

from training.pages.markup import Child, Node, as_role, plain
from training.pages.parts import described
from training.pages.words import Page

MARKS = ("strong", "b", "em", "i", "em", "u", "span")
CODE = (
    "import {a}", "{a} = {b}({n})", "if {a} is None:", "    return {b}", "$ {a} install {b} --{c}",
    "const {a} = await {b}.get('{c}', {{ limit: {n} }});", "for (int i = 0; i < {n}; i++) {{", "}}",
    '<{a} class="{b}">{c}</{a}>', "SELECT {a}, {b} FROM {c} WHERE id = {n};", "# {a} {b} {c}",
    "{a}:\n  {b}: {n}\n  {c}: true", "public static void {a}(String[] {b}) {{", "print({a}.{b}())",
)  # fmt: skip
NAMES = (
    "name path size data key value index count url limit offset handler options default timeout"
    " node item list type id file user config mode buffer client result page token"
).split()


@dataclass(frozen=True)
class Piece:
    """An element of an article's body, in reading order. ``form`` says how it may be laid out."""

    node: Node
    role: str = "main"
    form: str = "block"


def text(node: Node) -> Piece:
    """A paragraph of the article."""
    return Piece(node, "main", "paragraph")


def head(node: Node) -> Piece:
    """A heading of the article."""
    return Piece(node, "main", "heading")


def other(children: list[Child], role: str = "") -> list[Piece]:
    """What stands in the body and is not of the article; its parts have their roles."""
    out: list[Piece] = []
    for child in children:
        if isinstance(child, Node):
            if role:
                as_role(role, child)
            out.append(Piece(child, child.marks.get("role", "main").partition(" ")[0]))
    return out


def _inlined(page: Page, said: str) -> list[Child]:
    """A sentence, some of its words a link or in emphasis."""
    writer, draw, joint = page.writer, page.writer.draw, page.writer.gap
    words = said.split(" ") if joint else list(said)
    if len(words) < 5:
        return [said]
    start = draw.randrange(len(words) - 2)
    end = min(len(words) - 1, start + draw.randint(1, 5 if joint else 9))
    inner = joint.join(words[start:end])
    node = plain(draw.choice(MARKS), inner)
    if draw.random() < 0.6:
        node = plain("a", inner, href=writer.address())
    before = joint.join(words[:start]) + (joint if start else "")
    return [*([before] if before else []), node, joint + joint.join(words[end:])]


def _quoted(page: Page) -> str:
    writer = page.writer
    first, last = writer.tongue.all("quotes")
    said = writer.text(1, 2)
    if not writer.gap:
        return f"{first}{said}{last}" + writer.sentence()
    tail = f", {writer.person()}" if writer.draw.random() < 0.5 else ""
    return f"{first}{said.rstrip('.')}{last}{tail} {writer.sentence()}"


def _sentence(page: Page, long: float) -> str:
    """A sentence; of two parts on a ``long`` share."""
    writer = page.writer
    if writer.draw.random() >= long:
        return writer.sentence()
    more = writer.sentence()
    return writer.ended(writer.language.comma + writer.gap) + more[:1].lower() + more[1:]


def sentences(page: Page, count: int) -> list[Child]:
    """Sentences of one paragraph; neighbouring texts are joined."""
    own, draw, gap = page.design.at("sentences"), page.writer.draw, page.writer.gap
    links = own.pick("links", (0.0, 0.02, 0.06, 0.15, 0.3))
    quotes = own.pick("quotes", (0.0, 0.08, 0.2))
    long = own.pick("long", (0.0, 0.3, 0.5, 0.7))
    out: list[Child] = []
    for place in range(count):
        chance = draw.random()
        parts: list[Child] = [_quoted(page)] if chance < quotes else [_sentence(page, long)]
        if chance > 1 - links:
            parts = _inlined(page, str(parts[0]))
        for part in [gap, *parts] if place and gap else parts:
            if isinstance(part, str) and out and isinstance(out[-1], str):
                out[-1] += part
            else:
                out.append(part)
    return out


def paragraph(page: Page, most: int = 0) -> Node:
    """A paragraph, as long as they are on the site."""
    own, draw = page.design.at("paragraph"), page.writer.draw
    most = most or own.pick("most", (1, 2, 3, 3, 4, 4, 6, 9))
    count = max(draw.randint(1, most), min(own.pick("least", (1, 1, 2, 3)), most))
    if draw.random() < 0.15:
        count = draw.randint(1, most + 4)
    inner = sentences(page, count)
    chance = draw.random()
    if chance < 0.02:
        inner = [plain(draw.choice(("strong", "b", "em")), *inner)]
    elif chance < 0.04:
        inner = [plain("strong", page.writer.words(1, 4) + ":"), page.writer.gap, *inner]
    return plain("p", *inner)


def heading(page: Page, said: str = "") -> Node:
    """A heading within the text."""
    own, writer = page.design.at("sub"), page.writer
    tag = own.pick("tag", ("h2", "h2", "h2", "h3", "h3", "h4", "strong", "b", "p"))
    node = plain(tag, said or writer.words(2, own.pick("words", (4, 7, 11))))
    if own.chance("named", 0.15):
        node.attributes["id"] = f"h{writer.draw.randint(1, 999)}"
    return plain("p", node) if tag in ("strong", "b") else node


def bullets(page: Page) -> Node:
    """A list: of words, of lines or of paragraphs."""
    writer, draw = page.writer, page.writer.draw
    form = draw.choice(("words", "lines", "lines", "paragraphs", "bold"))
    items: list[Node] = []
    for _ in range(draw.randint(2, draw.choice((4, 7, 12)))):
        inner: list[Child] = [writer.words(1, 5)]
        if form == "bold":
            inner = [plain("strong", f"{writer.words(1, 3)}:"), writer.gap, *sentences(page, 1)]
        elif form != "words":
            inner = sentences(page, draw.randint(1, 3 if form == "paragraphs" else 1))
        if form == "paragraphs" and draw.random() < 0.5:
            inner = [plain("p", *inner)]
        items.append(plain("li", *inner))
    return plain(draw.choice(("ul", "ul", "ol")), *items)


def table(page: Page) -> Node:
    """A table of words and figures."""
    writer, draw = page.writer, page.writer.draw
    width, told = draw.randint(1, 5), draw.random() < 0.25
    rows: list[Node] = []
    if draw.random() < 0.7:
        rows.append(plain("tr", *(plain("th", writer.words(1, 3)) for _ in range(width + 1))))
    for _ in range(draw.randint(2, draw.choice((5, 9, 16)))):
        texts = (writer.text(1, 1) if told else f"{draw.randint(1, 99999):,}" for _ in range(width))
        cells = [plain("td", one if draw.random() < 0.8 else writer.words(1, 2)) for one in texts]
        rows.append(plain("tr", plain("td", writer.words(1, 3)), *cells))
    inner = [plain("tbody", *rows)] if draw.random() < 0.5 and not page.design.old else rows
    return page.design.at("table").element("table", "table data wp-block-table tbl", *inner)


def quote(page: Page) -> Node:
    """Words of somebody."""
    inner = described(page.at("quote"), "blockquote > (p{$t1-3} + cite{$person}?40)")[0]
    assert isinstance(inner, Node)
    return inner


def code(page: Page) -> Node:
    """Lines of a program."""
    own, draw = page.design.at("code"), page.writer.draw
    lines = []
    for _ in range(draw.randint(1, 12)):
        a, b, c = draw.sample(NAMES, 3)
        lines.append(draw.choice(CODE).format(a=a, b=b, c=c, n=draw.randint(0, 99)))
    said = "\n".join(lines)
    form = own.pick("form", ("pre code", "pre code", "pre", "spans", "boxed"))
    if form == "pre":
        return plain("pre", said)
    if form == "spans":
        parts: list[Child] = []
        for word in said.split(" "):
            parts.extend([plain("span", word, class_=draw.choice(("k", "n", "s", "o"))), " "])
        return own.element("div", "highlight code", plain("pre", *parts))
    node = plain("pre", plain("code", said))
    return own.element("div", "code-block highlight", node) if form == "boxed" else node


def terms(page: Page) -> Node:
    """Words with what they mean."""
    out: list[Child] = []
    for _ in range(page.writer.draw.randint(2, 7)):
        out.append(plain("dt", page.writer.words(1, 3)))
        out.append(plain("dd", *sentences(page, page.writer.draw.randint(1, 2))))
    return plain("dl", *out)


def parameters(page: Page) -> list[Node]:
    """What a function takes: a table, terms, or a list."""
    own, writer = page.design.at("parameters"), page.writer
    words = writer.tongue.all("parameters")
    names = writer.draw.sample(NAMES, writer.draw.randint(2, 9))
    first = plain(own.pick("head", ("h3", "h4", "p", "h2")), words[0])
    form = own.pick("form", ("table", "table", "dl", "ul"))
    coded = [plain("code", name) for name in names]
    if form == "table":
        rows = [plain("tr", *(plain("th", word) for word in words[-4:]))]
        for one in coded:
            cells: list[Child] = [
                one,
                writer.word(),
                str(writer.draw.randint(0, 9)),
                writer.text(1, 1),
            ]
            rows.append(plain("tr", *(plain("td", cell) for cell in cells)))
        return [first, own.element("table", "params", *rows)]
    if form == "dl":
        pairs = ((plain("dt", one), plain("dd", writer.text(1, 2))) for one in coded)
        return [first, plain("dl", *(node for pair in pairs for node in pair))]
    return [first, plain("ul", *(plain("li", one, f" – {writer.sentence()}") for one in coded))]


def body(page: Page, count: int, *, heads: float | None = None) -> list[Piece]:
    """Paragraphs below headings, with lists, quotes and tables among them."""
    own, draw = page.design.at("text"), page.writer.draw
    share = own.pick("heads", (0.0, 0.0, 0.08, 0.15, 0.3)) if heads is None else heads
    extras = own.pick("extras", (0.0, 0.03, 0.08, 0.2))
    out: list[Piece] = []
    for place in range(count):
        if place and place < count - 1 and draw.random() < share:
            out.append(head(heading(page)))
        out.append(text(paragraph(page)))
        if draw.random() < extras:
            form = draw.choice((bullets, bullets, quote, quote, table, terms))
            out.append(Piece(form(page)))
    return out


def text_block(page: Page, count: int) -> list[Child]:
    """Paragraphs with what else stands between them; on some old sites with breaks instead."""
    nodes = [piece.node for piece in body(page, count)]
    if not page.design.old or not page.design.at("text").chance("breaks", 0.3):
        return [*nodes]
    out: list[Child] = []
    for node in nodes:
        out.extend([*node.children, plain("br"), plain("br")] if node.tag == "p" else [node])
    return out
