"""The generator of article pages: the same each time, and every text has the role it should."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from training.article_pages import MARK, ROLES, write_set

UNSEEN = ("script", "style", "noscript", "template", "textarea", "option")
Pages = list[tuple[dict[str, Any], Any]]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Truth and tree of some pages."""
    folder = tmp_path_factory.mktemp("pages")
    write_set(folder, pages=250, seed=4)
    out: Pages = []
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        html = gzip.decompress((folder / "pages" / f"{truth['id']}.html.gz").read_bytes())
        assert MARK.encode() not in html
        out.append((truth, lxml.html.document_fromstring(html)))
    return out


def letters(text: str) -> str:
    return "".join(text.split())


def texts(truth: dict[str, Any], root: Any) -> list[tuple[str, str]]:
    """All that is to be read on the page, each text with its role."""
    roles = {root.xpath(place["xpath"])[0]: place["role"] for place in truth["places"]}
    out: list[tuple[str, str]] = []
    for node in root.find("body").xpath(".//text()"):
        holder = node.getparent()
        if (holder.tag in UNSEEN and not node.is_tail) or not isinstance(holder.tag, str):
            continue
        above = holder.getparent() if node.is_tail else holder
        if any(one.tag in UNSEEN for one in above.iterancestors()) or above.tag in UNSEEN:
            continue
        while above not in roles:
            above = above.getparent()
        if letters(node):
            out.append((roles[above], letters(node)))
    return out


def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_set(tmp_path / name, pages=12, seed=3)
    first = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    second = [tmp_path / "two" / path.relative_to(tmp_path / "one") for path in first]
    assert len(first) == 13
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_every_place_is_one_element_with_a_known_role(pages: Pages) -> None:
    for truth, root in pages:
        found = [root.xpath(place["xpath"]) for place in truth["places"]]
        assert all(len(elements) == 1 for elements in found)
        assert {place["role"] for place in truth["places"]} <= set(ROLES)


def test_every_text_has_a_role_and_those_that_are_main_make_up_the_truth(pages: Pages) -> None:
    for truth, root in pages:
        main = [text for role, text in texts(truth, root) if role == "main"]
        assert main, truth["id"]
        assert "".join(main) == letters(truth["text"]), truth["id"]


def test_the_headline_is_told_and_not_main(pages: Pages) -> None:
    for truth, root in pages:
        told = "".join(text for role, text in texts(truth, root) if role == "headline")
        assert letters(truth["title"]) in told, truth["id"]


def test_all_roles_and_kinds_come_up(pages: Pages) -> None:
    kinds = Counter(truth["kind"] for truth, _ in pages)
    assert set(kinds) == {"article", "thread", "detail", "list"}
    assert 0.65 < kinds["article"] / len(pages) < 0.9
    share = Counter(role for truth, root in pages for role in {r for r, _ in texts(truth, root)})
    assert set(share) == set(ROLES)
    for role in ("caption", "comment", "related", "advert", "byline"):
        assert 0.2 * len(pages) < share[role] < 0.99 * len(pages), role


def test_pages_are_of_many_languages_and_some_are_short(pages: Pages) -> None:
    assert {"en", "de", "zh", "ja", "ru", "ar"} <= {truth["lang"] for truth, _ in pages}
    shares = []
    for truth, root in pages:
        sizes = Counter[str]()
        for role, text in texts(truth, root):
            sizes[role] += len(text)
        shares.append(sizes["main"] / sizes.total())
    shares.sort()
    assert shares[len(shares) // 10] < 0.12
    assert shares[-len(shares) // 10] > 0.6
