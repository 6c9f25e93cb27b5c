"""Records as tables: their parts aligned in columns, with names and typed values."""
