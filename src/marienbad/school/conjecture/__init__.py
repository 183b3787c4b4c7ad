"""Conjectures: conditions of which one claims that they tell the positions to leave."""
