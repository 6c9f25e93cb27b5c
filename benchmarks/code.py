"""The size and the shape of the code: files, functions, complexity, kernels, names.

    python -m benchmarks.code [CHECKOUT] [--against GITREF] [--names]

Reads the sources of a checkout, this one unless another is named, and runs none of them.
``--against`` sets a commit's figures beside its own; ``--names`` says which functions, modules and
names are counted.

Lines are those of the file, or from ``def`` to a function's end. Cyclomatic complexity is
1 + branches: each ``if``, ``elif`` and conditional expression, each loop and its ``else``, each
``for`` and ``if`` of a comprehension, each ``except`` and its ``else``, each ``case``, ``assert``
and ``lambda``, and each operand of ``and`` and ``or`` but the first. A function within a function
counts by itself. p90 is the least value that nine in ten do not pass.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tarfile
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

PACKAGE = "scrapy_treesim"
KERNEL = re.compile(r"_.*_cy\.py")
"""Names of the sources that are compiled."""
GROUPS = ("package", "kernels", "rest", "tests", "benchmarks", "training")
MAX_FUNCTION_LINES = (60, 80)
MAX_MODULE_LINES = 450
MAX_COMPLEXITY = 20
MAX_POSITIONAL = 6
QUESTION_WORDS = ("What ", "Whether ", "How ", "Where ")
"""The openings of a docstring that says neither what is done nor what a thing is."""
LOOPS = (ast.For, ast.AsyncFor, ast.While)
BRANCHES = (
    *LOOPS, ast.If, ast.IfExp, ast.comprehension, ast.ExceptHandler, ast.match_case, ast.Assert,
    ast.Lambda,
)  # fmt: skip
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Function:
    """A function or method, and where it is defined."""

    place: str
    lines: int
    complexity: int
    positional: int
    """Its positional parameters, without ``self`` and ``cls``."""


@dataclass(frozen=True)
class Module:
    """A source file."""

    path: Path
    name: str
    """Its path in the checkout."""

    @cached_property
    def source(self) -> str:
        """Its text."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of its syntax tree."""
        return [*ast.walk(ast.parse(self.source))]

    @property
    def lines(self) -> int:
        """Its number of lines."""
        return self.source.count("\n")

    @cached_property
    def functions(self) -> list[Function]:
        """All its functions, also those within others."""
        return [self._function(node) for node in self.nodes if isinstance(node, FunctionNode)]

    def _function(self, node: FunctionNode) -> Function:
        parameters = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
        return Function(
            place=f"{self.name}:{node.lineno} {node.name}",
            lines=(node.end_lineno or node.lineno) - node.lineno + 1,
            complexity=complexity(node),
            positional=len([one for one in parameters if one not in ("self", "cls")]),
        )

    @cached_property
    def docstrings(self) -> list[str]:
        """The docstrings of the module, its classes and its functions."""
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        found = (ast.get_docstring(one) for one in self.nodes if isinstance(one, kinds))
        return [one for one in found if one]

    @cached_property
    def long_calls(self) -> list[str]:
        """Calls with too many positional arguments."""
        return [
            f"{self.name}:{node.lineno} a call of {len(node.args)}"
            for node in self.nodes
            if isinstance(node, ast.Call) and len(node.args) > MAX_POSITIONAL
        ]


def complexity(function: ast.AST) -> int:
    """The cyclomatic complexity of a function, without those within it."""
    out = 1
    stack = list(ast.iter_child_nodes(function))
    while stack:
        node = stack.pop()
        if isinstance(node, FunctionNode):
            continue
        out += isinstance(node, BRANCHES)
        if isinstance(node, ast.BoolOp):
            out += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            out += len(node.ifs)
        elif isinstance(node, (*LOOPS, ast.Try)):
            out += bool(node.orelse)
        stack.extend(ast.iter_child_nodes(node))
    return out


def p90(values: Sequence[int]) -> int:
    return sorted(values)[ceil(0.9 * len(values)) - 1]


def spread(values: Sequence[int]) -> str:
    """Median, p90 and greatest of some numbers."""
    if not values:
        return "-"
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]} / {p90(ordered)} / {ordered[-1]}"


