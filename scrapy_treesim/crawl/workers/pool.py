"""Workers of a crawl: processes reading pages, each one after the other."""

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

from scrapy_treesim.crawl.reader import PageReading
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
"""Largest number of seconds for one page; a worker that takes longer is killed. Set by hand: the
slowest pages measured take a tenth of it."""
MAX_START: Final = 120.0
"""Largest number of seconds until a worker is ready."""
PATIENCE: Final = 30.0
"""Largest number of seconds until a worker ends by itself."""
_INTERVAL: Final = 0.02
AHEAD: Final = 8
"""Largest number of unanswered pages sent to a worker: it never waits, and memory is bounded.
Measured: with four it waited a sixth of its time, with twelve no less than with this."""
TRIES: Final = 2
"""Number of times to send a page that ends its worker."""
MAX_UNREADY: Final = 3
"""Largest number of processes in a row to end before they begin with a page."""
MAX_CLOSING: Final = 60.0
"""Seconds for a worker to save the site memory; another may lock the file for half of them."""
_BUFFER: Final = 1 << 20
"""Bytes buffered in a pipe to a worker, and in the crawl's process before reading goes on."""

_START: Final = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    " signal.signal(signal.SIGTERM, signal.SIG_IGN); sys.path[:] = sys.argv[2:];"
    " from scrapy_treesim.crawl.workers.messages import main; main(int(sys.argv[1]))"
)
"""Code of a worker. It imports from the crawl's paths, and nothing of its script. SIGINT and
SIGTERM are for the crawl, which lets its workers finish, from the first."""


class WorkerDied(ConnectionError):
    """End of a worker before its answer."""


class WorkerLost(RuntimeError):
    """Failure to start a worker, with the reason in one line."""


class WorkerProcess:
    """A process reading pages, one after the other, in the order sent.

    Messages to it and from it have a pipe each: its answers can be read though it has ended.
    """

    _questions: asyncio.WriteTransport
    _reader: asyncio.StreamReader

    def __init__(self, settings: dict[str, Any]) -> None:
        """Start the process; it gets ready by itself."""
        answers, worker_end = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, str(worker_end), *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[worker_end],
            )
        except OSError:
            os.close(answers)
            raise
        finally:
            os.close(worker_end)
        self._settings = settings
        assert self._process.stdin is not None
        if sys.platform == "linux":
            # A pipe that holds several pages: the worker need not wait for the crawl's next step.
            with suppress(OSError):
                fcntl(self._process.stdin.fileno(), F_SETPIPE_SZ, _BUFFER)
        self._ends: list[IO[bytes] | asyncio.BaseTransport]
        self._ends = [self._process.stdin, os.fdopen(answers, "rb", buffering=0)]
        self.is_reading = False
        """True if the process has begun with the first message not yet answered."""

    async def connect(self) -> None:
        """Wait until the process is ready."""
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
        """Send a message; it may wait in this process until the worker takes it."""
        # If the process has ended, waiting for the next answer fails.
        if not self._questions.is_closing():
            self._questions.write(message)

    async def answer(self) -> Any:
        """Return the answer to the first unanswered message.

        Raises:
            WorkerDied: it ended, takes too long, or its answer is no message.
        """
        return await self._within(MAX_SECONDS, self._answer())

    async def _answer(self) -> Any:
        await self._message()
        self.is_reading = True
        answer = await self._message()
        self.is_reading = False
        return answer

    async def _within(self, seconds: float, answer: Awaitable[Any]) -> Any:
        try:
            return await asyncio.wait_for(answer, seconds)
        except asyncio.TimeoutError as error:
            raise WorkerDied(f"no answer in {seconds:g} seconds") from error
        except (OSError, EOFError) as error:
            raise WorkerDied(await self._end() or "it closed its pipe") from error
        except (ValueError, RecursionError) as error:
            raise WorkerDied("an invalid answer") from error

    async def _message(self) -> Any:
        length, body_length = LENGTHS.unpack(await self._reader.readexactly(LENGTHS.size))
        if length + body_length > MAX_BYTES:
            raise ValueError(f"a message of {length + body_length} bytes")
        return unpacked(await self._reader.readexactly(length + body_length))

    async def _end(self) -> str:
        """Wait for the end of the process while the crawl goes on; return its exit code as text."""
        for _ in range(int(PATIENCE / _INTERVAL)):
            code = self._process.poll()
            if code is not None:
                return f"signal {-code}" if code < 0 else f"exit code {code}"
            await asyncio.sleep(_INTERVAL)
        return ""

    async def close(self) -> None:
        """Close the pipes, and wait until the process has ended."""
        self._hang_up()
        if not await self._end():
            self.kill()

    def kill(self) -> None:
        """Kill the process at once."""
        self._process.kill()
        self._process.wait()
        self._hang_up()

    def _hang_up(self) -> None:
        for end in self._ends:
            end.close()


@dataclass(slots=True)
class _Question:
    message: bytes
    answer: asyncio.Future[Any]
    tries: int = 0


