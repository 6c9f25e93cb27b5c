"""What people write: a word, a line, paragraphs, with lists, code and links; quotes; signatures."""

from __future__ import annotations

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.speaker import Speaker
from training.record_pages.markup import Child, Node, plain

SMILES = (
    ":)",
    ":-)",
    ";)",
    ":D",
    "😂",
    "👍",
    "❤️",
    "🙏",
    "!!!",
    "...",
    "xD",
    "^^",
    "🎉",
    ":(",
    "...!",
)
CODE = (
    "for i in range(10):",
    "    print(i)",
    "npm install --save",
    "if (x == null) {",
    "  return false;",
    "}",
    "SELECT * FROM users;",
    "sudo apt-get update",
    "echo $PATH",
    "<div>",
    "ERROR 404: not found",
)
LENGTHS = {
    "forum": ("short", "middle", "middle", "long", "long", "mixed", "mixed"),
    "qa": ("middle", "middle", "long", "long", "mixed"),
    "shop": ("tiny", "short", "middle", "middle", "middle", "long", "mixed"),
    "sns": ("tiny", "short", "short", "middle", "mixed", "mixed"),
    "blog": ("tiny", "short", "short", "middle", "middle", "middle", "long", "mixed", "mixed"),
}
"""How long comments are on sites of a kind; those of news are as those of blogs."""


def _casual(writer: Speaker, text: str) -> str:
    """Without capitals, without full stops, with signs."""
    chance = writer.draw.random()
    if chance < 0.5:
        text = text.lower()
    if chance > 0.3:
        text = text.replace(". ", " ").rstrip(".。")
    if chance > 0.7:
        text = f"{text} {writer.draw.choice(SMILES)}"
    return text.upper() if chance < 0.02 else text


def _phrase(writer: Speaker) -> str:
    return writer.draw.choice((writer.any("short"), writer.any("short"), writer.words(1, 4)))


def _paragraph(talk: Talk, length: str) -> str:
    writer = talk.writer
    if length == "mixed":
        length = writer.draw.choice(("tiny", "short", "middle", "middle", "long"))
    if length == "tiny" and writer.draw.random() < 0.7:
        return _phrase(writer)
    low, high = {"tiny": (1, 1), "short": (1, 2), "middle": (1, 5), "long": (3, 9)}[length]
    text = writer.text(low, high)
    if writer.draw.random() < talk.design.pick("casual", (0.05, 0.3, 0.7)):
        text = _casual(writer, text)
    if writer.draw.random() < 0.12:
        text = f"{_phrase(writer)} {text}"
    return text


def paragraphs(talk: Talk) -> list[str]:
    """The paragraphs of one comment."""
    draw = talk.writer.draw
    length = talk.design.pick("comment length", LENGTHS.get(talk.kind, LENGTHS["blog"]))
    if draw.random() < 0.07:
        return [_phrase(talk.writer)]
    most = {"tiny": 1, "short": 2, "middle": 3, "long": 6, "mixed": 4}[length]
    out = [_paragraph(talk, length) for _ in range(draw.randint(1, most))]
    if draw.random() < 0.06:
        out.insert(0, f"@{talk.writer.handle()}{draw.choice((',', ':', ''))}")
    if draw.random() < 0.04:
        out.append(talk.writer.person().split()[0])
    return out


def _inline(talk: Talk, text: str) -> list[Child]:
    """A paragraph, now and then with a link, a picture or emphasis inside."""
    writer = talk.writer
    chance = writer.draw.random()
    if chance < 0.07:
        host = f"http://www.{writer.draw.randrange(36**5):x}.com{writer.address()}"
        named = writer.draw.choice((host, host[:28] + "...", writer.words(1, 3)))
        return [f"{text} ", plain("a", named, href=host, rel="nofollow")]
    if chance < 0.1:
        return [f"{text} ", plain("img", src=f"/smile{writer.draw.randint(1, 30)}.gif", alt=":)")]
    if chance < 0.14:
        tag = writer.draw.choice(("b", "i", "em", "strong", "u"))
        return [f"{text} ", plain(tag, writer.words(1, 4)), f" {writer.sentence()}"]
    return [text]


def _extra(talk: Talk) -> list[Node]:
    """A list or code, more often where people ask how things are done."""
    draw, writer = talk.writer.draw, talk.writer
    share = 0.14 if talk.kind in ("qa", "forum") else 0.03
    if draw.random() > share:
        return []
    if draw.random() < 0.5:
        items = (plain("li", writer.text(1, 1)) for _ in range(draw.randint(2, 6)))
        return [plain(draw.choice(("ul", "ol")), *items)]
    lines = "\n".join(draw.choice(CODE) for _ in range(draw.randint(1, 6)))
    return [plain("pre", plain("code", lines)) if draw.random() < 0.7 else plain("pre", lines)]


def _judged(talk: Talk) -> list[Node]:
    """What a buyer likes and dislikes, on the sites that ask."""
    writer, design = talk.writer, talk.design
    if talk.kind != "shop" or not design.chance("judged", 0.2):
        return []
    tag = design.pick("judged tag", ("p", "div", "p"))
    phrases = writer.tongue.all("pros")[:2]
    return [plain(tag, plain("b", phrase), " ", writer.text(1, 1)) for phrase in phrases]


def body_of(talk: Talk) -> list[Child]:
    """The body of a comment in the site's markup: paragraphs, lines, or mere text."""
    form = talk.design.pick("body as", "ppppppbbbbdtts")
    written = [_inline(talk, text) for text in paragraphs(talk)]
    extra: list[Child] = [*_extra(talk), *_judged(talk)]
    if form == "p":
        return [*(plain("p", *text) for text in written), *extra]
    if form == "d":
        return [*(plain("div", *text) for text in written), *extra]
    if form == "s":
        return [plain("span", *(part for text in written for part in (*text, plain("br")))), *extra]
    out: list[Child] = list(written[0])
    for text in written[1:]:
        out.extend([plain("br"), "\n", *([plain("br")] if form == "b" else []), *text])
    return [*out, *extra]


def quoted(talk: Talk, other: Comment) -> list[Node]:
    """What another wrote, shown before an answer."""
    design, writer = talk.design, talk.writer
    name = other.author or writer.handle()
    text: Child = writer.text(1, 3)
    head = writer.say(design, "wrote", a=name, d=other.date or "", k=str(other.place + 1))
    form = design.pick("quote as", ("block", "block", "block", "div", "table", "fieldset", "cite"))
    if form == "table":
        box = plain("table", plain("tr", plain("td", plain("i", text), class_="alt2")), border="1")
        return [plain("div", plain("small", head), box, style="margin:20px")]
    if form == "fieldset":
        return [plain("fieldset", plain("legend", head), text)]
    if form == "cite":
        return [plain("blockquote", plain("div", plain("cite", head), text))]
    if form == "div":
        return [design.element("div", "quote", plain("b", head), plain("br"), text)]
    inner: list[Child] = [plain("p", text)] if design.chance("quote bare", 0.5) else [text]
    if design.chance("quote headed", 0.7):
        inner.insert(0, plain("div", head))
    return [design.element("blockquote", "quote", *inner)]


def signature_of(talk: Talk) -> list[str]:
    """The line that a member puts below all posts."""
    writer = talk.writer
    return [writer.draw.choice((writer.text(1, 1), writer.title(), f"“{writer.sentence()}”"))]
