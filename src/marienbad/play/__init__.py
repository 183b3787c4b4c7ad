"""Play: matches, their notation and record, players, and the grading of moves."""
