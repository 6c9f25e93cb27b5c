"""A hostile page in the inspector, in a real browser: nothing of it runs, nothing is asked for."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from browser import Inspect, Trap, opened, settled, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.waits

expect: Any = pytest.importorskip("playwright.sync_api").expect

HOSTILE = """<!doctype html><html onclick="top.document.title='caught'"><head>
<title>Goods</title><base href="{trap}/base/">
<meta http-equiv="refresh" content="0;url={trap}/refresh.html">
<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'">
<link rel="stylesheet" href="{trap}/style.css"><link rel="preload" as="script" href="{trap}/a.js">
<link rel="prefetch" href="{trap}/prefetch.html"><link rel="icon" href="{trap}/icon.svg">
<link rel="dns-prefetch" href="{trap}"><link rel="manifest" href="{trap}/manifest.html">
<style>@import "{trap}/import.css"; @font-face {{ font-family: x; src: url({trap}/font.svg) }}
body {{ background: url({trap}/body.svg); font-family: x }} li {{ cursor: url({trap}/c.svg), auto }}
</style><script src="{trap}/script.js"></script><script>top.document.title = 'caught'</script>
<script type="module">import "{trap}/module.js"</script>
</head><body onload="parent.document.title='caught'" background="{trap}/background.svg">
<h1>Goods</h1><img src="{trap}/missing.svg" onerror="top.document.title='caught'">
<img srcset="{trap}/one.svg 1x, {trap}/two.svg 2x"><picture><source srcset="{trap}/p.svg"></picture>
<iframe src="{trap}/frame.html"></iframe>
<iframe srcdoc="<script>top.document.title='caught'</script>"></iframe>
<object data="{trap}/object.svg"></object><embed src="{trap}/embed.svg"></embed>
<video src="{trap}/video.svg" poster="{trap}/poster.svg" autoplay></video><audio src="{trap}/a.svg">
</audio><svg><image href="{trap}/image.svg"/><use href="{trap}/use.svg#a"/>
<a xlink:href="javascript:top.document.title='caught'"><text x="0" y="15">Drawn</text></a>
<set attributeName="onmouseover" to="top.document.title='caught'"/>
<script>top.document.title='caught'</script></svg>
<details open ontoggle="top.document.title='caught'"><summary>More</summary></details>
<a id="script" href="javascript:top.document.title='caught'">Script</a>
<a id="away" href="{trap}/away.html" target="_top" ping="{trap}/ping.html">Away</a>
<a id="new" href="{trap}/new.html" target="_blank">New</a>
<form action="{trap}/form.html" target="_top"><input name="attributes">
<input name="querySelectorAll"><button id="send">Send</button></form><img name="body">
<img name="defaultView">
<ul>{goods}</ul>
<noscript><img src="{trap}/noscript.svg"></noscript><template><img src="{trap}/t.svg"></template>
<p style="background-image: url('{trap}/inline.svg')">End</p></body></html>"""


GOODS = "".join(
    f"<li><h3><a href='/{name}'>{name}</a></h3><p>For all who work.</p><b>{n}.50 EUR</b></li>"
    for n, name in enumerate(("Axe", "Saw", "Rope", "Nail", "Plane", "Drill", "Rasp", "File"), 1)
)


@pytest.fixture
def hostile(trap: Trap, tmp_path: Path) -> Path:
    path = tmp_path / "site" / "hostile.html"
    path.parent.mkdir()
    path.write_text(HOSTILE.format(trap=trap.address, goods=GOODS))
    return path


def asked_by(tab: Page) -> list[str]:
    """Fills itself with the addresses that the browser asks for, data apart."""
    asked: list[str] = []
    for event in ("request", "requestfailed"):
        tab.context.on(event, lambda it: asked.append(it.url))
    return asked


def elsewhere(asked: list[str], url: str) -> list[str]:
    """Those of another origin."""
    return [one for one in asked if not one.startswith((url, "data:", "blob:", "about:"))]


def poked(tab: Page) -> None:
    """Does what might set off something on the page that is looked at."""
    page = tab.frame_locator("#page-frame")
    for place in ("#script", "#away", "#new", "#send", "h1", "text", "summary", "li a", "li b"):
        target = page.locator(place).first
        if target.count():
            target.hover(force=True)
            target.click(force=True)
            target.click(force=True, modifiers=["Control"])
            target.click(force=True, button="middle")
            target.dblclick(force=True)
    page.locator("li a").first.focus()
    tab.keyboard.press("Enter")


def test_the_page_is_hostile_indeed(tab: Page, hostile: Path, trap: Trap) -> None:
    # Or the tests below would tell nothing.
    asked = asked_by(tab)
    tab.goto(hostile.as_uri(), wait_until="commit")
    tab.wait_for_url(f"{trap.address}/refresh.html")
    assert tab.title() == "caught"
    assert len(elsewhere(asked, hostile.as_uri())) > 10
    assert len(trap.asked) > 10


def test_nothing_of_a_hostile_page_runs_or_is_asked_for(
    tab: Page, inspect: Inspect, hostile: Path, trap: Trap
) -> None:
    asked = asked_by(tab)
    url = inspect(hostile)
    title = "hostile.html"
    page = opened(tab, url)
    for kind in ("Article", "Comments", "Template", "Records"):
        tab.get_by_role("tab", name=kind).click()
        settled(tab)
        poked(tab)
    expect(page.get_by_text("2.50 EUR")).to_be_visible()
    tab.wait_for_timeout(500)
    assert tab.title() == title
    assert tab.url.startswith(url)
    assert len(tab.context.pages) == 1
    assert page.locator("h1").evaluate("() => document.title") == "Goods"
    assert elsewhere(asked, url) == []
    assert trap.asked == []


def test_pictures_and_styles_are_loaded_when_asked_for_and_scripts_never(
    tab: Page, inspect: Inspect, hostile: Path, trap: Trap
) -> None:
    page = opened(tab, inspect(hostile))
    heading = page.get_by_role("heading", level=1)
    expect(heading).not_to_have_css("color", "rgb(1, 2, 3)")
    with tab.expect_request(f"{trap.address}/style.css"):
        tab.get_by_label("Show pictures and styles").check()
    settled(tab)
    expect(heading).to_have_css("color", "rgb(1, 2, 3)")
    poked(tab)
    until(
        tab,
        lambda: (
            {"style.css", "missing.svg"}
            <= {path.rpartition("/")[2].partition("?")[0] for path in trap.asked}
        ),
    )
    tab.wait_for_timeout(500)
    assert [path for path in trap.asked if path.endswith((".js", ".html"))] == []
    assert tab.title() == "hostile.html"
    assert len(tab.context.pages) == 1
    tab.get_by_label("Show pictures and styles").uncheck()
    settled(tab)
    expect(heading).not_to_have_css("color", "rgb(1, 2, 3)")


def test_styles_and_redirects_lead_only_to_hosts_that_the_page_names(
    tab: Page, inspect: Inspect, tmp_path: Path, trap: Trap
) -> None:
    port = trap.address.rpartition(":")[2]
    addresses = [
        f"{scheme}://{host}:{port}/unnamed-{scheme}"
        for host in ("unnamed.example", "router.local", "192.168.0.1")
        for scheme in ("http", "https")
    ]
    # By the host that is named, but not by its protocol.
    addresses.append(trap.address.replace("http:", "https:") + "/unnamed-https")
    boxes = range(len(addresses))
    trap.style = "\n".join(
        (
            *(f'@import "{one}.css";' for one in addresses),
            *(f"@font-face {{ font-family: f{n}; src: url({addresses[n]}.woff) }}" for n in boxes),
            *(f"#b{n} {{ background: url({addresses[n]}.svg); font-family: f{n} }}" for n in boxes),
            f"h1 {{ background: url({trap.address}/named.svg); color: rgb(1, 2, 3) }}",
        )
    )
    trap.redirects = {f"/r{n}.svg": f"{addresses[n]}-redirected.svg" for n in boxes}
    trap.redirects["/r.svg"] = f"{trap.address}/redirected.svg"
    page = tmp_path / "page.html"
    page.write_text(
        f"<link rel=stylesheet href={trap.address}/style.css><h1>One</h1>"
        + "".join(f"<p id=b{n}>Two<img src={trap.address}/r{n}.svg></p>" for n in boxes)
        + f"<img src={trap.address}/r.svg><img src=https://192.168.0.1:{port}/unnamed.svg>"
    )
    shown = opened(tab, inspect(page))
    tab.get_by_label("Show pictures and styles").check()
    settled(tab)
    expect(shown.get_by_role("heading", level=1)).to_have_css("color", "rgb(1, 2, 3)")
    named = {"/style.css", "/named.svg", "/r.svg", "/redirected.svg"}
    named |= {f"/r{n}.svg" for n in boxes}
    until(tab, lambda: named <= {*trap.asked})
    tab.wait_for_timeout(500)
    assert {path for path in trap.asked if "unnamed" in path} == set()
    assert trap.not_http == 0
    assert {*trap.asked} == named


def answered(
    url: str, path: str, method: str = "GET", body: Any = None, **headers: str
) -> tuple[int, str]:
    """Status and text, of a request as it stands: nothing of the path is put in order."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, None if body is None else json.dumps(body), sent)
    response = connection.getresponse()
    text = response.read().decode("utf-8", "replace")
    connection.close()
    return response.status, text


