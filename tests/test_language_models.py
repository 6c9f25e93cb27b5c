"""The guide's recipes for language models run as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from test_documentation import DOCS, SITE, Quiet, blocks

GUIDE = DOCS / "guides" / "language-models.md"
RECIPES = {block.path: block.text for block in blocks(GUIDE)}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    handler = partial(Quiet, directory=str(SITE))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


def run(path: str) -> dict[str, Any]:
    assert RECIPES[path].count("\n") < 40
    for module in re.findall(r"^from ((?:langchain|mcp)\S+)", RECIPES[path], re.M):
        pytest.importorskip(module)
    names: dict[str, Any] = {"__name__": "recipe"}
    exec(RECIPES[path], names)
    return names


def test_pages_are_documents_of_langchain(site: str) -> None:
    post, goods = f"{site}/blog/night-train-to-vestmar.html", f"{site}/shop/index.html"
    loader = run("page_loader.py")["PageLoader"]
    documents = loader(post, goods, max_size=100, overlap=20, size=str.split).load()
    texts = [one for one in documents if one.metadata["source"] == post]
    assert texts[0].page_content.startswith("The night train to Vestmar")
    assert all(len(one.page_content.split()) <= 100 for one in texts)
    assert "Notes from the night train to Vestmar > What I would pack again" in {
        one.metadata["headings"] for one in texts
    }
    records = documents[len(texts) :]
    assert len(records) == 12
    assert "title: Copper Pour-Over Kettle 0.9 L" in records[0].page_content
    assert records[0].metadata["price"] == 64.0


async def test_pages_are_read_by_tools(site: str) -> None:
    server = run("page_tools.py")["server"]
    client_of = pytest.importorskip("mcp").Client
    post, goods = f"{site}/blog/night-train-to-vestmar.html", f"{site}/shop/index.html"
    async with client_of(server) as client:
        tools = await client.list_tools()
        assert [tool.name for tool in tools.tools] == ["read_page", "read_part", "read_lists"]

        async def call(name: str, **given: Any) -> Any:
            return await client.call_tool(name, given)

        whole = (await call("read_page", url=post)).content[0].text
        assert whole.startswith("# Notes from the night train to Vestmar\n\nThe night train")
        part = (await call("read_part", url=post, number=0)).content[0].text
        assert part.startswith("# Notes from the night train to Vestmar\n\nThe night train")
        assert (await call("read_part", url=post, number=99)).content[0].text == ""
        (listed,) = (await call("read_lists", url=goods)).structured_content["result"]
        assert len(listed) == 12
        assert listed[0]["price"] == "£64.00"
        refused = await call("read_page", url="file:///etc/hostname")
        assert refused.is_error
