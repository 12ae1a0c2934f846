"""The events of a run that tests report themselves, and the run folder that stores them."""

from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.stream import EventStream
from actwright.schemas.result import Result


class RecordedEvents(EventStream):
    """Events that are stored in a new run folder in `base`."""

    def __init__(self, base, task, manifest=None, **masks):
        self.folder = RunFolder.create(base, task, manifest or {}, **masks)
        self.task, self.path = task, self.folder.path
        super().__init__(store=self.folder.store)

    def end(self, status, error=""):
        """Reports that the run ended."""
        state = self.state
        result = Result(task=self.task, status=status, steps=state.all_steps, journal=tuple(state.intents), error=error)
        self.run_ended(result)
