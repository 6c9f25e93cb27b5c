"""A reactor in the tests' event loop, for versions of Scrapy that crawl with nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from twisted.internet import asyncioreactor


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # All tests share the loop that the reactor has.
    for item in items:
        if pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def reactor() -> AsyncIterator[None]:
    asyncioreactor.install(asyncio.get_running_loop())  # type: ignore[no-untyped-call]
    from twisted.internet import reactor

    reactor.startRunning(installSignalHandlers=False)
    yield
    reactor.fireSystemEvent("shutdown")  # type: ignore[call-arg]
