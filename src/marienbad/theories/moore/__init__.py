"""Moore’s Nim: columns modulo k + 1."""
