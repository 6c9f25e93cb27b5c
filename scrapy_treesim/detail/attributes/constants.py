"""Constants of the kernel ``_pairs_cy`` and of ``pairs``."""

(ROW, DEFINITION, LINE, COLUMNS) = range(4)
"""Forms of a pair, in the order of :data:`.pairs.FORMS`."""

INLINE, BREAK, CELL, TERM, HEADING, CONTROL, WHOLE = (1 << bit for bit in range(7))
"""Bits of kinds of tags. ``CONTROL``: form fields and the like, never in a value. ``WHOLE``: not
searched for pairs among their children."""

MAX_LABEL_CHARS = 40
"""Largest number of characters of a label, without white space."""
MAX_LABEL_BYTES = 240
MAX_VALUE_CHARS = 1000
"""Largest number of characters of a value."""
MAX_VALUE_NODES = 80
"""Largest number of nodes of a value."""
MAX_CANDIDATES = 1_000
"""Largest number of candidates of a page, the first ones."""
MAX_CLIMB = 6
"""Largest number of levels from an element to the outermost one with the same text."""
MAX_ALIKE = 20
"""Number of candidates alike; more count as this many."""
ASIDE = 31
"""Cues of content other than the page's thing, as bits: all of :data:`.class_names.OF_NODES`."""
