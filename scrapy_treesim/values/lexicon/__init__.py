"""The words that values are read by: a file a meaning, all languages."""
