"""Nim and Marienbad: binary sums, packets of powers of two, digits in bases 4, 8 and 16."""
