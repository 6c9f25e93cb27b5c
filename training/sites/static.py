"""Sites of Pelican, Nikola, MkDocs and Sphinx."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from pprint import pformat

from training.sites.content import Article, Site, write_pictures
from training.sites.markdown import Dialect, markdown
from training.sites.tools import Output, RenderError, Theme, python, run, site_packages

CODES = {"zh": "zh_CN", "pt": "pt_BR"}
"""Languages that generators know by another name."""


def rendered(folder: Path) -> Path:
    """A folder that has pages; an error where it has none."""
    if not any(folder.rglob("*.html")):
        raise RenderError("no page was written")
    return folder


def settings(**values: object) -> str:
    """A module of settings."""
    return "".join(f"{name} = {pformat(value, width=90)}\n" for name, value in values.items())


def of_author(site: Site) -> str:
    """Make all articles those of the site's author, whom the generator names on every page."""
    author = site.articles[0].author
    site.articles = [replace(article, author=author) for article in site.articles]
    return author


def front(**values: object) -> str:
    """Front matter; JSON is YAML."""
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())
    return "---\n" + "".join(lines) + "---\n\n"


def cut(body: str) -> tuple[str, str]:
    """A body's first paragraph and the rest."""
    first, _, rest = body.partition("\n\n")
    return first, rest


