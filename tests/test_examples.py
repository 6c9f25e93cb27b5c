"""Each public name has an example in its docstring, and the examples run."""

from __future__ import annotations

import ast
import doctest
import inspect
import sys
from pathlib import Path

import pytest

import scrapy_treesim

PUBLIC = {name: getattr(scrapy_treesim, name) for name in scrapy_treesim.__all__}
FLAG = "compiled"
"""Not an object with a docstring of its own."""


def docstring(name: str) -> str:
    if name != FLAG:
        return inspect.getdoc(PUBLIC[name]) or ""
    source = Path(scrapy_treesim.__file__).parent / "tree" / "walk.py"
    body = ast.parse(source.read_text("utf-8")).body
    texts = [node.value.value for node in body if isinstance(node, ast.Expr)
             and isinstance(node.value, ast.Constant)]  # fmt: skip
    return next(str(text) for text in texts if f">>> {FLAG}" in str(text))


@pytest.mark.parametrize("name", PUBLIC)
def test_the_example_of_a_public_name_runs(name: str) -> None:
    module = getattr(PUBLIC[name], "__module__", "scrapy_treesim.tree.walk")
    names = {**PUBLIC, **vars(sys.modules[module])}
    example = doctest.DocTestParser().get_doctest(docstring(name), names, name, None, 0)

    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
