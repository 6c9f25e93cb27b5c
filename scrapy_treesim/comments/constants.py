"""Numbers that the kernels of comments share with one another and with Python."""

BY_WHEN, BY_CONTROL, BY_TEXT, BY_LINK, BY_SIBLINGS, BY_PATH, BY_SINGLE = range(7)
"""The source of a thread: times, controls, other texts, links; likeness; an anchor alone."""
# What is summed of every post. Of SAID, hashes that wrap, only equality means anything.
(PLAIN, WHENS, CONTROLS, ANSWERS, NUMBERS, SHORTS, SAYINGS, TALKS, TALLIES, MORES, LONGS, TITLES,
 FIELDS, INPUTS, QUOTES, JUMPS, PERSONS, TALKERS, TEXTS, CHARS, LINKED, LINKS, IMAGES, HEADINGS,
 DIGITS, PRICES, SENTENCES, COPIED, ELEMENTS, SAID) = range(30)  # fmt: skip
SUMS = 30
KNOWN_LOGS = 1024
"""Numbers whose logarithms are looked up."""
MAX_POSTS = 10_000
"""Posts of one thread."""
MAX_HEIGHTS = 64
"""Heights of a group's territories that are told apart."""
MAX_SINGLE_CHARS = 6000
MAX_SINGLE_STEPS = 8
"""Characters of the one comment of a page, and how far up from an anchor it is sought."""
MAX_THREADS = 1024
EDGE = 5
"""Texts at a post's begin, and at its end, among which its time or name is sought."""
SILENT_CHARS = 15
SMALL_CHARS = 40
WIDE_CHARS = 400
TITLE_CHARS = 25
"""Characters below which a post says nothing or little, above which it says much, and from which a
link is a title."""
MAX_LEADING = 12
"""Texts before a thread that may lead to it."""
MAX_LEADING_CHARS = 60
MAX_HEADING_NODES = 4
"""Nodes before a text among which a heading is the one around it."""
MAX_ANCESTORS = 4
"""Elements around a thread whose names count."""
MAX_CLIMBED = 12
"""Elements above a post that its surroundings reach to."""
FORM_NODES = 200
"""Nodes after a thread in which a form belongs to it."""
MAX_ODDS = 30
"""The logarithm of odds beyond which a probability is as good as certain."""
