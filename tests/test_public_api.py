"""What the package offers, and that what no registry has is written down."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import scrapy_treesim
from scrapy_treesim.crawl.settings import META_KEYS, SETTINGS
from scrapy_treesim.findings.kinds import KINDS
from scrapy_treesim.similarity import MEASURES

PACKAGE = Path(scrapy_treesim.__file__).parent
DOCS = Path(__file__).parents[1] / "docs"
SITE = DOCS.parent / "example_project" / "site"


def _public_names(body: list[ast.stmt]) -> Iterator[str]:
    """Names that a module's statements define or take from the package itself."""
    for statement in body:
        if isinstance(statement, ast.ImportFrom):
            if (statement.module or "").startswith("scrapy_treesim"):
                yield from (alias.asname or alias.name for alias in statement.names)
        elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            yield from (one.id for one in statement.targets if isinstance(one, ast.Name))
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id
        elif isinstance(statement, ast.If):
            yield from _public_names(statement.body)


def test_all_lists_the_public_names_in_order() -> None:
    source = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    public = {name for name in _public_names(source.body) if not name.startswith("_")}
    assert scrapy_treesim.__all__ == sorted(public)
    for name in public:
        assert getattr(scrapy_treesim, name) is not None


@pytest.mark.parametrize("name", scrapy_treesim.__all__)
def test_types_can_be_looked_up_at_run_time(name: str) -> None:
    """As pydantic, attrs and tools of language models do."""
    offered = getattr(scrapy_treesim, name)
    if callable(offered):
        get_type_hints(offered)


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        _ = scrapy_treesim.nope  # type: ignore[attr-defined]


def test_dir_has_the_public_names_alone_and_so_suggests_them() -> None:
    names = dir(scrapy_treesim)
    assert [name for name in names if not name.startswith("__")] == scrapy_treesim.__all__
    assert "__version__" in names
    with pytest.raises(AttributeError) as raised:
        _ = scrapy_treesim.extarct  # type: ignore[attr-defined]
    # From these two an interpreter makes its suggestion.
    assert (raised.value.name, raised.value.obj) == ("extarct", scrapy_treesim)


def _in_a_fresh_interpreter(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.waits
def test_commands_of_scrapy_load_the_names_of_the_addon_and_the_command_alone() -> None:
    code = (
        "import sys, scrapy_treesim.commands;"
        "from scrapy_treesim import Addon;"
        "print(*sorted(name[15:] for name in sys.modules if name.startswith('scrapy_treesim.')))"
    )
    assert _in_a_fresh_interpreter(code) == "commands commands.treesim crawl crawl.addon wording"


@pytest.mark.waits
def test_a_function_stands_before_the_folder_of_its_name() -> None:
    code = (
        "import scrapy_treesim.article, scrapy_treesim.detail, scrapy_treesim as t;"
        "import scrapy_treesim.comments.find, scrapy_treesim.records, scrapy_treesim.similarity;"
        "print(*map(callable, (t.article, t.detail, t.comments, t.records, t.similarity)))"
    )
    assert _in_a_fresh_interpreter(code) == "True True True True True"


@pytest.mark.waits
def test_the_library_does_without_scrapy() -> None:
    code = (
        "import sys, scrapy_treesim as t;"
        "page = t.Page('<ul><li>a<li>b<li>c</ul>');"
        "found = t.article('<p>' + 'Many words in a sentence. ' * 50);"
        "len(t.SiteMemory());"
        "found.html, found.markdown, found.date, t.explain(page);"
        "t.article(page), t.comments(page), t.records(page), t.similar(page, 'li'), t.KeyTree;"
        "t.similarity('<p>', '<p>');"
        "print(sorted({'scrapy', 'twisted'} & set(sys.modules)))"
    )
    assert _in_a_fresh_interpreter(code) == "[]"


def test_the_addon_is_found_by_its_path() -> None:
    code = (
        "import sys, scrapy_treesim;"
        "from scrapy_treesim import Addon;"
        "from scrapy.utils.misc import load_object;"
        "print(load_object('scrapy_treesim.Addon') is Addon, Addon.__name__)"
    )
    assert _in_a_fresh_interpreter(code) == "True Addon"


@pytest.mark.parametrize("kind", ["article", "detail", "records", "comments"])
def test_every_kind_is_explained_by_one_function(kind: Any) -> None:
    name = "blog/night-train-to-vestmar.html" if kind in ("article", "comments") else SHOWN[kind]
    page = scrapy_treesim.Page((SITE / name).read_bytes())
    explained = scrapy_treesim.explain(page, kind)
    assert any(one.kept for one in explained)
    for one in explained:
        assert 0 <= one.confidence <= 1
        assert one.reasons
        assert all(one.reasons)
        assert one.to_dict()["xpath"] == one.xpath


SHOWN = {"detail": "shop/enamel-storm-lantern.html", "records": "shop/index.html"}


def test_a_kind_that_there_is_not_is_not_explained() -> None:
    with pytest.raises(ValueError, match="there is no kind 'nope'; there are article, detail"):
        scrapy_treesim.explain("<p>x", "nope")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="needs Templates"):
        scrapy_treesim.explain("<p>x", "template")


