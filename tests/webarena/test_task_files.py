"""Reading task files: the oddities of the real ones, and every way in which one may be broken."""

import copy
import json
import re

import pytest

from actwright import ConfigError
from actwright.testing import Site
from actwright.webarena import HELPERS, load_tasks

SITES = {"SHOP": "http://127.0.0.1:7770/", "__REDDIT__": "http://127.0.0.1:9999"}
PLAIN = {
    "sites": ["shop"],
    "task_id": 7,
    "require_login": False,
    "storage_state": None,
    "start_url": "__SHOP__/start",
    "geolocation": None,
    "intent_template": "Find {{what}}",
    "instantiation_dict": {"what": "a kayak"},
    "intent": "Find a kayak",
    "require_reset": False,
    "eval": {
        "eval_types": ["string_match", "url_match", "program_html"],
        "reference_answers": {"must_include": ["kayak"]},
        "reference_url": "__SHOP__/kayak",
        "program_html": [
            {"url": "last", "locator": "document.title", "required_contents": {"exact_match": "Kayak"}},
            {"url": "__SHOP__/cart", "locator": "", "required_contents": {"must_include": ["kayak"]}},
        ],
    },
    "intent_template_id": 3,
}
VISUAL = {**PLAIN, "image": None, "overall_difficulty": "mediun"} | {
    "eval": {
        "eval_types": ["page_image_query"],
        "page_image_query": [
            {
                "eval_image_url": "last",
                "eval_image_class": ".photo",
                "eval_vqa": [{"question": "Is it a kayak?", "answer": "yes"}],
            }
        ],
    }
}


def changed(task, **changes):
    """A task with values at dotted places; `...` takes a key away."""
    made = copy.deepcopy(task)
    for where, value in changes.items():
        *path, last = where.split("__")
        place = made
        for step in path:
            place = place[int(step) if step.isdigit() else step]
        if value is ...:
            del place[last]
        else:
            place[int(last) if last.isdigit() else last] = value
    return made


def written(folder, name, content):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


