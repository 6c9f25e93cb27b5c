"""Who changes a file is alone with it, also where others were killed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from scrapy_treesim.files.file_lock import locked

pytestmark = pytest.mark.waits

COUNT = """
import sys
from pathlib import Path
from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.files.whole_file import write_whole
path = Path(sys.argv[1])
for _ in range(15):
    with locked(path, wait=600):
        write_whole(path, b"%d" % (int(path.read_bytes()) + 1))
"""

HOLD = """
import sys, time
from scrapy_treesim.files.file_lock import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


def started(code: str, path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)


def test_processes_and_threads_count_together(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_bytes(b"0")
    processes = [started(COUNT, path) for _ in range(3)]

    def count() -> None:
        for _ in range(15):
            with locked(path, wait=600):
                path.write_bytes(b"%d" % (int(path.read_bytes()) + 1))

    threads = [Thread(target=count) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    assert path.read_bytes() == b"90"
    assert [*tmp_path.iterdir()] == [path]


def test_who_waits_for_too_long_is_told_and_a_killed_holder_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    holder = started(HOLD, path)
    assert holder.stdout is not None
    assert holder.stdout.readline().strip() == b"held"
    told = r"a\.json is being written by another process"
    with pytest.raises(TimeoutError, match=told), locked(path, wait=0.05):
        raise AssertionError
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with locked(path, wait=0):
        pass
    assert [*tmp_path.iterdir()] == []


def test_links_are_of_one_file_and_the_lock_is_none(tmp_path: Path) -> None:
    (tmp_path / "b").symlink_to("a")
    with locked(tmp_path / "a"), pytest.raises(TimeoutError), locked(tmp_path / "b", wait=0):
        raise AssertionError
    (tmp_path / "elsewhere").write_text("mine")
    (tmp_path / ".c.lock").symlink_to("elsewhere")
    with pytest.raises(OSError, match="c"), locked(tmp_path / "c"):
        raise AssertionError
    assert (tmp_path / "elsewhere").read_text() == "mine"


def test_a_folder_that_is_not_there_is_an_error_with_the_files_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, locked(tmp_path / "no" / "a.json"):
        raise AssertionError
    assert caught.value.filename == str(tmp_path / "no" / "a.json")


def fails_to_lock(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse all locks with an error."""
    import fcntl

    def flock(*_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", flock)


@pytest.mark.skipif(sys.platform == "win32", reason="locks are others there")
def test_where_there_are_no_locks_files_are_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_to_lock(errno.ENOLCK, monkeypatch)
    with locked(tmp_path / "a", wait=0):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="locks are others there")
def test_a_lock_that_fails_is_an_error_and_no_other_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_to_lock(errno.EIO, monkeypatch)
    with pytest.raises(OSError, match="a") as caught, locked(tmp_path / "a", wait=0):
        raise AssertionError
    assert (caught.value.errno, caught.value.filename) == (errno.EIO, str(tmp_path / "a"))


@pytest.mark.skipif(sys.platform == "win32", reason="locks are others there")
@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EACCES, errno.EDEADLK])
def test_a_lock_that_another_has_is_waited_for(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_to_lock(number, monkeypatch)
    with pytest.raises(TimeoutError), locked(tmp_path / "a", wait=0):
        raise AssertionError


def test_files_of_long_names_have_locks_of_their_own(tmp_path: Path) -> None:
    one, other = tmp_path / f"{'a' * 100}1", tmp_path / f"{'a' * 100}2"
    with locked(one, wait=0), locked(other, wait=0):
        assert len([*tmp_path.iterdir()]) == 2
        with pytest.raises(TimeoutError), locked(one, wait=0):
            raise AssertionError
