"""Boxes in markup drawn here: teasers, authors, lines that lead to other pages, consent."""

from __future__ import annotations

from random import Random

from training.augmented.phrases import CONSENT, CONSENT_BUTTONS, READ_ALSO
from training.comment_pages.comment import Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


class OwnBoxes:
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
        words = CONSENT_BUTTONS[known]
        inner: list[Child] = []
        if draw.random() < 0.6:
            inner.append(plain(draw.choice(("h2", "h3", "strong")), draw.choice(words)))
        texts: list[Child] = [self.element(tag, "text description", one) for one in groups]
        inner += [plain("ul", *texts)] if tag == "li" else texts
        button = draw.choice(("button", "a", "div"))
        inner += [self.element(button, "button btn accept", one) for one in words]
        if draw.random() < 0.4:
            inner.append(link(writer, draw.choice(words)))
        names = "cookie-banner consent gdpr cookie-notice privacy-dialog"
        return self.element(draw.choice(("div", "section", "aside", "dialog")), names, *inner)


def _day(talk: Talk) -> str:
    form = "{y}-{m:02}-{d:02}" if talk.writer.language.space else "{y}年{m}月{d}日"
    return talk.writer.date(form)
