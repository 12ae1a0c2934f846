"""Helpers for the forum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlparse

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run

__all__ = [
    "reddit_get_latest_comment_content_by_username",
    "reddit_get_parent_comment_username_of_latest_comment_by_username",
    "reddit_get_post_url",
]

TREE = """() => (function tree(node, level) {
  return {
    username: node.querySelector(".fg-inherit").outerText,
    content: node.querySelector(".comment__content").outerText,
    time: new Date(node.querySelector(".comment__main > header > h1 > span > time").dateTime).getTime(),
    children: [...node.querySelectorAll(".comment")]
      .filter((child) => parseInt(child.getAttribute("data-level")) === level + 1)
      .map((child) => tree(child, level + 1)),
  };
})(document.querySelector("#main"), 0)"""
"""The comments of a post. As upstream has it, the post itself is the root, with the words and time of its first comment."""

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
    theirs = [each for each in _all(await _tree(page)) if each["username"] == username]
    return str(max(theirs, key=_time)["content"]) if theirs else ""


async def reddit_get_parent_comment_username_of_latest_comment_by_username(page: Page, username: str) -> str:
    """Who wrote what a user's latest comment answers; empty if there is none. Below a comment of theirs none is sought."""
    answers = list(_answers(await _tree(page), username))
    return str(max(answers, key=lambda pair: _time(pair[1]))[0]["username"]) if answers else ""


Comment = Mapping[str, Any]


def _time(comment: Comment) -> float:
    return float(comment["time"])


def _all(tree: Comment | None) -> Iterator[Comment]:
    if tree is not None:
        yield tree
        for child in tree["children"]:
            yield from _all(child)


def _answers(tree: Comment | None, username: str) -> Iterator[tuple[Comment, Comment]]:
    """What was answered, and the answer."""
    for child in tree["children"] if tree else ():
        if child["username"] == username:
            yield tree or {}, child
        else:
            yield from _answers(child, username)


async def _tree(page: Page) -> Comment | None:
    try:
        return await run(page, TREE)
    except Error:
        return None
