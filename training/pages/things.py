"""A thing before it is a page: its kind, its name, its facts, codes, prices and pictures.

``things.txt`` holds the kinds of things, with the facts that are known of each, and the kinds of
the values of facts; what stands in neither are words of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from training.pages.design import Design
from training.pages.words import CURRENCIES, Money, Page, money_of

ENGLISH = re.compile(r"[a-z]{4,}|\}th|No\. |mpg|bhp|ft|lbs|oz")
"""What only forms of values in English have."""
COMMON = "event event event job job person course restaurant house player".split()
"""Kinds that more sites have than others, of those that are not put into carts."""
UNBRANDED = ("book", "film", "album", "game")
"""Kinds of goods that have no brand."""
SCALES = (4, 9, 40, 40, 120, 300, 2500)
"""What prices are about."""
FACTORS = {"JPY": 110, "KRW": 900, "RUB": 70, "INR": 60}
"""Prices in other currencies than the usual ones."""
CODES = {"sku": 0.3, "mpn": 0.35, "gtin": 0.35, "isbn": 0.8, "brand": 0.4}
"""Facts that are drawn with the goods, and the share of sites that have them in their table."""
MORE = (
    "words words word yes yes size few count watts grams materials colours listed year litres code"
).split()
"""Values of facts that have no name here."""


@dataclass(frozen=True)
class Fact:
    """A fact of a thing: its name, the label that the page gives it, its value."""

    name: str
    label: str
    value: str

    @property
    def mark(self) -> str:
        """The field that an element shows which shows it."""
        return self.name or f"attribute {self.label}"


@dataclass(frozen=True)
class Kind:
    """A kind of thing."""

    name: str
    schema: str
    """Its type at schema.org."""
    nouns: tuple[str, ...]
    """What addresses call it."""
    priced: float
    """The share of pages with a price."""
    named: str
    """What its name is made like: a title, a person, a company, words."""
    calls: str
    """The key of the words on its button."""
    facts: tuple[tuple[str, str], ...]
    """Names of facts, each with the kind of its value."""

    @property
    def sold(self) -> bool:
        """Whether it is put into a cart."""
        return self.calls == "buy"


def _read() -> tuple[tuple[Kind, ...], dict[str, tuple[float, float, tuple[str, ...]]]]:
    kinds: list[list[str]] = []
    values: dict[str, tuple[float, float, tuple[str, ...]]] = {}
    for line in Path(__file__).with_name("things.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, _, value = line.partition(" = ")
        if value:
            low, high, forms = value.split(" ", 2)
            values[name] = float(low), float(high), tuple(forms.split("|"))
        elif line.startswith(" "):
            kinds[-1].extend(line.split())
        else:
            kinds.append(line.split())
    made: list[Kind] = []
    for name, schema, nouns, priced, named, calls, *facts in kinds:
        pairs = tuple((a, b) for a, _, b in (one.partition(":") for one in facts))
        made.append(
            Kind(name, schema, tuple(nouns.split("/")), int(priced) / 100, named, calls, pairs)
        )
    return tuple(made), values


KINDS, VALUES = _read()


def site_kind(design: Design, *, shop: bool, talking: bool) -> Kind:
    """What the site's things are: goods in a shop, members where people talk, else others."""
    known = {kind.name: kind for kind in KINDS}
    if talking:
        return known["member"]
    own = Design(design.seed, path="/things")
    if shop or own.chance("goods", 0.1):
        return own.pick("good", [kind for kind in KINDS if kind.sold])
    others = [kind for kind in KINDS if not kind.sold and kind.name != "member"]
    return own.pick("other", [*others, *others, *(known[name] for name in COMMON)])


# Values.


def code(page: Page) -> str:
    """A number of an article, a reference."""
    draw = page.writer.draw
    form = page.design.pick("code form", ("n", "an", "a-n", "n-n", "a.n.n", "hex", "long"))
    letters = "".join(draw.choices("ABCDEFGHKLMNPRSTUVWX", k=draw.randint(2, 4)))
    first, second = draw.randint(10, 99999), draw.randint(100, 9999)
    return {
        "n": f"{first}{second}",
        "an": f"{letters}{first}",
        "a-n": f"{letters}-{first}",
        "n-n": f"{first:05}-{second}",
        "a.n.n": f"{letters}.{second}.{first}",
        "hex": f"{draw.randrange(16**8):08X}",
        "long": f"{letters}{first}{draw.choice('ABCXYZ')}{second}",
    }[form]


