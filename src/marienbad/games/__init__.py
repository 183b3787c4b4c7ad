"""Rules: declarations of moves, rulesets and the catalogue of games, a file for each family."""
