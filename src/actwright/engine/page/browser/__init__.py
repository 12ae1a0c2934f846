"""Finding and driving the browser."""
