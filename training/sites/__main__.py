"""Render sites with the themes of ``themes.txt`` and write a data set of their pages."""

from __future__ import annotations

import re
import shutil
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from training.data_set import TruePage, write_set
from training.sites import marks, scripted, static
from training.sites.content import Site, new_site
from training.sites.tools import Output, RenderError, Theme, themes

Renderer = Callable[[Theme, Site, Path, Path], Output]
RENDERERS: dict[str, Renderer] = {
    "pelican": static.pelican,
    "nikola": static.nikola,
    "mkdocs": static.mkdocs,
    "sphinx": static.sphinx,
    "jekyll": static.jekyll,
    "hexo": scripted.hexo,
    "vitepress": scripted.vitepress,
    "honkit": scripted.honkit,
    "docusaurus": scripted.docusaurus,
}
ARTICLES, LISTS = 8, 7
"""How many pages of a kind a site gives at most."""
COVER = 0.985
"""The least share of a body's letters that must be on its page."""


def address(site: Site, path: str) -> str:
    """The address of a file."""
    short = re.sub(r"(^|/)index\.html$", r"\1", path)
    return f"https://{site.host}/{short}"


def weight(path: str) -> tuple[bool, int, str]:
    """An order of files that may be lists: the front page, then others by their depth."""
    return (path != "index.html", path.count("/"), path)


def pages_of(theme: Theme, site: Site, output: Output) -> tuple[list[TruePage], Counter[str]]:
    """The pages of a rendered site with their truth, and how many were not used, by reason."""
    files = {str(f.relative_to(output.folder)): f for f in output.folder.rglob("*.html")}
    lost: Counter[str] = Counter()
    out: list[TruePage] = []
    kinds: Counter[str] = Counter()
    slugs = {article.slug: article for article in site.articles}
    about = {"site": site.name, "family": theme.family, "theme": f"{theme.name} ({theme.package})"}
    about |= {"generator": theme.generator, "licence": theme.licence, "lang": site.lang}
    groups: Counter[str] = Counter()
    unused = re.compile(r"genindex|search|404|modindex|source")
    for path in sorted((path for path in files if not unused.match(path)), key=weight):
        names = [part.removesuffix(".html") for part in Path(path).parts]
        article = next((slugs[name] for name in names if name in slugs), None)
        kind = "article" if article else "list"
        group = "/".join(names[:1]) if len(names) > 1 else path
        if kinds[kind] >= (ARTICLES if article else LISTS) or (not article and groups[group] >= 2):
            continue
        try:
            page = marks.read(files[path].read_bytes(), site)
        except ValueError as error:
            lost[str(error)] += 1
            continue
        truth: dict[str, Any] | None
        if article and article.slug in site.registers:
            truth = marks.register_truth(page, site, article.slug)
            if truth is None:
                lost["things are missing"] += 1
                continue
        elif article:
            truth = marks.article_truth(page, site, article, output.manual)
            if truth["cover"] < COVER:
                lost[f"cover {truth['cover']}"] += 1
                continue
        else:
            truth = marks.list_truth(page, site)
            if truth is None:
                continue
            groups[group] += 1
        kinds[kind] += 1
        head = {"id": f"{site.name}-{len(out):02}", "url": address(site, marks.strip(path))}
        out.append(({**head, **about, **truth}, page.html))
    return out, lost


def render(theme: Theme, seed: int, work: Path, output: Path) -> str:
    """Render one theme's site; return a line about it."""
    site = new_site(theme.site, seed, lang=theme.options.get("lang", ""))
    folder = work / "sites" / theme.site
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made = RENDERERS[theme.generator](theme, site, folder, work)
    pages, lost = pages_of(theme, site, made)
    if len(pages) < 3:
        raise RenderError(f"only {len(pages)} pages; not used: {dict(lost)}")
    write_set(output / theme.site, pages)
    counts = Counter(truth["kind"] for truth, _ in pages)
    return f"{site.lang} {dict(counts)}" + (f", not used: {dict(lost)}" if lost else "")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the data set")
    parser.add_argument("--only", nargs="+", default=[], help="generators or sites")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("build/sites"), help="for what it needs")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    for theme in themes():
        if arguments.only and not {theme.generator, theme.site} & set(arguments.only):
            continue
        try:
            line = render(theme, arguments.seed, work, arguments.output)
        except RenderError as error:
            line = f"skipped: {error}"
        print(f"{theme.site}: {line}", flush=True)


if __name__ == "__main__":
    main()
