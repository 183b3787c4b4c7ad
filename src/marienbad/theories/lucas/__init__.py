"""Lucas–Wythoff: pairs by the golden ratio and residues, and by sums of Lucas numbers."""
