"""Values for a task of Robot Framework that are named like an argument of its keyword."""

import pytest

from actwright.runners.robot_library import ActwrightLibrary


class Recorder:
    message = "done"

    def run(self, task, **given):
        self.given = {"task": task, **given}
        return self

    def check(self, statement, **given):
        self.given = {"statement": statement, **given}


@pytest.fixture
def library(monkeypatch):
    recorder = Recorder()
    monkeypatch.setattr(ActwrightLibrary, "_of_test", lambda _: recorder)
    return ActwrightLibrary(), recorder


def test_a_dictionary_has_the_values_that_are_named_like_an_argument(library):
    keywords, recorder = library
    keywords.actwright_run(
        "Save {{url}} for {{name}}",
        url="http://shop.test/",
        data={"url": "http://x.test/", "check": "yes", "data": "1"},
        name="Ada",
    )
    assert recorder.given["url"] == "http://shop.test/"
    assert recorder.given["data"] == {"url": "http://x.test/", "check": "yes", "data": "1", "name": "Ada"}
    keywords.actwright_check("{{url}} is listed", data={"url": "http://x.test/"})
    assert recorder.given == {"statement": "{{url}} is listed", "url": None, "data": {"url": "http://x.test/"}}
