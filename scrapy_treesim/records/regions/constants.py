"""Shared numbers of the kernels of regions; the build makes constants of C of them."""

SIBLINGS, ALIKE, ALL, RUN, BAND, PATH, TAGS, COLUMN = range(8)
"""Sources of a candidate: siblings of one path, of one cluster, all siblings; runs of
siblings; columns of a few rows each; nodes of one path, of one path of tags; columns of a table."""

BY_PATH, BY_TAG, BY_CLUSTER, BY_TEXT, LETTERINGS = range(5)
"""Keys of children's letters: path with classes, tag, cluster, path of the first text."""

LINKS, IMAGES, HEADINGS, PRICES, DATES, MARKS = range(6)
"""Marks of a record, and their number."""

MAX_CANDIDATES = 4096
MAX_AGAIN = 100
"""Largest number of further candidates, made of the records of others."""
MAX_SETS = 50
"""Largest number of clustered sets of paths below children."""
MAX_LETTERS = 20
"""Largest number of letters at the start of runs, the commonest ones."""
MAX_BAND_ROWS = 4
MAX_COLUMNS = 12
"""Largest number of columns of a table with columns as records."""
MAX_COLUMN_ROWS = 100
MAX_COMPARED_RECORDS = 1024
"""Largest number of records of a candidate with their texts compared."""

MAX_GAP = 4
"""Largest gap between records that counts, in log-odds."""
MASK = 0xFFFFFFFF
"""Mask of the hashes, which are unsigned."""
