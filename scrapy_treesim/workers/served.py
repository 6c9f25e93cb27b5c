"""A worker that is started anew where it ends, so that nothing asked of it is lost."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from scrapy_treesim.workers.messages import packed
from scrapy_treesim.workers.process import WorkerDied, WorkerProcess

AHEAD: Final = 4
"""Pages that a worker is sent before it has answered: it never waits, and memory is bounded. Set by
hand."""
TRIES: Final = 2
"""Times that a page is sent that a worker ended with."""

MAX_UNREADY: Final = 3
"""Processes in a row that may end before they begin with a page."""
MAX_CLOSING: Final = 60.0
"""Seconds that a worker has to save what it learned; another may have the file for half of it."""


class WorkerLost(RuntimeError):
    """A worker that cannot be started; one line says why."""


@dataclass(slots=True)
class _Asked:
    message: bytes
    answer: asyncio.Future[Any]
    tries: int = 0


class Worker:
    """One process after the other; what is asked is answered in its order.

    Where a process ends, the page that it was at is sent to the next one once more, before those
    that waited; what it had learned of sites is lost with it.
    """

    def __init__(self, settings: dict[str, Any], died: Callable[[str], None]) -> None:
        """Start the first process; ``died`` is told why one ended.

        Raises:
            OSError: there is no room for another process.
        """
        self._settings = settings
        self._died = died
        self._process = WorkerProcess(settings)
        self._room = asyncio.Semaphore(AHEAD)
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
