"""Answers against `reference_answers`, each branch both ways, and where upstream scores otherwise."""

import asyncio

import pytest

from actwright import ConfigError
from actwright.testing import ScriptedModel
from actwright.webarena import ModelJudge, TaskScore, string_match

VWA, WA = "visualwebarena", "webarena"
NOT_JUDGED = None

CASES = {
    "exact": (VWA, "Blue Kayak", {"exact_match": "blue kayak"}, 1.0),
    "exact, another": (VWA, "Blue Kayak.", {"exact_match": "blue kayak"}, 0.0),
    "exact, quoted": (VWA, "'Blue Kayak'", {"exact_match": '"blue kayak"'}, 1.0),
    "exact, quoted twice": (VWA, "\"'Blue Kayak'\"", {"exact_match": "blue kayak"}, 1.0),
    "exact, quotes that differ": (VWA, "'Blue Kayak\"", {"exact_match": "blue kayak"}, 0.0),
    "exact, white space": (VWA, " Blue Kayak", {"exact_match": "blue kayak"}, 0.0),
    "exact, white space in WebArena": (WA, " Blue Kayak\n", {"exact_match": "blue kayak"}, 1.0),
    "include, phrase": (VWA, "It is the blue kayak over there", {"must_include": ["Blue Kayak"]}, 1.0),
    "include, no phrase": (VWA, "It is the blue canoe", {"must_include": ["Blue Kayak"]}, 0.0),
    "include, token": (VWA, "There are 5, I think.", {"must_include": ["5"]}, 1.0),
    "include, inside a token": (VWA, "There are 15.", {"must_include": ["5"]}, 0.0),
    "include, token at the end of a sentence": (VWA, "It is red. Thanks", {"must_include": ["red"]}, 1.0),
    "include, price": (VWA, "It costs $25.00 now", {"must_include": ["$25.00"]}, 1.0),
    "include, price without its sign": (VWA, "It costs $25.00 now", {"must_include": ["25.00"]}, 1.0),
    "include, every one": (VWA, "red and blue", {"must_include": ["red", "blue"]}, 1.0),
    "include, not every one": (VWA, "red and blue", {"must_include": ["red", "green"]}, 0.0),
    "include, one of two": (VWA, "red", {"must_include": ["green |OR| red"]}, 1.0),
    "include, none of two": (VWA, "blue", {"must_include": ["green |OR| red"]}, 0.0),
    "include in WebArena, part of a word": (WA, "fifteen", {"must_include": ["fift"]}, 1.0),
    "include in WebArena, one character alone": (WA, "10", {"must_include": ["0"]}, 0.0),
    "include in WebArena, one character found": (WA, "It is 0.", {"must_include": ["0"]}, 1.0),
    "include in WebArena, one character of two": (WA, "10", {"must_include": ["0", "1"]}, 1.0),
    "include in WebArena knows no choice": (WA, "red", {"must_include": ["green |OR| red"]}, 0.0),
    "exclude": (VWA, "a red canoe", {"must_exclude": ["kayak"]}, 1.0),
    "exclude, it is there": (VWA, "a red kayak", {"must_exclude": ["kayak"]}, 0.0),
    "exclude, inside a token": (VWA, "kayaks", {"must_exclude": ["kayak"]}, 1.0),
    "exclude, phrase": (VWA, "a red kayak", {"must_exclude": ["red kayak"]}, 0.0),
    "one of": (VWA, "something round", {"one_of": ["circular", "'Round'"]}, 1.0),
    "none of": (VWA, "something square", {"one_of": ["circular", "round"]}, 0.0),
    "values": (VWA, "1,299", {"required_values": [">= 1000", "< 1300"]}, 1.0),
    "values, one not met": (VWA, "1,299", {"required_values": [">= 1000", "< 1200"]}, 0.0),
    "values, one of two": (VWA, "7", {"required_values": ["== 5 |OR| > 6"]}, 1.0),
    "values, none of two": (VWA, "6", {"required_values": ["== 5 |OR| > 6.5"]}, 0.0),
    "values, no whole number": (VWA, "12.5", {"required_values": ["> 1"]}, 0.0),
    "values, an underscore": (VWA, "1_000", {"required_values": ["== 1000"]}, 0.0),
    "values, more than a float holds": (VWA, "9" * 400, {"required_values": ["== 3"]}, 0.0),
    "values, more digits than are read": (VWA, "9" * 5000, {"required_values": ["> 3"]}, 0.0),
    "values, at most": (VWA, "5", {"required_values": ["<= 5"]}, 1.0),
    "several keys": (VWA, "1.04, round", {"one_of": ["round"], "must_include": ["1.04"]}, 1.0),
    "several keys, one fails": (VWA, "1.05, round", {"one_of": ["round"], "must_include": ["1.04"]}, 0.0),
    "an old list": (WA, "Wilson and Reader", {"(a list)": ["Wilson and Reade", "wilson and reader"]}, 1.0),
    "an old list, another": (WA, "Wilson", {"(a list)": ["wilson and reader"]}, 0.0),
    "not achievable": (VWA, "N/A", {"fuzzy_match": "N/A"}, 1.0),
    "meaning": (VWA, "two", {"fuzzy_match": ["2"]}, NOT_JUDGED),
    "reason": (VWA, "It has no wheels", {"fuzzy_match": "N/A"}, NOT_JUDGED),
    "meaning, and another key fails": (VWA, "two", {"must_include": ["3"], "fuzzy_match": ["2"]}, 0.0),
    "nothing was answered": (VWA, "", {"must_include": ["3"]}, 0.0),
}


