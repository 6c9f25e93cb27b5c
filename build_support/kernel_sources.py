"""Source files for Cython, written from the ``_*_cy.py`` kernels.

A kernel is Python with types of C as annotations. Cython also requires declarations of what kernels
share, in a ``.pxd``, and its own form of imports. ``python -m build_support.kernel_sources FOLDER``
writes both for all kernels, as the build does.
"""

from __future__ import annotations

import ast
import re
import runpy
import sys
from collections.abc import Iterator, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Final, TypeAlias, TypeGuard

PACKAGE: Final = Path("scrapy_treesim")
TYPES: Final = f"{PACKAGE}._cython"
"""Module of the arrays' types, with a ``.pxd`` beside it."""
TABLES: Final = "inputs.py", "features.py"
"""Modules with tables of features, which import nothing of the package: for each class of
``IntEnum`` kernels get its members' positions, and the module's other numbers in capitals."""
C_NAMES: Final = {
    "uint": "unsigned int",
    "uchar": "unsigned char",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
}
"""Types of C that have another name in the module ``cython``."""
BUILT_IN: Final = frozenset("str bytes bytearray list dict set tuple".split())

_DECLARED: Final = re.compile(r"cython\.(cclass|final|cfunc|ccall|inline|exceptval)")
"""Decorators in place of which the ``.pxd`` has the word."""

Declared: TypeAlias = "ast.ClassDef | ast.FunctionDef"
Shared: TypeAlias = "dict[str, set[str]]"
"""The names of each kernel's classes and marked functions of C, which others may import."""


def kernel_paths() -> list[Path]:
    """Return the paths of all kernels in the current folder's package."""
    return sorted(PACKAGE.rglob("_*_cy.py"))


def module_name(path: Path) -> str:
    """Return the dotted name of a module."""
    return ".".join(path.with_suffix("").parts)


def write_sources(folder: Path) -> None:
    """Write the copy and the ``.pxd`` of each kernel, and those of constants and of tables."""
    types = PACKAGE / "_cython.pxd"
    write_if_changed(folder / types, types.read_text())
    for path in PACKAGE.rglob("constants.py"):
        declared = enumeration(runpy.run_path(str(path)))
        write_if_changed(folder / path.with_suffix(".pxd"), declared)
    kernels = [Kernel(path, path.read_text()) for path in kernel_paths()]
    shared = {kernel.name: kernel.shared for kernel in kernels}
    for path in (path for name in TABLES for path in PACKAGE.rglob(name)):
        values = runpy.run_path(str(path))
        shared[module_name(path)] = {*write_tables(folder / path.with_suffix(""), values)}
    for kernel in kernels:
        write_if_changed(folder / kernel.path, kernel.copy(shared))
        write_if_changed(folder / kernel.path.with_suffix(".pxd"), kernel.declarations(shared))
        for parent in kernel.path.parents[:-1]:
            write_if_changed(folder / parent / "__init__.py", "")


def write_if_changed(path: Path, text: str) -> None:
    """Write a file unless it has this text already: Cython compiles newer files again."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_tables(folder: Path, values: Mapping[str, object]) -> Iterator[str]:
    """Write a package of ``.pxd`` in place of a module; yield the names that kernels may import.

    Each table is a module of constants there, so that two of them may have members of one name.
    """
    numbers = {
        name: value for name, value in values.items() if name.isupper() and type(value) is int
    }
    write_if_changed(folder / "__init__.pxd", enumeration(numbers))
    yield from numbers
    for name, table in values.items():
        if isinstance(table, type) and issubclass(table, IntEnum) and len(table) > 0:
            positions = {member: item.value for member, item in table.__members__.items()}
            write_if_changed(folder / f"{name}.pxd", enumeration(positions))
            yield name


def enumeration(values: Mapping[str, object]) -> str:
    """Declare the values with names in capitals as constants of C."""
    lines = [f"    {name} = {value}" for name, value in values.items() if name.isupper()]
    return "\n".join(["cdef enum:", *lines, ""]) if lines else ""


class Kernel:
    """A kernel's source, and what Cython reads in its place.

    Functions of C are those marked so, for all kernels, and those whose names begin with an
    underscore, for their own. All classes are of C, with the fields that are annotated in them or
    set in ``__init__``: of the type annotated there, else of that of the parameter they are set to.
    """

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.name = module_name(path)
        self.lines = source.split("\n")
        body = ast.parse(source).body
        self.imports = [node for node in body if isinstance(node, ast.ImportFrom)]
        self.classes = [node for node in body if isinstance(node, ast.ClassDef)]
        functions = [node for node in body if is_of_c(node)]
        self.functions = [node for node in functions if is_marked(node)]
        self.private = [node for node in functions if not is_marked(node)]
        self.methods = [node for owner in self.classes for node in owner.body if is_of_c(node)]
        self.shared = {node.name for node in self.classes} | {f.name for f in self.functions}

    def copy(self, shared: Shared) -> str:
        """Return the source with Cython's imports, and without what the ``.pxd`` declares."""
        lines = list(self.lines)
        # Errors refer to lines, so all lines stay where they are.
        for statement in self.imports:
            lines[statement.lineno - 1] = import_for_cython(statement, shared)
            for further in range(statement.lineno, statement.end_lineno or 0):
                lines[further] = ""
        for function in self.private:
            first = min([function.lineno, *(node.lineno for node in function.decorator_list)])
            # In the blank line before it.
            lines[first - 2] = "@cython.cfunc"
        declared: list[Declared] = [*self.classes, *self.methods, *self.functions]
        for node in declared:
            for decorator in node.decorator_list:
                if _DECLARED.match(ast.unparse(decorator)):
                    lines[decorator.lineno - 1] = ""
        for function in (*self.methods, *self.functions):
            for argument in reversed(function.args.args):
                kind = argument.annotation
                if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) in BUILT_IN:
                    line = lines[kind.lineno - 1]
                    line = line[: kind.value.end_col_offset] + line[kind.end_col_offset :]
                    lines[kind.lineno - 1] = line
        return "\n".join(lines)

    def declarations(self, shared: Shared) -> str:
        """Return the ``.pxd``: what other kernels may use, and all fields and methods of C."""
        names = {*BUILT_IN, *self.shared}
        lines = ["cimport cython"]
        for statement in self.imports:
            of_c = [alias.name for alias in statement.names if is_shared(statement, alias, shared)]
            if of_c:
                names.update(of_c)
                lines.append(f"from {statement.module} cimport {', '.join(of_c)}")
        for owner in self.classes:
            lines += ["@cython.final"] * ("final" in marks(owner))
            lines.append(f"cdef class {owner.name}:")
            methods = [signature(node, names) for node in owner.body if is_of_c(node)]
            lines += [f"    {line}" for line in (fields(owner, names) or ["pass"]) + methods]
        lines += [signature(node, names) for node in self.functions]
        return "\n".join([*lines, ""])


