"""Matches on the server: their state, cache, database, seats and watchers."""
