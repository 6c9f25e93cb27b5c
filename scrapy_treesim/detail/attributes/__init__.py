"""Facts as pairs of a label and a value, in whatever form the page shows them."""
