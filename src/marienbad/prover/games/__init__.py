"""Games in the prover: moves as automata, claims, proofs, and the library of what is proved."""
