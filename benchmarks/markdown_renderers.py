"""Renderers that make HTML of Markdown, and what that HTML must not have."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import markdown as python_markdown
import mistune
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

Render: TypeAlias = Callable[[str], str]

SCRIPT: Final = Path(__file__).parent / "renderers" / "render.js"
FOLDER: Final = Path(__file__).parents[1] / "build" / "renderers"
"""The packages of JavaScript, where ``.ci/renderers.sh`` puts them."""
IN_JAVASCRIPT: Final = ("marked", "markdown-it.js")
WITHOUT_FENCES: Final = "Python-Markdown"
"""The renderer that knows no fences: only pages without blocks of code are safe in it."""

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
IN_PYTHON: Final[dict[str, Render]] = {
    WITHOUT_FENCES: python_markdown.markdown,
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


class Process:
    """A renderer of JavaScript: one process for all that it is asked."""

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
        """Render one document."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{json.dumps(source)}\n")
        stdin.flush()
        rendered: str = json.loads(stdout.readline())
        return rendered

    def end(self) -> None:
        """Let the process go."""
        self._process.communicate()


def has_javascript() -> bool:
    """Tell whether the renderers of JavaScript can be asked."""
    return shutil.which("node") is not None and (FOLDER / "node_modules" / "marked").exists()


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
_ALIGNMENT: Final = re.compile(r"text-align: ?\w+;?")
SCHEMES: Final = frozenset(("", "http", "https", "ftp", "mailto", "tel", "xmpp"))


def harms(rendered: str) -> list[str]:
    """What HTML has that Markdown cannot be made into, or that runs something."""
    found = []
    for node in LexborHTMLParser(rendered).css("*"):
        allowed = ATTRIBUTES.get(node.tag or "")
        if allowed is None:
            found.append(f"<{node.tag}>")
            continue
        for name, value in node.attributes.items():
            if _is_of_formula(node.tag or "", name, value):
                continue
            if name not in allowed or not _is_harmless(name, value or ""):
                found.append(f"<{node.tag} {name}={value!r}>")
    return found


def _is_of_formula(tag: str, name: str, value: str | None) -> bool:
    """Tell whether it is what attribute lists of Python-Markdown make of braces in TeX.

    Of ``_a_{i=1}`` these are names that HTML has not, or no values; of an empty group it is ``_``.
    """
    if tag not in ("em", "strong"):
        return name == "_" and not value
    return not value or value == name or not re.fullmatch("[a-z][a-z-]+", name)


def _is_harmless(name: str, value: str) -> bool:
    if name in ("href", "src"):
        return _scheme(value) in SCHEMES
    return name != "style" or _ALIGNMENT.fullmatch(value) is not None


def _scheme(address: str) -> str:
    squeezed = "".join(sign for sign in address if sign > " ")
    start, colon, _ = squeezed.partition(":")
    return start.lower() if colon and not {*start} & {*"/?#"} else ""
