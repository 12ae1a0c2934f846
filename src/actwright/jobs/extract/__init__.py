"""Makes rows of documents: texts, mails, PDFs and images of one record each, with one model call per document."""

from actwright.jobs.extract.columns import Column, read_columns
from actwright.jobs.extract.extraction import DocumentRow, ExtractedValue, extract
from actwright.jobs.extract.sheet import write_rows

__all__ = ["Column", "DocumentRow", "ExtractedValue", "extract", "read_columns", "write_rows"]
