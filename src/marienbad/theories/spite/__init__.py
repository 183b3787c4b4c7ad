"""Spite Nim: Hale's least partner of a row."""
