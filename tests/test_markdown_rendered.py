"""Markdown of hostile pages does nothing, whatever common renderer makes HTML of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache, partial
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_markdown import markdown
from trees import examples

from benchmarks import markdown_rendered as command
from benchmarks.hostile_markdown import LIVE, hostile_page
from benchmarks.markdown_renderers import (
    IN_JAVASCRIPT,
    IN_PYTHON,
    WITHOUT_FENCES,
    Process,
    Render,
    harms,
    has_javascript,
)


@pytest.fixture(scope="module", params=[*IN_PYTHON, *IN_JAVASCRIPT])
def renderer(request: pytest.FixtureRequest) -> Iterator[tuple[str, Render]]:
    name: str = request.param
    if name in IN_PYTHON:
        yield name, IN_PYTHON[name]
        return
    if not has_javascript():
        pytest.skip("needs node, and the packages that .ci/renderers.sh installs")
    process = Process(name)
    yield name, process
    process.end()


def test_harm_is_seen() -> None:
    safe = '<p>a <a href="http://e.x">b</a> <img src="/i" alt="c"> &lt;script></p>'
    assert harms(safe) == []
    for harmful in (
        "<img src=x onerror=x()>", "<script>x</script>", "<a href=' java\nscript:x'>a</a>",
        "<iframe></iframe>", "<b>a</b>", "<p onclick=x>a", "<img src=data:x>", "<a title=x>a</a>",
        "<em onclick='x'>a</em>", "<table><td style='background: url(x)'>a</table>",
        "<a href='&#1;java&Tab;script:x'>a</a>",
    ):  # fmt: skip
        assert harms(harmful) != []


@pytest.mark.parametrize("text", [*LIVE, "[a](javascript:alert)", "![a](javascript:alert)"])
def test_what_is_not_escaped_is_live(renderer: tuple[str, Render], text: str) -> None:
    name, render = renderer
    if text[0] in "![" and name.startswith(("markdown-it", "mistune")):
        pytest.skip("refuses such addresses")
    assert harms(render(f"A ship {text}")) != []


# Text and addresses

TAG = "<img src=x onerror=alert(1)>"
TEXTS = [
    TAG,
    "<script>alert(1)</script>",
    "</p><iframe src=javascript:alert(1)>",
    "<!--><div onclick=x>",
    "<?x " + TAG,
    "<![CDATA[" + TAG,
    "&lt;img src=x onerror=alert(1)&gt;",
    "&amp;lt;img src=x onerror=alert(1)&amp;gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    f"http://x.example/{TAG}",
    f"www.example.com/{TAG}",
    f"a@b.example{TAG}",
    f"<http://x.example/{TAG}",
    "<javascript:alert(1)>",
    f"`{TAG}`",
    f"```\n{TAG}\n```",
    f"``{TAG}`",
    f"\\`{TAG}\\`",
    f"\\\\{TAG}",
    "[a](javascript:alert(1))",
    "http://x.example/[a http://y.example/](javascript:alert(1))",
    "![a](data:text/html,<script>alert(1)</script>)",
    "[a]: javascript:alert(1)",
    "[a]",
    f"*[a]: {TAG}",
    f"[^a]: {TAG}",
    "[a](http://x 'b' onclick='x')",
    f"$a {TAG} b$",
    f"$$ {TAG} $$",
    "$$",
    f"\\({TAG}\\)",
    f"\\[a {TAG} b\\]",
    f"\\begin{{align}}{TAG}\\end{{align}}",
    "$a_b*c$", "$a < b$", "\\(a[b](c)\\)", "\\[", "\\]", "\\(", "\\)", "$$a$$",
    "{: onclick=alert(1) }",
    "{onclick=alert(1)}",
    "a {onclick=alert(1)}",
    f"| a | {TAG}",
    "| --- | --- |",
    f"a\\| {TAG}",
    "---", "===", "~~~", ": a", "#", "- a", "1. a", "> a", "\t" + TAG, "    " + TAG,
    "&", "<", "lt;", "img src=x onerror=alert(1)>", "\\", "`", "!", "[", "](javascript:alert(1))",
    "http:", "//x.example/", "http://x.example/", "www.", "x.example/", "$", " ", "\n\n", "\n",
    "\x02klzzwxh:0000\x03", "\x0242\x03", "klzzwxh:0000", "\u2028", "\x85", "\xa0",
    "_", "*", "**", "~~", "==", "++", "^", '"', "'", "(", ")",
]  # fmt: skip

ADDRESSES = [
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "&#106;avascript:alert(1)",
    "&amp;#106;avascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "/a) onclick=x (",
    "/a'onmouseover='alert(1)",
    '/a"onmouseover="alert(1)',
    "/a \"b\" onclick='x'",
    f"/{TAG}",
    f"/&lt;{TAG[1:]}",
    "/a`",
    "/\\",
    "/|",
    "/{onclick=x}",
    "//x.example/](javascript:alert(1))",
    "http://x.example/_*_",
    "mailto:a@b.example",
]

BLOCKS: dict[str, str] = {
    "p": "<p>{}</p>",
    "p, break": "<p>a<br>{}<br>{}</p>",
    "heading": "<h2>{}</h2>",
    "item": "<ul><li>{}</ul>",
    "items": "<ol><li>a<ul><li>{}<p>{}</ul><li>b</ol>",
    "quotation": "<blockquote>{}<p>{}</blockquote>",
    "term": "<dl><dt>{}<dd>{}</dl>",
    "table": "<table><caption>{}</caption><tr><td>{}<td>{}<tr><td>a<td>{}</table>",
}
CODE_BLOCKS: dict[str, str] = {
    "pre": "<pre>{}</pre>",
    "pre, language": "<pre><code class='language-html'>{}\n\n{}</code></pre>",
    "pre in an item": "<ol><li>a<pre>{}\n\n{}</pre>b<li>{}</ol>",
    "pre first in an item": "<ul><li><pre>{}\n{}</pre><ul><li><pre>{}</pre>b</ul></ul>",
    "pre in a quotation": "<blockquote>a<pre>{}\n\n{}</pre></blockquote>",
    "lines": "<pre>a<br>{}<br><br>{}</pre>",
}
INLINE = ["{}", "{}", "<code>{}</code>", "<b>{}</b>", "<i>{}</i>", "<a href='{}'>{}</a>",
          "<img src='{}' alt='{}'>", "<kbd>{}</kbd>",
          "<script type=math/tex>{}</script>", "<script type='math/tex; mode=display'>{}</script>",
          "<math><annotation encoding='application/x-tex'>{}</annotation></math>"]  # fmt: skip


def filled(template: str, parts: list[str]) -> str:
    """A template with the parts in its gaps, in turn."""
    gaps = template.count("{}")
    return template.format(*[parts[i % len(parts)] for i in range(gaps)])


ANY_TEXT = st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3).map("".join).map(escape)
ANY_ADDRESS = st.one_of(st.sampled_from(ADDRESSES), ANY_TEXT).map(partial(escape, quote=True))


@st.composite
def inline(draw: st.DrawFn) -> str:
    """A run of hostile text with marks."""
    written = []
    for template in draw(st.lists(st.sampled_from(INLINE), min_size=1, max_size=4)):
        parts = [draw(ANY_TEXT)]
        if template.count("{}") == 2:
            parts.insert(0, draw(ANY_ADDRESS))
        written.append(filled(template, parts))
    return draw(st.sampled_from(["", "", " "])).join(written)


SETS_FORMULAS = "<script src=/mathjax.js></script>"


def sources(blocks: dict[str, str]) -> st.SearchStrategy[str]:
    """Pages with hostile text in each place, of which some set the formulas in it."""
    block = st.builds(
        filled, st.sampled_from([*blocks.values()]), st.lists(inline(), min_size=1, max_size=3)
    )
    body = st.lists(block, min_size=1, max_size=3).map("".join)
    return st.builds(str.__add__, st.sampled_from(["", SETS_FORMULAS]), body)


@examples(80)
@given(source=sources(BLOCKS))
def test_text_of_a_page_is_never_markup(renderer: tuple[str, Render], source: str) -> None:
    _, render = renderer
    written = markdown(source)
    assert harms(render(written)) == [], written


@examples(80)
@given(source=sources(BLOCKS | CODE_BLOCKS))
def test_code_of_a_page_is_never_markup(renderer: tuple[str, Render], source: str) -> None:
    name, render = renderer
    if name == WITHOUT_FENCES:
        pytest.skip("reads no fences")
    written = markdown(source)
    assert harms(render(written)) == [], written


@cache
def hostile_documents() -> list[str]:
    """What the pages of :mod:`benchmarks.markdown_rendered` become, a few of them."""
    return [written for number in range(60) for _, written in command.documents(1, number)]


def test_documents_and_chunks_of_hostile_pages_run_nothing(renderer: tuple[str, Render]) -> None:
    name, render = renderer
    if name == WITHOUT_FENCES:
        pytest.skip("reads no fences")
    assert len(hostile_documents()) > 120
    for written in hostile_documents():
        assert harms(render(written)) == [], written


def test_a_hostile_page_is_told_by_its_seed_and_number() -> None:
    pages = [hostile_page(1, number) for number in range(20)]
    assert [hostile_page(1, number) for number in range(20)] == pages
    assert len({*pages, *(hostile_page(2, number) for number in range(20))}) == 40


def test_the_command_fails_where_a_renderer_runs_something(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["markdown_rendered", "--count", "3", "--workers", "0"])
    monkeypatch.setattr(command, "names", lambda: ["mistune"])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 0
    assert "0 pages do something" in capsys.readouterr().out
    monkeypatch.setattr(command, "documents", lambda seed, number: [("markdown()", LIVE[number])])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 1
    written = capsys.readouterr().out
    assert LIVE[2] in written
    assert "3 pages do something" in written


def test_each_text_is_never_markup(renderer: tuple[str, Render]) -> None:
    name, render = renderer
    templates = [*BLOCKS.values(), *(() if name == WITHOUT_FENCES else CODE_BLOCKS.values())]
    for text in TEXTS:
        marked = [filled(mark, [escape(text)]) for mark in INLINE]
        for source in (filled(one, ["".join(marked)]) for one in templates):
            for written in (markdown(source), markdown(SETS_FORMULAS + source)):
                assert harms(render(written)) == [], written
