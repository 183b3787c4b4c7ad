"""Euclid: the ratio of the heaps against the golden ratio."""
