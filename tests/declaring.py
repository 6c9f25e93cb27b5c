"""Declarations of JSON-LD, as pages have them in scripts."""

from __future__ import annotations

import json
from typing import Any


def json_ld(*values: Any) -> str:
    """A script for each of the values."""
    return "".join(
        f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values
    )
