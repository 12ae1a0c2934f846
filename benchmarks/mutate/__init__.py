"""Changes pages as releases change them, and plays replays and hand-written tests on them."""
