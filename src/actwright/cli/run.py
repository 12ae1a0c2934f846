"""`actwright run`: does one task and shows each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from actwright.cli import options
from actwright.notes import note

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.engine.people.ask_human import AskHuman
    from actwright.engine.permissions.confirmation import Confirm
    from actwright.engine.run import Run


def run(
    task: str,
    /,
    *,
    url: options.Url,
    policy: options.Name | None = None,
    instructions: Annotated[str | None, Parameter(metavar="TEXT|@FILE")] = None,
    sampling: Annotated[list[str] | None, Parameter(metavar="KEY=VALUE")] = None,
    evidence: Annotated[Literal["required", "sent", "quoted", "off"] | None, Parameter(metavar="RULE")] = None,
    confirm: bool = False,
    watch: bool = False,
    out: options.RunsFolder = None,
    evidence_pack: bool = False,
    as_json: options.Json = False,
    model: options.ModelOptions = options.ModelOptions(),
    recording: options.RecordingOptions = options.RecordingOptions(),
    values: options.ValueOptions = options.ValueOptions(),
    limits: options.LimitOptions = options.LimitOptions(),
    view: options.PageViewOptions = options.PageViewOptions(),
    permissions: options.PermissionOptions = options.PermissionOptions(),
    browser: options.BrowserAccess = options.BrowserAccess(),
) -> int:
    """Do a task on a web page, one step at a time.

    Exit status:

    - 0 complete, with evidence unless --evidence is off;
    - 4 complete, but the recording did not fit and a model took over (--policy auto:FILE);
    - 1 not complete: the task cannot be done, or a limit was reached;
    - 2 a mistake in what was given, a missing key or a malformed model name;
    - 3 the provider refused the key, model or URL, or the provider or the browser failed;
    - 130 stopped by Ctrl-C; 143 stopped by SIGTERM.

    Args:
        task: What to do, in plain words.
        url: The page to start on.
        policy: single_call (default with a model), rules (default without one), two_call, tool_loop,
            plan_then_execute, code_as_action, claude_browser, openai_computer, replay:FILE.yaml (follows a recording without a model),
            auto:FILE.yaml (falls back to a model where the page does not fit), fields (for small models: asks once for
            each form for the values of its fields) or chain_of_thought; chain_of_thought:FILE.json uses your own
            instructions.
        instructions: Standing instructions for every task, such as the conventions of a site.
        sampling: Sampling parameters of the model: temperature=0, top_p=0.9, max_output_tokens=2000, effort=low;
            repeatable.
        evidence: The evidence that a claim of completion needs; the default depends on the policy.
        confirm: Ask before each action that may send; no answer within 120 s means no.
        watch: Show the run in your browser, where you can stop it, take over and confirm.
        evidence_pack: Also write files so that others can check the run: run.har, trace.zip, answer.txt, spec.yaml.
    """
    from rich.console import Console

    from actwright.cli.json_summary import an_end_in_json, result_json
    from actwright.cli.run_progress import show_run
    from actwright.cli.run_recordings import exit_status
    from actwright.cli.terminal import Terminal
    from actwright.cli.values import read_instructions, read_sampling
    from actwright.cli.watch import require_server, watch_run
    from actwright.engine.agent import Agent
    from actwright.engine.policies.base import find_policy
    from actwright.settings import settings

    console = Console(quiet=as_json, highlight=False)
    with an_end_in_json(wanted=as_json):
        if watch:
            require_server()
        configured, terminal = settings(), Terminal()
        chosen = model.model or configured.model
        policy = policy or configured.policy or _usual_policy(console, with_model=bool(chosen))
        recordings = recording.begin(policy)
        unused = bool(chosen) and not find_policy(policy).roles
        agent = Agent(
            None if unused else chosen,
            policy=policy,
            instructions=configured.instructions if instructions is None else read_instructions(instructions),
            evidence=evidence,
            limits=limits.read(),
            browser=browser.read(),
            page_options=view.read(),
            sampling=read_sampling(sampling) if sampling else None,
            base_url=model.base_url,
            permissions=permissions.read(),
            confirm=terminal.confirm if confirm else None,
            ask_human=terminal.ask_human if browser.headed and terminal.is_attended else None,
            out=out or configured.runs,
            evidence_pack=evidence_pack or configured.evidence_pack,
        )
        if model.model and unused:
            note(f"the policy {policy!r} asks no model; --model {chosen} is not used")
        given = values.read()

        def play(confirms: Confirm | None, asks: AskHuman) -> Run:
            return agent.play(task, url=url, **given, confirm=confirms, ask_human=asks)

        if watch:
            result = watch_run(play, console, confirm=confirm)
        else:
            result = show_run(agent.play(task, url=url, **given), console, asks=terminal)
        said = recordings.end(result)
    if as_json:
        print(result_json(result, said=said))
    for line in said:
        console.print(line, soft_wrap=True, markup=False)
    return exit_status(result)


def _usual_policy(console: Console, *, with_model: bool) -> str:
    """Returns the default policy, and prints it with the reason."""
    policy, why = ("single_call", "with a model") if with_model else ("rules", "no --model was given")
    console.print(f"Policy: {policy} ({why}).", style="dim")
    return policy
