"""The error for a command line that cannot be carried out."""

from __future__ import annotations

from scrapy.exceptions import UsageError


def refused(message: object) -> UsageError:
    """The error with which Scrapy ends a command: one line, without the help."""
    return UsageError(str(message), print_help=False)
