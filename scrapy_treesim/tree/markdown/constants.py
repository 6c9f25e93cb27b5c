"""Constants of Markdown: compiled, constants of C, of the same names."""

IS_BLOCK, IS_UNWRITTEN, IS_PREFORMATTED = (1 << bit for bit in range(3))
"""What a tag is to Markdown, as bits."""

(
    NO_ROLE, BULLETS, NUMBERS, ITEM, QUOTATION, RULE, TERM, LINK, IMAGE, CODE, CODE_BLOCK,
    STRONG, EMPHASIS, BREAK, TABLE, ROW, CELL, CAPTION, HEADING,
) = range(19)  # fmt: skip
"""What a tag is written as; headings of level 2 and more come after that of level 1."""

END_NOTHING, END_BLOCK, END_LIST, END_CONTAINER, END_HEADING, END_ROW, END_CELL, END_GRID = range(8)
"""What is to be done at the end of an element."""

MAX_SPAN = 20
"""Columns that a cell takes up at most."""
MAX_DEPTH = 20
"""So many lists and quotations are written inside each other; deeper ones dissolve."""
MAX_HEADING_CHARS = 500
"""With more characters a heading is one that was never closed, and dissolves."""
MAX_REPEATS = 20
"""So many blocks of one link bear its address."""

WORDS, MARKUP, STRESS = range(3)
"""What a piece of a line is: text to be escaped, markup, or the asterisks of a stress."""
NO_GAP, SPACE_GAP, BREAK_GAP = range(3)
"""What comes before the next piece of a line: nothing, a space or a hard break."""
