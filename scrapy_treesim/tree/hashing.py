"""The number that spreads keys over the kernels' tables: another one in each process.

A page chooses what is hashed. Were it known where a key goes, a page could choose names that all go
to one place, and to look one of them up would take as long as there are names. Where a key lies
decides nothing else: findings are the same whatever the number.
"""

from __future__ import annotations

from secrets import randbits
from typing import Final

SPREAD: Final = randbits(64) | 1
"""An odd number of 64 bits; a key's place is in the upper half of its product with this."""
