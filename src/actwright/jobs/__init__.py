"""Form jobs: rows in, each submitted once, every row accounted for."""
