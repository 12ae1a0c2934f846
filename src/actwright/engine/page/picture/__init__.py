"""Screenshots of the page, and the marks on them."""
