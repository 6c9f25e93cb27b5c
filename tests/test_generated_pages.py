"""Generated pages: the same each time, and what their truth says is so on the saved page."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from typing import Any

import lxml.html
import pytest

from training import article_pages, comment_pages, detail_pages, page_kinds, record_pages
from training.comment_free import all_pages
from training.data_set import Generator, write_set
from training.pages.markup import MARK, Hand, Node, marked, nodes_of, plain, text_of, written
from training.pages.parts import PARTS, read
from training.pages.regions import shape_of
from training.pages.shapes import NEW_SHAPES, OLD_SHAPES
from training.pages.things import KINDS
from training.pages.words import FOLDER, language_of

GENERATORS: dict[str, Generator] = {
    "article": article_pages.generated,
    "comment": comment_pages.generated,
    "record": record_pages.generated,
    "detail": detail_pages.generated,
    "kinds": page_kinds.generated,
}
UNSEEN = ("script", "style", "noscript", "template", "textarea", "option")
FIRSTS = ("tr", "dt", "dd", "a", "p", "h3", "h4", "h5", "div", "hr", "blockquote")
"""Elements that may be but the first of a comment."""
Made = tuple[dict[str, Any], str, Any]


@cache
def pages(name: str, count: int = 150) -> list[Made]:
    """Truth, HTML and tree of some pages."""
    made = GENERATORS[name](count, 4)
    return [(truth, html, lxml.html.document_fromstring(html.encode())) for truth, html in made]


def letters(text: str) -> str:
    return "".join(text.split())


def words(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).split())


def digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdecimal())


@pytest.mark.parametrize("name", GENERATORS)
def test_the_same_seed_makes_the_same_pages_and_no_truth_is_in_them(name: str) -> None:
    first, second, other = ([*GENERATORS[name](6, seed)] for seed in (3, 3, 5))
    assert first == second
    assert [html for _, html in first] != [html for _, html in other]
    assert not any(MARK in html for _, html, _ in pages(name))


def test_a_set_holds_the_pages_and_a_line_of_truth_each(tmp_path: Any) -> None:
    write_set(tmp_path, record_pages.generated(3, 3))
    lines = (tmp_path / "truth.jsonl").read_text("utf-8").splitlines()
    names = {f"{json.loads(line)['id']}.html.gz" for line in lines}
    assert names == {path.name for path in (tmp_path / "pages").iterdir()}


# Records.


def test_records_lie_where_the_truth_says_and_share_no_element() -> None:
    for truth, _, root in pages("record"):
        paths: list[str] = []
        for region in truth["regions"]:
            for record in region["records"]:
                elements = [element for path in record["xpaths"] for element in root.xpath(path)]
                assert len(elements) == len(record["xpaths"])
                assert words_of(elements) == record["text"].split() != []
                paths.extend(record["xpaths"])
        assert len(set(paths)) == len(paths)
        known = set(paths)
        for path in paths:
            above = path.split("/")
            assert not any("/".join(above[:n]) in known for n in range(1, len(above)))


def words_of(elements: list[Any]) -> list[str]:
    return " ".join(words(one) for one in elements).split()


def test_the_parser_finds_every_record_as_it_was_drawn() -> None:
    for number in range(30):
        site = record_pages.list_site(f"test{number}")
        draft = record_pages.new_page(site, 0)
        _, found = written(draft.root, site.hand, "record")
        drawn = [
            [letters(text_of(node.children)) for record in region.records for node in record]
            for region in draft.regions
        ]
        texts: dict[str, list[str]] = {}
        for one in found:
            texts.setdefault(one.mark.partition(".")[0], []).append(letters(one.text))
        found_texts = [sorted(texts[str(place)]) for place in range(len(drawn))]
        assert found_texts == [sorted(one) for one in drawn]


def test_every_shape_and_era_comes_up_and_some_lists_have_lines_that_are_no_records() -> None:
    sites = [record_pages.list_site(f"all{number}") for number in range(400)]
    assert {shape_of(site.design) for site in sites} == {*OLD_SHAPES, *NEW_SHAPES}
    assert len({site.design.era for site in sites}) == 5
    paid = 0
    for truth, html, _ in pages("record"):
        records = [record for region in truth["regions"] for record in region["records"]]
        assert not [record for record in records if "Sponsored" in record["text"]]
        paid += "Sponsored" in html
    assert paid > 10
    assert sum(len(truth["regions"]) > 1 for truth, _, _ in pages("record")) > 30
    assert sum(len(list(root.iter())) > 2000 for _, _, root in pages("record")) > 10


def test_careless_markup_is_mended_where_it_would_change_a_record() -> None:
    outer = marked("record", "0.0", plain("p", "before", plain("p", "in"), "after"))
    _, found = written(plain("html", plain("body", outer)), Hand(unclosed=True), "record")
    assert found[0].text.startswith("before")


# Comments.


def own_text(element: Any, others: set[Any]) -> str:
    """The element's text without that of the other comments' elements."""
    parts: list[str] = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child not in others:
            parts.append(own_text(child, others))
        parts.append(child.tail or "")
    return "".join(parts)


def test_every_comment_lies_where_the_truth_says_and_holds_its_text_author_and_date() -> None:
    for truth, _, root in pages("comment"):
        comments = truth["comments"]
        elements = [element for one in comments for element in root.xpath(one["xpath"])]
        assert len(set(elements)) == len(comments)
        for comment, element in zip(comments, elements, strict=True):
            text, block = letters(own_text(element, set(elements))), letters(comment["block"])
            assert text == block or (element.tag in FIRSTS and block.startswith(text))
            assert letters(comment["text"])
            assert letters(comment["text"]) in block
            for key in ("author", "date"):
                assert comment[key] is None or comment[key] in comment["block"]


def test_a_reply_is_one_deeper_than_what_it_answers() -> None:
    for truth, _, _ in pages("comment"):
        for place, comment in enumerate(truth["comments"]):
            parent = comment["parent"]
            assert parent is None or parent < place
            depth = 0 if parent is None else truth["comments"][parent]["depth"] + 1
            assert comment["depth"] == depth


def test_sites_of_all_kinds_have_pages_with_comments_and_without() -> None:
    talking = {truth["kind"] for truth, _, _ in pages("comment") if truth["has_comments"]}
    silent = {truth["kind"] for truth, _, _ in pages("comment") if not truth["has_comments"]}
    sites = [comment_pages.talking_site(f"kind{number}") for number in range(150)]
    assert {site.design.kind for site in sites} == set(comment_pages.KINDS)
    assert talking <= {*comment_pages.KINDS} - {"none"}
    assert {"blog", "none"} <= silent
    counts = [len(truth["comments"]) for truth, _, _ in pages("comment")]
    assert 0.35 < sum(count > 0 for count in counts) / len(counts) < 0.7
    assert 0.25 < sum(0 < count < 3 for count in counts) / sum(count > 0 for count in counts) < 0.7


def test_quotes_and_signatures_are_no_part_of_the_text() -> None:
    quoting = 0
    for number in range(80):
        site = comment_pages.talking_site(f"d{number}")
        draft = comment_pages.new_page(site, 0)
        _, found = comment_pages.comments_of(draft.root, draft.comments, site.hand)
        for comment, truth in zip(draft.comments, found, strict=True):
            for left_out in (comment.quote, comment.signature):
                text = text_of(left_out)
                assert not text or text not in truth["text"]
                quoting += bool(text)
    assert quoting


# Texts and their roles.


def texts(truth: dict[str, Any], root: Any) -> list[tuple[str, str]]:
    """All that is to be read on the page, each text with its role."""
    roles = {root.xpath(place["xpath"])[0]: place["role"] for place in truth["places"]}
    out: list[tuple[str, str]] = []
    for node in root.find("body").xpath(".//text()"):
        holder = node.getparent()
        if (holder.tag in UNSEEN and not node.is_tail) or not isinstance(holder.tag, str):
            continue
        above = holder.getparent() if node.is_tail else holder
        if above.tag in UNSEEN or any(one.tag in UNSEEN for one in above.iterancestors()):
            continue
        while above not in roles:
            above = above.getparent()
        if letters(node):
            out.append((roles[above], letters(node)))
    return out


def test_every_text_has_a_role_and_those_that_are_main_make_up_the_truth() -> None:
    for truth, _, root in pages("article"):
        found = texts(truth, root)
        assert {role for role, _ in found} <= set(article_pages.ROLES)
        main = "".join(text for role, text in found if role == "main")
        assert main == letters(truth["text"]) != "", truth["id"]
        title = "".join(text for role, text in found if role == "headline")
        assert letters(truth["title"]) in title, truth["id"]


def test_all_roles_kinds_and_many_languages_come_up_and_some_texts_are_short() -> None:
    made = pages("article")
    kinds = Counter(truth["kind"] for truth, _, _ in made)
    assert set(kinds) == {"article", "thread", "detail", "list"}
    assert 0.65 < kinds["article"] / len(made) < 0.9
    assert {"en", "de", "zh", "ja", "ru", "ar"} <= {truth["lang"] for truth, _, _ in made}
    share = Counter(role for truth, _, root in made for role in {r for r, _ in texts(truth, root)})
    for role in ("caption", "comment", "related", "advert", "byline", "legal"):
        assert 0.2 * len(made) < share[role] < 0.99 * len(made), role
    parts: list[float] = []
    for truth, _, root in made:
        sizes = Counter[str]()
        for role, text in texts(truth, root):
            sizes[role] += len(text)
        parts.append(sizes["main"] / sizes.total())
    parts.sort()
    assert parts[len(parts) // 10] < 0.15
    assert parts[-len(parts) // 10] > 0.55


# Things.


def goods(count: int = 150) -> list[Made]:
    return [page for page in pages("detail", count) if page[0]["sold"]]


def test_fields_and_facts_lie_where_the_truth_says() -> None:
    for name in ("detail", "kinds"):
        for truth, html, root in pages(name):
            assert ("fields" in truth) == (truth["kind"] == "detail")
            if "fields" not in truth:
                continue
            assert truth["fields"]["name"] == [truth["title"]]
            text = letters("".join(root.itertext()))
            for place in truth["places"]:
                (element,) = root.xpath(place["xpath"])
                assert words(element) == place["text"]
            assert all(letters(value) in text for value in truth["attributes"].values())
            for field in ("name", "brand", "sku", "mpn", "gtin"):
                for value in truth["fields"].get(field, []):
                    seen = letters(value) in text or value in html or value in truth["url"]
                    assert seen, (truth["id"], field)


def test_prices_are_shown_where_the_truth_has_them() -> None:
    for truth, _, _ in goods():
        for name in ("price", "old_price"):
            shown = [digits(one["text"]) for one in truth["places"] if one["field"] == name]
            values = truth["fields"].get(name, [])
            assert bool(shown) == bool(values)
            for value in values:
                assert any(digits(value.split(".")[0]) in one for one in shown)


def test_fields_come_up_and_some_pages_lack_them() -> None:
    made = goods()
    assert 0.65 < len(made) / len(pages("detail")) < 0.88
    for name in "price currency old_price sku mpn gtin brand rating reviews".split():
        count = sum(name in truth["fields"] for truth, _, _ in made)
        assert 0.1 * len(made) < count < len(made), name
    for name in ("name", "availability", "image"):
        assert all(name in truth["fields"] for truth, _, _ in made)


def test_declarations_mostly_agree_with_the_page() -> None:
    agree: list[bool] = []
    for truth, _, root in goods(300):
        for text in root.xpath("//script[@type='application/ld+json']/text()"):
            offer = json.loads(text).get("offers")
            if isinstance(offer, dict) and "price" in offer:
                state = offer["availability"].rpartition("/")[2]
                same = float(offer["price"]) == float(truth["fields"]["price"][0])
                agree.append(same and [state] == truth["fields"]["availability"])
    assert 0.7 < sum(agree) / len(agree) < 1


def test_things_of_every_kind_come_up() -> None:
    found = {page_kinds.kinds_site(f"t{number}").things.name for number in range(800)}
    assert found == {kind.name for kind in KINDS}


# Kinds of pages.


def test_a_site_has_pages_of_several_kinds_in_one_frame() -> None:
    sites: dict[str, list[tuple[str, set[str]]]] = {}
    for truth, _, root in pages("kinds", 120):
        links = set(root.xpath("//a/@href")) - {"/", "#"}
        sites.setdefault(truth["site"], []).append((truth["kind"], links))
    kinds = Counter(kind for made in sites.values() for kind, _ in made)
    assert set(kinds) == {"article", "list", "thread", "detail", "other"}
    assert min(kinds.values()) > 15
    assert sum(len({kind for kind, _ in made}) > 1 for made in sites.values()) > len(sites) / 2
    shared = [made[0][1] & made[1][1] for made in sites.values() if len(made) > 1]
    assert sum(len(links) > 3 for links in shared) > 0.85 * len(shared)


def test_some_sites_say_nothing_of_the_kinds_of_their_pages() -> None:
    silent = {site for site, made in by_site().items() if not any(t["url"] for t, _ in made)}
    assert 0.1 < len(silent) / len(by_site()) < 0.5
    telling = "single archive product error404 topic category listing".split()
    for truth, root in (page for site in silent for page in by_site()[site]):
        if truth["kind"] != "detail":
            assert not root.xpath("//meta[@property]|//script[@type='application/ld+json']")
        assert not set(root.find("body").get("class", "").split()) & set(telling)


def by_site() -> dict[str, list[tuple[dict[str, Any], Any]]]:
    out: dict[str, list[tuple[dict[str, Any], Any]]] = {}
    for truth, _, root in pages("kinds", 300):
        out.setdefault(truth["site"], []).append((truth, root))
    return out


# Pages without comments.


def test_pages_without_comments_are_many_and_saved_as_they_are(tmp_path: Any) -> None:
    made = list(all_pages())
    columns = zip(*((truth["id"], truth["host"], html) for truth, html in made), strict=True)
    assert all(len(set(values)) == len(made) >= 60 for values in columns)
    write_set(tmp_path, made)
    for truth, html in made:
        packed = (tmp_path / "pages" / f"{truth['id']}.html.gz").read_bytes()
        assert gzip.decompress(packed).decode() == html
        assert not truth["has_comments"]
        assert truth["comments"] == []
        assert len("".join(map(str, lxml.html.document_fromstring(html).itertext()))) > 400


# Descriptions and words.


def test_every_part_can_be_read() -> None:
    for name, text in PARTS.items():
        for one in text.split(";;") if name.startswith("row.") else [text]:
            read(one.strip().partition(" ")[2] if name.startswith("row.") else one)


def test_languages_have_words_for_what_english_names() -> None:
    known = language_of("en").phrases
    for path in FOLDER.glob("*.txt"):
        for key, phrases in language_of(path.stem).phrases.items():
            assert key in known or key in ("space", "stop"), (path.stem, key)
            assert all(phrases) or key in ("space", "stop"), (path.stem, key)


def test_text_of_blocks_stands_apart_and_of_lines_does_not() -> None:
    line = plain("p", "one", plain("b", "two"), plain("br"), "three")
    left_out = plain("div", "four")
    assert text_of([line, left_out, plain("div", "five")], {id(left_out)}) == "onetwo three five"
    assert [node.tag for node in nodes_of([line])] == ["p", "b", "br"]
    assert isinstance(line.children[1], Node)
