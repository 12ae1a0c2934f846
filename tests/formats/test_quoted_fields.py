"""Every field and rule that the documents behind these formats quote, with the test that holds it.

The documents: the walkthrough of a browsing agent; the input of OpenAI's Responses API as stored conversations have it; the data flow
of a WebArena config; the request that is made of it; the context of a single-call proposer.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
WALK, STORED = "formats/test_walkthrough.py", "formats/test_stored_conversation.py"
CONFIG, CONTEXT = "formats/test_webarena_request.py", "formats/test_proposer_context.py"
PRIVATE, AGENT = "webarena/test_private_parts.py", "engine/policies/test_chain_of_thought.py"
MESSAGES = f"{WALK}::test_the_messages_of_the_walkthrough"
STORED_CLEAN = f"{STORED}::test_a_stored_conversation_becomes_what_may_be_sent"
REQUEST = f"{CONFIG}::test_the_request_of_the_first_step"
CANARIES = f"{PRIVATE}::test_no_private_field_is_in_the_bytes_of_any_request"
STEPS = f"{CONTEXT}::test_the_context_of_both_steps"

FIELDS = {
    "browsing agent": {
        "system: a reliable browsing assistant, use search_web + fetch_url": MESSAGES,
        "user: the prompt itself": MESSAGES,
        "NO direct API calls yet: the model decides": MESSAGES,
        "tools=TOOLS: search_web, fetch_url, render_url": MESSAGES,
        "content: null with tool_calls": MESSAGES,
        "tool_calls[].id call_123, function.name, function.arguments as a JSON string": MESSAGES,
        "search_web: query, count": MESSAGES,
        "results: title, url, snippet": "tools/test_web_tools.py::test_results_of_a_search",
        "Found 5 search results: - title, URL:": MESSAGES,
        "search needs no browser": MESSAGES,
        "role tool, tool_call_id, content": MESSAGES,
        "fetch_url: url": MESSAGES,
        "Fetched URL: and the page's text": MESSAGES,
        "extracted page text up to 20,000 characters": "tools/test_web_tools.py::test_a_long_page_is_cut_and_says_so",
        "pages are classified: product, empty listing, blocked": "web/test_classify.py::test_verdicts",
        "a page that is empty or blocked is rejected, and the model is told": "test_browsing.py::test_an_answer_with_its_sources",
        "no tool calls: the final answer": MESSAGES,
        "return {answer, sources, ...}": "test_browsing.py::test_an_answer_with_its_sources",
        "render_url if fetch failed": "tools/test_web_tools.py::test_a_page_without_text_suggests_rendering",
        "the browser only for pages that fetch_url fails on": "test_browsing.py::test_one_browser_starts_for_the_first_page_that_is_rendered",
        "URLs that were not fetched are removed: [URL removed - not verified]": f"{WALK}::test_a_url_that_was_not_read_is_taken_out",
        "optionally a verified URL of the same domain": "web/test_sanitize.py::test_another_page_of_the_host_takes_its_place_only_if_that_is_asked_for",
    },
    "input of the Responses API": {
        "input: messages, function calls, function call outputs": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "role: user or assistant": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "content: always an array, never a plain string": STORED_CLEAN,
        "input_text: text": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "output_text of the assistant": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "input_image: image_url, a data URL": STORED_CLEAN,
        "input_image: image_url, an https URL": f"{STORED}::test_pictures_and_documents_by_address_and_id",
        "filename is removed from pictures": STORED_CLEAN,
        "input_file: file_data in base64, filename": STORED_CLEAN,
        "function_call in an assistant's message, arguments as an object": STORED_CLEAN,
        "function_call: call_id, name, arguments as a JSON string": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "status: in_progress, completed, incomplete": f"{STORED}::test_the_status_of_a_call",
        "toolusedata is removed from calls": STORED_CLEAN,
        "function_call_output: call_id, the same as of the call": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "output: text": f"{STORED}::test_the_complete_example_is_sent_as_it_is",
        "output: an array of pictures": STORED_CLEAN,
        'output: an error, {"ok":"false","error":…} as JSON text': "engine/models/test_responses_input.py::test_an_error_of_a_tool",
        "previewurl is removed from messages": STORED_CLEAN,
        "outputs are sent as they are": STORED_CLEAN,
        "model, stream, max_output_tokens": "engine/models/test_responses_input.py::test_a_documented_conversation",
    },
    "data flow of a config": {
        "intent is sent": REQUEST,
        "URL of the current page": REQUEST,
        "accessibility tree": REQUEST,
        "HTML": "prompts/chain_of_thought/test_cot_observation.py::test_html",
        "screenshot": f"{AGENT}::test_the_messages_with_pictures",
        "screenshot alone": "prompts/chain_of_thought/test_cot_observation.py::test_a_picture_alone_has_the_numbers_in_it",
        "action history: the previous action, None at first": REQUEST,
        "system instructions": REQUEST,
        "few-shot examples": REQUEST,
        "input images": f"{AGENT}::test_pictures_of_the_task_are_shown_or_told_in_words_or_refused",
        "intent_template is not sent": CANARIES,
        "instantiation_dict is not sent": CANARIES,
        "eval: eval_types, reference_answers, reference_url, program_html, url_note are not sent": CANARIES,
        "reasoning_difficulty, visual_difficulty, overall_difficulty, comments are not sent": CANARIES,
        "task_id, intent_template_id are not sent": CANARIES,
        "sites, require_login, require_reset, geolocation are not sent": CANARIES,
        "storage_state opens the session": "webarena/test_sessions.py::test_a_storage_state_that_cannot_be_used_is_named",
    },
    "request of a config": {
        "role system: the intro": REQUEST,
        "role system, name example_user": REQUEST,
        "role system, name example_assistant": REQUEST,
        "role user: the current observation": REQUEST,
        "OBSERVATION, URL, OBJECTIVE, PREVIOUS ACTION": REQUEST,
        "placeholders objective, url, observation, previous_action": "prompts/chain_of_thought/test_instruction.py::test_places_are_filled_once_and_values_are_not_searched",
        "map_url_to_real": f"{AGENT}::test_addresses_are_shown_as_others_and_put_back",
        "intro, examples, template, meta_data of the instruction file": "prompts/chain_of_thought/test_instruction.py::test_those_that_come_with_the_package",
        "model": REQUEST,
        "temperature 1.0, top_p 0.9, max_tokens 384": REQUEST,
        "OPENAI_API_KEY": "test_settings.py::test_keys_have_the_providers_own_names_and_do_not_show",
        "OPENAI_BASE_URL": "test_settings.py::test_base_urls_have_the_providers_own_names",
        "retries with growing waits": "engine/models/test_retry.py::test_backoff_doubles_up_to_its_ceiling",
    },
    "context of the proposer": {
        "system prompt": STEPS,
        "Task": STEPS,
        "Step History: status, message, tool, reason, parameters, execution": STEPS,
        "no steps at first": STEPS,
        "Available Tools: name, description, parameters": STEPS,
        "navigate, click, fill, type": STEPS,
        "Current Page State with element IDs": STEPS,
        "screenshot with bounding boxes": STEPS,
        "{complete, message, actions}": STEPS,
        "action: reason, tool, parameters": STEPS,
        "complete=true with empty actions": STEPS,
        "1 call, 1 look, 1 picture per step": "engine/policies/test_single_call.py::test_it_asks_once_and_returns_the_proposal",
        "two calls: the proposer without the verdict, the verifier on a page fetched again": "engine/policies/test_two_call.py::test_two_acting_steps_take_four_calls_and_four_looks",
        "two calls: the verifier returns {complete, message}": "engine/policies/test_two_call.py::test_the_verifier_reads_the_page_after_the_actions_and_the_proposer_what_it_said",
    },
}


@cache
def named_in(path):
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("document", FIELDS)
def test_each_quoted_field_is_held_by_a_test(document):
    """That exists under its name."""
    for field, where in FIELDS[document].items():
        path, _, name = where.partition("::")
        assert name.startswith("test_"), field
        assert name in named_in(path), (field, where)
