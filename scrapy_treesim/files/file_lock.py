"""Locks of files, for exclusive reading and rewriting; filelock would leave its own files."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from scrapy_treesim.files.whole_file import hidden_beside

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

WAIT: Final = 30.0
"""Seconds to wait for another owner of the lock."""

_INTERVAL: Final = 0.01
_NO_LOCKS: Final = frozenset((errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP))
"""Error numbers of file systems without locks."""
_BUSY: Final = frozenset((errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK))
"""Error numbers for a lock of another owner."""


@contextmanager
def locked(path: str | Path, wait: float = WAIT) -> Iterator[None]:
    """Lock a file against changes by all other threads and processes.

    The lock is a file beside it, ``.NAME.lock`` (of a long name, its hash), which is deleted on
    release. A lock file left by a killed process is no obstacle. A second lock of the same file in
    the same thread waits in vain. File systems without locks have none.

    Raises:
        OSError: the folder cannot be written to, or the lock fails.
        TimeoutError: another had the lock all the time; an ``OSError`` too.
    """
    path = Path(path).resolve()
    lock_path = hidden_beside(path, "lock")
    until = monotonic() + wait
    while (lock := _acquired(lock_path, path)) is None:
        if monotonic() > until:
            raise TimeoutError(f"{path} is being written by another process for over {wait:g} s")
        sleep(_INTERVAL)
    try:
        yield
    finally:
        _release(lock, lock_path)


def _acquired(lock_path: Path, path: Path) -> int | None:
    """Open and lock the lock file; None if another has the lock."""
    try:
        # Never through a link that somebody put there.
        lock = os.open(lock_path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        if sys.platform == "win32" and isinstance(error, PermissionError):
            return None  # It is being deleted.
        # The file's own name says more.
        raise type(error)(error.errno, error.strerror, str(path)) from None
    try:
        if _is_acquired(lock, path) and _is_current(lock, lock_path):
            return lock
    except BaseException:
        os.close(lock)
        raise
    os.close(lock)
    return None


def _is_acquired(lock: int, path: Path) -> bool:
    """Lock an open file; tell whether it is locked now, or the file system has no locks."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            return False
        if error.errno not in _NO_LOCKS:
            raise type(error)(error.errno, error.strerror, str(path)) from None
    return True


def _is_current(lock: int, lock_path: Path) -> bool:
    """Tell whether the lock file still exists, not deleted by another since it was opened."""
    try:
        return os.path.samestat(os.fstat(lock), os.stat(lock_path))
    except FileNotFoundError:
        return False


def _release(lock: int, lock_path: Path) -> None:
    if sys.platform == "win32":
        # An open file cannot be deleted; closing ends the lock.
        os.close(lock)
        with suppress(OSError):
            lock_path.unlink()
    else:
        with suppress(OSError):
            lock_path.unlink()
        os.close(lock)
