"""Compiled loops of the search; each is compiled once, for every rule is data to it."""
