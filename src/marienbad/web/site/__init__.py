"""The page as it is sent: scripts and styles put together, the shell, its pictures."""
