"""Ratings: stars and counts near the name, how many gave how many, what buyers wrote."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.comment import Talk
from training.comment_pages.middle import drawn
from training.comment_pages.section import section as talked
from training.detail_pages.marks import field, marked
from training.detail_pages.shops.goods import Goods
from training.record_pages.markup import Child, Node, plain


def pointed(talk: Talk, value: float) -> str:
    """A rating with the language's point."""
    comma = talk.writer.tongue.code not in ("en", "zh", "ja", "ko", "ar")
    text = f"{value:.1f}"
    return text.replace(".", ",") if comma and talk.design.chance("comma", 0.6) else text


def drawn_stars(talk: Talk, value: float) -> Node:
    """Stars without a number that is seen."""
    own, whole = talk.design, round(value)
    form = own.pick("stars", ("signs", "width", "elements", "pictures", "title"))
    if form == "width":
        filled = own.element("span", "filled", style=f"width:{value * 20:.0f}%")
        return own.element("div", "rating stars", filled)
    if form == "elements":
        return own.element(
            "span",
            "stars",
            *(plain("i", class_=f"star {'full' if n < whole else 'empty'}") for n in range(5)),
        )
    if form == "pictures":
        return plain("img", src=f"/i/stars-{whole}.gif", alt=f"{value:.1f}/5")
    shown = own.element("span", "stars", "★" * whole + "☆" * (5 - whole))
    if form == "title":
        shown.attributes["title"] = talk.writer.say(own, "goods.stars", r=f"{value:.1f}")
    return shown


def rating_line(talk: Talk, goods: Goods) -> list[Child]:
    """Stars and how many gave them; that nobody did so far, on some sites."""
    own, writer, thing = talk.design.at("rating"), talk.writer, goods.thing
    within = replace(talk, design=own)
    if thing.rating is None:
        if not own.chance("none said", 0.16):
            return []
        count = marked(
            plain("a", writer.say(own, "goods.counted", n="0"), href="#reviews"), "votes"
        )
        return [own.element("div", "rating", plain("span", "☆☆☆☆☆"), " ", count)]
    text = pointed(within, thing.rating)
    form = own.pick("form", ("number", "number", "both", "both", "said", "drawn"))
    if form == "said":
        phrase = own.pick("say", writer.tongue.all("goods.stars"))
        inner = writer.mixed(phrase, {"r": [field("rating", text)]})
    elif form == "drawn":
        inner = [marked(drawn_stars(within, thing.rating), "rating")]
    else:
        inner = [field("rating", text)]
        if form == "both":
            inner.insert(0, drawn_stars(within, thing.rating))
    if own.chance("counted", 0.85):
        phrase = own.pick("counted", writer.tongue.all("goods.counted"))
        votes = f"{thing.votes:,}" if writer.tongue.code == "en" else str(thing.votes)
        counted = plain("a", phrase.replace("{n}", votes), href="#reviews")
        inner.extend([" ", marked(counted, "votes")])
    return [own.element("div", "rating", *inner)]


def reviews(talk: Talk, goods: Goods) -> list[Child]:
    """A histogram of stars and the buyers' own reviews."""
    own, writer, thing = talk.design.at("reviews"), talk.writer, goods.thing
    if thing.rating is None:
        return [plain("p", writer.say(own, "review_none"))]
    out: list[Child] = []
    if own.chance("histogram", 0.45):
        left, rows = 100, list[Node]()
        for stars in range(5, 0, -1):
            share = left if stars == 1 else min(left, writer.draw.randint(0, 70))
            left -= share
            label = plain("span", writer.say(own, "goods.star", n=str(stars)))
            rows.append(plain("li", label, " ", plain("span", f"{share}%")))
        out.append(own.element("ul", "histogram", *rows))
    shop = replace(talk, design=replace(talk.design, kind="shop"))
    return [*out, *talked(shop, drawn(shop, 0)[:8])]
