"""Themes with their versions, and the tools that render them: environments of Python and Node."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

THEMES = Path(__file__).with_name("themes.txt")
CLOCK = {
    "SOURCE_DATE_EPOCH": "1764547200",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "CI": "1",
    "COLUMNS": "300",
}
"""What makes generators write the same pages at any time."""


class RenderError(RuntimeError):
    """A theme that cannot be installed or rendered; the message is one line."""


@dataclass(frozen=True)
class Theme:
    """A line of ``themes.txt``: what renders it, its package and version, licence, options."""

    generator: str
    name: str
    package: str
    licence: str
    family: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def site(self) -> str:
        """The name of its site."""
        return f"{self.generator}-{self.name}"


@dataclass(frozen=True)
class Output:
    """What a generator has written: a folder, and what the addresses begin with."""

    folder: Path
    manual: bool = False
    """Whether other pages' names are its navigation, as in a manual."""


def themes() -> list[Theme]:
    """All themes, in the file's order."""
    out: list[Theme] = []
    for line in THEMES.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            *texts, options = [text.strip() for text in line.split("|")]
            generator, name, package, licence, family = texts
            out.append(
                Theme(generator, name, package, licence, family, json.loads(options or "{}"))
            )
    return out


def run(command: list[str], folder: Path, seconds: int = 300) -> str:
    """Run a program and return what it wrote; its last line is the error's."""
    environment = {**os.environ, **CLOCK}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            timeout=seconds,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RenderError(str(error)[:200]) from None
    text = (done.stdout + done.stderr).strip()
    if done.returncode:
        lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in text.splitlines() if line.strip()]
        lines = [line for line in lines if "Error" in line or "ERROR" in line] or lines
        raise RenderError(f"{Path(command[0]).name}: {lines[-1][:200] if lines else 'no message'}")
    return text


def python(work: Path, generator: str, *packages: str) -> Path:
    """The ``bin`` folder of the generator's environment, with these packages in it."""
    folder = work / "venvs" / generator
    if not folder.exists():
        venv.create(folder, with_pip=True)
    listed = folder / "installed.txt"
    have = listed.read_text().split() if listed.exists() else []
    if missing := [package for package in packages if package not in have]:
        pip = [str(folder / "bin/python"), "-m", "pip", "install", "-q", *packages]
        run([*pip, "--disable-pip-version-check"], work, 600)
        listed.write_text("\n".join([*have, *missing]))
    return folder / "bin"


def node(work: Path, generator: str, *packages: str) -> Path:
    """The folder ``node_modules`` of the generator, with these packages in it."""
    folder = work / "node" / generator
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text('{"private": true}')
    listed = folder / "installed.txt"
    have = listed.read_text().split() if listed.exists() else []
    if missing := [package for package in packages if package not in have]:
        npm = "npm install --silent --no-audit --no-fund --legacy-peer-deps --ignore-scripts"
        run([*npm.split(), *missing], folder, 600)
        listed.write_text("\n".join([*have, *missing]))
    return folder / "node_modules"


def site_packages(bin_folder: Path) -> Path:
    """Where an environment's packages lie."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return bin_folder.parent / "lib" / version / "site-packages"
