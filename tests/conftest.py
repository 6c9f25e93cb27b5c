"""The checkout on the path, for its benchmarks: last, so that what is installed is tested.

No property fails for the time that it takes on a busy machine, and kernels that are not compiled
refuse indices below 0, as compiled ones do.
"""

import sys
from pathlib import Path

from checked_subscripts import ask_in_kernels
from hypothesis import settings
from scrapy.settings import default_settings

sys.path.append(str(Path(__file__).parent.parent))
ask_in_kernels()

from browser import *  # noqa: E402, F403 - its fixtures

if not hasattr(default_settings, "TWISTED_REACTOR_ENABLED"):
    from with_reactor import *  # noqa: F403

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
