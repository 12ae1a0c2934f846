"""Helpers for the forum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from urllib.parse import urlparse

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run

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
"""The post and its comments, as the page has them one after the other. What is asked of the post finds its own author, and the words
and the time of its first comment: the benchmark's tasks were made with that."""

POST_PARTS = 4
"""Of the path of a post, split at its slashes: nothing, `f`, the forum, the post's number."""


async def reddit_get_post_url(url: str) -> str:
    """The URL of the post that a URL of it or of its comments belongs to; any other URL as it is."""
    split = urlparse(url)
    parts = split.path.split("/")
    if len(parts) < POST_PARTS or parts[1] != "f":
        return url
    return f"{split.scheme}://{split.netloc}/f/{parts[2]}/{parts[3]}/"


async def reddit_get_latest_comment_content_by_username(page: Page, username: str) -> str:
    """The text of a user's latest comment on a post; empty if there is none."""
    theirs = [comment for comment in await _comments(page) if comment.by == username]
    return max(theirs, key=attrgetter("at")).text if theirs else ""


async def reddit_get_parent_comment_username_of_latest_comment_by_username(page: Page, username: str) -> str:
    """Who wrote what a user's latest comment answers; empty if there is none. Below a comment of theirs none is sought."""
    answers = [each for each in await _comments(page) if each.by == username and each.above]
    first = [each for each in answers if all(above.by != username for above in each.above[1:])]
    return max(first, key=attrgetter("at")).above[-1].by if first else ""


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment, or the post; `above` is what it answers, from the post down to what it answers directly."""

    by: str
    text: str
    at: float
    above: tuple[_Comment, ...] = ()


async def _comments(page: Page) -> Sequence[_Comment]:
    try:
        found = await run(page, COMMENTS)
    except Error:
        return ()
    comments: list[_Comment] = []
    line: tuple[_Comment, ...] = ()
    for each in found:
        line = line[: each["level"]]
        comment = _Comment(each["by"], each["text"], float(each["at"]), line)
        comments.append(comment)
        line = (*line, comment)
    return comments
