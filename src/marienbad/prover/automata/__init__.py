"""Automata that read several numbers at once: operations, minimisation, drawing, files."""
