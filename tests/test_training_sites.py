"""Marks of the content of rendered sites: found again, and stripped however they are written."""

from urllib.parse import quote

from training.sites import marks
from training.sites.content import FIRST, LAST, Site, bare, mark, new_site
from training.sites.markdown import Dialect, markdown
from training.sites.tools import themes


def small_site() -> Site:
    site = new_site("small", 1, articles=(3, 3), lang="en")
    site.articles = [article for article in site.articles if article.slug not in site.registers]
    return site


def test_the_same_seed_gives_the_same_site() -> None:
    assert new_site("a", 1).pieces == new_site("a", 1).pieces
    assert new_site("a", 1).pieces != new_site("a", 2).pieces


def test_strips_marks_in_all_writings() -> None:
    sign = mark(307)
    written = "".join(f"&#{ord(c)};" for c in sign) + "".join(f"&#x{ord(c):X};" for c in sign)
    written += "".join(f"\\u{ord(c):x}" for c in sign) + quote(sign) + sign
    assert marks.strip(f"a{written}b") == "ab"


def test_truth_of_an_article() -> None:
    site = small_site()
    article = site.articles[0]
    links = "".join(f"<li><a href=x>{other.title}</a></li>" for other in site.articles)
    lines = [piece for piece in site.pieces if piece.owner == article.slug and piece.role == "main"]
    body = "".join(f"<p>{mark(piece.number)}{piece.text}</p>" for piece in lines)
    page = marks.read(
        f"<head><title>{article.title}</title></head><body><nav><ul>{links}</ul></nav><h1>{article.title}</h1>"
        f"<time>{article.when:%Y-%m-%d}</time><b>{article.author}</b><article>{body}</article>",
        site,
    )
    truth = marks.article_truth(page, site, article, manual=False)
    assert FIRST not in page.html
    assert LAST not in page.html
    assert truth["headline"] == bare(article.title)
    assert truth["author"] == bare(article.author)
    assert truth["date"] == article.when.isoformat()
    assert truth["text"] == "\n".join(piece.text for piece in lines)
    roles = {entry["xpath"]: entry["role"] for entry in truth["places"]}
    assert roles["/html/body/h1"] == "headline"
    assert [role for path, role in roles.items() if "/nav/" in path] == ["related"] * 2


def test_truth_of_lists_with_and_without_elements_of_their_own() -> None:
    site = small_site()
    boxes = "".join(
        f"<div><h2><a href='/{article.slug}'>{article.title}</a></h2>"
        f"<i>{article.when:%d.%m.%Y}</i></div>"
        for article in site.articles
    )
    flat = boxes.replace("<div>", "").replace("</div>", "<p>-</p>")
    for shape, count in ((boxes, 1), (flat, 2)):
        truth = marks.list_truth(marks.read(f"<main>{shape}</main>", site), site)
        assert truth is not None
        assert truth["complete"]
        for record, article in zip(truth["records"], site.articles, strict=True):
            assert record["title"] == bare(article.title)
            assert record["link"] == f"/{article.slug}"
            assert record["date"] == f"{article.when:%d.%m.%Y}"
            assert len(record.get("elements", [0])) == count


def test_markdown_keeps_every_mark() -> None:
    site = new_site("forms", 3, lang="en")
    for article in site.articles:
        text = markdown(article.body, Dialect())
        for piece in site.pieces:
            if piece.owner == article.slug and piece.role == "main" and piece.form != "code":
                assert text.count(mark(piece.number)) == 1


def test_themes_are_pinned() -> None:
    listed = themes()
    assert len({theme.site for theme in listed}) == len(listed)
    assert all("==" in t.package or "@" in t.package for t in listed if t.generator != "jekyll")
