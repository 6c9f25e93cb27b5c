"""Numbers that the kernels of regions share, of which the build makes constants of C."""

SIBLINGS, ALL, RUN, BAND, PATH, TAGS = range(6)
"""Sources of a candidate.
Siblings of one path, all siblings; runs of siblings; columns of a few rows each; nodes of one path,
of one path of tags."""

LINKS, IMAGES, HEADINGS, PRICES, DATES, MARKS = range(6)
"""Contents that a record may have, in feature order from ``with_link`` on."""

MAX_CANDIDATES = 4096
MAX_AGAIN = 100
"""Candidates for which there is room beyond these, of the records of others."""
MAX_LETTERS = 20
"""Letters that runs may start with, the commonest ones."""
MAX_BAND_ROWS = 4
MAX_COMPARED_RECORDS = 1024
"""Records of a candidate whose texts are compared."""

MAX_GAP = 4
"""Log-odds that a gap between records counts at most."""
MASK = 0xFFFFFFFF
"""Of the hashes, which are unsigned."""

(
    LOG_COUNT, SIMILAR, LEAST_SIMILAR, LOG_SHARE, REGION_SHARE, COVERAGE, WITH_LINK, WITH_IMAGE,
    WITH_HEADING, WITH_PRICE, WITH_DATE, DISTINCT, DISTINCT_FIRSTS, COMMONEST_FIRST,
    CHARS_VARIATION, CHARS_OUTLIER, LOG_ELEMENTS, ELEMENTS_VARIATION, APART, SEVERAL_PARENTS,
    LOG_TOPS, FROM_RUN, FROM_BAND, FROM_PATH, MEAN_LIKELY, LEAST_LIKELY, ODDS_GAP,
    FIRST_LIKELY, LAST_LIKELY, UNLIKELY, OF_LIKELIEST, EXPECTED, RECALL, PRECISION,
    EXPECTED_OUTSIDE, LIKELY_BETWEEN, LIKELY_BESIDE, WIDTH,
) = range(38)  # fmt: skip
"""The features of a row, in the order of :data:`~.features.TABLE`, and how many there are."""
