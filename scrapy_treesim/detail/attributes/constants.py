"""Numbers that the kernel of pairs shares with what reads them."""

(ROW, DEFINITION, LINE, COLUMNS) = range(4)
"""Forms of a pair."""

INLINE, BREAK, CELL, TERM, HEADING, CONTROL, WHOLE = (1 << bit for bit in range(7))
"""Bits for tags: ``CONTROL`` are form fields, ``WHOLE`` those without a pair."""

MAX_LABEL_CHARS = 40
"""Most characters of a label, white space left out."""
MAX_LABEL_BYTES = 240
MAX_VALUE_CHARS = 1000
"""Most characters of a value."""
MAX_VALUE_NODES = 80
"""Most nodes of a value."""
MAX_CANDIDATES = 1_000
"""Most candidates of a page, the first ones."""
MAX_CLIMB = 6
"""Elements around one, all with the same text, to what it has siblings in."""
MAX_ALIKE = 20
"""Candidates that are counted as alike."""
ASIDE = 31
"""The cues of what is not the page's thing, as bits: all that :data:`.class_names.OF_NODES` has."""
