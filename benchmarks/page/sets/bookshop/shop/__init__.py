"""What a bookshop keeps: authors, books, orders."""
