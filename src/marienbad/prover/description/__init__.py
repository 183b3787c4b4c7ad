"""Automata in words: rules for a person that are proved to say the same as an automaton."""
