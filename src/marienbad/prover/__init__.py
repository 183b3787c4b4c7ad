"""Automata over numerations: proofs for heaps of every size.

From the bottom up, each module with its own floor of ideas:

- :mod:`~marienbad.prover.systems`: ways of writing numbers, with a digit language that is checked;
- :mod:`~marienbad.prover.atoms`: linear conditions as automata over scalars (plain Python);
- :mod:`~marienbad.prover.automata`: sets of tuples of numbers, with ``& | - ^ ~`` and quantifiers;
- :mod:`~marienbad.prover.fused`: conjunction and projection in one walk, the workhorse;
- :mod:`~marienbad.prover.dense`: the same operations written to be read, as a reference;
- :mod:`~marienbad.prover.moves`: a game's declaration as conditions between before and after;
- :mod:`~marienbad.prover.claims`: what the theories say, as automata;
- :mod:`~marienbad.prover.proof`: the equality that makes a claim a theorem;
- :mod:`~marienbad.prover.formulas`: first-order formulas, and
  :mod:`~marienbad.prover.deciding`, which decides them for all numbers;
- :mod:`~marienbad.prover.vocabulary`: the words of the thesis as automata, from its digits
  (:mod:`~marienbad.prover.endings`);
- :mod:`~marienbad.prover.theorems`: the statements of the thesis as formulas.

All but the first two need numpy.
"""
