"""Build the ``_*_cy.py`` kernels: compiled where a compiler is at hand, plain Python elsewhere.

``TREESIM_NO_EXT=1`` builds none; ``TREESIM_REQUIRE_EXT=1`` fails where one cannot be built.
All check their indices; ``TREESIM_CHECKED=1`` builds them to find faults, with None and arrays not
yet set refused too. ``TREESIM_SANITIZE=1`` builds the usual ones with AddressSanitizer and UBSan.
"""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LibError, LinkError

REQUIRED = os.environ.get("TREESIM_REQUIRE_EXT") == "1"
REFUSED = os.environ.get("TREESIM_NO_EXT") == "1"
CHECKED = os.environ.get("TREESIM_CHECKED") == "1"
SANITIZED = os.environ.get("TREESIM_SANITIZE") == "1"
VARIANT = "sanitized" if SANITIZED else "checked" if CHECKED else "plain"
"""What was built for one kind of build is not taken for another."""
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
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
}


class AllOrNone(build_ext):
    """Compiled kernels import one another, so a build that cannot have them all has none."""

    def finalize_options(self) -> None:
        """Compile several kernels at a time."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        """Build; where that fails and is allowed to, leave the package as plain Python."""
        try:
            super().run()
        except (BaseError, CompileError, LibError, LinkError) as error:
            if REQUIRED:
                raise
            self.warn(f"no compiled kernels, plain Python will do their work, slower: {error}")
            for built in self.get_outputs():
                Path(built).unlink(missing_ok=True)
            self.extensions = []


def compile_arguments() -> list[str]:
    """The compiler's options."""
    if sys.platform == "win32":
        return []
    checked = f"-DTREESIM_CHECKED={int(CHECKED)}"
    if SANITIZED:
        return [checked, "-O1", "-g1", "-fno-omit-frame-pointer", *SANITIZERS]
    # Optimised, so that lxml's unused functions drop out, which would need libxml2 linked; and with
    # nothing for debuggers, which would be most of what is built.
    return [checked, "-O1" if CHECKED else "-O2", "-g0"]


def declared_apart(source: Path) -> bool:
    """Say whether a kernel's C types still stand in its .pxd, not in its annotations."""
    declarations = source.with_suffix(".pxd")
    return declarations.exists() and "cimport cython" in declarations.read_text()


def extension(name: str, source: str, include_dirs: list[str]) -> Extension:
    """One compiled module."""
    return Extension(
        name,
        [source],
        include_dirs=include_dirs,
        extra_compile_args=compile_arguments(),
        extra_link_args=SANITIZERS if SANITIZED else [],
    )


def extensions() -> list[Extension]:
    """One extension a kernel, and the one of what they share."""
    if REFUSED:
        return []
    try:
        import lxml
        from Cython.Build import cythonize
    except ImportError:
        if REQUIRED:
            raise
        return []
    build = Path("build", VARIANT, "cython")
    kernels = [
        extension(".".join(path.with_suffix("").parts), str(path), lxml.get_include())
        for path in sorted(Path("scrapy_treesim").rglob("_*_cy.py"))
    ]
    shared = build / (SHARED.replace(".", "/") + ".c")
    shared.parent.mkdir(parents=True, exist_ok=True)
    generate = [sys.executable, "-m", "cython", f"--generate-shared={shared}"]
    try:
        subprocess.run([*generate, "--module-name", SHARED], check=True)
    except (OSError, subprocess.CalledProcessError):
        if REQUIRED:
            raise
        return []
    return [
        extension(SHARED, str(shared), []),
        *(
            module
            for apart in (False, True)
            for module in cythonize(
                [kernel for kernel in kernels if declared_apart(Path(kernel.sources[0])) == apart],
                build_dir=str(build),
                nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
                compiler_directives={**DIRECTIVES, "annotation_typing": not apart},
                shared_utility_qualified_name=SHARED,
            )
        ),
    ]


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNone},
    options={"build": {"build_base": f"build/{VARIANT}"}},
)
