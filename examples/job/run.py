"""Enters the applicants of `applicants.csv` into the form of the bundled site, and shows the outcome of each row."""

import sys
from pathlib import Path

from actwright import Job
from actwright.jobs.job_options import read_options
from actwright.testing import Site


def main(folder: str) -> None:
    """Runs the job of `applicants.toml`; its ledger goes to `folder`."""
    rows, options = read_options(Path(__file__).with_name("applicants.toml"))
    with Site() as site:
        job = Job(rows, out=folder, **(options | {"url": f"{site.url}/apply"}))
        report = job.run_sync(lambda row: print(row.label, row.state, row.confirmation or row.detail))
        counts = {str(state): rows for state, rows in report.counts.items()}
        print(f"{len(site.posts)} posts; {counts}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "applicants.job")
