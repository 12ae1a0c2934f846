"""What an action sets off, and waiting for it."""