def _checked(digits: str) -> str:
    """The digits with the check digit of bar codes."""
    total = sum(int(sign) * (3 if place % 2 == 0 else 1) for place, sign in enumerate(digits[::-1]))
    return digits + str(-total % 10)


def gtin(page: Page) -> str:
    """A bar code, of 13 digits on most sites."""
    size = page.design.pick("gtin size", (13, 13, 13, 13, 12, 14, 8))
    return _checked("".join(str(page.writer.draw.randint(1, 9)) for _ in range(size - 1)))


def isbn(page: Page) -> str:
    """An ISBN whose last digit is right."""
    return _checked(f"978{page.writer.draw.randrange(10**9):09}")


def maker(page: Page) -> str:
    """A brand: often one of the few that the site has."""
    design, syllables = page.design, page.writer.language.syllables
    known = design.pick("makers", (0, 3, 12))
    if not known or not page.writer.language.space:
        return page.writer.words(1, 2)
    place = page.writer.draw.randrange(known)
    second = design.pick(f"maker {place} two", syllables)
    return f"{design.pick(f'maker {place}', syllables)}{second}".capitalize()


def company(page: Page) -> str:
    """A firm."""
    ends = ("Inc.", "GmbH", "Ltd", "AG", "S.A.", "Group", "LLC", "& Co.", "", "", "")
    return f"{page.writer.words(1, 2)} {page.writer.draw.choice(ends)}".strip()


def clock(page: Page) -> str:
    """A time of day."""
    hour, minute = page.writer.draw.randint(7, 22), page.writer.draw.choice((0, 0, 30, 15))
    if page.writer.tongue.code == "en" and page.design.chance("clock of twelve", 0.6):
        return f"{hour % 12 or 12}:{minute:02} {'am' if hour < 12 else 'pm'}"
    return f"{hour}:{minute:02}"


def phone(page: Page) -> str:
    """A telephone number."""
    draw = page.writer.draw
    forms = ("+{} {} {}", "({}) {}-{}", "0{}/{}{}", "{} {} {}", "+{}-{}-{}", "{}.{}.{}")
    parts = (draw.randint(20, 999), draw.randint(100, 999), draw.randint(1000, 99999))
    return page.design.pick("phone form", forms).format(*parts)


def _formed(key: str, forms: str) -> Callable[..., str]:
    """What puts parts into one of the forms, the same on a site."""

    def form(page: Page, *parts: object, **named: object) -> str:
        return page.design.pick(f"{key} form", forms.split("|")).format(*parts, **named)

    return form


_ADDRESS = _formed(
    "address",
    "{n} {s} St, {t}, {z}|{s} {n}, {z} {t}|{n} {s} Avenue, {t} {z}|{s} {n}, {t}|{z} {t}, {s} {n}"
    "|{s}, {n} - {t}",
)
_SITE = _formed("site", "www.{}|https://{}|{}|http://www.{}/")
_SIZE = _formed(
    "size", '{} x {} x {} cm|{}×{}×{} mm|{} x {} x {} inches|{}" x {}" x {}"|{} x {} cm'
)
_SALARY = _formed(
    "salary",
    "{s}{l},000 - {s}{h},000|{l}.000 - {h}.000 {s}|{s}{l}k–{s}{h}k|{s}{l}.50 {per}|{l}k-{h}k {per}",
)
_SEASON = _formed("season", "{0}/{2:02}|{0}-{2:02}|{0}|{0}/{1}")
_HEIGHT = _formed("height", "{c} cm|{m:.2f} m|{f}-{i}|{f}' {i}\"|{f} ft {i} in|{c}")


def _address(page: Page) -> str:
    writer, draw = page.writer, page.writer.draw
    street, town = writer.words(1, 2), writer.words(1, 1)
    return _ADDRESS(
        page, s=street, t=town, n=draw.randint(1, 320), z=f"{draw.randint(1000, 99999)}"
    )


def _money(page: Page) -> str:
    draw = page.writer.draw
    amount = draw.choice((12, 45, 250, 1900, 34000)) * (0.3 + draw.random())
    money = money_of(page.design, page.writer.language.code)
    return money.show(float(round(amount)) if amount > 300 else round(amount, 2))


def _salary(page: Page) -> str:
    low, high = page.writer.draw.randint(18, 90), page.writer.draw.randint(3, 40)
    sign = CURRENCIES[money_of(page.design, page.writer.language.code).currency]
    return _SALARY(page, s=sign, l=low, h=low + high, per=page.writer.any("per"))


