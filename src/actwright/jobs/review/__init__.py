"""The page on which a person looks through the rows of a job, and decides."""

from actwright.jobs.review.server import ReviewServer

__all__ = ["ReviewServer"]
