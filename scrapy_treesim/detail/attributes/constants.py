"""Numbers that the kernel of pairs shares with what reads them."""

(ROW, DEFINITION, LINE, COLUMNS) = range(4)
"""Forms of a pair."""

(INLINE, CELL, TERM, DEFINED, TABLE_ROW, BREAK, HEADING, CONTROL, NO_LINES, EMPHASIS, TABLE) = (
    1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024,
)  # fmt: skip
"""What a tag is, as bits: ``CONTROL`` are fields of forms, ``NO_LINES`` what no pair stands in."""

(
    FORM, GROUP, LABEL_AT, LABEL_STOP, VALUE_AT, VALUE_STOP, LABEL_NODE, VALUE_NODE, VALUE_END,
    FLAGS, LABEL_HASH, WIDTH,
) = range(12)  # fmt: skip
"""A candidate's numbers: its form, what it lies in, bytes of text, nodes; the last is how many."""

(WITH_COLON, BELOW_HEADER, UNDER_HEADING, IN_ONE_LINE) = (1, 2, 4, 8)
"""Flags of a candidate: its label has a colon, its table a row of headings over two columns, its
label is a heading; no block is in its value."""

MAX_LABEL_CHARS = 40
"""Of a label."""
MAX_LABEL_WORDS = 6
MAX_LABEL_NODES = 12
"""Nodes below the element that is a label."""
MAX_VALUE_CHARS = 1000
MAX_COLUMN_CHARS = 200
"""Of a value with no colon before it."""
MAX_VALUE_NODES = 80
"""Nodes that a value is made of."""
MAX_CLIMB = 6
"""Elements around one, all with the same text, to what it has siblings in."""
MAX_PARTS = 8
"""Elements and texts that a label and its value without a colon are made of."""
SEED = 2166136261
PRIME = 16777619
MASK = 0xFFFFFFFF
"""Of hashes: 32 bits."""
LABELS = 4096
"""Places of the table in which labels are counted."""

(
    OF_ROW, OF_DEFINITION, OF_LINE, COLON, EMPHASISED, ALIKE, CHARS_OF_LABEL, WORDS_OF_LABEL,
    DIGITS_IN_LABEL, LINKED_LABEL, CHARS_OF_VALUE, LONG_VALUE, LINKED_VALUE, LINKS, SENTENCES,
    NAVIGATION, FOOTER, SIDE, MORE, ADVERT, ABOVE, DISTANCE, REPEATED, HOLDING, HEADER,
    HEADED, FEATURES,
) = range(27)  # fmt: skip
"""Features of a candidate, see :mod:`.scoring`; the last is how many."""
