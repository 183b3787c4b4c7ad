"""The book: what the sources define and claim, with proofs that can be followed in numbers."""
