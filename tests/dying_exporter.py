"""Exporters of CSV in whose hands processes die, or wait."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from scrapy.exporters import CsvItemExporter


class DyingExporter(CsvItemExporter):
    """Kills its process at each item of a page called so; at ``once`` only the first time.

    One that is ``deadly-after`` waits for one called ``innocent``, which waits for its end.
    """

    def __init__(self, file: Any, **options: Any) -> None:
        super().__init__(file, **options)
        folder = Path(file.name).parents[1]
        self._mark, self._begun, self._dying = (
            folder / name for name in (".died", ".begun", ".dying")
        )

    def export_item(self, item: Any) -> None:
        """Write the item, or die."""
        if "innocent" in item["url"] and not self._dying.exists():
            self._begun.touch()
            time.sleep(600)
        if "deadly" in item["url"]:
            while "after" in item["url"] and not self._begun.exists():
                time.sleep(0.01)
            self._dying.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if "once" in item["url"] and not self._mark.exists():
            self._mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        super().export_item(item)


class HeldExporter(CsvItemExporter):
    """Waits before it writes what is said to wait, while there is a file ``hold``; tells of it."""

    def export_item(self, item: Any) -> None:
        """Write the item, when it may be."""
        if "Waits" in item["title"] and Path("hold").exists():
            Path(f"held-{os.getpid()}").touch()
            while Path("hold").exists():
                time.sleep(0.01)
        super().export_item(item)
