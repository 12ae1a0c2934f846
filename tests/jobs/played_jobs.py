"""Jobs of the order form, played to their end."""

from actwright.jobs import Job


async def played(site, folder, rows, **options):
    """The rows in the ledger, as the job left them."""
    job = Job(rows, task="Fill in the form and submit it", url=site.url, out=folder / "x.job", key="Id", **options)
    await job.run()
    ledger = job.ledger
    found = ledger.entries()
    ledger.close()
    return found
