"""Constants of the kernels of comments: compiled, constants of C, of the same names."""

WHEN, CONTROL, NUMBER, LINK, SHORT, TEXT = range(6)
"""Kinds of texts."""
UNIT, DAY, PRESSED, SAYS, TALK = (1 << bit for bit in range(5))
"""Meanings of a word, as bits."""
OF_LEAVES = 31
"""All of these."""
MOST_READ = 100
"""Characters of a text that is read word by word."""
MOST_WHEN = 60
MOST_LINK = 40
MOST_SHORT = 25
LONG = 40
"""Characters of a date, a link and a label at most, and of what is not short."""

(
    AUTHOR, TIME, BODY, QUOTED, SIGNED, RATED, SCORED, ASIDE, EDITED_NAME, INDENTED, ASKED, CALLED,
    DECLARED, DATED, QUOTE_TAG, TIME_TAG, STRONG_TAG, HEAD_TAG,
) = (1 << bit for bit in range(18))  # fmt: skip
"""Bits for the names of an element, its declarations and its tag."""
SINCE, EDITED, LABEL, VOTED, ROLE, ANSWERED, MOMENT, STARS, ADDRESSED = (
    1 << bit for bit in range(9)
)
"""Bits for the content of a text; addressed ones begin with @."""
OF_WORDS = 127
"""Mask of the bits that come from words."""
NAMED, DECLARES, INSTANT, CONTENT = (1 << bit for bit in range(4))
"""Purposes that an attribute is read for, as bits."""
MOST_CLIMBED = 48
MOST_TIMES = 6
COLON = 58

QUOTATION, SIGNATURE = 1, 2
"""The parts of a body that are not said."""
FEATURES = 106
"""Number of features of a text."""
MAX_NAME_WORDS = 5
MAX_NAME_CHARS = 40
MAX_SAYS_CHARS = 80
MAX_CHARS = 400
"""Characters of a text beyond which it counts no more."""
MAX_LINE_CHARS = 160
"""Characters of a text that may name an author or a time."""
MAX_COLUMNS = 8
"""The best columns, of which posts that have no text in the first take theirs."""
MAX_LEAD_CHARS = 40
"""Characters of a text that says what the one beside it is."""
MAX_SCORE_WORDS = 4
MAX_VOTES_WORDS = 3
"""Words of a text that may be a number of votes, and of one that says that it is."""
MAX_QUOTED = 2
"""A post of which less is said than its quotations divided by this is the quotations."""