@dataclass
class Checkout:
    """The sources of a folder, by group."""

    folder: Path
    groups: dict[str, list[Module]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        package = list(self._modules(PACKAGE))
        self.groups = {
            "package": package,
            "kernels": [one for one in package if KERNEL.fullmatch(one.path.name)],
            "rest": [one for one in package if not KERNEL.fullmatch(one.path.name)],
        }
        for name in ("tests", "benchmarks", "training"):
            self.groups[name] = list(self._modules(name))

    def _modules(self, folder: str) -> Iterator[Module]:
        for path in sorted((self.folder / folder).rglob("*.py")):
            yield Module(path, str(path.relative_to(self.folder)))

    def row(self, group: str) -> list[str]:
        """The figures of one group of modules."""
        modules = self.groups[group]
        functions = [one for module in modules for one in module.functions]
        if not functions:
            return ["-"] * 5
        complexities = [one.complexity for one in functions]
        return [
            f"{len(modules):,}",
            f"{sum(module.lines for module in modules):,}",
            spread([module.lines for module in modules]),
            spread([one.lines for one in functions]),
            f"{mean(complexities):.2f} / {p90(complexities)} / {max(complexities)}",
        ]

    def named(self) -> dict[str, list[str]]:
        """The counted functions, modules and names of the package, each with its position."""
        package = self.groups["package"]
        functions = [one for module in package for one in module.functions]
        limits = (
            *(("lines", f"functions over {most} lines", most) for most in MAX_FUNCTION_LINES),
            ("complexity", f"functions of a complexity over {MAX_COMPLEXITY}", MAX_COMPLEXITY),
            (
                "positional",
                f"functions of over {MAX_POSITIONAL} positional parameters",
                MAX_POSITIONAL,
            ),
        )
        out = {
            what: [
                f"{one.place}: {getattr(one, name)}"
                for one in functions
                if getattr(one, name) > most
            ]
            for name, what, most in limits
        }
        out[f"calls of over {MAX_POSITIONAL} positional arguments"] = [
            call for module in package for call in module.long_calls
        ]
        out[f"modules over {MAX_MODULE_LINES} lines"] = [
            f"{module.name}: {module.lines}"
            for module in package
            if module.lines > MAX_MODULE_LINES
        ]
        out["classes' names defined in more than one module"] = self._shared_names()
        out["docstrings that open with What, Whether, How, Where"] = [
            f"{module.name}: {text.partition(chr(10))[0]}"
            for module in package
            for text in module.docstrings
            if text.startswith(QUESTION_WORDS)
        ]
        out["public functions without a runnable example"] = [
            name for name, text in self._public_functions() if ">>>" not in text
        ]
        return out

    def _shared_names(self) -> list[str]:
        places = defaultdict(list)
        for module in self.groups["package"]:
            for name in {one.name for one in module.nodes if isinstance(one, ast.ClassDef)}:
                places[name].append(module.name)
        return [f"{one}: {', '.join(at)}" for one, at in sorted(places.items()) if len(at) > 1]

    def _public_functions(self) -> Iterator[tuple[str, str]]:
        """Each function that the package offers by name, and its docstring."""
        source = self.folder / PACKAGE / "__init__.py"
        defined = {
            node.name: ast.get_docstring(node) or ""
            for module in self.groups["package"]
            for node in ast.parse(module.source).body
            if isinstance(node, ast.FunctionDef)
        }
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.name in defined and not alias.name.startswith("_"):
                        yield alias.name, defined[alias.name]

    def figures(self) -> dict[str, str]:
        """The figures of the package that are no distribution."""
        package, names = self.groups["package"], self.named()
        out = {"kernels": f"{len(self.groups['kernels'])}"}
        docstrings = sum(len(module.docstrings) for module in package)
        for what, found in names.items():
            out[what] = f"{len(found)}"
            if what.startswith("docstrings"):
                out[what] += f" of {docstrings:,} ({len(found) / docstrings:.1%})"
            elif what.startswith("public"):
                out[what] += f" of {len(list(self._public_functions()))}"
        return out


@contextmanager
def commit(folder: Path, ref: str) -> Iterator[Path]:
    """A folder with the files of a commit, for as long as it is looked at."""
    done = subprocess.run(
        ["git", "-C", str(folder), "archive", ref], check=True, stdout=subprocess.PIPE
    )
    with TemporaryDirectory() as made, tarfile.open(fileobj=io.BytesIO(done.stdout)) as files:
        files.extractall(made, filter="data")
        yield Path(made)


def table(sides: dict[str, Checkout]) -> list[str]:
    """Both tables, with a row or a column for each side."""
    lines = [
        "| group | | files | lines | lines a file: median / p90 / max | lines a function |"
        " complexity: mean / p90 / max |",
        "|---|---|---|---|---|---|---|",
    ]
    for group in GROUPS:
        for side, checkout in sides.items():
            lines.append(f"| {group} | {side} | {' | '.join(checkout.row(group))} |")
    figures = {side: checkout.figures() for side, checkout in sides.items()}
    lines += ["", f"| the package | {' | '.join(sides)} |", "|---|" + "---|" * len(sides)]
    for what in next(iter(figures.values())):
        lines.append(f"| {what} | {' | '.join(one[what] for one in figures.values())} |")
    return lines


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkout", type=Path, nargs="?", default=Path(__file__).parents[1])
    parser.add_argument("--against", metavar="GITREF", help="a commit to show beside it")
    parser.add_argument("--names", action="store_true", help="say what is counted, and where")
    given = parser.parse_args()
    now = Checkout(given.checkout)
    if given.against:
        with commit(given.checkout, given.against) as folder:
            print("\n".join(table({given.against: Checkout(folder), "now": now})))
    else:
        print("\n".join(table({"now": now})))
    if given.names:
        for what, found in now.named().items():
            print("\n".join(("", f"{what}: {len(found)}", *(f"  {one}" for one in found))))


if __name__ == "__main__":
    main()
