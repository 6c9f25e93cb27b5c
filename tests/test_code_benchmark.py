"""The figures of the code: counted as the benchmark says."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.code import Checkout, table

BRANCHING = '''
def some(a, b):
    """What comes of it."""
    if a and b or not a:
        return [x for x in b if x]
    elif b:
        for x in b:
            assert x
        else:
            return lambda: x
    try:
        return a if b else b

    except KeyError:
        return 0


class Found:
    """A thing."""
'''


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    package = tmp_path / "scrapy_treesim"
    package.mkdir()
    (package / "__init__.py").write_text("from scrapy_treesim.one import Found, some\n")
    (package / "one.py").write_text(BRANCHING)
    (package / "two.py").write_text("class Found:\n    pass\n")
    (package / "_three_cy.py").write_text("FOUR = 4\n")
    return Checkout(tmp_path)


def test_complexity_is_one_and_the_branches(checkout: Checkout) -> None:
    (function,) = [one for module in checkout.groups["package"] for one in module.functions]
    # if, and, or, for, if, elif, for, assert, else, lambda, conditional, except
    assert function.complexity == 13
    assert function.lines == 14
    assert function.positional == 2


def test_names_say_what_is_counted(checkout: Checkout) -> None:
    named = checkout.named()
    assert named["classes' names defined in more than one module"] == [
        "Found: scrapy_treesim/one.py, scrapy_treesim/two.py"
    ]
    assert named["public functions without a runnable example"] == ["some"]
    assert len(named["docstrings that open with What, Whether, How, Where"]) == 1
    assert not named["functions over 60 lines"]


def test_a_table_has_a_row_a_group_and_side(checkout: Checkout) -> None:
    lines = table({"before": checkout, "now": checkout})
    assert any(line.startswith("| package | now | 4 | ") for line in lines)
    assert sum(line.startswith("| package |") for line in lines) == 2
    assert "| kernels | 1 | 1 |" in lines
