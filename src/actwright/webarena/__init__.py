"""Tasks in the form of WebArena and VisualWebArena: read, opened in a browser, and scored.

```python
from actwright.webarena import ModelJudge, load_tasks

tasks = load_tasks("config_files/test_shopping.raw.json", sites={"SHOPPING": "http://127.0.0.1:7770"})
async with tasks[0].open(browser) as page, ModelJudge("openai:gpt-5") as judge:
    result = await agent.run(tasks[0].public.text, page=page, images=tasks[0].public.images)
    verdict = await tasks[0].evaluate(page, result.message, judge)
```

What an agent may know is separated from everything else when a file is read. The evaluators can be used on their own:
each takes a page, an answer or a URL, and the part of a config that it checks.
"""

from __future__ import annotations

from actwright.webarena.calls import BenchmarkSites, Helper
from actwright.webarena.contents import program_html
from actwright.webarena.dialect import Compat, Dialect
from actwright.webarena.evaluate import evaluate
from actwright.webarena.helpers import HELPERS
from actwright.webarena.judge import Judge, ModelJudge
from actwright.webarena.load import LoadedTask, load_tasks
from actwright.webarena.pictures import page_image_query
from actwright.webarena.score import CannotTell, FactScore, TaskScore
from actwright.webarena.session import open_task
from actwright.webarena.string_match import string_match
from actwright.webarena.task import PrivateEval, PrivateSession, PublicTask
from actwright.webarena.url_match import url_match

__all__ = [
    "HELPERS",
    "BenchmarkSites",
    "CannotTell",
    "Compat",
    "Dialect",
    "FactScore",
    "Helper",
    "Judge",
    "LoadedTask",
    "ModelJudge",
    "PrivateEval",
    "PrivateSession",
    "PublicTask",
    "TaskScore",
    "evaluate",
    "load_tasks",
    "open_task",
    "page_image_query",
    "program_html",
    "string_match",
    "url_match",
]
