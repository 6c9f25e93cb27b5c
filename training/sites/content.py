"""What a site says: articles, names, tags and menus, each piece of text with a mark.

A mark is a short run of private characters at the beginning of a piece; ``marks`` finds it again on
the rendered page, and takes it off.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from training.pages.prose import CODE, NAMES
from training.pages.words import SPOKEN, Writer, language_of

FIRST, LAST = "\uefff", "\ueff0"
"""What opens a mark and what ends it; the ten characters above ``LAST`` are its digits."""
MARK = re.compile(f"{FIRST}([{chr(0xEFF1)}-{chr(0xEFFA)}]+){LAST}")
FEATURES = (
    "heading list nested quote quotes table code terms note footnote picture links ending inline"
).split()
"""What the articles of a site may have besides paragraphs; a site has most of them."""


@dataclass(frozen=True)
class Piece:
    """A text of the site: its role, whose it is (the slug of an article, the key of a post ...)."""

    number: int
    role: str
    text: str
    owner: str = ""
    form: str = "block"
    """``row``: the mark is in its first cell; ``code``: it has none and is matched by its text."""


@dataclass(frozen=True)
class Span:
    """A part of a line: plain, or ``strong``, ``em``, ``code``, ``a``."""

    text: str
    form: str = ""
    link: str = ""


@dataclass(frozen=True)
class Block:
    """A block of an article: ``p h2 h3 ul ol li quote table tr dl dt dd pre note picture foot``."""

    form: str
    spans: tuple[Span, ...] = ()
    children: tuple[Block, ...] = ()

    @property
    def text(self) -> str:
        """Its own text as source."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True)
class Article:
    """An article; ``title``, ``author``, ``tags``, ``category`` and ``summary`` bear marks."""

    slug: str
    title: str
    author: str
    when: datetime
    category: str
    tags: tuple[str, ...]
    summary: str
    image: str
    body: tuple[Block, ...]


@dataclass
class Site:
    """A site that draws what it says; ``pieces`` grows with every marked text."""

    name: str
    seed: int
    lang: str
    draw: Random
    writer: Writer
    features: frozenset[str]
    pieces: list[Piece] = field(default_factory=list)
    articles: list[Article] = field(default_factory=list)
    menu: list[str] = field(default_factory=list)
    registers: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    """Pages that list things: the fields of every thing, by the page's slug and the thing's key."""
    title: str = ""

    @property
    def host(self) -> str:
        """Its host."""
        return f"{self.name}.example"

    def marked(self, role: str, text: str, owner: str = "", form: str = "block") -> str:
        """A text with its mark, entered into ``pieces``."""
        number = len(self.pieces)
        self.pieces.append(Piece(number, role, text, owner, form))
        return mark(number) + text if form != "code" else text

    def has(self, feature: str, share: float = 1.0) -> bool:
        """Whether to use a feature here."""
        return feature in self.features and self.draw.random() < share


def mark(number: int) -> str:
    """The mark of a piece."""
    return FIRST + "".join(chr(0xEFF1 + int(digit)) for digit in str(number)) + LAST


def bare(text: str) -> str:
    """A text without its marks."""
    return MARK.sub("", text)


def new_site(name: str, seed: int, articles: tuple[int, int] = (7, 13), lang: str = "") -> Site:
    """A site with articles; the same for the same name and seed."""
    draw = Random(f"{seed} {name}")
    code = lang or draw.choice(SPOKEN)
    language = language_of(code)
    features = frozenset(feature for feature in FEATURES if draw.random() < 0.75)
    site = Site(name, seed, code, draw, Writer(draw, language, language), features)
    site.title = site.writer.words(1, 4)
    site.writer.brand = site.title
    keys = draw.sample("home about contact news products services help".split(), draw.randint(3, 6))
    site.menu = [site.marked("navigation", site.writer.label(key)) for key in keys]
    authors = [site.marked("author", full_name(site.writer)) for _ in range(draw.randint(1, 4))]
    names = list(dict.fromkeys(site.writer.words(1, 2) for _ in range(14)))
    categories = [site.marked("tag", text) for text in names[: draw.randint(2, 4)]]
    tags = [site.marked("tag", text) for text in names[4 : draw.randint(7, 11)]]
    when = datetime(draw.randint(2012, 2025), draw.randint(1, 12), draw.randint(1, 28))
    titles = dict.fromkeys(site.writer.headline() for _ in range(draw.randint(*articles)))
    for number, title in enumerate(titles):
        when -= timedelta(days=draw.choice((1, 2, 3, 9, 26)), minutes=draw.randrange(600))
        site.articles.append(
            new_article(
                site,
                f"{site.writer.slug(title)[:48].strip('-')}-{number}",
                title,
                draw.choice(authors),
                when,
                draw.choice(categories),
                tuple(draw.sample(tags, draw.randint(0, min(4, len(tags))))),
            )
        )
    for number in range(draw.choice((0, 1, 2, 3))):
        title = site.writer.words(1, 4)
        slug = f"{site.writer.slug(title)[:48].strip('-')}-r{number}"
        when -= timedelta(days=draw.choice((1, 2, 3, 9, 26)), minutes=draw.randrange(600))
        site.articles.append(new_register(site, slug, title, authors[0], when, categories[0]))
    return site


