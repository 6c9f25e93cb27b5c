"""A page in another script, so that no word of its language is there to go by."""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from itertools import accumulate
from random import Random
from typing import Any

from lxml import etree

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE
from training.augmented.draft import Draft

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff々〆ー]")
"""A character of Chinese or Japanese."""
_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")
_STOP = re.compile(r"([.,!?;:])(?=[\s\"”’»)]|$)")
_FULL = str.maketrans(".,!?;:()", "。，！？；：（）")
_ENDS = frozenset("。！？")
_HALF = {
    "。": ". ", "，": ", ", "、": ", ", "！": "! ", "？": "? ", "；": "; ", "：": ": ", "（": " (",
    "）": ") ", "《": ' "', "》": '" ', "「": ' "', "」": '" ', "『": ' "', "』": '" ', "　": " ",
}  # fmt: skip


def _row(encoding: str, first: int, last: int) -> str:
    pairs = (bytes((row, cell)) for row in range(first, last) for cell in range(0xA1, 0xFF))
    return "".join(pair.decode(encoding, "ignore") for pair in pairs)


IDEOGRAPHS = _row("gb2312", 0xB0, 0xD8)
"""The ideographs in most use."""
SYLLABLES = _row("euc_kr", 0xB0, 0xC9)
"""The Korean syllables in most use."""
HIRAGANA = (
    "あいうえおかきくけこさしすせそたちつてとなにぬねの"
    "はまみもやよらりるれろわんがぎぐげごでどばびぶ"
)
KATAKANA = (
    "アイウエオカキクケコサシスセソタチツテトナニネノハヒ"
    "フヘホマミムメモヤユヨラリルレロワンガギグゴジズダデドバビブベボ"
)
PARTICLES = "はがをにのとでもへや"
ALPHABETS = {
    "el": ("αειουηω", "βγδζθκλμνξπρστφχψ"),
    "ru": ("аеиоуыэюя", "бвгджзклмнпрстфхцчшщ"),
    "en": ("aeiou", "bcdfghklmnprstvwyz"),
}
"""Vowels and consonants by language."""
_VOWELS = frozenset("aeiouyαειουηωаеиоуыэюяіїєё")


def is_dense(lang: str) -> bool:
    """Tell whether a language is written without spaces between words."""
    return lang in ("zh", "ja")


@dataclass
class Letters:
    """A word letter by letter, of the same length and case."""

    lang: str
    draw: Random
    known: dict[str, str] = field(default_factory=dict)
    free: dict[bool, list[str]] = field(default_factory=dict)

    def word(self, word: str) -> str:
        """The word in the other alphabet."""
        return "".join(map(self._letter, word))

    def _letter(self, letter: str) -> str:
        if not letter.isalpha():
            return letter
        base = unicodedata.normalize("NFD", letter)[0].lower()
        if base not in self.known:
            is_vowel = base in _VOWELS
            if not self.free.get(is_vowel):
                letters = list(ALPHABETS[self.lang][0 if is_vowel else 1])
                self.draw.shuffle(letters)
                self.free[is_vowel] = letters
            self.known[base] = self.free[is_vowel].pop()
        new = self.known[base]
        return new.upper() if letter.isupper() else new


