"""Records as tables: parts aligned in columns, with names and typed values."""
