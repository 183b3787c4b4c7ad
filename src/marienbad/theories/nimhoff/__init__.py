"""Cyclic Nimhoff: quotients and remainders."""
