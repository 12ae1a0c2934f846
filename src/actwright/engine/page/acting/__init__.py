"""What an action causes, and waiting for it."""
