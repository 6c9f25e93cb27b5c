"""Write a data set of pages of all kinds: ``python -m training.page_kinds --out DIR``."""

from __future__ import annotations

from training.data_set import write_generated
from training.page_kinds.data import write_set

if __name__ == "__main__":
    write_generated(__doc__, write_set, pages=2000)
