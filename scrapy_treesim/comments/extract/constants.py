"""Numbers that the kernels of posts share with one another and with Python."""

QUOTATION, SIGNATURE = 1, 2
"""The parts of a body that are not said."""
FEATURES = 134
"""What is known of a text, as so many numbers."""
MAX_NAME_WORDS = 5
MAX_NAME_CHARS = 40
MAX_SAYS_CHARS = 80
MAX_CHARS = 400
"""Characters of a text beyond which it counts no more."""
MAX_LABEL_CHARS = 60
"""Characters of a text that may say whom the next one quotes."""
MAX_LINE_CHARS = 160
"""Characters of a text that may name an author or a time."""
MAX_COLUMNS = 8
"""The best columns, of which posts that have no text in the first take theirs."""
MAX_LEAD_CHARS = 40
"""Characters of a text that says what the one beside it is."""
MAX_SCORE_WORDS = 4
MAX_VOTES_WORDS = 3
"""Words of a text that may be a number of votes, and of one that says that it is."""
MAX_SIGNATURE_CHARS = 400
MAX_POSTS_APART = 100
"""Posts between two of one author whose ends are compared."""
MIN_REPEATED_CHARS = 8
MIN_REPEATED_ONCE_CHARS = 40
"""Characters of a signature that three posts of an author end with, and that two do."""
MAX_QUOTED = 2
"""A post of which less is said than its quotations divided by this is the quotations."""
