"""Values of facts: measures, names, dates, codes, as pages show them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from training.comment_pages.around import some_time
from training.comment_pages.comment import Talk
from training.comment_pages.dates import shown
from training.detail_pages.money import CURRENCIES, money_form
from training.detail_pages.vocabulary import knows

Draw = Callable[[Talk], str]
ENGLISH = re.compile(r"[a-z]{4,}|\}th|No\. |mpg|bhp|ft|lbs|oz")


def _between(low: int, high: int, *forms: str) -> Draw:
    """A whole number in one of the forms, the same on a site."""

    def draw(talk: Talk) -> str:
        return _form(talk, forms).format(talk.writer.draw.randint(low, high))

    return draw


def _decimal(low: float, high: float, *forms: str) -> Draw:
    def draw(talk: Talk) -> str:
        form = _form(talk, forms)
        number = low + (high - low) * talk.writer.draw.random()
        text = form.format(number)
        comma = talk.writer.tongue.code not in ("en", "zh", "ja", "ko", "ar")
        return re.sub(r"(\d)\.(\d)", r"\1,\2", text) if comma else text

    return draw


def _said(key: str) -> Draw:
    """One of the language's words for such a value; any words where it has none here."""

    def draw(talk: Talk) -> str:
        if not knows(talk.writer.tongue.code, key):
            return talk.writer.words(1, 2)
        return talk.writer.draw.choice(talk.writer.tongue.all(key))

    return draw


def _form(talk: Talk, forms: tuple[str, ...]) -> str:
    """One of the forms; those with English words only where English is spoken."""
    if talk.writer.tongue.code != "en":
        forms = tuple(one for one in forms if not ENGLISH.search(one)) or ("{}",)
    return talk.design.pick(f"form {forms[0]}", forms)


def _words(low: int, high: int) -> Draw:
    return lambda talk: talk.writer.words(low, high)


def _day_form(talk: Talk) -> str:
    forms = [one for one in talk.writer.tongue.all("dates") if "H" not in one and "h}" not in one]
    return talk.design.pick("day form", [*forms, "{y}-{mm}-{dd}", "{dd}.{mm}.{y}", "{d} {mon} {y}"])


def day(talk: Talk) -> str:
    """A day in the site's form."""
    return shown(talk.writer, _day_form(talk), some_time(talk))


def birthday(talk: Talk) -> str:
    """The day on which somebody who is grown was born."""
    when = some_time(talk)
    return shown(talk.writer, _day_form(talk), when.replace(year=when.year - 36))


def moment(talk: Talk) -> str:
    """A day with a time."""
    return f"{day(talk)}{talk.design.pick('then', (', ', ' ', ' - ', ' | '))}{clock(talk)}"


def clock(talk: Talk) -> str:
    """A time of day."""
    hour, minute = talk.writer.draw.randint(7, 22), talk.writer.draw.choice((0, 0, 30, 15))
    if talk.writer.tongue.code == "en" and talk.design.chance("clock of twelve", 0.6):
        return f"{hour % 12 or 12}:{minute:02} {'am' if hour < 12 else 'pm'}"
    return f"{hour}:{minute:02}"


def code(talk: Talk) -> str:
    """A number of an article, a reference."""
    draw = talk.writer.draw
    form = talk.design.pick("code form", ("n", "an", "a-n", "n-n", "a.n.n", "hex", "long"))
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


def ean(talk: Talk) -> str:
    """A bar code with its check digit."""
    digits = [talk.writer.draw.randint(1, 9), *(talk.writer.draw.randrange(10) for _ in range(11))]
    total = sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return "".join(map(str, digits)) + str(-total % 10)


def isbn(talk: Talk) -> str:
    """An ISBN, with dashes on some sites."""
    text = f"978{talk.writer.draw.randrange(10**10):010}"
    if talk.design.chance("isbn dashed", 0.5):
        return f"{text[:3]}-{text[3]}-{text[4:8]}-{text[8:12]}-{text[12]}"
    return text


def maker(talk: Talk) -> str:
    """A brand: often one of the few that the site has."""
    draw = talk.writer.draw
    known = talk.design.pick("makers", (0, 3, 12))
    if known and talk.writer.language.space:
        place = draw.randrange(known)
        first = talk.design.pick(f"maker {place}", talk.writer.language.syllables)
        second = talk.design.pick(f"maker {place} two", talk.writer.language.syllables)
        return f"{first}{second}".capitalize()
    return talk.writer.words(1, 2)


