"""What stands in a page: names, sentences, prices, dates, all drawn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from training.record_pages.languages import LABELS, Language

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
LONG_MONTHS = (
    "January February March April May June July August September October November December".split()
)

PRICES = (
    "${0:,.2f}",
    "${0:,.0f}",
    "US ${0:,.2f}",
    "£{0:.2f}",
    "€ {0:.2f}",
    "EUR {1}",
    "{1} €",
    "{1}€",
    "CHF {0:.2f}",
    "¥{0:.2f}",
    "¥ {0:,.0f}",
    "￥{0:.0f}",
    "{0:,.0f}円",
    "{0:.0f}元",
    "Rp {2}",
    "{2} kr",
    "{1} zł",
    "R$ {1}",
    "₹{0:,.0f}",
    "{2} ₽",
    "${0:,.0f}/month",
    "from £{0:.0f}",
    "{0:,.0f}k",
)

DATES = (
    "{d} {mon} {y}",
    "{mon} {d}, {y}",
    "{month} {d}, {y}",
    "{d:02}.{m:02}.{y}",
    "{y}-{m:02}-{d:02}",
    "{y}-{m:02}-{d:02} {h:02}:{min:02}",
    "{m:02}/{d:02}/{y}",
    "{d}/{m}/{y2:02}",
    "[{y}/{m:02}/{d:02}]",
    "{h:02}:{min:02}",
    "{d} {mon}",
    "{mon} {d}",
    "{ago} hours ago",
    "{ago}d",
    "vor {ago} Tagen",
    "{y}年{m}月{d}日",
    "{m}月{d}日 {h:02}:{min:02}",
    "({m:02}-{d:02})",
    "{month} {y}",
    "{d:02}-{mon}-{y2:02} {h:02}:{min:02}",
)


@dataclass
class Writer:
    """Draws the data of one page in one language."""

    draw: Random
    language: Language
    query: str
    ranked: int = 0
    """How many numbered records there are so far in the list that is drawn."""

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
            out.insert(len(out) // 2, self.draw.choice(self.language.little))
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

    def sentence(self) -> str:
        """A sentence, with a comma now and then."""
        out: list[str] = []
        for place in range(self.draw.randint(5, 18)):
            little = place % 2 and self.draw.random() < 0.7
            out.append(self.draw.choice(self.language.little) if little else self.word())
            if self.draw.random() < 0.07:
                out[-1] += "," if self.language.space else "，"
        text = self.language.space.join(out)
        return text[:1].upper() + text[1:] + self.language.stop.rstrip()

    def text(self, low: int, high: int) -> str:
        """From ``low`` to ``high`` sentences."""
        joint = " " if self.language.space else ""
        return joint.join(self.sentence() for _ in range(self.draw.randint(low, high)))

    def person(self) -> str:
        """A name of one to three parts."""
        parts = [self.word().capitalize() for _ in range(self.draw.choice((1, 2, 2, 2, 3)))]
        return self.language.space.join(parts)

    def label(self, key: str) -> str:
        """A word of the interface, as ``next``; made up where the language's are not known."""
        if self.language.labels:
            return self.language.labels[LABELS.index(key)]
        made = Random(f"{self.language.code} {key}")
        return "".join(made.choices(self.language.syllables, k=made.randint(2, 4))).capitalize()

    def price(self, form: str) -> str:
        """An amount in one of the forms ``PRICES``."""
        amount = round(
            self.draw.choice((9.9, 49, 300, 2500, 90000)) * (0.2 + self.draw.random()), 2
        )
        comma = f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))
        return form.format(amount, comma, f"{amount:,.0f}".replace(",", "."))

    def date(self, form: str) -> str:
        """A day or a time in one of the forms ``DATES``."""
        month, year = self.draw.randrange(12), self.draw.randint(1997, 2025)
        return form.format(
            y=year,
            y2=year % 100,
            m=month + 1,
            mon=MONTHS[month],
            month=LONG_MONTHS[month],
            d=self.draw.randint(1, 28),
            h=self.draw.randint(0, 23),
            min=self.draw.randint(0, 59),
            ago=self.draw.randint(1, 23),
        )

    def address(self) -> str:
        """The address of a page, on this site."""
        slug = "-".join(f"{self.draw.randrange(36**5):x}" for _ in range(self.draw.randint(1, 3)))
        return f"/{slug}"
