"""Two parties in an order of play: who wins from each heap, and when it repeats."""
