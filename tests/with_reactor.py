"""A reactor in the tests' event loop, for versions of Scrapy that crawl with nothing else.

All tests and fixtures have to share that loop: run them with
``-o asyncio_default_test_loop_scope=session -o asyncio_default_fixture_loop_scope=session``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from twisted.internet import asyncioreactor


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def reactor() -> AsyncIterator[None]:
    asyncioreactor.install(asyncio.get_running_loop())  # type: ignore[no-untyped-call]
    from twisted.internet import reactor

    reactor.startRunning(installSignalHandlers=False)
    yield
    reactor.fireSystemEvent("shutdown")  # type: ignore[call-arg]
