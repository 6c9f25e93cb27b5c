"""Posts of a blog, each on its own page: of any length, with comments or without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import around
from training.comment_pages.article import paragraph, text_block
from training.comment_pages.comment import Talk
from training.comment_pages.section import entry_form, section
from training.comment_pages.thread import depths, new_comments, page_times
from training.page_kinds.small_sites.theme import deep, entry, piece, theme
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

COUNTS = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 11, 15, 22, 30)
COMMENTED = 0.36
Body = Callable[[Talk], list[Child]]


def _picture(talk: Talk) -> Node:
    own, writer = theme(talk).at("picture"), talk.writer
    picture: Node = plain("img", src=f"{writer.address()}.jpg", alt="")
    if own.chance("linked", 0.5):
        picture = plain("a", picture, href=f"{writer.address()}.jpg")
    form = own.pick("form", ("p", "figure", "figure", "div", "bare"))
    if form == "figure" and not own.old:
        told = own.chance("caption", 0.5)
        return plain(
            "figure", picture, *([plain("figcaption", writer.words(3, 9))] if told else [])
        )
    return picture if form == "bare" else plain("div" if form == "figure" else form, picture)


def _short(talk: Talk) -> list[Child]:
    return [paragraph(talk, 3) for _ in range(talk.writer.draw.randint(1, 2))]


def _told(talk: Talk) -> list[Child]:
    return text_block(talk, 2, 6)


def _long(talk: Talk) -> list[Child]:
    return text_block(talk, 5, 20)


def _pictures(talk: Talk) -> list[Child]:
    out: list[Child] = []
    for _ in range(talk.writer.draw.choice((1, 2, 3, 4, 6, 10, 18))):
        out.append(_picture(talk))
        if talk.writer.draw.random() < 0.6:
            out.append(paragraph(talk, 3))
    return out


def _gallery(talk: Talk) -> list[Child]:
    writer = talk.writer
    tag = theme(talk).pick("gallery tag", ("dl", "li", "figure", "div"))
    made: list[Node] = []
    for _ in range(writer.draw.choice((4, 6, 9, 12, 20))):
        picture = link(writer, plain("img", src=f"{writer.address()}.jpg", alt=""))
        inner: list[Child] = [plain("dt", picture) if tag == "dl" else picture]
        made.append(piece(talk, tag, "gallery-item", *inner))
    outer = piece(talk, "ul" if tag == "li" else "div", "gallery", *made)
    return [paragraph(talk, 3), outer, paragraph(talk, 2)]


def _recipe(talk: Talk) -> list[Child]:
    """What it takes and what to do, between chat and pictures."""
    own, writer = theme(talk).at("recipe"), talk.writer
    head = own.pick("head", ("h2", "h3", "h4", "strong"))
    unit = own.pick("unit", ("g", "ml", "cups", "EL"))
    takes = [
        f"{writer.draw.randint(1, 500)} {unit} {writer.words(1, 3)}"
        for _ in range(writer.draw.randint(4, 14))
    ]
    listed: list[Child] = [plain("ul", *(plain("li", one) for one in takes))]
    if own.chance("in lines", 0.3):
        listed = [plain("p", *(part for one in takes for part in (one, plain("br"))))]
    steps = [writer.text(1, 3) for _ in range(writer.draw.randint(3, 9))]
    done: list[Child] = [plain("ol", *(plain("li", one) for one in steps))]
    if own.chance("told", 0.4):
        done = [plain("p", one) for one in steps]
    card: list[Child] = [plain(head, writer.say(own, "ingredients")), *listed]
    card.extend([plain(head, writer.say(own, "steps")), *done])
    if own.chance("facts", 0.4):
        said = f"{writer.draw.randint(5, 90)} min | {writer.draw.randint(1, 8)} {writer.word()}"
        card.insert(0, plain("p", said))
    if own.chance("card", 0.4):
        card = [piece(talk, "div", "recipe", plain("h2", talk.title), *card)]
    chat = [*text_block(talk, 1, 6), _picture(talk)]
    return [*chat, *card, paragraph(talk, 3)]


def _listed(talk: Talk) -> list[Child]:
    """Some things one after another, each with a heading and a picture."""
    own, writer = theme(talk).at("listed"), talk.writer
    out: list[Child] = [paragraph(talk, 4)]
    for place in range(writer.draw.randint(3, 12)):
        number = own.pick("number", ("", "{}. ", "#{} "))
        out.append(
            plain(own.pick("tag", ("h2", "h3")), number.format(place + 1), writer.words(1, 6))
        )
        if own.chance("pictured", 0.5):
            out.append(_picture(talk))
        out.append(paragraph(talk, 4))
        if own.chance("linked", 0.3):
            out.append(plain("p", link(writer, writer.words(2, 5))))
    return out


def _played(talk: Talk) -> list[Child]:
    """A film or a sound with a few words."""
    frame = plain("iframe", src="https://video.example/embed/1", width="560", height="315")
    return [plain("p", frame), *text_block(talk, 1, 4)]


def _quoted(talk: Talk) -> list[Child]:
    writer = talk.writer
    words = plain("blockquote", *(plain("p", writer.text(1, 4)) for _ in range(2)))
    return [paragraph(talk, 2), words, plain("p", link(writer, writer.words(2, 5)))]


def _verses(talk: Talk) -> list[Child]:
    writer = talk.writer
    out: list[Child] = []
    for _ in range(writer.draw.randint(2, 8)):
        lines = [writer.words(3, 8) for _ in range(4)]
        out.append(plain("p", *(part for one in lines for part in (one, plain("br")))))
    return out


def _coded(talk: Talk) -> list[Child]:
    writer = talk.writer
    out: list[Child] = []
    for _ in range(writer.draw.randint(1, 5)):
        lines = [
            f"{writer.word()} = {writer.word()}({writer.draw.randint(0, 99)});" for _ in range(6)
        ]
        out.extend([*text_block(talk, 1, 3), plain("pre", plain("code", "\n".join(lines)))])
    return [*out, paragraph(talk, 3)]


def _broken(talk: Talk) -> list[Child]:
    """Text with breaks instead of paragraphs."""
    out: list[Child] = []
    for _ in range(talk.writer.draw.randint(2, 12)):
        out.extend([talk.writer.text(1, 5), plain("br"), plain("br")])
    return out


def _words(talk: Talk) -> list[Child]:
    """A line or two, maybe with a picture: no more."""
    own, writer = theme(talk).at("words"), talk.writer
    out: list[Child] = [plain("p", writer.text(1, 2))]
    return [_picture(talk), *out] if own.chance("pictured", 0.4) else out


BODIES: tuple[Body, ...] = (
    _words,
    _words,
    _short,
    _short,
    _short,
    _told,
    _told,
    _told,
    _long,
    _long,
    _pictures,
    _pictures,
    _gallery,
    _recipe,
    _recipe,
    _listed,
    _played,
    _quoted,
    _verses,
    _coded,
    _broken,
)


def story(talk: Talk) -> list[Child]:
    """What a post says: in one of the few forms that the site's writers use."""
    forms = theme(talk).some("bodies", BODIES, 3)
    return talk.writer.draw.choice(forms)(talk)


