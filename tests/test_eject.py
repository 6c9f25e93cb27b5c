"""``scrapy treesim eject``: plain code that says what the templates say."""

from __future__ import annotations

import ast
import asyncio
import compileall
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector
from scrapy.http import HtmlResponse
from template_site import HOST, learned, name_of, pages, post, price_of, product, templates, url_of
from test_learn import save, site
from test_learn_commands import examples, of_product, run, told
from trees import PAGES
from trees import examples as times

from scrapy_treesim import Page, Template, Templates
from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    Part,
    Rule,
    apply_rules,
    learn_rules,
    reading,
)
from scrapy_treesim.templates.rules.ejecting import EjectedTemplate, eject_fields
from scrapy_treesim.templates.rules.module_code import WHAT, What, module_of
from scrapy_treesim.templates.rules.selectors import css_of
from scrapy_treesim.templates.rules.signatures import SIGNATURE_KINDS, WORDED, NodeSignature
from scrapy_treesim.templates.template import extracted
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.printable import NO_WIDTH
from scrapy_treesim.tree.text import INLINE, SILENT, text_of

Labels = Mapping[str, Sequence[str] | str]
Values = dict[str, list[str]]

EXPENSIVE = 5_000
"""Siblings that make a page one that selectors are not tried on."""


STRING = re.compile(r'"(?:[^"\\]|\\[\s\S])*"')
PSEUDO = {"attr", "contains", "is", "not", "nth-of-type", "text"}
"""What each cssselect from 1.2 on translates, whatever it holds."""


def ejected(template: Template, pages: Sequence[Page] = ()) -> EjectedTemplate:
    fields = eject_fields(template.fields, pages)
    for field in fields:
        for one in (one for chain in field.chains for one in chain.selections):
            assert set(re.findall(r"::?([a-z-]+)", STRING.sub('""', css_of(one)))) <= PSEUDO
    return EjectedTemplate(template, fields)


