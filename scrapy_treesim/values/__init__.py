"""Readers of short texts: kinds, money, dates, numbers, ratings, codes, availability."""
