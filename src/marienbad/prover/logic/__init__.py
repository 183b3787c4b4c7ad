"""First-order formulas decided by automata, and the theorems of the thesis among them."""
