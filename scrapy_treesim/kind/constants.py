"""Numbers that the kernel of the page's sums shares with what reads them."""

(
    PARAGRAPHS, ITEMS, ROWS, TERMS, TABLES, FORMS, FIELDS, SELECTS, TEXTAREAS, BUTTONS, ARTICLES,
    SECTIONS, CODE, TIMES, FIGURES, STRONG, TAGS,
) = range(17)  # fmt: skip
"""What elements are counted as; the last is how many kinds there are."""

(
    MAIN_CHARS, MAIN_LINKED, MAIN_TEXTS, MAIN_LINKS, MAIN_IMAGES, MAIN_PRICES, MAIN_DATES,
    MAIN_HEADINGS, MAIN_SENTENCES, LABELS, LABELS_BELOW, PAIRS, BUYS, MORES, SUMS,
) = range(17, 32)  # fmt: skip
"""Sums over the main area, then over the page; the last is how many sums there are in all."""

MAX_LABEL_BYTES = 40
"""Of a text that ends with a colon, to be the label of what follows."""
MAX_CONTROL_BYTES = 60
"""Of a text that a button or link may be made of."""
MAX_CELL_CHARS = 40
"""Of the first cell of a row of two, to be the label of the second."""
BUY, MORE = 1, 2
"""Meanings of words, as bits."""
NO_TAG = -1
"""The kind of elements that are not counted."""
MASK = 0xFFFFFFFF
"""Of the hashes of words, which are unsigned."""
SEED = 2166136261
PRIME = 16777619

(
    KEPT_BLOCKS, KEPT_UNITS, KEPT_LONG, KEPT_LONGEST, KEPT_FIRST, KEPT_LAST, KEPT_HEADINGS,
    KEPT_LINKED_HEADINGS, KEPT_SUMS,
) = range(9)  # fmt: skip
"""Sums over the blocks of the likely main text; the last is where those of features start."""
