"""Numeration systems in which the prover writes numbers."""
