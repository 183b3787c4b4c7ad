"""What all tests share."""

PATIENCE = 300
"""Seconds to wait for something that must happen: a busy machine takes its time, and only what is
wrong takes as long as this. Nothing is ever expected to be quick."""
