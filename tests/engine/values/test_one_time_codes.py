"""A seed stands for the codes of its moments: each is typed once, and neither is told to anyone."""

import json

import pyotp
import pytest
from served_pages import ServedPages

from actwright import Agent, totp
from actwright.cli.values import read_secrets
from actwright.engine.values import one_time_codes
from actwright.engine.values.one_time_codes import OneTimeCodes
from actwright.engine.values.values import Values
from actwright.errors import ConfigError, ToolError
from actwright.schemas import totp as totp_module
from actwright.schemas.totp import TotpSecret
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

SEED = "JBSWY3DPEHPK3PXP"
LONG = SEED * 2
PAGE = """<form method=post action=/in><label>Code <input name=code autocomplete=one-time-code></label>
<button>Log in</button></form>"""


@pytest.fixture
def clock(monkeypatch):
    """The time that codes are made for; it stands still unless it is changed."""

    class Clock:
        now = 1_000_000_020.0

        def time(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(totp_module, "time", clock)
    return clock


async def test_each_form_gets_a_code_of_its_own_and_nobody_sees_it(page, tmp_path):
    """A seed of one second: the second action waits if it is as fast as that. The report, the record and the model have names."""
    fill = {"reason": "x", "tool": "fill", "parameters": {"element_id": "input-0", "value": "{{otp}}"}}
    press = {"reason": "x", "tool": "click", "parameters": {"element_id": "button-0"}}
    done = {"reason": "x", "tool": "expect", "parameters": {"text": "Welcome"}}
    secret = totp(f"otpauth://totp/me?secret={SEED}&period=1&digits=8", fields=["Code"])

    def welcome(request):
        return f"<h1>Welcome</h1><p>Your code was {request.rfile.read().decode()}</p>"

    with ServedPages({"/": PAGE, "/in": welcome}) as site:
        model = ScriptedModel(
            [
                {"complete": False, "message": "x", "actions": [fill, fill]},
                {"complete": True, "message": "x", "actions": [press, done]},
            ]
        )
        agent = Agent(model, out=tmp_path)
        result = await agent.run("Log in with {{otp}}", page=page, url=f"{site.url}/", secrets={"otp": secret})
        (sent,) = site.posts
    seed, first, second = secret.texts
    assert (result.complete, sent.decode(), seed) == (True, f"code={second}", SEED)
    assert first != second
    told = [str(request) for request in model.requests]
    told += [file.read_text("utf-8", "replace") for file in tmp_path.rglob("*") if file.is_file()]
    assert [text for text in told for each in secret.texts if each in text] == []
    assert [each.got for step in result.steps for outcome in step.outcomes for each in outcome.receipts][:1] == [
        "{{otp}}"
    ]


async def test_runs_that_share_a_seed_share_no_code(clock):
    """The code is that of the moment, in the first field that receives it, and stays so until the next action."""
    secret = totp(LONG.lower(), fields=["Code"])
    codes = OneTimeCodes({"otp": secret}, lambda *_: None)
    other = OneTimeCodes({"otp": secret, "password": totp(SEED)}, lambda *_: None)
    await codes.renew({"value": "{{otp}}"}, lambda: 1.0)
    clock.now += 31
    typed = codes.current("otp")
    assert typed == codes.current("otp") == pyotp.TOTP(LONG).at(int(clock.now))
    assert codes.current("name") is None
    with pytest.raises(ToolError, match="was used meanwhile; try again"):
        other.current("otp")
    with pytest.raises(ToolError, match=r"begins in 29 s, after the time limit"):
        await other.renew({"value": "{{ otp }}"}, lambda: 28.0)
    await other.renew({"value": "{{name}}"}, lambda: 0.0)
    clock.now += 30
    assert codes.current("otp") == typed
    await codes.renew({"value": "{{otp}}"}, lambda: 0.0)
    assert codes.current("otp") != typed


def test_a_clock_that_was_wrong_keeps_nobody_waiting(clock):
    """A code is issued once for each period, whether the clock went forward or back since."""
    secret = totp(SEED)
    clock.now += 1e9
    first = secret.issue()
    clock.now -= 1e9
    assert secret.seconds_until_unused() == 0
    second = secret.issue()
    clock.now -= 30
    third = secret.issue()
    assert len({first, second, third, None}) == 4
    assert (secret.issue(), secret.seconds_until_unused()) == (None, 60)


async def test_a_wait_for_the_next_code_is_told(clock, monkeypatch):
    told = []
    codes = OneTimeCodes({"otp": totp(SEED)}, lambda *_: None)

    async def sleep(seconds):
        clock.now += seconds

    monkeypatch.setattr(one_time_codes, "sleep", sleep)
    monkeypatch.setattr(one_time_codes, "warn", told.append)
    for _ in range(2):
        await codes.renew({"value": "{{otp}}"}, lambda: 60.0)
        codes.current("otp")
    assert told == ["the code of {{otp}} was used, and the next one begins in 30 s; waiting for it"]


def test_the_seed_and_each_code_are_masked(clock):
    values = Values({}, {"otp": totp(SEED, fields=["Code"])}, home="https://a.example")
    assert values.mask(f"seed {SEED.lower()} of") == "seed {{otp}} of"
    code = values.reveal("{{otp}}", "https://a.example", called=["Code"])
    assert values.mask(f"your code is {code}") == "your code is {{otp}}"
    assert values.by_name() == {"otp": code}
    with pytest.raises(ToolError, match="is secret and bound to"):
        values.reveal("{{otp}}", "https://evil.example", called=["Code"])


def test_a_seed_is_taken_from_the_environment_by_its_address(monkeypatch):
    monkeypatch.setenv("OTP", f"otpauth://totp/Shop:me?secret={SEED}&issuer=Shop&algorithm=SHA256")
    secret = read_secrets(["OTP@https://shop.example"], ["OTP=Code"])["OTP"]
    assert isinstance(secret, TotpSecret)
    assert (secret.origins, secret.fields, secret.texts) == (("https://shop.example",), ("Code",), (SEED,))
    assert SEED not in json.dumps(repr(secret))
    monkeypatch.setenv("OTP", "otpauth://totp/Shop:me?secret=tulip77")
    with pytest.raises(ConfigError) as refused:
        read_secrets(["OTP"])
    assert str(refused.value).startswith("--secret OTP: totp: this is not the seed of one-time codes; give its base32")
    assert "tulip" not in str(refused.value)


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "tulip-77",
        "JBSW",
        f"otpauth://hotp/x?secret={SEED}",
        "otpauth://totp/x",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=x",
    ],
)
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(ConfigError, match="not the seed of one-time codes"):
        totp(seed)
