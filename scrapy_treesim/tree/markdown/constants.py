"""Constants of Markdown, constants of C under the same names in the compiled kernels."""

IS_BLOCK, IS_UNWRITTEN, IS_PREFORMATTED = (1 << bit for bit in range(3))
"""Bits of a tag in Markdown."""

(
    NO_ROLE, BULLETS, NUMBERS, ITEM, QUOTATION, RULE, TERM, LINK, IMAGE, CODE, CODE_BLOCK,
    STRONG, EMPHASIS, BREAK, TABLE, ROW, CELL, CAPTION, HEADING,
) = range(19)  # fmt: skip
"""Markdown roles of a tag; headings from level 2 follow level 1."""

END_NOTHING, END_BLOCK, END_LIST, END_CONTAINER, END_HEADING, END_CELL, END_GRID = range(7)
"""Actions at the end of an element."""

MAX_DEPTH = 20
"""Largest depth of nested lists and quotations; deeper ones dissolve."""
MAX_HEADING_CHARS = 500
"""Largest number of characters of a heading; a longer one was never closed, and dissolves."""
MAX_REPEATS = 20
"""Largest number of blocks with the address of one link."""

WORDS, MARKUP, STRESS = range(3)
"""Kinds of line pieces: text to be escaped, markup, asterisks of emphasis."""
NO_GAP, SPACE_GAP, BREAK_GAP = range(3)
"""Gaps before the next piece of a line: nothing, space, hard break."""
