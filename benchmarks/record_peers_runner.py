"""Runs libextract over pages; started by ``benchmarks.record_peers`` in the peers' environment.

Standard input and output are those of ``mdr.py27``. The records of a node that libextract finds are
its children, which is how its documentation reads tables.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from time import process_time
from typing import Any

import lxml.html

REGIONS = 5


def main() -> None:
    extract = import_module("libextract.api").extract
    for line in sys.stdin:
        page = json.loads(line)
        html = page["html"].encode()
        started = process_time()
        lxml.html.document_fromstring(html)
        parsed = process_time()
        regions, error = [], ""
        try:
            regions = [_records(node) for node in extract(html, encoding="utf-8", count=REGIONS)]
        except Exception as raised:
            error = type(raised).__name__
        made = {"id": page["id"], "regions": regions, "cpu": process_time() - parsed,
                "parse_cpu": parsed - started, "error": error}  # fmt: skip
        print(json.dumps(made), flush=True)


def _records(node: Any) -> list[list[str]]:
    tree = node.getroottree()
    return [[tree.getpath(child)] for child in node if isinstance(child.tag, str)]


if __name__ == "__main__":
    main()
