"""The protocol of an adapter: one JSON object per line on standard input, one answer per line on standard output.

A request names a verb and its arguments: `{"do": "tree"}`. An answer is the verb's result, or `{"error": "…"}`.
Whatever the measured code prints goes to standard error.
"""

import json
import os
import sys


def requests():
    """Yields the requests until the input ends. Call it before anything is printed."""
    for line in sys.stdin:
        yield json.loads(line)


def answers():
    """Returns a function that writes an answer; everything else that is printed then goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(result):
        out.write(json.dumps(result) + "\n")
        out.flush()

    return answer


def failure(error):
    """Returns an error as an answer, on one line."""
    said = str(error).strip().splitlines()
    return {"error": f"{type(error).__name__}: {said[0] if said else ''}"[:300]}
