"""Articles: their forms and layouts, what stands above, between and below, and in what role."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from training.pages.discussions import entry_form, nobody, talked_below
from training.pages.frame import posted
from training.pages.markup import Child, Node, all_as, as_role, joined, nodes_of, plain
from training.pages.parts import described, part
from training.pages.prose import (
    Piece,
    body,
    bullets,
    code,
    head,
    heading,
    other,
    paragraph,
    parameters,
    sentences,
    table,
    terms,
    text,
)
from training.pages.words import Page

Form = Callable[[Page], list[Piece]]


@dataclass(frozen=True)
class Made:
    """The middle of a page, what it says of itself in a few words, and what built it."""

    content: list[Child]
    summary: str
    shape: str


# Pictures and films with their captions.

PICTURE = (
    "[6:img:width=640 / 2:img:src=/blank.gif:data-src=/p.jpg / picture > (source:srcset=/p.webp +"
    " img) / span > (img:src=/blank.gif + noscript > img)]"
)
CAPTION = (
    "[2:{$t1-2} / {$w2-7} / 2:{$t1-2 $:photo} / (span{$t1-2} + { } + span|small|em|i|cite{$:photo})"
    " / {$:photo}]"
)
FIGURE = (
    "[6:figure.image > ($picture + figcaption.caption!caption > $said)"
    " / 2:div.image > ($picture + div!caption > $said) / div > (p > $picture + p.caption!caption >"
    " $said) / div.image > ($picture + span!caption > $said) / div > ($picture + p!caption > em >"
    " $said) / dl.image > (dt > $picture + dd!caption > $said)]"
)
OLD_FIGURE = "table!caption:align=right > (tr > td > $picture + tr > td > $said)"
FILM = (
    "div.video|embed|player|media > (iframe|iframe|video:src=//video.example/e + p!caption-film?50"
    " > $said + p!navigation-player{$sentence}?15)"
)


def figure(page: Page, *, long: bool = False) -> Node:
    """A picture, most often with its caption, in the site's markup; the caption is marked."""
    own = page.at("figure")
    picture = described(own.at("picture"), PICTURE)
    if page.writer.draw.random() < 0.3 and not long:
        return own.design.element("div", "image wp-image photo img", *picture)
    said = described(own.at("caption"), "{$t1-4}" if long else CAPTION)
    form = OLD_FIGURE if own.design.old and own.design.chance("table", 0.3) else FIGURE
    made = described(own, form, picture=picture, said=said)[0]
    assert isinstance(made, Node)
    return made


def film(page: Page) -> list[Child]:
    """A film, with what it shows on some sites."""
    return described(page.at("film"), FILM, said=described(page.at("caption"), CAPTION))


# Forms of articles: what their text consists of, in reading order.


def news(page: Page) -> list[Piece]:
    """Paragraphs, the first with its place on some sites."""
    own, writer = page.design.at("news"), page.writer
    made = body(
        page, writer.draw.randint(*own.pick("length", ((3, 8), (5, 14), (8, 20), (12, 30))))
    )
    if own.chance("dateline", 0.25):
        said = own.pick("sign", ("{} – ", "{} (AP) — ", "{}: ", "{}. ", "（{}）"))
        tag = own.pick("dateline tag", ("strong", "b", "span", "em"))
        line = said.format(writer.words(1, 1))
        made[0].node.children.insert(0, plain(tag, line) if own.chance("marked", 0.6) else line)
    return made


def brief(page: Page) -> list[Piece]:
    """A notice of a sentence or a few."""
    draw = page.writer.draw
    if draw.random() < 0.5:
        return [text(plain("p", *sentences(page, draw.randint(1, 3))))]
    return body(page, draw.randint(1, 3), heads=0.0)


def long_read(page: Page) -> list[Piece]:
    """A story of many paragraphs."""
    return body(page, page.writer.draw.randint(25, 70))


def _lead_in(page: Page, low: int, high: int) -> list[Piece]:
    return body(page, page.writer.draw.randint(low, high), heads=0.0)


