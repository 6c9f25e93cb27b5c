"""Constants of the kernels of the analysis: compiled, constants of C, of the same names."""

ALPHABET = 32
"""Symbols of the machine that reads names: as many as a state of it has ways to go on."""

SKIP, INLINE, HEADING, IMAGE, LINK, RULE, ROW = (1 << bit for bit in range(7))
"""Roles of a tag in records, as bits."""
