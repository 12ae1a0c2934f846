"""Checkboxes, radio buttons and switches: native, built by the page, hidden behind labels; every one read back."""

from inline_snapshot import snapshot

from actwright.engine.act import act
from actwright.schemas.proposal import Action, Proposal

NATIVE = """
<form onchange="log.push(event.target.id + '=' + event.target.checked)">
<label><input type=checkbox id=a> Gift wrap</label>
<label><input type=checkbox id=b checked> Newsletter</label>
<label><input type=checkbox id=c> All rows</label>
<fieldset><legend>Speed</legend><label><input type=radio name=s id=slow checked> Slow</label>
<label><input type=radio name=s id=fast> Fast</label></fieldset></form>
<script>c.indeterminate = true</script>"""


async def test_native_boxes_and_radio_buttons(visit):
    """Each is set and read back; one that is so already is left alone; a mixed one becomes checked."""
    page = await visit(NATIVE)
    assert await page.tree() == snapshot("""\
- form
  - input-0 (type=checkbox label="Gift wrap" unchecked)
  - input-1 (type=checkbox label="Newsletter" checked)
  - input-2 (type=checkbox label="All rows" checked="mixed")
  - fieldset (label="Speed")
    - input-3 (type=radio label="Slow" checked)
    - input-4 (type=radio label="Fast" unchecked)\
""")
    tools = [("check", 0), ("uncheck", 1), ("check", 2), ("check", 4), ("check", 4), ("uncheck", 3)]
    assert [await page.do(tool, element_id=f"input-{n}") for tool, n in tools] == snapshot(
        [
            'done: input-0 "Gift wrap" is checked',
            'done: input-1 "Newsletter" is unchecked',
            'done: input-2 "All rows" is checked',
            'done: input-4 "Fast" is checked',
            'done: input-4 "Fast" was already checked',
            'failed: input-3 "Slow" is a radio button: check another one of its group instead',
        ]
    )
    assert await page.said() == ["a=true", "b=false", "c=true", "fast=true"]
    assert await page.tree() == snapshot("""\
- form
  - input-0 (type=checkbox label="Gift wrap" checked)
  - input-1 (type=checkbox label="Newsletter" unchecked)
  - input-2 (type=checkbox label="All rows" checked)
  - fieldset (label="Speed")
    - input-3 (type=radio label="Slow" unchecked)
    - input-4 (type=radio label="Fast" checked focused)\
""")


ARIA = """
<div id=sw role=switch tabindex=0 aria-checked=false aria-label=Alerts>Alerts</div>
<div role=radiogroup aria-label=Plan><span role=radio tabindex=0 aria-checked=true>Free</span>
<span role=radio tabindex=-1 aria-checked=false>Paid</span></div>
<button role=checkbox aria-checked=mixed id=mix>Some</button>
<script>
sw.onclick = () => { sw.ariaChecked = String(sw.ariaChecked !== 'true'); log.push('alerts ' + sw.ariaChecked); };
mix.onclick = () => { mix.ariaChecked = String(mix.ariaChecked !== 'true'); log.push('some ' + mix.ariaChecked); };
const plans = [...document.querySelectorAll('[role=radio]')];
plans.forEach((plan) => { plan.onclick = () => { plans.forEach((each) => { each.ariaChecked = String(each === plan); });
  log.push(plan.textContent); }; });
</script>"""


async def test_switches_and_radio_buttons_of_the_page_s_own(visit):
    """ARIA states are followed as the native ones are."""
    page = await visit(ARIA)
    assert await page.tree() == snapshot("""\
- div-0 (role=switch unchecked) "Alerts"
- radiogroup (label="Plan")
  - span-0 (role=radio checked) "Free"
  - span-1 (role=radio unchecked) "Paid"
- button-0 (role=checkbox checked="mixed") "Some"\
""")
    assert [await page.do("check", element_id=each) for each in ("div-0", "span-1", "button-0")] == snapshot(
        ['done: div-0 "Alerts" is checked', 'done: span-1 "Paid" is checked', 'done: button-0 "Some" is checked']
    )
    assert await page.do("uncheck", element_id="div-0") == snapshot('done: div-0 "Alerts" is unchecked')
    assert await page.said() == ["alerts true", "Paid", "some true", "alerts false"]


