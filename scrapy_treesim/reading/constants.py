"""Numbers that the kernels share with Python: compiled, constants of C, of the same names."""

INLINE, BLOCK, DROP, BREAK, RESERVE, LINK, ASIDE, SKIP, FORMULA = range(9)
"""Tag kinds for blocks: in a line, a block, left out, ``<br>``,
read for want of anything else, a link, set aside, left out though the line goes on, a formula."""
NO_BLOCK = -1
"""The block of what is in none."""

LOWER, UPPER, DIGIT, LEAD, CONTINUATION, BLANK, COMMA, END, SIGN, WIDE, IDEOGRAPH = range(11)
"""Classes of bytes. Those up to ``CONTINUATION`` make words; ``WIDE`` begins a sign or kana of
three bytes, ``IDEOGRAPH`` an ideograph."""

(
    CHARS, WORDS, DIGITS, CAPITALS, SIGNS, COMMAS, ENDS, IDEOGRAPHS, FOREIGN, LINKED, BOLD, ITALIC,
    LINKS, TITLE, DESCRIBED, OPENING, CLOSING, KINDS, MEANINGS, COUNTS,
) = range(20)  # fmt: skip
"""Counts of a block: characters but blanks, words (an ideograph is one),
digits, capitals, signs, commas, ends of sentences, ideographs, letters beyond ASCII, characters in
links, in bold, in italics, links that begin in it or before it since the last block, words of the
title and of the declared description, how it begins and ends, and as bits the kinds of its text and
the meanings of its words."""

OPENS_LOWER, OPENS_QUOTE, OPENS_DIGIT, OPENS_OTHER = range(1, 5)
"""Ways for a block to begin."""
CLOSES_END, CLOSES_COLON, CLOSES_TRAILING = range(1, 4)
"""Ways for a block to end: with a sentence, a colon, dots or an arrow."""

IN_LINK, IN_BOLD, IN_ITALIC, IS_IMAGE, IS_CONTROL, IS_HEADING = (1 << bit for bit in range(6))
"""Bits for a tag: its effect on its text, and its kind."""

KNOWN = 4096
"""Places of the table of the title's words, a power of two."""
MAX_VALUE_BYTES = 160
"""Bytes of a block up to which it may be a value: a date, a price, a button."""
LONG_CHARS = 80
"""Characters from which a block of few links is long."""

ROWS = 4096
"""Rows that pieces of names are hashed to, a power of two."""
MAX_PIECES = 10
"""Pieces of a name that are read."""
MAX_NAME_BYTES = 200
"""Bytes of a name that are read."""

LEVELS = 3
"""Elements around a block, each with more blocks than the last."""
ANCESTORS = 3
"""Nearest ancestors of a block, its own element first."""
