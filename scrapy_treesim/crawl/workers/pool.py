"""The workers of a crawl: each a process that reads pages, one after the other."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, Final

from scrapy_treesim.crawl.reader import Reading
from scrapy_treesim.crawl.workers.messages import (
    LENGTHS,
    MAX_BYTES,
    PageToRead,
    packed,
    page_message,
    reading_of,
    unpacked,
)

if sys.platform == "linux":
    from fcntl import F_SETPIPE_SZ, fcntl

MAX_SECONDS: Final = 300.0
"""Seconds that a worker has for one page; one that takes longer is ended. Set by hand: the slowest
pages known take a tenth of it."""
MAX_START: Final = 120.0
"""Seconds that a worker has to get ready."""
PATIENCE: Final = 30.0
"""Seconds that a worker has to end by itself."""
_NAP: Final = 0.02
AHEAD: Final = 8
"""Pages that a worker is sent before it has answered: it never waits, and memory is bounded.
Measured: with four it waited a sixth of its time, with twelve no less than with this."""
TRIES: Final = 2
"""Times that a page is sent that a worker ended with."""
MAX_UNREADY: Final = 3
"""Processes in a row that may end before they begin with a page."""
MAX_CLOSING: Final = 60.0
"""Seconds that a worker has to save what it learned; another may have the file for half of it."""
_BUFFER: Final = 1 << 20
"""Bytes that wait in a pipe to a worker, and in the crawl's process before reading them goes on."""

_START: Final = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    " signal.signal(signal.SIGTERM, signal.SIG_IGN); sys.path[:] = sys.argv[2:];"
    " from scrapy_treesim.crawl.workers.messages import main; main(int(sys.argv[1]))"
)
"""The worker imports from where the crawl does, and nothing of its script. Ctrl-C and a polite
kill are for the crawl, which lets its workers finish, from the first."""


class WorkerDied(ConnectionError):
    """A worker that ended before it answered."""


class WorkerLost(RuntimeError):
    """A worker that cannot be started; one line says why."""


class WorkerProcess:
    """A process that reads pages, one after the other, in the order in which they were sent.

    Messages to it and from it have a pipe each: what it answered can be read though it has ended.
    """

    _questions: asyncio.WriteTransport
    _reader: asyncio.StreamReader

    def __init__(self, settings: dict[str, Any]) -> None:
        """Start it; it gets ready by itself."""
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
        if sys.platform == "linux":
            # A pipe that holds several pages: the worker need not wait for the crawl's next step.
            with suppress(OSError):
                fcntl(self._process.stdin.fileno(), F_SETPIPE_SZ, _BUFFER)
        self._ends: list[IO[bytes] | asyncio.BaseTransport]
        self._ends = [self._process.stdin, os.fdopen(answers, "rb", buffering=0)]
        self.is_reading = False
        """True if it has begun with the first message not yet answered."""

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
        """Wait for its end while the crawl goes on; how it ended, or empty where it does not."""
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


@dataclass(slots=True)
class _Asked:
    message: bytes
    answer: asyncio.Future[Any]
    tries: int = 0


