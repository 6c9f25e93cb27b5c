"""What the build makes of a package of one kernel: compiled, or plain Python and said so."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.waits

ROOT = Path(__file__).parent.parent
PROJECT = """[project]
name = "scrapy-treesim"
version = "1"
[tool.setuptools]
packages = ["scrapy_treesim"]
"""
KERNEL = "def double(number: int) -> int:\n    return 2 * number\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of one kernel, whose C is written by the first build and then kept."""
    folder = tmp_path_factory.mktemp("project")
    package = folder / "scrapy_treesim"
    package.mkdir()
    shutil.copy(ROOT / "setup.py", folder)
    shutil.copytree(ROOT / "build_support", folder / "build_support")
    (folder / "pyproject.toml").write_text(PROJECT)
    shutil.copy(ROOT / "scrapy_treesim" / "_cython.pxd", package)
    (package / "__init__.py").touch()
    (package / "_double_cy.py").write_text(KERNEL)
    return folder


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """The end of a terminal that is read from, and the name of the other one."""
    reader, writer = pty.openpty()
    yield reader, os.ttyname(writer)
    os.close(reader)
    os.close(writer)


def build(project: Path, terminal: str = "/dev/null", **environment: str) -> tuple[int, str]:
    """The exit code of building a wheel as an installer does, and what the installer hides."""
    command = [sys.executable, "setup.py", "bdist_wheel", "--dist-dir", "dist"]
    done = subprocess.run(
        # Opened by the first process of a session, a terminal is the one that the session has.
        ["sh", "-c", 'exec 3<>"$0" && exec "$@"', terminal, *command],
        cwd=project,
        env={**os.environ, "TERM": "xterm", "CC": "/there/is/no/compiler", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        check=False,
    )
    return done.returncode, done.stdout


def names(project: Path) -> set[str]:
    """The modules in the wheel, which is removed."""
    [wheel] = (project / "dist").iterdir()
    with ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if name.startswith("scrapy_treesim/")}
    wheel.unlink()
    return {f"{wheel.name.split('-', 2)[2]}", *found}


def test_without_a_compiler_the_wheel_is_plain_python_for_any_machine(
    project: Path, terminal: tuple[int, str]
) -> None:
    reader, name = terminal

    code, told = build(project, name)

    shown = os.read(reader, 100_000).decode()
    assert code == 0, told
    assert "nothing compiled, plain Python will do the work" in told
    assert "nothing compiled, plain Python will do the work" in shown
    assert "translating 2 modules to C" in shown
    plain = {"scrapy_treesim/__init__.py", "scrapy_treesim/_double_cy.py"}
    assert names(project) == {"py3-none-any.whl", *plain}


def test_nothing_is_left_of_a_module_that_is_there_no_more(project: Path) -> None:
    gone = project / "scrapy_treesim" / "gone.py"
    gone.touch()
    build(project, TREESIM_NO_EXT="1")
    assert "scrapy_treesim/gone.py" in names(project)

    gone.unlink()
    build(project, TREESIM_NO_EXT="1")

    assert "scrapy_treesim/gone.py" not in names(project)


def test_where_kernels_are_required_no_wheel_comes_without(project: Path) -> None:
    code, told = build(project, TREESIM_REQUIRE_EXT="1")

    assert code
    assert "/there/is/no/compiler" in told
    assert not list((project / "dist").glob("*"))