BROKEN = {
    "not JSON": ("{'intent': 1}", "it is not valid JSON: .*line 1 column 2"),
    "cut off": ('{"intent": "x"', "it is not valid JSON: "),
    "empty": ("", "it is not valid JSON: "),
    "a number": ("7", "a task must be an object"),
    "no tasks": ("[]", "the list of tasks is empty"),
    "a list of texts": ('["task"]', "a task must be an object"),
    "a key twice": ('{"intent": "x", "intent": "y"}', "the name 'intent' appears twice"),
    "NaN": ('{"task_id": NaN}', "it is not valid JSON: NaN is not a JSON value"),
    "too deep": ("[" * 100_000, "it is not valid JSON: maximum recursion depth"),
    "lists in lists": (changed(PLAIN, instantiation_dict__what=json.loads("[" * 700 + "]" * 700)), "is nested too deep; 50 levels are allowed"),
    "objects in objects": (changed(PLAIN, eval=json.loads('{"a":' * 700 + "0" + "}" * 700)), "is nested too deep"),
    "a task in lists": ([json.loads("[" * 700 + "]" * 700)], "is nested too deep"),
    "an endless number": ('{"task_id": ' + "9" * 5_000 + "}", "it is not valid JSON: Exceeds the limit"),
    "unknown key": (changed(PLAIN, intnet="x"), "intnet: unknown key; did you mean 'intent'"),
    "unknown key of eval": (changed(PLAIN, eval__referense_url="x"), "eval.referense_url: unknown key; did you mean 'reference_url'"),
    "unknown key of a target": (changed(PLAIN, eval__program_html__0__lokator=""), "eval.program_html.0.lokator: unknown key; did you mean 'locator'"),
    "unknown way to compare": (changed(PLAIN, eval__reference_answers={"must_inclde": ["x"]}), "eval.reference_answers.must_inclde: unknown key; did you mean 'must_include'"),
    "no intent": (changed(PLAIN, intent=...), "intent: is required"),
    "no number": (changed(PLAIN, task_id=...), "task_id: is required"),
    "no rules": (changed(PLAIN, eval=...), "eval: is required"),
    "number as text": (changed(PLAIN, task_id="7"), "task_id: must be a whole number"),
    "intent a list": (changed(PLAIN, intent=["x"]), "intent: must be a text"),
    "yes for true": (changed(PLAIN, require_login="yes"), "require_login: must be true or false"),
    "sites a text": (changed(PLAIN, sites="shop"), "sites: must be a list"),
    "rules a list": (changed(PLAIN, eval=[]), "eval: must be an object"),
    "no type": (changed(PLAIN, eval__eval_types=[]), "eval.eval_types: is empty; name string_match, url_match, program_html, page_image_query$"),
    "a number for the types": (changed(PLAIN, eval__eval_types=5), "eval.eval_types: must be a list"),
    "unknown type": (changed(PLAIN, eval__eval_types=["html_match"]), "eval.eval_types.0: must be 'string_match', 'url_match', 'program_html' or 'page_image_query'$"),
    "a type twice": (changed(PLAIN, eval__eval_types=["url_match", "url_match"]), "eval.eval_types: names a type twice"),
    "no answers": (changed(PLAIN, eval__reference_answers=None), "eval.reference_answers: is needed, because eval_types names string_match"),
    "no reference": (changed(PLAIN, eval__reference_url=""), "eval.reference_url: is needed, because eval_types names url_match"),
    "no target": (changed(PLAIN, eval__program_html=[]), "eval.program_html: is needed, because eval_types names program_html"),
    "no query": (changed(VISUAL, eval__page_image_query=None), "eval.page_image_query: is needed"),
    "one text for a list": (changed(PLAIN, eval__reference_answers={"must_include": "x"}), "eval.reference_answers.must_include: must be a list"),
    "a number in a list": (changed(PLAIN, eval__reference_answers={"must_include": [5]}), "eval.reference_answers.must_include.0: must be a text"),
    "fuzzy text": (changed(PLAIN, eval__reference_answers={"fuzzy_match": "two"}), 'eval.reference_answers.fuzzy_match: must be a list of texts, or "N/A"'),
    "no condition": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"required_values": ["=> 3"]}}), "eval.reference_answers.required_values.0: '=> 3' is not a condition"),
    "a number for a condition": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"required_values": [3]}}), "eval.reference_answers.required_values.0: must be a text"),
    "a number that is missing": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"must_exclude": [3]}}), "eval.reference_answers.must_exclude.0: must be a text"),
    "a number for a URL": (changed(PLAIN, eval__program_html__0__url=3), "eval.program_html.0.url: must be a text"),
    "a list for a reference picture": (changed(VISUAL, eval__page_image_query__0__eval_fuzzy_image_match=[]), "eval.page_image_query.0.eval_fuzzy_image_match: must be a text"),
    "a choice of what is missing": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"must_exclude": ["a |OR| b"]}}), "eval.reference_answers.must_exclude.0: .OR. has no meaning"),
    "unknown rule for URLs": (changed(PLAIN, eval__url_note="exact"), "eval.url_note: must be 'EXACT' or 'GOLD in PRED'"),
    "part of a URL by equality": (changed(VISUAL, eval={"eval_types": ["url_match"], "reference_url": "f/gaming"}), "eval.reference_url: 'f/gaming' is not a whole address"),
    "an empty list": (changed(PLAIN, eval__reference_answers={"must_include": []}), "eval.reference_answers.must_include: is empty, so anything would pass"),
    "an empty text": (changed(PLAIN, eval__reference_answers={"must_include": [""]}), "eval.reference_answers.must_include.0: is empty, so anything would pass"),
    "quotes around nothing": (changed(PLAIN, eval__reference_answers={"must_include": ['""']}), "eval.reference_answers.must_include.0: is empty, so anything would pass"),
    "an empty choice": (changed(PLAIN, eval__reference_answers={"must_include": ["x |OR| "]}), r"eval.reference_answers.must_include.0: 'x \|OR\| ' has an empty choice"),
    "an empty answer": (changed(PLAIN, eval__reference_answers={"exact_match": ""}), "eval.reference_answers.exact_match: is empty, so anything would pass"),
    "a quoted empty answer": (changed(PLAIN, eval__reference_answers={"exact_match": "''"}), "eval.reference_answers.exact_match: is empty"),
    "one of nothing": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"one_of": ["''"]}}), "eval.reference_answers.one_of.0: is empty"),
    "an old list of nothing": (changed(PLAIN, eval__reference_answers=[" "]), r"eval.reference_answers.\(a list\).0: is empty"),
    "a meaning of nothing": (changed(PLAIN, eval__reference_answers={"fuzzy_match": [" "]}), "eval.reference_answers.fuzzy_match: is empty"),
    "nothing must be missing": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"must_exclude": ["''"]}}), "eval.reference_answers.must_exclude.0: is empty, so nothing would pass"),
    "a page of any content": (changed(PLAIN, eval__program_html__0__required_contents={"must_include": ["a |OR| ''"]}), "eval.program_html.0.required_contents.must_include.0: .* has an empty choice"),
    "a page of any meaning": (changed(VISUAL, eval__eval_types=["program_html"], eval__program_html=[{"url": "last", "locator": "", "required_contents": {"fuzzy_match": " "}}]), "eval.program_html.0.required_contents.fuzzy_match: is empty"),
    "a picture of anything": (changed(VISUAL, eval__page_image_query__0__eval_vqa=[{"question": "?", "answer": " "}]), "eval.page_image_query.0.eval_vqa.0.answer: is empty"),
    "any address": (changed(PLAIN, eval__reference_url="f/x |OR| "), r"eval.reference_url: 'f/x \|OR\| ' has an empty choice"),
    "a slash for an address": (changed(VISUAL, eval={"eval_types": ["url_match"], "reference_url": "/", "url_note": "GOLD in PRED"}), "eval.reference_url: is empty, so anything would pass"),
    "a number beyond numbers": (changed(VISUAL, eval={"eval_types": ["string_match"], "reference_answers": {"required_values": ["< " + "9" * 400]}}), "eval.reference_answers.required_values.0: '< 9+' has a number that is too large"),
    "null to be equal to": (changed(PLAIN, eval__program_html__0__required_contents={"exact_match": None}), "eval.program_html.0.required_contents.exact_match: is empty"),
    "nothing required": (changed(PLAIN, eval__program_html__0__required_contents={}), "eval.program_html.0.required_contents: needs one of exact_match"),
    "no locator": (changed(PLAIN, eval__program_html__0__locator=...), "eval.program_html.0.locator: is required"),
    "CSS for a locator": (changed(PLAIN, eval__program_html__0__locator="#main"), "eval.program_html.0.locator: '#main' is not a locator"),
    "no helper": (changed(PLAIN, eval__program_html__0__locator="func:get_text(__page__, 'h1')"), "eval.program_html.0.locator: there is no helper 'get_text'; there are get_query_text"),
    "too few arguments": (changed(PLAIN, eval__program_html__0__locator="func:get_query_text(__page__)"), r".*get_query_text takes 2 arguments \(page, selector\)"),
    "wrong order": (changed(PLAIN, eval__program_html__0__locator="func:get_query_text('h1', __page__)"), ".*get_query_text takes __page__ as page"),
    "Python": (changed(PLAIN, eval__program_html__0__locator="func:__import__('os').system('true')"), ".*is not a single call; write func:NAME"),
    "more Python": (changed(PLAIN, eval__program_html__0__url="func:reddit_get_post_url(open('/etc/passwd').read())"), ".*is not an argument; write func:NAME"),
    "no call": (changed(PLAIN, eval__program_html__0__url="func:reddit_get_post_url"), ".*is not a single call"),
    "a target nowhere": (changed(PLAIN, eval__program_html__0__url=""), 'eval.program_html.0.url: is empty; write an address, "last" or func:'),
    "a target that runs": (changed(PLAIN, eval__program_html__0__url="javascript:alert(1)"), "eval.program_html.0.url: 'javascript:alert.1.' is not a URL that can be opened"),
    "neither question nor picture": (changed(VISUAL, eval__page_image_query__0__eval_vqa=[]), "eval.page_image_query.0: needs eval_vqa or eval_fuzzy_image_match"),
    "a question without answer": (changed(VISUAL, eval__page_image_query__0__eval_vqa=[{"question": "?"}]), "eval.page_image_query.0.eval_vqa.0.answer: is required"),
    "no class": (changed(VISUAL, eval__page_image_query__0__eval_image_class="img"), "eval.page_image_query.0.eval_image_class: 'img' is not a class"),
    "threshold too high": (changed(VISUAL, eval__page_image_query__0__ssim_threshold=1), "eval.page_image_query.0.ssim_threshold: must be less than 1"),
    "no reference picture": (changed(VISUAL, eval__page_image_query__0__eval_fuzzy_image_match="no.png"), "eval.page_image_query.0.eval_fuzzy_image_match: no.png is not beside the file"),
    "no image": (changed(VISUAL, image="no.png"), "image.0: no.png is not beside the file, in a folder above it"),
    "second image missing": (changed(VISUAL, image=["here.jpg", "no.png"]), "image.1: no.png is not"),
    "an image with a name too long": (changed(VISUAL, image="x" * 5_000), "image.0: x+… is not beside the file"),
    "an image with a path too long": (changed(VISUAL, image="x/" * 5_000), "image.0: .*… is not beside the file"),
    "an image with a zero byte": (changed(VISUAL, image="x\0.png"), "image.0: .* is not beside the file"),
    "an image within a file": (changed(VISUAL, image="here.jpg/x.png"), "image.0: here.jpg/x.png is not beside the file"),
    "an image of another kind": (changed(VISUAL, image=7), "image: must be a list"),
    "an image at a wild address": (changed(VISUAL, image="ftp://a.test/x.png"), "image.0: 'ftp://a.test/x.png' is not a URL"),
    "an empty image": (changed(VISUAL, image=""), "image: is empty; leave it out, or write null"),
    "start without scheme": (changed(PLAIN, start_url="shop.test/x"), "start_url: 'shop.test/x' is not a URL that can be opened; write it in full"),
    "start with a space": (changed(PLAIN, start_url="http://shop.test/a b"), "start_url: 'http://shop.test/a b' is not a URL"),
    "start without host": (changed(PLAIN, start_url="http:///x"), "start_url: 'http:///x' is not a URL"),
    "start with a wild port": (changed(PLAIN, start_url="http://shop.test:99999/"), "start_url: .*99999/' is not a URL"),
    "start in a file": (changed(PLAIN, start_url="file:///etc/passwd"), "start_url: .* is not a URL"),
    "second start": (changed(PLAIN, start_url="__SHOP__ |AND| wild"), "start_url: 'wild' is not a URL"),
    "starts too close": (changed(PLAIN, start_url="__SHOP__|AND|__SHOP__"), "start_url: write ' .AND. ' between addresses"),
    "too many starts": (changed(PLAIN, start_url=" |AND| ".join(["__SHOP__"] * 11)), "start_url: has 11 tabs; 10 are allowed"),
    "a site that was not given": (changed(PLAIN, start_url="__MAP__/x"), r"__MAP__ has no base URL \(1 task\): give sites={'MAP': 'http://…'}, on the command line --site MAP=http://…$"),
    "a site in the rules": (changed(PLAIN, eval__program_html__1__url="__MAP__"), "__MAP__ has no base URL"),
    "a place off the earth": (changed(PLAIN, geolocation={"latitude": 91, "longitude": 0}), "geolocation.latitude: must be less than or equal to 90"),
    "a place by name": (changed(PLAIN, geolocation="Lisbon"), "geolocation: must be an object"),
    "a viewport without size": (changed(VISUAL, viewport_size={"width": 0}), "viewport_size.width: must be greater than 0"),
    "a viewport in text": (changed(VISUAL, viewport_size={"width": "1280"}), "viewport_size.width: must be a whole number"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "rule"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_broken_is_named(tmp_path, content, rule):
    """The file, the field and the rule; nothing of the file is loaded."""
    (tmp_path / "here.jpg").write_bytes(Site.photo.read_bytes())
    path = written(tmp_path, "task.json", content)
    with pytest.raises(ConfigError) as raised:
        load_tasks(path, sites=SITES)
    assert re.match(rf"{re.escape(str(path))}(\[\d+\])?: {rule}", str(raised.value)), raised.value


ONLY_VISUAL = {
    "lambda": changed(PLAIN, eval__program_html__0__locator="lambda:() => 1"),
    "EXACT": changed(PLAIN, eval__url_note="EXACT"),
    "one_of": changed(PLAIN, eval__reference_answers={"one_of": ["kayak"]}),
    "required_values": changed(PLAIN, eval__program_html__0__required_contents={"required_values": ["> 1"]}),
    "page_image_query": VISUAL,
}


@pytest.mark.parametrize("task", ONLY_VISUAL.values(), ids=ONLY_VISUAL.keys())
def test_a_dialect_is_found_or_given(tmp_path, task):
    """What WebArena does not know makes a file VisualWebArena's; given otherwise, it is refused."""
    path = written(tmp_path, "task.json", task)
    assert load_tasks(path, sites=SITES)[0].dialect == "visualwebarena"
    with pytest.raises(ConfigError, match=r"VisualWebArena's|is not a key of webarena"):
        load_tasks(path, sites=SITES, dialect="webarena")
    plain = written(tmp_path, "plain.json", PLAIN)
    assert load_tasks(plain, sites=SITES)[0].dialect == "webarena"
    assert load_tasks(plain, sites=SITES, dialect="visualwebarena")[0].dialect == "visualwebarena"


ODD = {
    "an old list of answers": changed(
        PLAIN,
        eval={
            "eval_types": ["string_match"],
            "reference_answers": ["a kayak"],
            "reference_url": "",
            "program_html": [{"url": "", "required_contents": []}],
        },
        reference_action_sequence={"action_set_tag": "playwright", "action_sequence": ["page.stop()"]},
    ),
    "no answers for a URL": changed(
        PLAIN, eval={"eval_types": ["url_match"], "reference_answers": [], "reference_url": "f/x", "url_note": "GOLD in PRED", "program_html": None}
    ),
    "strays": changed(PLAIN, reference_url="__NOWHERE__/x", string_note="", eval__annotation_note="x", comments="__NOWHERE__"),
    "one image": changed(VISUAL, image="here.jpg"),
    "images": changed(VISUAL, image=["here.jpg", "here.jpg"]),
    "no image": changed(VISUAL, image=[]),
    "a viewport without height": changed(VISUAL, viewport_size={"width": 400}),
    "no start": changed(PLAIN, start_url=None),
    "no words": changed(PLAIN, intent=""),
    "the last page": changed(PLAIN, eval__program_html__0__url="func:reddit_get_post_url('__last_url__')"),
    "an empty field": changed(PLAIN, eval__program_html__0__required_contents={"exact_match": ""}),
    "a query alone": changed(PLAIN, eval__reference_url="?sort=price"),
    "an exact number": changed(PLAIN, eval__reference_answers={"exact_match": 5}),
}  # fmt: skip


@pytest.mark.parametrize("task", ODD.values(), ids=ODD.keys())
def test_oddities_of_the_real_files_are_taken(tmp_path, task):
    (tmp_path / "here.jpg").write_bytes(Site.photo.read_bytes())
    (loaded,) = load_tasks(written(tmp_path, "7.json", task), sites=SITES)
    assert loaded.public.text == task["intent"]
    named = task.get("image") or []
    assert len(loaded.public.images) == (1 if isinstance(named, str) else len(named))


def test_placeholders_become_base_urls(tmp_path):
    """However the site is spelled; the slash between stands once."""
    task = changed(PLAIN, start_url="__SHOP__/start |AND| __REDDIT__/f/x", intent="Find __SHOP__/kayak")
    (loaded,) = load_tasks(written(tmp_path, "7.json", task), sites={"shop": "http://a.test/", **SITES})
    assert loaded.public.text == "Find http://127.0.0.1:7770/kayak"
    assert loaded.session.starts == ("http://127.0.0.1:7770/start", "http://127.0.0.1:9999/f/x")
    assert loaded.private.rules.reference_url == "http://127.0.0.1:7770/kayak"
    with pytest.raises(ConfigError, match=r"'127.0.0.1:1' is not a URL of 'SHOP'"):
        load_tasks(tmp_path, sites={"SHOP": "127.0.0.1:1"})


def test_a_folder_is_read_in_order_of_its_numbers(tmp_path):
    for number in (10, 9, 1):
        written(tmp_path, f"{number}.json", changed(PLAIN, task_id=number))
    written(tmp_path, "many.raw.json", [changed(PLAIN, task_id=number) for number in (4, 2)])
    written(tmp_path, "notes.txt", "nothing")
    assert [task.id for task in load_tasks(tmp_path, sites=SITES)] == ["1", "9", "10", "many.4", "many.2"]


def test_every_broken_file_of_a_folder_is_told_at_once(tmp_path):
    """Up to 40 problems, so that a whole wrong folder does not fill the screen."""
    written(tmp_path, "1.json", changed(PLAIN, intent=..., task_id="x"))
    written(tmp_path, "2.json", PLAIN)
    written(tmp_path, "3.json", [PLAIN, changed(PLAIN, start_url="wild"), PLAIN])
    with pytest.raises(ConfigError) as raised:
        load_tasks(tmp_path, sites=SITES)
    assert str(raised.value).splitlines() == [
        f"{tmp_path}/1.json: task_id: must be a whole number",
        f"{tmp_path}/1.json: intent: is required",
        f"{tmp_path}/3.json[1]: start_url: 'wild' is not a URL that can be opened; write it in full, as in http://shop.example/",
        f"{tmp_path}/3.json[2]: task_id: 7 is used twice in this file",
    ]
    written(tmp_path, "4.json", [changed(PLAIN, task_id=number, intent=...) for number in range(99)])
    with pytest.raises(ConfigError) as raised:
        load_tasks(tmp_path, sites=SITES)
    assert str(raised.value).splitlines()[-1] == "and 63 more"


def test_sites_that_were_not_given_are_told_once_each(tmp_path):
    """However many tasks of a folder need them."""
    tasks = [changed(PLAIN, task_id=number, start_url="__MAP__ |AND| __MAP__/x") for number in range(45)]
    written(tmp_path, "many.json", [*tasks, changed(PLAIN, task_id=45, intent="Go to __WIKI__")])
    written(tmp_path, "1.json", changed(PLAIN, start_url="wild"))
    with pytest.raises(ConfigError) as raised:
        load_tasks(tmp_path, sites=SITES)
    how = "give sites={{'{0}': 'http://…'}}, on the command line --site {0}=http://…"
    assert str(raised.value).splitlines() == [
        f"{tmp_path}/1.json: start_url: 'wild' is not a URL that can be opened; write it in full, as in http://shop.example/",
        f"{tmp_path}: __MAP__ has no base URL (45 tasks): {how.format('MAP')}",
        f"{tmp_path}: __WIKI__ has no base URL (1 task): {how.format('WIKI')}",
    ]


def test_a_site_that_no_task_mentions_is_a_mistake(tmp_path):
    """Those of the benchmarks may be given for any file, and helpers of one's own may ask for others."""
    path = written(tmp_path, "7.json", changed(PLAIN, comments="__MAP__"))
    sites = {"SHOP": "http://127.0.0.1:7770", "SHOPING": "http://127.0.0.1:7771", "CLASSIFIEDS": "http://127.0.0.1:1"}
    with pytest.raises(ConfigError) as raised:
        load_tasks(path, sites=sites)
    assert str(raised.value) == f"{path}: no task mentions the given site SHOPING; they mention MAP, SHOP"
    assert load_tasks(path, sites=sites, helpers={**HELPERS})


def test_a_raw_file_beside_what_was_made_of_it_is_not_loaded_twice(tmp_path):
    for name in ("many.raw.json", "many.json"):
        written(tmp_path, name, [PLAIN, changed(PLAIN, task_id=8)])
    with pytest.raises(ConfigError, match=r"^many.7: 2 names of tasks occur twice; load the files one by one$"):
        load_tasks(tmp_path, sites=SITES)


def test_a_path_without_tasks_is_named(tmp_path):
    for path, rule in ((tmp_path, "has no .json file"), (tmp_path / "no.json", "there is no such file or folder")):
        with pytest.raises(ConfigError, match=rule):
            load_tasks(path)


def test_helpers_of_ones_own_are_known(tmp_path):
    async def count_rows(surroundings, page, selector):
        return await page.locator(selector).count()

    task = changed(PLAIN, eval__program_html__0__locator="func:count_rows(__page__, 'tr')")
    path = written(tmp_path, "7.json", task)
    assert len(load_tasks(path, sites=SITES, helpers={**HELPERS, "count_rows": count_rows})) == 1
