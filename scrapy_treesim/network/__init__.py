"""One small network for the labels of blocks and elements and the kinds of pages."""
