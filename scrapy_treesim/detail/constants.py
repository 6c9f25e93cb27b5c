"""Numbers shared by the kernel of marks and its readers."""

MAX_NAME_BYTES = 300
"""Largest number of bytes read of a class or id."""
NEAR_TEXTS = 8
"""Number of texts over which nearness falls to a third."""
FURTHER_TEXTS = 40
"""Number of texts over which being not far falls to a third."""
LEVELS = 3
"""Number of elements, from a node outwards, with tags and names that are read."""
