"""Constants of the kernel ``_marks_cy``."""

MAX_NAME_BYTES = 300
"""Largest number of bytes read of a class or id."""
NEAR_TEXTS = 8
"""Distance in texts at which the ``near`` features have fallen from 1 to 1/e."""
FURTHER_TEXTS = 40
"""Distance in texts at which the ``further`` features have fallen from 1 to 1/e."""
LEVELS = 3
"""Number of elements read for their tags and names: the node and those around it."""

(
    SHOWN, AFTER, NEAR, NEAR_BEFORE, FURTHER, FURTHER_BEFORE, NEAR_BUY, FURTHER_BUY, HIDDEN, ALIKE,
    LINKED, OWN, AROUND, OF_TAGS,
) = range(14)  # fmt: skip
"""Indices of the features of a position in a row, of :mod:`.feature_table`; the last is the first
of :data:`TAG_KINDS` kinds of elements."""
TAG_KINDS = 3
