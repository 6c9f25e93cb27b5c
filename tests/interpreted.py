"""The package once more, its kernels as plain Python, to be compared with the compiled one."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from math import isclose
from pathlib import Path
from types import ModuleType
from typing import Any

from checked_subscripts import AskingLoader
from lxml import etree

import scrapy_treesim

PACKAGE = Path(scrapy_treesim.__file__).parent
KERNELS = {
    ".".join(("scrapy_treesim", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("_*_cy.py"))
}
"""The source of every kernel, by the name of its module."""
LAYERS = "scrapy_treesim.network._layers_cy"
"""The kernel that both copies share: its floats of 32 bits are compared by themselves."""

_modules: dict[str, ModuleType] = {}


class _Sources(MetaPathFinder):
    """Finds the source of a kernel where a compiled one lies beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in KERNELS or fullname == LAYERS:
            return None
        source = str(KERNELS[fullname])
        return spec_from_file_location(fullname, source, loader=AskingLoader(fullname, source))


def _imported() -> dict[str, ModuleType]:
    return {name: sys.modules[name] for name in sys.modules if name.split(".")[0] == PACKAGE.name}


def _replace(modules: Mapping[str, ModuleType]) -> None:
    for name in _imported():
        del sys.modules[name]
    sys.modules.update(modules)


@contextmanager
def interpreted() -> Iterator[None]:
    """Let the package's names mean the copy whose kernels are plain Python, subscripts checked."""
    _modules.setdefault(LAYERS, import_module(LAYERS))
    compiled, finder = _imported(), _Sources()
    _replace(_modules)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _modules.update(_imported())
        _replace(compiled)


def module(name: str) -> Any:
    """A module of the package, of the copy in use."""
    return import_module(f"scrapy_treesim.{name}" if name else "scrapy_treesim")


def plain(value: Any) -> Any:
    """A finding as what both copies share: no class of the package is left in it."""
    if type(value).__name__ == "Page" or isinstance(value, etree._Element):
        return None
    if is_dataclass(value):
        compared = [one.name for one in fields(value) if one.compare]
        return [type(value).__name__, *(plain(getattr(value, name)) for name in compared)]
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, array, memoryview)):
        return [plain(one) for one in value]
    if hasattr(value, "nbytes"):
        return list(memoryview(value))
    return value


def assert_alike(one: Any, other: Any) -> None:
    """Compare plain values: floats nearly, as a compiler may fuse sums, and all else exactly."""
    if isinstance(one, dict) and isinstance(other, dict):
        assert list(one) == list(other)
        one, other = list(one.values()), list(other.values())
    if isinstance(one, list) and isinstance(other, list):
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            assert_alike(first, second)
    elif isinstance(one, float) and isinstance(other, float):
        assert isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    else:
        assert one == other
