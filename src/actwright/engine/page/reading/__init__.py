"""Reading the page: the capture, its tree, and the way into the isolated world."""
