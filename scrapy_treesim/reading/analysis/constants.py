"""Constants of the analysis, constants of C under the same names in the compiled kernels."""

ALPHABET = 32
"""Number of symbols of the automaton of names, and so of transitions of a state."""

NODE_CUES, POST_CUES, THING_CUES, BOX_CUES, DECLARED_CUES, INSTANT, CONTENT = (
    0, 5, 17, 28, 34, 46, 47
)  # fmt: skip
"""First bits of what the names of an element say: the cues of :mod:`.class_names` in its class and
id, those of posts in its declared names, and whether its times, or its content, have digits."""
POST_BITS = 0xFFF
"""Mask of the cues of posts."""

SKIP, INLINE, HEADING, IMAGE, LINK, RULE, ROW = (1 << bit for bit in range(7))
"""Roles of a tag in records, as bits."""
