"""`GUARANTEES.md` holds what was proved, and nothing else."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks import guarantees

PROOF = {
    "promise": "pages-forge-nothing",
    "statement": "Nothing that a page holds passes for the engine",
    "proof": "python benchmarks/forgery.py --tries 10000",
    "tries": 10_000,
    "violations": 0,
    "seed": 9,
    "date": "2026-11-22T15:00:00Z",
    "not_covered": "pictures",
}


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """`command(*proofs, check=False)`: what the command prints, its status, and the file it wrote."""

    def run(*proofs, check=False):
        (tmp_path / "results").mkdir(exist_ok=True)
        (tmp_path / "results" / "one.json").write_text(json.dumps(proofs))
        out = tmp_path / "GUARANTEES.md"
        options = ["--results", str(tmp_path / "results"), "--out", str(out), *(["--check"] if check else [])]
        monkeypatch.setattr(sys, "argv", [guarantees.__file__, *options])
        status = 0
        try:
            guarantees.main()
        except SystemExit as ended:
            status = ended.code
        message, status = (status, 1) if isinstance(status, str) else ("", status)
        return capsys.readouterr().out + message, status, out.read_text() if out.is_file() else ""

    return run


def every(**changed):
    return [PROOF | {"promise": key} | changed for key in guarantees.PROMISES]


def test_a_green_proof_makes_a_section(command):
    said, status, text = command(PROOF)
    assert (status, text.partition("\n## ")[2]) == (
        0,
        (
            "Pages forge nothing\n"
            "\n"
            "Nothing that a page holds passes for the engine.\n"
            "\n"
            "- Proof: `python benchmarks/forgery.py --tries 10000`\n"
            "- Found: 0 violations in 10,000 tries; seed 9, 2026-11-22\n"
            "- Not covered: pictures.\n"
        ),
    )
    assert "missing: secrets-stay (Secrets stay in the executor)" in said
    assert "pages-forge-nothing" not in said


def test_what_was_counted_by_kind_is_a_table(command):
    counts = {"wrong value": {"claims": 1200, "shown": 2}, "honest": {"claims": 9, "shown": 3, "steps more": 0}}
    text = command(PROOF | {"counts": counts})[2]
    assert text.endswith(
        "- Not covered: pictures.\n"
        "\n"
        "| kind | claims | shown | steps more |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| wrong value | 1,200 | 2 |  |\n"
        "| honest | 9 | 3 | 0 |\n"
    )


@pytest.mark.parametrize("changed", [{"violations": 1}, {"tries": 0}])
def test_a_promise_with_a_red_proof_is_not_in_the_file_though_another_is_green(command, changed):
    said, _, text = command(PROOF, PROOF | changed)
    assert "## " not in text
    assert "red: pages-forge-nothing: " in said


def test_a_check_passes_when_all_is_proved_and_written(command):
    assert command(*every())[:2] == ("", 0)
    assert command(*every(), check=True)[:2] == ("", 0)


@pytest.mark.parametrize(
    ("proofs", "said"),
    [
        (every()[1:], "missing: partial-replies"),
        ([*every()[:-1], PROOF | {"promise": "failures-told", "violations": 2}], "red: failures-told: 2 violations"),
        (every(seed=10), "old: GUARANTEES.md"),
    ],
)
def test_a_check_fails_and_writes_nothing(command, proofs, said):
    written = command(*every())[2]
    printed, status, text = command(*proofs, check=True)
    assert (status, text) == (1, written)
    assert said in printed


def test_a_file_that_is_no_list_of_proofs_is_named(command):
    said, status, _ = command({"promise": "secrets-stay"})
    assert status == 1
    assert "one.json is not a list of proofs: 0.statement: Field required" in said


def test_the_file_is_what_the_results_give():
    assert guarantees.FILE.read_text("utf-8") == guarantees.text(guarantees.read(guarantees.RESULTS))


def test_no_false_claim_is_proved_and_no_honest_one_refused():
    (proof,) = (each for each in guarantees.read(guarantees.RESULTS) if each.promise == "claims-are-proved")
    honest = proof.counts["honest"]
    assert (honest["refused"], honest["steps more"]) == (0, 0)
    assert {row["proved"] for kind, row in proof.counts.items() if kind != "honest"} == {0}
    assert sum(row["claims"] for row in proof.counts.values()) == proof.tries


def test_each_proof_names_a_promise_and_a_bench_that_exist():
    for proof in guarantees.read(guarantees.RESULTS):
        assert proof.promise in guarantees.PROMISES
        assert Path(guarantees.ROOT, proof.proof.split()[1]).is_file()
