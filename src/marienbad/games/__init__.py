"""Rules: declarations of moves, rulesets and the catalogue of games, one family a file."""
