"""Words of all languages, by meaning: one file of ``languages`` a language.

A file has sections, lists of strings in small letters; ``sections.json`` has the meaning of each,
and the other sections, for languages without it, with words without gaps to use instead.
``zxx.json`` is for words of no language.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import chain
from typing import Final

FIRST_UNSPACED: Final = "\u3000"
"""First letter of the scripts without gaps between words."""
MONTHS: Final = 12

_FOLDER: Final = files(__package__)
_SECTIONS: Final = json.loads((_FOLDER / "sections.json").read_text("utf-8"))
MEANS: Final[dict[str, str]] = _SECTIONS["means"]
"""Meanings of the sections."""
_MADE_OF: Final[dict[str, list[str]]] = _SECTIONS["made_of"]
_ENTRIES: Final[dict[str, dict[str, list[str]]]] = {section: {} for section in MEANS}
"""Entries by section and code of the language, in the order of the codes."""


def add(name: str, language: dict[str, list[str]]) -> None:
    """Add a language; ``ValueError`` if a section is unknown, or not a list of strings."""
    _check(name, language)
    code = name.partition(".")[0]
    for section, entries in language.items():
        _ENTRIES[section][code] = entries
    for section, parts in _MADE_OF.items():
        if section not in language and not language.keys().isdisjoint(parts):
            made = chain.from_iterable(language.get(part, ()) for part in parts)
            _ENTRIES[section][code] = [word for word in made if " " not in word]


def _check(name: str, language: dict[str, list[str]]) -> None:
    if not language.keys() <= MEANS.keys():
        unknown = ", ".join(sorted(language.keys() - MEANS.keys()))
        raise ValueError(f"{name} has sections that are unknown: {unknown}")
    try:
        if not {list}.issuperset(map(type, language.values())):
            raise TypeError
        if not all(map(str.strip, chain.from_iterable(language.values()))):
            raise ValueError(f"{name} has an entry that is empty")
    except TypeError:
        raise ValueError(f"{name} has a section that is no list of strings") from None
    if "months" in language and len(language["months"]) != MONTHS:
        raise ValueError(f"{name} has not {MONTHS} months")


for _file in sorted((_FOLDER / "languages").iterdir(), key=lambda file: file.name):
    if _file.name.endswith(".json"):
        add(_file.name, json.loads(_file.read_bytes().decode()))


def by_language(section: str) -> dict[str, list[str]]:
    """Return the entries of a section by code of the language."""
    return _ENTRIES[section]


def entries(*sections: str) -> tuple[str, ...]:
    """Return the entries of sections in all languages, each once, by section, then language."""
    lists = chain.from_iterable(_ENTRIES[section].values() for section in sections)
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def words(*sections: str) -> str:
    """Join the entries of sections with spaces; ``ValueError`` if one is more than a word."""
    single_words = entries(*sections)
    text = " ".join(single_words)
    if text.count(" ") >= max(len(single_words), 1):
        raise ValueError(f"more than single words in {' '.join(sections)}")
    return text


def sections_of(group: str) -> dict[str, tuple[str, ...]]:
    """Return the entries of the sections ``group.name``, by name."""
    names = (section.partition(".") for section in MEANS)
    return {name: entries(f"{group}.{name}") for first, _, name in names if first == group}


def by_first(section: str) -> dict[str, str]:
    """Return the further words of entries by first word, of all languages."""
    rests: dict[str, list[str]] = {}
    for entry in entries(section):
        first, _, rest = entry.partition(" ")
        rests.setdefault(first, []).append(rest)
    return {first: " ".join(rest) for first, rest in rests.items()}


_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SEPARATORS: Final = re.compile(r"[\W_]+")


def words_of(name: str) -> list[str]:
    """Return the words of a class name, a label or the like, in small letters."""
    return [part for part in _SEPARATORS.split(_CAMEL.sub("-", name).lower()) if part]


def is_unspaced(text: str) -> bool:
    """Tell whether a text is in a script without gaps between words."""
    return text >= FIRST_UNSPACED


def lowered(text: str) -> str:
    """Return a text in small letters, but for the few that would change its length."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def one_of(section: str, *, unspaced: bool = False) -> str:
    """Return a pattern of a section's words, in scripts with or without gaps between them.

    Words are grouped by first letter, so that a text is not compared with each of them.
    """
    rests: dict[str, list[str]] = {}
    for entry in sorted(entries(section), key=len, reverse=True):
        if is_unspaced(entry) == unspaced:
            rests.setdefault(entry[0].lower(), []).append(re.escape(entry[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(tails)})" for first, tails in rests.items())
