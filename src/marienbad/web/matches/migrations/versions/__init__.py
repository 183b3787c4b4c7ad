"""A module for each step of the tables' history."""
