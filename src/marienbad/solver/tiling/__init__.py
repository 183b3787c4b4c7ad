"""Boxes cut into tiles that hand each other what crosses their borders, on one machine or many."""