HIDDEN = """
<style>.sr {position:absolute;width:1px;height:1px;clip:rect(0 0 0 0);overflow:hidden} .none {display:none}
.toggle {position:relative;display:inline-block;width:60px;height:30px} .toggle input {opacity:0;width:0;height:0}
.toggle i {position:absolute;inset:0;background:#ccc}</style>
<form onchange="log.push(event.target.name)">
<label><input class=sr type=checkbox name=terms> I accept the <a href="#terms">terms</a></label>
<input class=none type=radio name=colour id=red><label for=red>Red</label>
<label class=toggle><input type=checkbox name=dark aria-label="Dark mode"><i></i></label>
<span style="position:relative;display:inline-block;width:20px;height:20px"><input type=checkbox name=over aria-label=Over
  style="position:absolute;inset:0;margin:0"><b style="position:absolute;inset:-4px;background:#eee"
  onclick="this.previousSibling.previousSibling.click()"></b>
</span></form>"""


async def test_boxes_that_are_hidden_behind_their_labels(visit):
    """The label is clicked beside its link; a styled box over the real one is no obstacle."""
    page = await visit(HIDDEN)
    assert await page.tree() == snapshot("""\
- form
  - input-0 (type=checkbox label="I accept the terms" unchecked)
  - a-0 "terms"
  - input-1 (type=radio label="Red" unchecked)
  - input-2 (type=checkbox label="Dark mode" unchecked)
  - input-3 (type=checkbox label="Over" unchecked covered-by="b")
  - b-0 (colour="#eeeeee")\
""")
    assert [await page.do("check", element_id=f"input-{n}") for n in range(4)] == snapshot(
        [
            'done: input-0 "I accept the terms" is checked',
            'done: input-1 "Red" is checked',
            'done: input-2 "Dark mode" is checked',
            'done: input-3 "Over" is checked',
        ]
    )
    assert await page.said() == ["terms", "colour", "dark", "over"]
    assert await page.page.evaluate("location.hash") == ""
    assert await page.tree() == snapshot("""\
- form
  - input-0 (type=checkbox label="I accept the terms" checked)
  - a-0 "terms"
  - input-1 (type=radio label="Red" checked)
  - input-2 (type=checkbox label="Dark mode" checked)
  - input-3 (type=checkbox label="Over" checked focused covered-by="b")
  - b-0 (colour="#eeeeee")\
""")


async def test_a_box_that_the_page_unchecks_again_is_said(visit):
    """A state that does not stay is a failure, not a success."""
    page = await visit(
        "<label><input type=checkbox onchange='setTimeout(() => { this.checked = false }, 0)'> Agree</label>"
    )
    await page.see()
    assert await page.do("check", element_id="input-0") == 'failed: input-0 "Agree" stayed unchecked'


async def test_what_is_no_toggle_is_told_so(visit):
    """Check names what to do with another control."""
    page = await visit("<button onclick='log.push(1)'>Bold</button><input aria-label=Name>")
    assert await page.tree() == snapshot("""\
- button-0 "Bold"
- input-0 (label="Name")\
""")
    assert await page.do("check", element_id="button-0") == snapshot(
        'failed: button-0 "Bold" is not a checkbox, radio button or switch: click it instead'
    )
    assert await page.do("check", element_id="input-0") == snapshot(
        'failed: input-0 "Name" is not a checkbox, radio button or switch: click it instead'
    )


async def test_a_receipt_says_which_value_a_box_stands_for(visit):
    """What the reason of a check refers to is where its state came from; a name that nobody gave is none."""
    page = await visit("<label><input type=checkbox> News</label>", data={"newsletter": "yes"})
    await page.see()
    receipts = []
    for tool, reason in (("check", "{{newsletter}} is yes"), ("uncheck", "not {{wanted}}"), ("check", "as told")):
        action = Action(reason=reason, tool=tool, parameters={"element_id": "input-0"})
        (outcome,) = await act(Proposal(complete=False, message="m", actions=(action,)), page.toolbox, page.surface)
        receipts += outcome.receipts
    assert [(each.reference, each.got) for each in receipts] == [
        ("newsletter", "checked"),
        ("", "unchecked"),
        ("", "checked"),
    ]
