"""Atomic writing of files."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Final

_MOST_NAME_BYTES: Final = 100
"""Largest number of bytes of a name: most systems allow 255, and the ending needs some."""


def write_whole(
    path: str | Path, content: bytes, check: Callable[[Path], object] | None = None
) -> None:
    """Replace a file by ``content`` at once; of a link, the file that it leads to.

    ``check`` is called with the new file before it replaces the old one, and may refuse it by an
    exception.

    Raises:
        OSError: as of :func:`replacing`.
    """
    with replacing(path) as unfinished:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if check is not None:
            check(unfinished)


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Yield the path of a new file, which replaces the one at ``path`` if all goes well.

    An existing file keeps its permissions.

    Raises:
        OSError: it cannot be written, or is a folder, pipe or device; the old file stays.
    """
    path = Path(path).resolve()
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no plain file", str(path))
    # An unpredictable name, opened only if it does not exist: no link to another file.
    unfinished = hidden_beside(path, f"{secrets.token_hex(8)}.part")
    try:
        yield unfinished
        if path.exists():
            shutil.copymode(path, unfinished)
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        if error.filename != str(unfinished):
            raise
        # The file's own name says more.
        raise type(error)(error.errno, error.strerror, str(path)) from None
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def state_of(path: Path) -> tuple[int, ...]:
    """The inode, size and time of a file, to notice changes; empty if there is no file."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return ()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def hidden_beside(path: Path, ending: str) -> Path:
    """Return the hidden file ``.NAME.ending`` beside a file; of a long name, with its hash."""
    name = path.name
    encoded = os.fsencode(name)
    if len(encoded) > _MOST_NAME_BYTES:
        name = blake2b(encoded, digest_size=16).hexdigest()
    return path.with_name(f".{name}.{ending}")