def pelican(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a blog with Pelican."""
    apart = theme.options.get("apart", "pelican")
    tools = python(work, apart, "pelican[markdown]==4.12.0", theme.package)
    draw, base = site.draw, f"https://{site.host}"
    write_pictures(folder / "content/images", draw)
    dialect = Dialect(draw.choice(("bang", "html", "quote")), "colon")
    summaries, covers = draw.random() < 0.6, draw.random() < 0.5
    for article in site.articles:
        head = {"title": article.title, "date": f"{article.when:%Y-%m-%d %H:%M}"}
        head |= {"category": article.category, "tags": ", ".join(article.tags)}
        head |= {"slug": article.slug, "author": article.author}
        if summaries:
            head["summary"] = article.summary
        if covers:
            head |= {"cover": "/" + article.image, "image": "/" + article.image}
        text = "\n".join(f"{key}: {value}" for key, value in head.items() if value)
        text += "\n\n" + markdown(article.body, dialect)
        (folder / f"content/{article.slug}.md").write_text(text, "utf-8")
    look = theme.options.get("path", "")
    path = site_packages(tools) / look if look else theme.name
    configs = {"css_class": "highlight"}
    plain = [f"markdown.extensions.{name}" for name in ("extra", "admonition", "sane_lists")]
    values = settings(
        AUTHOR=site.articles[0].author,
        SITENAME=site.title,
        SITEURL=base,
        PATH="content",
        TIMEZONE="UTC",
        DEFAULT_LANG=site.lang,
        THEME=str(path),
        DEFAULT_PAGINATION=draw.choice((3, 4, 6, 10)),
        SITESUBTITLE=site.writer.words(2, 4),
        SITEDESCRIPTION=site.writer.sentence(),
        DEFAULT_DATE_FORMAT=draw.choice(("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y")),
        LINKS=((site.writer.words(1, 2), "https://a.example/"),),
        SOCIAL=(("mastodon", "https://social.example/@a"), ("github", "https://b.example/a")),
        MENUITEMS=[(text, f"/page-{number}.html") for number, text in enumerate(site.menu)],
        MARKDOWN={
            "extension_configs": {
                "markdown.extensions.codehilite": configs,
                **{name: {} for name in (*plain, "markdown.extensions.meta")},
            },
            "output_format": "html5",
        },
        FEED_ALL_ATOM=None,
        CATEGORY_FEED_ATOM=None,
        TRANSLATION_FEED_ATOM=None,
        AUTHOR_FEED_ATOM=None,
        AUTHOR_FEED_RSS=None,
        SUMMARY_MAX_LENGTH=draw.choice((15, 30, 60)),
        SUMMARY_MAX_PARAGRAPHS=None,
        DISPLAY_CATEGORIES_ON_MENU=draw.random() < 0.6,
        PLUGINS=theme.options.get("plugins", []),
        TYPOGRIFY=False,
    ) + settings(**theme.options.get("settings", {}))
    module = theme.options.get("module")
    if module:
        values += f"import {module}\n" + "\n".join(theme.options["lines"]) + "\n"
    (folder / "pelicanconf.py").write_text(values, "utf-8")
    run([str(tools / "pelican"), "content", "-s", "pelicanconf.py", "-o", "out", "-q"], folder)
    return Output(rendered(folder / "out"))


def nikola(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a blog with Nikola."""
    tools = python(work, "nikola", theme.package, "markdown==3.8.2", "jinja2==3.1.6")
    draw = site.draw
    folder.rmdir()
    run([str(tools / "nikola"), "init", "-q", folder.name], folder.parent)
    write_pictures(folder / "files/images", draw)
    code = CODES.get(site.lang, site.lang).lower()
    values = settings(
        THEME=theme.name,
        BLOG_AUTHOR=site.articles[0].author,
        BLOG_TITLE=site.title,
        SITE_URL=f"https://{site.host}/",
        BLOG_DESCRIPTION=site.writer.sentence(),
        DEFAULT_LANG=code,
        TRANSLATIONS={code: ""},
        NAVIGATION_LINKS={code: tuple((f"/p-{i}/", text) for i, text in enumerate(site.menu))},
        NAVIGATION_ALT_LINKS={code: ()},
        POSTS=(("posts/*.md", "posts", "post.tmpl"),),
        PAGES=(),
        INDEX_DISPLAY_POST_COUNT=draw.choice((3, 4, 6)),
        INDEX_TEASERS=draw.random() < 0.6,
        SHOW_SOURCELINK=draw.random() < 0.5,
        COMMENT_SYSTEM="",
        COMMENT_SYSTEM_ID="",
        CONTENT_FOOTER=site.marked("legal", f"© {site.title}"),
        TIMEZONE="UTC",
        TAG_PATH="tags",
        AUTHOR_PATH="authors",
    )
    with (folder / "conf.py").open("a", encoding="utf-8") as lines:
        lines.write("\n" + values)
    (folder / "posts").mkdir(exist_ok=True)
    dialect = Dialect(draw.choice(("html", "quote")), "html", footnotes=False)
    teasers = draw.random() < 0.7
    for article in site.articles:
        first, rest = cut(markdown(article.body, dialect))
        text = first + ("\n\n<!-- TEASER_END -->\n\n" if rest and teasers else "\n\n") + rest
        head = {"title": article.title, "slug": article.slug, "tags": ", ".join(article.tags)}
        head |= {"date": f"{article.when:%Y-%m-%d %H:%M:%S} UTC", "category": article.category}
        head |= {"author": article.author, "type": "text"}
        lines_of = "".join(f".. {key}: {value}\n" for key, value in head.items())
        (folder / f"posts/{article.slug}.md").write_text(f"<!--\n{lines_of}-->\n\n{text}", "utf-8")
    run([str(tools / "nikola"), "build", "-q"], folder)
    return Output(rendered(folder / "output"))


def written(site: Site, folder: Path, dialect: Dialect) -> None:
    """Write the articles of a manual, the title as the first heading."""
    for article in site.articles:
        text = f"# {article.title}\n\n" + markdown(article.body, dialect)
        (folder / f"{article.slug}.md").write_text(text, "utf-8")


def parted(site: Site, parts: int) -> list[list[Article]]:
    """The articles in some parts."""
    return [site.articles[start::parts] for start in range(parts)]


def mkdocs(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a manual with MkDocs."""
    tools = python(work, "mkdocs", "mkdocs==1.6.1", theme.package)
    draw = site.draw
    write_pictures(folder / "docs/images", draw)
    nav: list[object] = [{site.menu[0]: "index.md"}]
    parts = draw.choice((0, 0, 2, 3))
    for group in parted(site, parts or 1):
        pages = [{article.title: f"{article.slug}.md"} for article in group]
        nav += [{site.writer.words(1, 2): pages}] if parts else pages
    plain = "admonition def_list footnotes tables fenced_code attr_list sane_lists".split()
    extensions = [*plain, {"toc": {"permalink": draw.random() < 0.6}}]
    values = {
        "site_name": site.title,
        "site_url": f"https://{site.host}/",
        "site_author": of_author(site),
        "site_description": site.writer.sentence(),
        "copyright": site.marked("legal", f"© {site.title}"),
        "theme": {"name": theme.name, **theme.options.get("theme", {})},
        "nav": nav,
        "plugins": theme.options.get("plugins", ["search"]),
        "markdown_extensions": extensions,
    }
    text = json.dumps(values, ensure_ascii=False, indent=1)
    (folder / "mkdocs.yml").write_text(text, "utf-8")
    index = f"# {site.title}\n\n{site.writer.text(1, 3)}\n\n"
    if draw.random() < 0.7:
        index += "".join(f"- [{a.title}]({a.slug}.md)\n" for a in site.articles)
    (folder / "docs/index.md").write_text(index, "utf-8")
    written(site, folder / "docs", Dialect("bang", "colon", images="../"))
    run([str(tools / "python"), "-m", "mkdocs", "build", "-q", "-d", "out"], folder)
    return Output(rendered(folder / "out"), manual=True)


def sphinx(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a manual with Sphinx."""
    version = theme.options.get("sphinx", "7.4.7")
    parser = "myst-parser==5.2.0" if version.startswith("9") else "myst-parser==4.0.1"
    base = (f"sphinx=={version}", parser)
    tools = python(work, f"sphinx-{version}", *base, theme.package)
    draw = site.draw
    write_pictures(folder / "src/images", draw)
    author = of_author(site)
    values = settings(
        project=site.title,
        author=author,
        copyright=f"{site.articles[0].when.year}, {author}",
        version=f"{draw.randint(0, 9)}.{draw.randint(0, 20)}",
        extensions=["myst_parser", *theme.options.get("extensions", [])],
        language=CODES.get(site.lang, site.lang),
        html_theme=theme.name,
        myst_enable_extensions=["deflist"],
        smartquotes=False,
        html_copy_source=False,
        suppress_warnings=["*"],
        html_baseurl=f"https://{site.host}/",
        html_theme_options=theme.options.get("theme", {}),
        pygments_style="sphinx",
    )
    if module := theme.options.get("path"):
        values += f"import {module[0]}\nhtml_theme_path = {module[1]}\n"
    (folder / "src/conf.py").write_text(values, "utf-8")
    index = f"# {site.title}\n\n{site.writer.text(1, 2)}\n\n"
    depth = draw.choice((1, 1, 2))
    for group in parted(site, draw.choice((1, 1, 2, 3))):
        names = "\n".join(article.slug for article in group)
        caption = f":caption: {site.writer.words(1, 2)}\n" if draw.random() < 0.5 else ""
        index += f"```{{toctree}}\n:maxdepth: {depth}\n{caption}\n{names}\n```\n\n"
    (folder / "src/index.md").write_text(index, "utf-8")
    written(site, folder / "src", Dialect("fence", "colon", "fence", images=""))
    run([str(tools / "python"), "-m", "sphinx", "-q", "-b", "html", "src", "out"], folder)
    return Output(rendered(folder / "out"), manual=True)


def jekyll(theme: Theme, site: Site, folder: Path, work: Path) -> Output:
    """Render a blog with the Jekyll and the theme that the system has."""
    draw = site.draw
    write_pictures(folder / "images", draw)
    (folder / "_posts").mkdir()
    values = {
        "title": site.title,
        "author": site.articles[0].author,
        "description": site.writer.sentence(),
        "lang": site.lang,
        "url": f"https://{site.host}",
        "theme": theme.name,
        "timezone": "UTC",
        "permalink": draw.choice(("/:categories/:year/:month/:day/:title.html", "/:title/")),
        "show_excerpts": draw.random() < 0.7,
        "minima": {"date_format": draw.choice(("%b %-d, %Y", "%Y-%m-%d", "%-d.%m.%Y"))},
    }
    (folder / "_config.yml").write_text(json.dumps(values, ensure_ascii=False), "utf-8")
    (folder / "index.md").write_text(front(layout="home"), "utf-8")
    dialect = Dialect(draw.choice(("html", "quote")))
    for article in site.articles:
        head = front(
            layout="post",
            title=article.title,
            author=article.author,
            date=f"{article.when:%Y-%m-%d %H:%M:%S} +0000",
        )
        text = head + markdown(article.body, dialect)
        (folder / f"_posts/{article.when:%Y-%m-%d}-{article.slug}.md").write_text(text, "utf-8")
    run(["jekyll", "build", "-q", "-d", "out"], folder)
    return Output(rendered(folder / "out"))
