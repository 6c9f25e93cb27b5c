"""Build the ``_*_cy.py`` kernels: compiled where a compiler is at hand, plain Python elsewhere.

``TREESIM_NO_EXT=1`` builds none; ``TREESIM_REQUIRE_EXT=1`` fails where one cannot be built.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup


def extensions() -> list[Extension]:
    """One extension a kernel, all of them optional unless the environment says otherwise."""
    required = os.environ.get("TREESIM_REQUIRE_EXT") == "1"
    if os.environ.get("TREESIM_NO_EXT") == "1":
        return []
    try:
        import lxml
        from Cython.Build import cythonize
    except ImportError:
        if required:
            raise
        return []
    kernels = [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
            include_dirs=lxml.get_include(),
            # Optimised, so that lxml's unused helpers, which would need libxml2 linked, drop out.
            extra_compile_args=[] if sys.platform == "win32" else ["-O3"],
            optional=not required,
        )
        for path in sorted(Path("scrapy_treesim").rglob("_*_cy.py"))
    ]
    return cythonize(
        kernels,
        build_dir="build/cython",
        compiler_directives={
            "language_level": "3",
            "annotation_typing": False,
        },
    )


setup(ext_modules=extensions())
