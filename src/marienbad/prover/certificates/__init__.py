"""Proofs as files that the independent checker accepts."""
