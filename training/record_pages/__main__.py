"""Write a data set of generated list pages: ``python -m training.record_pages -o DIR``."""

from __future__ import annotations

from training.data_set import write_generated
from training.record_pages.data import write_set

if __name__ == "__main__":
    write_generated(__doc__, write_set, pages=1000)
