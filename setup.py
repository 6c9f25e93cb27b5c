"""Build the ``_*_cy.py`` kernels: compiled where a compiler is at hand, plain Python elsewhere.

Kernels are Python, with the types of C as annotations. What Cython wants besides, declarations in a
``.pxd`` and imports of a kind of its own, is written here, with copies of the kernels.

``TREESIM_NO_EXT=1`` builds none; ``TREESIM_REQUIRE_EXT=1`` fails where one cannot be built.
All check their indices; ``TREESIM_CHECKED=1`` builds them to find faults, with None and arrays not
yet set refused too. ``TREESIM_SANITIZE=1`` builds the usual ones with AddressSanitizer and UBSan.
"""

import ast
import os
import re
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

REQUIRED = os.environ.get("TREESIM_REQUIRE_EXT") == "1"
REFUSED = os.environ.get("TREESIM_NO_EXT") == "1"
CHECKED = os.environ.get("TREESIM_CHECKED") == "1"
SANITIZED = os.environ.get("TREESIM_SANITIZE") == "1"
VARIANT = "pure" if REFUSED else "sanitized" if SANITIZED else "checked" if CHECKED else "compiled"
"""What was built for one kind of build is not taken for another."""
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
UNROLLED = {"_layers_cy"}
"""Kernels of arithmetic in short loops of fixed length; Clang takes no notice of one option."""
SHARED = "scrapy_treesim._memoryviews"
"""The module of what Cython would otherwise write into every kernel, most of all memoryviews."""
PACKAGE = Path("scrapy_treesim")
COPIES = Path(f"build/{VARIANT}/kernels")
"""The folder of what Cython compiles."""

# A page chooses the numbers that kernels index with: no kernel reads or writes outside an array,
# in any build, nor takes an index below 0 for one from the end.
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": True,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
    # Variables have the types of C of what they are set to, so that loops count in numbers of C.
    "infer_types": True,
    "emit_code_comments": False,
}