class Worker:
    """A process, replaced by another when it ends; answers come in the order of the messages.

    When a process ends, the page it was reading is sent to the next one once more, before those
    that waited; its additions to the site memory are lost with it.
    """

    def __init__(self, settings: dict[str, Any], died: Callable[[str], None]) -> None:
        """Start the first process; ``died`` is called with the reason for the end of one."""
        self._settings = settings
        self._died = died
        self._process = WorkerProcess(settings)
        self._room = asyncio.Semaphore(AHEAD)
        self.waiting = 0
        """Number of pages that wait for an answer."""
        self._sent: deque[_Question] = deque()
        self._is_ready = False
        self._unready = 0
        self._has_question = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._lost = ""

    async def ask(self, message: bytes) -> Any:
        """Send a message and return the answer.

        Raises:
            WorkerDied: two processes ended at it.
            WorkerLost: no process can be started.
        """
        self.waiting += 1
        try:
            async with self._room:
                if self._lost:
                    raise WorkerLost(self._lost)
                question = _Question(message, asyncio.get_running_loop().create_future())
                self._sent.append(question)
                self._has_question.set()
                if self._serving is None:
                    self._serving = asyncio.create_task(self._serve())
                elif self._is_ready:
                    self._process.send(message)
                return await question.answer
        finally:
            self.waiting -= 1

    async def _serve(self) -> None:
        while not self._lost:
            try:
                await self._process.connect()
                for question in self._sent:
                    self._process.send(question.message)
                self._is_ready = True
                await self._take_answers()
            except WorkerDied as error:
                if self._is_ready:
                    self._died(str(error))
                self._is_ready = False
                if self._process.is_reading:
                    self._unready = 0
                    self._retry_or_fail(error)
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
                self._has_question.clear()
                await self._has_question.wait()
            answer = await self._process.answer()
            self._unready = 0
            question = self._sent.popleft()
            # The caller may be gone.
            if not question.answer.done():
                question.answer.set_result(answer)

    def _retry_or_fail(self, error: WorkerDied) -> None:
        """Leave the page of an ended process to be sent again, or fail it after two tries."""
        question = self._sent[0]
        question.tries += 1
        if question.tries == TRIES:
            self._sent.popleft()
            if not question.answer.done():
                question.answer.set_exception(error)

    def _lose(self, why: str) -> None:
        self._lost = why
        for question in self._sent:
            if not question.answer.done():
                question.answer.set_exception(WorkerLost(why))
        self._sent.clear()

    async def close(self) -> dict[str, Any]:
        """Let the process save the site memory, and end it; return its answer, empty if none."""
        answer: dict[str, Any] = {}
        if self._is_ready:
            with suppress(WorkerDied, WorkerLost, asyncio.TimeoutError):
                answer = await asyncio.wait_for(self.ask(packed("learned")), MAX_CLOSING)
        if self._serving is not None:
            self._serving.cancel()
        await self._process.close()
        return answer

    def kill(self) -> None:
        """Kill the process at once; callers waiting for an answer get an error."""
        if self._serving is not None:
            self._serving.cancel()
        self._process.kill()
        self._lose(self._lost or "it was killed")


class WorkerPool:
    """Pool of workers; readings come back in the order of the pages.

    A page goes to the worker with the fewest: its findings depend on no other page.
    """

    def __init__(self, number: int, settings: dict[str, Any], died: Callable[[str], None]) -> None:
        """Start the workers with ``TREESIM_`` settings; ``died`` gets the reasons of their ends."""
        self._workers: list[Worker] = []
        self._before: asyncio.Future[None] | None = None
        try:
            for _ in range(number):
                self._workers.append(Worker(settings, died))
        except OSError:
            self.kill()
            raise

    async def read(self, page: PageToRead) -> PageReading:
        """Return the reading of a page, after those of all pages requested before.

        Raises:
            TypeError: its ``meta["treesim"]`` is no JSON.
            WorkerDied: two processes ended at it.
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
                # If the task waiting for it was cancelled, so was the future.
                if not done.done():
                    done.set_result(None)

    async def close(self) -> list[dict[str, Any]]:
        """Let the workers save the site memory, and end them; return their answers."""
        _loop()
        return [*await asyncio.gather(*(worker.close() for worker in self._workers))]

    def kill(self) -> None:
        """Kill the workers at once."""
        for worker in self._workers:
            worker.kill()


def _loop() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError as error:
        raise WorkerLost("they want Scrapy's default reactor, of asyncio") from error


def worker_settings(settings: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The settings for reading pages, as plain values."""
    return {name: _plain(value) for name, value in settings if name not in _CRAWL_SETTINGS}


_CRAWL_SETTINGS: Final = frozenset(
    "TREESIM_FEEDS TREESIM_MIX TREESIM_MAIN_TEXT_FROM TREESIM_COMMENTS_FROM TREESIM_WORKERS".split()
)
"""Settings without effect on reading pages."""


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(child) for key, child in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(child) for child in value]
    return str(value)
