"""Standard output of commands, open beyond its reader."""

from __future__ import annotations

import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any


class Outlet(FileIO):
    """A file that goes nowhere once its reader, such as ``head``, has gone."""

    is_read = True

    def write(self, data: Any) -> int:
        """Write the bytes; the command goes on, as it may have files to write too."""
        try:
            return super().write(data)
        except BrokenPipeError:
            self.is_read = False
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return super().write(data)


def outlive_reader() -> None:
    """Let standard output outlive its reader, unless it is a terminal or captured."""
    before = sys.__stdout__
    if sys.stdout is before and isinstance(before, TextIOWrapper) and not before.isatty():
        outlet: Any = Outlet(before.fileno(), "w", closefd=False)
        sys.stdout = TextIOWrapper(
            outlet if before.write_through else BufferedWriter(outlet),
            before.encoding,
            before.errors,
            line_buffering=before.line_buffering,
            write_through=before.write_through,
        )


def is_read() -> bool:
    """Tell whether anybody still reads the output."""
    buffer = getattr(sys.stdout, "buffer", None)
    return getattr(getattr(buffer, "raw", buffer), "is_read", True)
