"""Strategies discovered: from a table to a guess to a proof."""
