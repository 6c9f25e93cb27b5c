"""Threads: of forums, questions with answers, short posts with replies, guest books."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.answers import question
from training.comment_pages.comment import Talk
from training.comment_pages.discussions import guestbook, status, thread
from training.record_pages.markup import Child

KINDS = {"forum": "forum", "questions": "qa", "network": "sns"}
BUILDERS = {"forum": thread, "qa": question, "sns": status, "blog": guestbook}


def thread_page(talk: Talk, trade: str) -> list[Child]:
    """A thread as such a site has it."""
    kind = KINDS.get(trade) or talk.design.pick("talk", ("forum", "forum", "qa", "blog"))
    own: Talk = replace(talk, design=replace(talk.design, kind=kind))
    return BUILDERS[kind](own).content
