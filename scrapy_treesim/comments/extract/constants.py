"""Numbers that the kernels of posts share with one another and with Python."""

QUOTATION, SIGNATURE = 1, 2
"""The parts of a body that are not said."""
CHOSEN = 3
"""The byline of a text that was chosen as author or time: see ``Bodies``."""
MAX_LEVELS = 40
MAX_PATHS = 64
MAX_PLACES = 64
"""Steps of a way down, ways, and places that one leads to in a post, that are told apart."""
MAX_CHARS = 400
"""Characters of a text or body beyond which it counts no more."""
MAX_LABEL_CHARS = 60
"""Characters of a text that may be about the post."""
MAX_DISTANCE = 8
MAX_COLUMNS = 8
"""The best columns, of which posts that have no text in the first take theirs."""
MIN_SCORE = 1
"""The score above which a column may be the one: half of the posts have what is sought there."""
MAX_LEAD_CHARS = 40
"""Characters of a text that says what the next one is."""
MAX_REPEATS = 3
"""Further texts on one path that count against a column."""
MAX_SCORE_WORDS = 4
MAX_VOTES_WORDS = 3
"""Words of a text that may be a number of votes, and of one that says that it is."""
MAX_NAME_CHARS = 40
MAX_NAME_WORDS = 6
MAX_SAYS_CHARS = 80
"""Characters of a text that says who said something."""
MAX_SAYS_SMALL = 6
MAX_SMALL = 2
"""Words in lower case after the first of a text that says who, and of a name."""
MAX_LINE_CHARS = 120
MAX_INITIAL_WORDS = 3
"""Words of a name that ends with an initial and its full stop."""
MAX_LEAD_WORDS = 3
"""Words of a text beside a name that says that this one said something."""
USUAL_CHARS = 22
"""Mean characters of names beyond which a column counts less."""
MAX_TRIMMED = 9
"""Texts at each end of a body that are looked at for what is about the post."""
MAX_SIGNATURE_CHARS = 400
MAX_POSTS_APART = 100
"""Posts between two of one author whose ends are compared."""
MIN_REPEATED_CHARS = 8
MIN_REPEATED_ONCE_CHARS = 40
"""Characters of a signature that three posts of an author end with, and that two do."""
MAX_QUOTED = 2
"""A post of which less is said than its quotations divided by this is the quotations."""