def numbered(page: Page) -> list[Piece]:
    """The ten best of something: each a heading, a picture, a paragraph or two."""
    own, writer, draw = page.design.at("numbered"), page.writer, page.writer.draw
    out = _lead_in(page, 1, 3)
    sign = own.pick("sign", ("{}. ", "#{}: ", "", "{}) ", "{} "))
    low, high = own.pick("size", ((1, 1), (1, 2), (2, 3)))
    for place in range(1, draw.choice((3, 5, 5, 7, 10, 10, 15)) + 1):
        out.append(head(heading(page, f"{sign.format(place)}{writer.words(1, 6)}")))
        if own.chance("pictured", 0.6):
            out.append(Piece(figure(page)))
        out.extend(text(paragraph(page)) for _ in range(draw.randint(low, high)))
        if own.chance("shopped", 0.12):
            out.extend(other(described(page, "p!advert-shop > a{$:buy}")))
    return [*out, *_lead_in(page, 0, 2)]


def answers(page: Page) -> list[Piece]:
    """Questions with answers, open or to be unfolded."""
    own, writer, draw = page.design.at("answers"), page.writer, page.writer.draw
    form = own.pick("form", ("headed", "headed", "details", "dl", "signs", "bold"))
    out = _lead_in(page, 0, 2)
    for _ in range(draw.randint(3, 12)):
        asked = writer.ended("?" if writer.gap else "？")
        told = [paragraph(page) for _ in range(draw.choice((1, 1, 2)))]
        if form == "details" and not own.old:
            inner = own.element("div", "answer", *told)
            out.append(Piece(plain("details", plain("summary", asked), inner)))
        elif form == "dl":
            out.append(Piece(plain("dl", plain("dt", asked), plain("dd", *told))))
        elif form == "signs":
            first, second = page.say("qa").split("/")
            out.append(text(plain("p", f"{first} {asked}")))
            told[0].children.insert(0, f"{second} ")
            out.extend(text(one) for one in told)
        else:
            node = plain("p", plain("b", asked)) if form == "bold" else heading(page, asked)
            out.extend([head(node), *(text(one) for one in told)])
    return out


def interview(page: Page) -> list[Piece]:
    """Questions in bold, or names before what each says."""
    own, writer, draw = page.design.at("interview"), page.writer, page.writer.draw
    out = _lead_in(page, 1, 3)
    form = own.pick("form", ("bold", "bold", "names", "names", "dash"))
    names = (writer.person(), writer.person())
    for _ in range(draw.randint(4, 14)):
        asked, told = sentences(page, draw.randint(1, 2)), sentences(page, draw.randint(1, 7))
        lines: tuple[list[Child], list[Child]] = (["– ", *asked], ["– ", *told])
        if form == "bold":
            lines = ([plain(own.pick("tag", ("strong", "b", "em")), *asked)], told)
        elif form == "names":
            first, second = (plain("strong", f"{name}:") for name in names)
            lines = ([first, " ", *asked], [second, " ", *told])
        out.extend(text(plain("p", *line)) for line in lines)
    return out


def pictures(page: Page) -> list[Piece]:
    """Pictures with captions, and a little text."""
    draw, out = page.writer.draw, _lead_in(page, 1, 4)
    for _ in range(draw.randint(4, 14)):
        out.append(Piece(figure(page, long=True)))
        if draw.random() < 0.15:
            out.append(text(paragraph(page)))
    return out


def ticker(page: Page) -> list[Piece]:
    """What happens, the latest first, each entry with its time."""
    own, writer, draw = page.design.at("ticker"), page.writer, page.writer.draw
    out = _lead_in(page, 1, 2)
    minute = draw.randint(720, 1400)
    for _ in range(draw.randint(4, 20)):
        minute -= draw.randint(1, 25)
        moment = f"{minute // 60 % 24:02}:{minute % 60:02}"
        inner: list[Child] = [own.element(own.pick("time", ("time", "span", "b")), "", moment)]
        if own.chance("headed", 0.5):
            inner.append(plain(own.pick("head", ("h3", "h4", "strong")), writer.title()))
        inner.extend(paragraph(page) for _ in range(draw.choice((1, 1, 1, 2, 3))))
        if own.chance("named", 0.2):
            inner.append(plain("small", writer.person()))
        out.append(Piece(own.element("div", "entry live-entry update item", *inner)))
    return out


