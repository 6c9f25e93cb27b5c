"""The checkout on the path, for its benchmarks: last, so that what is installed is tested. And no
property fails for the time that it takes on a busy machine."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.append(str(Path(__file__).parent.parent))

from browser import *  # noqa: F403 - its fixtures

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
