"""What a page offers of a thing: price, stock, rating, options, buttons, pictures, its name."""

from __future__ import annotations

from training.comment_pages.around import share_bar
from training.comment_pages.comment import Talk
from training.detail_pages.marks import field, marked
from training.detail_pages.thing import Thing
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain


def heading(talk: Talk, thing: Thing) -> list[Child]:
    """The name, mostly in the page's heading; a line below it on some sites."""
    own = talk.design.at("name")
    tags = ("b", "h1", "h2", "font", "td") if own.old else ("h1", "h1", "h1", "h1", "h2", "div")
    tag = own.pick("tag", tags)
    name: Child = field("name", thing.name) if own.chance("inside", 0.2) else thing.name
    node = own.element("b" if tag == "td" else tag, "title", name)
    if not isinstance(name, Node):
        marked(node, "name")
    out: list[Child] = [node]
    brand = thing.fact("brand") or thing.fact("author") or thing.fact("company")
    if brand and own.chance("brand", 0.4):
        shown = marked(link(talk.writer, brand.value), brand.name)
        words = own.pick("brand as", ("", f"{talk.writer.label('by')} ", f"{brand.label}: "))
        line = own.element(own.pick("brand tag", ("div", "p", "span")), "brand", words, shown)
        out.insert(own.pick("brand place", (0, 1)), line)
    elif own.chance("subtitle", 0.2):
        out.append(
            own.element(own.pick("sub", ("h2", "p", "div")), "subtitle", talk.writer.words(2, 7))
        )
    return out


def gallery(talk: Talk, thing: Thing) -> Node:
    """The picture, and small ones."""
    own = talk.design.at("gallery")
    main: Child = marked(plain("img", src=thing.images[0], alt=thing.name), "image")
    if own.chance("linked", 0.5):
        main = plain("a", main, href=thing.images[0])
    if not own.old and own.chance("figure", 0.3):
        main = plain("figure", main)
    small = [
        plain("a", plain("img", src=image, alt="", width="80"), href=image)
        for image in thing.images[1:]
    ]
    inner: list[Child] = [own.element("div", "image", main)]
    if small and own.chance("listed", 0.6) and not own.old:
        inner.append(own.element("ul", "thumbs", *(plain("li", one) for one in small)))
    elif small:
        inner.append(own.element("div", "thumbs", *small))
    if own.chance("zoom", 0.3):
        inner.append(own.element("div", "zoom", link(talk.writer, talk.writer.words(1, 3))))
    return own.element("div", "gallery", *inner)


def _digits(talk: Talk, thing: Thing, amount: float, name: str) -> list[Child]:
    """An amount, whole or with its currency or cents in elements of their own."""
    own, text = talk.design.at("digits"), thing.money.show(amount)
    form = own.pick("form", ("whole", "whole", "whole", "apart", "cents"))
    digits = thing.money.amount(amount)
    before, _, after = text.partition(digits)
    if form == "apart" and digits in text:
        parts: list[Child] = [
            plain("span", one) if one.strip() and one != digits else one
            for one in (before, digits, after)
            if one
        ]
        return [field(name, *parts)]
    if form == "cents" and thing.money.point in digits[-3:] and name == "price":
        cut = digits.rindex(thing.money.point)
        cents = plain("sup", digits[cut + 1 :])
        return [field(name, before, plain("span", digits[:cut]), thing.money.point, cents, after)]
    return [field(name, text)]


FROM = {"en": "from", "de": "ab", "fr": "à partir de", "es": "desde", "it": "da", "nl": "vanaf"}
"""What stands before the least of several prices."""


def price(talk: Talk, thing: Thing) -> list[Child]:
    """What it costs, what it did, what is in it."""
    own, writer = talk.design.at("price"), talk.writer
    if thing.amount is None:
        return []
    inner: list[Child] = []
    if own.chance("labelled", 0.25):
        label = own.pick("label", writer.tongue.all("label.price"))
        inner.append(plain(own.pick("label tag", ("span", "b", "label")), f"{label}: "))
    inner.extend(_digits(talk, thing, thing.amount, "price"))
    if thing.before is not None:
        old = plain(
            own.pick("old tag", ("del", "s", "span", "strike")),
            field("old_price", thing.money.show(thing.before)),
        )
        said = f"{writer.say(own, 'was')} " if own.chance("was", 0.4) else ""
        place = 0 if own.chance("old first", 0.5) else len(inner)
        inner[place:place] = [plain("span", said), old, " "]
        if own.chance("share", 0.4):
            share = round(100 - 100 * thing.amount / thing.before)
            inner.append(own.element("span", "badge", f"-{share}%"))
    if not thing.kind.sold and own.chance("from", 0.1):
        inner.insert(0, f"{FROM.get(writer.tongue.code, '~')} ")
    if own.chance("rates", 0.15):
        inner.extend(_rates(talk, thing, thing.amount))
    if own.chance("transfer", 0.06):
        less = thing.money.show(round(0.9 * thing.amount, 2))
        said = TRANSFER.get(writer.tongue.code, "10% off")
        place = 0 if own.chance("transfer first", 0.6) else len(inner)
        inner.insert(place, own.element("div", "transfer", plain("span", less), f" {said}"))
    if own.chance("tax", 0.3):
        inner.append(own.element("small", "tax", writer.say(own, "tax")))
    elif not thing.kind.sold and own.chance("per", 0.3):
        inner.append(own.element("span", "per", f" {writer.say(own, 'per')}"))
    return [own.element(own.pick("tag", ("div", "p", "div", "span", "h3")), "price", *inner)]


TRANSFER = {
    "en": "by bank transfer", "de": "bei Vorkasse", "fr": "par virement", "es": "por transferencia",
    "pt": "no Pix", "it": "con bonifico", "nl": "bij overboeking", "pl": "przelewem",
}  # fmt: skip
"""What stands beside the price for those who pay at once."""


