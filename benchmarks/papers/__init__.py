"""The experiments of the five papers that the package stands on, on pages with ground truth."""
