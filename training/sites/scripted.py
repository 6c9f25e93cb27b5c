"""Sites of Hexo, VitePress, HonKit and Docusaurus, which come from npm."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from training.sites.content import Site, write_pictures
from training.sites.markdown import Dialect, markdown
from training.sites.static import cut, front, of_author, parted, rendered, written
from training.sites.tools import Output, Theme, node, run

HEXO = (
    "hexo@8.1.2 hexo-renderer-marked@7.0.1 hexo-renderer-ejs@2.0.0 hexo-renderer-stylus@3.0.1"
    " hexo-renderer-pug@3.0.0 hexo-renderer-inferno@1.0.2 hexo-generator-index@4.0.0"
    " hexo-generator-archive@2.0.0 hexo-generator-category@2.0.0 hexo-generator-tag@2.0.0"
).split()
COVERS = "cover thumbnail banner index_img banner_img top_img headimg".split()
"""What themes call the picture of an article."""
RENDERERS = {".pug": "hexo-renderer-pug", ".jsx": "hexo-renderer-inferno"}
"""Renderers that only themes with such files bear."""


def linked(folder: Path, modules: Path, package: dict[str, Any]) -> None:
    """Give a site its packages."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "node_modules").symlink_to(modules)
    (folder / "package.json").write_text(json.dumps({"private": True, **package}))


def escaped(text: str) -> str:
    """A text without what templates of Nunjucks and Vue would read."""
    return text.replace("{{", "{ {").replace("}}", "} }").replace("{%", "{ %")


def menu_of(settings: str, site: Site) -> dict[str, Any]:
    """The site's menu instead of a theme's own, where that is a plain map."""
    section = re.search(r"^menu:[ \t]*\n((?:[ \t]+[^\n]*\n)+)", settings, re.M)
    if not section or not all(
        re.match(r"\s*(#.*|[\w ]+:\s*/\S*.*)?$", line) for line in section[1].splitlines()
    ):
        return {}
    return {"menu": {text: f"/p-{number}/" for number, text in enumerate(site.menu)}}


