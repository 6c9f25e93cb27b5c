"""The values that each field may have: what a page shows and what it declares."""
