"""Wythoff's family: the pairs to leave by recurrence, by algebra and by arithmetic."""
