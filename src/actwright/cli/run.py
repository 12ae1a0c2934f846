"""`actwright run`: does one task and shows each step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from actwright.cli.allowed import with_permissions
from actwright.cli.browsers import BrowserAddress
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.cli.terminal import Terminal
    from actwright.engine.people.ask_human import AskHuman
    from actwright.engine.permissions.confirmation import Confirm
    from actwright.engine.run import Run
    from actwright.schemas.proposal import Action
    from actwright.schemas.result import Result
    from actwright.service.watching import ExternalRun

__all__ = ["run", "show_run"]


@with_permissions()
def run(
    task: Annotated[str, typer.Argument(metavar="TASK", help="What to do, in plain words.")],
    url: Annotated[str, typer.Option(metavar="URL", help="The page to start on.")],
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WIRE:NAME",
            help="anthropic:NAME, openai:NAME or openai-chat:NAME; with A,B, B is asked if A fails.",
        ),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="The address of the model's provider.")] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="single_call (default with a model), rules (default without one), two_call, tool_loop, "
            "replay:FILE.yaml (follows a recording without a model), auto:FILE.yaml (falls back to a model where the "
            "page does not fit) or chain_of_thought; chain_of_thought:FILE.json uses your own instructions.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE.yaml", help="Write a recording of the run once it is complete."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", metavar="", help="Let --record overwrite an existing file.")
    ] = False,
    heal: Annotated[
        Literal["off", "suggest", "apply"] | None,
        typer.Option(
            metavar="HOW",
            help="What --policy auto:FILE does with its recording after a healed run: suggest (write a patch beside "
            "it, the default), apply (change it) or off.",
        ),
    ] = None,
    instructions: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT|@FILE", help="Standing instructions for every task, such as the conventions of a site."
        ),
    ] = None,
    sampling: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="Sampling parameters of the model: temperature=0, top_p=0.9, max_output_tokens=2000, effort=low; "
            "repeatable.",
        ),
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A value that the task may use as {{KEY}}; repeatable."),
    ] = None,
    data_file: Annotated[
        Path | None, typer.Option(metavar="F.json", help="Values that the task may use: a file with one JSON object.")
    ] = None,
    private: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY[=VALUE]",
            help="A value that is typed but never shown to a model; KEY alone makes a value of --data-file private; "
            "repeatable.",
        ),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY[@ORIGIN]",
            help="A value that no model sees, from the environment variable KEY or a hidden prompt; repeatable.",
        ),
    ] = None,
    secret_field: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=FIELD",
            help="A field that may receive a secret although it is not marked up for passwords, one-time codes or "
            "payment cards; repeatable.",
        ),
    ] = None,
    file: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=PATH", help="A file that the task may upload, as {{KEY}}; repeatable."),
    ] = None,
    evidence: Annotated[
        Literal["required", "quoted", "off"] | None,
        typer.Option(
            metavar="RULE",
            help="The evidence that a claim of completion needs: required, quoted or off; the default depends on the "
            "policy.",
        ),
    ] = None,
    max_steps: Annotated[int, typer.Option(min=1, metavar="N", help="Stop after N steps.")] = 25,
    max_cost: Annotated[
        float | None, typer.Option(min=0.0001, metavar="USD", help="Stop when this much is spent.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, metavar="S", help="Stop after S seconds.")] = 600,
    screenshot: Annotated[
        Literal["always", "on-change", "never"],
        typer.Option(metavar="WHEN", help="When the model gets a screenshot: always, on-change or never."),
    ] = "always",
    budget: Annotated[
        int, typer.Option(min=200, metavar="N", help="The maximum size of the page tree, in tokens.")
    ] = 4_000,
    login: Annotated[
        str | None,
        typer.Option(
            metavar="USER@ORIGIN",
            help="Credentials for HTTP authentication; the password comes from ACTWRIGHT_HTTP_PASSWORD or a hidden "
            "prompt.",
        ),
    ] = None,
    ignore_https_errors: Annotated[
        bool,
        typer.Option("--ignore-https-errors", metavar="", help="Accept certificates that are not trusted."),
    ] = False,
    permissions: Callable[[], Any] = dict,
    confirm: Annotated[
        bool, typer.Option("--confirm", metavar="", help="Ask before each effect; no answer within 120 s means no.")
    ] = False,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", metavar="", help="Show the run in your browser, where you can stop it, take over and confirm."
        ),
    ] = False,
    headed: Annotated[bool, typer.Option("--headed", metavar="", help="Show the browser window.")] = False,
    browser: BrowserAddress = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for run folders; runs by default.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print one JSON object instead of the steps.")
    ] = False,
) -> None:
    """Do a task on a web page, one step at a time.

    Exit status:
    0 complete, with evidence unless --evidence is off;
    4 complete, but the recording did not fit and a model took over (--policy auto:FILE);
    1 not complete: the task cannot be done, or a limit was reached;
    2 a mistake in what was given, a missing key or a malformed model name;
    3 the provider refused the key, model or URL, or the provider or the browser failed;
    130 stopped by Ctrl-C; 143 stopped by SIGTERM.
    """
    from rich.console import Console

    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.recordings import RunRecordings, exit_status
    from actwright.cli.summary import an_end_in_json, result_json
    from actwright.cli.terminal import Terminal
    from actwright.cli.values import (
        read_data,
        read_files,
        read_instructions,
        read_login,
        read_private,
        read_sampling,
        read_secrets,
    )
    from actwright.cli.watch import require_server
    from actwright.engine.agent import Agent
    from actwright.engine.limits import Limits
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.engine.page.options import PageOptions
    from actwright.engine.policies.base import find_policy
    from actwright.notes import note
    from actwright.settings import settings

    notes_to_stderr()
    console = Console(quiet=as_json, highlight=False)
    with an_end_in_json(wanted=as_json):
        if watch:
            require_server()
        configured, terminal = settings(), Terminal()
        chosen = _only(model or []) or configured.model
        policy = policy or configured.policy or _usual_policy(console, with_model=bool(chosen))
        recordings = RunRecordings.begin(policy, record=record, force=force, heal=heal)
        unused = bool(chosen) and not find_policy(policy).roles
        agent = Agent(
            None if unused else chosen,
            policy=policy,
            instructions=configured.instructions if instructions is None else read_instructions(instructions),
            evidence=evidence,
            limits=Limits(steps=max_steps, usd=max_cost, seconds=timeout),
            browser=BrowserOptions(
                headless=False if headed else None,
                ignore_https_errors=ignore_https_errors,
                http_credentials=read_login(login) if login else None,
                endpoint=browser,
            ),
            page_options=PageOptions(
                budget=budget, screenshot="on_change" if screenshot == "on-change" else screenshot
            ),
            sampling=read_sampling(sampling) if sampling else None,
            base_url=base_url,
            permissions=permissions(),
            confirm=terminal.confirm if confirm else None,
            ask_human=terminal.ask_human if headed and terminal.is_attended else None,
            out=out or configured.runs,
        )
        if model and unused:
            note(f"the policy {policy!r} asks no model; --model {chosen} is not used")
        withheld, values = read_private(private or [], read_data(data or [], data_file))
        secrets = read_secrets(secret or [], secret_field or [])
        given = _with_files(values, read_files(file or []))

        def play(confirms: Confirm | None, hands_over: AskHuman | None) -> Run:
            given_back: dict[str, Any] = {"confirm": confirms, "ask_human": hands_over} if watch else {}
            return agent.play(task, url=url, data=given, private=withheld, secrets=secrets, **given_back)

        result = (
            watch_run(play, console, confirm=confirm) if watch else show_run(play(None, None), console, asks=terminal)
        )
        said = recordings.end(result)
    if as_json:
        typer.echo(result_json(result, said=said))
    for line in said:
        console.print(line, soft_wrap=True, markup=False)
    raise typer.Exit(exit_status(result))


def _only(models: Sequence[str]) -> str | None:
    """Returns the value of `--model`; None if it was not given. Raises ConfigError if it was given several times."""
    if len(models) > 1:
        raise ConfigError(
            f"--model is given {len(models)} times; write --model {','.join(models)} to ask them in this order"
        )
    return models[0] if models else None


def _usual_policy(console: Console, *, with_model: bool) -> str:
    """Returns the default policy, and prints it with the reason."""
    policy, why = ("single_call", "with a model") if with_model else ("rules", "no --model was given")
    console.print(f"Policy: {policy} ({why}).", style="dim")
    return policy


def _with_files(values: Mapping[str, Any], files: Mapping[str, Path]) -> dict[str, Any]:
    """Returns the data of a task. Raises ConfigError if a value and a file have the same name."""
    twice = next((name for name in files if name in values), None)
    if twice is not None:
        raise ConfigError(f"--file {twice}: --data gives a value of that name; rename one")
    return {**values, **files}


def watch_run(play: Callable[[Confirm | None, AskHuman], Run], console: Console, *, confirm: bool) -> Result:
    """Shows a run as `show_run` does, and in the person's browser, where it can be stopped, taken over and confirmed.

    Args:
        play: Makes the run, from the function that confirms effects and the one that has a person act.
        console: Where the run is printed.
        confirm: Whether effects wait for an answer in the live view.
    """
    from actwright.cli.watch import question_on
    from actwright.service.watching import ExternalRun

    followed = ExternalRun(lambda each: play(question_on(each, console) if confirm else None, each.ask_human))
    return _to_the_end(_watch(followed, console), followed.run)


async def _watch(followed: ExternalRun, console: Console) -> Result:
    from actwright.cli.live import print_result
    from actwright.cli.watch import watched
    from actwright.service.pages import HomePage
    from actwright.service.viewers import Viewers
    from actwright.service.watching import RunWatcher

    run, watch = followed.run, RunWatcher()
    entry = watch.begin("run", {"task": run.task.text, "url": run.task.url})
    watch.follow(entry, followed)
    async with watched(watch, HomePage(title="", asks=False, viewers=Viewers())):
        playing = asyncio.create_task(_play(run, console, None))
        followed.stop = playing.cancel
        try:
            await asyncio.wait([playing])
        finally:
            playing.cancel()
            await asyncio.wait([playing])
            watch.end(entry)
    if playing.cancelled():  # stopped in the live view
        print_result(console, run.result)
        return run.result
    return playing.result()


def show_run(playing: Run, console: Console, *, asks: Terminal | None = None) -> Result:
    """Plays a run. Prints each step when it is done, then the result and the path of the report.

    Raises:
        Interrupted: A signal stopped it. The message says where the run stood.
        ActwrightError: An error ended it.
    """
    return _to_the_end(_play(playing, console, asks), playing)


def _to_the_end(work: Coroutine[Any, Any, Result], playing: Run) -> Result:
    from actwright.cli.interrupts import Interrupted, run_to_end

    try:
        return run_to_end(work)
    except Interrupted as stopped:
        stopped.run_dir, stopped.standing = playing.run_dir, _standing(playing)
        stopped.may_have_acted = playing.result.may_have_acted
        raise


async def _play(playing: Run, console: Console, asks: Terminal | None) -> Result:
    from actwright.cli.live import LiveLine, print_result
    from actwright.engine.records.step_lines import print_step

    async with playing:
        with console.status(LiveLine(playing)) as status:
            if asks is not None:
                asks.status = status
            async for step in playing:
                print_step(console, step)
    print_result(console, playing.result)
    if playing.run_dir:
        console.print(f"Report: {playing.run_dir / 'report.html'}", soft_wrap=True, markup=False)
    return playing.result


def _standing(playing: Run) -> str:
    """Says in which step a run was stopped, and whether that step may have had an effect beyond the page."""
    from actwright.engine.records.run_folder import RunFolder

    if playing.run_dir is None:
        return "The page was not open yet; nothing was done."
    result = RunFolder.read(playing.run_dir).result
    where = f"In step {sum(not step.cut_off for step in result.steps) + 1}"
    if not result.unsettled:
        return f"{where}, nothing had begun that may have an effect beyond the page."
    begun = " and ".join(_named(intent.action) for intent in result.unsettled)
    return f"{where}, {begun} had begun: whether it took effect is not known."


def _named(action: Action) -> str:
    return " ".join([action.tool, str(action.parameters.get("element_id") or "")]).strip()
