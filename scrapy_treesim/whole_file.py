"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Final

_MOST_NAME_BYTES: Final = 100
"""Names of files are of at most 255 bytes on most systems, and the ending needs some."""


def write_whole(
    path: str | Path, content: bytes, check: Callable[[Path], object] | None = None
) -> None:
    """Put ``content`` in the place of a file at once; of a link, in the place of what it is to.

    ``check`` is given the new file before it takes the old one's place, and may refuse it by an
    exception. A file that was there keeps its permissions.

    Raises:
        OSError: it cannot be written, or is a folder, pipe or device; what was there stays.
    """
    path = Path(path).resolve()
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no plain file", str(path))
    # A name that nobody can foresee, and opened only where nothing lies: no link to another file.
    unfinished = hidden_beside(path, f"{secrets.token_hex(8)}.part")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if check is not None:
            check(unfinished)
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
    """The state that a file was written in; empty where there is none."""
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
