"""Run the first example of the README, a crawl with the add-on, with the package as installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "example_project" / "site" / "shop" / "index.html"
SPIDER = """
import scrapy

class Goods(scrapy.Spider):
    name = "goods"
    start_urls = [{url!r}]
    def parse(self, response):
        pass
"""
CHECK = "import scrapy_treesim; raise SystemExit(not scrapy_treesim.compiled)"


def main() -> None:
    """Crawl a page of the example's site in an empty project; fail without its 12 records."""
    (settings, *_) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S
    )
    with TemporaryDirectory() as folder:
        Path(folder, "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
        Path(folder, "settings.py").write_text(f"{settings}\nSPIDER_MODULES = ['spiders']\n")
        Path(folder, "spiders.py").write_text(SPIDER.format(url=PAGE.as_uri()))
        subprocess.run([sys.executable, "-m", "scrapy", "crawl", "goods"], cwd=folder, check=True)
        (feed,) = Path(folder, "treesim", "goods").glob("*/records.jsonl")
        records = [json.loads(line) for line in feed.read_text("utf-8").splitlines()]
        if len(records) != 12 or not all(record["price"] for record in records):
            raise SystemExit(f"{len(records)} records in place of 12 with prices")
        if "--compiled" in sys.argv:
            subprocess.run([sys.executable, "-c", CHECK], cwd=folder, check=True)


if __name__ == "__main__":
    main()
