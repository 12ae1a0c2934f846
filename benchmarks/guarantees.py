"""Writes `GUARANTEES.md` from the results of the proofs: `python benchmarks/guarantees.py`.

A proof is a bench that tries to break a promise and writes its results to `benchmarks/results`, as a list of objects
with the fields of `Proof`. The file lists a promise if each of its proofs is green, that is, if each tried something
and found no violation. The command prints the promises that have no proof and the proofs that are red. `--check` writes
nothing, and exits with status 1 if there is such a promise or if the file is out of date.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
FILE = ROOT / "GUARANTEES.md"

PROMISES = {
    "partial-replies": "Nothing acts on part of a reply",
    "acts-on-what-was-seen": "An action reaches only what the model saw",
    "effects-once": "An effect is never repeated automatically",
    "rows-once": "Each row of a job is submitted once",
    "stays-in-permissions": "A hijacked model stays inside its permissions",
    "zero-bytes-to-unlisted-hosts": "No byte goes to a host that is not listed",
    "secrets-stay": "Secrets stay in the executor",
    "pages-forge-nothing": "Pages forge nothing",
    "deadlines": "A run ends by its deadline",
    "limits": "Limits are exceeded by one call at most",
    "nothing-left": "Nothing is left running",
    "failures-told": "Each failure says whether something may have happened",
    "claims-are-proved": "A claim is graded proved only if it is true",
    "replays-fit": "A replay acts on what was recorded, or stops",
}
"""The titles of the promises, in the order of the file, by the key that proofs use."""

KEPT = frozenset({"--out", "--proof", "--rows", "--minutes"})
"""Options of benches that say where to keep results or how to continue later; the proof in the file omits them."""

HEAD = """# Guarantees

`make guarantees` writes this file from `benchmarks/results`; do not edit it. Each section has a promise, the command
that tried to break it, and what that command found. A promise is listed only if all of its proofs tried something and
found no violation.

A count is evidence, not certainty: no violation in *n* independent tries means, with 95 % confidence, that fewer than 3
in *n* such tries would break the promise. What the tries leave out is under "Not covered".
"""
WIDTH = 120


class Proof(BaseModel):
    """The result of a bench that tried to break a promise.

    Attributes:
        promise: The key of the promise in `PROMISES`.
        statement: The promise in a sentence or two.
        proof: The command that was run.
        tries: The number of tries to break the promise.
        violations: The number of tries that broke it.
        seed: The seed that the tries were drawn from.
        date: The date in UTC.
        not_covered: What the tries leave out.
        counts: What was found of each kind, by the heads of the columns of a table; empty if there is no table.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    promise: str
    statement: str
    proof: str
    tries: int = Field(ge=0)
    violations: int = Field(ge=0)
    seed: int | str
    date: datetime
    not_covered: str
    counts: dict[str, dict[str, int]] = Field(default_factory=dict[str, dict[str, int]])

    @field_validator("not_covered", mode="before")
    @classmethod
    def _one_text(cls, given: Any) -> Any:
        return "; ".join(given) if isinstance(given, list) else given

    @property
    def green(self) -> bool:
        """Whether the proof tried something and found no violation."""
        return self.tries > 0 and self.violations == 0


PROOFS = TypeAdapter(list[Proof])


