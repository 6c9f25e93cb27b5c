"""What a shop sells on a page, before it is markup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from training.comment_pages.comment import Talk
from training.detail_pages.shops.amounts import shop_money
from training.detail_pages.thing import Thing, new_thing
from training.detail_pages.things import Kind
from training.detail_pages.values import Fact, code, ean, maker

OWN: Final = ("sku", "mpn", "gtin", "isbn", "brand", "rating", "price", "delivered")
"""Facts that are drawn here and not with the others of the thing."""
UNBRANDED: Final = ("book", "film", "album", "game")
"""Kinds of goods that have no brand."""
SCALES: Final = (4, 9, 40, 40, 120, 300, 2500)
"""What prices are about."""
FACTORS: Final = {"JPY": 110, "KRW": 900, "RUB": 70, "INR": 60}
"""Prices in other currencies than the usual ones."""


@dataclass(frozen=True)
class Goods:
    """All that a page may tell of what is sold on it."""

    thing: Thing
    sku: str
    """The code that the page shows, if it shows one."""
    internal: str
    """The code that addresses and forms have: often the same."""
    mpn: str
    gtin: str
    brand: str
    named_first: bool
    """Whether the name starts with the brand."""
    availability: str
    """By schema.org: ``InStock``, ``OutOfStock`` or ``PreOrder``."""
    top: float | None
    """The greatest price, where it is that of several variants."""
    variants: tuple[tuple[str, float], ...]
    """Variants with a price of their own."""
    pictures: tuple[str, ...]
    """Names of files without endings, the main one first."""


def _check_digit(digits: str) -> str:
    total = sum(int(sign) * (3 if place % 2 == 0 else 1) for place, sign in enumerate(digits[::-1]))
    return str(-total % 10)


def gtin_of(talk: Talk) -> str:
    """A bar code, of 13 digits on most sites."""
    size = talk.design.pick("gtin size", (13, 13, 13, 13, 12, 14, 8))
    if size == 13:
        return ean(talk)
    digits = "".join(str(talk.writer.draw.randint(1, 9)) for _ in range(size - 1))
    return digits + _check_digit(digits)


def isbn_of(talk: Talk) -> str:
    """An ISBN whose last digit is right."""
    digits = f"978{talk.writer.draw.randrange(10**9):09}"
    return digits + _check_digit(digits)


def _amounts(talk: Talk, thing: Thing) -> tuple[float, float | None]:
    """The price, and what it was before."""
    own, draw, money = talk.design.at("amounts"), talk.writer.draw, thing.money
    amount = draw.choice(SCALES) * FACTORS.get(money.currency, 1) * (0.2 + draw.random())
    if money.cents == "never" or amount > 900 or draw.random() < 0.15:
        amount = float(max(1, round(amount)))
    else:
        ending = own.pick("ending", (0.99, 0.95, 0.9, None, None, None))
        amount = round(amount, 2) if ending is None else int(amount) + ending
    reduced = draw.random() < own.pick("reduced", (0.0, 0.2, 0.7))
    if not reduced:
        return amount, None
    before = float(round(amount * (1.08 + draw.random()))) - (amount % 1 > 0) * 0.01
    return amount, max(before, float(round(amount) + 1))


def _name(talk: Talk, kind: Kind, drawn: str, brand: str) -> str:
    writer, draw = talk.writer, talk.writer.draw
    if kind.named != "model" and not brand:
        return drawn.rstrip("?")
    if kind.named != "model":
        return f"{brand} {drawn.rstrip('?')}"
    number = f" {draw.choice('ABCDEGLMSTXZ')}{draw.choice(('', '-', ' '))}{draw.randint(2, 9900)}"
    tail = f" {writer.words(1, 4)}" if draw.random() < 0.35 else ""
    text = f"{writer.words(1, 3)}{number if draw.random() < 0.6 else ''}{tail}"
    return f"{brand} {text}" if brand else text


def _facts(talk: Talk, thing: Thing, known: dict[str, str]) -> tuple[Fact, ...]:
    """The facts with those codes and the brand that the site has in its table."""
    own, writer = talk.design.at("table"), talk.writer
    shares = {"sku": 0.3, "mpn": 0.35, "gtin": 0.35, "isbn": 0.8, "brand": 0.4}
    out = [fact for fact in thing.facts if fact.name not in OWN]
    for name, share in shares.items():
        if known.get(name) and own.chance(name, share):
            label = own.pick(f"label {name}", writer.tongue.all(f"label.{name}"))
            if all(fact.label != label for fact in out):
                out.insert(
                    own.number(f"place {name}", 0, min(5, len(out))),
                    Fact(name, label, known[name]),
                )
    return tuple(out)


def _internal(talk: Talk, sku: str, gtin: str) -> str:
    own, draw = talk.design.at("internal"), talk.writer.draw
    form = own.pick("form", ("sku",) * 11 + ("digits",) * 6 + ("long", "hex", "gtin"))
    if form == "digits":
        return str(draw.randint(100, 9_999_999))
    if form == "long":
        return "".join(draw.choices("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", k=10))
    if form == "hex":
        return f"{draw.randrange(16**8):08x}"
    return gtin if form == "gtin" and gtin else sku


def _pictures(talk: Talk, internal: str) -> tuple[str, ...]:
    own, draw = talk.design.at("pictures"), talk.writer.draw
    size = draw.choice((1, 1, 2, 4, 6, 9))
    folder = own.pick("folder", ("/media/catalog", "/images", "/img/p", "", "/cdn/files", "/i"))
    coded = own.chance("coded", 0.35)
    joint = own.pick("joint", ("_", "-", "/"))
    out: list[str] = []
    for place in range(size):
        stem = internal if coded else f"{draw.randrange(36**6):x}-{draw.randrange(36**3):x}"
        out.append(f"{folder}/{stem}{joint}{place + 1}" if coded else f"{folder}/{stem}")
    return tuple(out)


def new_goods(talk: Talk, kind: Kind) -> Goods:
    """Something that a shop sells, drawn."""
    own, writer, draw = talk.design.at("goods"), talk.writer, talk.writer.draw
    thing = replace(new_thing(talk, kind), money=shop_money(talk.design, writer))
    amount, before = _amounts(talk, thing)
    gtin = isbn_of(talk) if kind.name == "book" else gtin_of(talk)
    brand = maker(talk) if kind.name not in UNBRANDED and own.chance("branded", 0.88) else ""
    sku = code(talk) if own.chance("coded", 0.95) else gtin
    mpn = code(talk) if draw.random() < 0.9 else sku
    first = bool(brand) and own.chance("brand first", 0.4)
    stocked = draw.random() < own.pick("stocked", (1.0, 0.9, 0.75, 0.6))
    sold = draw.choice(("InStock",) * 20 + ("PreOrder",)) if stocked else "OutOfStock"
    priced = own.chance("prices", 0.96)
    if sold == "OutOfStock" and own.chance("no price when gone", 0.3):
        priced = False
    if draw.random() < 0.02:
        priced = False
    ranged = own.chance("ranged", 0.12) and draw.random() < 0.7
    facts = {"sku": sku, "mpn": mpn, "gtin": gtin, "brand": brand, "isbn": ""}
    if kind.name == "book":
        facts.update(gtin="", isbn=gtin, mpn="")
    variants = tuple(
        (writer.words(1, 2), round(amount * (1 + draw.random() * place / 4), 2))
        for place in range(draw.choice((0, 2, 3, 5)))
    )
    if thing.money.cents == "never":
        variants = tuple((name, float(round(value))) for name, value in variants)
    rated = own.chance("rated", 0.6) and draw.random() < 0.8
    internal = _internal(talk, sku, gtin)
    return Goods(
        thing=replace(
            thing,
            name=_name(talk, kind, thing.name, brand if first else ""),
            facts=_facts(talk, thing, facts),
            amount=amount if priced else None,
            before=before if priced and not ranged else None,
            stocked=stocked,
            rating=draw.randint(20, 50) / 10 if rated else None,
            votes=draw.choice((1, 2, 7, 34, 128, 1204)),
        ),
        sku=sku,
        internal=internal,
        mpn=facts["mpn"],
        gtin=gtin,
        brand=brand,
        named_first=first,
        availability=sold,
        top=round(amount * 1.6) + amount % 1 if ranged else None,
        variants=variants if own.chance("variants", 0.35) else (),
        pictures=_pictures(talk, internal),
    )