def marks(node: Declared) -> set[str]:
    """Return the names of a class's or function's decorators of Cython."""
    matches = (re.match(r"cython\.(\w+)", ast.unparse(item)) for item in node.decorator_list)
    return {match[1] for match in matches if match}


def is_marked(node: ast.FunctionDef) -> bool:
    """Tell whether a decorator makes it a function of C."""
    return not marks(node).isdisjoint(("cfunc", "ccall"))


def is_of_c(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    """Tell whether a statement is a function of C, by its mark or its name."""
    if not isinstance(node, ast.FunctionDef):
        return False
    return is_marked(node) or re.match("_[^_]", node.name) is not None


def is_shared(statement: ast.ImportFrom, alias: ast.alias, shared: Shared) -> bool:
    """Tell whether an import is of a type of arrays, or of a kernel's class or function of C."""
    return statement.module == TYPES or alias.name in shared.get(statement.module or "", ())


def import_for_cython(statement: ast.ImportFrom, shared: Shared) -> str:
    """Return an import on one line: what is of C from ``cython.cimports``, the rest as it is."""
    module = statement.module or ""
    if statement.names[0].asname == "cython":
        return "import cython"
    is_constant = module == "math" or module.endswith(".constants")
    names: dict[bool, list[str]] = {False: [], True: []}
    for alias in statement.names:
        of_c = is_constant or is_shared(statement, alias, shared)
        names[of_c].append(ast.unparse(alias))
    cimported = f"cython.cimports.{'libc.math' if module == 'math' else module}"
    pairs = (module, names[False]), (cimported, names[True])
    return "; ".join(f"from {source} import {', '.join(part)}" for source, part in pairs if part)


def c_type(annotation: ast.expr | None, names: set[str]) -> str:
    """Return the type of C of an annotation: one of ``names``, a number, or else an object."""
    if isinstance(annotation, ast.BinOp):
        annotation = annotation.left
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = ast.unparse(annotation) if annotation else ""
    if name.startswith("cython."):
        name = name.removeprefix("cython.")
        return C_NAMES.get(name, name)
    return "void" if name == "None" else name if name in names else "object"


def fields(owner: ast.ClassDef, names: set[str]) -> list[str]:
    """Return the declarations of a class's fields, read-only where they are not private."""
    types = {
        node.target.id: c_type(node.annotation, names)
        for node in owner.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for maker in owner.body:
        if not isinstance(maker, ast.FunctionDef) or maker.name != "__init__":
            continue
        parameters = {node.arg: c_type(node.annotation, names) for node in maker.args.args}
        for node in ast.walk(maker):
            match node:
                case ast.AnnAssign(target=ast.Attribute(attr=name)):
                    types.setdefault(name, c_type(node.annotation, names))
                case ast.Assign(targets=[ast.Attribute(attr=name), *_]):
                    types.setdefault(name, parameters.get(ast.unparse(node.value), "object"))
    return [
        f"cdef {'' if name[0] == '_' or 'Pointer' in kind else 'readonly '}{kind} {name}"
        for name, kind in types.items()
    ]


def signature(node: ast.FunctionDef, names: set[str]) -> str:
    """Return the declaration of a function of C."""
    arguments = [argument.arg for argument in node.args.args]
    optional = len(arguments) - len(node.args.defaults)
    for index, argument in enumerate(node.args.args):
        if argument.arg != "self":
            default = "=*" if index >= optional else ""
            arguments[index] = f"{c_type(argument.annotation, names)} {argument.arg}{default}"
    result = c_type(node.returns, names)
    decorators = " ".join(map(ast.unparse, node.decorator_list))
    raises = " except *" if result == "void" else ""
    if match := re.search(r"exceptval\((?:(-\d+), )?check=False\)", decorators):
        raises = f" except {match[1]}" if match[1] else " noexcept"
    kind = "cpdef" if "ccall" in marks(node) else "cdef"
    inline = "inline " if "inline" in marks(node) else ""
    return f"{kind} {inline}{result} {node.name}({', '.join(arguments)}){raises}"


if __name__ == "__main__":
    write_sources(Path(sys.argv[1]))
