"""One worker as its crawl sees it: a process, and a socket to it."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Any, Final

from scrapy_treesim.workers.messages import LENGTHS, MAX_BYTES, packed, unpacked

MAX_SECONDS: Final = 300.0
"""Seconds that a worker has for one page; one that takes longer is ended. Set by hand: the slowest
pages known take a tenth of it."""
MAX_START: Final = 120.0
"""Seconds that a worker has to get ready."""
PATIENCE: Final = 5.0
"""Seconds that a worker has to end by itself."""
_BUFFER: Final = 1 << 20
"""Bytes that wait in the crawl's process before reading them goes on."""

_START: Final = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    " signal.signal(signal.SIGTERM, signal.SIG_IGN); sys.path[:] = sys.argv[1:];"
    " from scrapy_treesim.workers.worker import main; main()"
)
"""The worker imports from where the crawl does, and nothing of its script. Ctrl-C and a polite
kill are for the crawl, which lets its workers finish, from the first."""


class WorkerDied(ConnectionError):
    """A worker that ended before it answered."""


class WorkerProcess:
    """A process that reads pages, one after the other, in the order in which they were sent."""

    def __init__(self, settings: dict[str, Any]) -> None:
        """Start it; it gets ready by itself.

        Raises:
            OSError: there is no room for another process.
        """
        own, its = socket.socketpair()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, *sys.path],
                stdin=its.fileno(),
                stdout=subprocess.DEVNULL,
            )
        except OSError:
            own.close()
            raise
        finally:
            its.close()
        self._socket = own
        self._settings = settings
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def id(self) -> int:
        """The number of its process."""
        return self._process.pid

    async def connect(self) -> None:
        """Wait until it is ready.

        Raises:
            WorkerDied: it ended.
        """
        self._streams = await asyncio.open_connection(sock=self._socket, limit=_BUFFER)
        self.send(packed(self._settings))
        await self._answer(MAX_START)

    def send(self, message: bytes) -> None:
        """Send a message, which may wait in this process until the worker takes it."""
        assert self._streams is not None
        # Where it has ended, the next answer tells.
        with suppress(OSError):
            self._streams[1].write(message)

    async def answer(self) -> Any:
        """The answer to the first message that has none yet.

        Raises:
            WorkerDied: it ended, takes too long, or answers what is no message.
        """
        return await self._answer(MAX_SECONDS)

    async def _answer(self, most: float) -> Any:
        try:
            return await asyncio.wait_for(self._message(), most)
        except asyncio.TimeoutError as error:
            raise WorkerDied(f"no answer in {most:g} seconds") from error
        except (OSError, EOFError, ValueError) as error:
            raise WorkerDied(self._said()) from error

    async def _message(self) -> Any:
        assert self._streams is not None
        reader, _ = self._streams
        length, behind = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
        if length + behind > MAX_BYTES:
            raise ValueError(f"a message of {length + behind} bytes")
        return unpacked(await reader.readexactly(length + behind))

    def _said(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        code = self._process.returncode
        if code is None:
            return "an answer that is none"
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    async def close(self) -> None:
        """Hang up, and wait until it has ended."""
        if self._streams is not None:
            self._streams[1].close()
        self._socket.close()
        for _ in range(int(PATIENCE / 0.02)):
            if self._process.poll() is not None:
                return
            await asyncio.sleep(0.02)
        self._process.kill()
        self._process.wait()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        if self._streams is not None:
            self._streams[1].close()
        self._socket.close()
