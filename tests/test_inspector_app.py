"""The inspector's local web page, asked without a browser."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_treesim import Page
from scrapy_treesim.commands.extract import FetchSpider
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.inspector import serving
from scrapy_treesim.inspector.inspection import (
    MAX_PAGES,
    InspectedPage,
    Inspection,
    InspectionFiles,
)
from scrapy_treesim.inspector.resources import MAX_SOURCES, Resources
from scrapy_treesim.inspector.serving import SHELL, TOKEN_HEADER, create_app, inert
from scrapy_treesim.inspector.shell import report
from scrapy_treesim.tree import tags

TOKEN = "a-token"
HTML = b"""<html><head><title>Tools</title><link rel="stylesheet" href="style/page.css"></head>
<body><h1>Tools</h1><ul>
<li><a href="/a">Axe</a> <b class="price">5.00</b><img src="pictures/axe.png"></li>
<li><a href="/b">Saw</a> <b class="price">7.50</b><img src="https://pictures.example/saw.png"></li>
<li><a href="/c">Rope</a> <b class="price">1.25</b><img src="http://192.168.0.1/router.png"></li>
</ul><script>document.title = "run"</script></body></html>"""


SHEET = """h1 { color: red } a:link { color: blue }
ul { background: url(../pictures/axe.png) } li { background: url(../../secret.png) }
@import "http://192.168.0.1/router.css"; b { background: url(http://127.0.0.1/x.png) }"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "style").mkdir(parents=True)
    (site / "pictures").mkdir()
    (site / "style/page.css").write_text(SHEET)
    (site / "pictures/axe.png").write_bytes(b"\x89PNG")
    (site / "notes.txt").write_text("private")
    (tmp_path / "secret.css").write_text("secret")
    (site / "style/away.css").symlink_to(tmp_path / "secret.css")
    return site


@pytest.fixture
def inspection(folder: Path, tmp_path: Path) -> Inspection:
    page = Page(HTML, (folder / "index.html").as_uri())
    return Inspection(
        [InspectedPage("index.html", page, folder)],
        InspectionFiles(key_trees=(tmp_path / "key_trees.json",)),
    )


@pytest.fixture
def client(inspection: Inspection) -> FlaskClient:
    return create_app(inspection, TOKEN).test_client()


def test_the_shell_names_the_page_and_has_the_token(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "index.html" in answer.text
    assert TOKEN in answer.text
    assert answer.headers["Content-Security-Policy"] == SHELL
    assert "unsafe" not in SHELL


def test_nothing_in_a_page_can_end_the_script_that_holds_the_configuration() -> None:
    page = Page(HTML, "https://tools.example/</script><script>alert(1)</script>")
    inspection = Inspection([InspectedPage("</script><script>alert(1)//", page)])
    text = create_app(inspection, TOKEN).test_client().get("/").text
    assert "alert(1)" in text
    assert "<script>alert" not in text


def test_what_a_page_is_can_be_asked(client: FlaskClient, inspection: Inspection) -> None:
    assert client.get("/api/kind?page=0").json == inspection.kind(0)
    assert client.get("/api/kind?page=7").status_code == 404


def test_a_report_holds_what_its_pages_are(inspection: Inspection) -> None:
    held = report(inspection).partition('id="treesim-kinds">')[2].partition("</script>")[0]
    assert json.loads(held) == {"0": inspection.kind(0)}


def test_a_page_has_no_script_and_a_policy_that_lets_none_run(client: FlaskClient) -> None:
    answer = client.get("/page/0")
    assert "document.title" not in answer.text
    assert "data-treesim-node" in answer.text
    assert answer.headers["Content-Security-Policy"] == inert()
    assert "script-src" not in inert()
    assert inert().startswith("default-src 'none'")
    assert "sandbox allow-same-origin" in inert()
    assert "allow-scripts" not in inert()


def test_a_page_loads_nothing_until_it_is_asked_to(client: FlaskClient) -> None:
    bare, asked = client.get("/page/0"), client.get("/page/0?resources=1")
    for address in ("pictures.example", "/beside/", "192.168.0.1"):
        assert f'src="{address}' not in bare.text
        assert f'src="https://{address}' not in bare.text
    assert 'src="/beside/0/pictures/axe.png"' in asked.text
    assert 'href="/beside/0/style/page.css"' in asked.text
    assert 'src="https://pictures.example/saw.png"' in asked.text
    assert 'src="http://192.168.0.1/router.png"' not in asked.text
    policy = asked.headers["Content-Security-Policy"]
    assert "img-src data: http://localhost/beside/0/ https://pictures.example;" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy


def test_a_page_loads_from_hosts_that_it_names_only() -> None:
    html = """<link rel=stylesheet href="http://A.example:81/a.css"><img src="http://b.example">
    <img src="http://192.168.0.1/x.png"><img src="https://127.0.0.1/x.png"><img src="https://c.example/x">
    <img src="http://d.example;script-src/x.png"><img src="https://u:p@e.example/">
    <img src="https://f.example:8443/x.png"><img src="https://m\xfcller.example/x.png">
    <p style="background: url(https://c.example/y), url(https://f.example/), url(https://*.example/)">
    <img src="https://g.example *"><img src="https://*/x.png"><h1>Tools</h1>"""
    inspection = Inspection([InspectedPage("a", Page(html, "https://tools.example/"))])
    client = create_app(inspection, TOKEN).test_client()
    policy = client.get("/page/0?resources=1").headers["Content-Security-Policy"]
    sources = policy.partition("img-src data: ")[2].partition(";")[0]
    assert sources.split() == [
        "http://a.example:81", "http://b.example", "https://c.example", "https://f.example",
        "https://f.example:8443", "https://xn--mller-kva.example",
    ]  # fmt: skip
    assert "'self';" not in policy.partition("frame-ancestors")[0]


def test_a_policy_is_not_as_long_as_a_page_likes() -> None:
    html = "".join(f'<img src="https://{n}.example/x.png">' for n in range(MAX_SOURCES + 50))
    inspection = Inspection([InspectedPage("a", Page(html, "https://tools.example/"))])
    client = create_app(inspection, TOKEN).test_client()
    answer = client.get("/page/0?resources=1")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.partition("img-src")[2].partition(";")[0].count("https://") == MAX_SOURCES
    assert answer.text.count('src="https://') == MAX_SOURCES


def test_pictures_and_styles_beside_a_local_page_are_served(client: FlaskClient) -> None:
    style = client.get("/beside/0/style/page.css")
    assert (style.status_code, style.mimetype) == (200, "text/css")
    assert "sandbox" in style.headers["Content-Security-Policy"]
    assert style.headers["X-Content-Type-Options"] == "nosniff"
    assert client.get("/beside/0/pictures/axe.png").mimetype == "image/png"


def test_what_a_local_style_loads_is_as_the_pages_own(client: FlaskClient) -> None:
    style = client.get("/beside/0/style/page.css").text
    assert 'url("/beside/0/pictures/axe.png")' in style
    assert "a[data-treesim-href]" in style
    assert "secret" not in style
    assert "127.0.0.1" not in style
    assert "@import" not in style


@pytest.mark.parametrize(
    "path",
    [
        "notes.txt", "../secret.css", "..%2fsecret.css", "%2e%2e/secret.css",
        "style/../../secret.css", "style/away.css", "/etc/passwd", "%2fetc%2fpasswd", "style",
        "nothing.css", "a%00.css", "C:%5csecret.css",
    ],
)  # fmt: skip
def test_no_other_file_is_served(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/beside/0/{path}", follow_redirects=True)
    assert answer.status_code == 404
    assert b"secret" not in answer.data.replace(b"secret.css", b"")
    assert b"private" not in answer.data


@pytest.mark.parametrize("path", ["app.py", "inspector.html", "..%2fapp.py", "../guard.py", "x.js"])
def test_no_file_but_its_own_scripts_and_styles_is_static(client: FlaskClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code in (400, 404)


def test_a_page_of_the_web_has_no_files_beside_it() -> None:
    inspection = Inspection([InspectedPage("a", Page(HTML, "https://tools.example/"))])
    client = create_app(inspection, TOKEN).test_client()
    assert client.get("/beside/0/style/page.css").status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
@pytest.mark.parametrize("path", ["/", "/page/0", "/api/view?kind=records", "/nowhere"])
def test_another_host_is_refused(client: FlaskClient, host: str, path: str) -> None:
    assert client.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_other_sites_pages_are_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.get("/api/view?kind=records", headers=headers).status_code == 403
    given = {TOKEN_HEADER: TOKEN, **headers}
    assert client.post("/api/find", json={"page": 0, "text": "a"}, headers=given).status_code == 403


def test_the_inspector_can_be_opened_from_a_link(client: FlaskClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    for path in ("/", "/?page=0"):
        assert client.get(path, headers=headers).status_code == 200
    assert client.get("/", headers={**headers, "Sec-Fetch-Dest": "iframe"}).status_code == 403


@pytest.mark.parametrize(
    "path", ["/page/0?resources=1", "/api/view?kind=records", "/open/a", "/beside/0/x.png"]
)
def test_a_link_opens_nothing_else(client: FlaskClient, path: str) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/", "/page/0", "/api/view?kind=records", "/open/a"])
@pytest.mark.parametrize("dest", ["image", "style", "font", "script", "object", "embed", "frame"])
def test_what_is_no_picture_is_not_to_be_had_as_one(
    client: FlaskClient, path: str, dest: str
) -> None:
    headers = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": dest}
    assert client.get(path, headers=headers).status_code == 403
    for embedded in ("/beside/0/pictures/axe.png", "/static/inspector.css"):
        with client.get(embedded, headers=headers) as answer:
            assert answer.status_code == 200


@pytest.mark.parametrize(
    ("name", "url"), [("a\ud800", "https://a.example/"), ("a", "https://a.example/\ud800/")]
)
def test_a_name_that_is_no_text_keeps_nobody_out(name: str, url: str) -> None:
    # JSON can say "\ud800", which no UTF-8 can.
    inspection = Inspection([InspectedPage(name, Page(b"<a href='../b'>B</a>", url))])
    client = create_app(inspection, TOKEN).test_client()
    for path in ("/", "/page/0", "/page/0?resources=1", "/api/view?kind=records"):
        assert client.get(path).status_code == 200


def test_a_picture_whose_name_is_no_text_is_left_out(folder: Path) -> None:
    try:
        (folder / os.fsdecode(b"\xff.png")).write_bytes(b"")
        (folder / "link.png").symlink_to(os.fsdecode(b"\xff.png"))
    except OSError:
        pytest.skip("no such names here")
    page = Page(b"<img src=link.png>", (folder / "index.html").as_uri())
    client = create_app(Inspection([InspectedPage("a", page, folder)]), TOKEN).test_client()
    answer = client.get("/page/0?resources=1")
    assert answer.status_code == 200
    assert "src=" not in answer.text


POSTS = [
    "/api/find",
    *(f"/api/label/{one}" for one in ("preview", "save", "remove", "proposed")),
    *(f"/api/keytree/{one}" for one in ("preview", "save")),
]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("token", [None, "", "another", "ä"])
def test_nothing_is_changed_without_the_token(
    client: FlaskClient, path: str, token: str | None
) -> None:
    headers = {} if token is None else {TOKEN_HEADER: token.encode().decode("latin-1")}
    answer = client.post(path, json={"page": 0}, headers=headers)
    assert answer.status_code == 403
    assert "token" in answer.json["error"]  # type: ignore[index]


@pytest.mark.parametrize("path", POSTS)
def test_a_form_is_refused(client: FlaskClient, path: str) -> None:
    headers = {TOKEN_HEADER: TOKEN}
    assert client.post(path, data={"page": "0"}, headers=headers).status_code == 415
    assert client.get(path).status_code == 405


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "body", [[], "text", None, {}, {"page": "0"}, {"page": 7}, {"page": 0, "node": True}]
)
def test_a_body_that_cannot_be_used_is_refused_in_one_line(
    client: FlaskClient, path: str, body: object
) -> None:
    answer = client.post(path, json=body, headers={TOKEN_HEADER: TOKEN})
    assert 400 <= answer.status_code < 500
    error = json.loads(answer.text)["error"]
    assert error
    assert "\n" not in error


def test_a_body_that_is_too_long_is_refused(client: FlaskClient) -> None:
    body = json.dumps({"page": 0, "text": "a" * 2_000_000})
    headers = {TOKEN_HEADER: TOKEN, "Content-Type": "application/json"}
    assert client.post("/api/find", data=body, headers=headers).status_code == 413


def test_a_body_that_is_too_deep_is_refused(client: FlaskClient) -> None:
    headers = {TOKEN_HEADER: TOKEN, "Content-Type": "application/json"}
    assert client.post("/api/find", data="[" * 200_000, headers=headers).status_code == 400


@pytest.mark.parametrize("kind", ["records", "article", "detail", "comments", "template"])
def test_each_kind_has_a_view(client: FlaskClient, kind: str) -> None:
    answer = client.get(f"/api/view?page=0&kind={kind}")
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["kind"] == kind


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("page=0&kind=nothing", 400),
        ("page=0&kind=records&method=nothing", 400),
        ("page=0&kind=records&strange=1", 400),
        ("page=9&kind=records", 404),
        ("page=-1&kind=records", 404),
    ],
)
def test_a_view_that_cannot_be_is_refused(client: FlaskClient, query: str, code: int) -> None:
    answer = client.get(f"/api/view?{query}")
    assert answer.status_code == code
    assert answer.json is not None
    assert answer.json["error"]


def test_an_element_is_described(client: FlaskClient, inspection: Inspection) -> None:
    page = inspection.pages[0].page
    node = next(n for n in range(len(page.tree)) if page.tree.get(n, "class") == "price")
    answer = client.get(f"/api/node?page=0&node={node}").json
    assert answer is not None
    assert (answer["tag"], answer["classes"]) == ("b", ["price"])
    assert answer["xpath"] == "/html/body/ul/li[1]/b"
    for other in (-1, 10_000, node + 1):
        assert client.get(f"/api/node?page=0&node={other}").status_code == 404


def first_record(inspection: Inspection) -> int:
    return inspection.pages[0].page.tree.tag.index(tags.NUMBER["li"])


def test_a_key_tree_is_made_of_a_record(
    client: FlaskClient, inspection: Inspection, tmp_path: Path
) -> None:
    node = first_record(inspection)
    headers = {TOKEN_HEADER: TOKEN}
    shown = client.post("/api/keytree/preview", json={"page": 0, "node": node}, headers=headers)
    assert shown.json is not None
    assert shown.json["records"] == 3
    body = {"page": 0, "node": node, "name": "tools", "pattern": "tools.example/list"}
    saved = client.post("/api/keytree/save", json=body, headers=headers)
    assert saved.json == {"saved": "key_trees.json", "name": "tools", "records": 3}
    assert "tools" in (tmp_path / "key_trees.json").read_text()
    assert inspection.settings.key_trees.by_name("tools")


def test_labelling_without_templates_says_how_to_have_some(
    client: FlaskClient, inspection: Inspection
) -> None:
    body = {"page": 0, "node": 5, "field": "price", "all": False}
    answer = client.post("/api/label/preview", json=body, headers={TOKEN_HEADER: TOKEN})
    assert 400 <= answer.status_code < 500
    assert answer.json is not None
    assert "learn" in answer.json["error"]


NOT_LOADED = """
    http://localhost/x.png http://localhost./x.png http://127.0.0.1:8000/x.png
    http://127.1/x.png http://2130706433/x.png http://0x7f.1/x.png http://[::1]/x.png
    http://10.0.0.1/x.png http://router.local/x.png http://intranet/x.png
    https://intranet./x.png https://box.home.arpa/x.png https://nas.LocalDomain/x.png
    https://93.184.216.34/x.png https://\uff11\uff12\uff17.0.0.1/x.png
    https://127\u30020\u30020\u30021/x.png https://[::ffff:10.0.0.1]/x.png
    https://[64:ff9b::a00:1]/x.png https://%31%32%37.0.0.1/x.png
    https://127.0.0.1\\.b.example/x.png https://b.example:99999/x.png FILE:///etc/passwd.png
    file:///etc/passwd.png ftp://b.example/x.png http://[broken/x.png
"""


@pytest.mark.parametrize(
    ("page", "address", "loaded"),
    [
        ("https://a.example/", "https://b.example/x.png", True),
        *(("https://a.example/", address, False) for address in NOT_LOADED.split()),
        ("http://intranet/page", "http://intranet/x.png", True),
        ("http://intranet/page", "http://router/x.png", False),
        ("http://10.0.0.1/page", "https://10.0.0.1:8443/x.png", True),
        ("http://10.0.0.1/page", "https://10.0.0.2/x.png", False),
    ],
)
def test_what_a_page_of_the_web_may_load(page: str, address: str, loaded: bool) -> None:
    assert (Resources(page, 0, None)(address) == address) is loaded


@pytest.mark.waits
def test_who_says_nothing_is_not_waited_for_and_not_told_of(
    inspection: Inspection, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving._Handler, "timeout", 0.1)
    with serving.served(inspection) as url:
        place = ("127.0.0.1", urlsplit(url).port or 0)
        for said in (b"GET / HTTP/1.1\r\nX: ", b"\x16\x03\x01\x1b]0;name\r\n\r\n"):
            with socket.create_connection(place, 600) as connection:
                connection.sendall(said)
                while connection.recv(4096):
                    pass
    assert capfd.readouterr() == ("", "")


def test_an_error_of_a_file_is_told_in_words(client: FlaskClient, inspection: Inspection) -> None:
    inspection.files = InspectionFiles(key_trees=(Path("/no/such/folder/key_trees.json"),))
    node = first_record(inspection)
    body = {"page": 0, "node": node, "name": "tools", "pattern": "tools.example/list"}
    answer = client.post("/api/keytree/save", json=body, headers={TOKEN_HEADER: TOKEN})
    assert answer.status_code in (400, 409)
    assert answer.json is not None
    assert "/no/such/folder" in answer.json["error"]


def test_a_key_tree_goes_into_the_file_that_has_its_name(
    client: FlaskClient, inspection: Inspection, tmp_path: Path
) -> None:
    node = first_record(inspection)
    files = (tmp_path / "a.json", tmp_path / "b.json")
    inspection.files = InspectionFiles(key_trees=files[1:])
    body = {"page": 0, "node": node, "name": "tools", "pattern": "tools.example/list"}
    client.post("/api/keytree/save", json=body, headers={TOKEN_HEADER: TOKEN})
    inspection.files = InspectionFiles(key_trees=files)
    for name, file in (("tools", "b.json"), ("others", "a.json")):
        body["name"] = name
        saved = client.post("/api/keytree/save", json=body, headers={TOKEN_HEADER: TOKEN})
        assert saved.json is not None
        assert saved.json["saved"] == file
    assert {one.name for one in inspection.settings.key_trees.named} == {"tools", "others"}


def test_a_page_that_is_opened_later_has_its_pictures_and_styles_too(folder: Path) -> None:
    inspection = Inspection([])
    url = (folder / "index.html").as_uri()
    assert inspection.open("index.html", Page(HTML, url)) == 0
    client = create_app(inspection, TOKEN).test_client()
    assert "/beside/0/style/page.css" in client.get("/page/0?resources=1").text
    assert inspection.open("again", Page(HTML, url)) == 0
    inspection = Inspection([], root=folder.parent)
    inspection.open("index.html", Page(HTML, url))
    assert inspection.pages[0].root == folder.parent


def test_no_more_pages_are_opened_than_can_be_kept() -> None:
    inspection = Inspection([])
    for number in range(MAX_PAGES):
        inspection.open("a", Page(b"<p>a", f"https://a.example/{number}"))
    with pytest.raises(ValueError, match="pages are open"):
        inspection.open("a", Page(b"<p>a", "https://a.example/more"))


def test_a_bug_is_no_refusal(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError(5)

    monkeypatch.setattr(serving, "described", broken)
    answer = client.get("/api/node?page=0&node=1")
    assert answer.status_code == 500
    assert answer.json is not None
    assert "KeyError(5)" in answer.json["error"]


def test_a_page_came_when_its_response_says_as_in_a_crawl() -> None:
    pages: dict[str, Page] = {}
    chosen = read_settings(Settings())
    spider = FetchSpider(urls=[], failures=[], chosen=chosen, use=pages.__setitem__)
    said = {"Date": "Sun, 31 May 2026 12:00:00 GMT"}
    url = "https://x.example/"
    spider.parse(HtmlResponse(url, body=b"<p>2 hours ago", headers=said), "came")
    spider.parse(HtmlResponse(url, body=b"<p>2 hours ago"), "saved")
    assert str(pages["came"].moment) == "2026-05-31 12:00:00+00:00"
    assert pages["saved"].moment is None
