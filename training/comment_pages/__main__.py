"""Write a data set of pages with comments: ``python -m training.comment_pages -o DIR``."""

from __future__ import annotations

from training.comment_pages.data import write_set
from training.data_set import write_generated

if __name__ == "__main__":
    write_generated(__doc__, write_set, pages=1500)
