"""A data set: a folder with ``pages/<id>.html.gz`` and ``truth.jsonl``, one JSON object a page."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page as it came and what is true of it."""

    id: str
    url: str
    html: bytes
    truth: dict[str, Any]


TRUTH: Final = "truth.jsonl"
"""The name of a set's file of truth."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A folder of labelled pages."""

    folder: Path
    truth: str = TRUTH
    """The name of the file of truth."""

    @property
    def name(self) -> str:
        """The last two parts of the folder's path, as ``webdext/dev``."""
        return "/".join(self.folder.resolve().parts[-2:])

    def truths(self, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the truth of the pages, in the file's order, of the first ``limit``."""
        with (self.folder / self.truth).open(encoding="utf-8") as lines:
            for line in islice(lines, limit):
                yield json.loads(line)

    def pages(self, limit: int | None = None) -> Iterator[LabelledPage]:
        """The pages in the order of the truth, the first ``limit`` of them."""
        for truth in self.truths(limit):
            packed = (self.folder / "pages" / f"{truth['id']}.html.gz").read_bytes()
            yield LabelledPage(truth["id"], truth.get("url", ""), gzip.decompress(packed), truth)


def data_arguments(description: str | None, *, required: bool = True) -> ArgumentParser:
    """A parser of the arguments that all scripts share: ``--data``, unless ``required`` is false at
    least once, and ``--limit``."""
    parser = ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument(
        "--data",
        type=lambda folder: DataSet(Path(folder)),
        action="append",
        required=required,
        default=None if required else [],
        metavar="DIR",
        help="a data set's folder; may be given several times",
    )
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    return parser
