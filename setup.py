"""Build the ``_*_cy.py`` kernels: compiled where a compiler is at hand, plain Python elsewhere.

``TREESIM_NO_EXT=1`` builds none; ``TREESIM_REQUIRE_EXT=1`` fails where one cannot be built.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LibError, LinkError

REQUIRED = os.environ.get("TREESIM_REQUIRE_EXT") == "1"
REFUSED = os.environ.get("TREESIM_NO_EXT") == "1"


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


def extensions() -> list[Extension]:
    """One extension a kernel."""
    if REFUSED:
        return []
    try:
        import lxml
        from Cython.Build import cythonize
    except ImportError:
        if REQUIRED:
            raise
        return []
    kernels = [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
            include_dirs=lxml.get_include(),
            # Optimised, so that lxml's unused helpers, which would need libxml2 linked, drop out;
            # and with nothing for debuggers, which would be most of what is built.
            extra_compile_args=[] if sys.platform == "win32" else ["-O3", "-g0"],
        )
        for path in sorted(Path("scrapy_treesim").rglob("_*_cy.py"))
    ]
    return cythonize(
        kernels,
        build_dir="build/cython",
        nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
        compiler_directives={"language_level": "3", "annotation_typing": False},
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
