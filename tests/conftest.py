"""The checkout on the path, for its benchmarks: last, so that what is installed is tested."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from browser import *  # noqa: F403 - its fixtures