def company(talk: Talk) -> str:
    """A firm."""
    ends = ("Inc.", "GmbH", "Ltd", "AG", "S.A.", "Group", "LLC", "& Co.", "", "", "")
    return f"{talk.writer.words(1, 2)} {talk.writer.draw.choice(ends)}".strip()


def address(talk: Talk) -> str:
    """A street with a number, a town."""
    writer, draw = talk.writer, talk.writer.draw
    street, town = writer.words(1, 2), writer.words(1, 1)
    forms = (
        "{n} {s} St, {t}, {z}",
        "{s} {n}, {z} {t}",
        "{n} {s} Avenue, {t} {z}",
        "{s} {n}, {t}",
        "{z} {t}, {s} {n}",
        "{s}, {n} - {t}",
    )
    return talk.design.pick("address form", forms).format(
        s=street, t=town, n=draw.randint(1, 320), z=f"{draw.randint(1000, 99999):05}"
    )


def phone(talk: Talk) -> str:
    """A telephone number."""
    forms = ("+{} {} {}", "({}) {}-{}", "0{}/{}{}", "{} {} {}", "+{}-{}-{}", "{}.{}.{}")
    parts = (talk.writer.draw.randint(20, 999), talk.writer.draw.randint(100, 999))
    return talk.design.pick("phone form", forms).format(
        *parts, talk.writer.draw.randint(1000, 99999)
    )


def _site(talk: Talk) -> str:
    name = f"{talk.writer.draw.randrange(36**6):x}.example"
    return talk.design.pick("site form", ("www.{}", "https://{}", "{}", "http://www.{}/")).format(
        name
    )


def _mail(talk: Talk) -> str:
    return f"info@{talk.writer.draw.randrange(36**6):x}.example"


def _size(talk: Talk) -> str:
    draw = talk.writer.draw
    one, two, three = (draw.randint(2, 220) for _ in range(3))
    forms = (
        "{} x {} x {} cm",
        "{}×{}×{} mm",
        "{} x {} x {} inches",
        '{}" x {}" x {}"',
        "{} x {} cm",
    )
    return talk.design.pick("size form", forms).format(one, two, three)


def _joined(one: Draw, low: int, high: int, joint: str = ", ") -> Draw:
    def draw(talk: Talk) -> str:
        return joint.join(one(talk) for _ in range(talk.writer.draw.randint(low, high)))

    return draw


def money(talk: Talk) -> str:
    """An amount in the site's currency."""
    draw = talk.writer.draw
    amount = draw.choice((12, 45, 250, 1900, 34000)) * (0.3 + draw.random())
    whole = round(amount) if amount > 300 else round(amount, 2)
    return money_form(talk.design, talk.writer).show(float(whole))


def _salary(talk: Talk) -> str:
    draw = talk.writer.draw
    low = draw.randint(18, 90)
    sign = CURRENCIES[money_form(talk.design, talk.writer).currency]
    forms = (
        "{s}{l},000 - {s}{h},000",
        "{l}.000 - {h}.000 {s}",
        "{s}{l}k–{s}{h}k",
        "{s}{l}.50 {per}",
        "{l}k-{h}k {per}",
    )
    return talk.design.pick("salary form", forms).format(
        s=sign, l=low, h=low + draw.randint(3, 40), per=talk.writer.any("per")
    )


def _version(talk: Talk) -> str:
    draw = talk.writer.draw
    return f"{draw.randint(0, 14)}.{draw.randint(0, 30)}.{draw.randint(0, 12)}"


def _latin(talk: Talk) -> str:
    draw = talk.writer.draw
    parts = "ac al an ar ber bri cal cen cor dol el fer flo gla hel ia lan lis mar mon nar or pal"
    stem = "".join(draw.sample(parts.split(), 3)).capitalize()
    return f"{stem} {''.join(draw.sample(parts.split(), 2))}{draw.choice(('a', 'us', 'is', 'um'))}"


def _months(talk: Talk) -> str:
    months = talk.writer.tongue.all("months")
    start = talk.writer.draw.randrange(8)
    return f"{months[start]} - {months[start + talk.writer.draw.randint(1, 3)]}"


def _season(talk: Talk) -> str:
    year = talk.writer.draw.randint(1995, 2025)
    return talk.design.pick("season form", ("{0}/{2:02}", "{0}-{2:02}", "{0}", "{0}/{1}")).format(
        year, year + 1, (year + 1) % 100
    )


