"""Instruction files: what is taken, and what is told of those that are not."""

import json
import re

import pytest

from actwright.errors import ConfigError
from actwright.prompts.chain_of_thought.instruction import OWN, Example, load

META = {
    "observation": "accessibility_tree",
    "action_type": "id_accessibility_tree",
    "keywords": ["url", "objective", "observation", "previous_action"],
    "prompt_constructor": "CoTPromptConstructor",
    "answer_phrase": "So I will",
    "action_splitter": "```",
}
FILE = {
    "intro": "You browse.",
    "examples": [["OBSERVATION: a", "So I will ```click [1]```"]],
    "template": "{observation}|{url}|{objective}|{previous_action}",
    "meta_data": META,
}
SOM = {"observation": "image_som", "action_type": "som", "prompt_constructor": "MultimodalCoTPromptConstructor"}


@pytest.fixture
def written(tmp_path):
    def write(changed=None, **meta):
        file = tmp_path / "instruction.json"
        content = (
            changed if isinstance(changed, str) else json.dumps({**FILE, "meta_data": META | meta, **(changed or {})})
        )
        file.write_text(content)
        return file

    return write


@pytest.mark.parametrize("name", OWN)
def test_those_that_come_with_the_package(name):
    instruction = load(name)
    assert instruction.meta_data.som is (name == "som")
    assert instruction.meta_data.multimodal is (name in {"som", "multimodal"})
    assert bool(instruction.meta_data.answer_phrase) is (name != "direct")
    splitter, phrase = instruction.meta_data.action_splitter, instruction.meta_data.answer_phrase
    assert all(example.reply.count(splitter) == 2 and phrase in example.reply for example in instruction.examples)


def test_places_are_filled_once_and_values_are_not_searched(written):
    instruction = load(written({"template": "{{{url}}} {observation} {objective} {previous_action} {url}"}))
    filled = instruction.turn(
        {"url": "u{objective}", "observation": "{x}", "objective": "{{email}}", "previous_action": "}"}
    )
    assert filled == "{u{objective}} {x} {{email}} } u{objective}"


def test_unknown_keys_are_let_be_and_keywords_may_be_fewer(written):
    file = written({"template": "{objective}", "note": "mine"}, keywords=["objective"], language="en")
    assert load(file).turn({"objective": "o", "url": "", "observation": "", "previous_action": ""}) == "o"


def test_a_picture_is_found_from_the_top_of_the_benchmarks_repository(tmp_path):
    folder = tmp_path / "agent" / "prompts" / "jsons"
    folder.mkdir(parents=True)
    (tmp_path / "agent" / "prompts" / "one.png").write_bytes(b"x")
    example = ["OBSERVATION: a", "```click [1]```", "agent/prompts/one.png"]
    (folder / "i.json").write_text(json.dumps({**FILE, "examples": [example], "meta_data": META | SOM}))
    (found,) = load(folder / "i.json").examples
    assert found == Example(*example[:2], tmp_path / "agent" / "prompts" / "one.png")


@pytest.mark.parametrize(
    ("changed", "meta", "told"),
    [
        ("{", {}, "it is not valid JSON: Expecting property name"),
        ("[]", {}, "Input should be a valid dictionary"),
        ({"intro": 1}, {}, "intro: Input should be a valid string"),
        ({"intro": ""}, {}, "intro: String should have at least 1 character"),
        ({"examples": [["a"]]}, {}, "examples.0: must be a list of a turn, its reply"),
        ({"examples": [["a", "b", "c.png"]]}, {}, "examples.0: has a picture, and CoTPrompt"),
        ({"examples": [["a", "b", "c.png"]]}, SOM, "examples.0: there is no picture c.png in the current folder"),
        ({"template": "{observation}{url}{objective}"}, {}, "template: has no place {previous_action}"),
        ({"template": FILE["template"] + "{goal}"}, {}, "template: has the place {goal}, which is not among"),
        ({"template": FILE["template"] + "{}"}, {}, "template: has the place {}, which is not among"),
        ({"template": FILE["template"] + "{"}, {}, "template: has a single {; a brace that is meant"),
        (
            {},
            {"keywords": ["goal"]},
            "meta_data.keywords.0: Input should be 'objective', 'url', 'observation' or 'prev",
        ),
        ({}, {"observation": "video"}, "meta_data.observation: Input should be 'accessibility_tree'"),
        ({}, {"action_type": "playwright"}, "meta_data.action_type: Input should be 'id_accessibility_tree'"),
        ({}, {"action_type": "som"}, "meta_data.action_type: som does not go with the observation acc"),
        ({}, {"prompt_constructor": "My"}, "meta_data.prompt_constructor: Input should be 'DirectPromptConstructor'"),
        ({}, SOM | {"prompt_constructor": "DirectPromptConstructor"}, "meta_data.prompt_constructor: DirectPr"),
        (
            {},
            {"observation": "image"},
            "meta_data.prompt_constructor: CoTPromptConstructor shows no pictures, and the observation image is one",
        ),
        ({}, {"answer_phrase": " "}, "meta_data.answer_phrase: CoTPromptConstructor needs one"),
        ({}, {"action_splitter": ""}, "meta_data.action_splitter: String should have at least 1 character"),
    ],
)
def test_what_is_wrong_is_said_with_its_file_and_field(written, changed, meta, told):
    file = written(changed, **meta)
    with pytest.raises(ConfigError, match=re.escape(f"instruction file {file}: {told}")):
        load(file)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(
        ConfigError,
        match=r"no\.json cannot be read: No such file or directory; give a file, or one of cot, direct, multimodal, som",
    ):
        load(tmp_path / "no.json")
