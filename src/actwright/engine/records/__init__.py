"""What a run leaves behind: events, log, spans, run folder and report."""
