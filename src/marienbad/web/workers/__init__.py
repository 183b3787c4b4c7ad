"""Processes that think apart from serving, and how far they may go."""
