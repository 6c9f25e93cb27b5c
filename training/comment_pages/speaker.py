"""A writer that knows the phrases of its language, names of persons, and how to write a date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from training.comment_pages.tongue import Tongue, tongue_of
from training.record_pages.design import Design
from training.record_pages.markup import Child
from training.record_pages.words import DATES, LONG_MONTHS, MONTHS, Writer

SLOT = re.compile(r"\{(\w+)\}")
HANDLES = (
    "{a}{n}",
    "{a}_{b}",
    "{a}{b}",
    "{b}.{a}",
    "{a}-{b}",
    "The{a}",
    "{a}fan{n}",
    "mr_{a}",
    "x{a}x",
    "{a}",
    "u{n}{n}",
    "{a}{b}{n}",
    "user{n}{n}{n}",
    "{a}@{b}",
)
LATIN = (
    "red blue moon wolf star dark cat dog sky old big run max leo zen fox ice sun river stone pixel"
    " nova bear kit bit loop mad geo tech jazz luna rock wind ace tom ben sam joe kim lee ray"
).split()
LABEL_KEYS = {"comments": "heading", "reply": "reply", "more": "more", "share": "share"}
"""Labels of list pages that are phrases here."""


@dataclass
class Speaker(Writer):
    """Draws the data of one page; ``tongue`` is the language of the interface."""

    tongue: Tongue = field(default_factory=lambda: tongue_of("en"))

    def person(self) -> str:
        """A name as the language's people have it."""
        tongue = self.tongue if self.draw.random() < 0.9 else tongue_of("en")
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
        form = self.draw.choice(HANDLES)
        words = self.draw.sample(LATIN, 2)
        if self.draw.random() < 0.4:
            words = [word.title() for word in words]
        return form.format(a=words[0], b=words[1], n=self.draw.randint(1, 99))

    def label(self, key: str) -> str:
        """A word of the interface."""
        if key in LABEL_KEYS:
            return self.tongue.all(LABEL_KEYS[key])[0]
        return super().label(key)

    def date(self, form: str) -> str:
        """A day or a time in one of the forms ``DATES``, with the language's months."""
        text = super().date(form)
        if self.tongue.code != "en" and form in DATES:
            for place, (short, long) in enumerate(zip(MONTHS, LONG_MONTHS, strict=True)):
                text = text.replace(long, self.tongue.all("months")[place])
                text = re.sub(rf"\b{short}\b", self.tongue.all("mon")[place], text)
        return text

    def filled(self, phrase: str, **known: str) -> str:
        """A phrase with its slots filled: as given, or drawn."""
        drawn: dict[str, str] = {}
        for name in SLOT.findall(phrase):
            drawn[name] = known.get(name) or self._drawn(name)
        return SLOT.sub(lambda slot: drawn[slot[1]], phrase)

    def _drawn(self, slot: str) -> str:
        if slot == "n":
            return str(self.draw.choice((1, 2, 3, 5, 12, 48, 230, 1204)))
        if slot == "k":
            return str(self.draw.randint(1, 12))
        if slot == "m":
            return self.date(self.draw.choice(("{mon} {y}", "{d:02}.{m:02}.{y}", "{y}-{m:02}")))
        if slot == "w":
            return self.words(1, 1)
        if slot == "d":
            return self.date("{d} {mon} {y}")
        return self.person() if slot == "a" else self.title() if slot == "t" else self.sentence()

    def say(self, design: Design, key: str, **known: str) -> str:
        """The site's phrase for ``key``, filled."""
        return self.filled(design.pick(f"say {key}", self.tongue.all(key)), **known)

    def any(self, key: str, **known: str) -> str:
        """Any phrase for ``key``, filled."""
        return self.filled(self.draw.choice(self.tongue.all(key)), **known)

    def mixed(self, phrase: str, nodes: Mapping[str, list[Child]]) -> list[Child]:
        """A phrase with elements in some of its slots."""
        out: list[Child] = []
        for place, part in enumerate(SLOT.split(phrase)):
            if place % 2 == 0:
                if part:
                    out.append(part)
            elif part in nodes:
                out.extend(nodes[part])
            else:
                out.append(self._drawn(part))
        return out
