"""Numbers that the kernels share with Python: compiled, constants of C, of the same names."""

INLINE, BLOCK, DROP, BREAK, RESERVE, LINK, ASIDE, SKIP, FORMULA = range(9)
"""What a tag is: in a line, a block, left out, ``<br>``, read for want of anything else, a link,
set aside; left out though the line goes on, a formula."""
NO_BLOCK = -1
"""The block of what is in none."""
HEIGHT = 24
"""Outputs of each layer."""
LEVELS = 3
"""Elements around a block, each with more blocks than the last, whose blocks are averaged."""
ROLES = 9
"""Roles that a block may have, no more than a layer has outputs."""
MAX_INPUTS = 192
"""Inputs that a layer has room for the weights of."""
MAX_WEIGHTS = MAX_INPUTS * HEIGHT
MAX_DISTANCE = 15
"""Rows between two that a layer sees."""
SLOTS = 32
"""Rows that are held at a time, a power of two: one, and as many as that before and after it."""
SLOT = HEIGHT + 4
"""Numbers of a row that is held, and room for zeros to take them four at a time."""
MAX_TERMS = SLOTS * SLOT
"""Numbers that are held at a time; no fewer than a layer's inputs."""
