"""The feeds of a crawl whose settings name none: one file a kind, in a folder of its own."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from pathlib import Path
from typing import Final

from scrapy_treesim.feed_options import CLASSES_OF_KIND, FeedOptions

FOLDER: Final = "treesim"
"""Where the folders are, in the working directory."""

_OPTIONS: Final = {"format": "jsonlines", "encoding": "utf-8", "uri_params": None}
_UNFIT: Final = re.compile(r"[^\w.-]+|^\.+")
"""What is no part of a folder's name: ``shop/eu`` is no folder in another."""


def default_feeds(spider_name: str) -> tuple[FeedOptions, ...]:
    """Make a folder that no other crawl has, and name a file in it for each kind.

    Raises:
        OSError: there can be no such folder here.
    """
    folder = _new_folder(Path(FOLDER, _UNFIT.sub("_", spider_name) or "_"))
    return tuple(
        FeedOptions(f"{folder.as_posix()}/{kind}.jsonl", classes, {**_OPTIONS})
        for kind, classes in CLASSES_OF_KIND.items()
    )


def _new_folder(parent: Path) -> Path:
    started = f"{datetime.now(timezone.utc):%Y-%m-%dT%H-%M-%S}"
    folder = parent / started
    number = 1
    while True:
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
            folder = parent / f"{started}_{number}"
        else:
            return folder
