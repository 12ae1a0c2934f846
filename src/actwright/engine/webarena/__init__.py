"""The agent of WebArena and VisualWebArena: its commands, what they are here, what it is told of them, when it gives up."""