def parser_of(about: str | None, *, tries: int, what: str, seed: int) -> argparse.ArgumentParser:
    """Returns a parser with the options that every proof has.

    Args:
        about: The docstring of the module.
        tries: The default number of tries.
        what: The help of `--tries`, as in `how many runs`.
        seed: The default seed.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=tries, help=what)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--out", type=Path, help="the results file")
    return parser


def proved(promise: str, statement: str, *, tries: int, violations: int, seed: int, not_covered: str) -> Proof:
    """Returns a proof by the running command, with the current date."""
    command = shlex.join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *_without_out(sys.argv[1:])])
    now = datetime.now(UTC).replace(microsecond=0)
    return Proof(
        promise=promise,
        statement=statement,
        proof=command,
        tries=tries,
        violations=violations,
        seed=seed,
        date=now,
        not_covered=not_covered,
    )


def write(out: Path | None, *proofs: Proof) -> None:
    """Writes proofs to a results file, if one is given."""
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps([each.model_dump(mode="json") for each in proofs], indent=1) + "\n", "utf-8")


def _without_out(arguments: Sequence[str]) -> list[str]:
    """Returns the arguments of a command without the options of `KEEPING`."""
    writes = {at for at, argument in enumerate(arguments) if argument in KEPT}
    return [argument for at, argument in enumerate(arguments) if not writes & {at, at - 1}]


def read(folder: Path) -> list[Proof]:
    """Returns the proofs in all results files of a folder, in the order of the names of the files.

    Raises:
        SystemExit: A file is not a list of proofs.
    """
    found: list[Proof] = []
    for path in sorted(folder.glob("*.json")):
        try:
            found += PROOFS.validate_json(path.read_bytes())
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"]))
            sys.exit(f"{path} is not a list of proofs: {f'{where}: ' if where else ''}{problem['msg']}")
    return found


def problems(proofs: Iterable[Proof]) -> list[str]:
    """Returns a line for each promise that has no proof, and for each proof that is not green."""
    given = list(proofs)
    named = {proof.promise for proof in given}
    missing = [f"missing: {key} ({title})" for key, title in PROMISES.items() if key not in named]
    red = [
        f"red: {proof.promise}: {proof.violations:,} violations in {proof.tries:,} tries by {proof.proof}"
        for proof in given
        if not proof.green
    ]
    return missing + red


def text(proofs: Iterable[Proof]) -> str:
    """Returns the whole file, with a section for each promise whose proofs are all green."""
    by_promise: dict[str, list[Proof]] = {key: [] for key in PROMISES}
    for proof in proofs:
        by_promise.setdefault(proof.promise, []).append(proof)
    sections = [
        _section(PROMISES.get(key, key), found)
        for key, found in by_promise.items()
        if found and all(proof.green for proof in found)
    ]
    return "\n".join([HEAD, *sections])


def _section(title: str, proofs: Sequence[Proof]) -> str:
    statements = dict.fromkeys(_sentence(proof.statement) for proof in proofs)
    lines = [f"## {title}", "", *map(_wrapped, statements), ""]
    for proof in proofs:
        lines += [
            _wrapped(f"- Proof: `{proof.proof}`", indent="  "),
            f"- Found: {proof.violations:,} violations in {proof.tries:,} tries; seed {proof.seed}, {proof.date:%Y-%m-%d}",
            _wrapped(f"- Not covered: {_sentence(proof.not_covered) or 'nothing that we know of.'}", indent="  "),
        ]
        lines += _table(proof.counts)
    return "\n".join([*lines, ""])


def _table(counts: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Returns the lines of a table with a row for each kind; none if nothing was counted."""
    heads = dict.fromkeys(head for row in counts.values() for head in row)
    rows = [[kind, *(f"{row[head]:,}" if head in row else "" for head in heads)] for kind, row in counts.items()]
    table = [["kind", *heads], ["---", *("---:" for _ in heads)], *rows] if rows else []
    return ["", *(f"| {' | '.join(row)} |" for row in table)] if table else []


def _wrapped(words: str, indent: str = "") -> str:
    """Wraps text to lines of at most `WIDTH` characters."""
    return textwrap.fill(words, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _sentence(words: str) -> str:
    folded = " ".join(words.split())
    return folded if not folded or folded.endswith((".", "?", "!")) else f"{folded}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder with the results files")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if something is missing, red or old"
    )
    given = parser.parse_args()
    proofs = read(given.results)
    found, made = problems(proofs), text(proofs)
    if not given.check:
        given.out.write_text(made, "utf-8")
    elif not given.out.is_file() or given.out.read_text("utf-8") != made:
        found.append(f"old: {given.out.name} is not what the results give; run `make guarantees`")
    for line in found:
        print(line)
    if given.check and found:
        sys.exit(1)


if __name__ == "__main__":
    main()
