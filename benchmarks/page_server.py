"""A server of pages that are all in memory, as answers ready to be sent; started by benchmarks.

    python -m benchmarks.page_server FOLDER

FOLDER is as :func:`write_pages` writes it. Says its port on standard output and ends with
its standard input. It answers as a proxy does: whatever the address, with the page whose number
stands in the header ``X-Page``, so that pages keep the addresses that they have.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scrapy import Request

from benchmarks.pages import TRUTH, DataSet

ADDRESSES: Final = "addresses.json"
ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder that the benchmarks are run in."""


def write_pages(folder: Path, pages: Iterable[tuple[str, bytes]]) -> int:
    """Write pages, each an address and a body; return how many."""
    addresses: list[str] = []
    for url, body in pages:
        (folder / f"{len(addresses)}.html").write_bytes(body)
        # A spider that goes by a proxy asks it in the open.
        addresses.append(Request(url.replace("https://", "http://", 1)).url)
    (folder / ADDRESSES).write_text(json.dumps(addresses), "utf-8")
    return len(addresses)


def addresses_of(folder: Path) -> list[str]:
    """The addresses of the pages of a written folder."""
    found: list[str] = json.loads((folder / ADDRESSES).read_text("utf-8"))
    return found


def bodies_of(folder: Path) -> list[bytes]:
    """The bodies of its pages."""
    return [(folder / f"{n}.html").read_bytes() for n in range(len(addresses_of(folder)))]


def pages_below(folder: Path, limit: int | None) -> Iterator[tuple[str, bytes]]:
    """The pages of a data set, or all HTML files below any other folder, gzipped or not."""
    if (folder / TRUTH).exists():
        for page in DataSet(folder).pages(limit):
            yield _absolute(page.url, page.id), page.html
        return
    files = sorted(one for one in folder.rglob("*.htm*") if one.is_file())
    for file in files[:limit]:
        body = file.read_bytes()
        if file.suffix == ".gz":
            body = gzip.decompress(body)
        yield _absolute("", file.relative_to(folder).as_posix()), body


def _absolute(url: str, name: str) -> str:
    return url if url.startswith(("http://", "https://")) else f"http://pages.example/{name}"


_NUMBER: Final = re.compile(rb"\r\nX-Page: (\d{1,9})\r\n", re.IGNORECASE)
_END: Final = b"\r\n\r\n"


class Answering(asyncio.Protocol):
    """One connection, kept for as long as the other side wants."""

    def __init__(self, answers: Sequence[bytes]) -> None:
        self.answers = answers
        self.asked = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to answer."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each request that is whole."""
        assert self.transport is not None
        self.asked += data
        while _END in self.asked:
            request, _, self.asked = self.asked.partition(_END)
            number = _NUMBER.search(request + b"\r\n")
            answer = self.answers[int(number[1])] if number else _answer(b"", "404 Not Found")
            self.transport.write(answer)


def _answer(body: bytes, status: str = "200 OK") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def serve(folder: Path) -> None:
    """Serve until nothing more can come from standard input."""
    answers = [_answer(body) for body in bodies_of(folder)]
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Answering(answers), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, int]]:
    """The port and the process of a server of the folder's pages, there meanwhile."""
    command = [sys.executable, "-m", "benchmarks.page_server", str(folder.resolve())]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        assert process.stdout is not None
        port = process.stdout.readline()
        if not port:
            raise RuntimeError("the server of pages did not start")
        # Leaving closes its standard input.
        yield int(port), process.pid


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
