"""Verdicts on claims of completion: facts, answers and what they prove."""