def new_register(
    site: Site, slug: str, title: str, author: str, when: datetime, category: str
) -> Article:
    """A page that lists events, goods, people ... as rows of a table, items or short sections."""
    draw, writer = site.draw, site.writer
    form = draw.choice(("table", "table", "ul", "h3", "dl"))
    names = [name for name in ("date", "price", "author", "summary") if draw.random() < 0.5]
    names = names or ["summary"]
    day_form = draw.choice([form for form in writer.tongue.all("dates") if "MM" not in form])
    linked, blocks = draw.random() < 0.7, list[Block]()
    things = site.registers[slug] = {}
    if form == "table":
        heads = [writer.words(1, 1) for _ in range(len(names) + 1)]
        blocks.append(Block("tr", tuple(Span(head) for head in heads)))
    for number in range(draw.randint(6, 20)):
        key = f"{slug}#{number}"
        texts = {
            "title": writer.words(1, 5),
            "date": writer.written(day_form, writer.moment()),
            "price": f"{(cents := draw.randint(300, 99999)) // 100},{cents % 100:02} €",
            "author": full_name(writer),
            "summary": writer.text(1, 2),
        }
        link = f"https://{site.host}/{slug}/{number}" if linked else ""
        things[key] = {"title": texts["title"], **({"link": link} if linked else {})}
        things[key] |= {name: texts[name] for name in names}
        if "price" in names:
            things[key]["price_value"] = f"{cents / 100:.2f}"
        head = Span(site.marked("headline", texts["title"], key), "a" if linked else "", link)
        cells = [Span(site.marked("field", texts[name], key)) for name in names]
        if form == "table":
            blocks.append(Block("tr", (head, *cells)))
        elif form == "ul":
            spaced = [Span(f" – {cell.text}") for cell in cells]
            blocks.append(Block("li", (head, *spaced)))
        else:
            first, rest = ("h3", "p") if form == "h3" else ("dt", "dd")
            blocks += [Block(first, (head,)), *(Block(rest, (cell,)) for cell in cells)]
    body = tuple(blocks) if form == "h3" else (Block(form, (), tuple(blocks)),)
    headline, summary = (
        site.marked(role, text, slug)
        for role, text in (("headline", title), ("summary", writer.text(1, 1)))
    )
    lead = (line(site, slug),) if draw.random() < 0.7 else ()
    return Article(slug, headline, author, when, category, (), summary, "images/0.png", lead + body)


def full_name(writer: Writer) -> str:
    """A name of two words, as an author's."""
    for _ in range(20):
        name = writer.person()
        if len(name) > 5 or not writer.language.space:
            break
    return name.rstrip(".")


def new_article(
    site: Site,
    slug: str,
    title: str,
    author: str,
    when: datetime,
    category: str,
    tags: tuple[str, ...],
) -> Article:
    """An article with a body of its own."""
    headline = site.marked("headline", title, slug)
    summary = site.marked("summary", site.writer.text(1, 2), slug)
    body = new_body(site, slug, site.draw.choice((1, 2, 3, 5, 8, 12)))
    image = f"images/{site.draw.randrange(6)}.png"
    return Article(slug, headline, author, when, category, tags, summary, image, body)


def line(site: Site, owner: str, form: str = "p", most: int = 1, role: str = "main") -> Block:
    """A block of one or more sentences, with a link, code or emphasis here and there."""
    spans: list[Span] = []
    for number in range(site.draw.randint(1, most)):
        text = (site.writer.gap if number else "") + site.writer.sentence()
        spans.extend(inlined(site, text) if site.has("inline", 0.3) else [Span(text)])
    whole = "".join(span.text for span in spans)
    prefix = site.marked(role, whole, owner)[: -len(whole)]
    return Block(form, (Span(prefix + spans[0].text, spans[0].form), *spans[1:]))


def inlined(site: Site, text: str) -> list[Span]:
    """A sentence, some words of it in another form."""
    joint = site.writer.language.space
    words = text.split(" ") if joint else list(text)
    if len(words) < 6:
        return [Span(text)]
    start = site.draw.randrange(2, len(words) - 3)
    inner = joint.join(words[start : start + site.draw.randint(1, 2)])
    if not inner.replace(" ", "").isalnum():
        return [Span(text)]
    before, after = joint.join(words[:start]) + joint, text[len(joint.join(words[:start])) :]
    form = site.draw.choice(("strong", "em", "code", "a", "a")) if joint else "a"
    return [Span(before), Span(inner, form), Span(after[len(joint) + len(inner) :])]


def words_block(site: Site, owner: str, form: str, most: int = 5, role: str = "main") -> Block:
    """A block of a few words."""
    return Block(form, (Span(site.marked(role, site.writer.words(1, most), owner)),))


