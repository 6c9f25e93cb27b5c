"""A shop whose pages are made by scripts: its goods lie in the state of a script.

scrapy runspider scripts.py                                 a page as short as can be
scrapy runspider scripts.py -a start=https://example.com/
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import scrapy

GOODS = [
    {"name": name, "url": f"https://shop.example/p/{n}", "price": {"amount": n + 0.5}}
    for n, name in enumerate(("Oak stool", "Copper kettle", "Linen apron", "Brass lamp"), 1)
]
PAGE = (
    "<title>Kitchen</title><div id=root></div>"
    f"<script>window.__INITIAL_STATE__ = {json.dumps({'kitchen': {'items': GOODS}})};</script>"
)


class ScriptsSpider(scrapy.Spider):
    """Asks for a page, or for JSON; what a script would show is read without running it."""

    name = "scripts"
    custom_settings = {  # noqa: RUF012
        "ADDONS": {"scrapy_treesim.Addon": 500},
        "TREESIM_KINDS": ["records"],
        "TREESIM_JSON": True,
        "TREESIM_FEEDS": {"output/goods.jsonl": {"overwrite": True}},
        "LOG_LEVEL": "INFO",
    }

    def __init__(self, start: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start or f"data:text/html,{quote(PAGE)}"]

    def parse(self, response: scrapy.http.Response) -> Iterator[Any]:
        yield from ()
