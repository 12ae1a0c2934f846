"""What providers' prompt caches keep, by their documented rules."""

from actwright.schemas.exchange import ImageBlock, Message, Request, TextBlock, ToolDefinition, ToolResult
from actwright.schemas.page import Image
from actwright.schemas.usage import Usage
from actwright.testing.prompt_caches import CommonPrefixes, MarkedPrefixes, Piece, input_usage, pieces

SYSTEM, TASK = "s" * 1_000, "t" * 500


def spent(cache, *texts):
    """Fresh, read and written tokens, one for each character; `*` marks the end of what is to be kept."""
    request = [Piece(text.rstrip("*"), len(text.rstrip("*")), marked=text.endswith("*")) for text in texts]
    usage = input_usage(request, cache, count=len)
    return usage.fresh, usage.cache_read, usage.cache_write


def test_marked_prefixes_are_kept_from_1024_tokens_on():
    cache = MarkedPrefixes()
    assert spent(cache, f"{SYSTEM}*") == (1_000, 0, 0)
    assert spent(cache, f"{SYSTEM}*", f"{TASK}*", "page 1") == (6, 0, 1_500)
    assert spent(cache, f"{SYSTEM}*", f"{TASK}*", "step 1*", "page 2") == (6, 1_500, 6)
    assert spent(cache, f"{SYSTEM}*", "other*", "page 2") == (1_011, 0, 0)


def test_a_prefix_is_found_20_blocks_before_a_mark_and_no_further():
    for between, read in ((19, 1_500), (20, 0)):
        cache = MarkedPrefixes()
        spent(cache, f"{SYSTEM}{TASK}*")
        assert spent(cache, f"{SYSTEM}{TASK}", *["x"] * between, "end*")[1] == read


def test_common_prefixes_count_in_steps_of_128():
    cache = CommonPrefixes()
    assert spent(cache, SYSTEM, TASK, "page 1") == (1_506, 0, 0)
    assert spent(cache, SYSTEM, TASK, "page 2") == (98, 1_408, 0)
    assert spent(cache, SYSTEM, "page 1") == (1_006, 0, 0)


def test_everything_that_a_request_holds_is_a_piece():
    image = ImageBlock(image=Image(data=b"picture", media_type="image/png", width=280, height=280))
    result = ToolResult(call_id="1", blocks=(TextBlock(text="done", cache=True), image))
    request = Request(
        system=(TextBlock(text="system"),),
        messages=(Message(role="user", blocks=(result,)),),
        tools=(ToolDefinition(name="click", description="", parameters={}),),
        answer_schema={"type": "object"},
    )
    found = pieces(request, model="claude-opus-4-5", count=len)
    assert [piece.text for piece in found[:-1]] == ['{"type":"object"}', found[1].text, "system", "done"]
    assert "click" in found[1].text
    assert [(piece.marked, piece.picture) for piece in found[2:]] == [(False, False), (True, False), (False, True)]
    written = sum(len(piece.text) for piece in found[:-1])
    assert input_usage(found, count=len) == Usage(fresh=written + 100, image=100)
