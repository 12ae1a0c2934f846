"""Form jobs on many machines: a ledger in PostgreSQL, and a DBOS queue. Needs the extra `postgres`."""
