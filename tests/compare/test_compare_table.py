# ruff: noqa: RUF001 - tables as they are printed, with their signs and dashes
import io

import pytest
from inline_snapshot import snapshot
from rich.console import Console

from actwright.compare.figures_text import amount, usd
from actwright.compare.row import CaseRow
from actwright.compare.summary import summary_of
from actwright.compare.table import comparison, row_by_row
from actwright.schemas.usage import Usage

HOSTILE = "[bold red]x[/] \x1b[31m\u202eevil\x07\r\n\ud800 =1+1"


def row(contender, case, *, tokens=1000, cost=0.01, **more):
    given = {
        "policy": contender.partition("+")[0], "evidence": "required", "screenshot": "always", "status": "complete", "seed": 0,
        "passed": True, "steps": 2, "calls": 2, "captures": 3, "usage": Usage(fresh=tokens, output=100), "cost": cost,
        "cost_uncached": cost, "seconds": 4.0, **more,
    }  # fmt: skip
    return CaseRow(contender=contender, case=case, **given)


def printed(renderable, width=100):
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False)
    console.print(renderable)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


ROWS = [
    row("single_call", "forms/a", size=1, tokens=900),
    row("single_call", "forms/b", size=2, tokens=2100, passed=False, reason="the total is $40.00, not $50.00"),
    row("single_call", "forms/c", size=3, tokens=3000, cost=None, estimated=True),
    row("single_call+blind", "forms/a", size=1, tokens=500, screenshot="never", cost=0.005),
    row("single_call+blind", "forms/b", size=2, tokens=1000, screenshot="never", passed=None, reason="no verdict"),
    row("single_call+blind", "forms/c", size=3, screenshot="never", passed=False, error="BrowserError: gone"),
    row("single_call", "forms/d"),
    row("single_call+blind", "forms/d", screenshot="never", passed=False, error="BrowserError: gone"),
    row("two_call", "forms/a", size=1, tokens=1500, calls=4, cost=0.02, judge_calls=2, judge_cost=0.004),
    row("two_call", "forms/b", size=2, tokens=4500, calls=6, cost=0.05),
]


def test_a_whole_comparison():
    assert printed(comparison(summary_of(ROWS))) == snapshot("""\
Success and cost, mean per case
                                             Input                 USD         USD per
 Policy             Passed  Success  Calls  tokens       USD  no cache  Saved  success  Seconds
───────────────────────────────────────────────────────────────────────────────────────────────
 single_call           3/4     75 %    2.0   1,750   unknown   unknown      –  unknown      4.0
 single_call+blind     1/3     33 %    2.0     750  $0.00750  $0.00750    0 %  $0.0350      4.0
 two_call              2/2    100 %    5.0   3,000   $0.0350   $0.0350    0 %  $0.0350      4.0

Tokens, mean per case; images are part of the input, reasoning of the output
                           Cache  Cache
 Policy             Fresh   read  write  Cached  Image  Output  Reasoning
─────────────────────────────────────────────────────────────────────────
 single_call        1,750      0      0     0 %      0     100          0
 single_call+blind    750      0      0     0 %      0     100          0
 two_call           3,000      0      0     0 %      0     100          0

Work (mean per case) and errors (total)
                                   Page  Unusable   Failed     Not
 Policy             Steps  Calls  looks   replies  actions  judged  Crashed
───────────────────────────────────────────────────────────────────────────
 single_call          2.0    2.0    3.0         0        0       0        0
 single_call+blind    2.0    2.0    3.0         0        0       1        2
 two_call             2.0    5.0    3.0         0        0       0        0

Latency in seconds, of answered calls and of runs
                     Call,  Call,    Run,  Run,
 Policy             median    p90  median   p90
───────────────────────────────────────────────
 single_call             –      –    4.00  4.00
 single_call+blind       –      –    4.00  4.00
 two_call                –      –    4.00  4.00

Differences on the same cases, against single_call
                                                        Input  Output               USD
 Policy             Pairs  Won  Lost  Success   Calls  tokens  tokens     USD  no cache  Seconds
────────────────────────────────────────────────────────────────────────────────────────────────
 single_call+blind      2    0     2   −67 pp     0 %   −50 %     0 %   −25 %     −25 %      0 %
 two_call               2    1     0   +50 pp  +150 %  +100 %     0 %  +250 %    +250 %      0 %

Effect of screenshots on the same cases, against single_call+blind
                                                 Input  Output              USD
 Policy       Pairs  Won  Lost  Success  Calls  tokens  tokens    USD  no cache  Seconds
────────────────────────────────────────────────────────────────────────────────────────
 single_call      2    2     0   +67 pp    0 %  +100 %     0 %  +33 %     +33 %      0 %

Mean input tokens by task length N (least number of acting steps)
 N  single_call  single_call+blind  two_call
────────────────────────────────────────────
 1          900                500     1,500
 2        2,100              1,000     4,500
 3        3,000                  –         –

Mean model calls by task length N (least number of acting steps)
 N  single_call  single_call+blind  two_call
────────────────────────────────────────────
 1          2.0                2.0       4.0
 2          2.0                2.0       6.0
 3          2.0                  –         –

Mean USD by task length N (least number of acting steps)
 N  single_call  single_call+blind  two_call
────────────────────────────────────────────
 1      $0.0100           $0.00500   $0.0200
 2      $0.0100            $0.0100   $0.0500
 3      unknown                  –         –

Passed cases by task length N (least number of acting steps)
 N  single_call  single_call+blind  two_call
────────────────────────────────────────────
 1          1/1                1/1       1/1
 2          0/1                0/1       1/1
 3          1/1                  –         –

Judging (not included in the figures): two_call 2 calls, $0.00400.
Crashed (not passed; in totals, not in means): single_call+blind 2 cases.
Not judged (left out of success): single_call+blind 1 case.
Price not known for all cases: single_call 3 of 4 cases known, $0.0300 together.
Tokens are estimates, because the provider reported none: single_call 1 case.
Policies played different numbers of cases; compare them by the paired differences: single_call 4
cases; single_call+blind 4 cases; two_call 2 cases.
Pairs are cases where neither crashed; success is compared on cases judged for both, crashed ones
included: single_call+blind 3 pairs.
No confidence intervals: they need at least five tasks, and there were 4.\
""")


