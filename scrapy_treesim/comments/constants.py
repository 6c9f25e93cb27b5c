"""Constants of the kernels of comments: C constants of the same names when compiled."""

WHEN, CONTROL, NUMBER, LINK, SHORT, PASSAGE = range(6)
"""Kinds of texts."""
UNIT, DAY, PRESSED, SAYS, TALK = (1 << bit for bit in range(5))
"""Meanings of a word, as bits."""
OF_LEAVES = 31
"""Mask of all these meanings."""
MOST_READ = 100
"""Largest number of characters of a text that is read word by word."""
MOST_WHEN = 60
MOST_LINK = 40
MOST_SHORT = 25
LONG = 40
"""Largest numbers of characters of a date, a link and a label, and least number of a long text."""

(
    AUTHOR, TIME, BODY, QUOTED, SIGNED, RATED, SCORED, ASIDE, EDITED_NAME, INDENTED, ASKED, CALLED,
    DECLARED, DATED, QUOTE_TAG, TIME_TAG, STRONG_TAG, HEAD_TAG,
) = (1 << bit for bit in range(18))  # fmt: skip
"""Bits for the names of an element, its declarations and its tag."""
SINCE, EDITED, LABEL, VOTED, ROLE, ANSWERED, MOMENT, STARS, ADDRESSED = (
    1 << bit for bit in range(9)
)
"""Bits for the content of a text; an addressed one begins with @."""
OF_WORDS = 127
"""Mask of the bits from words."""
NAMED, DECLARES, INSTANT, CONTENT = (1 << bit for bit in range(4))
"""Purposes of reading an attribute, as bits."""
MOST_CLIMBED = 48
MOST_TIMES = 6
COLON = 58

QUOTATION, SIGNATURE = 1, 2
"""Parts of a body beside the comment's own text."""
FEATURES = 106
"""Number of features of a text."""
MAX_NAME_WORDS = 5
MAX_NAME_CHARS = 40
MAX_SAYS_CHARS = 80
MAX_CHARS = 400
"""Number of characters of a text that count at most."""
MAX_LINE_CHARS = 160
"""Largest number of characters of a text with an author or a time."""
MAX_COLUMNS = 8
"""Number of the best columns tried, in turn, for posts without a text in the first."""
MAX_LEAD_CHARS = 40
"""Largest number of characters of a label for the text after it."""
MAX_SCORE_WORDS = 4
MAX_VOTES_WORDS = 3
"""Largest numbers of words of a text with a number of votes, and of its label."""
MAX_QUOTED = 2
"""Factor for quoted characters: a post with fewer own ones than the product has both as text."""
