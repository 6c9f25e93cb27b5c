"""Templates as a file, and the pages that wait to be learnt from."""
