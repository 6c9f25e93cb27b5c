"""Main text that extractors agree on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks import peers_environment
from benchmarks.pages import DataSet
from training import agreement
from training.agreement import (
    KNOWN,
    OPEN,
    OTHERS,
    REPEATED,
    TAKEN,
    agreed,
    agreeing,
    language_of,
    marks_of,
    name_of,
    write,
)

BODY = [
    f"The ferry number {number} is back after a winter in the yard, {number} springs of waiting for"
    f" parts that never came, and {number} crossings with nobody on board but the crew and a goat."
    for number in range(1, 6)
]
ASIDE = "Subscribe to our letter and never miss a ferry that comes late to the island in winter."
HEAD = "The ferry is back on the island"


def page_of(paragraphs: list[str]) -> bytes:
    shown = "".join(f"<p>{one}</p>" for one in paragraphs)
    return (
        f"<html lang=en-GB><title>{HEAD}</title><body><main><h1>{HEAD}</h1>{shown}</main>"
        f"<aside><p>{ASIDE}</p></aside></body></html>"
    ).encode()


def said(*texts: str) -> dict[str, str]:
    return dict(zip(OTHERS, texts, strict=True))


WHOLE = "\n".join(BODY)


def test_blocks_of_most_texts_without_the_headline() -> None:
    texts = said(WHOLE, f"{HEAD}\n{WHOLE}", f"{HEAD}\n{WHOLE}\n{ASIDE}", f"{HEAD}\n{WHOLE}")
    found = agreed(page_of(BODY), "https://example.com/", texts)
    assert found is not None
    assert found["text"].splitlines() == BODY
    assert found["lang"] == "en"
    assert len(found["agreed"]) >= 3


def test_two_texts_that_agree_are_too_few() -> None:
    texts = said(ASIDE, "", ASIDE, "Something else")
    assert agreed(page_of(BODY), "https://example.com/", texts) is None


def test_short_texts_are_left_out() -> None:
    texts = said(*[BODY[0]] * 4)
    assert agreed(page_of(BODY[:1]), "https://example.com/", texts) is None


def test_each_two_of_a_group_agree() -> None:
    a, b, c = (" ".join(BODY[i:]).split() for i in (0, 0, 3))
    assert agreeing({"a": a, "b": b, "c": c}) == []
    assert agreeing({"a": a, "b": b, "c": c, "d": a}) == ["a", "b", "d"]


@pytest.mark.parametrize(
    ("declared", "text", "lang"),
    [
        ("en-US", "the ferry", "en"),
        ("pt_BR", "a balsa", "pt"),
        ("en", "渡船回来了", "zh"),
        (None, "フェリーが戻ってきた", "ja"),
        ("zh", "the ferry", ""),
        ("english", "the ferry", ""),
        (None, "", ""),
    ],
)
def test_language(declared: str | None, text: str, lang: str) -> None:
    assert language_of(declared, text) == lang


def test_a_set_is_named_by_its_folder() -> None:
    assert name_of(Path("data/some/dev")) == "some"
    assert name_of(Path("data/some")) == "some"


def test_written_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers_environment, "FOLDER", tmp_path)
    folder = tmp_path / "some" / "dev"
    (folder / "pages").mkdir(parents=True)
    rows = [{"id": one, "url": f"https://example.com/{one}", "text": "A label."} for one in "abc"]
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for one, text in zip("abc", [BODY, BODY, BODY[:1]], strict=True):
        (folder / "pages" / f"{one}.html.gz").write_bytes(gzip.compress(page_of(text)))
    for peer in OTHERS:
        made = [{"id": one, "text": WHOLE} for one in "ab"] + [{"id": "c", "text": ""}]
        lines = "".join(json.dumps(one) + "\n" for one in made)
        peers_environment.kept("some", peer).write_text(lines)
    out = tmp_path / "agreed"
    # The second has the text of the first, and the third is short.
    assert [*write(DataSet(folder), "some", out)] == [TAKEN, REPEATED, OPEN]
    (truth,) = DataSet(out).truths()
    assert truth == {
        "id": "a", "url": "https://example.com/a", "host": "example.com", "lang": "en",
        "text": WHOLE, "agreed": [*OTHERS, agreement.OURS],
    }  # fmt: skip
    assert [page.html for page in DataSet(out).pages()] == [page_of(BODY)]
    known = {*marks_of(DataSet(out))}
    assert "example.com" in known
    assert [*write(DataSet(folder), "some", tmp_path / "rest", known)] == 3 * [KNOWN]
    assert [*write(DataSet(folder), "some", tmp_path / "rest", known - {"example.com"})] == [
        KNOWN,
        KNOWN,
        OPEN,
    ]