def test_rows_one_by_one():
    assert printed(row_by_row(ROWS)) == snapshot("""\
 Task     Policy             Outcome     N  Steps  Calls  Input  Output       USD  Seconds
──────────────────────────────────────────────────────────────────────────────────────────
 forms/a  single_call        passed      1      2      2    900     100   $0.0100      4.0
 forms/b  single_call        failed      2      2      2  2,100     100   $0.0100      4.0
 forms/c  single_call        passed      3      2      2  3,000     100   unknown      4.0
 forms/a  single_call+blind  passed      1      2      2    500     100  $0.00500      4.0
 forms/b  single_call+blind  not judged  2      2      2  1,000     100   $0.0100      4.0
 forms/c  single_call+blind  crashed     3      2      2  1,000     100   $0.0100      4.0
 forms/d  single_call        passed      –      2      2  1,000     100   $0.0100      4.0
 forms/d  single_call+blind  crashed     –      2      2  1,000     100   $0.0100      4.0
 forms/a  two_call           passed      1      2      4  1,500     100   $0.0200      4.0
 forms/b  two_call           passed      2      2      6  4,500     100   $0.0500      4.0

forms/b, single_call: the total is $40.00, not $50.00
forms/b, single_call+blind: no verdict
forms/c, single_call+blind: BrowserError: gone
forms/d, single_call+blind: BrowserError: gone
""")


def test_nothing_played_is_said():
    assert printed(comparison(summary_of([]))) == "No cases were played."


def test_texts_of_others_neither_style_nor_steer_the_terminal():
    texts = dict.fromkeys(
        ["case", "contender", "policy", "evidence", "screenshot", "model", "reason", "status"], HOSTILE
    )
    hostile = CaseRow(seed=0, passed=False, size=1, **texts)

    shown = printed(comparison(summary_of([hostile]))) + printed(row_by_row([hostile]), width=200)

    assert "[bold red]x[/] \\u001b[31m\\u202eevil\\u0007 \\ud800 =1+1" in shown
    assert not {"\x1b", "\x07", "\r", "\u202e", "\ud800"} & set(shown)


def test_twelve_contenders_with_long_names_lose_no_digit():
    rows = [row(f"single_call+contender-number-{n}", "a", size=1, tokens=123_456) for n in range(12)]

    assert printed(comparison(summary_of(rows)), width=120).count("123,456") == 36


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0, "$0"),
        (12.345, "$12.35"),
        (1234.5, "$1,234.50"),
        (0.0123456, "$0.0123"),
        (0.000012345, "$0.0000123"),
        (None, "unknown"),
    ],
)
def test_money_has_three_digits_that_matter(value, told):
    assert usd(value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [(3, "3"), (3.0, "3.0"), (0.0, "0"), (99.94, "99.9"), (99.96, "100"), (12345.6, "12,346"), (None, "\u2013")],
)
def test_means_are_told_from_counts(value, told):
    assert amount(value) == told
