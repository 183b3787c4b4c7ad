"""Search: the rules solved by machine, with no theory."""