def row(site: Site, owner: str, texts: list[str]) -> Block:
    """A row of a table, one piece for all its cells."""
    marked = site.marked("main", " ".join(texts), owner, "row")
    texts[0] = marked[: len(marked) - len(" ".join(texts))] + texts[0]
    return Block("tr", tuple(Span(text) for text in texts))


def bullets(site: Site, owner: str, nested: bool) -> Block:
    """A list of words or sentences, items with lists of their own in it."""
    form, short = site.draw.choice(("ul", "ul", "ol")), site.draw.random() < 0.4
    items = []
    for _ in range(site.draw.randint(2, 6)):
        item = words_block(site, owner, "li") if short else line(site, owner, "li", 2)
        inner = (bullets(site, owner, False),) if nested and site.draw.random() < 0.4 else ()
        items.append(Block("li", item.spans, inner))
    return Block(form, (), tuple(items))


def table(site: Site, owner: str) -> Block:
    """A table of words and figures."""
    width = site.draw.randint(2, 5)
    rows = [row(site, owner, [site.writer.words(1, 2) for _ in range(width)])]
    for _ in range(site.draw.randint(2, 7)):
        figures = [f"{site.draw.randint(1, 99999):,}" for _ in range(width - 1)]
        rows.append(row(site, owner, [site.writer.words(1, 3), *figures]))
    return Block("table", (), tuple(rows))


def code(site: Site, owner: str) -> Block:
    """Lines of a program, unlike any others on the site."""
    lines = [f"{site.draw.choice(NAMES)}_{len(site.pieces)} = {site.draw.randint(1, 9999)}"]
    for _ in range(site.draw.randint(0, 9)):
        a, b, c = site.draw.sample(NAMES, 3)
        lines.append(site.draw.choice(CODE).format(a=a, b=b, c=c, n=site.draw.randint(0, 99)))
    return Block("pre", (Span(site.marked("main", "\n".join(lines), owner, "code")),))


def terms(site: Site, owner: str) -> Block:
    """Words with what they mean."""
    pairs: list[Block] = []
    for _ in range(site.draw.randint(2, 5)):
        pairs += [words_block(site, owner, "dt", 3), line(site, owner, "dd")]
    return Block("dl", (), tuple(pairs))


def note(site: Site, owner: str) -> Block:
    """A boxed paragraph below a title."""
    title = words_block(site, owner, "p", 3)
    return Block("note", title.spans, (line(site, owner, "p", 2),))


def quote(site: Site, owner: str, most: int) -> Block:
    """Words of somebody, in one or more paragraphs."""
    lines = tuple(line(site, owner, "p", 1 if most == 1 else 3) for _ in range(most))
    return Block("quote", (), lines)


def picture(site: Site, owner: str) -> Block:
    """A picture with its caption."""
    caption = line(site, owner, "caption", 1, "caption")
    return Block("picture", caption.spans, (Block(f"images/{site.draw.randrange(6)}.png"),))


def new_body(site: Site, owner: str, size: int) -> tuple[Block, ...]:
    """Paragraphs, with what else the site's articles have between them."""
    out: list[Block] = []
    notes: list[Block] = []
    for number in range(size):
        if number and size > 3 and site.has("heading", 0.3):
            level = "h3" if site.draw.random() < 0.25 and any(b.form == "h2" for b in out) else "h2"
            out.append(words_block(site, owner, level, 6))
        paragraph = line(site, owner, "p", site.draw.choice((1, 3, 5)))
        if number and not notes and site.has("footnote", 0.1):
            notes.append(line(site, owner, "foot"))
            paragraph = Block("p", (*paragraph.spans, Span("1", "foot")))
        out.append(paragraph)
        if site.has("list", 0.12):
            out.append(bullets(site, owner, site.has("nested", 0.5)))
        if site.has("quote", 0.08):
            out.append(quote(site, owner, 1))
        if site.has("quotes", 0.05):
            out.append(quote(site, owner, site.draw.randint(2, 3)))
        for feature, make in (("table", table), ("code", code), ("terms", terms)):
            if site.has(feature, 0.08):
                out.append(make(site, owner))
        for feature, make in (("note", note), ("picture", picture)):
            if site.has(feature, 0.08):
                out.append(make(site, owner))
    if site.has("links", 0.15):
        lines = [Span(site.marked("main", text, owner), "a") for text in titles(site)]
        out.append(words_block(site, owner, "h2", 2))
        out.append(Block("ul", (), tuple(Block("li", (span,)) for span in lines)))
    elif site.has("ending", 0.15):
        out.append(code(site, owner))
    return (*out, *notes)


def titles(site: Site) -> list[str]:
    """Names of pages elsewhere."""
    return [site.writer.words(2, 7) for _ in range(site.draw.randint(2, 5))]


def write_pictures(folder: Path, draw: Random) -> None:
    """Write six plain PNG pictures ``0.png`` ... of several sizes and colours."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(6):
        width, height = draw.choice((320, 640, 800)), draw.choice((200, 480, 600))
        lines = (b"\0" + bytes(draw.randrange(256) for _ in range(3)) * width) * height
        parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))]
        parts += [(b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
        packed = [
            struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))
            for tag, data in parts
        ]
        (folder / f"{number}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(packed))
