"""The same tasks played by several architectures, and what each costs."""
