"""Pages changed as releases change them, and what replays and hand-written tests do on them."""
