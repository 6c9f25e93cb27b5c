"""Findings of all kinds: what becomes of them as items, as plain values, as Markdown, and the
reasons for each."""
