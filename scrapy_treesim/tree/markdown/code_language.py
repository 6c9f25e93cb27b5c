"""Language of a block of code, by the classes of syntax highlighters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.tree.page_tree import PageTree

MAX_LEVELS: Final = 6
"""Largest number of elements around a block of code, itself included, with a class for its
language: a table with line numbers has five."""
MAX_CHARS: Final = 500
"""Largest number of characters read of a class attribute."""

_CODE: Final = tags.NUMBER["code"]
_PREFIXED: Final = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|src)-([\w.#+-]+)"
    r"|(?:^|\s)brush:\s*([\w.#+-]+)",
    re.I,
)
_MARKED: Final = frozenset("highlight hljs sourcecode prettyprint code-block codehilite".split())
"""Classes beside which another class can be the name of a language."""
_LANGUAGES: Final = frozenset(
    "ada apache applescript arduino asciidoc asm assembly awk bash basic batch bat bibtex c c# c++"
    " cc clojure cmake cobol coffeescript common-lisp console cpp cs csharp css csv cuda d dart"
    " delphi diff django docker dockerfile dos dot elisp elixir elm erlang f# fish fortran fsharp"
    " gcode gherkin git glsl go golang gradle graphql groovy haml handlebars haskell hcl hlsl html"
    " http ini ipython ipython3 java javascript jinja js json json5 jsonc jsx julia kotlin kt latex"
    " less liquid lisp lua make makefile markdown mathematica matlab md mermaid mysql nginx nim nix"
    " objc objective-c objectivec ocaml pascal perl php plsql postgresql powershell prolog"
    " properties protobuf ps1 puppet py python python3 r racket razor rb regex rst ruby rust sass"
    " scala scheme scss sh shell shellsession sml solidity sql stylus svelte swift tcl terraform"
    " tex thrift toml ts tsx twig typescript v vala vb vbnet verilog vhdl vim vue wasm xhtml xml"
    " yaml yml zig zsh".split()
)
_NONE: Final = frozenset(
    "auto code default fallback highlight no nohighlight none undefined".split()
)


def code_language(tree: PageTree, node: int, stop: int) -> str:
    """Return the language of a block of code by its classes, in lower case; empty without one.

    The classes are of the block, of the first ``code`` in it before ``stop``, and of elements
    around it without other text: ``language-x`` and ``lang-x``, ``highlight-x`` (Sphinx),
    ``highlight-source-x`` (GitHub), ``src-x`` (Org), ``brush: x``, and ``x`` beside ``highlight``
    (Hexo), ``hljs`` or ``sourceCode`` (Pandoc).
    """
    for element in _around(tree, node, stop):
        classes = tree.get(element, "class")
        language = _language_of(classes[:MAX_CHARS].lower()) if classes else ""
        if language:
            return language
    return ""


def _around(tree: PageTree, node: int, stop: int) -> Iterator[int]:
    yield from (inner for inner in range(node, stop) if tree.tag[inner] == _CODE)
    chars = tree.text_chars(node)
    for _ in range(MAX_LEVELS):
        yield node
        node = tree.parent[node]
        if node < 0 or tree.text_chars(node) > 2 * chars + 100:
            return


def _language_of(classes: str) -> str:
    for match in _PREFIXED.finditer(classes):
        language = match[1] or match[2]
        if language not in _NONE:
            return language
    names = classes.split()
    if not _MARKED.isdisjoint(names):
        return next((name for name in names if name in _LANGUAGES), "")
    return ""