def _rates(talk: Talk, thing: Thing, amount: float) -> list[Child]:
    """The parts that it may be paid in: one line, or one for each number of parts."""
    own = talk.design.at("rates")
    most = own.pick("most", (3, 4, 6, 10, 12, 24))
    numbers = range(own.number("least", 1, 2), most + 1) if own.chance("all", 0.3) else (most,)
    times = own.pick("times", ("{} x ", "{}x ", "{}× ", "{} x de ", "{} monthly payments of "))
    out: list[Child] = []
    for number in numbers:
        rate = thing.money.show(round(amount / number, 2))
        said = times.format(number)
        parts: list[Child] = [f"{said}{rate}"]
        if own.chance("apart", 0.6):
            parts = [plain("span", said), plain("span", rate)]
        out.append(own.element("li" if len(numbers) > 1 else "div", "rates", *parts))
    return out


def stock(talk: Talk, thing: Thing) -> list[Child]:
    """Whether it is to be had."""
    own, writer = talk.design.at("stock"), talk.writer
    if thing.stocked is None or not own.chance("shown", 0.6):
        return []
    text = writer.say(own, "in_stock" if thing.stocked else "out_of_stock")
    tag = own.pick("tag", ("p", "div", "span"))
    inner: list[Child] = [field("availability", text)]
    if own.chance("labelled", 0.3):
        inner.insert(0, f"{own.pick('label', writer.tongue.all('label.availability'))}: ")
    return [own.element(tag, "stock", *inner)]


def rating(talk: Talk, thing: Thing) -> list[Child]:
    """Stars, and how many gave them."""
    own, writer = talk.design.at("rating"), talk.writer
    if thing.rating is None:
        return []
    stars = round(thing.rating)
    shown = f"{thing.rating:.1f}"
    form = own.pick("form", ("signs", "number", "elements", "said"))
    inner: list[Child] = [field("rating", shown)]
    if form == "signs":
        inner.insert(0, plain("span", "★" * stars + "☆" * (5 - stars)))
    elif form == "elements":
        inner[:0] = [own.element("i", f"star{place < stars}") for place in range(5)]
    elif form == "said":
        inner = [field("rating", shown), " / 5"]
    said = writer.say(own, "review_heading_n", n=str(thing.votes), t=thing.name)
    counted = plain("a", f"({thing.votes})" if own.chance("bare", 0.4) else said, href="#reviews")
    inner.extend([" ", marked(counted, "votes")])
    return [own.element("div", "rating", *inner)]


def options(talk: Talk, thing: Thing) -> list[Child]:
    """Sizes and colours to choose from."""
    own, writer = talk.design.at("options"), talk.writer
    if not thing.kind.sold or not own.chance("any", 0.45):
        return []
    out: list[Child] = []
    for place in range(own.number("groups", 1, 2)):
        names = [writer.words(1, 2) for _ in range(writer.draw.randint(2, 9))]
        label = plain("label", writer.say(own.at(str(place)), "choose"))
        form = own.pick(f"form {place}", ("select", "select", "swatches", "radios", "buttons"))
        if form == "select" or own.old:
            shown = plain("select", *(plain("option", name) for name in names), name=f"o{place}")
        elif form == "radios":
            shown = plain(
                "div", *(plain("label", plain("input", type="radio"), name) for name in names)
            )
        elif form == "buttons":
            shown = own.element("div", "swatches", *(plain("button", name) for name in names))
        else:
            swatches = (
                own.element("li", "swatch", plain("a", plain("img", src="/s.gif", alt=name)))
                for name in names
            )
            shown = own.element("ul", "swatches", *swatches)
        out.append(own.element("div", "option", label, shown))
    return out


def buttons(talk: Talk, thing: Thing) -> list[Child]:
    """The form with the button that the page is for, and lesser ones."""
    own, writer = talk.design.at("buttons"), talk.writer
    if not own.chance("any", 0.9 if thing.kind.sold else 0.7):
        return []
    text = writer.say(own, thing.kind.calls)
    if thing.stocked is False and own.chance("notify", 0.6):
        text = writer.say(own, "notify")
    main: Node = own.element("button", "button", text, type="submit")
    if own.old or own.chance("link", 0.3):
        main = (
            plain("input", type="submit", value=text)
            if own.old
            else own.element("a", "button", text, href=f"/do?id={thing.number}")
        )
    inner: list[Child] = [main]
    if thing.kind.sold and own.chance("quantity", 0.6):
        box = plain("input", type=own.pick("type", ("number", "text")), value="1", name="qty")
        if own.chance("select", 0.2):
            box = plain("select", *(plain("option", str(n + 1)) for n in range(10)), name="qty")
        inner.insert(0, box)
        if own.chance("quantity said", 0.5):
            inner.insert(0, plain("label", writer.say(own, "quantity")))
    form = own.element("form", "buy", *inner, action="/cart/add", method="post")
    node: Node = (
        form if thing.kind.sold or own.chance("form", 0.3) else own.element("div", "buy", *inner)
    )
    out: list[Child] = [node]
    names = own.some("wishes", writer.tongue.all("wish"), own.number("wish count", 0, 3))
    if names:
        form_of = own.pick("wish as", ("a", "button", "li"))
        made = [
            plain("button", svg(own), name)
            if form_of == "button" and not own.old
            else link(writer, name)
            for name in names
        ]
        if form_of == "li":
            out.append(own.element("ul", "actions", *(plain("li", one) for one in made)))
        else:
            out.append(own.element("div", "actions", *made))
    if own.chance("shared", 0.3):
        out.append(share_bar(talk))
    return out
