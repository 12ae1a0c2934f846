"""Two web servers on loopback addresses, and runs of a scripted model that begin at them."""

import pytest
from builders import reply

from actwright import Agent
from actwright.engine.page.page_options import PageOptions
from actwright.testing import ScriptedModel
from benchmarks.serving import Answer, Serving

HOME, AWAY = "127.0.0.1", "127.0.0.2"


class Origin(Serving):
    """A web server on one loopback address; `asked` holds what came, `posts` what came by POST, `messages` what came over sockets."""

    def __init__(self, host):
        super().__init__(host)
        self.forget()

    def forget(self):
        self.pages, self.asked, self.posts, self.messages = {}, [], [], []

    def answer(self, request):
        self.asked.append(request.target)
        self.posts += [request.target] * (request.method != "GET")
        found = self.pages.get(request.path, "<title>Other</title>Nothing here")
        status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
        return Answer(body, status=status, headers=headers)

    def talk(self, request, messages):
        self.asked.append(request.target)
        for text in messages:
            self.messages.append(text)
        yield from ()


@pytest.fixture(scope="module")
def servers():
    with Origin(HOME) as home, Origin(AWAY) as away:
        yield home, away


@pytest.fixture
def home(servers):
    servers[0].forget()
    return servers[0]


@pytest.fixture
def away(servers):
    servers[1].forget()
    return servers[1]


@pytest.fixture
def run(page, tmp_path):
    """`await run(url, (tool, parameters), …)`: a step for each action; gives the result."""

    async def play(url, *steps, agent=None, task="do it", **options):
        replies = [reply(*(step if isinstance(step, list) else [step])) for step in steps]
        model = ScriptedModel([*replies, reply(("fail", {"reason": "enough"}))])
        given = {"page_options": PageOptions(screenshot="never"), **(agent or {})}
        made = Agent(model, out=tmp_path, **given)
        return await made.run(task, url=url, page=page, **options)

    return play
