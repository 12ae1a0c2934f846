"""Helpers for the forum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from urllib.parse import urlparse

from playwright.async_api import Page

from actwright.webarena.in_page import run_or

__all__ = [
    "reddit_get_latest_comment_content_by_username",
    "reddit_get_parent_comment_username_of_latest_comment_by_username",
    "reddit_get_post_url",
]

COMMENTS = """() => Array.from(document.querySelectorAll("#main, #main .comment"), (each) => ({
  level: each.id === "main" ? 0 : Number(each.dataset.level),
  by: each.querySelector(".fg-inherit").innerText,
  text: each.querySelector(".comment__content").innerText,
  at: Date.parse(each.querySelector(".comment__main header time").dateTime),
}))"""
"""Returns the post and its comments in page order. For the post, the selectors find its own author, but the text and
the time of its first comment: the benchmark's tasks were made with that."""

POST_PARTS = 4
"""The number of parts of a post's path, split at its slashes: an empty one, `f`, the forum, the post's number."""


async def reddit_get_post_url(url: str) -> str:
    """Returns the URL of a post, given its URL or that of one of its comments; any other URL as it is."""
    split = urlparse(url)
    parts = split.path.split("/")
    if len(parts) < POST_PARTS or parts[1] != "f":
        return url
    return f"{split.scheme}://{split.netloc}/f/{parts[2]}/{parts[3]}/"


async def reddit_get_latest_comment_content_by_username(page: Page, username: str) -> str:
    """Returns the text of a user's latest comment on a post; empty if there is none."""
    theirs = [comment for comment in await _comments(page) if comment.by == username]
    return max(theirs, key=attrgetter("at")).text if theirs else ""


async def reddit_get_parent_comment_username_of_latest_comment_by_username(page: Page, username: str) -> str:
    """Returns who wrote what a user's latest comment answers; empty if there is none.

    A comment of the user below another one of theirs does not count.
    """
    answers = [each for each in await _comments(page) if each.by == username and each.above]
    first = [each for each in answers if all(above.by != username for above in each.above[1:])]
    return max(first, key=attrgetter("at")).above[-1].by if first else ""


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment, or the post. `above` is what it answers, from the post down to its direct parent."""

    by: str
    text: str
    at: float
    above: tuple[_Comment, ...] = ()


async def _comments(page: Page) -> Sequence[_Comment]:
    comments: list[_Comment] = []
    line: tuple[_Comment, ...] = ()
    for each in await run_or((), page, COMMENTS):
        line = line[: each["level"]]
        comment = _Comment(each["by"], each["text"], float(each["at"]), line)
        comments.append(comment)
        line = (*line, comment)
    return comments
