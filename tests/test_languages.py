"""One file a language: what the files may have, and that all finders know one that is added."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import scrapy_treesim
from scrapy_treesim.values.lexicon import words

PACKAGE = Path(scrapy_treesim.__file__).parent
LANGUAGES = sorted((PACKAGE / "values/lexicon/languages").glob("*.json"))
IN_PATTERNS = re.compile(r"rating\.|price\.per$|byline\.and$|class\.author$")
"""Sections whose words stand in patterns as they are."""
SIGNS = re.compile(r"currency\.|country$|clock\.zones$")
"""Sections with codes in capitals."""

MADE_UP = {
    "months": [f"zorv{letter}" for letter in "abcdefghijkl"],
    "time.hour": ["durvo"],
    "time.ago": ["retrok"],
    "time.yesterday": ["hestrok"],
    "byline.by": ["skripnu"],
    "button.reply": ["respondvu"],
    "next": ["posdo"],
    "next.lists": ["folvo"],
    "price": ["prexu"],
    "availability.SoldOut": ["vendrostu"],
    "rating.stars": ["stelvoj"],
    "rating.reviews": ["kritvoj"],
}
ANSWERS = """
import json
from datetime import datetime
from scrapy_treesim import Page, article, comments, detail, next_page, records
from scrapy_treesim.detail.marks import fields_of
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.text_kinds import MEANINGS, text_reader

SENTENCE = "The ferry came back to the harbour after a long winter in the yard, and people waited. "
TEXT = "".join(f"<p>{SENTENCE * 4}</p>" for _ in range(6))
NAMES = ("Oak", "Pine", "Elm", "Ash", "Fir", "Yew")
story = article(
    "<title>The ferry returns</title><h1>The ferry returns</h1><p>Skripnu Ada Lovelace</p>"
    f"<p>3 zorvc 2021</p>{TEXT}"
)
things = "".join(
    f"<li><h3><a href='/c/{at}'>{name} chair</a></h3><span>4.{at} stelvoj</span> "
    f"<i>{17 * at + 3} kritvoj</i> <b>{10 * at + 20}.00 EUR</b>"
    for at, name in enumerate(NAMES)
)
shop = Page(f"<h1>Chairs</h1><ul>{things}</ul><a href='?p=2'>Posdo folvo</a>", "http://e.org/?p=1")
posts = "".join(
    f"<div class='c'><b>User{name}</b> <time>2 durvo retrok</time><p>{SENTENCE} {name}</p>"
    "<a href='#'>Respondvu</a></div>"
    for name in NAMES
)
chair = detail(
    "<title>Oak chair</title><h1>Oak chair</h1><p class='price'>120.00 EUR</p><p>Vendrostu</p>"
)
thread = comments(Page(f"<h1>A question</h1>{posts}", moment=datetime(2024, 5, 3, 12)))
reader = text_reader()
reader.read(b"Respondvu", 0, 9)
print(json.dumps({
    "date": str(date_of("3 zorvc 2021")),
    "date of an article": story.date,
    "day": str(date_of("hestrok", moment=datetime(2024, 5, 3, 12))),
    "byline": story.author,
    "time of a post": thread[0].date if thread else None,
    "reply": bool(reader.meanings >> MEANINGS.index("answer") & 1),
    "next page": next_page(shop),
    "label": fields_of("Prexu:"),
    "availability": chair.availability,
    "columns": [name for region in records(shop) for name in region.table.row(0)],
}))
"""
KNOWN = {
    "date": "2021-03-03",
    "date of an article": "2021-03-03",
    "day": "2024-05-02",
    "byline": "Ada Lovelace",
    "time of a post": "2024-05-03T10:00:00",
    "reply": True,
    "next page": "http://e.org/?p=2",
    "label": ["price"],
    "availability": "SoldOut",
    "columns": ["title", "url", "rating", "reviews", "price"],
}


def answers(folder: Path) -> dict[str, object]:
    """What finders answer of pages in the made-up language, by the package in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def test_a_language_is_added_in_one_file_and_all_finders_know_it(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, package, copy_function=os.symlink)
    unknown = answers(tmp_path)
    assert {name for name in KNOWN if unknown[name] == KNOWN[name]} == set()
    added = package / "values/lexicon/languages/qaa.json"
    added.write_text(json.dumps(MADE_UP), "utf-8")
    assert answers(tmp_path) == KNOWN


@pytest.mark.parametrize("file", LANGUAGES, ids=lambda file: file.stem)
def test_files_have_known_sections_of_words_in_small_letters(file: Path) -> None:
    language = json.loads(file.read_text("utf-8"))
    assert list(language) == [section for section in words.MEANS if section in language]
    for section, entries in language.items():
        assert len(entries) == len(set(entries))
        for entry in entries:
            assert entry.strip() == entry != ""
            assert SIGNS.match(section) or entry == entry.lower()
            assert not IN_PATTERNS.match(section) or re.escape(entry) == entry.replace(" ", r"\ ")


@pytest.mark.parametrize(
    ("language", "fault"),
    [
        ({"moonths": ["zorva"]}, "xx.json has sections that are unknown: moonths"),
        ({"next": "posdo"}, "xx.json has a section that is no list of strings"),
        ({"next": [["posdo"]]}, "xx.json has a section that is no list of strings"),
        ({"months": ["zorva", "zorvb"]}, "xx.json has not 12 months"),
        ({"months": []}, "xx.json has not 12 months"),
        ({"next": ["posdo", " "]}, "xx.json has an entry that is empty"),
    ],
)
def test_a_file_with_a_fault_is_refused(language: dict[str, list[str]], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        words.add("xx.json", language)


def test_a_section_of_words_takes_no_phrases() -> None:
    with pytest.raises(ValueError, match=r"more than single words in availability\.OutOfStock"):
        words.words("availability.OutOfStock")


def test_every_section_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    class Noting(dict[str, dict[str, list[str]]]):
        def __getitem__(self, section: str) -> dict[str, list[str]]:
            asked.add(section)
            return super().__getitem__(section)

    monkeypatch.setattr(words, "_ENTRIES", Noting(words._ENTRIES))
    readers = [
        ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        for file in PACKAGE.rglob("*.py")
        if "lexicon.words import" in file.read_text("utf-8")
    ]
    for name in readers:
        # A copy: what others have imported stays as it is.
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.loader is not None
        copy = importlib.util.module_from_spec(found)
        # Dataclasses look their module up.
        monkeypatch.setitem(sys.modules, name, copy)
        found.loader.exec_module(copy)
    assert asked == words.MEANS.keys()
