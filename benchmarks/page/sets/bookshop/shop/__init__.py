"""The records of a bookshop: authors, books, orders."""
