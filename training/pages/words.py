"""All that stands in a page as text: names, sentences, phrases of interfaces, amounts, times."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from training.pages.design import Design
from training.pages.markup import Child

FOLDER = Path(__file__).with_name("words")
LABELS = (
    "home about contact search login register help news products services more previous next price"
    " buy by date category filter sort all related comments share terms privacy details new sale"
    " reply available delivery newsletter results in"
).split()
"""What a label is asked for by; languages have their words in this order, or make words up."""
SLOT = re.compile(r"\{(\w+)\}")
HANDLES = (
    "{a}{n} {a}_{b} {a}{b} {b}.{a} {a}-{b} The{a} {a}fan{n} mr_{a} x{a}x {a} u{n}{n} {a}{b}{n}"
    " user{n}{n}{n} {a}@{b}"
).split()
LATIN = (
    "red blue moon wolf star dark cat dog sky old big run max leo zen fox ice sun river stone pixel"
    " nova bear kit bit loop mad geo tech jazz luna rock wind ace tom ben sam joe kim lee ray"
).split()
COMMON_DATES = (
    "{y}-{mm}-{dd} {HH}:{MM}|{y}-{mm}-{dd} {HH}:{MM}:{SS}|{y}-{mm}-{dd}|{y}/{mm}/{dd} {HH}:{MM}"
    "|{y}/{mm}/{dd}|{dd}.{mm}.{y} {HH}:{MM}|{dd}/{mm}/{y}|{mm}/{dd}/{y}|{dd}/{mm}/{yy} {HH}:{MM}"
    "|{m}/{d}/{y}|{HH}:{MM}|{y}-{mm}-{dd}T{HH}:{MM}:{SS}|{dd}-{mon}-{yy} {HH}:{MM}"
    "|{HH}:{MM} {dd}.{mm}.{y}|{HH}:{MM}, {dd}/{mm}/{y}|{y}.{mm}.{dd} {HH}:{MM}"
).split("|")
LIST_DATES = (
    "{d} {mon} {y}|{mon} {d}, {y}|{month} {d}, {y}|{dd}.{mm}.{y}|{y}-{mm}-{dd}"
    "|{y}-{mm}-{dd} {HH}:{MM}|{mm}/{dd}/{y}|{d}/{m}/{yy}|[{y}/{mm}/{dd}]|{HH}:{MM}|{d} {mon}"
    "|{mon} {d}|{h} hours ago|{d}d|vor {d} Tagen|{y}年{m}月{d}日|{m}月{d}日 {HH}:{MM}"
    "|({mm}-{dd})|{month} {y}|{dd}-{mon}-{yy} {HH}:{MM}"
).split("|")
SPANS = (1, 60, 1440, 10080, 43200, 525600)
"""Minutes of the units of time that phrases with "ago" count in."""
PRICES = (
    "${0:,.2f}|${0:,.0f}|US ${0:,.2f}|£{0:.2f}|€ {0:.2f}|EUR {1}|{1} €|{1}€|CHF {0:.2f}|¥{0:.2f}"
    "|¥ {0:,.0f}|￥{0:.0f}|{0:,.0f}円|{0:.0f}元|Rp {2}|{2} kr|{1} zł|R$ {1}|₹{0:,.0f}|{2} ₽"
    "|${0:,.0f}/month|from £{0:.0f}|{0:,.0f}k"
).split("|")
CURRENCIES = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "JPY": "¥",
    "CNY": "¥",
    "CHF": "CHF",
    "PLN": "zł",
    "RUB": "₽",
    "BRL": "R$",
    "KRW": "₩",
    "SAR": "ر.س",
    "TRY": "₺",
    "INR": "₹",
    "SEK": "kr",
    "CAD": "C$",
    "AUD": "A$",
    "CZK": "Kč",
}
BEFORE = ("{sign}{amount}", "{sign}{amount}", "{sign} {amount}", "{code} {amount}")
AFTER = ("{amount} {sign}", "{amount} {sign}", "{amount}{sign}", "{amount} {code}")
SUFFIXES = {
    "JPY": ("{amount}円", "¥{amount}", "￥{amount}", "{amount}円（税込）"),
    "CNY": ("¥{amount}", "￥{amount}", "{amount}元", "¥ {amount}"),
    "KRW": ("{amount}원", "₩{amount}"),
    "RUB": ("{amount} ₽", "{amount} руб.", "{amount} р."),
}
WHOLE = ("JPY", "KRW", "RUB")
BARE = "{amount}"
"""The form of amounts that do not name their currency."""


@dataclass(frozen=True)
class Language:
    """A language: what words are made of, and the phrases of interfaces by their keys.

    Syllables are joined to words, ``little`` words stand between them. A phrase that is not known
    is an English one.
    """

    code: str
    phrases: Mapping[str, tuple[str, ...]]

    @property
    def syllables(self) -> tuple[str, ...]:
        """What words are joined from."""
        return self.phrases["syllables"]

    @property
    def space(self) -> str:
        """What stands between two words: nothing where they run on."""
        return "" if "space" in self.phrases else " "

    @property
    def stop(self) -> str:
        """What ends a sentence."""
        return self.phrases.get("stop", (".",))[0]

    @property
    def comma(self) -> str:
        """What parts a sentence."""
        return self.phrases.get("comma", (",",))[0]

    def all(self, key: str) -> tuple[str, ...]:
        """All phrases for a key."""
        return self.phrases.get(key) or language_of("en").phrases[key]

    def has(self, key: str) -> bool:
        """Whether there are phrases of its own for a key; of things, those in English will do."""
        known = self.phrases if "label.price" in self.phrases else language_of("en").phrases
        return key in known


@cache
def language_of(code: str) -> Language:
    """The language with this code; English where there is none."""
    file = FOLDER / f"{code}.txt"
    if not file.exists():
        return language_of("en")
    pairs = (line.split(" = ", 1) for line in file.read_text("utf-8").splitlines())
    return Language(code, {key: tuple(text.split("|")) for key, text in pairs})


SPOKEN = (
    "en en en en en en de de de de fr fr es es zh zh zh ru ru ru ja ja pt it it pl pl nl nl ko ar"
).split()
"""Languages of sites, as often as they are drawn."""
LANGUAGES = [*SPOKEN, *"en en tr tr sv sv el el hi th uk id cs".split()]
"""The same, with those whose discussions have English phrases."""


@dataclass(frozen=True)
class Money:
    """How a site writes amounts."""

    currency: str
    form: str
    point: str
    """What stands before cents."""
    group: str
    """What stands between thousands."""
    cents: str
    """``always``, ``never`` or ``needed``."""

    def amount(self, value: float) -> str:
        """The digits."""
        bare = self.cents == "never" or (self.cents == "needed" and value == int(value))
        text = f"{value:,.0f}" if bare else f"{value:,.2f}"
        return text.replace(",", "\0").replace(".", self.point).replace("\0", self.group)

    def show(self, value: float) -> str:
        """The amount with its currency."""
        sign = CURRENCIES[self.currency]
        return self.form.format(amount=self.amount(value), sign=sign, code=self.currency)

    def exact(self, value: float) -> str:
        """The amount as declarations have it, to the cents that are shown."""
        return f"{value:.0f}" if self.cents == "never" else f"{value:.2f}"

    def rounded(self, value: float) -> float:
        """The amount as the site would ask it."""
        return float(round(value)) if self.cents == "never" else round(value, 2)


def money_of(design: Design, code: str) -> Money:
    """How this site writes amounts, in a language."""
    own = Design(design.seed, path="/money")
    currency = own.pick("currency", language_of(code).phrases.get("currencies", ("EUR",)))
    first = code in ("en", "zh", "ja") or currency in ("BRL", "CHF")
    form = own.pick("form", SUFFIXES.get(currency) or (BEFORE if first else AFTER))
    shape = own.pick("shape", ("usual",) * 17 + ("bare", "before", "after", "after"))
    known = {"bare": BARE, "before": "{code} {amount}", "after": "{amount} {code}"}
    form = known.get(shape, form)
    english = first and currency != "BRL"
    group = own.pick("group", (",", ",", "") if english else (".", " ", "", "\xa0"))
    if currency == "CHF":
        group = "'"
    cents = "never" if currency in WHOLE else own.pick("cents", ("always", "always", "needed"))
    return Money(currency, form, "." if english else ",", group, cents)


@dataclass
class Writer:
    """Draws the data of one page: text in one language, the interface in it or in another."""

    draw: Random
    language: Language
    tongue: Language
    """The language of the interface."""
    brand: str = ""
    """What the site calls itself."""
    year: str = "2025"
    """The year in its copyright line."""
    query: str = ""
    ranked: int = 0
    """How many numbered records there are so far in the list that is drawn."""
    now: datetime = field(default=datetime(2025, 12, 31, 12))

    @property
    def gap(self) -> str:
        """What stands between two sentences."""
        return " " if self.language.space else ""

    def word(self) -> str:
        """A word of the language."""
        most = 4 if self.language.space else 2
        return "".join(self.draw.choices(self.language.syllables, k=self.draw.randint(1, most)))

    def words(self, low: int, high: int) -> str:
        """Words, capitalised as a name or a title is."""
        out = [self.word() for _ in range(self.draw.randint(low, high))]
        if self.draw.random() < 0.7:
            out = [word[:1].upper() + word[1:] for word in out]
        if self.draw.random() < 0.2 and self.language.space:
            out.insert(len(out) // 2, self.draw.choice(self.language.all("little")))
        text = self.language.space.join(out)
        return text[:1].upper() + text[1:]

    def title(self) -> str:
        """A title of a few words; here and there with a number or a mark in it."""
        text = self.words(2, self.draw.choice((4, 6, 11)))
        chance = self.draw.random()
        if chance < 0.12:
            return f"{text} {self.draw.randint(2, 990)}"
        if chance < 0.2:
            return f"{text}: {self.words(1, 4)}"
        return text + ("?" if chance < 0.23 else " - " + self.words(1, 2) if chance < 0.3 else "")

    def headline(self) -> str:
        """The title of an article: some are sentences, some a quote."""
        form = self.draw.random()
        title = self.title()
        if form < 0.35:
            title = self.ended("")
        elif form < 0.45:
            title = f"{self.words(1, 3)}: {self.ended('')}"
        return f"“{title}”" if form > 0.96 else title

    def sentence(self) -> str:
        """A sentence, with a comma now and then, but none before its end."""
        comma = self.language.comma
        out: list[str] = []
        size = self.draw.randint(5, 18)
        for position in range(size):
            little = position % 2 and self.draw.random() < 0.7
            out.append(self.draw.choice(self.language.all("little")) if little else self.word())
            if self.draw.random() < 0.07 and position < size - 1:
                out[-1] += comma
        text = self.language.space.join(out)
        return text[:1].upper() + text[1:] + self.language.stop

    def ended(self, end: str) -> str:
        """A sentence that ends otherwise."""
        return self.sentence().rstrip(".。।, ") + end

    def text(self, low: int, high: int) -> str:
        """From ``low`` to ``high`` sentences."""
        return self.gap.join(self.sentence() for _ in range(self.draw.randint(low, high)))

    def person(self) -> str:
        """A name as the language's people have it."""
        tongue = self.tongue if self.draw.random() < 0.9 else language_of("en")
        first, last = (self.draw.choice(tongue.all(key)) for key in ("first", "last"))
        if tongue.code in ("zh", "ja", "ko"):
            return last + first
        form = self.draw.random()
        if form < 0.3:
            return first
        return f"{first} {last[0]}." if form < 0.42 else f"{first} {last}"

    def handle(self) -> str:
        """A name as people choose it where names are free."""
        if not self.language.space and self.draw.random() < 0.5:
            return self.word() + self.word()
        if self.draw.random() < 0.25:
            return self.word() + str(self.draw.choice(("", "", 7, 88, 2000, 123)))
        words = self.draw.sample(LATIN, 2)
        if self.draw.random() < 0.4:
            words = [word.title() for word in words]
        form = self.draw.choice(HANDLES)
        return form.format(a=words[0], b=words[1], n=self.draw.randint(1, 99))

    def name(self) -> str:
        """A person's name, or what they call themselves."""
        return self.person() if self.draw.random() < 0.6 else self.handle()

    def label(self, key: str) -> str:
        """A word of the interface, as ``next``; made up where the language's are not known."""
        if "labels" in self.tongue.phrases:
            return self.tongue.phrases["labels"][LABELS.index(key)]
        made = Random(f"{self.language.code} {key}")
        return "".join(made.choices(self.language.syllables, k=made.randint(2, 4))).capitalize()

    def price(self, form: str) -> str:
        """An amount in one of the forms ``PRICES``."""
        amount = round(self.draw.choice((9.9, 49, 300, 2500, 9e4)) * (0.2 + self.draw.random()), 2)
        comma = f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))
        return form.format(amount, comma, f"{amount:,.0f}".replace(",", "."))

    def address(self) -> str:
        """The address of a page on this site."""
        slug = "-".join(f"{self.draw.randrange(36**5):x}" for _ in range(self.draw.randint(1, 3)))
        return f"/{slug}"

    def moment(self) -> datetime:
        """A time of some year."""
        draw = self.draw
        day = datetime(draw.randint(2003, 2025), draw.randint(1, 12), draw.randint(1, 28))
        return day + timedelta(minutes=draw.randrange(1440), seconds=draw.randrange(60))

    def written(self, form: str, when: datetime) -> str:
        """A time in one of the forms of the language."""
        weekday = self.tongue.all("days")[when.weekday()]
        short = weekday[-1] if self.tongue.code == "zh" else weekday[: 3 if len(weekday) > 4 else 1]
        hour, day = when.hour % 12 or 12, when.day
        ends = {1: "st", 2: "nd", 3: "rd"}
        parts = {
            "y": when.year,
            "yy": f"{when.year % 100:02}",
            "m": when.month,
            "mm": f"{when.month:02}",
            "mon": self.tongue.all("mon")[when.month - 1],
            "month": self.tongue.all("months")[when.month - 1],
            "d": day,
            "dd": f"{day:02}",
            "ord": f"{day}{ends.get(day % 10 if day not in (11, 12, 13) else 0, 'th')}",
            "day": weekday,
            "dow": short,
            "h": hour,
            "hh": f"{hour:02}",
            "HH": f"{when.hour:02}",
            "MM": f"{when.minute:02}",
            "SS": f"{when.second:02}",
            "ap": "am" if when.hour < 12 else "pm",
            "AP": "AM" if when.hour < 12 else "PM",
        }
        return form.format(**parts)

    def ago(self, form: str, age: timedelta) -> str:
        """How long ago, in one of the language's forms."""
        minutes = max(2, int(age.total_seconds() // 60))
        unit = max(place for place, span in enumerate(SPANS) if minutes >= span)
        text = form.split(",")[unit].replace("{n}", str(minutes // SPANS[unit]))
        one = self.tongue.code == "en" and minutes // SPANS[unit] == 1 and " ago" in text
        return text.replace("s ago", " ago") if one else text

    def stamp(self, design: Design, when: datetime, now: datetime) -> str:
        """A time as the site shows it: a date, how long ago, today."""
        kind = design.pick("dates as", "wwwwwwwwwcccaaard")
        recent = now - when
        if kind == "a" or (kind == "r" and recent < timedelta(days=14)):
            return self.ago(design.pick("ago", self.tongue.all("ago")), recent)
        if kind == "d" and recent < timedelta(days=2):
            key = "today" if recent < timedelta(days=1) else "yesterday"
            return self.written(design.pick(key, self.tongue.all(key)), when)
        forms = COMMON_DATES if kind == "c" else self.tongue.all("dates")
        return self.written(design.pick("date form", forms), when)

    def date(self, design: Design) -> str:
        """Some date as the site shows dates."""
        own = replace(design, path="/article")
        return self.stamp(own, self.moment(), self.now)

    def day(self, design: Design, when: datetime | None = None) -> str:
        """A day in the site's form, without a time."""
        known = [one for one in self.tongue.all("dates") if "H" not in one and "h}" not in one]
        form = design.pick("day form", [*known, "{y}-{mm}-{dd}", "{dd}.{mm}.{y}", "{d} {mon} {y}"])
        return self.written(form, when or self.moment())

    def filled(self, phrase: str, **known: str) -> str:
        """A phrase with its slots filled: as given, or drawn."""
        drawn = {name: known.get(name) or self._drawn(name) for name in SLOT.findall(phrase)}
        return SLOT.sub(lambda slot: drawn[slot[1]], phrase)

    def _drawn(self, slot: str) -> str:
        draw = self.draw
        if slot == "n":
            return str(draw.choice((1, 2, 3, 5, 12, 48, 230, 1204)))
        if slot == "k":
            return str(draw.randint(1, 12))
        if slot == "m":
            form = draw.choice(("{mon} {y}", "{dd}.{mm}.{y}", "{y}-{mm}"))
            return self.written(form, self.moment())
        if slot == "d":
            return self.written("{d} {mon} {y}", self.moment())
        known = {"w": lambda: self.words(1, 1), "a": self.person, "t": self.title}
        known |= {"p": lambda: f"{draw.randint(3, 900)} €", "x": lambda: str(draw.randint(2, 12))}
        known |= {"s": lambda: self.brand or self.words(1, 2), "y": lambda: self.year}
        return known.get(slot, self.sentence)()

    def say(self, design: Design, key: str, **known: str) -> str:
        """The site's phrase for a key, filled."""
        return self.filled(design.pick(f"say {key}", self.tongue.all(key)), **known)

    def any(self, key: str, **known: str) -> str:
        """Any phrase for a key, filled."""
        return self.filled(self.draw.choice(self.tongue.all(key)), **known)

    def mixed(self, phrase: str, nodes: Mapping[str, list[Child]]) -> list[Child]:
        """A phrase with elements in some of its slots."""
        out: list[Child] = []
        for position, part in enumerate(SLOT.split(phrase)):
            if position % 2 == 0:
                out.extend([part] if part else [])
            else:
                out.extend(nodes[part] if part in nodes else [self._drawn(part)])
        return out

    def slug(self, title: str) -> str:
        """A name as addresses have it; something else on few pages."""
        ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
        words = "".join(sign if sign.isalnum() else " " for sign in ascii_only.lower()).split()
        if not words or self.draw.random() < 0.05:
            words = [f"{self.draw.randrange(36**4):x}" for _ in range(self.draw.randint(1, 4))]
        return "-".join(words[:8])


@dataclass(frozen=True)
class Page:
    """What the builders of a page share: the site's decisions, the page's data, its title."""

    design: Design
    writer: Writer
    title: str = ""

    def at(self, name: str) -> Page:
        """The same for one part of the page."""
        return replace(self, design=self.design.at(name))

    def as_kind(self, kind: str) -> Page:
        """The same where discussions are of this kind."""
        return replace(self, design=replace(self.design, kind=kind))

    def say(self, key: str, **known: str) -> str:
        """The site's phrase for a key, the same wherever on its pages."""
        return self.writer.say(replace(self.design, path="/says"), key, **known)

    def date(self) -> str:
        """Some date as the site shows dates."""
        return self.writer.date(self.design)
