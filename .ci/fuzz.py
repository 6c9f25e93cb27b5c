"""Run the checkout's fuzzer on the installed package, whose kernels are compiled.

Started as a module it would take the package from the checkout, where they are plain Python.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.fuzz.__main__ import main

main()
