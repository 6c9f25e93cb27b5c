"""The words that pages are read by: a file a meaning, all languages."""
