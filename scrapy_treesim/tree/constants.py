"""Constants of the kernels, constants of C under the same names in the compiled ones."""

# Effects of a tag on a line of text, as bits; gaps between two characters, the weakest first.
CELL, BLOCK, PREFORMATTED, SILENT, ANNOTATION = (1 << bit for bit in range(5))
NOTHING, SPACE, TAB, LINE = range(4)
SLACK = 4
"""Bytes of the longest character in UTF-8, spare room of a buffer."""

SETS_LINES, KEEPS_LINES, LEFT_OUT, WRITTEN, NESTED, VOID = (1 << bit for bit in range(6))
"""Bits of a tag in clean HTML: a block, preformatted, left out
with its content, written, written only in its proper parent, and without an end tag."""

KEEP, UNWRAP, DROP = range(3)
"""Actions of a cleaning profile on a tag."""

HIDDEN, CLOSED = 1, 2
"""Bits of elements hidden by their attributes, and of dialogs that are not open."""

FNV_SEED, FNV_PRIME = 2166136261, 16777619
"""Constants of Fowler, Noll and Vo's hash of bytes, in 32 bits."""
MASK32 = 0xFFFFFFFF

KIND_BITS = 3
"""Bits for the number of open elements of one kind."""
MOST_OPEN = 7
"""Largest number of open elements of one kind that is counted."""