def imported(source: str, folder: Path) -> ModuleType:
    """The module of some ejected code."""
    file = folder / "ejected.py"
    file.write_text(source, "utf-8")
    spec = spec_from_file_location("ejected", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def spider_of(module: ModuleType) -> Any:
    (found,) = (one for name, one in vars(module).items() if name.endswith("Spider"))
    return found()


def response_of(html: str, url: str = "https://shop.example/goods/1.html") -> HtmlResponse:
    return HtmlResponse(url, body=html, encoding="utf-8")


def values_of(item: Mapping[str, Any]) -> Values:
    """An item's fields, those that it lacks left out, each as a list."""
    listed = {
        name: [value] if isinstance(value, str) else [*(value or ())]
        for name, value in item.items()
    }
    return {name: values for name, values in listed.items() if values and name != "url"}


def said_by(source: str, html: str, folder: Path) -> Values:
    (item,) = spider_of(imported(source, folder)).parse(response_of(html))
    return values_of(item)


def learnt(labels: Mapping[str, Labels]) -> Template:
    """A template by pages and what stands on them."""
    rules = learn_rules([Example(Page(html), values) for html, values in labels.items()])
    return replace(templates()[0], fields=rules)


def wanted(template: Template, html: str) -> Values:
    found = apply_rules(template.fields, Page(html, "https://shop.example/goods/1.html"))
    return {name: [*value.values] for name, value in found.items()}


def check(labels: Mapping[str, Labels], *others: str, folder: Path) -> str:
    """The code ejected on some pages, which says on all of them what the template does."""
    template = learnt(labels)
    htmls = [*labels, *others]
    known = [Page(html, "https://shop.example/goods/1.html") for html in htmls]
    source = module_of([ejected(template, known)])
    spider = spider_of(imported(source, folder))
    for html in htmls:
        (item,) = spider.parse(response_of(html))
        assert values_of(item) == wanted(template, html)
    return source


def imports_of(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


# The same values


def test_a_spider_says_what_the_template_says(tmp_path: Path) -> None:
    template = templates()[0]
    htmls = [product(number, bool(number % 4)) for number in range(20)]
    known = [Page(html, url_of("goods", number)) for number, html in enumerate(htmls)]
    source = module_of([ejected(template, known)])
    spider = spider_of(imported(source, tmp_path))
    assert spider.name == HOST
    assert spider.allowed_domains == [HOST]
    assert spider.start_urls == [template.medoid]
    for page, html in zip(known, htmls, strict=True):
        (item,) = spider.parse(response_of(html, page.url))
        assert item.pop("url") == page.url
        said = {name: value for name, value in item.items() if value is not None}
        assert said == extracted(template, 1.0, page).fields
        assert set(item) == {"name", "price"}
    assert 'response.css("p.price")' in source


ROWS = "<dl>{}</dl><table>{}</table>"


def shop(name: str, **said: str) -> str:
    """A page on which words tell what is what; rows come and go."""
    terms = "".join(f"<dt>{key}:</dt><dd>{value}</dd>" for key, value in said.items())
    rows = "".join(f"<tr><th>{key} no.</th><td>{value}-1</td></tr>" for key, value in said.items())
    return f"<h1>{name}</h1><p>By <a>Ann {name}</a> in {name[0]}.</p>" + ROWS.format(terms, rows)


ONE = shop("Pot", Weight="3 kg", Maker="Old Sons")
TWO = shop("Pan", Origin="Norway", Maker="New Sons", Weight="1 kg")
THREE = shop("Lid", Maker="Third")


def test_words_beside_a_value_select_it(tmp_path: Path) -> None:
    labels: dict[str, Labels] = {
        ONE: {"maker": "Old Sons", "code": "3 kg-1"}, TWO: {"maker": "New Sons", "code": "1 kg-1"}
    }  # fmt: skip
    source = check(labels, THREE, folder=tmp_path)
    assert 'dt:contains("Maker") + dd' in source
    assert 'th:contains("Weight no") + td' in source


def test_addresses_and_attributes(tmp_path: Path) -> None:
    def page(number: int) -> str:
        return (
            f"<div id=main><img class=big src='/i/{number}.jpg'><a class=next href='{number}.html'>"
            f"Next</a><time datetime='2024-0{number}-01'>May</time></div><a href=x>Other</a>"
        )

    labels: dict[str, Labels] = {
        page(n): {"picture": f"/i/{n}.jpg", "when": f"2024-0{n}-01"} for n in (1, 2)
    }
    source = check(labels, page(3), folder=tmp_path)
    assert "img.big::attr(src)" in source
    template = learnt(labels)
    rules = learn_rules(
        [
            Example(Page(html, "https://shop.example/goods/1.html"), {"next": address})
            for html, address in (
                (page(1), "https://shop.example/goods/1.html"),
                (page(2), "https://shop.example/goods/2.html"),
            )
        ]
    )
    template = replace(template, fields=rules)
    known = [Page(page(n), "https://shop.example/goods/1.html") for n in (1, 2, 3)]
    source = module_of([ejected(template, known)])
    assert "absolute(response, response.css(" in source
    assert said_by(source, page(4), tmp_path) == {"next": ["https://shop.example/goods/4.html"]}
    for address in ("javascript:x", "file:///etc/passwd"):
        assert said_by(source, page(4).replace("4.html", address), tmp_path) == {}
    based = f"<html><head><base href='file:///etc/'></head><body>{page(4)}</body></html>"
    assert said_by(source, based, tmp_path) == {}


def test_a_field_that_repeats_is_a_list_on_all_pages(tmp_path: Path) -> None:
    def page(*labels: str) -> str:
        return "<h1>It</h1><p class=tags>" + "".join(f"<a>{one}</a> " for one in labels)

    tags_of: dict[str, Labels] = {
        page("a1", "b1"): {"tag": ["a1", "b1"]}, page("c1"): {"tag": ["c1"]},
        page("d1", "e1", "d1"): {"tag": ["d1", "e1"]},
    }  # fmt: skip
    source = check(tags_of, page(), folder=tmp_path)
    (item,) = spider_of(imported(source, tmp_path)).parse(response_of(page("one")))
    assert item["tag"] == ["one"]
    (item,) = spider_of(imported(source, tmp_path)).parse(response_of(page()))
    assert item["tag"] == []


def test_a_field_in_two_renderings_has_both(tmp_path: Path) -> None:
    def page(number: int) -> str:
        return (
            f"<h1>The {number}</h1><table><tr><td>Name</td><td>Long {number}</td></tr>"
            f"<tr><td>Size</td><td>{number} l</td></tr></table>"
        )

    labels: dict[str, Labels] = {page(n): {"name": [f"The {n}", f"Long {n}"]} for n in (1, 2, 3)}
    check(labels, page(4), page(5), folder=tmp_path)


def test_where_a_selector_does_not_say_the_same_the_code_says_so(tmp_path: Path) -> None:
    # The template believes the first rule only where the second one finds something too.
    rules = (
        Rule(NodeSignature("under_two", "html/body/p a")),
        Rule(NodeSignature("under_two", "html/body/p b"), weight=9.0),
    )
    doubted = replace(templates()[0], fields={"it": FieldRules((Part(rules),))})
    htmls = ["<p class=a>1</p><p class=b>x</p>", "<p class=a>2</p><p class=b>y</p>"]
    htmls.append("<p class=a>3<p class=c>z")
    known = [Page(html, f"https://shop.example/{n}\n") for n, html in enumerate(htmls)]
    source = module_of([ejected(doubted, known)])
    assert "# As the template on 2 of 3 pages, not on https://shop.example/2\\n\n" in source
    assert said_by(source, htmls[0], tmp_path) == {"it": ["1"]}


def test_words_to_select_by_stand_on_most_pages_and_are_no_content(tmp_path: Path) -> None:
    def page(number: int, tale: str) -> str:
        return (
            f"<article><h4>{tale}</h4><div><i>{tale} more</i><a>Author {number}</a></div>"
            f"<div><b>Code</b><a>X-{number}</a></div></article>"
        )

    tales = ["The thief of winter", "A boat for two", "Nine lanterns", "Under the oak"]
    labels: dict[str, Labels] = {
        page(number, tale): {"author": f"Author {number}", "code": f"X-{number}"}
        for number, tale in enumerate(tales[:2])
    }
    others = [page(number, tale) for number, tale in enumerate(tales[2:], 2)]
    source = check(labels, *others, folder=tmp_path)
    assert not any(word in source for tale in tales for word in tale.split() if len(word) > 3)


def test_a_former_price_is_not_taken_of_pages_that_have_none(tmp_path: Path) -> None:
    def page(now: str, was: str = "") -> str:
        old = f"<span class=amount>{was}</span>" if was else ""
        return f"<h1>Pan</h1><p class=price>{old}<span class=amount>{now}</span></p>"

    labels: dict[str, Labels] = {
        page("$3.00", "$4.00"): {"price": "$3.00", "old_price": "$4.00"},
        page("$5.00"): {"price": "$5.00"},
    }
    source = check(labels, page("$7.00"), page("$8.00", "$9.00"), folder=tmp_path)
    assert said_by(source, page("$2.00"), tmp_path) == {"price": ["$2.00"]}


# Names and texts that may be anything

ODD_NAMES = ("class", "a-b", "__init__", "html", "field", "价格", "ﬁn", "url", "self", "to.item")


def odd_page(number: int) -> str:
    return "".join(
        f"<p class='c{chr(97 + place)}'>v{place} {number}</p>" for place in range(len(ODD_NAMES))
    )


def odd_template() -> Template:
    return learnt(
        {
            odd_page(number): {name: f"v{place} {number}" for place, name in enumerate(ODD_NAMES)}
            for number in (1, 2)
        }
    )


@pytest.mark.parametrize("what", ["spider", "page-object", "both"])
def test_fields_may_be_called_anything(tmp_path: Path, what: What) -> None:
    template = odd_template()
    known = [Page(odd_page(number), "https://shop.example/") for number in (1, 2, 3)]
    source = module_of([ejected(template, known)], what)
    expected = {name: f"v{place} 7" for place, name in enumerate(ODD_NAMES)}
    if what == "spider":
        (item,) = spider_of(imported(source, tmp_path)).parse(response_of(odd_page(7)))
        assert item == expected
        return
    web_poet = pytest.importorskip("web_poet")
    module = imported(source, tmp_path)
    page = module.GoodsPage(web_poet.HttpResponse("https://shop.example/", odd_page(7).encode()))
    assert asyncio.run(page.to_item()) == expected
    assert str(page.url) == "https://shop.example/"
    if what == "both":

        async def items() -> list[Any]:
            return [item async for item in spider_of(module).parse(response_of(odd_page(7)))]

        assert asyncio.run(items()) == [expected]


def test_nothing_of_a_page_object_is_hidden() -> None:
    web_poet = pytest.importorskip("web_poet")
    from scrapy_treesim.templates.rules.module_code import RESERVED

    page = web_poet.WebPage(web_poet.HttpResponse("https://shop.example/", b""))
    public = {name for name in dir(page) if not name.startswith("_")}
    # What it looks for on a page, though it has nothing of the name by itself.
    asked = re.compile(r"""(?:has|get)attr\((?:self|page|owner|cls|obj), ["'](\w+)["']""")
    for file in Path(web_poet.__file__).parent.rglob("*.py"):
        public |= {one for one in asked.findall(file.read_text("utf-8")) if one[0] != "_"}
    assert "validate_input" in public
    assert public <= RESERVED


def test_no_page_object_has_the_name_of_another_class(tmp_path: Path) -> None:
    pytest.importorskip("web_poet")
    folders = ("web", "web", "a_b", "a__b", "ab")
    several = [
        replace(odd_template(), medoid=f"https://shop.example/{one}/1.html") for one in folders
    ]
    module = imported(module_of([*map(ejected, several)], "both"), tmp_path)
    classes = [name for name in vars(module) if name.endswith("Page") and name != "WebPage"]
    assert len(classes) == len(folders)
    assert all(issubclass(vars(module)[name], module.WebPage) for name in classes)


PLACES = (
    "#text[1]x", "text()[1]x", "text()[1]", "text()x", "text()", "p/text()[x]", "p[1", "p[1]]",
    "p[]", "p[x]", "[1]", "p/text()[1]/text()[2]", "p//text()[1]x", "p//p[1]x", "p//p[1]/text()[]",
    "p//", "p//body/p[2]", "p//body/p/p[1]/text()[1]",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_whatever_the_place_of_a_rule_it_is_ejected(place: str, tmp_path: Path) -> None:
    for kind in SIGNATURE_KINDS:
        rule = {"by": kind, "at": place, "weight": 1} | ({"words": "a"} if kind in WORDED else {})
        try:
            fields = {"it": FieldRules.from_json({"parts": [{"rules": [rule]}]})}
        except ValueError:
            continue
        template = replace(templates()[0], fields=fields)
        for known in ((), [Page("<p>a</p><p>b</p>")]):
            spider = spider_of(imported(module_of([ejected(template, known)]), tmp_path))
            assert len([*spider.parse(response_of("<p>a</p>"))]) == 1


HOSTILE = (
    "\nimport os\n", '"""', "'''", '"', "'", "\\", "\\N{", "#", "{x}", "%s", "\u2028", "\u202e",
    "\x0c", "\r", "\ud7ff", "*/", "]]>", "é", "名", "f'", ") or x(", "</script>",
)  # fmt: skip


def told_with(text: str) -> dict[str, Labels]:
    """Pages that say a text in a class and beside their values."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")

    def page(number: int) -> str:
        return (
            f'<div class="{escaped}x"><p><b>Is {escaped}:</b> <i>v{number} is</i></p></div>'
            f"<p>By {escaped} <a>Ann {number}</a></p><p>is w{number} {escaped} no</p>"
        )

    return {page(n): {"value": f"v{n} is", "by": f"Ann {n}", "other": f"w{n}"} for n in (1, 2)}


def modules_with(text: str) -> list[str]:
    """Code in which a text stands wherever one of a page or of a file of templates may stand."""
    labels = told_with(text)
    template = replace(
        learnt(labels), id=f"a{text}/1", site=f"no domain {text}", medoid=f"https://x/{text}/1/a"
    )
    known = [Page(html, f"https://x/{text}") for html in labels]
    both = [ejected(template, known)] * 2
    assert all(field.chains for one in both for field in one.fields)
    return [module_of(both, what) for what in WHAT]


@times(20)
@given(st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=6).map("".join))
def test_texts_of_pages_and_files_are_only_texts(text: str) -> None:
    known = names_in(Path(reading.__file__).read_text("utf-8"))
    for source, plain in zip(modules_with(text), modules_with(" x 1 "), strict=True):
        assert names_in(source) <= names_in(plain) | known
        assert [*map(type, ast.parse(source).body[:3])] == [*map(type, ast.parse(plain).body[:3])]


def test_elements_that_css_has_no_name_for_are_not_counted() -> None:
    htmls = [
        f"<div id=main><a.b>Name {n}</a.b><a.b>Price {n} EUR</a.b><p>all</p></div>"
        for n in range(3)
    ]
    template = learnt({html: {"price": f"Price {n} EUR"} for n, html in enumerate(htmls)})
    for known in ([], [Page(html) for html in htmls]):
        (field,) = eject_fields(template.fields, known)
        for chain in field.chains:
            for one in chain.selections:
                assert Selector(htmls[0]).css(css_of(one))


@times(20)
@given(st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=6).map("".join))
def test_odd_texts_select_what_they_should(text: str) -> None:
    labels = told_with(text)
    template = learnt(labels)
    known = [Page(html, "https://shop.example/goods/1.html") for html in labels]
    with TemporaryDirectory() as folder:
        source = module_of([ejected(template, known)])
        for html in labels:
            assert said_by(source, html, Path(folder)) == wanted(template, html)


def names_in(source: str) -> set[str]:
    """All that code calls by a name."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        for key in ("id", "attr", "name", "arg", "module"):
            if isinstance(value := getattr(node, key, None), str):
                found.add(value)
    return found


def test_a_page_that_would_cost_much_is_left_out() -> None:
    template = templates()[0]
    wide = product(1).replace("</main>", "<i></i>" * EXPENSIVE + "</main>")
    (name, _) = eject_fields(template.fields, [Page(wide), *pages("goods", product, range(3))])
    assert (name.right, name.asked) == (3, 3)
    (name, _) = eject_fields(template.fields, [Page(wide)])
    assert (name.asked, name.chains) == (0, ())


# Texts


def test_text_is_read_as_templates_read_it() -> None:
    assert {tags.NAMES[tag] for tag in INLINE} - {"<text>"} == reading.INLINE
    assert {tags.NAMES[tag] for tag in SILENT} == reading.SILENT
    assert set(map(ord, NO_WIDTH)) == reading.NO_WIDTH.keys()
    looked = 0
    for path in PAGES[::5]:
        page = Page(path.read_bytes())
        elements = [node for node, tag in enumerate(page.tree.tag) if tag != tags.TEXT]
        for node, element in zip(elements, page.root.iter("*"), strict=True):
            if page.tree.name(node) not in ("script", "style") and page.tree.size[node] < 200:
                said = " ".join(text_of(page.tree, node).split())
                assert reading.text_of(Selector(root=element, type="html")) == said
                looked += 1
    assert looked > 1000


# Several templates


def site_templates() -> Templates:
    """Products and posts, both with fields."""
    goods, news = templates()
    labels = {
        0: {"headline": "News 0", "day": "2024-05-01"},
        1: {"headline": "News 1", "day": "2024-05-02"},
    }
    (posts,) = learned([pages("news", post, range(20))], labels)
    return Templates((goods, replace(news, fields=posts.fields)))


@pytest.mark.waits
def test_the_spider_crawls(tmp_path: Path) -> None:
    """As anyone would run it, in a process that cannot have our package."""
    goods, news = site_templates()
    urls = []
    for name, html in (("goods", product(3)), ("news", post(5))):
        file = tmp_path / name / "page.html"
        file.parent.mkdir()
        file.write_text(html, "utf-8")
        urls.append(file.as_uri())
    together = [
        ejected(replace(goods, site="", medoid=urls[0]), pages("goods", product, range(5))),
        ejected(replace(news, site="", medoid=urls[1]), pages("news", post, range(5))),
    ]
    (tmp_path / "spider.py").write_text(module_of(together), "utf-8")
    done = subprocess.run(
        [sys.executable, *"-m scrapy runspider spider.py -O items.json -L ERROR".split()],
        cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    items = json.loads((tmp_path / "items.json").read_text("utf-8"))
    assert sorted(items, key=str) == sorted(
        [
            {"url": urls[0], "name": name_of(3), "price": price_of(3)},
            {"url": urls[1], "headline": "News 5", "day": "2024-05-06"},
        ],
        key=str,
    )


def all_kinds() -> Iterable[str]:
    goods, news = site_templates()
    known = pages("goods", product, range(5))
    for what in WHAT:
        yield module_of([ejected(goods, known)], what)
        yield module_of([ejected(goods), ejected(news)], what)
        yield module_of([ejected(odd_template(), [Page(odd_page(1))])], what)


@pytest.mark.waits
def test_the_code_is_clean(tmp_path: Path) -> None:
    for number, source in enumerate(all_kinds()):
        assert imports_of(source) <= {
            "__future__", "collections", "lxml", "parsel", "scrapy", "urllib", "web_poet"
        }  # fmt: skip
        (tmp_path / f"m{number}.py").write_text(source, "utf-8")
    assert compileall.compile_dir(tmp_path, quiet=1)
    ruff = shutil.which("ruff", path=f"{Path(sys.executable).parent}") or shutil.which("ruff")
    if ruff is None:
        pytest.skip("there is no ruff here")
    done = subprocess.run(
        [ruff, "check", "--isolated", "--no-cache", "--select", "E4,E7,E9,F,B,I,UP", tmp_path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


# The command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of two templates, one labelled, with their pages beside it."""
    save(tmp_path / "pages.jsonl", site())
    path = tmp_path / "t.json"
    assert run(tmp_path, "learn", "pages.jsonl", "-o", path, "--workers", "1").returncode == 0
    labels = examples(tmp_path, of_product(1), of_product(2))
    done = run(tmp_path, "label", path, "--examples", labels, "--pages", "pages.jsonl")
    assert done.returncode == 0, done.stderr
    return path


def test_the_command_prints_or_writes_the_same_code(file: Path) -> None:
    printed = run(file.parent, "eject", file, "--pages", "pages.jsonl")
    assert printed.stderr == f"{HOST}/1: name, price as the template on all of 20 pages\n"
    written = run(file.parent, "eject", file, "--pages", "pages.jsonl", "-o", "spider.py")
    assert (written.returncode, written.stdout) == (0, "")
    assert (file.parent / "spider.py").read_text("utf-8") == printed.stdout
    # What was ejected may be ejected again.
    again = run(file.parent, "eject", file, "--pages", "pages.jsonl", "-o", "spider.py")
    assert again.returncode == 0
    assert (file.parent / "spider.py").read_text("utf-8") == printed.stdout


def test_the_command_names_a_field_without_a_selector(file: Path) -> None:
    rules = FieldRules((Part((Rule(NodeSignature("second", "a", "Directed by")),)),))
    found = Templates.load(file)
    lacking = replace(found[0], fields={**found[0].fields, "director": rules})
    found.replaced(lacking).save(file)
    done = run(file.parent, "eject", file, "--pages", "pages.jsonl", "-o", "spider.py")
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [
            f"{HOST}/1: name, price as the template on all of 20 pages",
            f"{HOST}/1: no selector was found for director",
            "written to spider.py",
        ],
    )


def test_the_command_refuses_in_one_line(file: Path) -> None:
    folder = file.parent

    def refused_by(*options: str | Path) -> str:
        return told(run(folder, "eject", *options, "--pages", "pages.jsonl"))

    assert "eject wants --pages" in told(run(folder, "eject", file))
    assert "eject wants one file of templates" in refused_by()
    assert "no-file.json" in refused_by("no-file.json")
    assert "there is no template 'x/9'" in refused_by(file, "--template", "x/9")
    unlabelled = refused_by(file, "--template", f"{HOST}/2")
    assert unlabelled.endswith(f"the template {HOST}/2 has no fields yet: label gives it some")
    assert "no-pages" in told(run(folder, "eject", file, "--pages", "no-pages"))
    own = folder / "mine.py"
    own.write_text("print('mine')\n", "utf-8")
    refused = refused_by(file, "-o", "mine.py")
    assert refused.endswith("mine.py was not written by eject: give another --output")
    assert own.read_text("utf-8") == "print('mine')\n"
    assert "no-folder" in refused_by(file, "-o", "no-folder/spider.py")
    (folder / "a-folder").mkdir()
    assert "a-folder was not written by eject" in refused_by(file, "-o", "a-folder")
    if sys.platform != "win32":
        os.mkfifo(folder / "a-pipe")
        assert "a-pipe was not written by eject" in refused_by(file, "-o", "a-pipe")
    Templates(tuple(replace(one, fields={}) for one in Templates.load(file))).save(
        folder / "n.json"
    )
    assert "no template has fields yet: label gives them some" in refused_by("n.json")
