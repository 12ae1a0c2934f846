"""Reading the page: the capture, its tree, and the access to the isolated world."""
