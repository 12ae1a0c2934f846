from actwright.engine.records.evidence_pack.masking import PackMasks
from actwright.engine.values.values import Values

CARD = "4929135780862244"


def test_a_value_that_was_never_typed_is_masked_across_the_elements_of_html():
    """In cells, and in the values of fields; what stands between them stays."""
    groups = [CARD[at : at + 4] for at in range(0, 16, 4)]
    page = "<tr>{}</tr><p>7 lamps</p>{}".format(
        "".join(f"<td>{each}</td>" for each in groups), "".join(f"<input value='{each}'>" for each in groups)
    )
    masks = PackMasks(Values({}, private={"card": CARD}).mask_for_others)
    cells, fields = "<td>{{card}}</td>" * 4, "<input value='{{card}}'>" * 4
    assert masks.body(page, "text/html; charset=utf-8") == f"<tr>{cells}</tr><p>7 lamps</p>{fields}"
