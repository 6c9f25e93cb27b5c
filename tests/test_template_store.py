"""Templates: ids that stay, matching, and the file that keeps them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_site import HOST, about, post, product, templates, url_of

from scrapy_treesim import Page, TemplateFileError, Templates
from scrapy_treesim.templates.template import check_field_name
from scrapy_treesim.values.addresses import address_shape, site_of

GOODS, NEWS = f"{HOST}/1", f"{HOST}/2"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "templates.json"
    templates().save(path)
    return path


def held(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def changed(path: Path, change: Callable[[Any], object]) -> Path:
    """The file with something else in it."""
    value = held(path)
    change(value)
    path.write_text(json.dumps(value), "utf-8")
    return path


# Sites and addresses


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.Shop.example/a", "shop.example"),
        ("http://shop.example:80/", "shop.example"),
        ("https://shop.example:8443/", "shop.example:8443"),
        ("http://u:p@shop.example/", "shop.example"),
        ("file:///var/www/a.html", ""),
        ("", ""),
        ("http://[broken", ""),
        ("http://a.example:99999/", ""),
    ],
)
def test_a_site_is_a_host(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a.example/p/12/iron-pan.html", "https://www.a.example/p/7/lid.html", True),
        ("http://a.example/p?id=1&x=2", "http://a.example/p?x=9&id=5", True),
        ("http://a.example/p/iron", "http://a.example/q/iron", False),
        ("http://a.example/iron-pan/", "http://a.example/lid/", True),
        ("http://a.example/2024/05/iron/", "http://a.example/1999/11/lid/index.html", True),
        ("http://a.example/tag/iron/page/2/", "http://a.example/tag/lid/page/13/", True),
        ("http://a.example/p?id=1", "http://a.example/p", False),
        ("http://a.example/p/iron", "http://b.example/p/iron", False),
        ("file:///home/x/site/shop/iron.html", "file:///home/x/site/shop/lid.html", True),
        ("file:///home/x/site/shop/iron.html", "file:///home/x/site/blog/lid.html", False),
    ],
)
def test_addresses_of_one_shape(one: str, other: str, same: bool) -> None:
    assert (address_shape(one) == address_shape(other)) is same


@given(st.text() | st.from_regex(r"(https?://)?[a-zA-Z@:\[\].%\-0-9 ]*(:[0-9]{1,5})?/?"))
def test_the_address_of_a_site_is_of_that_site(url: str) -> None:
    site = site_of(url)
    assert site_of(f"http://{site}/") == site


@given(st.text())
def test_any_text_has_a_site_and_a_shape(text: str) -> None:
    assert site_of(text) == site_of(text).lower() or not text.isascii()
    assert len(address_shape(text)) <= 300


# Ids


def test_new_templates_have_the_next_numbers_and_old_ones_stay() -> None:
    old = templates()
    assert [one.id for one in old] == [GOODS, NEWS]
    assert repr(old[0]) == f"<Template {GOODS} of 20 pages with name, price>"
    other = replace(old[0], site="b.example", id="")
    anywhere = replace(old[0], site="", id="whatever/9")
    more = old.joined([old[0], other, anywhere, other])
    assert [one.id for one in more] == [
        GOODS, NEWS, f"{HOST}/3", "b.example/1", "any/1", "b.example/2",
    ]  # fmt: skip
    assert [*more][:2] == [*old]
    assert [one.id for one in old] == [GOODS, NEWS]


@given(st.lists(st.sampled_from(["", "a.example", "b.example"]), max_size=30))
def test_ids_are_given_once(sites: list[str]) -> None:
    known = Templates()
    seen: set[str] = set()
    for site in sites:
        known = known.joined([replace(templates()[0], site=site, id="")])
        assert known[-1].id not in seen
        seen.add(known[-1].id)
        known = known.without([known[-1].id]) if len(seen) % 3 == 0 else known


def test_a_template_may_be_replaced_by_itself_labelled() -> None:
    old = templates()
    labelled = replace(old[1], fields=old[0].fields)
    new = old.replaced(labelled)
    assert new.by_id(NEWS).fields == old[0].fields
    assert new[0] is old[0]
    with pytest.raises(LookupError, match="there is no template 'x/1'; there are "):
        old.replaced(replace(labelled, id="x/1"))


# Matching


@pytest.mark.parametrize(("html", "id"), [(product(77), GOODS), (post(88), NEWS), (about(), None)])
def test_a_page_is_of_the_nearest_template_within_its_threshold(html: str, id: str | None) -> None:
    page = Page(html, url_of("any", 1))
    match = templates().match(page)
    assert (match and match[0].id) == id
    if match:
        assert 0 < match[1] <= 1
    found = templates().extract(page)
    assert (found and found.template) == id


def test_only_the_sites_own_templates_count_and_those_of_any_site() -> None:
    page = Page(product(77))
    assert templates().match(page, "https://elsewhere.example/") is None
    of_any = Templates().joined([replace(templates()[0], site="")])
    for url in ("https://elsewhere.example/", "file:///tmp/a.html", ""):
        match = of_any.match(page, url)
        assert match is not None
        assert match[0].id == "any/1"


def test_less_sure_matches_can_be_left_out() -> None:
    page = Page(product(77, price=False), url_of("goods", 1))
    assert templates().match(page, min_confidence=0.1)
    match = templates().match(page)
    assert match is not None
    assert match[1] < 1
    assert templates().match(page, min_confidence=1.0) is None


# The file


def test_what_is_saved_is_loaded(file: Path) -> None:
    found = Templates.load(file)
    assert found.to_json() == templates().to_json()
    again = file.with_name("again.json")
    found.save(again)
    assert Templates.load(again) == found
    assert again.read_bytes() == file.read_bytes()
    assert sorted(os.listdir(file.parent)) == ["again.json", "templates.json"]


def test_a_file_reads_and_differs_line_by_line(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    assert max(map(len, lines)) < 300
    assert {f"{HOST}/1", "scrapy-treesim templates"} <= set(
        "".join(lines).replace('"', "\n").splitlines()
    )
    more = file.with_name("more.json")
    templates().joined([templates()[0]]).save(more)
    kept = set(lines) - set(more.read_text("utf-8").splitlines())
    assert len(kept) <= 2


def test_a_file_is_replaced_at_once_or_not_at_all(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()

    def fail(*paths: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        Templates().save(file)
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_several_files_are_one(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    Templates().joined([replace(templates()[0], site="b.example")]).save(other)
    assert [one.id for one in Templates.load(file, str(other))] == [GOODS, NEWS, "b.example/1"]
    with pytest.raises(TemplateFileError) as caught:
        Templates.load(file, other, file)
    assert f"the template {GOODS} is in both {file} and {file}" in str(caught.value)


def test_a_number_that_next_forgot_is_not_given_again(file: Path) -> None:
    changed(file, lambda value: value.update(next={}))
    assert Templates.load(file).joined([templates()[0]])[-1].id == f"{HOST}/3"


NOT_A_NUMBER = '{"format": "scrapy-treesim templates", "version": 1, "next": {"a": NaN}}'


DEEP = "[" * 200_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no JSON: "),
        (DEEP, "is no JSON: "),
        (NOT_A_NUMBER, "is no JSON: NaN is no number"),
        ('{"a": 1, "a": 2}', "an object has 'a' twice"),
        ("[]", "holds no templates: mend it, or make the file anew with scrapy treesim learn"),
    ],
)
def test_a_file_that_is_something_else(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text, "utf-8")
    with pytest.raises(TemplateFileError) as caught:
        Templates.load(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(TemplateFileError, match="cannot be read: "):
            Templates.load(path)
    broken = tmp_path / "latin.json"
    broken.write_bytes(b'{"format": "\xff"}')
    with pytest.raises(TemplateFileError, match="is no JSON: "):
        Templates.load(broken)


def test_a_file_of_a_newer_version(file: Path) -> None:
    changed(file, lambda value: value.update(version=2, surprise=[]))
    with pytest.raises(TemplateFileError, match=r"made by a newer scrapy-treesim \(version 2"):
        Templates.load(file)


def _set(*path: Any) -> Callable[[Any], None]:
    *way, last, value = path

    def change(held: Any) -> None:
        for step in way:
            held = held[step]
        held[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("version", True), "there is no version True of the format"),
        (_set("surprise", 1), "surprise: there is nothing of this name"),
        (lambda value: value.pop("next"), "next: this is missing"),
        (_set("templates", 1, "pages", "20"), "templates[1].pages: it should be a whole number"),
        (_set("templates", 0, "extra", 1), "templates[0].extra: there is nothing of this name"),
        (lambda value: value["templates"][1].pop("id"), "templates[1].id: this is missing"),
        (_set("templates", 1, "id", GOODS), f"two templates have the id '{GOODS}'"),
        (_set("templates", 1, "id", "b.example/1"), "templates[1]: its id is the site, a / and"),
        (_set("templates", 1, "id", f"{HOST}/\u0663"), "templates[1]: its id is the site, a / and"),
        (_set("templates", 1, "id", f"{HOST}/{10**11 - 1}"), "templates[1]: its id is the site, a"),
        (_set("templates", 0, "site", "A.example"), "templates[0].site: 'A.example' is no host"),
        (_set("templates", 0, "signature", "threshold", 10**400), "templates[0].signature"),
        (_set("templates", 0, "outline", "nodes", 1, "on", -1), "templates[0].outline"),
        (
            _set("templates", 0, "fields", "name", "parts", 0, "rules", 1, "pick", "x"),
            "templates[0].fields.name.parts[0].rules[1].pick: ",
        ),
        (_set("next", []), "next: it should be an object"),
        (_set("templates", 0, "fields", []), "templates[0].fields: it should be an object"),
        (_set("templates", 0, "fields", "sale price", {}), "templates[0].fields.sale price"),
        (_set("templates", 0, "expected", "low", 2), "templates[0].expected.low: "),
        (_set("next", HOST, 10**11), f"next.{HOST}: it should be a whole number from 1 to 99"),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_one_line_with_its_place(
    file: Path, change: Callable[[Any], None], message: str
) -> None:
    changed(file, change)
    with pytest.raises(TemplateFileError) as caught:
        Templates.load(file)
    said = str(caught.value)
    assert message in said
    assert said.startswith(f"{file}: ")
    assert "\n" not in said
    assert len(said) < 500 + len(str(file))
    assert "mend it, or make the file anew with scrapy treesim learn" in said or "newer" in said


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    "name", ["", "2x", "sale price", "a:b", "-x", "a/b", "²", "x" * 61, 5, None]
)
def test_what_is_no_name_of_a_field(name: object) -> None:
    with pytest.raises(ValueError, match="is no name for a field"):
        check_field_name(name)


def test_a_file_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "templates.json"
    templates().save(path)
    before = path.read_bytes()
    wrong = Templates((replace(templates()[0], medoid="x" * 20_000),))
    with pytest.raises(TemplateFileError, match="medoid"):
        wrong.save(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["templates.json"]
