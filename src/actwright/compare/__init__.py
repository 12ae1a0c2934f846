"""Plays the same tasks with several architectures and compares what each costs."""
