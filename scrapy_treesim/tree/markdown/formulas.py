"""Formulas in text for typesetting scripts: TeX between dollars or brackets."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.markdown.escaping import escaped

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

# No pattern reads beyond the next sign of its own kind.
_FORMULA: Final = re.compile(
    r"\$\$(?P<display>[^$]+)\$\$"
    r"|(?<!\\)\\\[(?P<bracketed>(?:[^\\]|\\[^\[\]])+)\\\]"
    r"|(?<!\\)\\\((?P<inline>(?:[^\\]|\\[^()])+)\\\)"
    r"|(?P<lines>\\begin\{(?P<name>equation|align|gather|multline)(?P<star>\*?)\}"
    r"(?:[^\\]|\\(?!begin|end)|\\(?:begin|end)(?!\{(?:equation|align|gather|multline)))+"
    r"\\end\{(?P=name)(?P=star)\})"
    r"|(?<![\\$0-9A-Za-z])\$(?P<dollars>[^\s$](?:[^$]*[^\s$])?)\$(?![$0-9A-Za-z])"
)
_FORMS: Final = ("display", "bracketed", "inline", "lines", "dollars")
# Characters that a renderer of Markdown would read as markup inside a formula.
_IS_MARKUP: Final = re.compile(r"[`\n]|\]\(|<[A-Za-z/!?]|&(?:#|[0-9A-Za-z]{1,31};)")
# Python-Markdown reads attributes, such as handlers, in braces after these signs, unless the braces
# begin with an empty group.
_BRACE: Final = re.compile(r"(?:\A|(?<=[*_ ]))\{")
_MAY_BE_ATTRIBUTE: Final = re.compile(r"(?<![\\\w-])[\w-]{2,}=|[{ :][.#]\w|=[\"']")
_ESCAPE: Final = re.compile(r"\\.")
_TYPESETTERS: Final = (b"mathjax", b"katex")
_MAY_LOAD: Final = bytes(name in ("script", "link") for name in tags.NAMES)
_IS_SCRIPT: Final = bytes(name == "script" for name in tags.NAMES)
_TEX: Final = b"math/tex"
MAX_SCRIPT_BYTES: Final = 20_000
"""Largest number of bytes searched in a script."""


def sets_formulas(tree: PageTree) -> bool:
    """Tell whether a page loads MathJax or KaTeX, which typeset TeX."""
    loading = nodes_of(tree.tag, _MAY_LOAD)
    addresses = (tree.get(node, "src") or tree.get(node, "href") or "" for node in loading)
    texts = chain((text[:MAX_SCRIPT_BYTES] for _, text in tree.scripts), map(str.encode, addresses))
    return any(name in text for text in map(bytes.lower, texts) for name in _TYPESETTERS)


def formulas_of_scripts(tree: PageTree) -> dict[int, str]:
    """Return the formulas in scripts of the type ``math/tex``, by the script's node.

    Formulas already typeset by a browser are left out: the script then follows the result.
    """
    if not any(kind.startswith(_TEX) for kind, _ in tree.scripts):
        return {}
    formulas: dict[int, str] = {}
    nodes = nodes_of(tree.tag, _IS_SCRIPT)
    for node, (kind, text) in zip(nodes, tree.scripts, strict=False):
        formula = " ".join(text.decode("utf-8", "replace").split()) if kind.startswith(_TEX) else ""
        if (written := _written(formula, b"display" not in kind)) and not _is_set(tree, node):
            formulas[node] = written
    return formulas


def _written(formula: str, is_inline: bool) -> str:
    """Return the formula between dollars, with no meaning as markup, or empty if it has one."""
    formula = formula.strip().replace("]:", "] :")
    if not formula or _IS_MARKUP.search(formula):
        return ""
    braces = _ESCAPE.sub("", formula)
    # If the last brace is open, the attributes may be in the text after the formula.
    if _MAY_BE_ATTRIBUTE.search(formula) or braces.rfind("{") > braces.rfind("}"):
        formula = _BRACE.sub("{{}", formula)
    sign = "$" if is_inline else "$$"
    return f"{sign}{formula}{sign}"


def _is_set(tree: PageTree, node: int) -> bool:
    """Tell whether the element right before is the formula typeset by a browser."""
    before = node - 1
    while before > tree.parent[node] and tree.parent[before] != tree.parent[node]:
        before = tree.parent[before]
    return (
        before > tree.parent[node]
        and tree.text_chars(before) > 0
        and "MathJax" in (tree.get(before, "class") or "")
    )


def escaped_beside_formulas(text: str, at_start: bool) -> str:
    """Escape the markup in a text, except in its formulas, written between dollars."""
    if "$" not in text and "\\" not in text:
        return escaped(text, at_start)
    pieces, done = [], 0
    for match in _FORMULA.finditer(text):
        is_inline = bool(match["inline"] or match["dollars"])
        written = _written(next(filter(None, match.group(*_FORMS))), is_inline)
        if not written:
            continue
        if match.start() > done:
            pieces.append(escaped(text[done : match.start()], at_start and not done))
        pieces.append(written)
        done = match.end()
    if done < len(text):
        pieces.append(escaped(text[done:], at_start and not done))
    return "".join(pieces)