class Worker:
    """One process after the other; what is asked is answered in its order.

    Where a process ends, the page that it was at is sent to the next one once more, before those
    that waited; what it had learned for the site memory is lost with it.
    """

    def __init__(self, settings: dict[str, Any], died: Callable[[str], None]) -> None:
        """Start the first process; ``died`` is told why one ended."""
        self._settings = settings
        self._died = died
        self._process = WorkerProcess(settings)
        self._room = asyncio.Semaphore(AHEAD)
        self.waiting = 0
        """Pages that wait for an answer."""
        self._sent: deque[_Asked] = deque()
        self._is_ready = False
        self._unready = 0
        self._is_asked = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._lost = ""

    async def ask(self, message: bytes) -> Any:
        """The answer to a message.

        Raises:
            WorkerDied: a process ended with it, and the next one too.
            WorkerLost: none can be started.
        """
        self.waiting += 1
        try:
            async with self._room:
                if self._lost:
                    raise WorkerLost(self._lost)
                asked = _Asked(message, asyncio.get_running_loop().create_future())
                self._sent.append(asked)
                self._is_asked.set()
                if self._serving is None:
                    self._serving = asyncio.create_task(self._serve())
                elif self._is_ready:
                    self._process.send(message)
                return await asked.answer
        finally:
            self.waiting -= 1

    async def _serve(self) -> None:
        while not self._lost:
            try:
                await self._process.connect()
                for asked in self._sent:
                    self._process.send(asked.message)
                self._is_ready = True
                await self._take_answers()
            except WorkerDied as error:
                if self._is_ready:
                    self._died(str(error))
                self._is_ready = False
                if self._process.is_reading:
                    self._unready = 0
                    self._give_up_on(error)
                else:
                    self._unready += 1
                self._start_anew(error)

    def _start_anew(self, error: WorkerDied) -> None:
        self._process.kill()
        if self._unready == MAX_UNREADY:
            self._lose(
                f"{MAX_UNREADY} workers in a row ended before they began with a page: {error}"
            )
            return
        try:
            self._process = WorkerProcess(self._settings)
        except OSError as failure:
            self._lose(f"no worker can be started: {failure}")

    async def _take_answers(self) -> None:
        while True:
            while not self._sent:
                self._is_asked.clear()
                await self._is_asked.wait()
            answer = await self._process.answer()
            self._unready = 0
            asked = self._sent.popleft()
            # Who asked may be gone.
            if not asked.answer.done():
                asked.answer.set_result(answer)

    def _give_up_on(self, error: WorkerDied) -> None:
        """Send the page that the process was at again, unless another ended with it before."""
        asked = self._sent[0]
        asked.tries += 1
        if asked.tries == TRIES:
            self._sent.popleft()
            if not asked.answer.done():
                asked.answer.set_exception(error)

    def _lose(self, why: str) -> None:
        self._lost = why
        for asked in self._sent:
            if not asked.answer.done():
                asked.answer.set_exception(WorkerLost(why))
        self._sent.clear()

    async def close(self) -> dict[str, Any]:
        """Let it save what it learned, and end it; what it says of that, if it can."""
        said: dict[str, Any] = {}
        if self._is_ready:
            with suppress(WorkerDied, WorkerLost, asyncio.TimeoutError):
                said = await asyncio.wait_for(self.ask(packed("learned")), MAX_CLOSING)
        if self._serving is not None:
            self._serving.cancel()
        await self._process.close()
        return said

    def kill(self) -> None:
        """End it at once; who waits for an answer is told that there will be none."""
        if self._serving is not None:
            self._serving.cancel()
        self._process.kill()
        self._lose(self._lost or "it was ended")


class WorkerPool:
    """Reads pages in processes, and gives the readings back in the order they were asked for.

    A page goes to the worker that has the fewest: what it yields depends on no other page.
    """

    def __init__(self, number: int, settings: dict[str, Any], died: Callable[[str], None]) -> None:
        """Start the workers with the ``TREESIM_`` settings; ``died`` is told why one ended."""
        self._workers: list[Worker] = []
        self._before: asyncio.Future[None] | None = None
        try:
            for _ in range(number):
                self._workers.append(Worker(settings, died))
        except OSError:
            self.kill()
            raise

    async def read(self, page: PageToRead) -> Reading:
        """The reading of a page; it comes after those of all pages that were asked for before.

        Raises:
            TypeError: its ``meta["treesim"]`` is no JSON.
            WorkerDied: two processes ended with it.
            WorkerLost: workers cannot be started, or there is no event loop of asyncio.
            ValueError: the answer is no reading.
        """
        message = page_message(page)
        worker = min(self._workers, key=lambda worker: worker.waiting)
        before, done = self._before, _loop().create_future()
        self._before = done
        try:
            return reading_of(await worker.ask(message))
        finally:
            try:
                if before is not None:
                    await before
            finally:
                # Whoever waits for it may be cancelled, and then it is too.
                if not done.done():
                    done.set_result(None)

    async def close(self) -> list[dict[str, Any]]:
        """End the workers, when they have saved what they learned; what each says of that.

        Raises:
            WorkerLost: there is no event loop of asyncio.
        """
        _loop()
        return [*await asyncio.gather(*(one.close() for one in self._workers))]

    def kill(self) -> None:
        """End the workers at once."""
        for one in self._workers:
            one.kill()


def _loop() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError as error:
        raise WorkerLost(str(error)) from error


def for_workers(settings: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The settings that say how pages are read, as JSON has them."""
    return {name: _plain(value) for name, value in settings if name not in _OF_THE_CRAWL}


_OF_THE_CRAWL: Final = frozenset(
    "TREESIM_FEEDS TREESIM_MIX TREESIM_MAIN_TEXT_FROM TREESIM_COMMENTS_FROM TREESIM_WORKERS".split()
)
"""Settings that say nothing of how pages are read."""


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one) for one in value]
    return str(value)
