"""What the kernels ask of Cython when they run as plain Python and Cython is not installed."""

from __future__ import annotations

from typing import Final

compiled: Final = False