def recipe(page: Page) -> list[Piece]:
    """A dish: a story, what it takes, what to do."""
    own, draw = page.at("recipe"), page.writer.draw
    out = body(page, draw.randint(0, 8))
    takes = described(
        own,
        "ul > li~4-14{$n1-500 [g] $w1-3}".replace(
            "[g]", own.design.pick("unit", ("g", "ml", "cups", "EL"))
        ),
    )
    steps = [plain("li", *sentences(page, draw.randint(1, 3))) for _ in range(draw.randint(3, 9))]
    out.extend([head(heading(page, page.say("ingredients"))), *other(takes, "main")])
    out.append(head(heading(page, page.say("steps"))))
    if own.design.chance("paragraphs", 0.25):
        out.extend(text(plain("p", *one.children)) for one in steps)
    else:
        out.append(Piece(plain("ol", *steps)))
    return [*out, *_lead_in(page, 0, 2)]


def manual(page: Page) -> list[Piece]:
    """A page of documentation: sections with code, parameters and notes."""
    own, writer, draw = page.design.at("manual"), page.writer, page.writer.draw
    out = _lead_in(page, 1, 2)
    if own.chance("contents", 0.3):
        out.extend(other(part(page, "toc")))
    for place in range(draw.randint(1, 8)):
        node = plain(own.pick("head", ("h2", "h2", "h3")), writer.words(1, 5), id=f"s{place}")
        if own.chance("anchor", 0.3):
            node.children.append(plain("a", "¶", href=f"#s{place}"))
        out.append(head(node))
        out.extend(text(paragraph(page)) for _ in range(draw.randint(1, 3)))
        if draw.random() < own.pick("code", (0.2, 0.5, 0.9)):
            out.append(Piece(code(page)))
        if draw.random() < own.pick("listed", (0.0, 0.2, 0.4)):
            out.append(Piece(draw.choice((bullets, terms, table))(page)))
        if draw.random() < own.pick("parameters", (0.0, 0.2, 0.5)):
            out.extend(Piece(node) for node in parameters(page))
        if draw.random() < 0.12:
            name = "note admonition tip warning"
            out.append(Piece(own.element("div", name, plain("p", writer.text(1, 2)))))
    return [*out, *(other(part(page, "edit_link")) if own.chance("edit", 0.35) else [])]


INFOBOX = (
    "table.infobox|vcard|facts > (tr > td:colspan=2 > img + tr~3-14 > (th{$w1-2} + td{$w1-4}))"
)
REFERENCES = (
    "div!related-references > (h2{$:sources} + ol > li~2-20 > (a:href=#{↑} +"
    " { $person ($n1950-2024). } + i{$title} + {. $w1-2.}))"
)
REACH = "div!legal-firm > (h3|p|h4 > strong{$:about_firm} + p{$t2-6})"


def entry(page: Page) -> list[Piece]:
    """An entry of an encyclopedia: facts, contents, many links, references."""
    own, writer, draw = page.at("entry"), page.writer, page.writer.draw
    facts = described(own.at("facts"), INFOBOX) if own.design.chance("facts", 0.5) else []
    out = [*other(facts, "main"), text(paragraph(page, 5))]
    if own.design.chance("contents", 0.7):
        out.extend(other(part(own, "toc")))
    for _ in range(draw.randint(2, 8)):
        node = heading(page, writer.words(1, 4))
        if own.design.chance("edit", 0.5):
            node.children.extend(
                described(own, "span!navigation-edit > ({[} + a{$:edit_page} + {]})")
            )
        out.append(head(node))
        out.extend(text(paragraph(page)) for _ in range(draw.randint(1, 4)))
        if draw.random() < 0.2:
            out.append(Piece(draw.choice((bullets, table))(page)))
    out.extend(other(described(own.at("notes"), REFERENCES)))
    box = part(own, "navigation_box") if own.design.chance("box", 0.3) else []
    return [*out, *other(box)]


def release(page: Page) -> list[Piece]:
    """What a firm tells, and below it who it is."""
    own, writer = page.at("release"), page.writer
    out = body(page, writer.draw.randint(3, 9))
    out[0].node.children.insert(0, plain("b", f"{writer.words(1, 1)}, {page.date()} – "))
    if own.design.chance("figures", 0.3):
        out.append(Piece(table(page)))
    if own.design.chance("firm", 0.8):
        out.extend(other(described(own, REACH)))
    return [*out, *(other(part(own, "press_reach")) if own.design.chance("reach", 0.6) else [])]


