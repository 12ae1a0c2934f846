"""People in a run: taking over the page, answering questions, and callbacks."""
