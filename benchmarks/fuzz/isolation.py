"""Work in a process of its own: what it tells, and how it ended."""

from __future__ import annotations

import faulthandler
import gc
import json
import logging
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any, Final, TypeAlias

from benchmarks.fuzz.limits import limit_address_space

Message: TypeAlias = "dict[str, Any]"
Tell: TypeAlias = "Callable[[Message], None]"

_READ: Final = 1 << 16


@dataclass(slots=True)
class Child:
    """A process that was forked, and what it has told so far."""

    pid: int
    told: int
    """The end of the pipe to read from."""
    trace: IO[bytes]
    """What Python writes when it dies of a signal."""
    rest: bytes = b""
    messages: list[Message] = field(default_factory=list)

    def read(self) -> bool:
        """Take what was told, once something was; false at the end."""
        piece = os.read(self.told, _READ)
        *lines, self.rest = (self.rest + piece).split(b"\n")
        self.messages += map(json.loads, lines)
        return bool(piece)

    def take(self) -> list[Message]:
        """The messages that have not been taken."""
        taken, self.messages = self.messages, []
        return taken

    def kill(self) -> None:
        """End it at once."""
        os.kill(self.pid, signal.SIGKILL)

    def ended(self) -> tuple[int, str]:
        """Wait for its end: the number of the signal it died of, or 0, and what it wrote then."""
        os.close(self.told)
        _, status = os.waitpid(self.pid, 0)
        self.trace.seek(0)
        trace = self.trace.read().decode("utf-8", "replace")
        self.trace.close()
        if os.WIFSIGNALED(status):
            return os.WTERMSIG(status), trace
        if os.WEXITSTATUS(status):
            raise RuntimeError(f"the fuzzer itself failed:\n{trace}")
        return 0, trace


def in_child(work: Callable[[Tell], None]) -> Child:
    """Fork, and do the work there. Nothing that it does is seen here but what it tells."""
    told, tells = os.pipe()
    trace = tempfile.TemporaryFile()  # noqa: SIM115
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Of other threads, which the child has no use for.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        os.close(tells)
        return Child(pid, told, trace)
    try:
        os.close(told)
        _prepare(trace)
        work(lambda message: _write(tells, message))
    except BaseException:
        import traceback

        trace.write(traceback.format_exc().encode("utf-8", "replace"))
        trace.flush()
        os._exit(1)
    os._exit(0)


def _write(pipe: int, message: Message) -> None:
    line = json.dumps(message).encode() + b"\n"
    while line:
        line = line[os.write(pipe, line) :]


def _prepare(trace: IO[bytes]) -> None:
    """Whatever ends this process leaves a trace, and whatever it logs is not heard."""
    faulthandler.enable(trace, all_threads=False)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.register(signal.SIGPROF, trace, all_threads=False, chain=True)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    limit_address_space()
    # What was there before is not looked through again and again.
    gc.freeze()
