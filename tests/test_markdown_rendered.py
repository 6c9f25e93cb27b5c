"""Markdown of hostile pages does nothing, whatever common renderer makes HTML of it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Final, TypeAlias

import markdown as python_markdown
import mistune
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser
from test_markdown import markdown
from trees import examples

Render: TypeAlias = Callable[[str], str]

SCRIPT: Final = Path(__file__).parent / "renderers" / "render.js"
FOLDER: Final = Path(__file__).parents[1] / "build" / "renderers"
"""Where ``.ci/renderers.sh`` puts those of JavaScript."""
IN_JAVASCRIPT: Final = ("marked", "markdown-it.js")

MISTUNE: Final = mistune.create_markdown(escape=False)
MISTUNE_WITH_PLUGINS: Final = mistune.create_markdown(
    escape=False,
    plugins=[
        "strikethrough",
        "footnotes",
        "table",
        "url",
        "task_lists",
        "def_list",
        "abbr",
        "math",
    ],
)
PYTHON: Final[dict[str, Render]] = {
    "Python-Markdown": python_markdown.markdown,
    "Python-Markdown, code and tables": partial(
        python_markdown.markdown, extensions=["fenced_code", "tables"]
    ),
    "Python-Markdown, extra": partial(python_markdown.markdown, extensions=["extra"]),
    "markdown-it-py": MarkdownIt("commonmark").enable(["table", "strikethrough"]).render,
    "markdown-it-py, linkify": MarkdownIt(
        "gfm-like", {"html": True, "linkify": True, "typographer": True}
    ).render,
    "mistune": lambda source: str(MISTUNE(source)),
    "mistune, plugins": lambda source: str(MISTUNE_WITH_PLUGINS(source)),
}  # fmt: skip

ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        "html head body p h1 h2 h3 h4 h5 h6 ul li blockquote pre hr br strong em del s table thead "
        "tbody tr dl dt dd sup sub mark ins".split(),
        frozenset(),
    ),
    "ol": frozenset(("start",)),
    "code": frozenset(("class",)),
    "td": frozenset(("style", "align")),
    "th": frozenset(("style", "align")),
    "a": frozenset(("href",)),
    "img": frozenset(("src", "alt")),
    # A formula, of mistune's plugin.
    "span": frozenset(("class",)),
    "div": frozenset(("class",)),
}
"""The elements that Markdown is made into, with their attributes."""
SCHEMES: Final = frozenset(("", "http", "https", "ftp", "mailto", "tel"))


def harms(rendered: str) -> list[str]:
    """What HTML has that Markdown cannot be made into, or that runs something."""
    found = []
    for node in LexborHTMLParser(rendered).css("*"):
        allowed = ATTRIBUTES.get(node.tag or "")
        if allowed is None:
            found.append(f"<{node.tag}>")
            continue
        for name, value in node.attributes.items():
            is_address = name in ("href", "src")
            if name not in allowed or (is_address and _scheme(value or "") not in SCHEMES):
                found.append(f"<{node.tag} {name}={value!r}>")
    return found


def _scheme(address: str) -> str:
    squeezed = "".join(sign for sign in address if sign > " ")
    start, colon, _ = squeezed.partition(":")
    return start.lower() if colon and not {*start} & {*"/?#"} else ""


class Process:
    """A renderer of JavaScript."""

    def __init__(self, name: str) -> None:
        self._process = subprocess.Popen(
            ["node", "--input-type=module", "-e", SCRIPT.read_text(), name],
            cwd=FOLDER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, source: str) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{json.dumps(source)}\n")
        stdin.flush()
        rendered: str = json.loads(stdout.readline())
        return rendered

    def end(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module", params=[*PYTHON, *IN_JAVASCRIPT])
def renderer(request: pytest.FixtureRequest) -> Iterator[tuple[str, Render]]:
    name: str = request.param
    if name in PYTHON:
        yield name, PYTHON[name]
        return
    if shutil.which("node") is None or not (FOLDER / "node_modules" / "marked").exists():
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
    ):  # fmt: skip
        assert harms(harmful) != []


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
    if name == "Python-Markdown":
        pytest.skip("reads no fences")
    written = markdown(source)
    assert harms(render(written)) == [], written


def test_each_text_is_never_markup(renderer: tuple[str, Render]) -> None:
    name, render = renderer
    templates = [*BLOCKS.values(), *(() if name == "Python-Markdown" else CODE_BLOCKS.values())]
    for text in TEXTS:
        marked = [filled(mark, [escape(text)]) for mark in INLINE]
        for source in (filled(one, ["".join(marked)]) for one in templates):
            for written in (markdown(source), markdown(SETS_FORMULAS + source)):
                assert harms(render(written)) == [], written
