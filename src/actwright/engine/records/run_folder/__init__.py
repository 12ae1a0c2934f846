"""The run folder: a record of a run that survives a crash.

```
20260131-174502-fill-the-price/
├── run.json         task, manifest, times, status (`running` until the run has ended) and result
├── journal.jsonl    actions that may have an effect, written before they are dispatched
├── steps.jsonl      one line per step, with file names for screenshots
├── under-way.jsonl  the step whose actions are being performed, a line for each outcome; removed once it is recorded
├── step-01.png      screenshots, each stored once; task.png is an image of the task
├── downloads/       downloaded files
├── failure.md       why a run that is not complete ended (see `actwright.engine.records.failure_file`)
└── report.html      the report (see `actwright.engine.records.report`)
```

The record of a step has at most 8 MB: in a larger one, long texts and lists are cut, and reading the run reports what
was cut.

Each line is flushed to disk, so that a crash loses at most the line that was being written. The lines of the step under
way are not flushed: they survive the end of the process, but not a crash of the machine.
"""

from __future__ import annotations

from actwright.engine.records.run_folder.folder import RunFolder
from actwright.engine.records.run_folder.recorded import RecordedRun, newest_picture, read_folder, read_run, read_step

__all__ = ["RecordedRun", "RunFolder", "newest_picture", "read_folder", "read_run", "read_step"]
