"""Shows which blocks of a page its article keeps and which it drops, as HTML and as a picture.

    python -m benchmarks.picture FILE.html[.gz] -o OUT.png [--url URL]

Writes OUT.html, which loads nothing and runs nothing, and OUT.png where Chromium is on the machine.
Kept blocks are green, dropped ones grey; those dropped though likely by themselves are red.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Final

from scrapy_treesim import BlockExplanation, Page, explain

WIDTH: Final = 1100
TALLEST: Final = 16000
"""Pixels; Chromium paints no taller picture."""
BROWSERS: Final = ("chromium", "chromium-browser")
OFFLINE: Final = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-extensions"
    " --disable-background-networking --disable-component-update --disable-default-apps"
    " --disable-sync --no-first-run --hide-scrollbars --force-device-scale-factor=1"
).split()
SECONDS: Final = 60
MEASURE: Final = (
    "<script>document.documentElement.dataset.height ="
    " document.documentElement.scrollHeight</script>"
)
"""Goes at the end of a copy that is thrown away: how tall the page is."""

STYLE: Final = f"""
body {{ margin: 0 auto; width: {WIDTH - 40}px; padding: 16px 20px; color: #222;
  font: 14px/1.45 "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC", sans-serif }}
h1 {{ margin: 0; font-size: 20px }}
.url, .counts {{ margin: 2px 0; color: #555; overflow-wrap: anywhere }}
.legend span {{ margin-right: 8px; padding: 1px 8px; border-style: solid; border-width: 0 0 0 5px }}
.block {{ display: flex; margin: 1px 0; border-left: 5px solid }}
.why {{ flex: 0 0 210px; padding: 1px 8px; font-size: 11px; line-height: 20px; color: #555 }}
.why b {{ margin-right: 6px; font-size: 13px; color: #222 }}
.text {{ flex: 1; min-width: 0; padding: 1px 8px; overflow-wrap: anywhere }}
.kept {{ border-color: #2a9d4a; background: #e3f5e6 }}
.dropped {{ border-color: #bbb; background: #f3f3f3; color: #777 }}
.likely {{ border-color: #d0493f; background: #fbe6e4; color: #777 }}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="the page, as it came or gzipped")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="OUT.png")
    parser.add_argument("--url", default="", help="where the page is from")
    arguments = parser.parse_args()
    html = arguments.file.read_bytes()
    if arguments.file.suffix == ".gz":
        html = gzip.decompress(html)
    page = Page(html, url=arguments.url)
    shown = picture(page.title or arguments.file.name, arguments.url, explain(page))
    written = arguments.out.with_suffix(".html")
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text(shown, encoding="utf-8")
    print(written)
    if arguments.out.suffix == ".html":
        return
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no Chromium here, so no picture", file=sys.stderr)
        return
    if error := screenshot(browser, shown, arguments.out):
        sys.exit(f"Chromium made no picture: {error}")
    print(arguments.out)


def picture(title: str, url: str, explanations: list[BlockExplanation]) -> str:
    """The blocks in page order as HTML."""
    chars = sum(len(one.text) for one in explanations)
    kept = [one for one in explanations if one.kept]
    share = sum(len(one.text) for one in kept) / chars if chars else 0.0
    blocks = "\n".join(map(block, explanations))
    return f"""<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p class="url">{escape(url)}</p>
<p class="counts">{len(kept)} of {len(explanations)} blocks kept, {share:.0%} of the text</p>
<p class="legend"><span class="kept">kept</span><span class="dropped">dropped</span
><span class="likely">dropped, though likely by itself</span></p>
{blocks}
</body>
</html>
"""


def block(one: BlockExplanation) -> str:
    kind = "kept" if one.kept else "likely" if one.confidence >= 0.5 else "dropped"
    return (
        f'<div class="block {kind}" title="{escape(one.xpath)}">'
        f'<div class="why"><b>{one.confidence:.2f}</b>{escape(one.reason)}'
        f"{escape(f'; {one.role}' if one.role else '')}</div>"
        f'<div class="text">{escape(one.text)}</div></div>'
    )


def screenshot(browser: str, html: str, out: Path) -> str:
    """The whole page as PNG; what went wrong, if anything."""
    out.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "page.html")
        command = [browser, *OFFLINE, f"--user-data-dir={folder}/profile"]
        command.append("--host-resolver-rules=MAP * ~NOTFOUND")

        def browse(html: str, height: int, *todo: str) -> subprocess.CompletedProcess[str]:
            copy.write_text(html, encoding="utf-8")
            size = f"--window-size={WIDTH},{height}"
            return subprocess.run(
                [*command, size, *todo, copy.as_uri()],
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )

        try:
            measured = browse(html + MEASURE, 100, "--dump-dom")
            height = re.match(
                r'(?:<!doctype html>)?\s*<html data-height="(\d+)"', measured.stdout, re.IGNORECASE
            )
            if not height:
                return measured.stderr.strip() or "its height is unknown"
            if int(height[1]) > TALLEST:
                print(f"cut off after {TALLEST} of {height[1]} pixels", file=sys.stderr)
            shot = browse(html, min(int(height[1]), TALLEST), f"--screenshot={out.resolve()}")
        except subprocess.TimeoutExpired:
            return f"it took over {SECONDS} s"
    return "" if out.exists() else shot.stderr.strip()


if __name__ == "__main__":
    main()
