"""`python -m actwright` is the program `actwright`."""

from __future__ import annotations

from actwright.cli import main

if __name__ == "__main__":
    main()
