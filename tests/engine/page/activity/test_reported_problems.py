"""What JSON answers say went wrong although their status is 2xx."""

import json

import pytest

from actwright.engine.page.activity.answers import reported_problem


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"errors": [{"message": "forbidden"}]}, ("errors", "forbidden")),
        ({"ok": False, "message": "no"}, ("ok: false", "no")),
        ({"valid": False}, ("valid: false", "")),
        ({"fieldErrors": {"email": ["not allowed"]}}, ("fieldErrors", '{"email": ["not allowed"]}')),
        ({"data": {"update": {"userErrors": [{"message": "too long"}]}}}, ("userErrors", "too long")),
        ({"data": {"update": {"userErrors": []}}, "errors": []}, ("", "")),
        ({"data": {"run": {"errors": 0}}, "valid": True}, ("", "")),
        ({"data": [{"errors": ["of another"]}]}, ("", "")),
        ({}, ("", "")),
    ],
)
def test_what_an_answer_reports(answer, problem):
    assert reported_problem(json.dumps(answer).encode()) == problem
