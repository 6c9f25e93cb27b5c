"""Constants of the kernels: compiled, constants of C, of the same names."""

# What a tag does to a line of text, as bits, and what parts two characters, the weakest first.
CELL, BLOCK, PREFORMATTED, SILENT, ANNOTATION = (1 << bit for bit in range(5))
NOTHING, SPACE, TAB, LINE = range(4)
SLACK = 4
"""Bytes of the longest character in UTF-8."""

SETS_LINES, KEEPS_LINES, LEFT_OUT, SPOKEN, HELD, VOID = (1 << bit for bit in range(6))
"""Bits for a tag in clean HTML: a block, preformatted, left out
with all it holds, written, written only in what it belongs to, and without an end tag."""

KEEP, UNWRAP, DROP = range(3)
"""Actions of a cleaning profile on a tag."""

HIDDEN, CLOSED = 1, 2
"""Elements that their attributes hide, and dialogs that are not open."""

FNV_SEED, FNV_PRIME = 2166136261, 16777619
"""Of Fowler, Noll and Vo's hash of bytes, in 32 bits."""
MASK32 = 0xFFFFFFFF

KIND_BITS = 3
"""Bits of a node's number for each kind of elements, in which the open ones are counted."""
MOST_OPEN = 7
"""The most that are counted."""
