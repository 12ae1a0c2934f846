"""What goes on in a page: traffic, navigations, downloads, and settling."""
