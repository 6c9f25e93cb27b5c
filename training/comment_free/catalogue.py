"""All templates, family by family."""

from __future__ import annotations

from training.comment_free import (
    boards_chinese,
    boards_classic,
    boards_modern,
    boards_phpbb,
    boards_vbulletin,
    boards_xenforo,
    finders,
    link_sites,
    markets,
    questions,
    shops,
    trackers,
)

TEMPLATES = (
    *boards_phpbb.TEMPLATES,
    *boards_vbulletin.TEMPLATES,
    *boards_xenforo.TEMPLATES,
    *boards_classic.TEMPLATES,
    *boards_modern.TEMPLATES,
    *boards_chinese.TEMPLATES,
    *questions.TEMPLATES,
    *link_sites.TEMPLATES,
    *trackers.TEMPLATES,
    *shops.TEMPLATES,
    *markets.TEMPLATES,
    *finders.TEMPLATES,
)
