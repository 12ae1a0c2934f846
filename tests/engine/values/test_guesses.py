"""A model learns nothing of a value by guessing: what it wrote shows as it wrote it, whether it is in the value or not."""

import pytest
from builders import reply

from actwright import Agent, Limits
from actwright.engine.values.masks import Masks
from actwright.engine.values.values import Values
from actwright.errors import ModelError
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")

PASSWORD, PIN = "kayak7bluemoon", "4711"
GUESSES = " ".join(f"{letter}moon;" for letter in "abcdefghi")


def masks_of(**values):
    masks = Masks(values)
    for name in values:
        masks.note_used(name)
    masks.note_tainted(values.keys())
    return masks


def test_the_models_own_texts_stay_in_sentences_addresses_and_pages():
    masks = masks_of(pw=PASSWORD, pin=PIN)
    masks.note_written([GUESSES, "4711 4712"])
    sentence = f'expected that the page shows "{GUESSES}" or "4711 4712", but the URL is http://shop.example/?q=emoon'
    assert masks.mask_sentence(sentence) == sentence
    assert masks.mask_series(["You searched for", "EMOON", GUESSES]) == ["You searched for", "EMOON", GUESSES]
    assert masks.mask_tree('input-0 "Search" value="4711 4712"') == 'input-0 "Search" value="4711 4712"'


def test_what_is_more_than_the_model_wrote_is_masked():
    masks = masks_of(pw=PASSWORD, pin=PIN)
    masks.note_written([GUESSES, "4711 4712"])
    assert masks.mask("It begins with kayak7, ends with bluemoon") == "It begins with {{pw}}, ends with {{pw}}"
    assert masks.mask("The PIN 4711 was saved") == "The PIN {{pin}} was saved"


def test_records_have_no_value_that_the_model_wrote():
    masks = masks_of(pw=PASSWORD, pin=PIN)
    masks.note_written([PASSWORD, PIN])
    assert masks.mask_whole(f"{PASSWORD} {PIN}") == "{{pw}} {{pin}}"
    assert masks.mask_sentence(f'expected "{PIN}"', keeps_written=False) == 'expected "{{pin}}"'


def test_records_mask_what_a_sentence_repeats_without_quotes():
    """Such as the reason of a run that gave up. The same letters in words of ours stay."""
    masks = masks_of(pw="can act on", pin=PIN, name="Zoe Quux")
    reason = f'the "page" says can act on, {PIN} and Zoe Quux'
    masks.note_written([reason, "Zoe Quux"])
    in_record = masks.mask_sentence(f"{reason}; nobody can act on this", keeps_written=False)
    assert in_record == 'the "page" says {{pw}}, {{pin}} and {{name}}; nobody can act on this'
    assert masks.mask_sentence(reason) == reason


def test_a_guess_in_a_field_does_not_make_a_word_a_value_in_use():
    masks = Masks({"pin": PIN})
    masks.note_written([PIN])
    assert not masks.found_in_fields([PIN])
    assert masks.found_in_fields(["", f" {PIN}\n"]) is False
    assert Masks({"pin": PIN}).found_in_fields([PIN])


def test_dates_that_a_page_showed_are_no_guesses():
    values = Values({}, private={"birthday": "1815-12-10"})
    days = [f"1990-01-{day:02}" for day in range(1, 32)]
    values.mask_tree(" ".join(days))
    for day in days * 2:
        values.note_written([day, f"is it {day}?"])


def test_many_guesses_at_a_short_value_end_the_run():
    """In whatever sentence they are. What a page or the data showed before, and what is written again, is no guess."""
    values = Values({"year": "1999"}, private={"pin": PIN, "word": "kayak"})
    values.mask_tree("".join(f'link-{number} "Lot {number}"\n' for number in range(3000, 3100)))
    for number in range(3000, 3100):
        values.note_written([f"the lot {number} of 1999", f"{number} kg", "other words", str(number % 30 + 5000)])
    with pytest.raises(ModelError, match=r"31 different texts in the form of \{\{pin\}\}"):
        values.note_written(["is it 6000?"])
    with pytest.raises(ModelError, match=r"\{\{word\}\}"):
        values.note_written(
            [f"word{chr(97 + number)}"[-5:] for number in range(26)] + [f"w{chr(97 + n)}rds" for n in range(9)]
        )