@dataclass
class Hashes:
    """A word by its hash, as characters of Chinese, Japanese or Korean."""

    lang: str
    seed: int
    known: dict[str, str] = field(default_factory=dict)

    def word(self, word: str) -> str:
        """The word in the other script."""
        word = word.lower()
        if word not in self.known:
            self.known[word] = self._new(word)
        return self.known[word]

    def _new(self, word: str) -> str:
        number = int.from_bytes(sha1(f"{self.seed} {word}".encode()).digest()[:12], "big")
        draw = Random(number)
        if self.lang == "zh":
            return "".join(draw.choices(IDEOGRAPHS, k=1 if len(word) <= 4 else 2))
        if self.lang == "ko":
            return "".join(draw.choices(SYLLABLES, k=min(1 + len(word) // 3, 4)))
        if len(word) <= 3:
            return draw.choice(PARTICLES)
        if draw.random() < 0.2:
            return "".join(draw.choices(KATAKANA, k=draw.randint(2, 4)))
        stem = "".join(draw.choices(IDEOGRAPHS, k=draw.randint(1, 2)))
        return stem + "".join(draw.choices(HIRAGANA, k=draw.randint(0, 2)))


@dataclass
class Words:
    """Edits of texts in words: every word another, marks as the new script has them."""

    made: Letters | Hashes

    def edits(self, text: str) -> Iterator[Edit]:
        """The edits of one run of text."""
        at, before = 0, ""
        for found in _WORD.finditer(text):
            word = found[0]
            if found.start() > at:
                yield at, found.start(), self._gap(text[at : found.start()], before, word)
            if not _DIGITS.fullmatch(word):
                yield found.start(), found.end(), self.made.word(word)
            at, before = found.end(), word
        if at < len(text):
            yield at, len(text), self._gap(text[at:], before, "")

    def _gap(self, gap: str, before: str, after: str) -> str:
        if isinstance(self.made, Hashes):
            gap = "".join(mark for mark in gap if not unicodedata.combining(mark))
        if not is_dense(self.made.lang):
            return gap
        if "\n\n" in gap:
            return _STOP.sub(lambda found: found[0].translate(_FULL), gap)
        gap = _STOP.sub(lambda found: found[0].translate(_FULL), gap).translate(
            str.maketrans("()", "（）")
        )
        if not before or not after:
            return gap
        between_numbers = before[-1].isdigit() and after[0].isdigit()
        if between_numbers:
            return gap
        return "" if gap in ("'", "’") else "".join(gap.split())


@dataclass
class Syllables:
    """Edits of Chinese and Japanese: every character a syllable, some of which end a word.

    A character is the last of its word or not wherever it stands: the words of a text do not
    depend on where the text is cut.
    """

    seed: int
    lang: str = "en"
    known: dict[str, tuple[str, bool]] = field(default_factory=dict)
    starts: bool = False
    """A sentence starts: what came before ended one, in this run of text or in the one before."""

    def _syllable(self, character: str) -> tuple[str, bool]:
        if character not in self.known:
            self.known[character] = self._new(character)
        return self.known[character]

    def _new(self, character: str) -> tuple[str, bool]:
        draw = Random(self.seed * 0x110000 + ord(character))
        vowels, consonants = ALPHABETS[self.lang]
        made = draw.choice(consonants) + draw.choice(vowels)
        return made + (draw.choice(consonants) if draw.random() < 0.4 else ""), draw.random() < 0.5

    def edits(self, text: str) -> Iterator[Edit]:
        """The edits of one run of text."""
        open_word = False
        for at, character in enumerate(text):
            self.starts = self.starts or character in _ENDS
            if CJK.fullmatch(character):
                new, ends = self._syllable(character)
                outside = at and text[at - 1].isalnum() and not CJK.fullmatch(text[at - 1])
                nothing_after = at + 1 == len(text) or not text[at + 1].isalnum()
                new, self.starts = new.capitalize() if self.starts else new, False
                yield at, at + 1, " " * bool(outside) + new + " " * (ends and not nothing_after)
                open_word = not ends
            elif character in _HALF:
                yield at, at + 1, _HALF[character]
                open_word = False
            elif character.isalnum() and open_word and CJK.fullmatch(text[at - 1]):
                yield at, at + 1, " " + character
                open_word = False
            else:
                open_word = False


Mapping = Words | Syllables


def targets_of(lang: str, text: str) -> tuple[str, ...]:
    """The languages that a page's text can be made to look like."""
    if is_dense(lang):
        return ("en",)
    letters = [mark for mark in text[:2000] if mark.isalpha()]
    latin = sum(mark < "\u0250" for mark in letters) > len(letters) / 2
    greek = sum("\u0370" <= mark < "\u0530" for mark in letters) > len(letters) / 2
    if latin:
        return ("zh", "zh", "ja", "ja", "ko", "el", "ru")
    return ("zh", "ja", "ko", "en") if greek else ("zh", "ja", "ko")


def new_mapping(source: str, target: str, chance: Random) -> Mapping:
    """A way to write a language as another, drawn."""
    if is_dense(source):
        return Syllables(chance.randrange(1 << 30), target)
    if target in ALPHABETS:
        return Words(Letters(target, Random(chance.randrange(1 << 30))))
    return Words(Hashes(target, chance.randrange(1 << 30)))


Slot = tuple[etree._Element, str]
"""An element, and which text of it: ``text`` or ``tail``."""
Edit = tuple[int, int, str]
"""Start, end, what stands there instead."""
_INLINE = frozenset(tags.NAMES[number] for number in INLINE)
_CODE = frozenset(("script", "style"))
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that lxml takes in no text."""


def runs_of(root: etree._Element) -> Iterator[list[Slot]]:
    """The texts of a page, those together that no block-level tag parts."""
    run: list[Slot] = []
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event in ("start", "end") and element.tag not in _INLINE:
            yield run
            run = []
        if event == "start":
            if element.tag in _CODE:
                walk.skip_subtree()
            elif element.text:
                run.append((element, "text"))
        elif element.tail and element is not root:
            run.append((element, "tail"))
    yield run


def rewrite(run: Sequence[Slot], edits: Callable[[str], Iterable[Edit]]) -> None:
    """Make edits in a run; what replaces text stands where the first of it stood."""
    pieces = [getattr(element, which) for element, which in run]
    out = [""] * len(pieces)
    starts = [0, *accumulate(map(len, pieces))]

    def keep(first: int, last: int) -> None:
        while first < last:
            slot = bisect_right(starts, first) - 1
            stop = min(last, starts[slot + 1])
            out[slot] += pieces[slot][first - starts[slot] : stop - starts[slot]]
            first = stop

    at = 0
    for first, last, new in edits("".join(pieces)):
        keep(at, first)
        out[bisect_right(starts, first) - 1] += new
        at = last
    keep(at, starts[-1])
    for (element, which), text in zip(run, out, strict=True):
        setattr(element, which, _NO_TEXT.sub("", text))


def edited(text: str, edits: Callable[[str], Iterable[Edit]]) -> str:
    """The text with the edits made."""
    out, at = [], 0
    for first, last, new in edits(text):
        out += [text[at:first], new]
        at = last
    return "".join([*out, text[at:]])


_ATTRIBUTES = ("alt", "title", "placeholder", "aria-label", "summary")
_DESCRIBING = ("title", "description", "keywords", "author", "site_name", "image:alt")
_DECLARED = ("headline", "name", "description", "articleBody", "alternativeHeadline", "text")


def script(draft: Draft, chance: Random, target: str = "") -> bool:
    """Write every word of the page and of its truth in another script, the same ones alike."""
    target = target or chance.choice(targets_of(draft.lang, draft.text))
    mapping = new_mapping(draft.lang, target, chance)
    for run in runs_of(draft.root):
        rewrite(run, mapping.edits)
    for element in draft.root.iter("*"):
        _rewrite_attributes(element, mapping)
    for code in draft.root.iter("script"):
        if (code.get("type") or "").strip().lower() == "application/ld+json" and code.text:
            code.text = _declared(code.text, mapping)
    for element in draft.root.iter("html", "body", "article", "main"):
        for name in ("lang", "{http://www.w3.org/XML/1998/namespace}lang", "xml:lang"):
            if element.get(name) is not None:
                element.set(name, target)
    draft.root.set("lang", target)
    draft.text = edited(draft.text, mapping.edits)
    draft.lang = target
    return True


def _rewrite_attributes(element: etree._Element, mapping: Mapping) -> None:
    for name in _ATTRIBUTES:
        value = element.get(name)
        if value:
            element.set(name, edited(value, mapping.edits))
    if element.tag == "meta":
        name = element.get("name") or element.get("property") or element.get("itemprop") or ""
        value = element.get("content")
        if value and name.lower().endswith(_DESCRIBING):
            element.set("content", edited(value, mapping.edits))
    elif element.tag == "input" and element.get("type") in ("submit", "button", "reset"):
        element.set("value", edited(element.get("value") or "", mapping.edits))


def _declared(text: str, mapping: Mapping) -> str:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    left: list[Any] = [data]
    while left:
        one = left.pop()
        if isinstance(one, list):
            left.extend(one)
        elif isinstance(one, dict):
            for key, value in one.items():
                if isinstance(value, str) and key in _DECLARED:
                    one[key] = edited(value, mapping.edits)
                else:
                    left.append(value)
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