def _height(talk: Talk) -> str:
    height = talk.writer.draw.randint(155, 212)
    inches = round(height / 2.54)
    forms = ("{c} cm", "{m:.2f} m", "{f}-{i}", "{f}' {i}\"", "{f} ft {i} in", "{c}")
    return talk.design.pick("height form", forms).format(
        c=height, m=height / 100, f=inches // 12, i=inches % 12
    )


DRAWN: dict[str, Draw] = {
    "word": _words(1, 1),
    "words": _words(1, 3),
    "city": _words(1, 2),
    "place": _words(1, 3),
    "team": _words(1, 2),
    "language": _words(1, 1),
    "listed": _joined(_words(1, 2), 2, 5),
    "maker": maker,
    "company": company,
    "person": lambda talk: talk.writer.person(),
    "persons": _joined(lambda talk: talk.writer.person(), 2, 6),
    "code": code,
    "number": _between(10_000, 9_999_999, "{}", "#{}", "No. {}"),
    "ean": ean,
    "isbn": isbn,
    "weight": _decimal(0.1, 40, "{:.1f} kg", "{:.2f} lbs", "{:.1f} pounds", "{:.2f} Kg"),
    "grams": _between(5, 900, "{} g", "{}g", "{} grams", "{} oz"),
    "kilos": _between(48, 118, "{} kg", "{} lbs", "{}kg", "{}"),
    "size": _size,
    "sizes": lambda talk: talk.writer.draw.choice(("S", "M", "L", "XL", "38", "42", "S, M, L, XL")),
    "years": _between(1, 38, "{}", "{} years", "{} Y", "{} J."),
    "year": _between(1890, 2025, "{}"),
    "watts": _between(5, 3000, "{} W", "{} Watt", "{}W"),
    "litres": _decimal(0.1, 60, "{:.2f} l", "{:.1f} L", "{:.1f} litres"),
    "days": _between(1, 14, "{} days", "{}-15 days", "{} d"),
    "class": lambda talk: talk.writer.draw.choice(("A", "A+", "B", "C", "D", "E", "A++")),
    "pages": _between(32, 1200, "{}", "{} p.", "{} pages"),
    "ordinal": _between(1, 9, "{}.", "{}", "{}th"),
    "minutes": _between(22, 210, "{} min", "{} minutes", "{}'", "{} min."),
    "age": _between(3, 18, "{}+", "{}", "PG-{}"),
    "tenths": _decimal(1, 10, "{:.1f}", "{:.1f}/10", "{:.1f} / 10"),
    "stars": _decimal(1, 5, "{:.1f}", "{:.1f}/5", "{:.0f} ★"),
    "km": _between(10, 240, "{},000 km", "{}.000 km", "{},000 miles", "{}000 km"),
    "horses": _between(45, 500, "{} hp", "{} PS", "{} kW", "{} bhp"),
    "cc": _between(900, 5000, "{} cc", "{} cm³", "{} ccm"),
    "few": _between(1, 12, "{}"),
    "count": _between(2, 900, "{}"),
    "thousands": _between(100, 900_000, "{:,}", "{}", "{:,}+"),
    "millions": _decimal(0.2, 400, "€{:.2f}m", "${:.1f} million", "{:.1f} Mio. €", "£{:.0f}M"),
    "consumption": _decimal(3, 14, "{:.1f} l/100 km", "{:.1f} mpg", "{:.1f}"),
    "area": _between(18, 900, "{} m²", "{} sqm", "{} sq ft", "{} qm", "{}m2"),
    "money": money,
    "salary": _salary,
    "date": day,
    "birthday": birthday,
    "moment": moment,
    "clock": clock,
    "address": address,
    "phone": phone,
    "mail": _mail,
    "site": _site,
    "span": lambda talk: f"{talk.writer.draw.randint(1, 9)}-{talk.writer.draw.randint(10, 60)}",
    "weeks": _between(1, 30, "{} weeks", "{} h", "{} days", "{} hours"),
    "version": _version,
    "bytes": _decimal(0.3, 900, "{:.1f} MB", "{:.0f} KB", "{:.2f} MB"),
    "latin": _latin,
    "months": _months,
    "season": _season,
    "height": _height,
    "degrees": _between(-30, 5, "{} °C", "{}°C", "{} C"),
}
"""Kinds of values; all others are words of the vocabulary."""


def value(talk: Talk, kind: str) -> str:
    """A value of a kind."""
    return DRAWN.get(kind, _said(kind))(talk)


@dataclass(frozen=True)
class Fact:
    """A fact of a thing: its name, the label that the page gives it, its value."""

    name: str
    label: str
    value: str
