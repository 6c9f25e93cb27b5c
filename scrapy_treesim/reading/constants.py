"""Constants of kernels and Python, constants of C under the same names in the compiled ones."""

INLINE, BLOCK, DROP, BREAK, RESERVE, LINK, ASIDE, SKIP, FORMULA = range(9)
"""Tag kinds for blocks: inline, a block, left out, ``<br>``,
read only if the page has no other text, a link, an aside, left out of a line, a formula."""
NO_BLOCK = -1
"""Block number of nodes in no block."""

LOWER, UPPER, DIGIT, LEAD, CONTINUATION, BLANK, COMMA, END, SIGN, WIDE, IDEOGRAPH = range(11)
"""Classes of bytes. The ones up to ``CONTINUATION`` are of words; ``WIDE`` begins a sign or kana of
three bytes, ``IDEOGRAPH`` an ideograph."""

(
    CHARS, WORDS, DIGITS, CAPITALS, SIGNS, COMMAS, ENDS, IDEOGRAPHS, FOREIGN, LINKED, BOLD, ITALIC,
    LINKS, TITLE, DESCRIBED, OPENING, CLOSING, KINDS, MEANINGS, COUNTS,
) = range(20)  # fmt: skip
"""Counts of a block: characters without blanks, words (an ideograph is one),
digits, capitals, signs, commas, ends of sentences, ideographs, letters beyond ASCII, characters in
links, in bold, in italics, links that begin in it or after the block before, words of the
title and of the declared description, its opening and closing, and as bits the kinds of its text
and the meanings of its words."""

OPENS_LOWER, OPENS_QUOTE, OPENS_DIGIT, OPENS_OTHER = range(1, 5)
"""Ways for a block to begin."""
CLOSES_END, CLOSES_COLON, CLOSES_TRAILING = range(1, 4)
"""Ways for a block to end: with a sentence, a colon, dots or an arrow."""

IN_LINK, IN_BOLD, IN_ITALIC, IS_IMAGE, IS_CONTROL, IS_HEADING = (1 << bit for bit in range(6))
"""Bits of a tag: its effect on its text, and its kind."""

SLOTS = 4096
"""Slots of the table of words of the title and description, a power of two."""
MAX_VALUE_BYTES = 160
"""Largest number of bytes of a block tested as a value: a date, a price, a button."""
LONG_CHARS = 80
"""Smallest number of characters of a long block, if it has few links."""

ROWS = 4096
"""Number of rows for hashed pieces of names, a power of two."""
MAX_PIECES = 10
"""Largest number of pieces read of a name."""
MAX_NAME_BYTES = 200
"""Largest number of bytes read of a name."""

LEVELS = 3
"""Number of elements around a block, each with more blocks than the last."""
ANCESTORS = 3
"""Number of nearest ancestors of a block, its own element first."""
