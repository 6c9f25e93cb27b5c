"""Copies of pages as harmless HTML."""
