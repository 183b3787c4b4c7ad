"""Take-away games by sums of Schwenk's numbers, of Fibonacci numbers for k = 2."""
