"""Fuzzing: everything public, called on pages that were damaged or made at random."""
