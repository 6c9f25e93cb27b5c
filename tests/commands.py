"""``scrapy treesim ...`` in processes of their own that need not import Scrapy first.

They are forked from one that has imported it, which takes longer than most commands do. That they
run in a process where nothing is imported yet, ``test_command.run_in_shell`` shows.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["scrapy.cmdline", "scrapy_treesim.commands.subcommands"])


def run(folder: Path, *arguments: str | Path, **environment: str) -> CompletedProcess[str]:
    """Run ``scrapy treesim ...`` in a folder."""
    command = ["scrapy", "treesim", *map(str, arguments)]
    with TemporaryDirectory() as outputs:
        files = [Path(outputs, "stdout"), Path(outputs, "stderr")]
        process = PROCESSES.Process(
            target=_execute,
            args=(command, folder, {**os.environ, "COLUMNS": "80", **environment}, files),
        )
        process.start()
        process.join()
        code = process.exitcode
        process.close()
        assert code is not None
        stdout, stderr = (file.read_text("utf-8") for file in files)
    return CompletedProcess(command, code, stdout, stderr)


def _execute(
    command: list[str], folder: Path, environment: dict[str, str], files: list[Path]
) -> None:
    from scrapy.cmdline import execute

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path.insert(0, str(folder))
    for number, file in enumerate(files, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    for stream in (sys.stdout, sys.stderr):
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(encoding="utf-8")
    execute(command)