def boxed_story(talk: Talk) -> list[Child]:
    """The text as a page builder lays it out: blocks in rows in sections."""
    own, writer = theme(talk), talk.writer
    if own.old or not own.chance("built", 0.25):
        return story(talk)
    out: list[Child] = []
    parts = story(talk)
    while parts:
        size = writer.draw.randint(1, 4)
        out.extend(deep(talk, "built", 1, 5, *parts[:size]))
        parts = parts[size:]
    return out


def discussion(talk: Talk) -> list[Child]:
    """Comments, or the place for them: a form, a note that they are closed, or nothing."""
    own, writer = theme(talk), talk.writer
    if own.chance("silent", 0.15):
        return []
    talking = replace(talk, design=replace(talk.design, kind="blog"))
    if writer.draw.random() < COMMENTED:
        count = writer.draw.choice(COUNTS)
        levels = depths(talking, count, own.pick("deepest", (0, 0, 1, 2, 4)))
        written, now = page_times(writer.draw)
        return section(talking, new_comments(talking, levels, written, now))
    out: list[Child] = []
    if own.chance("says none", 0.3):
        out.append(plain("h3", writer.say(own, "none")))
    if own.chance("has form", 0.75):
        out.append(entry_form(talking))
    elif own.chance("closed", 0.5):
        out.append(plain("p", writer.say(own, "closed")))
    return [piece(talk, "div", "comments", *out)] if out else []


def neighbours(talk: Talk) -> Node:
    """The entries before and after."""
    own, writer = theme(talk).at("neighbours"), talk.writer
    words = writer.tongue.all("prevnext")
    form = own.pick("form", ("titles", "titles", "words", "both", "arrows"))
    made: list[Child] = []
    for place in (0, 1):
        said = {
            "titles": writer.title(),
            "words": words[place],
            "both": f"{words[place]}: {writer.title()}",
            "arrows": f"« {writer.title()}" if not place else f"{writer.title()} »",
        }[form]
        if writer.draw.random() < 0.9:
            node = link(writer, said)
            if own.chance("related", 0.7):
                node.attributes["rel"] = ("prev", "next")[place]
            made.extend([node, own.pick("sign", (" ", " | ", ""))])
    if not made:
        made = [link(writer, words[0])]
    if own.chance("cells", 0.4):
        made = [plain("div", one) for one in made if isinstance(one, Node)]
    return piece(talk, "div" if own.old else own.pick("tag", ("nav", "div")), "nav", *made)


BELOW = (around.author_box, around.author_box, around.related, around.share_bar)


def below(talk: Talk) -> list[Child]:
    """What stands between a post and its comments."""
    own = theme(talk).at("below")
    parts = own.some("parts", BELOW, own.pick("size", (0, 0, 0, 1, 1, 2)))
    talk = replace(talk, design=own)
    return [part(talk) for part in dict.fromkeys(parts)]


def post_page(talk: Talk) -> list[Child]:
    """A post on its own page."""
    own = theme(talk)
    out: list[Child] = [*entry(talk, boxed_story(talk), single=True), *below(talk)]
    at = own.pick("neighbours at", ("below", "below", "above", "end", "none"))
    talked = discussion(talk)
    if at == "above":
        return [neighbours(talk), *out, *talked]
    if at == "below":
        return [*out, neighbours(talk), *talked]
    return [*out, *talked, neighbours(talk)] if at == "end" else [*out, *talked]
