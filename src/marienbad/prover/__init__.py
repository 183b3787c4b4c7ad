"""Automata over numerations: proofs for heaps of every size.

From the bottom up: systems, automata, logic, games, discovery, certificates.
Reading a proved automaton needs plain Python only; proving needs numpy.
"""
