"""Automata over numerations: proofs for heaps of every size.

From the bottom up:

- :mod:`~marienbad.prover.systems`: ways of writing numbers, with a digit language that is checked;
- :mod:`~marienbad.prover.automata`: linear conditions and sets of tuples of numbers as automata,
  their operations, pictures and files;
- :mod:`~marienbad.prover.logic`: first-order formulas decided, the theorems of the thesis;
- :mod:`~marienbad.prover.games`: a game's declaration as conditions, claims, proofs, the library
  of what is proved, and the analysis of positions by it;
- :mod:`~marienbad.prover.discovery`: from a table to a guess to a proof;
- :mod:`~marienbad.prover.certificates`: proofs as files for :mod:`marienbad.checker`.

Reading a proved automaton needs plain Python only; proving needs numpy.
"""
