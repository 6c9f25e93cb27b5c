"""The words that finders alone know: a file a meaning, all languages."""
