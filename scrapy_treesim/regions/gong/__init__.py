"""Gong's own method: the main region, its children clustered, the cuts of them compared."""
