"""The evidence pack: files beside the record of a run with which others can check what the run claims.

```
run.har      the requests of the run's pages and the responses
trace.zip    Playwright's trace of the pages: calls, snapshots of the DOM, requests; the last snapshot is taken at the end
answer.txt   the last message of the run and, below it, its typed output in JSON
spec.yaml    what must have been sent, from the data of the task, as `evidence-judge` reads it
```

`spec.yaml` is written before the run goes anywhere, so nothing in it comes from what the model does.

Secrets, private values, passwords, session tokens and credentials are masked in all of them. Left out is what could
hold a value that cannot be masked: pictures and other binary bodies, uploaded files, cookies and most headers, sizes of
requests, results of Playwright's calls, and the stacks of the program. Names of files inside the trace are numbers,
because Playwright's own are hashes of the contents.
"""

from __future__ import annotations

from actwright.engine.records.evidence_pack.pack import EvidencePack

__all__ = ["EvidencePack"]
