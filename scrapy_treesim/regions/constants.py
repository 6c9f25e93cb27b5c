"""Numbers that the kernels of regions share, of which the build makes constants of C."""

SIBLINGS, TAGGED, ALIKE, ALL, RUN, BAND, PATH, TAGS, COLUMN, MEMBERS = range(10)
"""Where a candidate comes from: siblings of one path, of one tag, of one cluster, all siblings;
runs of siblings; columns of a few rows each; nodes of one path, of one path of tags; columns of a
table; the likely members of another candidate."""

BY_PATH, BY_TAG, BY_CLUSTER, BY_TEXT, LETTERINGS = range(5)
"""What children have letters by: path with classes, tag, cluster, path of the first text."""

LINKS, IMAGES, HEADINGS, PRICES, DATES, DIGITS, SENTENCES, MARKS = range(8)
"""What a record may have one of, in the order of the features from ``with_link`` on."""

MAX_CANDIDATES = 4096
MAX_SETS = 50
"""Distinct sets of paths below children that are clustered."""
MAX_LETTERS = 20
"""Letters that runs may start or end with, the commonest ones."""
MAX_SHIFT = 6
"""Children, less one, that a run starts before its letter."""
MAX_BAND_ROWS = 4
MAX_COLUMNS = 12
"""Columns of a table whose records are columns."""
MAX_COLUMN_ROWS = 100
MAX_COMPARED_RECORDS = 1024
"""Records of a candidate whose texts are compared."""
MAX_MEMBERS = 2000
"""Members of a candidate that are compared with it."""
MOST_WITHOUT = 3
"""Records at most that lack what all of them have."""
MAX_BREADTH = 100
"""Children of a record that are counted."""
MASK = 0xFFFFFFFF
"""Of the hashes, which are unsigned."""
