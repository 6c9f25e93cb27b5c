"""Commands of setuptools that compile the kernels, and their options for each kind of build."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from setuptools import Extension
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

from build_support.kernel_sources import kernel_paths, module_name, write_sources

_SWITCHES: Final = {"NO_EXT": "pure", "SANITIZE": "sanitized", "CHECKED": "checked"}
KIND: Final = next(
    (kind for name, kind in _SWITCHES.items() if os.environ.get(f"TREESIM_{name}") == "1"),
    "compiled",
)
"""The kind of this build."""
BUILD_FOLDER: Final = f"build/{KIND}"
"""Each kind has a folder of its own, so that none takes what was built for another."""
_COPIES: Final = Path(BUILD_FOLDER, "kernels")
"""The folder of what Cython compiles."""
_SHARED: Final = "scrapy_treesim._memoryviews"
"""The module of what Cython would otherwise write into every kernel, most of all memoryviews."""

# A page chooses the numbers that kernels index with: no kernel reads or writes outside an array,
# in any build, nor takes an index below 0 for one from the end.
_DIRECTIVES: Final = {
    "language_level": "3",
    "boundscheck": True,
    "wraparound": False,
    "initializedcheck": KIND == "checked",
    "nonecheck": KIND == "checked",
    # Variables have the types of C of what they are set to, so that loops count in numbers of C.
    "infer_types": True,
    "emit_code_comments": False,
}
_SANITIZERS: Final = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# Optimised, so that lxml's unused functions drop out, which would need libxml2 linked; and with
# nothing for debuggers, which would be most of what is built.
_OPTIONS: Final = {
    "compiled": ["-O2", "-g0"],
    "checked": ["-O1", "-g0", "-DTREESIM_CHECKED=1"],
    "sanitized": ["-O1", "-g1", "-fno-omit-frame-pointer", *_SANITIZERS],
}
_UNROLLED: Final = ["-O3", "-fpeel-loops"]
"""Options for arithmetic in short loops of fixed length; Clang takes no notice of the second."""


def extensions() -> list[Extension]:
    """Return one extension a kernel, and the one of what they share; none in a pure build."""
    if KIND == "pure":
        return []
    result = []
    # Cython writes the first.
    for path in (Path(*_SHARED.split(".")).with_suffix(".c"), *kernel_paths()):
        options = _OPTIONS[KIND]
        if path.stem == "_layers_cy" and KIND == "compiled":
            options = [*options, *_UNROLLED]
        extension = Extension(module_name(path), [str(_COPIES / path)])
        if sys.platform != "win32":
            extension.extra_compile_args = options
        if KIND == "sanitized":
            extension.extra_link_args = _SANITIZERS
        result.append(extension)
    return result


class BuildKernels(build_ext):
    """Compile all kernels or none, for compiled ones import one another."""

    def run(self) -> None:
        """Compile; where that fails and is allowed to, leave the package as plain Python."""
        modules = f"{len(self.extensions)} modules"
        try:
            report(f"translating {modules} to C")
            self.translate()
            report(f"compiling {modules}")
            self.parallel = self.parallel or True
            super().run()
        except Exception as error:
            if os.environ.get("TREESIM_REQUIRE_EXT") == "1":
                raise
            for path in self.get_outputs():
                Path(path).unlink(missing_ok=True)
            self.extensions = self.distribution.ext_modules = []
            if wheel := self.distribution.get_command_obj("bdist_wheel", create=False):
                wheel.root_is_pure = True
            report(f"nothing compiled, plain Python will do the work, slower: {error}", last=True)
        else:
            report(f"compiled, all {modules}", last=True)

    def translate(self) -> None:
        """Write the kernels as C, below the folder of the build."""
        import lxml
        from Cython.Build import cythonize

        write_sources(_COPIES)
        translated = cythonize(
            self.extensions,
            include_path=[str(_COPIES)],
            nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
            compiler_directives=_DIRECTIVES,
            shared_utility_qualified_name=_SHARED,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
            extension.include_dirs = lxml.get_include()


class BuildAfresh(build):
    """Leave nothing in the folder of the build whose source is there no more."""

    def run(self) -> None:
        """Build, then remove what no command has put there."""
        super().run()
        commands = [self.get_finalized_command(name) for name in self.get_sub_commands()]
        outputs = {Path(path) for command in commands for path in command.get_outputs()}
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path not in outputs:
                path.unlink()


def report(text: str, last: bool = False) -> None:
    """Print, and show on the terminal too where an installer hides what a build prints."""
    print(f"scrapy-treesim: {text}", flush=True)
    if sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return
    with suppress(OSError), open("/dev/tty", "w") as terminal:
        if os.tcgetpgrp(terminal.fileno()) == os.getpgrp():
            # Behind the cursor, which stays where the installer's next character goes.
            terminal.write("\0337\033[K\0338")
            terminal.write(f"\n  {text}\n" if last else f"\0337  {text}\0338")
