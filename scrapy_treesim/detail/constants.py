"""Constants of the kernel ``_marks_cy``."""

NEAR_TEXTS = 8
"""Distance in texts at which the ``near`` features have fallen from 1 to 1/e."""
FURTHER_TEXTS = 40
"""Distance in texts at which the ``further`` features have fallen from 1 to 1/e."""
LEVELS = 3
"""Number of elements read for their tags and names: the node and those around it."""

STRUCK, HEADING, CELL = (1 << bit for bit in range(3))
"""Bits of kinds of elements."""
