"""How the next step is decided: one file per policy, found by its name."""