def _latin(page: Page) -> str:
    draw = page.writer.draw
    parts = (
        "ac al an ar ber bri cal cen cor dol el fer flo gla hel ia lan lis mar mon nar or".split()
    )
    stem = "".join(draw.sample(parts, 3)).capitalize()
    return f"{stem} {''.join(draw.sample(parts, 2))}{draw.choice(('a', 'us', 'is', 'um'))}"


def _months(page: Page) -> str:
    months, start = page.writer.tongue.all("months"), page.writer.draw.randrange(8)
    return f"{months[start]} - {months[start + page.writer.draw.randint(1, 3)]}"


def _season(page: Page) -> str:
    year = page.writer.draw.randint(1995, 2025)
    return _SEASON(page, year, year + 1, (year + 1) % 100)


def _height(page: Page) -> str:
    height = page.writer.draw.randint(155, 212)
    inches = round(height / 2.54)
    return _HEIGHT(page, c=height, m=height / 100, f=inches // 12, i=inches % 12)


def _birthday(page: Page) -> str:
    when = page.writer.moment()
    return page.writer.day(page.design, when.replace(year=when.year - 36))


def _hash(page: Page) -> str:
    return f"{page.writer.draw.randrange(36**6):x}.example"


def _list_of(low: int, high: int, one: Callable[[Page], str]) -> Callable[[Page], str]:
    return lambda page: ", ".join(one(page) for _ in range(page.writer.draw.randint(low, high)))


DRAWN: dict[str, Callable[[Page], str]] = {
    **dict.fromkeys(("word", "language"), lambda page: page.writer.words(1, 1)),
    **dict.fromkeys(("words", "place"), lambda page: page.writer.words(1, 3)),
    **dict.fromkeys(("city", "team"), lambda page: page.writer.words(1, 2)),
    "listed": _list_of(2, 5, lambda page: page.writer.words(1, 2)),
    "person": lambda page: page.writer.person(),
    "persons": _list_of(2, 6, lambda page: page.writer.person()),
    "maker": maker,
    "company": company,
    "code": code,
    "ean": gtin,
    "isbn": isbn,
    "money": _money,
    "salary": _salary,
    "birthday": _birthday,
    "clock": clock,
    "address": _address,
    "phone": phone,
    "latin": _latin,
    "months": _months,
    "season": _season,
    "height": _height,
    "size": lambda page: _SIZE(page, *(page.writer.draw.randint(2, 220) for _ in range(3))),
    "sizes": lambda page: page.writer.draw.choice(("S", "M", "L", "XL", "38", "42", "S, M, L")),
    "class": lambda page: page.writer.draw.choice(("A", "A+", "B", "C", "D", "E", "A++")),
    "date": lambda page: page.writer.day(page.design),
    "moment": lambda page: (
        f"{page.writer.day(page.design)}{page.design.pick('then', (', ', ' ', ' - '))}{clock(page)}"
    ),
    "mail": lambda page: f"info@{_hash(page)}",
    "site": lambda page: _SITE(page, _hash(page)),
    "span": lambda page: f"{page.writer.draw.randint(1, 9)}-{page.writer.draw.randint(10, 60)}",
    "version": lambda page: ".".join(str(page.writer.draw.randint(0, 30)) for _ in range(3)),
}
"""Values that are neither numbers in a form nor words of the vocabulary."""


def value(page: Page, kind: str) -> str:
    """A value of a kind."""
    if kind in DRAWN:
        return DRAWN[kind](page)
    writer = page.writer
    if kind not in VALUES:
        known = writer.tongue.has(kind)
        return writer.draw.choice(writer.tongue.all(kind)) if known else writer.words(1, 2)
    low, high, forms = VALUES[kind]
    if writer.tongue.code != "en":
        forms = tuple(one for one in forms if not ENGLISH.search(one)) or ("{}",)
    form = page.design.pick(f"form {kind}", forms)
    if ":." not in form:
        return form.format(writer.draw.randint(round(low), round(high)))
    text = form.format(low + (high - low) * writer.draw.random())
    comma = writer.tongue.code not in ("en", "zh", "ja", "ko", "ar")
    return re.sub(r"(\d)\.(\d)", r"\1,\2", text) if comma else text


# Things.


@dataclass(frozen=True)
class Thing:
    """All that a page may tell of a thing; codes, brand and variants are of goods alone."""

    kind: Kind
    name: str
    facts: tuple[Fact, ...]
    amount: float | None
    before: float | None
    """What it cost before."""
    money: Money
    availability: str
    """By schema.org: ``InStock``, ``OutOfStock`` or ``PreOrder``; empty of what is not sold."""
    rating: float | None
    votes: int
    crumbs: tuple[str, ...]
    pictures: tuple[str, ...]
    """Names of files without endings, the main one first."""
    internal: str
    """The code that addresses and forms have: often the one that is shown."""
    sku: str = ""
    """The code that the page shows, if it shows one."""
    mpn: str = ""
    gtin: str = ""
    brand: str = ""
    named_first: bool = False
    """Whether the name starts with the brand."""
    top: float | None = None
    """The greatest price, where it is that of several variants."""
    variants: tuple[tuple[str, float], ...] = ()
    """Variants with a price of their own."""


def _name(page: Page, kind: Kind, brand: str) -> str:
    writer, draw = page.writer, page.writer.draw
    names: dict[str, Callable[[], str]] = {
        "person": writer.person,
        "handle": writer.handle,
        "company": lambda: company(page),
        "word": lambda: writer.words(1, 1),
        "place": lambda: writer.words(1, 4),
    }
    if kind.named in names:
        return names[kind.named]()
    if kind.named == "role":
        tail = draw.choice(("", "", " (m/w/d)", " (m/f)", f" - {writer.words(1, 1)}"))
        return f"{writer.words(1, 4)}{tail if writer.tongue.code in ('de', 'en') else ''}"
    text = writer.title().rstrip("?")
    if kind.named == "model":
        sign = draw.choice(("", "-", " "))
        number = f" {draw.choice('ABCDEGLMSTXZ')}{sign}{draw.randint(2, 9900)}"
        tail = f" {writer.words(1, 4)}" if draw.random() < 0.35 else ""
        text = f"{writer.words(1, 3)}{number if draw.random() < 0.6 else ''}{tail}"
    return f"{brand} {text}" if brand else text


def _label(page: Page, place: int) -> str:
    """A label of the site's own: the same on all its pages."""
    own, language = page.design.at("label"), page.writer.language
    text = "".join(own.some(f"label {place}", language.syllables, own.number(f"n{place}", 2, 4)))
    if own.chance(f"two {place}", 0.3) and language.space:
        second = "".join(own.some(f"second {place}", language.syllables, 3))
        return f"{text.capitalize()} {second}"
    return text.capitalize()


def _facts(page: Page, kind: Kind, price: str, known: dict[str, str]) -> tuple[Fact, ...]:
    """The site's choice of facts in its own order; a page lacks a few of them. Of goods, codes and
    brand are those that are known already."""
    own, writer = page.at("facts"), page.writer
    design, draw = own.design, writer.draw
    named = [one for one in kind.facts if writer.tongue.has(f"label.{one[0]}")]
    named = [one for one in named if not (known and (one[0] in CODES or one[0] == "delivered"))]
    chosen = design.some("which", named, design.pick("count", (3, 5, 7, 9, 12, 20)))
    if design.chance("usual order", 0.6):
        chosen = [one for one in kind.facts if one in chosen]
    out: list[Fact] = []
    for name, form in chosen:
        if draw.random() < 0.12 or name == "rating" or (name == "price" and not price):
            continue
        label = design.pick(f"label {name}", writer.tongue.all(f"label.{name}"))
        out.append(Fact(name, label, price if name == "price" else value(own, form)))
    more = design.pick("more", (0, 0, 0, 2, 6, 14, 30) if len(out) > 4 else (2, 3, 6))
    for place in range(more):
        if draw.random() > 0.15:
            form = design.pick(f"form {place}", MORE)
            out.append(Fact("", _label(own, place), value(own, form)))
    for name, share in CODES.items():
        if known.get(name) and design.chance(name, share):
            label = design.pick(f"label {name}", writer.tongue.all(f"label.{name}"))
            place = design.number(f"place {name}", 0, min(5, len(out)))
            out.insert(place, Fact(name, label, known[name]))
    unique = {fact.label: fact for fact in reversed(out)}
    return tuple(fact for fact in out if unique[fact.label] is fact)


def _amounts(page: Page, kind: Kind, money: Money) -> tuple[float, float | None]:
    """The price, and what it was before."""
    own, draw = page.design.at("amounts"), page.writer.draw
    scale = 90_000 if kind.name in ("car", "house") else draw.choice(SCALES)
    amount = scale * FACTORS.get(money.currency, 1) * (0.2 + draw.random())
    if money.cents == "never" or amount > 900 or draw.random() < 0.15:
        amount = float(max(1, round(amount)))
    else:
        ending = own.pick("ending", (0.99, 0.95, 0.9, None, None, None))
        amount = round(amount, 2) if ending is None else int(amount) + ending
    if draw.random() > own.pick("reduced", (0.0, 0.2, 0.7)):
        return amount, None
    before = float(round(amount * (1.08 + draw.random()))) - (amount % 1 > 0) * 0.01
    return amount, max(before, float(round(amount) + 1))


def _internal(page: Page, sku: str, bars: str) -> str:
    own, draw = page.design.at("internal"), page.writer.draw
    form = own.pick("form", ("sku",) * 11 + ("digits",) * 6 + ("long", "hex", "gtin"))
    if form == "digits" or not sku:
        return str(draw.randint(100, 9_999_999))
    if form == "long":
        return "".join(draw.choices("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789", k=10))
    return f"{draw.randrange(16**8):08x}" if form == "hex" else bars if form == "gtin" else sku


def _pictures(page: Page, internal: str) -> tuple[str, ...]:
    own, draw = page.design.at("pictures"), page.writer.draw
    folder = own.pick("folder", ("/media/catalog", "/images", "/img/p", "", "/cdn/files", "/i"))
    coded, joint = own.chance("coded", 0.35), own.pick("joint", ("_", "-", "/"))
    return tuple(
        f"{folder}/{internal}{joint}{place + 1}"
        if coded
        else f"{folder}/{draw.randrange(36**6):x}-{draw.randrange(36**3):x}"
        for place in range(draw.choice((1, 1, 2, 4, 6, 9)))
    )


def new_thing(page: Page, kind: Kind) -> Thing:
    """A thing of a kind, drawn."""
    own, writer, draw = page.design.at("thing"), page.writer, page.writer.draw
    money = money_of(page.design, writer.language.code)
    amount, before = _amounts(page, kind, money)
    stocked = draw.random() < own.pick("stocked", (1.0, 0.9, 0.75, 0.6))
    sold = draw.choice(("InStock",) * 20 + ("PreOrder",)) if stocked else "OutOfStock"
    priced = own.chance("priced", kind.priced) and draw.random() < 0.98
    if kind.sold and sold == "OutOfStock" and own.chance("no price when gone", 0.3):
        priced = False
    sku = bars = brand = mpn = ""
    if kind.sold:
        bars = isbn(page) if kind.name == "book" else gtin(page)
        branded = kind.name not in UNBRANDED and own.chance("branded", 0.88)
        brand = maker(page) if branded else ""
        sku = code(page) if own.chance("coded", 0.95) else bars
        mpn = (code(page) if draw.random() < 0.9 else sku) if kind.name != "book" else ""
    known = {"sku": sku, "mpn": mpn, "brand": brand, "gtin": bars} if kind.sold else {}
    if kind.name == "book":
        known.update(isbn=bars, gtin="")
    ranged = kind.sold and own.chance("ranged", 0.12) and draw.random() < 0.7
    first = bool(brand) and own.chance("brand first", 0.4)
    variants = tuple(
        (writer.words(1, 2), money.rounded(amount * (1 + draw.random() * place / 4)))
        for place in range(draw.choice((0, 2, 3, 5)))
    )
    rated = own.chance("rated", 0.6 if kind.sold else 0.25) and draw.random() < 0.82
    internal = _internal(page, sku, bars)
    return Thing(
        kind=kind,
        name=_name(page, kind, brand if first else ""),
        facts=_facts(page, kind, money.show(amount) if priced else "", known),
        amount=amount if priced else None,
        before=before if priced and not ranged else None,
        money=money,
        availability=sold if kind.sold else "",
        rating=draw.randint(20, 50) / 10 if rated else None,
        votes=draw.choice((1, 2, 7, 34, 128, 1204)),
        crumbs=tuple(writer.words(1, 2) for _ in range(own.number("crumbs", 1, 4))),
        pictures=_pictures(page, internal),
        internal=internal,
        sku=sku,
        mpn=mpn,
        gtin=bars,
        brand=brand,
        named_first=first,
        top=round(amount * 1.6) + amount % 1 if ranged and priced else None,
        variants=variants if kind.sold and own.chance("variants", 0.35) else (),
    )
