"""The picture of the page, and the marks on it."""
