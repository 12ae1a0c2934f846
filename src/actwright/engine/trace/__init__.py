"""Steps <-> run folder: the record of a run that survives a crash.

```
20260131-174502-fill-the-price/
├── run.json         task, manifest, times, status (`running` until the run has ended), and then what it came to
├── journal.jsonl    what was about to have an effect, written before it was dispatched
├── steps.jsonl      one line per step, pictures as file names
├── under-way.jsonl  the step whose actions are being performed, and a line for each outcome; removed with the step's record
├── step-01.png      the pictures, each stored once; task.png those that came with the task
├── downloads/       files that pages handed over
└── report.html      the same for people (see `actwright.engine.report`)
```

A record holds 8 MB at most: of a step with more, long texts and lists are cut, and reading the run reports what was cut.

Lines are flushed to the disk one by one, so that a crash loses at most the line that was being written. Those of the step under
way are not: they survive the end of the process, and not that of the machine.
"""

from __future__ import annotations

from actwright.engine.trace.folder import RunFolder
from actwright.engine.trace.recorded import Recorded, read_folder, read_run

__all__ = ["Recorded", "RunFolder", "read_folder", "read_run"]
