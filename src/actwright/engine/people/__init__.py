"""People in a run: taking the page over, being asked, and callbacks."""
