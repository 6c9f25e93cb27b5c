"""What fits the weights that ship, and makes the pages that this needs."""
