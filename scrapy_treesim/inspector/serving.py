"""The local web server: on this machine only, until somebody stops it."""

from __future__ import annotations

import logging
import secrets
import signal
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from werkzeug.serving import WSGIRequestHandler, make_server

from scrapy_treesim.inspector.app import create_app

if TYPE_CHECKING:
    from werkzeug.serving import BaseWSGIServer

    from scrapy_treesim.inspector.inspection import Inspection

ADDRESS: Final = "127.0.0.1"
PATIENCE: Final = 60
"""Seconds that a connection may say nothing; each has a thread."""


class _Handler(WSGIRequestHandler):
    timeout = PATIENCE

    def log_error(self, format: str, *args: Any) -> None:
        """Say nothing of what is no request: any page of the web can knock at a port."""


def serve(inspection: Inspection, port: int = 0, browser: bool = False) -> None:
    """Serve until interrupted; 0 is any port that is free.

    Raises:
        OSError: the port is taken, or not allowed.
    """
    # A crawl has put handlers of its own in place, for a reactor that runs no more.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    server = _server(inspection, port)
    url = _url(server, inspection)
    print(f"{url} (until Ctrl+C)", flush=True)
    if browser:
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.serve_forever()


@contextmanager
def served(inspection: Inspection, port: int = 0) -> Iterator[str]:
    """Serve in a thread of its own while the block runs; yields the address.

    Raises:
        OSError: as :func:`serve`.
    """
    server = _server(inspection, port)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield _url(server, inspection)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _server(inspection: Inspection, port: int) -> BaseWSGIServer:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app(inspection, secrets.token_urlsafe(24))
    _check(port)
    return make_server(ADDRESS, port, app, threaded=True, request_handler=_Handler)


def _check(port: int) -> None:
    """Werkzeug ends the process where a port is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            why = error.strerror
            raise OSError(f"the port {port} cannot be had ({why}): give another") from None


def _url(server: BaseWSGIServer, inspection: Inspection) -> str:
    path = "" if inspection.pages else "templates"
    return f"http://{ADDRESS}:{server.server_port}/{path}"
