"""Automata over numerations: proofs for heaps of every size.

From the bottom up, each module with its own floor of ideas:

- :mod:`~marienbad.prover.systems`: ways of writing numbers, with a digit language that is checked;
- :mod:`~marienbad.prover.atoms`: linear conditions as automata over scalars;
- :mod:`~marienbad.prover.automata`: sets of tuples of numbers, with ``& | - ^ ~`` and quantifiers;
- :mod:`~marienbad.prover.fused`: conjunction and projection in one walk, the workhorse;
- :mod:`~marienbad.prover.dense`: the same operations written to be read, as a reference;
- :mod:`~marienbad.prover.moves`: a game's declaration as conditions between before and after;
- :mod:`~marienbad.prover.claims`: what the theories say, as automata;
- :mod:`~marienbad.prover.proof`: the equality that makes a claim a theorem;
- :mod:`~marienbad.prover.diagram`: an automaton without arrays, and as a file;
- :mod:`~marienbad.prover.library`: the automata that were proved once and for all;
- :mod:`~marienbad.prover.replies`: every move into a set, for heaps of any size;
- :mod:`~marienbad.prover.theory`: the analysis of positions by a proved automaton;
- :mod:`~marienbad.prover.drawing`, :mod:`~marienbad.prover.walnut`: for readers and for Walnut.

On these stand the certificates, the theorems of the thesis as statements, and discovery.

``systems``, ``atoms``, ``moves``, ``diagram``, ``library``, ``replies``, ``theory`` and ``drawing``
are plain Python; the others need numpy.
"""