def hexo(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a blog with Hexo."""
    modules = node(work, "hexo", *HEXO, theme.package, *theme.options.get("with", ()))
    draw, author = site.draw, of_author(site)
    look = modules / f"hexo-theme-{theme.name}"
    layouts = {file.suffix for file in (look / "layout").rglob("*")}
    unused = {name for suffix, name in RENDERERS.items() if suffix not in layouts}
    names = [re.sub(r"(?<=.)@.*", "", name) for name in (*HEXO, *theme.options.get("with", ()))]
    loaded = {name: "*" for name in names if name not in unused}
    linked(folder, modules, {"hexo": {"version": "8.1.2"}, "dependencies": loaded})
    write_pictures(folder / "source/images", draw)
    shown = draw.choice((3, 4, 5, 8))
    values = {
        "title": site.title,
        "subtitle": site.writer.words(2, 4),
        "description": site.writer.sentence(),
        "author": author,
        "language": {"zh": "zh-CN"}.get(site.lang, site.lang),
        "timezone": "UTC",
        "url": f"https://{site.host}",
        "permalink": draw.choice((":year/:month/:day/:title/", "posts/:title/", ":title/")),
        "theme": theme.name,
        "per_page": shown,
        "index_generator": {"path": "", "per_page": shown, "order_by": "-date"},
        "archive_generator": {"per_page": 20, "yearly": False},
        "syntax_highlighter": draw.choice(("highlight.js", "highlight.js", "prismjs")),
        "highlight": {
            "line_number": draw.random() < 0.5,
            "auto_detect": False,
            "wrap": draw.random() < 0.6,
        },
        "prismjs": {"preprocess": True, "line_number": draw.random() < 0.5},
        "marked": {"smartypants": False, "breaks": False, "quotes": "", "autolink": False},
    }
    (folder / "_config.yml").write_text(json.dumps(values, ensure_ascii=False), "utf-8")
    own = look / "_config.yml"
    over = menu_of(own.read_text("utf-8") if own.exists() else "", site)
    over |= theme.options.get("settings", {})
    if over:
        text = json.dumps(over, ensure_ascii=False)
        (folder / f"_config.{theme.name}.yml").write_text(text, "utf-8")
    posts = folder / "source/_posts"
    posts.mkdir()
    dialect = Dialect(draw.choice(("html", "quote")), footnotes=False)
    covers, summaries = draw.random() < 0.6, draw.random() < 0.5
    excerpts = draw.random() < 0.6
    for article in site.articles:
        head: dict[str, object] = {"title": article.title, "tags": list(article.tags)}
        head |= {"date": f"{article.when:%Y-%m-%d %H:%M:%S}", "categories": [article.category]}
        head |= {"author": article.author}
        head |= {"description": article.summary} if summaries else {}
        head |= dict.fromkeys(COVERS, "/" + article.image) if covers else {}
        first, rest = cut(escaped(markdown(article.body, dialect)))
        more = "\n\n<!-- more -->\n\n" if rest and excerpts else "\n\n"
        (posts / f"{article.slug}.md").write_text(front(**head) + first + more + rest, "utf-8")
    run(["node", str(modules / "hexo/bin/hexo"), "generate"], folder)
    return Output(rendered(folder / "public"))


def vitepress(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a manual with VitePress."""
    modules = node(work, "vitepress", theme.package, *theme.options.get("with", ()))
    draw = site.draw
    linked(folder, modules, {"type": "module"})
    write_pictures(folder / "public/images", draw)
    groups = [
        {
            "text": site.writer.words(1, 2),
            "items": [{"text": article.title, "link": f"/{article.slug}"} for article in group],
        }
        for group in parted(site, draw.choice((1, 2, 3)))
    ]
    look: dict[str, object] = {
        "nav": [{"text": text, "link": f"/p{number}"} for number, text in enumerate(site.menu[:4])],
        "outline": [2, 3],
        "footer": {"copyright": site.marked("legal", f"© {site.title}")},
    }
    if draw.random() < 0.7:
        look["sidebar"] = groups
    values = {"title": site.title, "lang": site.lang, "themeConfig": look, "ignoreDeadLinks": True}
    (folder / ".vitepress").mkdir()
    text = "export default " + json.dumps(values, ensure_ascii=False)
    (folder / ".vitepress/config.mjs").write_text(text, "utf-8")
    written(site, folder, Dialect("colons", footnotes=False))
    index = f"# {site.title}\n\n{site.writer.text(1, 2)}\n\n"
    index += "".join(f"- [{a.title}](/{a.slug})\n" for a in site.articles)
    (folder / "index.md").write_text(index, "utf-8")
    for file in folder.glob("*.md"):
        file.write_text(escaped(file.read_text("utf-8")), "utf-8")
    run(["node", str(modules / "vitepress/bin/vitepress.js"), "build", "."], folder)
    return Output(rendered(folder / ".vitepress/dist"), manual=True)


def honkit(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a book with HonKit."""
    modules = node(work, "honkit", theme.package)
    linked(folder, modules, {})
    write_pictures(folder / "images", site.draw)
    language = {"zh": "zh-hans"}.get(site.lang, site.lang)
    values = json.dumps({"title": site.title, "language": language}, ensure_ascii=False)
    (folder / "book.json").write_text(values, "utf-8")
    (folder / "README.md").write_text(f"# {site.title}\n\n{site.writer.text(1, 3)}\n", "utf-8")
    lines = [f"* [{a.title}]({a.slug}.md)\n" for a in site.articles]
    (folder / "SUMMARY.md").write_text("# Summary\n\n" + "".join(lines), "utf-8")
    written(site, folder, Dialect("html", footnotes=False))
    for article in site.articles:
        file = folder / f"{article.slug}.md"
        file.write_text(escaped(file.read_text("utf-8")), "utf-8")
    run(["node", str(modules / "honkit/bin/honkit.js"), "build", ".", "out"], folder)
    return Output(rendered(folder / "out"), manual=True)


def docusaurus(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a manual and a blog with Docusaurus."""
    preset = theme.package.replace("core", "preset-classic")
    modules = node(work, "docusaurus", theme.package, preset, "react@19.2.0", "react-dom@19.2.0")
    draw = site.draw
    linked(folder, modules, {"name": "pages"})
    write_pictures(folder / "static/images", draw)
    code = {"zh": "zh-Hans", "pt": "pt-BR"}.get(site.lang, site.lang)
    ignored = dict.fromkeys(("onInlineAuthors", "onInlineTags", "onUntruncatedBlogPosts"), "ignore")
    blog = {"postsPerPage": draw.choice((3, 4)), "blogSidebarCount": 5, "routeBasePath": "blog"}
    items = [{"to": "/blog", "label": text} for text in site.menu[:3]]
    values = {
        "title": site.title,
        "url": f"https://{site.host}",
        "baseUrl": "/",
        "onBrokenLinks": "ignore",
        "i18n": {"defaultLocale": code, "locales": [code]},
        "markdown": {"format": "md"},
        "presets": [["classic", {"docs": False, "blog": {**blog, **ignored}}]],
        "themeConfig": {
            "navbar": {"title": site.title, "items": items},
            "footer": {"copyright": site.marked("legal", f"© {site.title}")},
        },
    }
    text = "module.exports = " + json.dumps(values, ensure_ascii=False)
    (folder / "docusaurus.config.js").write_text(text, "utf-8")
    (folder / "blog").mkdir()
    dialect = Dialect("html", footnotes=True)
    truncated = draw.random() < 0.7
    for article in site.articles:
        first, rest = cut(markdown(article.body, dialect))
        more = "\n\n<!-- truncate -->\n\n" if rest and truncated else "\n\n"
        head = front(
            slug=article.slug,
            title=article.title,
            date=f"{article.when:%Y-%m-%d}",
            authors=[{"name": article.author}],
            tags=list(article.tags),
        )
        (folder / f"blog/{article.slug}.md").write_text(head + first + more + rest, "utf-8")
    run(["node", str(modules / "@docusaurus/core/bin/docusaurus.mjs"), "build"], folder, 500)
    return Output(rendered(folder / "build"))