def review(page: Page) -> list[Piece]:
    """A test: text, what is good and what is not, a grade, data."""
    own, draw = page.at("review"), page.writer.draw
    out = body(page, draw.randint(4, 14))
    for phrase in page.writer.tongue.all("pros")[:2]:
        out.append(head(heading(page, phrase)))
        out.extend(other(described(own, "ul > li~2-5{$w2-8}"), "main"))
    if own.design.chance("data", 0.6):
        out.append(Piece(table(page)))
    return [*out, *_lead_in(page, 1, 3)]


def conditions(page: Page) -> list[Piece]:
    """Terms in numbered parts."""
    writer, draw = page.writer, page.writer.draw
    out: list[Piece] = []
    for place in range(1, draw.randint(4, 14)):
        out.append(head(heading(page, f"{place}. {writer.words(1, 5)}")))
        for number in range(1, draw.randint(2, 5)):
            inner = sentences(page, draw.randint(1, 4))
            out.append(text(plain("p", f"{place}.{number} ", *inner)))
    return out


def chat(page: Page) -> list[Piece]:
    """A post of a blog: a line or two with pictures, a film, verses, code, a quotation."""
    draw, own = page.writer.draw, page.at("chat")
    form = own.design.pick(
        "form", ("words", "short", "pictures", "film", "verses", "coded", "quote")
    )
    out = _lead_in(page, 1, 2)
    if form == "pictures":
        for _ in range(draw.choice((1, 2, 3, 4, 6, 10))):
            out.append(Piece(figure(page)))
            out.extend(_lead_in(page, 0, 1))
    elif form == "film":
        out.extend(other(film(page), ""))
    elif form == "verses":
        lines = described(own, "(p > ({$w3-8} + br)*4)~2-8")
        out.extend(text(line) for line in lines if isinstance(line, Node))
    elif form == "coded":
        for _ in range(draw.randint(1, 4)):
            out.extend([Piece(code(page)), *_lead_in(page, 1, 2)])
    elif form == "quote":
        out.extend(other(described(own, "blockquote > p*2{$t1-4} + p > a{$w2-5}"), "main"))
    return out


FORMS: dict[str, tuple[Form, ...]] = {
    "news": (*(news,) * 9, *(brief,) * 4, long_read, interview, pictures, ticker, numbered),
    "blog": (*(news,) * 5, *(chat,) * 3, brief, numbered, recipe, review, manual, pictures),
    "magazine": (*(news,) * 4, long_read, long_read, interview, numbered, review, recipe, answers),
    "manual": (*(manual,) * 6, answers, numbered),
    "encyclopedia": (entry,),
    "firm": (*(release,) * 3, *(news,) * 3, brief, conditions, answers, numbered),
    "": (news, news, brief, answers, numbered, chat),
}
"""The articles of each kind of site, as often as they come up."""


# What stands between an article's paragraphs and is not of it.

BETWEEN = (
    "figure figure figure figure advert advert advert advert read_also read_also read_also teasers"
    " teasers letter film poll box share_bar continues pulled"
).split()


def _pulled(page: Page, pieces: Sequence[Piece]) -> list[Piece]:
    """A sentence of the article once more, in large letters."""
    own = page.design.at("pulled")
    texts = [child for piece in pieces for child in piece.node.children[:1] if piece.role == "main"]
    long = [one for one in texts if isinstance(one, str) and len(one) > 40]
    if not long:
        return []
    tag = own.pick("tag", ("blockquote", "aside", "div", "p"))
    node = own.element(tag, "pullquote quote pull", long[-1].split(". ")[0][:180])
    return [Piece(as_role("caption", node, "pulled"), "caption")]


