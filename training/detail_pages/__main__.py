"""Write a data set of pages about one thing: ``python -m training.detail_pages --out DIR``."""

from __future__ import annotations

from training.data_set import write_generated
from training.detail_pages.data import write_set

if __name__ == "__main__":
    write_generated(__doc__, write_set, pages=2000)
