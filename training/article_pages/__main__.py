"""Write a data set of generated article pages: ``python -m training.article_pages -o DIR``."""

from __future__ import annotations

from training.article_pages.data import write_set
from training.data_set import write_generated

if __name__ == "__main__":
    write_generated(__doc__, write_set, pages=1000)