# What docs/reference.py does not write


@pytest.fixture(scope="module")
def reference() -> str:
    return "".join(page.read_text("utf-8") for page in sorted((DOCS / "reference").glob("*.md")))


def test_the_settings_that_there_are_have_rows(reference: str) -> None:
    rows = set(re.findall(r"^\| `(TREESIM_\w+)` \|", reference, re.MULTILINE))
    assert rows == set(SETTINGS)


def _stats() -> set[str]:
    """The stats keys in the package's code, up to where they depend on what is counted."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for key in re.findall(r"\"(treesim/[^\"]*)\"", path.read_text("utf-8")):
            of_pipelines = (key.replace("{self.name}", name) for name in ("main_text", "comments"))
            found.update(one.partition("{")[0] for one in of_pipelines)
    return found


def test_the_stats_in_the_code_are_found() -> None:
    assert _stats() >= {
        "treesim/pages",
        "treesim/pages/",
        "treesim/items/",
        "treesim/seconds",
        "treesim/skipped/",
        "treesim/no_example",
        "treesim/failed",
        "treesim/failed/",
        "treesim/duplicates",
        "treesim/main_text/fields",
        "treesim/main_text/failed/",
        "treesim/comments/fields",
        "treesim/comments/failed/",
    }


@pytest.mark.parametrize("key", sorted(_stats()))
def test_a_stat_is_described(reference: str, key: str) -> None:
    assert f"`{key}`" in reference or (key.endswith("/") and f"`{key}<" in reference)


@pytest.mark.parametrize(
    "reason", ["not_html", "empty", "too_large", "binary", "giant_tag", "by_request"]
)
def test_every_reason_to_skip_is_described_and_in_the_code(reference: str, reason: str) -> None:
    assert f"`treesim/skipped/{reason}`" in reference
    code = "".join(
        (PACKAGE / "crawl" / f"{one}.py").read_text("utf-8") for one in ("middleware", "reader")
    )
    assert f'"{reason}"' in code


@pytest.mark.parametrize("key", ["treesim", *META_KEYS])
def test_a_meta_key_is_described(reference: str, key: str) -> None:
    assert f"`{key}`" in reference


@pytest.mark.parametrize("name", scrapy_treesim.__all__)
def test_a_public_name_is_described(reference: str, name: str) -> None:
    assert re.search(
        rf"`(?:scrapy_treesim\.|treesim\.)?{name}\b|scrapy_treesim\.{name}\b", reference
    )


@pytest.mark.parametrize("name", [*KINDS, *MEASURES])
def test_kinds_and_measures_are_described(reference: str, name: str) -> None:
    assert re.search(rf"`{re.escape(name)}\b", reference)
