"""Worker processes, the pool that runs them, and the limits of their jobs."""
