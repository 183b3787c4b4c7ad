"""Theories: why positions are won, each next to its citation."""
