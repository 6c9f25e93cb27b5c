"""A thing before it is a page: its name, its facts, its price."""

from __future__ import annotations

from dataclasses import dataclass

from training.comment_pages.comment import Talk
from training.detail_pages.money import MoneyForm, money_form
from training.detail_pages.things import KINDS, Kind
from training.detail_pages.values import Fact, company, maker, value
from training.detail_pages.vocabulary import labelled
from training.record_pages.design import Design


@dataclass(frozen=True)
class Thing:
    """All that a page may tell of a thing."""

    kind: Kind
    name: str
    facts: tuple[Fact, ...]
    amount: float | None
    before: float | None
    """What it cost before."""
    money: MoneyForm
    stocked: bool | None
    rating: float | None
    votes: int
    crumbs: tuple[str, ...]
    images: tuple[str, ...]
    number: int

    def fact(self, name: str) -> Fact | None:
        """The fact of this name."""
        return next((fact for fact in self.facts if fact.name == name), None)


COMMON = (
    "event",
    "event",
    "event",
    "job",
    "job",
    "person",
    "course",
    "restaurant",
    "house",
    "player",
)
"""Kinds that more sites have than others, of those that are not put into carts."""


def site_kind(design: Design, *, shop: bool, talking: bool) -> Kind:
    """What the site's things are: goods in a shop, members where people talk, else others."""
    if talking:
        return next(kind for kind in KINDS if kind.name == "member")
    goods = [kind for kind in KINDS if kind.sold]
    others = [kind for kind in KINDS if not kind.sold and kind.name != "member"]
    often = [kind for name in COMMON for kind in others if kind.name == name]
    own = Design(design.seed, "", "none", "/things")
    if shop or own.chance("goods", 0.1):
        return own.pick("good", goods)
    return own.pick("other", [*others, *others, *often])


def _name(talk: Talk, kind: Kind) -> str:
    writer, draw = talk.writer, talk.writer.draw
    if kind.named == "person":
        return writer.person()
    if kind.named == "handle":
        return writer.handle()
    if kind.named == "company":
        return company(talk)
    if kind.named == "model":
        name = f"{maker(talk)} {writer.words(1, 3)}"
        number = (
            f" {draw.choice('ABCDEGLMSTXZ')}{draw.choice(('', '-', ' '))}{draw.randint(2, 9900)}"
        )
        tail = f" {writer.words(1, 4)}" if draw.random() < 0.35 else ""
        return f"{name}{number if draw.random() < 0.7 else ''}{tail}"
    if kind.named == "role":
        tail = draw.choice(("", "", " (m/w/d)", " (m/f)", f" - {writer.words(1, 1)}"))
        if writer.tongue.code not in ("de", "en"):
            tail = ""
        return f"{writer.words(1, 4)}{tail}"
    if kind.named == "word":
        return writer.words(1, 1)
    if kind.named == "place":
        return writer.words(1, 4)
    return writer.title()


def _facts(talk: Talk, kind: Kind, price: str, rated: bool) -> tuple[Fact, ...]:
    """The site's choice of facts in its own order; a page lacks a few of them."""
    own, writer = talk.design.at("facts"), talk.writer
    count = own.pick("count", (3, 5, 7, 9, 12, 20))
    known_labels = labelled(writer.tongue.code)
    chosen = own.some("which", [fact for fact in kind.facts if fact[0] in known_labels], count)
    if own.chance("usual order", 0.6):
        chosen = [fact for fact in kind.facts if fact in chosen]
    out: list[Fact] = []
    for name, form in chosen:
        if writer.draw.random() < 0.12 or (name == "rating" and rated):
            continue
        if name == "price" and not price:
            continue
        label = own.pick(f"label {name}", writer.tongue.all(f"label.{name}"))
        out.append(Fact(name, label, price if name == "price" else value(talk, form)))
    known = {fact.label for fact in out}
    more = own.pick("more", (0, 0, 0, 2, 6, 14, 30) if len(out) > 4 else (2, 3, 6))
    for place in range(more):
        if writer.draw.random() < 0.15:
            continue
        form = own.pick(f"form {place}", MORE)
        label = _label(talk, place)
        if label not in known:
            known.add(label)
            out.append(Fact("", label, value(talk, form)))
    return tuple({fact.label: fact for fact in out}.values())


MORE = (
    "words",
    "words",
    "word",
    "yes",
    "yes",
    "size",
    "few",
    "count",
    "watts",
    "grams",
    "materials",
    "colours",
    "listed",
    "year",
    "litres",
    "code",
)
"""Values of facts that have no name here."""


def _label(talk: Talk, place: int) -> str:
    """A label of the site's own: the same on all its pages."""
    writer, own = talk.writer, talk.design.at("label")
    syllables = own.some(f"label {place}", writer.language.syllables, own.number(f"n{place}", 2, 4))
    text = "".join(syllables).capitalize()
    if own.chance(f"two {place}", 0.3) and writer.language.space:
        more = "".join(own.some(f"second {place}", writer.language.syllables, 3))
        return f"{text} {more}"
    return text


def new_thing(talk: Talk, kind: Kind) -> Thing:
    """A thing of a kind, drawn."""
    own, writer, draw = talk.design.at("thing"), talk.writer, talk.writer.draw
    money = money_form(talk.design, writer)
    priced = own.chance("priced", kind.priced) and draw.random() < 0.97
    scale = draw.choice((9, 40, 40, 300, 2500)) if kind.name not in ("car", "house") else 90_000
    scale *= {"JPY": 110, "KRW": 900, "RUB": 70}.get(money.currency, 1)
    amount = scale * (0.2 + draw.random())
    whole = money.cents == "never" or amount > 900 or draw.random() < 0.2
    amount = float(round(amount)) if whole else round(amount, 2)
    reduced = draw.random() < own.pick("reduced", (0.0, 0.1, 0.6))
    rated = own.chance("rated", 0.5 if kind.sold else 0.25) and draw.random() < 0.85
    before = float(round(amount * (1.1 + draw.random()))) if reduced else None
    return Thing(
        kind=kind,
        name=_name(talk, kind),
        facts=_facts(talk, kind, money.show(amount) if priced else "", rated),
        amount=amount if priced else None,
        before=before if priced else None,
        money=money,
        stocked=draw.random() < 0.85 if kind.sold else None,
        rating=draw.randint(20, 50) / 10 if rated else None,
        votes=draw.choice((1, 2, 7, 34, 128, 1204)),
        crumbs=tuple(writer.words(1, 2) for _ in range(own.number("crumbs", 1, 4))),
        images=tuple(f"{writer.address()}.jpg" for _ in range(draw.choice((1, 1, 2, 4, 6, 9)))),
        number=draw.randint(100, 9_999_999),
    )
