"""The calls of the server: those of the table read, answered and described; and those by hand."""
