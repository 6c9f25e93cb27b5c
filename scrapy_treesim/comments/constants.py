"""Constants of the kernels of comments: C constants of the same names when compiled."""

WHEN, CONTROL, NUMBER, LINK, SHORT, PASSAGE = range(6)
"""Kinds of texts: with a date, a button, without words, a link, a few words, a longer text."""
UNIT, DAY, PRESSED, SAYS, TALK = (1 << bit for bit in range(5))
"""Meanings of words, as bits: the first of :data:`.text_kinds.WORDS`, in its order."""
OF_LEAVES = 31
"""Mask of all these meanings."""
MOST_READ = 100
"""Largest number of characters of a text that is read word by word; longer ones are passages."""
MOST_WHEN = 60
MOST_LINK = 40
MOST_SHORT = 25
"""Largest numbers of characters of the kinds WHEN, LINK (and CONTROL) and SHORT."""

(
    AUTHOR, TIME, BODY, QUOTED, SIGNED, RATED, SCORED, ASIDE, EDITED_NAME, INDENTED, ASKED, CALLED,
    DECLARED, DATED, QUOTE_TAG, TIME_TAG, STRONG_TAG, HEAD_TAG,
) = (1 << bit for bit in range(18))  # fmt: skip
"""Bits for the names of an element (:data:`.class_names.OF_POSTS`), declarations and tag."""
SINCE, EDITED, LABEL, VOTED, ROLE, ANSWERED, MOMENT, STARS, ADDRESSED = (
    1 << bit for bit in range(9)
)
"""Bits for the words of a text, for stars in it, and for an @ at its start."""
OF_WORDS = 127
"""Mask of the bits for words."""
MOST_CLIMBED = 48
MOST_TIMES = 6
"""Largest numbers of elements read above a text, and of columns of one path below a post."""
COLON = 58

QUOTATION, SIGNATURE = 1, 2
"""Parts of a body; 0 is the comment's own text."""
MAX_NAME_WORDS = 5
MAX_NAME_CHARS = 40
MAX_SAYS_CHARS = 80
"""Largest numbers of words and characters of a name, and of characters of a text with SAYS."""
MAX_CHARS = 400
"""Largest number of characters of a text that count for a body."""
MAX_LINE_CHARS = 160
"""Largest number of characters of a text with an author or a time."""
MAX_COLUMNS = 8
"""Number of columns tried, best first, for posts without a text in the best."""
MAX_LEAD_CHARS = 40
"""Largest number of characters of a label for the text after it."""
MAX_SCORE_WORDS = 4
MAX_VOTES_WORDS = 3
"""Largest numbers of words of a text with a number of votes, and of its label."""
MAX_QUOTED = 2
"""Factor of quoted characters; a post with fewer others than the product quotes in its text."""
