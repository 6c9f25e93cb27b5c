"""One worker as its crawl sees it: a process, and a pipe to and from it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable
from typing import IO, Any, Final

from scrapy_treesim.workers.messages import LENGTHS, MAX_BYTES, packed, unpacked

MAX_SECONDS: Final = 300.0
"""Seconds that a worker has for one page; one that takes longer is ended. Set by hand: the slowest
pages known take a tenth of it."""
MAX_START: Final = 120.0
"""Seconds that a worker has to get ready."""
PATIENCE: Final = 30.0
"""Seconds that a worker has to end by itself."""
_NAP: Final = 0.02
_BUFFER: Final = 1 << 20
"""Bytes that wait in the crawl's process before reading them goes on."""

_START: Final = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    " signal.signal(signal.SIGTERM, signal.SIG_IGN); sys.path[:] = sys.argv[2:];"
    " from scrapy_treesim.workers.worker import main; main(int(sys.argv[1]))"
)
"""The worker imports from where the crawl does, and nothing of its script. Ctrl-C and a polite
kill are for the crawl, which lets its workers finish, from the first."""


class WorkerDied(ConnectionError):
    """A worker that ended before it answered."""


class WorkerProcess:
    """A process that reads pages, one after the other, in the order in which they were sent.

    Messages to it and from it have a pipe each: what it answered can be read though it has ended.
    """

    _questions: asyncio.WriteTransport
    _reader: asyncio.StreamReader

    def __init__(self, settings: dict[str, Any]) -> None:
        """Start it; it gets ready by itself.

        Raises:
            OSError: there is no room for another process.
        """
        answers, its = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, str(its), *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[its],
            )
        except OSError:
            os.close(answers)
            raise
        finally:
            os.close(its)
        self._settings = settings
        assert self._process.stdin is not None
        self._ends: list[IO[bytes] | asyncio.BaseTransport]
        self._ends = [self._process.stdin, os.fdopen(answers, "rb", buffering=0)]
        self.is_reading = False
        """Whether it has begun with the first message that has no answer yet."""

    async def connect(self) -> None:
        """Wait until it is ready.

        Raises:
            WorkerDied: it ended.
        """
        loop = asyncio.get_running_loop()
        self._reader = asyncio.StreamReader(_BUFFER)
        self._questions, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self._ends[0])
        answers, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self._reader), self._ends[1]
        )
        self._ends = [self._questions, answers]
        self.send(packed(self._settings))
        await self._within(MAX_START, self._message())

    def send(self, message: bytes) -> None:
        """Send a message, which may wait in this process until the worker takes it."""
        # Where it has ended, the next answer tells.
        if not self._questions.is_closing():
            self._questions.write(message)

    async def answer(self) -> Any:
        """The answer to the first message that has none yet.

        Raises:
            WorkerDied: it ended, takes too long, or answers what is no message.
        """
        return await self._within(MAX_SECONDS, self._answer())

    async def _answer(self) -> Any:
        await self._message()
        self.is_reading = True
        answer = await self._message()
        self.is_reading = False
        return answer

    async def _within(self, most: float, answer: Awaitable[Any]) -> Any:
        try:
            return await asyncio.wait_for(answer, most)
        except asyncio.TimeoutError as error:
            raise WorkerDied(f"no answer in {most:g} seconds") from error
        except (OSError, EOFError) as error:
            raise WorkerDied(await self._end() or "it hung up") from error
        except (ValueError, RecursionError) as error:
            raise WorkerDied("an answer that is none") from error

    async def _message(self) -> Any:
        length, behind = LENGTHS.unpack(await self._reader.readexactly(LENGTHS.size))
        if length + behind > MAX_BYTES:
            raise ValueError(f"a message of {length + behind} bytes")
        return unpacked(await self._reader.readexactly(length + behind))

    async def _end(self) -> str:
        """How it ended, waited for while the crawl goes on; empty where it does not end."""
        for _ in range(int(PATIENCE / _NAP)):
            code = self._process.poll()
            if code is not None:
                return f"signal {-code}" if code < 0 else f"exit code {code}"
            await asyncio.sleep(_NAP)
        return ""

    async def close(self) -> None:
        """Hang up, and wait until it has ended."""
        self._hang_up()
        if not await self._end():
            self.kill()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        self._hang_up()

    def _hang_up(self) -> None:
        for end in self._ends:
            end.close()
