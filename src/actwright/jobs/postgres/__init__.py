"""Form jobs on many machines: the ledger in PostgreSQL, the queue that of DBOS, and any number of workers."""