def _one_between(page: Page, form: str, so_far: Sequence[Piece]) -> list[Piece]:
    if form == "figure":
        return [Piece(figure(page))]
    if form == "film":
        return [Piece(node) for node in film(page) if isinstance(node, Node)]
    if form == "box":
        box = described(
            page.at("box"), "div.factbox|info|note > (h4|strong|p|h3{$w1-4} + p~1-3{$t1-2})"
        )
        return [Piece(node) for node in box if isinstance(node, Node)]
    if form == "pulled":
        return _pulled(page, so_far)
    return other(part(page, form), "navigation share" if form == "share_bar" else "")


def _interrupted(page: Page, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with what the site puts between them."""
    own, draw = page.design.at("between"), page.writer.draw
    share = own.pick("share", (0.0, 0.04, 0.1, 0.2, 0.35))
    known = own.some("forms", sorted(set(BETWEEN)), own.number("size", 1, 5))
    forms = [form for form in BETWEEN if form in known]
    out: list[Piece] = []
    for place, piece in enumerate(pieces):
        out.append(piece)
        if piece.form != "heading" and place < len(pieces) - 1 and draw.random() < share:
            out.extend(_one_between(page, draw.choice(forms), out))
    return out


# How a site lays out the body of its articles; every text in it has its role.

Layout = Callable[[Page, Sequence[Piece]], list[Child]]


def _box(page: Page, *inner: Child, tag: str = "div") -> Node:
    own = page.design.at("body")
    node = as_role("main", own.element(tag, "text", *inner))
    if own.chance("declared", 0.08):
        node.attributes["itemprop"] = "articleBody"
    return node


def boxed(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """All in one element, in a few wrappers on some sites."""
    own = page.design.at("body")
    tag = own.pick("tag", ("div", "div", "div", "div", "section", "main"))
    return own.wrapped("outer", 3, _box(page, *(piece.node for piece in pieces), tag=tag))


def bare(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """Paragraphs beside headline and all that follows, without an element of their own."""
    for piece in pieces:
        if "role" not in piece.node.marks:
            as_role("main", piece.node)
    return [piece.node for piece in pieces]


def broken(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """Text with breaks in place of paragraphs."""
    own, inner = page.design.at("body"), list[Child]()
    breaks = own.pick("breaks", (1, 2, 2, 2, 2, 3))
    ahead = own.pick("ahead", ("", "", "", "\u3000\u3000", "\xa0\xa0\xa0"))
    for piece in pieces:
        if piece.role != "main" or piece.node.tag != "p" or piece.node.marks:
            inner.append(piece.node)
            continue
        inner.extend([ahead] if ahead else [])
        inner.extend([*piece.node.children, *(plain("br") for _ in range(breaks))])
    tag = own.pick("broken tag", ("div", "div", "div", "font", "span", "td", "p"))
    if tag == "td":
        cell = as_role("main", plain("td", *inner))
        return [plain("table", plain("tr", cell), width="100%", border="0")]
    return [_box(page, *inner, tag=tag)]


def split(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """The text in several containers beside each other, with what interrupts it between."""
    own, draw = page.design.at("body"), page.writer.draw
    size, out, group = own.number("size", 1, 5), list[Child](), list[Child]()
    for place, piece in enumerate(pieces):
        if piece.role == "main":
            group.append(piece.node)
        full = piece.form != "heading" and len(group) >= size + draw.randint(0, 2)
        if group and (piece.role != "main" or full or place == len(pieces) - 1):
            out.append(_box(page, *group))
            group = []
        out.extend([piece.node] if piece.role != "main" else [])
    return [own.element("div", "story-wrap container grid", *out)] if own.chance("in", 0.5) else out


def sectioned(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """A section for each heading."""
    own = page.design.at("body")
    groups: list[list[Child]] = [[]]
    for piece in pieces:
        if piece.form == "heading" and groups[-1]:
            groups.append([])
        groups[-1].append(piece.node)
    tag = own.pick("section tag", ("section", "section", "div"))
    made = [own.element(tag, "section block chapter part", *group) for group in groups]
    return [_box(page, *made)]


def nested(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """Every part in elements of its own, as blocks of an editor or of a page builder are."""
    own, out = page.design.at("body"), list[Child]()
    depth = own.number("depth", 1, 3)
    for piece in pieces:
        node = piece.node
        for level in range(depth):
            node = own.element("div", f"block-{level}", node)
        out.append(node)
    return [_box(page, *out)]


def restyled(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """Paragraphs that are plain blocks, or whose text lies in elements that only style it."""
    own = page.design.at("body")
    outer = own.pick("styled", ("div", "div", "p", "section"))
    for piece in pieces:
        if piece.form == "paragraph" and piece.role == "main" and piece.node.tag == "p":
            inner = plain("span", *piece.node.children)
            if own.chance("styled", 0.5):
                inner.attributes["style"] = f"font-size:{own.number('px', 12, 18)}px"
            if own.chance("spanned", 0.5):
                piece.node.children = [inner]
            piece.node.tag = "div" if own.old and outer == "section" else outer
    return boxed(page, pieces)


def rows(page: Page, pieces: Sequence[Piece]) -> list[Child]:
    """A row of a table for each part."""
    made = (plain("tr", plain("td", piece.node)) for piece in pieces)
    return [as_role("main", plain("table", *made, width="100%", cellpadding="2"))]


LAYOUTS: tuple[Layout, ...] = (
    *(boxed,) * 11, *(bare,) * 3, broken, broken, *(split,) * 3, sectioned, sectioned, nested,
    nested, restyled, restyled,
)  # fmt: skip
OLD_LAYOUTS: tuple[Layout, ...] = (*(boxed,) * 4, bare, bare, *(broken,) * 6, restyled, rows)


# What stands above and below the body.


def headline(page: Page) -> Node:
    """The title."""
    own = page.design.at("headline")
    tags = ("h1", "b", "font", "h2", "td") if own.old else ("h1",) * 9 + ("h2", "h2", "div", "h3")
    tag = own.pick("tag", tags)
    if tag == "td":
        return as_role("headline", plain("table", plain("tr", plain("td", plain("b", page.title)))))
    inner: Child = page.title
    if own.chance("inner", 0.12):
        inner = plain("span", inner)
    if own.chance("linked", 0.06):
        inner = plain("a", inner, href=page.writer.address())
    return as_role("headline", own.element(tag, "title", inner))


def byline(page: Page) -> Node:
    """By whom and when; on some sites also how long it takes to read, and when it was changed."""
    own = page.at("byline")
    form = own.design.pick("form", ("plain", "plain", "line", "blocks", "blocks", "items"))
    if form == "plain":
        return as_role("byline", plain("div", *posted(page.at("posted"))))
    author = (
        "(img:src=/author.jpg:width=40?25 + [({$:by } + a{$person}) / {$:by $person} / a{$person}"
        " / {$person}])?80"
    )
    texts = (author, "time|time|span{$date}", "span{$:updated}?25", "span{$:minutes}?25",
             "a:href=#comments{$~ncomments}?15", "svg?15")  # fmt: skip
    made = [described(own.at(str(place)), one) for place, one in enumerate(texts)]
    parts = [one for one in made if one]
    if form == "line":
        boxes = [plain("span", *one) if len(one) > 1 else one[0] for one in parts]
        line = joined(boxes, own.design.pick("sign", (" | ", " · ", ", ", " - ", " ")))
        node = own.design.element(own.design.pick("tag", ("p", "div", "span")), "meta", *line)
    elif form == "blocks":
        node = own.design.element("div", "meta", *(plain("div", *one) for one in parts))
    else:
        node = own.design.element("ul", "meta", *(plain("li", *one) for one in parts))
    return as_role("byline", node)


def _lead(page: Page, said: str) -> Node:
    """The first paragraph, or the sum of all, set apart from the body; it is of the article."""
    own = page.design.at("lead")
    inner: Child = said
    if own.chance("bold", 0.25):
        inner = plain(own.pick("bold tag", ("strong", "b", "em")), inner)
    tag = own.pick("tag", ("p", "p", "p", "div", "h2", "h3"))
    return as_role("main", own.element(tag, "lead", inner), "lead")


def _unseen(page: Page) -> list[Child]:
    """What only programs read: title, day, author, in elements that are not shown."""
    own, writer = page.design.at("unseen"), page.writer
    if own.old or not own.chance("any", 0.2):
        return []
    words = [("headline", page.title), ("byline", page.date()), ("byline", writer.person())]
    names = ("visually-hidden", "sr-only", "screen-reader-text", "hidden")
    hidden = own.pick(
        "form",
        ({"style": "display:none"}, {"hidden": "hidden"}, *({"class": one} for one in names)),
    )
    chosen = own.some("which", words, own.number("size", 1, 3))
    return [as_role(role, Node("span", dict(hidden), [said]), "hidden") for role, said in chosen]


def _above(page: Page, said: str) -> tuple[list[Child], list[Child]]:
    """The head of the article, and what stands between it and the body. ``said`` is the lead."""
    own = page.design.at("head")
    top: list[Child] = [headline(page)]
    if own.chance("section", 0.35):
        badge = "div|span|p.section|kicker|category!navigation-section > a{$w1-2}"
        top[:0] = described(page.at("section"), badge)
    middle = [byline(page)] if own.chance("signed", 0.88) else []
    if said:
        middle.insert(0 if own.chance("lead first", 0.5) else len(middle), _lead(page, said))
    shared = (
        all_as("navigation", part(page, "share_bar"), "share") if own.chance("shared", 0.45) else []
    )
    top.extend([*middle, *shared] if own.chance("shared last", 0.7) else [*shared, *middle])
    image: list[Child] = [figure(page)] if own.chance("pictured", 0.6) else []
    if own.chance("picture first", 0.15):
        top, image = [*image, *top], []
    top.extend(_unseen(page))
    if own.chance("boxed", 0.5):
        tag = own.pick("tag", ("header", "header", "div"))
        top = [own.element(tag, "entry-header article-header header head top", *top)]
    if own.chance("noted", 0.06):
        image.extend(part(page, "editor_note"))
    return top, image


BELOW = {
    "signed": 0.12, "source": 0.12, "tags": 0.45, "share_bar": 0.45, "author_box": 0.25,
    "correction": 0.05, "disclaimer": 0.12, "firm": 0.06, "read_also": 0.1, "letter": 0.18,
    "sold": 0.2, "neighbours": 0.25, "teasers": 0.45, "related": 0.2, "poll": 0.04,
    "more_teasers": 0.1,
}  # fmt: skip
"""Parts in their usual order, each with its share of sites."""


def below_body(page: Page) -> tuple[list[Child], list[Child]]:
    """What lies in the article's element below the body, and what lies below that element."""
    own, draw = page.design.at("below"), page.writer.draw
    chosen = [name for name, share in BELOW.items() if own.chance(name, share)]
    if own.chance("other order", 0.4):
        chosen = own.some("order", chosen, len(chosen))
    cut = own.number("cut", 0, len(chosen)) if chosen else 0
    made = [all_as("navigation", part(page, one)) if draw.random() < 0.9 else [] for one in chosen]
    inside = [child for one in made[:cut] for child in one]
    if inside and own.chance("footer", 0.35):
        inside = [own.element("footer", "entry-footer article-footer foot", *inside)]
    return inside, [child for one in made[cut:] for child in one]


TALKING = {"news": 0.35, "magazine": 0.25, "blog": 0.65, "firm": 0.08, "shop": 0.1}
"""The share of sites of a trade that have comments."""


def _comments(page: Page, trade: str) -> list[Child]:
    """What readers say, on sites that let them; more than the article, on some."""
    own, draw = page.design.at("comments"), page.writer.draw
    if not own.chance("any", TALKING.get(trade, 0.04)):
        return []
    about = page.as_kind("news" if trade in ("news", "magazine") else "blog")
    made = nobody(about) if draw.random() < 0.35 else talked_below(about)[0]
    if own.chance("form", 0.3):
        made.append(entry_form(about))
    if own.chance("boxed", 0.6):
        tag = own.pick("tag", ("section", "div", "div"))
        return [as_role("comment", own.element(tag, "comments discussion respond wrap", *made))]
    return all_as("comment", made)


def _inner(page: Page, form: Form, *, walled: bool) -> tuple[list[Child], list[Child], str]:
    """All of the article's element, what follows it, and a summary."""
    own, writer = page.design.at("article"), page.writer
    pieces = _interrupted(page, form(page))
    if walled:
        pieces = [*pieces[: writer.draw.randint(2, 5)], *other(part(page, "wall"))]
    leads = own.chance("lead", 0.35) and form not in (entry, manual, conditions)
    said = writer.text(1, own.pick("lead size", (1, 1, 2, 3))) if leads else ""
    first = next((one.node for one in pieces if one.form == "paragraph"), plain("p"))
    summary = said or "".join(one for one in first.children if isinstance(one, str))[:200]
    top, between = _above(page, said)
    inside, after = below_body(page)
    layout = page.design.at("body").pick("layout", OLD_LAYOUTS if own.old else LAYOUTS)
    if own.chance("all in body", 0.15):
        above = other(all_as("navigation", [*top, *between]))
        pieces = [*above, *pieces, *other(all_as("navigation", inside))]
        return layout(page, pieces), after, summary
    return [*top, *between, *layout(page, pieces), *inside], after, summary


def _outer(page: Page, inner: list[Child]) -> list[Child]:
    own = page.design.at("article")
    if own.chance("loose", 0.2):
        return inner
    tag = own.pick("tag", ("article",) * 5 + ("div", "div", "div", "section"))
    node = own.element(tag, "entry", *inner)
    if own.chance("numbered", 0.3):
        node.attributes["id"] = f"post-{page.writer.draw.randint(1, 99999)}"
    return own.wrapped("around", 2, node)


def article(page: Page, trade: str) -> Made:
    """An article as such a site has it, with its comments and what follows."""
    own, draw = page.design.at("article"), page.writer.draw
    form = draw.choice(FORMS.get(trade, FORMS[""]))
    papers = trade in ("news", "magazine", "blog")
    share = own.pick("walled", (0.0, 0.0, 0.0, 0.0, 0.05, 0.6))
    walled = papers and draw.random() < share
    inner, after, summary = _inner(page, form, walled=walled)
    talked = _comments(page, trade)
    if own.chance("talk inside", 0.15):
        inner, talked = [*inner, *talked], []
    content = _outer(page, inner)
    content.extend([*after, *talked] if own.chance("talk last", 0.6) else [*talked, *after])
    if papers and own.chance("endless", 0.08):
        for _ in range(own.number("next", 1, 2)):
            more, _, _ = _inner(replace(page, title=page.writer.headline()), form, walled=False)
            content.extend(demoted(_outer(page, more)))
    return Made(content, summary, form.__name__)


def demoted(nodes: list[Child]) -> list[Child]:
    """The elements as another article's: no text in them has a role of its own."""
    for node in nodes_of(nodes):
        node.marks.pop("role", None)
    return all_as("related", nodes, "next article")


def listed_entry(page: Page, trade: str, form: str) -> list[Child]:
    """An entry of an archive, built as its own page is: whole, an excerpt, or a line.

    Its title and text are main.
    """
    own, writer = page.design.at("listed"), page.writer
    title = plain("a", page.title, href=writer.address())
    tag = own.pick("tag", ("h2", "h2", "h2", "h3", "h3", "h1", "div"))
    top: list[Child] = [as_role("main", page.design.element(tag, "title", title), "teaser")]
    if form != "line" and page.design.at("head").chance("signed", 0.88):
        top.append(byline(page))
    inner: list[Child] = []
    if form == "full":
        pieces = writer.draw.choice(FORMS.get(trade, FORMS[""]))(page)[:12]
        inner = page.design.at("body").pick("layout", LAYOUTS)(page, pieces)
    elif form == "excerpt":
        cut = own.pick("cut", ("", "…", " [...]", "(...)", "..."))
        said = writer.text(1, own.pick("most", (1, 2, 4, 8))) + cut
        inner = [as_role("main", plain(own.pick("text", ("p", "p", "div")), said), "teaser")]
        if own.chance("more", 0.5):
            inner.extend(described(page.at("more"), "a.more!navigation-more{$:more}"))
    if own.chance("pictured", 0.4) and form != "line":
        top.insert(
            own.pick("picture at", (0, 1)), plain("a", plain("img", src="/t.jpg"), href="/t")
        )
    foot = all_as("navigation", part(page, "tags")) if own.chance("tagged", 0.35) else []
    if own.chance("counted", 0.4):
        foot.extend(described(page.at("counted"), "p|span!navigation > a{$~ncomments}"))
    return _outer(page, [*top, *inner, *foot])
