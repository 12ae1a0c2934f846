"""The page on which a person reviews the rows of a job and decides about them."""

from actwright.jobs.review.review_server import ReviewServer

__all__ = ["ReviewServer"]
