"""Each public function has an example in its docstring, and the examples run."""

from __future__ import annotations

import doctest
import inspect
import sys
from collections.abc import Callable
from typing import Any

import pytest

import scrapy_treesim

FUNCTIONS: list[Callable[..., Any]] = [
    one
    for name in scrapy_treesim.__all__
    if name != "Addon" and inspect.isfunction(one := getattr(scrapy_treesim, name))
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_example_of_a_function_runs(function: Callable[..., Any]) -> None:
    names = {**vars(sys.modules[function.__module__])}
    (example,) = doctest.DocTestFinder(recurse=False).find(function, globs=names)
    runner = doctest.DocTestRunner()

    assert example.examples
    assert runner.run(example).failed == 0
