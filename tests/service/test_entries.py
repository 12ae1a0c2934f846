"""What the service keeps of runs: read back as it was told, however the machine went down."""

import asyncio

from actwright.service.entries import ENDED, RequestedRun, read_entries


def entry_in(folder, name="one"):
    entry = RequestedRun(name, "run", {"task": "t"}, folder / name)
    entry.keep()
    return entry


async def followed(entry, after=0):
    return [told async for told in entry.follow(after)]


async def test_events_are_the_same_while_it_runs_and_once_it_has_ended(tmp_path):
    """Then they are on the disk alone; texts with other ends of lines than ours are whole."""
    entry = entry_in(tmp_path)
    following = asyncio.create_task(followed(entry))
    await asyncio.sleep(0)
    entry.tell("step.ended", {"message": "one\u2028two\x85three"})
    entry.tell("call.progressed", {"characters": 3})
    result = {"state": "complete", "result": {"status": "complete"}}
    entry.tell(ENDED, result)
    told = [(1, "step.ended", {"message": "one\u2028two\x85three"}), (2, ENDED, result)]
    live = [(each.number, each.name, each.fields) for each in await following]
    assert [each for each in live if each[0]] == told
    assert [(each.number, each.name, each.fields) for each in await followed(entry)] == told
    assert [each.number for each in await followed(entry, 1)] == [2]
    assert entry._told == []
    (again,) = read_entries(tmp_path)
    assert (again.state, again.count, again.result) == ("complete", 2, {"status": "complete"})


def test_a_line_that_was_cut_off_hides_none_after_it(tmp_path):
    """A run that was under way then is interrupted, and stays so."""
    entry = entry_in(tmp_path)
    entry.tell("run.queued", {})
    with (entry.folder / "events.jsonl").open("a") as opened:
        opened.write('{"number": 2, "name": "run.st')
    for _ in range(2):
        (again,) = read_entries(tmp_path)
        assert (again.state, again.count) == ("interrupted", 2)
        assert [told.name for told in again.events] == ["run.queued", ENDED]


def test_a_long_result_is_found(tmp_path, monkeypatch):
    """Though its event is longer than what is read of a file at first."""
    monkeypatch.setattr("actwright.service.entries.LONGEST_END", 100)
    entry_in(tmp_path).tell(ENDED, {"state": "failed", "result": {"message": "x" * 1_000}})
    (again,) = read_entries(tmp_path)
    assert (again.state, len(again.result["message"])) == ("failed", 1_000)


def test_the_title_of_a_run_has_the_values_of_its_data(tmp_path):
    """Private values and secrets stay names."""
    request = {"task": "Set {{n}} as {{pin}}", "data": {"n": 7}, "private": {"pin": "4711"}}
    assert RequestedRun("one", "run", request, None).title == "Set 7 as {{pin}}"
    assert RequestedRun("two", "browse", {"prompt": "Who is {{user}}?"}, None).title == "Who is {{user}}?"
