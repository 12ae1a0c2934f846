"""What an HTTP error of a provider means."""

import json

import pytest

from actwright.engine.models.failures import failure, failure_within, retry_after

NOON = 1_795_262_400.0  # 2026-11-21 12:00:00 UTC

OVERFLOW = (
    "context overflow: openai:gpt-x: the request is longer than the model's context; show it less of each page "
    '(--budget and --screenshot never, or PageOptions(budget=…, screenshot="never"))'
)


def found(status, body="", headers=None, **options):
    where = {"subject": "openai:gpt-x", "address": "http://host:8000/v1/responses"}
    return failure(status, headers or {}, body, key_name="OPENAI_API_KEY", **where, **options)


def error_body(message, code="null"):
    return f'{{"error": {{"message": "{message}", "type": "t", "code": {code}}}}}'


@pytest.mark.parametrize(
    ("status", "body", "retryable", "message"),
    [
        (400, error_body("bad"), False, "openai:gpt-x: the provider refused the request (HTTP 400): bad"),
        (
            401,
            error_body("Incorrect API key provided: sk-abc"),
            False,
            "openai:gpt-x: the key was not accepted (HTTP 401); check OPENAI_API_KEY",
        ),
        (
            403,
            error_body("no access"),
            False,
            "openai:gpt-x: the key in OPENAI_API_KEY may not use this model (HTTP 403): no access",
        ),
        (
            404,
            "Not\n Found",
            False,
            (
                "openai:gpt-x: there is no such model or address (http://host:8000/v1/responses); "
                "check the model's name and the base URL (HTTP 404): Not Found"
            ),
        ),
        (408, "", True, "openai:gpt-x: the provider refused the request (HTTP 408): "),
        (429, error_body("slow down"), True, "openai:gpt-x: too many requests (HTTP 429): slow down"),
        (
            429,
            error_body("pay", '"insufficient_quota"'),
            False,
            "openai:gpt-x: the account has no credit left; check its billing: pay",
        ),
        (
            502,
            "<html>bad gateway</html>",
            True,
            (
                "openai:gpt-x: the provider failed (HTTP 502): it answered with a web page; is this the address of the API?"
            ),
        ),
        (529, error_body("Overloaded"), True, "openai:gpt-x: the provider failed (HTTP 529): Overloaded"),
        (400, error_body("too much", '"context_length_exceeded"'), False, f"{OVERFLOW}: too much"),
        (
            400,
            error_body("prompt is too long: 9 tokens > 8 maximum"),
            False,
            f"{OVERFLOW}: prompt is too long: 9 tokens > 8 maximum",
        ),
    ],
)
def test_an_error(status, body, retryable, message):
    """Each status says what to do, in one line, and whether the same request may succeed later."""
    error = found(status, body)
    assert (error.status, error.retryable, str(error)) == (status, retryable, message)


@pytest.mark.parametrize("status", [401, 403])
def test_no_key_at_all(status):
    """A refusal for the key says that none is set, and not that it is wrong."""
    assert str(found(status, error_body("no key"), with_key=False)) == (
        f"openai:gpt-x: it requires a key, and OPENAI_API_KEY is not set (HTTP {status}): no key"
    )


@pytest.mark.parametrize("body", ["\n<!DOCTYPE html><html>", "<HTML lang=en>", "<html>"])
def test_a_web_page(body):
    """Its text is left out."""
    assert str(found(400, body + "x" * 900)).endswith(
        "(HTTP 400): it answered with a web page; is this the address of the API?"
    )


@pytest.mark.parametrize("body", ["[]", "null", '{"error": null}', '{"error": {}}', "{"])
def test_any_body_is_survived(body):
    """A proxy may answer with anything."""
    assert body in str(found(500, body))


@pytest.mark.parametrize(
    "body",
    [
        {"error": "no room"},
        {"error": {"message": "no room", "code": 400}},
        [{"error": {"message": "no room", "status": "INVALID_ARGUMENT"}}],
        {"message": "no room", "code": 3051},
        {"detail": "no room"},
    ],
    ids=json.dumps,
)
def test_forms_of_errors(body):
    """Servers wrap their message in different ways."""
    assert str(found(400, json.dumps(body))).endswith("the provider refused the request (HTTP 400): no room")


@pytest.mark.parametrize(
    ("error", "status", "retryable"),
    [
        ({"message": "overloaded", "code": 502}, 502, True),
        ({"message": "slow down", "code": "429"}, 429, True),
        ({"message": "bad key", "code": 401}, 401, False),
        ({"message": "odd", "type": "invalid_request_error"}, None, False),
        ("overloaded", None, True),
    ],
    ids=json.dumps,
)
def test_an_error_after_a_successful_status(error, status, retryable):
    """A code in it that is an HTTP status counts as that status."""
    failed = failure_within({"error": error}, subject="openai-chat:x")
    assert (failed.status, failed.retryable) == (status, retryable)


def test_what_only_other_members_of_an_error_say():
    """The server behind a router, and the parameter that a message does not name."""
    raw = json.dumps(
        {"error": {"message": "This model does not support image inputs", "type": "invalid_request_error"}}
    )
    routed = {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": raw}}}
    named = {"error": {"message": "A list is required.", "param": "response_format"}}
    ends = ("Provider returned error This model does not support image inputs", "required. (parameter response_format)")
    assert all(str(found(400, json.dumps(body))).endswith(end) for body, end in zip((routed, named), ends, strict=True))


@pytest.mark.parametrize(
    ("said", "overflows"),
    [
        ("request (1597 tokens) exceeds the available context size (1024 tokens), try increasing it", True),
        ("Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with", True),
        ("The number of tokens to keep from the initial prompt is greater than the context length.", True),
        ("This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.", True),
        ("Input validation error: `inputs` must have less than 4095 tokens. Given: 5000", True),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 900", True),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 900 `inputs` tokens and 4000", False),
        ("maximum context length is 4096 tokens; you requested 9000 (1000 in the messages, 8000 to answer)", False),
    ],
)
def test_a_request_longer_than_the_context(said, overflows):
    """Where a shorter answer would fit, the request is not too long."""
    error = found(400, json.dumps({"error": {"message": said}}))
    assert str(error).startswith("context overflow") == overflows


def test_a_base_url_without_its_version_is_suspected():
    """A 404 at the root of a server is more often the address than the model's name."""
    said = failure(
        404,
        {},
        "Not Found",
        subject="openai-chat:x",
        address="http://h:8000/chat/completions",
        key_name="OPENAI_API_KEY",
    )
    assert str(said) == (
        "openai-chat:x: there is no such model or address (http://h:8000/chat/completions); check the model's name "
        "and the base URL, which for most servers must end with /v1 (HTTP 404): Not Found"
    )


def test_a_long_body_is_cut():
    """Whatever a proxy says does not end up whole in a message."""
    assert len(str(found(500, "x" * 10_000))) < 700


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "1500", "retry-after": "7"}, 1.5),
        ({"retry-after": "Sat, 21 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Sat, 21 Nov 2026 11:59:30 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
    ],
)
def test_retry_after(headers, seconds):
    """Seconds, milliseconds or a date; nonsense is as if it were not there."""
    assert retry_after(headers, now=NOON) == seconds
