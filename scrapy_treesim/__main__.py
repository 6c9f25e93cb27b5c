"""``python -m scrapy_treesim COMMAND``: the commands of ``scrapy treesim``, in any folder."""

from __future__ import annotations

import sys

from scrapy.cmdline import execute

if __name__ == "__main__":
    execute(["scrapy", "treesim", *sys.argv[1:]])
