"""Build the ``_*_cy.py`` kernels: compiled where a compiler is at hand, plain Python elsewhere.

``TREESIM_NO_EXT=1`` builds none; ``TREESIM_REQUIRE_EXT=1`` fails where one cannot be built.
All check their indices; ``TREESIM_CHECKED=1`` builds them to find faults, with None and arrays not
yet set refused too. ``TREESIM_SANITIZE=1`` builds the usual ones with AddressSanitizer and UBSan.
"""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))

from build_support.compiling import BUILD_FOLDER, BuildAfresh, BuildKernels, extensions

setup(
    ext_modules=extensions(),
    cmdclass={"build": BuildAfresh, "build_ext": BuildKernels},
    options={"build": {"build_base": BUILD_FOLDER}},
)
