"""Text of articles: paragraphs with what stands in their lines, lists, tables, quotes, code."""

from __future__ import annotations

from training.article_pages.reporter import COMMAS
from training.comment_pages.comment import Talk
from training.page_kinds.documentation import CODE, NAMES
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

QUOTES = {"de": "„“", "ru": "«»", "uk": "«»", "fr": "«»", "zh": "“”", "ja": "「」", "el": "«»"}
MARKS = ("strong", "b", "em", "i", "em", "u", "span")


def gap(talk: Talk) -> str:
    """What stands between two sentences."""
    return " " if talk.writer.language.space else ""


def _inlined(talk: Talk, text: str) -> list[Child]:
    """A sentence, some of its words a link or in emphasis."""
    writer, draw = talk.writer, talk.writer.draw
    joint = " " if writer.language.space else ""
    words = text.split(" ") if joint else list(text)
    if len(words) < 5:
        return [text]
    start = draw.randrange(len(words) - 2)
    end = min(len(words) - 1, start + draw.randint(1, 5 if joint else 9))
    inner = joint.join(words[start:end])
    linked = draw.random() < 0.6
    node = link(writer, inner) if linked else plain(draw.choice(MARKS), inner)
    before = joint.join(words[:start]) + (joint if start else "")
    return [*([before] if before else []), node, joint + joint.join(words[end:])]


def _quoted(talk: Talk) -> str:
    writer = talk.writer
    pair = QUOTES.get(writer.tongue.code, "“”")
    first, last = pair[0], pair[1]
    said = writer.text(1, 2)
    tail = f", {writer.person()}" if writer.draw.random() < 0.5 else ""
    if not writer.language.space:
        return f"{first}{said}{last}" + writer.sentence()
    return f"{first}{said.rstrip('.')}{last}{tail} {writer.sentence()}"


def _sentence(talk: Talk, long: float) -> str:
    """A sentence; of two parts on a ``long`` share."""
    writer = talk.writer
    said = writer.sentence()
    if writer.draw.random() >= long:
        return said
    comma = COMMAS.get(writer.language.code) or (", " if writer.language.space else "，")
    more = writer.sentence()
    return said.rstrip(".。। ").rstrip(",，") + comma + more[:1].lower() + more[1:]


def sentences(talk: Talk, count: int) -> list[Child]:
    """Sentences of one paragraph; neighbouring texts are joined."""
    own, draw = talk.design.at("sentences"), talk.writer.draw
    links = own.pick("links", (0.0, 0.02, 0.06, 0.15, 0.3))
    quotes = own.pick("quotes", (0.0, 0.08, 0.2))
    long = own.pick("long", (0.0, 0.3, 0.5, 0.7))
    out: list[Child] = []
    line = ""
    for place in range(count):
        between = gap(talk) if place else ""
        chance = draw.random()
        if chance < quotes:
            line += between + _quoted(talk)
        elif chance > 1 - links:
            first, *more = _inlined(talk, _sentence(talk, long))
            if isinstance(first, str):
                line += between + first
            else:
                line += between
                more.insert(0, first)
            if line:
                out.append(line)
            line = ""
            if more and isinstance(more[-1], str):
                line = str(more.pop())
            out.extend(more)
        else:
            line += between + _sentence(talk, long)
    return [*out, line] if line else out


def paragraph(talk: Talk, most: int = 0) -> Node:
    """A paragraph, as long as they are on the site."""
    own, draw = talk.design.at("paragraph"), talk.writer.draw
    most = most or own.pick("most", (1, 2, 3, 3, 4, 4, 6, 9))
    least = own.pick("least", (1, 1, 2, 3))
    count = max(draw.randint(1, most), min(least, most))
    if draw.random() < 0.15:
        count = draw.randint(1, most + 4)
    inner = sentences(talk, count)
    chance = draw.random()
    if chance < 0.02:
        inner = [plain(draw.choice(("strong", "b", "em")), *inner)]
    elif chance < 0.04:
        inner.insert(0, plain("strong", talk.writer.words(1, 4) + ":"))
        inner.insert(1, gap(talk))
    return plain("p", *inner)


