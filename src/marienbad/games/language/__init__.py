"""The rule language: rules as text, read into declarations of moves."""
