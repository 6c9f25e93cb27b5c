"""Constants of the text kernels, compiled as constants of C."""

NOTHING, WORD, COUNTED, AGE, AMONG = range(5)
"""Kinds of the previous token, beside the meanings of words: nothing,
a word, a number, a number with its unit of time, a number and a word for "of"."""

COLON, SLASH, POINT, COMMA, DASH, YEAR, MOON, MANY = 58, 47, 46, 44, 45, 1, 2, 3
"""Signs between two tokens: ASCII characters by code, 年, 月, and any other or several signs."""

MAX_VALUE = 100000
MAX_WORD_CHARS = 14
MAX_WORDS = 2
MAX_AGO_IDEOGRAPHS = 3

SIGN, LETTER, NUMERAL, BLANK, LEAD = range(5)
"""Classes of bytes; a lead is the first byte of a sign or ideograph of two or three."""
DIGIT, PRICE, DATE, TIME, RELATIVE, RATING, NUMBER, SENTENCE, ONLY_STARS = (
    1 << bit for bit in range(9)
)
"""Kinds of texts, as bits."""
UNIT, DAY, PRESSED, SAYS, TALK, MORE, ANSWER = (1 << bit for bit in range(7))
MONTH, CURRENCY, PAST, BEFORE_PAST, RATE, STARS, OF, ORDINAL, ONE, BEFORE_A = (
    1 << bit for bit in range(7, 17)
)
"""Meanings of words, as bits."""
OF_POSTS = 17
"""Bit of the first meaning for posts only."""
POST_MEANINGS = 7
"""Number of meanings for posts only."""
