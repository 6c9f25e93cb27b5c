"""Constants of the analysis, constants of C under the same names in the compiled kernels."""

ALPHABET = 32
"""Number of symbols of the automaton of names, and so of transitions of a state."""

SKIP, INLINE, HEADING, IMAGE, LINK, RULE, ROW = (1 << bit for bit in range(7))
"""Roles of a tag in records, as bits."""
