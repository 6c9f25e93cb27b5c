"""What is written for Cython: copies of kernels, and declarations of what they share."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import pytest

from build_support.kernel_sources import (
    Kernel,
    enumeration,
    kernel_paths,
    write_sources,
    write_tables,
)

SOURCE = '''"""A kernel."""

from array import array
from math import exp, log

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.one._table_cy import (
    Table,
    write,
)
from scrapy_treesim.one.constants import LEAST


@cython.final
class Reader:
    table: Table
    _page: Page

    def __init__(self, numbers: Ints, word: str | None) -> None:
        self.numbers = numbers
        self.word = word
        self.count: cython.uint = 0
        self._rest = [1]

    @cython.ccall
    def read(self, names: list[str], at: cython.int = 0) -> cython.void:
        pass

    def _next(self) -> cython.bint:
        return True

    def python(self) -> int:
        return 0


@cython.cfunc
@cython.inline
@cython.exceptval(-1, check=False)
def size(text: Bytes, at: cython.Py_ssize_t) -> cython.int:
    return 0


@cython.locals(i=cython.int)
def _sum(numbers: Ints) -> cython.double:
    return exp(len(numbers))


def all_of(numbers: list[int]) -> int:
    return 0
'''
SHARED = {"scrapy_treesim.one._table_cy": {"Table"}}


@pytest.fixture
def kernel() -> Kernel:
    return Kernel(Path("scrapy_treesim/two/_reader_cy.py"), SOURCE)


def test_the_header_declares_classes_and_marked_functions_of_c(kernel: Kernel) -> None:
    assert kernel.declarations(SHARED).splitlines() == [
        "cimport cython",
        "from scrapy_treesim._cython cimport Bytes, Ints",
        "from scrapy_treesim.one._table_cy cimport Table",
        "@cython.final",
        "cdef class Reader:",
        "    cdef readonly Table table",
        "    cdef object _page",
        "    cdef readonly Ints numbers",
        "    cdef readonly str word",
        "    cdef readonly unsigned int count",
        "    cdef object _rest",
        "    cpdef void read(self, list names, int at=*) except *",
        "    cdef bint _next(self)",
        "cdef inline int size(Bytes text, Py_ssize_t at) except -1",
    ]
    assert kernel.shared == {"Reader", "size"}


def test_the_copy_differs_in_imports_decorators_and_generic_parameters(kernel: Kernel) -> None:
    copy, source = kernel.copy(SHARED).splitlines(), SOURCE.splitlines()

    assert len(copy) == len(source)
    changes = {old: new for old, new in zip(source, copy, strict=True) if old != new}
    table = "scrapy_treesim.one._table_cy"
    constants = "from scrapy_treesim.one.constants import LEAST"
    types = "from scrapy_treesim._cython import Bytes, Ints"
    assert changes == {
        "from math import exp, log": "from cython.cimports.libc.math import exp, log",
        "from scrapy_treesim import _cython as cython": "import cython",
        types: types.replace("from ", "from cython.cimports."),
        f"from {table} import (": f"from {table} import write; "
        f"from cython.cimports.{table} import Table",
        "    Table,": "",
        "    write,": "",
        ")": "",
        constants: constants.replace("from ", "from cython.cimports."),
        "@cython.final": "",
        "    @cython.ccall": "",
        "    def read(self, names: list[str], at: cython.int = 0) -> cython.void:": "    def read("
        "self, names: list, at: cython.int = 0) -> cython.void:",
        "@cython.cfunc": "",
        "@cython.inline": "",
        "@cython.exceptval(-1, check=False)": "",
        "": "@cython.cfunc",
    }
    private = copy.index("@cython.locals(i=cython.int)")
    assert copy[private - 2 : private] == ["", "@cython.cfunc"]


def test_constants_are_those_in_capitals() -> None:
    values = {"__doc__": "Numbers.", "FIRST": 1, "LAST_BIT": 1 << 9, "width": 3}

    assert enumeration(values) == "cdef enum:\n    FIRST = 1\n    LAST_BIT = 512\n"


def test_tables_are_modules_of_their_positions(tmp_path: Path) -> None:
    upper, lower = IntEnum("Upper", "CHARS WORDS", start=0), IntEnum("Lower", "WORDS", start=0)
    values = {"IntEnum": IntEnum, "Upper": upper, "Lower": lower, "WIDTH": 2, "Name": 3}

    assert {*write_tables(tmp_path, values)} == {"Upper", "Lower", "WIDTH"}
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "__init__.pxd": "cdef enum:\n    WIDTH = 2\n",
        "Upper.pxd": "cdef enum:\n    CHARS = 0\n    WORDS = 1\n",
        "Lower.pxd": "cdef enum:\n    WORDS = 0\n",
    }


def test_what_has_not_changed_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent)
    write_sources(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.p*")}
    path = tmp_path / kernel_paths()[0]
    path.write_text("")

    write_sources(tmp_path)

    changed = {name for name, time in times.items() if name.stat().st_mtime_ns != time}
    assert changed == {path}
    assert {*kernel_paths()} <= {name.relative_to(tmp_path) for name in times}
