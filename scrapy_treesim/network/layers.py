"""The functions of the network's layers: the kernel's, or NumPy's where it is not compiled."""

from __future__ import annotations

from typing import Any, Final

from scrapy_treesim.network import _layers_cy


def _fastest() -> Any:
    if _layers_cy.is_compiled:
        return _layers_cy
    from scrapy_treesim.network import plain_layers

    return plain_layers


layers: Final = _fastest()
