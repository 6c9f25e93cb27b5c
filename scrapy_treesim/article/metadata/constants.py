"""Numbers that the kernels share with Python: compiled, constants of C, of the same names."""

MAX_PIECES = 150
"""Runs of text that are looked at in one place."""
MAX_PIECE_CHARS = 300
"""Characters of a run of text at most; what is longer is a passage."""
MAX_LINE_CHARS = 250
"""Characters of a line with a byline at most."""
MAX_INLINE_LEVELS = 50
"""Inline elements around a run of text at most."""
MAX_CLASS_CHARS = 500
"""Characters of an element's class names and id that are read."""
MAX_SIGNS = 6
"""Ideographs at the start of a text among which one of those after a name is looked for."""
MAX_CUE_CHARS = 120
"""Characters of an element whose class name says that it holds the author."""
MAX_BOX_CHARS = 1500
"""Characters of a box about the author at most."""
MAX_OTHERS_CHARS = 5000
"""Characters of an element whose class name says that it holds the names of others."""
MAX_CUE_LEVELS = 4
"""Elements around a name whose names are read; as many more may forbid it."""

SILENT, INLINE, APART, FOOTER, ANCHOR = 1, 2, 4, 8, 16
"""Kinds of tags, as bits."""
DATED, LEADS = 1, 2
"""Marks of a run of text, as bits: it names a time; it may lead to a name."""
FIRST, WITHIN, OPENING, BEHIND = 1, 2, 4, 8
"""Meanings of the words of bylines, as bits: those at the start of a line, within it; ideographs
at the start, and after a name."""
AUTHORS, OTHERS, BESIDE, DATED_TOO, RELATION, FOLDER = 1, 2, 4, 8, 16, 32
"""Meanings of the words of class names, relations and addresses, as bits."""
NO_USE, NAMES, REL, PROPERTY, HREF = range(5)
"""Uses of attributes."""
MARKED, SAID, NAMED, LINKED, BESIDE_NAME, FORBIDDEN, NO_CUE = range(7)
"""Kinds of cues, the surest first; the last but one speak against it."""

MASK = 0xFFFFFFFF
"""Of hashes: 32 bits."""
