"""Model providers: one file per wire protocol, found by its name."""
