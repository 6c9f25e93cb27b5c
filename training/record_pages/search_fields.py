"""Fields of search results: rank, passage with the query's words, size and date, category."""

from __future__ import annotations

from training.record_pages.design import Design
from training.record_pages.fields import Content, link
from training.record_pages.markup import Child, plain
from training.record_pages.words import DATES, Writer

QUERY_TAGS = ("b", "b", "b", "em", "strong", "font", "span", "mark")
RANKS = ("{}.", "{}.", "{}", "{})", "[{}]", "#{}", "{} - ", "{}:")


def rank(design: Design, writer: Writer) -> Content:
    """The result's number in its list."""
    writer.ranked += 1
    text = design.pick("rank form", RANKS).format(writer.ranked)
    return [plain("b", text)] if design.chance("rank bold", 0.3) else [text]


def relevance(design: Design, writer: Writer) -> Content:
    """How well the result fits: a share, a bar, marks."""
    share = writer.draw.randint(20, 100)
    form = design.pick("relevance form", ("share", "bar", "marks", "points"))
    if form == "bar":
        return [plain("img", src="/bar.gif", width=str(share), height="8", alt=f"{share}%")]
    if form == "marks":
        return [plain("img", src=f"/marks{share // 20}.gif", alt="*" * (share // 20))]
    return [f"{share}%" if form == "share" else f"[{share * 10}]"]


def marked(design: Design, writer: Writer, text: str) -> Content:
    """The text with the query put in at a few places, marked."""
    tag = design.pick("query tag", QUERY_TAGS)
    attributes = {"color": "red"} if tag == "font" else {}
    space = writer.language.space
    words = text.split(space) if space else [text[n : n + 9] for n in range(0, len(text), 9)]
    size = max(1, len(words) // writer.draw.randint(1, 5))
    out: Content = []
    for start in range(0, len(words), size):
        found = plain(tag, writer.query, **attributes)
        out.extend([space.join(words[start : start + size]) + space, found, space])
    return out[:-2]


def passage(design: Design, writer: Writer) -> Content:
    """80 to 400 characters of the page that was found, cut where they end."""
    least = design.number("passage least", 80, 220)
    text = writer.text(1, 2)
    size = writer.draw.randint(least, least + design.number("passage varies", 10, 180))
    while len(text) < size:
        text += ("... " if writer.draw.random() < 0.3 else " ") + writer.sentence()
    text = text[:size]
    cut = " ..." if design.chance("passage cut", 0.6) else ""
    if design.chance("query marked", 0.55):
        return [*marked(design, writer, text), *([cut] if cut else [])]
    return [text + cut]


def facts(design: Design, writer: Writer) -> Content:
    """Size, date, kind of file, in a line."""
    date = design.pick("date form", DATES)
    all_parts = (
        f"{writer.draw.randint(1, 190)}{design.pick('unit', ('k', ' KB', 'K', ' bytes'))}",
        writer.date(date),
        design.pick("mime", ("text/html", "HTML", "PDF", writer.language.code)),
        f"{writer.label('in')} {writer.word()}",
    )
    chosen = design.some("facts", range(len(all_parts)), design.number("facts size", 1, 3))
    text = design.pick("facts joint", (" - ", ", ", " | ", "; ")).join(all_parts[n] for n in chosen)
    tag = design.pick("facts tag", ("font", "i", "em", "small", "span", "none"))
    return [text] if tag == "none" else [plain(tag, text)]


def topic(design: Design, writer: Writer) -> Content:
    """The way to the category that the result lies in."""
    steps: list[Child] = []
    for _ in range(writer.draw.randint(1, 4)):
        steps.extend([link(writer, writer.words(1, 2)), " > "])
    if design.chance("whole way linked", 0.4):
        steps = [link(writer, " > ".join(writer.words(1, 2) for _ in range(3))), ""]
    return [f"{writer.label('category')}: ", *steps[:-1]]


def site(design: Design, writer: Writer) -> Content:
    """A small picture and the name of the site."""
    name = plain("span", writer.person())
    icon = plain("img", src=f"{writer.address()}.ico", width="16", height="16")
    trail = plain("cite", f"https://{writer.word()}.example › {writer.word()}")
    return [icon, plain("div", name, trail)] if design.chance("trail", 0.6) else [icon, name]