def test_who_asks_by_another_name_or_without_the_token_is_refused(
    inspect: Inspect, hostile: Path
) -> None:
    url = inspect(hostile)
    host = urlsplit(url).netloc
    for path in ("/", "/page/0", "/api/view?page=0&kind=records", "/static/inspector.bundle.js"):
        assert answered(url, path)[0] == 200
        status, text = answered(url, path, Host="evil.example")
        assert 400 <= status < 500
        assert "EUR" not in text
        assert 400 <= answered(url, path, Host=f"evil.example:{host.rpartition(':')[2]}")[0] < 500
    asked = {"page": 0, "text": "Axe"}
    json_type = {"Content_Type": "application/json"}
    assert answered(url, "/api/find", "POST", asked, **json_type)[0] == 403
    assert answered(url, "/api/find", "POST", asked, X_Treesim_Token="a", **json_type)[0] == 403
    crossed = {"Origin": "https://evil.example", "Sec_Fetch_Site": "cross-site"}
    assert answered(url, "/api/view?page=0&kind=records", **crossed)[0] == 403


def test_another_sites_page_cannot_ask_or_frame_it(
    tab: Page, inspect: Inspect, hostile: Path, trap: Trap
) -> None:
    url = inspect(hostile)
    tab.goto(f"{trap.address}/evil.html")
    for options in ({}, {"mode": "no-cors"}, {"method": "POST", "mode": "no-cors"}):
        fetched = tab.evaluate(
            "([url, options]) => fetch(url, options).then(r => r.text(), () => '')",
            [f"{url}api/view?page=0&kind=records", options],
        )
        assert fetched == ""
    tab.evaluate(
        "src => document.body.append(Object.assign(document.createElement('iframe'), { src }))", url
    )
    until(tab, lambda: len(tab.frames) == 2)
    tab.wait_for_timeout(500)
    framed = [frame for frame in tab.frames if frame is not tab.main_frame]
    assert len(framed) == 1
    assert framed[0].locator("#page-frame").count() == 0


def test_a_report_is_one_file_that_asks_for_nothing(
    tab: Page, hostile: Path, trap: Trap, tmp_path: Path
) -> None:
    report = tmp_path / "report.html"
    subprocess.run(
        [sys.executable, "-m", "scrapy", "treesim", "inspect", "--html", report, hostile],
        check=True,
        capture_output=True,
        cwd=tmp_path,
    )
    asked = asked_by(tab)
    title = report.read_text("utf-8").partition("<title>")[2].partition("</title>")[0]
    page = opened(tab, report.as_uri())
    expect(page.locator("[data-ts-role~=record]")).to_have_count(8)
    page.get_by_text("2.50 EUR").hover()
    expect(tab.locator("#tooltip .tip-confidence")).not_to_be_empty()
    for kind in ("Article", "Records"):
        tab.get_by_role("tab", name=kind).click()
        settled(tab)
        poked(tab)
    expect(tab.get_by_role("grid").locator("tbody tr")).to_have_count(8)
    expect(tab.get_by_label("Show pictures and styles")).to_be_hidden()
    tab.wait_for_timeout(500)
    assert tab.title() == title
    assert elsewhere(asked, report.as_uri()) == []
    assert trap.asked == []
    assert len(tab.context.pages) == 1
