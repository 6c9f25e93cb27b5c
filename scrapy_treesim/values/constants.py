"""Constants of the kernels that read text: compiled, constants of C, of the same names."""

NOTHING, WORD, COUNTED, AGE, AMONG = range(5)
"""What the token before is to the next one, beside the meanings of words: nothing, a word, a
number, a number with its unit of time, a number and a word for "of"."""

COLON, SLASH, POINT, COMMA, DASH, YEAR, MOON, MANY = 58, 47, 46, 44, 45, 1, 2, 3
"""Signs between two tokens: those of ASCII as they are, 年, 月, and any others or several."""

MAX_VALUE = 100000
MAX_WORD_CHARS = 14
MAX_WORDS = 2
MAX_AGO_IDEOGRAPHS = 3
