"""The statements of the thesis and of shorter texts as formulas, decided for all numbers at once.

J. Deslongchamps, Le jeu de Wythoff et ses généralisations (1999). The parameters (a, b) are those
of the third generalisation: (1, 1) is Wythoff's game, (a, 1) the first generalisation, (1, k) the
second. What the letters mean is said in :mod:`~marienbad.prover.logic.vocabulary`; a(n), b(n) and
a_i(n), b_i(n) are made of digits. The statements ``comparison`` and ``algebra`` say that they are
the integer parts ⌊nα + γ⌋, ``recurrence`` that they are the least numbers not yet used, and
``positions`` that they are the positions to leave: the three representations agree.

What each of them is, a theorem or some of its cases, nearly a definition, a lemma of our own, false
as printed, says :data:`~marienbad.prover.logic.statements.Kind`.

>>> from marienbad.prover.logic.statements import statements
>>> for found in statements("difference", "unique_interpretation"):
...     print(found.parameters, found.formula, found.decide().counterexample)
(('a', 1), ('b', 1)) ∀x, y: R′(x) − x = R′(y) − y ⇒ x = y {'x': 1, 'y': 2}
(('a', 2), ('b', 1)) ∀x, y: R′(x) − x = R′(y) − y ⇒ x = y {'x': 2, 'y': 3}
(('a', 1), ('b', 1)) ∀n: n + a(n) = b(n) None
"""
