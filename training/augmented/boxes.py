"""Boxes that stand in and around articles and are none of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import lxml.html
from lxml import etree

from training.augmented.borrower import new_talk
from training.augmented.draft import PHRASING, ROLE, Draft
from training.augmented.phrases import CONSENT, CONSENT_BUTTONS, READ_ALSO
from training.augmented.stock import Stock
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.comment_pages.middle import drawn
from training.comment_pages.section import section
from training.record_pages.fields import link
from training.record_pages.markup import Child, Hand, Node, plain, widen, write

_PARTS = frozenset("tr td th li dt dd option tbody thead".split())
_DEPTHS = (0, 0, 1, 2, 5)


def comments(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """What readers wrote, below the text: inside its element or after it."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    made = section(talk, drawn(talk, chance.choice(_DEPTHS)))
    return _put(draft, chance, made, "comments", (at_end, after, after, below_all))


def related(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Teasers of other pages: between paragraphs, below the text, or beside it."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    box = _Own(chance).teasers(talk) if chance.random() < 0.6 else around.related(talk)
    return _put(draft, chance, [box], "related", (between, at_end, at_end, after, after, before))


def author(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """The author's picture, name and life."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    box = _Own(chance).author(talk) if chance.random() < 0.6 else around.author_box(talk)
    return _put(draft, chance, [box], "author", (at_end, at_end, after, at_start, before))


def read_also(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """Links to other pages between paragraphs."""
    own, made = _Own(chance), None
    talk = new_talk(draft.lang, draft.text, chance, stock)
    for _ in range(chance.choice((1, 1, 2, 3))):
        found = _put(
            made or draft, chance, [own.read_also(talk, draft.lang)], "read-also", (between,)
        )
        made = found or made
    return made


def consent(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
    """A long note on cookies, at the start or the end of the page."""
    talk = new_talk(draft.lang, draft.text, chance, stock)
    box = _Own(chance).consent(talk, draft.lang)
    return _put(draft, chance, [box], "consent", (first_of_all, last_of_all))


class _Own:
    """Boxes in markup of their own; their classes tell what they are on half of the pages."""

    def __init__(self, chance: Random) -> None:
        self.draw = chance
        self.naming = chance.choice(("telling", "telling", "hashed", "none"))
        self.salt = f"{chance.randrange(1 << 40):x}"

    def element(self, tag: str, names: str, *children: Child) -> Node:
        """An element; ``names`` are telling ones that it may have."""
        if self.naming == "none":
            return plain(tag, *children)
        fixed = Random(f"{self.salt} {names}")
        name = fixed.choice(names.split())
        if self.naming == "hashed":
            name = "css-" + "".join(fixed.choices("abcdefghjkmnpqrstuvwxyz0123456789", k=6))
        return plain(tag, *children, class_=name)

    def teasers(self, talk: Talk) -> Node:
        """Titles, each with a sentence or two, a picture, a day or none of them."""
        draw, writer = self.draw, talk.writer
        tag = draw.choice(("li", "div", "article", "div"))
        head = draw.choice(("h3", "h4", "h2", "p", "strong", "div"))
        pictured, dated, lead = (draw.random() < share for share in (0.5, 0.4, 0.75))
        all_linked = draw.random() < 0.2
        items = []
        for _ in range(draw.randint(1, 7)):
            title = writer.title()
            shown: Child = title if all_linked else link(writer, title)
            inner: list[Child] = [plain("img", src="/p.jpg", alt=title)] if pictured else []
            inner.append(self.element(head, "title teaser__title card-title headline", shown))
            if lead:
                text = writer.text(1, draw.choice((1, 1, 2, 3)))
                inner.append(self.element("p", "summary teaser__text excerpt lead", text))
            if dated:
                inner.append(self.element("span", "date meta timestamp time", _day(talk)))
            if all_linked:
                inner = [plain("a", *inner, href=writer.address())]
            items.append(self.element(tag, "teaser item card story related-item", *inner))
        listed = self.element("ul" if tag == "li" else "div", "list items row grid", *items)
        if draw.random() < 0.85:
            said = self.element(
                draw.choice(("h2", "h3", "div", "p", "span")), "heading title",
                writer.any("related", w=writer.word()),
            )  # fmt: skip
            return self.element(
                draw.choice(("div", "section", "aside")),
                "related-posts related recommended more-stories read-next promo", said, listed,
            )  # fmt: skip
        return listed

    def author(self, talk: Talk) -> Node:
        """A name with some sentences about who has it."""
        draw, writer = self.draw, talk.writer
        name = writer.person()
        shown: Child = link(writer, name) if draw.random() < 0.5 else name
        inner: list[Child] = []
        if draw.random() < 0.6:
            inner.append(plain("img", src="/a.jpg", alt=name))
        inner.append(self.element(draw.choice(("h4", "h3", "strong", "p")), "name author", shown))
        joint = " " if writer.language.space else ""
        text = f"{name}{joint}{writer.text(1, 4)}"
        tag = draw.choice(("p", "p", "div", "em"))
        inner.append(self.element(tag, "bio description about author-bio", text))
        if draw.random() < 0.3:
            inner.append(link(writer, writer.words(1, 3)))
        names = "author-box about-author bio author-info byline-box"
        return self.element(draw.choice(("div", "section", "aside", "footer")), names, *inner)

    def read_also(self, talk: Talk, lang: str) -> Node:
        """A link to another page, after words that say so."""
        draw, writer = self.draw, talk.writer
        told = draw.choice(READ_ALSO.get(lang) or writer.tongue.all("related"))
        told = told.replace("{w}", writer.word())
        title = link(writer, writer.title())
        if draw.random() < 0.3:
            title = plain(draw.choice(("strong", "em", "b")), title)
        form = draw.choice(("line", "line", "plain", "box", "list"))
        if form == "line":
            said = plain(draw.choice(("strong", "b", "span")), told)
            return self.element(
                draw.choice(("p", "p", "div", "h4")), "read-also more", said, " ", title
            )
        if form == "plain":
            return self.element("p", "read-also inline-link", title)
        listed = [plain("li", title)]
        listed += [plain("li", link(writer, writer.title())) for _ in range(draw.randint(0, 3))]
        if form == "list":
            return self.element("ul", "read-also links", *listed)
        said = self.element(draw.choice(("p", "span", "h5", "strong")), "label heading", told)
        inner = plain("ul", *listed) if len(listed) > 1 else plain("p", title)
        return self.element(draw.choice(("div", "aside")), "read-also related-inline", said, inner)

    def consent(self, talk: Talk, lang: str) -> Node:
        """Sentences on cookies and buttons."""
        draw, writer = self.draw, talk.writer
        known = lang if lang in CONSENT else "en"
        sentences = list(CONSENT[known])
        joint = "" if known in ("zh", "ja") else " "
        groups = [
            joint.join(draw.sample(sentences, draw.randint(1, min(4, len(sentences)))))
            for _ in range(draw.randint(1, 5))
        ]
        tag = draw.choice(("p", "div", "p", "li", "span"))
        inner: list[Child] = []
        if draw.random() < 0.6:
            inner.append(plain(draw.choice(("h2", "h3", "strong")), draw.choice(sentences)[:40]))
        texts: list[Child] = [self.element(tag, "text description", one) for one in groups]
        inner += [plain("ul", *texts)] if tag == "li" else texts
        button = draw.choice(("button", "a", "div"))
        words = CONSENT_BUTTONS[known]
        inner += [self.element(button, "button btn accept", one) for one in words]
        if draw.random() < 0.4:
            inner.append(link(writer, draw.choice(words)))
        names = "cookie-banner consent gdpr cookie-notice privacy-dialog"
        return self.element(draw.choice(("div", "section", "aside", "dialog")), names, *inner)


def _day(talk: Talk) -> str:
    form = "{y}-{m:02}-{d:02}" if talk.writer.language.space else "{y}年{m}月{d}日"
    return talk.writer.date(form)


Placing = Callable[[Draft, Random], "tuple[etree._Element, int] | None"]
"""A parent, and the place among its children."""


def at_end(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Behind the last of the text, inside its element."""
    main, owners = draft.main, draft.main_owners()
    if main is None or not owners:
        return None
    last = owners[-1]
    while last is not main and last.getparent() is not main:
        above = last.getparent()
        if above is None:
            return None
        last = above
    return (main, len(main)) if last is main else (main, main.index(last) + 1)


def after(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Right behind the element of the text."""
    main = draft.main
    parent = None if main is None or main is draft.body else main.getparent()
    if main is None or parent is None or parent.tag in PHRASING:
        return at_end(draft, chance)
    return parent, parent.index(main) + 1


def below_all(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Behind an element some levels further out."""
    main = draft.main
    if main is None or main is draft.body:
        return at_end(draft, chance)
    outer = main
    for one in [*main.iterancestors()][: chance.randint(1, 3)]:
        if one.tag in ("body", "html"):
            break
        outer = one
    parent = outer.getparent()
    if parent is None or parent.tag in PHRASING:
        return after(draft, chance)
    return parent, parent.index(outer) + 1


def before(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Right before the element of the text."""
    place = after(draft, chance)
    main = draft.main
    if place is None or main is None or place[0] is main:
        return at_start(draft, chance)
    return place[0], place[1] - 1


def at_start(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Before the first of the text, inside its element."""
    main = draft.main
    if main is None or (main.text or "").strip() or draft.main_owners()[0] is main:
        return None
    return main, 0


def between(draft: Draft, chance: Random) -> tuple[etree._Element, int] | None:
    """Before one of the paragraphs but the first."""
    main = draft.main
    if main is None:
        return None
    places = []
    for owner in draft.main_owners()[1:]:
        parent = owner.getparent()
        if owner is main or parent is None or parent.tag in PHRASING:
            continue
        if parent is main or main in parent.iterancestors():
            places.append((parent, parent.index(owner)))
    if not places:
        places = [(main, main.index(one)) for one in main.iterchildren("br")][2:]
    return chance.choice(places) if places else None


def first_of_all(draft: Draft, chance: Random) -> tuple[etree._Element, int]:
    """At the start of the body."""
    return draft.body, 0


def last_of_all(draft: Draft, chance: Random) -> tuple[etree._Element, int]:
    """At the end of the body."""
    return draft.body, len(draft.body)


def _put(
    draft: Draft, chance: Random, made: list[Child], role: str, placings: tuple[Placing, ...]
) -> Draft | None:
    place = chance.choice(placings)(draft, chance)
    if place is None:
        return None
    parent, index = place
    for number, element in enumerate(_elements(made)):
        element.set(ROLE, role)
        parent.insert(index + number, element)
    return draft.changed()


def _elements(made: list[Child]) -> list[etree._Element]:
    """The nodes as elements of lxml; what cannot stand anywhere comes in one box."""
    outer = plain("div", *made)
    widen(outer)
    html = write(outer, Hand(indent=0), marked=False)
    (box,) = lxml.html.fragments_fromstring(html)
    children = list(box)
    loose = (box.text or "").strip() or any((one.tail or "").strip() for one in children)
    odd = any(not isinstance(one.tag, str) or one.tag in _PARTS for one in children)
    return [box] if loose or odd or not children else children
