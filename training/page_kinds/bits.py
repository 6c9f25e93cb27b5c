"""Small things that stand on every page of a site: choices, labels, icons, frames, forms."""

from __future__ import annotations

from collections.abc import Callable

from training.comment_pages.comment import Talk
from training.detail_pages.values import day, phone
from training.page_kinds.site import Site
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

Bit = Callable[[Talk], Node]


def choices(talk: Talk) -> Node:
    """Language, currency or country, to choose from."""
    own, writer = talk.design.at("choices"), talk.writer
    size = own.pick("size", (2, 4, 8, 20, 60))
    options = (plain("option", writer.words(1, 1)) for _ in range(size))
    label = plain("label", f"{writer.words(1, 1)}:")
    return own.element("form", "choice", label, plain("select", *options, name="l"))


def department_search(talk: Talk) -> Node:
    """A search with a choice of departments."""
    own, writer = talk.design.at("department search"), talk.writer
    options = (plain("option", writer.words(1, 2)) for _ in range(own.pick("size", (5, 12, 30))))
    field = plain("input", type="search", name="q", placeholder=writer.label("search"))
    button = plain("input", type="submit", value=writer.label("search"))
    hidden = plain("input", type="hidden", name="form", value="1")
    return own.element("form", "search", hidden, plain("select", *options), field, button)


def reach(talk: Talk) -> Node:
    """How to reach the firm, each line with its label."""
    own, writer = talk.design.at("reach"), talk.writer
    tag = own.pick("tag", ("p", "li", "div"))
    label_tag = own.pick("label", ("strong", "b", "span"))
    names = [own.pick(key, writer.tongue.all(f"label.{key}")) for key in ("address", "phone")]
    values = (writer.words(2, 4), phone(talk))
    lines = [
        plain(tag, plain(label_tag, f"{name}:"), " ", told)
        for name, told in zip(names, values, strict=True)
    ]
    return own.element("ul" if tag == "li" else "div", "contact", *lines)


def icons(talk: Talk) -> Node:
    """Ways to pay and to deliver, or other sites, as small pictures."""
    own, writer = talk.design.at("icons"), talk.writer
    made = [
        plain("img", src=f"/icons/{place}.png", alt=writer.word(), width="32")
        for place in range(own.number("size", 3, 12))
    ]
    label = plain("span", f"{writer.words(1, 2)}:")
    linked = [link(writer, one) for one in made] if own.chance("linked", 0.5) else made
    return own.element("div", "icons", label, *linked)


def follow(talk: Talk) -> Node:
    """Other places where the site is, named or drawn, below a label."""
    own, writer = talk.design.at("follow"), talk.writer
    label = plain(own.pick("label", ("span", "strong", "h4")), f"{writer.any('follow')}:")
    links = [
        link(writer, svg(own) if own.chance("drawn", 0.5) else writer.word())
        for _ in range(own.number("n", 3, 6))
    ]
    return own.element("div", "follow", label, plain("ul", *(plain("li", one) for one in links)))


def letter(talk: Talk) -> Node:
    """A form for news by mail, with a box to tick."""
    own, writer = talk.design.at("letter"), talk.writer
    inner: list[Child] = [plain(own.pick("head", ("h3", "h4", "h2", "p")), writer.words(2, 5))]
    inner.append(plain("p", writer.text(1, 1)))
    names = own.number("names", 0, 2)
    inner.extend(plain("input", type="text", name=f"n{place}") for place in range(names))
    inner.extend([plain("input", type="email", name="e"), plain("input", type="hidden", name="t")])
    if own.chance("tick", 0.5):
        inner.append(plain("label", plain("input", type="checkbox"), writer.sentence()))
    inner.append(plain("button", writer.any("accept")))
    return own.element("form", "newsletter", *inner)


def advert(talk: Talk) -> Node:
    """A frame for an advertisement, with the word above it."""
    own, writer = talk.design.at("advert"), talk.writer
    frame = plain("iframe", src="https://ads.example/f", width="300", height="250")
    word = [plain("span", writer.words(1, 1))] if own.chance("said", 0.5) else []
    return own.element("div", "advert", *word, frame)


def like_box(talk: Talk) -> Node:
    """A frame of another site."""
    own = talk.design.at("like")
    return own.element("div", "widget", plain("iframe", src="https://like.example/box"))


def banners(talk: Talk) -> Node:
    """Pictures that lead elsewhere."""
    own, writer = talk.design.at("banners"), talk.writer
    made = [
        link(writer, plain("img", src=f"{writer.address()}.jpg", alt=writer.words(1, 3)))
        for _ in range(own.number("n", 1, 5))
    ]
    return own.element("div", "banners", *made)


def offers(talk: Talk) -> Node:
    """A few offers, on any page: a picture, a name, an amount."""
    own, writer = talk.design.at("offers"), talk.writer
    items = [
        plain(
            "li",
            link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")),
            link(writer, writer.words(1, 4)),
            plain("span", writer.price("${0:,.2f}")),
        )
        for _ in range(own.number("n", 2, 6))
    ]
    return own.element("div", "widget", plain("h3", writer.words(1, 2)), plain("ul", *items))


def headlines(talk: Talk) -> Node:
    """The latest stories or events, each with its day."""
    own, writer = talk.design.at("headlines"), talk.writer
    tag = own.pick("tag", ("span", "time", "small", "em"))
    items: list[Node] = []
    for _ in range(own.number("n", 3, 10)):
        dated: list[Child] = [plain(tag, day(talk)), " "]
        title = link(writer, writer.title())
        both = [*dated, title] if own.chance("first", 0.5) else [title, *dated]
        items.append(plain("li", *both))
    head = plain(own.pick("head", ("h2", "h3", "h3")), writer.say(own, "recent_posts"))
    return own.element("div", "widget", head, plain("ul", *items))


def lines(talk: Talk) -> Node:
    """The firm's name and where it is, a line each."""
    own, writer = talk.design.at("lines"), talk.writer
    told = (writer.words(1, 3), writer.words(1, 3), writer.words(2, 3), f"Tel: {phone(talk)}")
    return own.element("p", "address", *(part for one in told for part in (one, plain("br"))))


IN_HEAD: tuple[Bit, ...] = (choices, department_search, follow, follow, reach, reach, banners)
IN_FOOT: tuple[Bit, ...] = (
    lines,
    lines,
    headlines,
    reach,
    icons,
    follow,
    letter,
    like_box,
    banners,
)
BESIDE: tuple[Bit, ...] = (
    headlines,
    headlines,
    advert,
    like_box,
    letter,
    banners,
    follow,
    offers,
    reach,
)


def bits(site: Site, where: str, options: tuple[Bit, ...], most: int) -> list[Child]:
    """Some of them, the same on all pages of the site."""
    talk = Talk(site.design.at(f"bits {where}"), site.speaker(f"bits {where}"), "")
    own = talk.design
    chosen = own.some("which", options, own.number("size", 0, most))
    return [bit(talk) for bit in dict.fromkeys(chosen)]
