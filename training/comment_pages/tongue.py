"""The words of interfaces in many languages: "Reply", "{n} comments", months, names of persons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from training.record_pages.languages import LANGUAGES, Language

FOLDER = Path(__file__).parent / "tongues"


@dataclass(frozen=True)
class Tongue:
    """The phrases of one language; a phrase it lacks is an English one."""

    code: str
    phrases: Mapping[str, tuple[str, ...]]

    def all(self, key: str) -> tuple[str, ...]:
        """All phrases for ``key``."""
        return self.phrases.get(key) or tongue_of("en").phrases[key]

    def has(self, key: str) -> bool:
        """Whether the language has phrases of its own for ``key``."""
        return key in self.phrases


@cache
def tongue_of(code: str) -> Tongue:
    """The phrases of the language with this code."""
    lines = (FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" = ", 1) for line in lines if line)
    return Tongue(code, {key: tuple(value.split("|")) for key, value in pairs})


def _of(code: str) -> list[Language]:
    return [language for language in LANGUAGES if language.code == code]


DUTCH = Language(
    "nl",
    tuple(
        "aan ach af be boe bor buur dag de dig dijk door een ei en er ge gel geld groot haar heid"
        " hoe huis in jaar je keer kend kon land lijk ling lo maak man meer mo naar ne nieuw nu om"
        " ont oor op over plaats re rij rond schap sla spel staat ste stuk ta te toe tuin uit ver"
        " vol voor waar weg wel werk win zaak ze zien zon".split()
    ),
    tuple("de het een en van in op te dat die is voor met niet zijn aan er om ook maar".split()),
    (),
)
SPOKEN: tuple[Language, ...] = (
    *_of("en") * 4,
    *_of("de") * 4,
    *_of("fr") * 2,
    *_of("es") * 2,
    *_of("zh") * 3,
    *_of("ru") * 3,
    *_of("ja") * 2,
    *_of("pt"),
    *_of("it") * 2,
    *_of("pl") * 2,
    DUTCH,
    DUTCH,
    *_of("ko"),
    *_of("ar"),
)
"""Languages of sites, as often as they are drawn."""
