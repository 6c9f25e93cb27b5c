"""Draws what stands in a page: titles, sentences, names, counts and times of one language."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from re import compile as pattern

from training.comment_free.labels import label
from training.comment_free.times import ago, stamp
from training.comment_free.vocabulary import vocabulary

_SLOT = pattern(r"\{(\w+)\}")
_TRIES = 40


@dataclass
class Writer:
    """The hand of one page. ``number`` tells the pages of a template apart."""

    platform: str
    language: str
    number: int
    draw: Random = field(init=False)
    now: datetime = field(init=False)
    words: dict[str, tuple[str, ...]] = field(init=False)
    seen: set[str] = field(init=False, default_factory=set)
    site: str = field(init=False)
    place: str = field(init=False)
    answered: int = field(init=False, default=0)
    """How many replies the row has."""
    age: int = field(init=False, default=3)
    """How many minutes old the row is that is written, in a list with the newest first."""

    def __post_init__(self) -> None:
        self.draw = Random(f"{self.platform} {self.language} {self.number}")
        self.now = datetime(2008, 1, 3, 9, 12) + timedelta(minutes=self.draw.randrange(8_400_000))
        self.words = vocabulary(self.language, self.draw)
        self.site = self.one("site")
        self.place = self.one("town" if self.language == "en" else "city")

    def say(self, key: str) -> str:
        """A word of the interface."""
        return label(self.language, key)

    def one(self, key: str) -> str:
        """A phrase of this key; ``{slots}`` in it are phrases of theirs."""
        return self.filled(self.draw.choice(self.words[key]))

    def filled(self, text: str) -> str:
        """The text with a phrase in each of its slots."""
        return _SLOT.sub(lambda slot: self.one(slot[1]), text)

    def fresh(self, key: str) -> str:
        """A phrase that this page has not had yet; numbered in the end, should none be left."""
        for _ in range(_TRIES):
            text = self.one(key)
            text = text[:1].upper() + text[1:]
            if text not in self.seen:
                self.seen.add(text)
                return text
        return f"{text} ({self.draw.randint(2, 99)})"

    def some(self, key: str, low: int, high: int) -> list[str]:
        """From ``low`` to ``high`` different phrases of a key without slots."""
        count = min(self.draw.randint(low, high), len(self.words[key]))
        return self.draw.sample(self.words[key], count)

    def excerpt(self, most: int = 220) -> str:
        """The first lines of a longer text, cut off where the platform cuts."""
        joint = "" if self.language in ("zh", "ja") else " "
        details = self.draw.sample(self.words["detail"], 2)
        text = joint.join(map(self.filled, (self.one("opening"), *details, self.one("ask"))))
        if len(text) <= most:
            return text
        return (text[:most] if not joint else text[:most].rsplit(" ", 1)[0]) + "..."

    def rows(self, low: int = 12, high: int = 40) -> range:
        """As many as the list has rows."""
        return range(self.draw.randint(low, high))

    def count(self, most: int) -> int:
        """A number that is mostly small and seldom large, as replies and votes are."""
        return int(most * self.draw.random() ** 4)

    def many(self, most: int) -> str:
        """Such a number with its thousands set apart."""
        return f"{self.count(most):,}"

    def replies(self, most: int) -> str:
        """How often the row was answered."""
        self.answered = self.count(most)
        return f"{self.answered:,}"

    def views(self) -> str:
        """How often the row was looked at, given how often it was answered."""
        return f"{self.answered * self.draw.randint(6, 70) + self.draw.randint(4, 200):,}"

    def id(self) -> int:
        """A number as addresses have it."""
        return self.draw.randint(1200, 988_000)

    def chance(self, of: float) -> bool:
        """Whether something is there that is there so often."""
        return self.draw.random() < of

    def moment(self, minutes: int) -> datetime:
        """Some time in the last so many minutes."""
        return self.now - timedelta(minutes=int(minutes * self.draw.random() ** 2))

    def date(self, form: str, minutes: int = 90_000) -> str:
        """Such a time, written."""
        return stamp(self.moment(minutes), form, self.language)

    def since(self, minutes: int = 90_000, language: str = "") -> str:
        """How long ago such a time is."""
        then = int(minutes * self.draw.random() ** 3) + 1
        return ago(then, language or self.language)

    def figure(self, low: int, high: int) -> str:
        """A number of a site's or a board's statistics."""
        return f"{self.draw.randint(low, high):,}"

    def next_date(self, form: str, pace: int = 900) -> str:
        """The time of the next row, some way before the last."""
        self.age += int(self.draw.expovariate(1 / pace)) + 1
        return stamp(self.now - timedelta(minutes=self.age), form, self.language)

    def next_since(self, pace: int = 300, language: str = "") -> str:
        """How long ago the time of the next row is."""
        self.age += int(self.draw.expovariate(1 / pace)) + 1
        return ago(self.age, language or self.language)

    def price(self, low: int, high: int) -> float:
        """An amount that ends as prices do."""
        end = self.draw.choice((0.0, 0.99, 0.95, 0.5, 0.9))
        return round(self.draw.randint(low, high) + end, 2)

    def slug(self, title: str) -> str:
        """A title as it stands in an address."""
        plain = "".join(
            sign if sign.isascii() and sign.isalnum() else "-" for sign in title.lower()
        )
        return "-".join(part for part in plain.split("-") if part)[:60] or f"t{self.id()}"
