"""Build the ``_*_cy.py`` kernels: compiled where a compiler is at hand, plain Python elsewhere.

``TREESIM_NO_EXT=1`` builds none; ``TREESIM_REQUIRE_EXT=1`` fails where one cannot be built.
All check their indices; ``TREESIM_CHECKED=1`` builds them to find faults, with None and arrays not
yet set refused too. ``TREESIM_SANITIZE=1`` builds the usual ones with AddressSanitizer and UBSan.
"""

import os
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

# A page chooses the numbers that kernels index with: no kernel reads or writes outside an array,
# in any build, nor takes an index below 0 for one from the end.
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": True,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
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
        write_constants()
        translated = [
            module
            for apart in (False, True)
            for module in cythonize(
                [kernel for kernel in self.extensions if declared_apart(kernel) == apart],
                build_dir=f"build/{VARIANT}/cython",
                nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
                compiler_directives={**DIRECTIVES, "annotation_typing": not apart},
                shared_utility_qualified_name=SHARED,
            )
        ]
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


def write_constants() -> None:
    """Write the numbers of each ``constants.py`` as C's into a ``constants.pxd`` beside it."""
    for source in Path("scrapy_treesim").rglob("constants.py"):
        numbers = {k: v for k, v in runpy.run_path(str(source)).items() if k.isupper()}
        lines = [f"    {name} = {number}" for name, number in numbers.items()]
        text = "\n".join(["# Written by setup.py.", "cdef enum:", *lines, ""])
        declarations = source.with_suffix(".pxd")
        # One that is as it was stays, so that nothing is compiled anew.
        if not declarations.exists() or declarations.read_text() != text:
            declarations.write_text(text)


def declared_apart(kernel: Extension) -> bool:
    """Say whether a kernel's C types still stand in its .pxd, not in its annotations."""
    declarations = Path(kernel.sources[0]).with_suffix(".pxd")
    return declarations.exists() and "cimport cython" in declarations.read_text()


def extensions() -> list[Extension]:
    """One extension a kernel, and the one of what they share."""
    if REFUSED:
        return []
    kernels = sorted(Path("scrapy_treesim").rglob("_*_cy.py"))
    shared = Path(SHARED.replace(".", "/") + ".c")  # which Cython writes
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
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
