"""Theories: why positions are won, each next to its citation.

*The thesis* is always J. Deslongchamps, Le jeu de Wythoff et ses généralisations (1999).
"""