@pytest.mark.parametrize("compat", ["fixed", "upstream"])
@pytest.mark.parametrize(("dialect", "answer", "references", "score"), CASES.values(), ids=CASES.keys())
async def test_the_rule_is_the_benchmarks(dialect, answer, references, score, compat):
    """Without a judge what takes one is not judged; nothing here is a defect of upstream."""
    parts = await string_match(answer, references, note="it has wings", dialect=dialect, compat=compat)
    verdict = TaskScore(parts=parts)
    assert (verdict.score, verdict.judged) == (score, score is not None), verdict.reasons


DEFECTS = {
    "less takes the bound in": ("700", {"required_values": ["< 700"]}, (), 0.0, 1.0),
    "more takes the bound in": ("700", {"required_values": ["> 700"]}, (), 0.0, 1.0),
    "the answer becomes a number": (
        "1,299", {"required_values": ["> 1"], "exact_match": "1,299"}, (), 1.0, 0.0,
    ),
    "the number ends the evaluation": (
        "1,299", {"required_values": ["> 1"], "must_include": ["1,299"]}, (), 1.0, None,
    ),
    "a reason discards what came before": (
        "It has no wings", {"must_include": ["wheels"], "fuzzy_match": "N/A"}, ("same", "same"), 0.0, 1.0,
    ),
    "nothing is judged too": ("", {"fuzzy_match": ["2"]}, ("correct",), 0.0, 1.0),
    "quotes around nothing as well": ("''", {"fuzzy_match": ["2"]}, ("correct",), 0.0, 1.0),
    "nothing is no reason": (" ", {"fuzzy_match": "N/A"}, ("same",), 0.0, 1.0),
    "so does N/A itself": ("N/A", {"must_include": ["wheels"], "fuzzy_match": "N/A"}, ("same",), 0.0, 1.0),
}  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "references", "judgements", "fixed", "upstream"), DEFECTS.values(), ids=DEFECTS.keys()
)
async def test_defects_of_upstream_are_repeated_on_request_alone(answer, references, judgements, fixed, upstream):
    scores = []
    for compat in ("fixed", "upstream"):
        judge = ModelJudge(ScriptedModel(judgements)) if judgements else None
        parts = await string_match(answer, references, note="no wings", dialect=VWA, judge=judge, compat=compat)
        scores.append(TaskScore(parts=parts).score)
    assert scores == [fixed, upstream]


@pytest.mark.parametrize(
    ("references", "said", "score"),
    [
        ({"fuzzy_match": ["2"]}, ["correct"], 1.0),
        ({"fuzzy_match": ["2"]}, ["Incorrect."], 0.0),
        ({"fuzzy_match": ["2"]}, ["partially correct"], 0.0),
        ({"fuzzy_match": ["2", "3"]}, ["correct", "incorrect"], 0.0),
        ({"fuzzy_match": ["2"]}, ["I cannot say"], None),
        ({"fuzzy_match": "N/A"}, ["same"], 1.0),
        ({"fuzzy_match": "N/A"}, ["different"], 0.0),
        ({"fuzzy_match": "N/A"}, ["who knows"], None),
    ],
)
async def test_a_judge_decides(references, said, score):
    """What it does not decide is not judged: neither passed nor failed."""
    judge = ModelJudge(ScriptedModel(said))
    parts = await string_match("two", references, note="no wings", dialect=VWA, judge=judge)
    assert TaskScore(parts=parts).score == score


@pytest.mark.parametrize(
    "references",
    [
        {"must_include": ['""']},
        {"exact_match": "''"},
        {"exact_match": ""},
        {"one_of": ["''"]},
        {"must_include": ["x |OR| "]},
    ],
)
async def test_references_that_anything_meets_are_refused(references):
    """Also where an evaluator is used alone."""
    with pytest.raises(ConfigError, match="so anything would pass"):
        await string_match("wrong", references, dialect=VWA)


async def test_an_empty_answer_is_not_asked_about():
    """It is not N/A either; without a judge it fails all the same."""
    for references in ({"fuzzy_match": ["2"]}, {"fuzzy_match": "N/A"}):
        model = ScriptedModel([])
        for judge in (ModelJudge(model), None):
            verdict = TaskScore(parts=await string_match("", references, note="no wings", dialect=VWA, judge=judge))
            assert verdict.score == 0.0
            assert verdict.reasons[0].endswith(": no answer was given")
        assert model.requests == []


class Silent(ScriptedModel):
    """A model that takes every question, and never answers."""

    async def send(self, request, **_):
        await asyncio.Event().wait()


async def test_a_judge_that_never_answers_does_not_judge():
    """Each question has its time, and all of them may have one together; the calls are kept."""
    judge = ModelJudge(Silent([]), seconds=0.05)
    parts = await string_match("two", {"must_include": ["two"], "fuzzy_match": ["2", "3"]}, dialect=VWA, judge=judge)
    assert [part.factor for part in parts] == [1.0, None, None]
    assert parts[1].reason.endswith("cannot be compared with '2': the judge gave no answer within 0.05 s")
    assert [exchange.error for exchange in judge.exchanges] == ["cancelled before a reply arrived"] * 2
    judge = ModelJudge(Silent([]), seconds_in_all=0.05)
    parts = await string_match("two", {"fuzzy_match": ["2", "3"]}, dialect=VWA, judge=judge)
    assert [part.factor for part in parts] == [None, None]
    assert parts[1].reason.endswith("the judge was not asked: its 0.05 s for all questions are used up")
    assert len(judge.exchanges) == 1


async def test_a_verdict_tells_what_did_not_hold():
    parts = await string_match("a red canoe", {"must_include": ["red", "kayak"]}, dialect=VWA)
    verdict = TaskScore(parts=parts)
    assert [part.factor for part in verdict.parts] == [1.0, 0.0]
    assert verdict.reasons == (
        "reference_answers.must_include.1: the answer 'a red canoe' does not hold 'kayak'",
    )  # fmt: skip
