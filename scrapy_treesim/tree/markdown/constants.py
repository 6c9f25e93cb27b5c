"""Constants of Markdown: compiled, constants of C, of the same names."""

IS_BLOCK, IS_UNWRITTEN, IS_PREFORMATTED = (1 << bit for bit in range(3))
"""Bits for a tag in Markdown."""

(
    NO_ROLE, BULLETS, NUMBERS, ITEM, QUOTATION, RULE, TERM, LINK, IMAGE, CODE, CODE_BLOCK,
    STRONG, EMPHASIS, BREAK, TABLE, ROW, CELL, CAPTION, HEADING,
) = range(19)  # fmt: skip
"""Markdown roles of a tag; headings from level 2 follow level 1."""

END_NOTHING, END_BLOCK, END_LIST, END_CONTAINER, END_HEADING, END_CELL, END_GRID = range(7)
"""Actions at the end of an element."""

MAX_DEPTH = 20
"""So many lists and quotations are written inside each other; deeper ones dissolve."""
MAX_HEADING_CHARS = 500
"""With more characters a heading is one that was never closed, and dissolves."""
MAX_REPEATS = 20
"""So many blocks of one link bear its address."""

WORDS, MARKUP, STRESS = range(3)
"""Kinds of line pieces: text to be escaped, markup, a stress's asterisks."""
NO_GAP, SPACE_GAP, BREAK_GAP = range(3)
"""Gaps before the next piece of a line: nothing, space, hard break."""
