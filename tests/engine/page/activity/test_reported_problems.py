"""What JSON answers say went wrong although their status is 2xx."""

import json
from types import SimpleNamespace

import pytest

from actwright.engine.page.activity.answers import led_to_login, reported_problem


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
        ({"data": {"success": False, "reason": "used before"}}, ("success: false", "used before")),
        ({"data": {"redeem": {"ok": False}}}, ("ok: false", "")),
        ({"results": [{"status": 201}, {"status": 409, "detail": "taken"}]}, ("status: 409", "taken")),
        ({"errors": True, "items": []}, ("errors", "")),
        ({"data": {"rename": None}, "errors": [{"message": "archived", "path": ["rename"]}]}, ("errors", "archived")),
        ({"data": {"rename": {"views": None}}, "errors": [{"message": "x", "path": ["rename", "views"]}]}, ("", "")),
        ({"data": {"coupon": {"valid": False, "status": "failed"}}}, ("", "")),
        ({"matchedCount": 0, "modifiedCount": 0}, ("matchedCount: 0", "")),
        ({"matched": 3, "modified": 0}, ("", "")),
        ({"rows_affected": 0, "ok": True}, ("rows_affected: 0", "")),
        ({"deleted": 0, "id": 7}, ("", "")),
        ({"updated": False}, ("", "")),
        ({"errors": [], "activated": False, "reason": "quota"}, ("activated: false", "quota")),
        ({"activated": False}, ("", "")),
        ({}, ("", "")),
    ],
)
def test_what_an_answer_reports(answer, problem):
    assert reported_problem(json.dumps(answer).encode()) == problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ERROR: file is locked", "ERROR: file is locked"),
        ("<p>Failed to save</p>", "Failed to save"),
        ("<Fault><faultstring>taken</faultstring></Fault>", "taken"),
        ("errors: none, id 7", ""),
        ("failed: 0, saved: 3", ""),
        ("Saved without errors", ""),
        ("Errol was added", ""),
    ],
)
def test_what_a_short_text_reports(text, said):
    assert reported_problem(text.encode()) == (("an error", said) if said else ("", ""))


@pytest.mark.parametrize(
    ("addresses", "kind", "path"),
    [
        (("/api/name", "/login?next=name"), "fetch", "/login"),
        (("/api/name", "/users/sign_in"), "xhr", "/users/sign_in"),
        (("/api/name", "/session/new"), "fetch", "/session/new"),
        (("/login", "/login?failed"), "fetch", ""),
        (("/api/name", "/names/7"), "fetch", ""),
        (("/api/name", "/logins/7"), "fetch", ""),
        (("/name", "/login"), "document", ""),
        (("/api/name",), "fetch", ""),
    ],
)
def test_a_request_of_a_script_that_is_led_to_a_page_to_log_in_at(addresses, kind, path):
    request = None
    for address in reversed(addresses):
        request = SimpleNamespace(url=f"https://shop.test{address}", resource_type=kind, redirected_to=request)
    said = led_to_login(request)  # pyright: ignore[reportArgumentType] - a request that no browser made
    assert said == (f"a redirect to {path}, where one logs in" if path else "")