def heading(talk: Talk, text: str = "") -> Node:
    """A heading within the text."""
    own, writer = talk.design.at("sub"), talk.writer
    tag = own.pick("tag", ("h2", "h2", "h2", "h3", "h3", "h4", "strong", "b", "p"))
    node = plain(tag, text or writer.words(2, own.pick("words", (4, 7, 11))))
    if own.chance("named", 0.15):
        node.attributes["id"] = f"h{writer.draw.randint(1, 999)}"
    if tag in ("strong", "b"):
        return plain("p", node)
    return node


def bullets(talk: Talk) -> Node:
    """A list: of words, of lines or of paragraphs."""
    writer, draw = talk.writer, talk.writer.draw
    form = draw.choice(("words", "lines", "lines", "paragraphs", "bold"))
    items: list[Node] = []
    for _ in range(draw.randint(2, draw.choice((4, 7, 12)))):
        if form == "words":
            inner: list[Child] = [writer.words(1, 5)]
        elif form == "bold":
            inner = [plain("strong", f"{writer.words(1, 3)}:"), gap(talk), *sentences(talk, 1)]
        else:
            inner = sentences(talk, draw.randint(1, 3 if form == "paragraphs" else 1))
        if form == "paragraphs" and draw.random() < 0.5:
            inner = [plain("p", *inner)]
        items.append(plain("li", *inner))
    return plain(draw.choice(("ul", "ul", "ol")), *items)


def table(talk: Talk) -> Node:
    """A table of words and figures."""
    writer, draw = talk.writer, talk.writer.draw
    width = draw.randint(1, 5)
    rows: list[Node] = []
    if draw.random() < 0.7:
        rows.append(plain("tr", *(plain("th", writer.words(1, 3)) for _ in range(width + 1))))
    told = draw.random() < 0.25
    for _ in range(draw.randint(2, draw.choice((5, 9, 16)))):
        cells = [plain("td", writer.words(1, 3))]
        for _ in range(width):
            text = writer.text(1, 1) if told else f"{draw.randint(1, 99999):,}"
            cells.append(plain("td", text if draw.random() < 0.8 else writer.words(1, 2)))
        rows.append(plain("tr", *cells))
    inner: list[Child] = [*rows]
    if draw.random() < 0.5 and not talk.design.old:
        inner = [plain("tbody", *rows)]
    return talk.design.at("table").element("table", "table data wp-block-table tbl", *inner)


def quote(talk: Talk) -> Node:
    """Words of somebody."""
    writer = talk.writer
    inner: list[Child] = [plain("p", writer.text(1, 3))]
    if writer.draw.random() < 0.4:
        inner.append(plain("cite", writer.person()))
    return plain("blockquote", *inner)


def code(talk: Talk) -> Node:
    """Lines of a program."""
    own, draw = talk.design.at("code"), talk.writer.draw
    lines = []
    for _ in range(draw.randint(1, 12)):
        a, b, c = draw.sample(NAMES, 3)
        lines.append(draw.choice(CODE).format(a=a, b=b, c=c, n=draw.randint(0, 99)))
    text = "\n".join(lines)
    form = own.pick("form", ("pre code", "pre code", "pre", "spans", "table"))
    if form == "pre":
        return plain("pre", text)
    if form == "spans":
        parts: list[Child] = []
        for word in text.split(" "):
            parts.extend([plain("span", word, class_=draw.choice(("k", "n", "s", "o"))), " "])
        return own.element("div", "highlight code", plain("pre", *parts))
    return own.element("div", "code-block highlight", plain("pre", plain("code", text)))


def terms(talk: Talk) -> Node:
    """Words with what they mean."""
    writer = talk.writer
    out: list[Child] = []
    for _ in range(writer.draw.randint(2, 7)):
        out.append(plain("dt", writer.words(1, 3)))
        out.append(plain("dd", *sentences(talk, writer.draw.randint(1, 2))))
    return plain("dl", *out)
