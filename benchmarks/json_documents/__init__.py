"""States of scripts and JSON responses to the pattern of real software, with their truth."""