class BuildKernels(build_ext):
    """Build all kernels or none, for compiled ones import one another, and tell how far it is."""

    def finalize_options(self) -> None:
        """Compile several kernels at a time."""
        super().finalize_options()
        self.parallel = self.parallel or True
        self.compiled = 0

    def run(self) -> None:
        """Build; where that fails and is allowed to, leave the package as plain Python."""
        try:
            self.translate()
            super().run()
        except Exception as error:
            if REQUIRED:
                raise
            for built in self.get_outputs():
                Path(built).unlink(missing_ok=True)
            self.extensions = self.distribution.ext_modules = []
            if wheel := self.distribution.get_command_obj("bdist_wheel", create=False):
                wheel.root_is_pure = True
            report(f"nothing compiled, plain Python will do the work, slower: {error}", last=True)
        else:
            report(f"compiled, all {len(self.extensions)} modules", last=True)

    def translate(self) -> None:
        """Write the kernels as C, below the folder of the build."""
        import lxml
        from Cython.Build import cythonize

        report(f"translating {len(self.extensions)} modules to C")
        write_copies()
        translated = cythonize(
            self.extensions,
            include_path=[str(COPIES)],
            nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name=SHARED,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
            extension.include_dirs = lxml.get_include()

    def build_extension(self, ext: Extension) -> None:
        """Compile one module."""
        super().build_extension(ext)
        self.compiled += 1
        report(f"compiled {self.compiled} of {len(self.extensions)} modules")


class BuildAfresh(build):
    """Leave nothing in the folder of the build whose source is there no more."""

    def run(self) -> None:
        """Build, then remove what no command has put there."""
        super().run()
        commands = [self.get_finalized_command(name) for name in self.get_sub_commands()]
        built = {Path(path) for command in commands for path in command.get_outputs()}
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path not in built:
                path.unlink()


def report(text: str, last: bool = False) -> None:
    """Print, and show on the terminal too where an installer hides what a build prints."""
    print(f"scrapy-treesim: {text}\n", end="", flush=True)
    if sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return
    try:
        with open("/dev/tty", "w") as terminal:
            if os.tcgetpgrp(terminal.fileno()) == os.getpgrp():
                # Behind the cursor, which stays where the installer's next character goes.
                terminal.write("\0337\033[K\0338")
                terminal.write(f"\n  {text}\n" if last else f"\0337  {text}\0338")
    except OSError:
        pass


def compile_arguments(kernel: Path) -> list[str]:
    """The compiler's options for a kernel."""
    if sys.platform == "win32":
        return []
    checked = f"-DTREESIM_CHECKED={int(CHECKED)}"
    if SANITIZED:
        return [checked, "-O1", "-g1", "-fno-omit-frame-pointer", *SANITIZERS]
    # Optimised, so that lxml's unused functions drop out, which would need libxml2 linked; and with
    # nothing for debuggers, which would be most of what is built.
    unrolled = ["-O3", "-fpeel-loops"] if kernel.stem in UNROLLED else []
    return [checked, "-O1" if CHECKED else "-O2", "-g0", *unrolled]


C_MATH = {"exp", "log", "log1p", "sqrt", "tanh"}
"""Functions of ``math`` that kernels take from C."""
C_NAMES = {
    "uint": "unsigned int",
    "uchar": "unsigned char",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
}
"""Types whose names in Python are not those of C."""
BUILT_IN = {"str", "bytes", "bytearray", "list", "dict", "set", "tuple"}


def write_copies() -> None:
    """Write what Cython compiles: of each kernel a copy and a .pxd, of constants enumerations."""
    kernels = [Kernel(path) for path in sorted(PACKAGE.rglob("_*_cy.py"))]
    wanted = {
        (node.module, one.name)
        for kernel in kernels
        for node in kernel.imports
        for one in node.names
    }
    for kernel in kernels:
        kernel.functions = [one for one in kernel.functions if (kernel.name, one.name) in wanted]
    shared = {kernel.name: kernel.shared for kernel in kernels}
    shared["scrapy_treesim._cython"] = set(
        re.findall(r"(\w+)(?:\(.*:)?$", (PACKAGE / "_cython.pxd").read_text(), re.MULTILINE)
    )
    for source in PACKAGE.rglob("constants.py"):
        numbers = {k: v for k, v in runpy.run_path(str(source)).items() if k.isupper()}
        lines = [f"    {name} = {number}" for name, number in numbers.items()]
        write_if_new(source.with_suffix(".pxd"), "\n".join(["cdef enum:", *lines, ""]))
        shared[".".join(source.with_suffix("").parts)] = {*numbers, "*"}
    write_if_new(PACKAGE / "_cython.pxd", (PACKAGE / "_cython.pxd").read_text())
    for kernel in kernels:
        write_if_new(kernel.path, kernel.copied(shared))
        write_if_new(kernel.path.with_suffix(".pxd"), kernel.declared(shared))
        for folder in kernel.path.parents[:-1]:
            write_if_new(folder / "__init__.py", "")


def write_if_new(path: Path, text: str) -> None:
    """Write a file that is compiled; one that is as it was stays, and nothing is compiled anew."""
    path = COPIES / path
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Kernel:
    """A kernel's source, and what Cython compiles for it.

    Functions of C are those marked so and those whose names begin with an underscore. A class
    marked as one of C has the fields that are annotated in it or set in ``__init__``: of the type
    they are annotated with there, else of that of the parameter they are set to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = ".".join(path.with_suffix("").parts)
        self.lines = path.read_text().split("\n")
        self.body = ast.parse("\n".join(self.lines)).body
        self.imports = [one for one in self.body if isinstance(one, ast.ImportFrom)]
        self.classes = [one for one in self.body if isinstance(one, ast.ClassDef) and marks(one)]
        functions = [one for one in self.body if isinstance(one, ast.FunctionDef)]
        self.functions = [one for one in functions if marks(one) & {"cfunc", "ccall"}]
        self.private = [
            one for one in functions if one.name[0] == "_" and one not in self.functions
        ]
        self.methods = [
            one
            for of in self.classes
            for one in of.body
            if isinstance(one, ast.FunctionDef) and is_of_c(one)
        ]
        self.shared = {one.name for one in (*self.classes, *self.functions)}

    def copied(self, shared: dict[str, set[str]]) -> str:
        """The source with imports as Cython wants them, line by line where it was."""
        lines = list(self.lines)
        for node in self.imports:
            of_c = shared.get(node.module or "", C_MATH if node.module == "math" else set())
            cimported = [one for one in node.names if one.name in of_c]
            written = [imported(node.module, [o for o in node.names if o not in cimported])]
            module = f"libc.{node.module}" if node.module == "math" else node.module
            written.append(imported(f"cython.cimports.{module}", cimported))
            if node.names[0].asname == "cython":
                written = ["import cython"]
            lines[node.lineno - 1] = "; ".join(filter(None, written))
            lines[node.lineno : node.end_lineno] = [""] * (node.end_lineno - node.lineno)
        for function in self.private:
            first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
            # In the place of the blank line before it.
            lines[first - 2] = "@cython.cfunc"
        for function in self.methods + self.functions:
            for one in function.decorator_list:
                # The .pxd says it.
                if re.match(r"cython\.(cfunc|ccall|inline|exceptval)", ast.unparse(one)):
                    lines[one.lineno - 1] = ""
        for function in self.methods + self.functions + self.private:
            for one in reversed(function.args.args):
                kind = one.annotation
                if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) in BUILT_IN:
                    row, first, last = (
                        kind.lineno - 1,
                        kind.value.end_col_offset,
                        kind.end_col_offset,
                    )
                    lines[row] = lines[row][:first] + lines[row][last:]
        return "\n".join(lines)

    def declared(self, shared: dict[str, set[str]]) -> str:
        """The declarations of what other kernels may use, and of all fields and methods of C."""
        known = {*BUILT_IN, *self.shared}
        written = []
        for node in self.imports:
            names = [one.name for one in node.names if one.name in shared.get(node.module, set())]
            if names and not node.module.endswith(".constants"):
                known.update(names)
                written.append(f"from {node.module} cimport {', '.join(names)}")
        for one in self.classes:
            written += ["@cython.final"] * ("final" in marks(one)) + [f"cdef class {one.name}:"]
            written += [f"    {line}" for line in fields(one, known)]
            written += [f"    {signature(of, known)}" for of in one.body if of in self.methods]
        written += [signature(one, known) for one in self.functions]
        return "\n".join(["cimport cython", *written, ""])


def imported(module: str | None, names: list[ast.alias]) -> str:
    """An import on one line, nothing where no names are imported."""
    return f"from {module} import {', '.join(map(ast.unparse, names))}" if names else ""


def marks(node: ast.ClassDef | ast.FunctionDef) -> set[str]:
    """The names of Cython's decorators of a class or function."""
    found = (re.match(r"cython\.(\w+)", ast.unparse(one)) for one in node.decorator_list)
    return {one[1] for one in found if one}


def is_of_c(node: ast.FunctionDef) -> bool:
    """Say whether a method is a function of C."""
    return bool(marks(node) & {"cfunc", "ccall"}) or re.match("_[^_]", node.name) is not None


def c_type(annotation: ast.expr | None, known: set[str]) -> str:
    """The type of C that an annotation stands for; any other is an object."""
    if isinstance(annotation, ast.BinOp):
        annotation = annotation.left
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = "object" if annotation is None else ast.unparse(annotation)
    if name.startswith("cython."):
        name = name.removeprefix("cython.")
        return C_NAMES.get(name, name)
    return "void" if name == "None" else name if name in known else "object"


def fields(node: ast.ClassDef, known: set[str]) -> list[str]:
    """The declarations of the fields of a class, read-only where they are not private."""
    found = {
        one.target.id: c_type(one.annotation, known)
        for one in node.body
        if isinstance(one, ast.AnnAssign)
    }
    [*makers] = (one for one in node.body if getattr(one, "name", "") == "__init__")
    for maker in makers:
        of_argument = {one.arg: c_type(one.annotation, known) for one in maker.args.args}
        for one in ast.walk(maker):
            if not isinstance(one, (ast.Assign, ast.AnnAssign)):
                continue
            target = one.targets[0] if isinstance(one, ast.Assign) else one.target
            if not isinstance(target, ast.Attribute) or target.attr in found:
                continue
            found[target.attr] = (
                c_type(one.annotation, known)
                if isinstance(one, ast.AnnAssign)
                else of_argument.get(ast.unparse(one.value), "object")
            )
    return [
        f"cdef {'' if name[0] == '_' or 'Pointer' in type_ else 'readonly '}{type_} {name}"
        for name, type_ in found.items()
    ] or ["pass"]


def signature(node: ast.FunctionDef, known: set[str]) -> str:
    """The declaration of a function of C."""
    defaults = len(node.args.args) - len(node.args.defaults)
    arguments = [
        f"{c_type(one.annotation, known)} {one.arg}{'=*' * (number >= defaults)}"
        if one.arg != "self"
        else "self"
        for number, one in enumerate(node.args.args)
    ]
    result = c_type(node.returns, known)
    text = " ".join(map(ast.unparse, node.decorator_list))
    raised = re.search(r"exceptval\((-\d+, )?check=False\)", text)
    raises = " except *" if result == "void" else ""
    if raised:
        raises = f" except {raised[1].rstrip(', ')}" if raised[1] else " noexcept"
    kind = "cpdef" if "ccall" in marks(node) else "cdef"
    inline = "inline " if "inline" in marks(node) else ""
    return f"{kind} {inline}{result} {node.name}({', '.join(arguments)}){raises}"


def extensions() -> list[Extension]:
    """One extension a kernel, and the one of what they share."""
    if REFUSED:
        return []
    kernels = sorted(PACKAGE.rglob("_*_cy.py"))
    shared = Path(SHARED.replace(".", "/") + ".c")  # which Cython writes
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(COPIES / path)],
            extra_compile_args=compile_arguments(path),
            extra_link_args=SANITIZERS if SANITIZED else [],
        )
        for path in [shared, *kernels]
    ]


setup(
    ext_modules=extensions(),
    cmdclass={"build": BuildAfresh, "build_ext": BuildKernels},
    options={"build": {"build_base": f"build/{VARIANT}"}},
)
