"""Numbers that the kernel of marks shares with what reads them."""

MAX_NAME_BYTES = 300
"""Of a class or id that is read."""
NEAR_TEXTS = 8
"""Texts over which nearness falls to a third."""
FURTHER_TEXTS = 40
"""Texts over which being not far does."""
LEVELS = 3
"""An element and those around it whose tags and names are looked at."""
