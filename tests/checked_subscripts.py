"""Kernels as plain Python in which an index below 0 is an error, as it is where they are compiled.

Python takes such an index from the end without a word, so that a kernel run as it stands proves
nothing of its bounds. Here every subscript of its source asks first; dictionaries may have any key.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ASKS = "_index_asked"


def asked(holder: object, index: Any) -> Any:
    """The index, unless it counts from the end.

    Raises:
        IndexError: it does.
    """
    if index.__class__ is int:
        if index < 0 and not isinstance(holder, Mapping):
            raise IndexError(f"index {index} counts from the end")
    elif index.__class__ is slice:
        asked(holder, index.start)
        asked(holder, index.stop)
    return index


class _Asking(ast.NodeTransformer):
    """``a[i]`` becomes ``a[asked(a, i)]``; types in annotations stay."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        index = node.slice
        # What is written down as -1 is meant.
        if isinstance(getattr(index, "operand", index), ast.Constant):
            return node
        if isinstance(index, ast.Slice):
            none = ast.Constant(None)
            bounds = [index.lower or none, index.upper or none]
            if isinstance(node.ctx, ast.Del) or index.step:
                return node
            index = ast.Call(ast.Name("slice", ast.Load()), bounds, [])
        holder = ast.copy_location(_loaded(node.value), node.value)
        asking = ast.Call(ast.Name(ASKS, ast.Load()), [holder, index], [])
        node.slice = asking
        return ast.fix_missing_locations(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        return node


def _loaded(holder: ast.expr) -> ast.expr:
    """The same expression once more, to be read."""
    copied = ast.parse(ast.unparse(holder), mode="eval").body
    for inner in ast.walk(copied):
        ast.copy_location(inner, holder)
    return copied


class AskingLoader(SourceFileLoader):
    """Loads a module's source with all its subscripts asked."""

    def source_to_code(  # type: ignore[override]
        self, data: bytes, path: str, *, _optimize: int = -1
    ) -> CodeType:
        """The code of the changed source."""
        tree = _Asking().visit(ast.parse(data, path))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def get_code(self, fullname: str) -> CodeType:
        """Never that of a bytecode file: it would be of the source as it stands."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def exec_module(self, module: ModuleType) -> None:
        """Run it, with the question in its names."""
        setattr(module, ASKS, asked)
        super().exec_module(module)


class _Kernels(MetaPathFinder):
    """Finds the kernels that are plain Python."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not (fullname.startswith("scrapy_treesim.") and fullname.endswith("_cy")):
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None or Path(spec.origin).suffix != ".py":
            return None
        spec.loader = AskingLoader(fullname, spec.origin)
        return spec


def ask_in_kernels() -> None:
    """Load all kernels so that are imported from now on and are not compiled."""
    assert not any(name.startswith("scrapy_treesim.") for name in sys.modules)
    sys.meta_path.insert(0, _Kernels())
