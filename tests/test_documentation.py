"""The tutorial and the guides done literally, and the reference as the code has it.

Files are written, commands run, output compared. A block of ``console`` holds commands after ``$``
and what they print, where ``…`` stands for anything: alone on a line for any lines. A block of code
with a caption is a file; in a guide its path is one within a Scrapy project. SITE is the example
project's site, which is served, too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from runpy import run_path
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "example_project" / "site"
FENCE = re.compile(r"^```(?P<info>\S[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S)
CAPTION = re.compile(r"\A:caption: (?P<append>add to )?(?P<path>\S+)\n\n?")


@dataclass(frozen=True)
class Block:
    """A block of code, and the file that it is or is added to."""

    language: str
    text: str
    path: str | None
    append: bool


def blocks(page: Path) -> Iterator[Block]:
    for found in FENCE.finditer(page.read_text(encoding="utf-8")):
        caption = CAPTION.match(found["text"])
        text = found["text"][caption.end() if caption else 0 :]
        path = caption["path"] if caption else None
        yield Block(found["info"], text, path, bool(caption and caption["append"]))


def matches(expected: str, output: str) -> bool:
    """Whether a command printed what the page says."""
    parts = re.split(r"^…\n|…", expected, flags=re.M)
    marks = re.findall(r"^…\n|…", expected, flags=re.M)
    pattern = re.escape(parts[0])
    for mark, part in zip(marks, parts[1:], strict=True):
        pattern += (r"(?:.*\n)*?" if mark.endswith("\n") else r"[^\n]*?") + re.escape(part)
    return re.fullmatch(pattern, output) is not None


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    handler = partial(Quiet, directory=str(SITE))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


class Reader:
    """Somebody who does what a page says, in a folder of their own."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.env = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "100",
            "PYTHONIOENCODING": "utf-8",
        }

    def here(self, text: str) -> str:
        return text.replace("localhost:8000", f"localhost:{self.port}").replace("SITE", str(SITE))

    def write(self, block: Block, below: str) -> None:
        path = self.folder / below / str(block.path)
        append = block.append or path.name == "settings.py"
        with path.open("a" if append else "w", encoding="utf-8") as file:
            file.write(self.here(block.text))

    def run(self, block: Block) -> None:
        for told in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, expected = told.partition("\n")
            if command.startswith("cd "):
                self.folder /= command.removeprefix("cd ")
                continue
            done = subprocess.run(
                ["bash", "-c", self.here(command)],
                cwd=self.folder,
                env=self.env,
                text=True,
                encoding="utf-8",
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=300,
                check=False,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}"
            printed = done.stdout.rstrip("\n") + "\n" if done.stdout.strip() else ""
            assert matches(self.here(expected), printed), f"{command}\n{done.stdout}"


PAGES = [DOCS / "tutorial.md", *sorted((DOCS / "guides").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_can_be_done_literally(page: Path, port: int, tmp_path: Path) -> None:
    reader = Reader(tmp_path, port)
    below = ""
    if page.parent.name == "guides":
        below = "project"
        command = [sys.executable, "-m", "scrapy", "startproject", "project", "."]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        with (tmp_path / "project" / "settings.py").open("a", encoding="utf-8") as settings:
            settings.write("\nDOWNLOAD_DELAY = 0\n")
    of_page = [*blocks(page)]
    told = [block for block in of_page if block.path is not None or block.language == "console"]
    assert len(told) >= {"tutorial": 11, "redesign": 0, "notebook": 0}.get(page.stem, 1)
    for block in told:
        if block.path is not None:
            top = not block.path.startswith(("settings.py", "spiders/"))
            reader.write(block, "" if top else below)
        else:
            reader.run(block)


GENERATOR = run_path(str(DOCS / "reference.py"))


@pytest.mark.parametrize("page", GENERATOR["PAGES"], ids=lambda page: page.stem)
def test_what_is_written_from_the_code_is_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert GENERATOR["written"](text) == text, "run python docs/reference.py"


def test_output_that_differs_is_noticed() -> None:
    assert matches("a …\n…\nlast\n", "a b\nc\nd\nlast\n")
    assert matches("…\nlast\n", "last\n")
    assert not matches("a …\nlast\n", "a b\nc\nlast\n")
    assert not matches("33 findings\n", "32 findings\n")
