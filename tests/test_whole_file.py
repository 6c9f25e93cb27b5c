"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from scrapy_treesim.files.whole_file import write_whole


def test_what_was_there_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_whole(file, b"one")
    usual = tmp_path / "usual"
    usual.touch()
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    file.chmod(0o600)
    write_whole(file, b"two")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"two", 0o600)
    assert sorted(tmp_path.iterdir()) == [file, usual]


def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"one")
    (tmp_path / "link.json").symlink_to("real.json")
    write_whole(tmp_path / "link.json", b"two")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"two"


def test_a_file_that_is_refused_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_whole(file, b"one")

    def refuse(new: Path) -> None:
        assert new.read_bytes() == b"two"
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        write_whole(file, b"two", refuse)
    assert file.read_bytes() == b"one"
    assert [*tmp_path.iterdir()] == [file]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "no" / "a.json", b"one")
    assert caught.value.filename == str(tmp_path / "no" / "a.json")


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="is no plain file") as caught:
        write_whole(tmp_path / "a", b"one")
    assert caught.value.filename == str(tmp_path / "a")
    assert [*tmp_path.iterdir()] == [tmp_path / "a"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names in folders there")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "a"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to("a")
    for path in (pipe, tmp_path / "link"):
        with pytest.raises(OSError, match="is no plain file"):
            write_whole(path, b"one")
    assert pipe.is_fifo()
    assert len([*tmp_path.iterdir()]) == 2
