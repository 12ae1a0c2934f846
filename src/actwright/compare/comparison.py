"""A whole comparison: it is played, recorded row by row and reported, even if it is stopped, and can be resumed."""

from __future__ import annotations

import platform
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from actwright.compare.comparison_folder import ComparisonFolder, csv_of, json_of
from actwright.compare.manifest import (
    Manifest,
    Setting,
    case_hashes,
    changed,
    files_hash,
    prompt_hashes,
    tool_hashes,
    versions,
    without_secrets,
)
from actwright.compare.play import Plan, PlayedCase, SharedBrowser, play
from actwright.compare.results_page import page_of
from actwright.compare.row import CaseRow
from actwright.compare.summary import summary_of
from actwright.compare.summary_schema import Summary
from actwright.engine.policies.base import preferences_of
from actwright.errors import ConfigError
from actwright.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A plan and the folder in which it is recorded.

    Attributes:
        suite: The file or folder of the tasks.
        files: What the comparison depends on besides its cases: the code of a suite, and the files that it reads.
        judge: The model that judges what tasks leave to a model, without its address; empty for none.
        command: The command line, for the record.
    """

    plan: Plan
    folder: ComparisonFolder
    suite: Path
    files: Sequence[Path] = ()
    judge: str = ""
    command: Sequence[str] = ()

    @property
    def rows(self) -> list[CaseRow]:
        """All rows of the folder: those of this plan in its order, then those of earlier plans only."""
        found = {row.key: row for row in self.folder.rows()}
        planned = [found.pop(place.key) for place in self.plan.places if place.key in found]
        return [*planned, *found.values()]

    def summary(self) -> Summary:
        """Computes the figures of all rows. This takes seconds for hundreds of rows."""
        return summary_of(self.rows, contenders=[contender.label for contender in self.plan.contenders])

    async def play(self) -> AsyncGenerator[PlayedCase]:
        """Yields the rows as they are finished and recorded. Writes the tables and the report, whatever ends it.

        Rows that are not comparable are refused before anything is changed.

        Raises:
            ConfigError: The folder holds another comparison, or cannot be written.
            ModelError, BrowserError: See `actwright.compare.play`.
        """
        with self.folder.alone():
            async with aclosing(self._play()) as stream:
                async for played in stream:
                    yield played

    async def _play(self) -> AsyncGenerator[PlayedCase]:
        earlier, done = self.folder.manifest(), self.folder.done()
        manifest = self._manifest(earlier or Manifest())
        self._refuse_to_mix(earlier, manifest)
        if done >= {place.key for place in self.plan.places}:
            self._write(manifest.model_copy(update={"ended": _now()}))
            return
        await self.plan.check()
        async with SharedBrowser(self.plan.browser) as shared:
            manifest = manifest.model_copy(update={"browser": shared.version})
            self._refuse_to_mix(earlier, manifest)
            self.folder.write("manifest.json", json_of(manifest))
            try:
                async with aclosing(play(self.plan, shared, done=done)) as stream:
                    async for played in stream:
                        self.folder.add(played.row, played.calls)
                        yield played
            finally:
                self._write(manifest.model_copy(update={"ended": _now()}))

    def _refuse_to_mix(self, earlier: Manifest | None, manifest: Manifest) -> None:
        if earlier is None or not self.folder.rows():
            return
        if differs := changed(earlier, manifest):
            raise ConfigError(
                f"{self.folder.path} holds another comparison ({'; '.join(differs)}); choose another folder with --out"
            )

    def _write(self, manifest: Manifest) -> None:
        rows = self.rows
        self.folder.write("manifest.json", json_of(manifest))
        if rows:
            summary = self.summary()
            self.folder.write("rows.csv", csv_of(rows))
            self.folder.write("summary.json", json_of(summary))
            self.folder.write("report.html", page_of(rows, manifest, summary=summary))

    def _manifest(self, earlier: Manifest) -> Manifest:
        """Returns the manifest of this plan, with the cases and contenders of an earlier one, whose rows stay too."""
        plan = self.plan
        cases = {(each.case, each.seed): each for each in (*earlier.cases, *case_hashes(plan.cases))}
        settings = {each.contender: each for each in (*earlier.contenders, *self._settings())}
        return Manifest(
            command=without_secrets(self.command),
            browser=earlier.browser,
            judge=self.judge,
            tokens=plan.models.tokens,
            started=_now(),
            versions=versions(),
            platform=f"{platform.system()} {platform.machine()}",
            suite=str(self.suite),
            suite_hash=files_hash(self.files),
            contenders=tuple(settings.values()),
            prompts=prompt_hashes(),
            tools=tool_hashes(
                spec for each in plan.contenders for spec in Toolbox(preferences_of(each.new_policy()).tools).specs
            ),
            cases=tuple(cases.values()),
            limits=plan.limits.model_dump(mode="json") | plan.sampling.model_dump(mode="json", exclude_none=True),
            permissions=plan.permissions.model_dump(mode="json", exclude_defaults=True),
            concurrency=plan.concurrency,
        )

    def _settings(self) -> list[Setting]:
        model, options = self.plan.models.told, ("policy", "evidence", "screenshot")
        return [
            Setting(contender=each.label, model=model, **{name: getattr(each, name) for name in options})
            for each in self.plan.contenders
        ]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