def test_a_guess_that_is_put_together_stays_as_it_was_written():
    """By typing one part behind another, or in fields whose texts a page joins; nothing else of the value stays."""
    masks = masks_of(pw=PASSWORD)
    masks.note_written(["ay", "ak", "7b", "lue", "xbl"])
    masks.note_typed("input-1", "ay", behind=False)
    masks.note_typed("input-1", "ak", behind=True)
    masks.note_typed("input-2", "7b", behind=False)
    masks.note_typed("input-3", "lue", behind=False)
    assert masks.mask_series(["ayak", "Name: 7blue", "7b lue", "7bluemoon"]) == [
        "ayak",
        "Name: 7blue",
        "7b lue",
        "{{pw}}",
    ]
    masks.note_typed("input-3", "xbl", behind=False)
    assert masks.mask_series(["7blue"]) == ["{{pw}}"]


def test_guesses_that_are_put_together_are_counted():
    masks = masks_of(pin=PIN)
    for number in range(10, 40):
        masks.note_typed("input-0", "47", behind=False)
        masks.note_typed("input-0", str(number), behind=True)
    masks.note_typed("input-0", "47", behind=False)
    with pytest.raises(ModelError, match=r"\{\{pin\}\}"):
        masks.note_typed("input-0", "40", behind=True)


async def test_prompts_show_what_the_model_put_together(page):
    """In the field, in what a tool says of it, and where the page joins fields."""
    await page.set_content(
        "<label>Password <input type=password></label><label>A <input id=a></label><label>B <input id=b></label>"
        "<p id=p>-</p><script>a.oninput = b.oninput = () => p.textContent = `Name: ${a.value}${b.value}`</script>"
    )
    parts = [("input-1", "fill", "ay"), ("input-1", "append", "ak"), ("input-2", "fill", "7blu")]
    typed = [(tool, {"element_id": field, "value": text}) for field, tool, text in parts]
    press = ("press", {"element_id": "input-2", "key": "e"})
    fill = ("fill", {"element_id": "input-0", "value": "{{pw}}"})
    model = ScriptedModel([reply(fill), reply(*typed, press), reply(("fail", {"reason": "end"}))])
    await Agent(model, policy="single_call", limits=Limits(steps=3)).run("Log in", page=page, secrets={"pw": PASSWORD})
    shown = "\n".join(getattr(block, "text", "") for block in model.requests[-1].messages[-1].blocks)
    assert 'input-1 "A" holds "ayak"' in shown
    assert 'p "Name: ayak7blue"' in shown
    assert 'value="7blue"' in shown


async def test_prompts_show_guesses_as_they_were_written(page, tmp_path):
    """In parameters, in reasons, in what a check says, and in a field of the page."""
    await page.set_content("<label>Password <input type=password></label><label>Search <input></label>")
    fill = ("fill", {"element_id": "input-0", "value": "{{pw}}"})
    search = ("fill", {"element_id": "input-1", "value": GUESSES})
    steps = [reply(fill), reply(search), reply(("expect", {"text": [GUESSES]}), message=GUESSES)]
    model = ScriptedModel([*steps, reply(("fail", {"reason": "end"}))])
    agent = Agent(model, policy="single_call", out=tmp_path, limits=Limits(steps=4))
    await agent.run("Log in", page=page, secrets={"pw": PASSWORD})
    (last,) = model.requests[-1].messages[-1:]
    shown = "\n".join(getattr(block, "text", "") for block in last.blocks)
    assert shown.count(GUESSES) >= 4
    assert shown.count("moon;") == 9 * shown.count(GUESSES), "no guess is shown in another way than the others"


async def test_a_record_masks_a_value_that_was_guessed_whole(page, tmp_path):
    await page.set_content("<label>Password <input type=password></label>")
    steps = [reply(("fill", {"element_id": "input-0", "value": "{{pw}}"})), reply(("expect", {"text": [PASSWORD]}))]
    agent = Agent(ScriptedModel(steps), policy="single_call", out=tmp_path, limits=Limits(steps=2))
    await agent.run("Log in", page=page, secrets={"pw": PASSWORD})
    written = b"".join(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())
    assert b"{{pw}}" in written
    assert PASSWORD.encode() not in written
