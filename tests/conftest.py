"""Puts the checkout on the path, for its benchmarks: last, so that the installed package is tested."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
