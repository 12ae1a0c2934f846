"""Makes BrowserGym's observation as its environment does, in the environment of browsergym-core."""

import re
import time
from importlib.metadata import version

from lines import answers, failure, requests

answer = answers()

from browsergym.core.observation import (
    _post_extract,
    _pre_extract,
    extract_dom_extra_properties,
    extract_dom_snapshot,
    extract_focused_element_bid,
    extract_merged_axtree,
    extract_screenshot,
)
from browsergym.utils.obs import flatten_axtree_to_str, overlay_som
from playwright.sync_api import sync_playwright

ROLES = {
    *("button", "link", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "spinbutton", "slider"),
    *("option", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem"),
    *("DisclosureTriangle", "ColorWell", "Date", "DateTime", "InputTime"),
}
LINE = re.compile(r"^\t*\[(\w+)\] (\w+)(.*)$", re.MULTILINE)
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


class Attached:
    """A page that is found by the ID of its target."""

    def __init__(self, playwright, request):
        self.browser = playwright.chromium.connect_over_cdp(request["cdp"])
        self.page = next(page for page in self.browser.contexts[0].pages if self._target(page) == request["target"])
        self.page.set_viewport_size({"width": request["width"], "height": request["height"]})

    def _target(self, page):
        session = page.context.new_cdp_session(page)
        found = session.send("Target.getTargetInfo")["targetInfo"]["targetId"]
        session.detach()
        return found

    def _extract(self):
        _pre_extract(self.page, tags_to_mark="standard_html", lenient=True)
        dom = extract_dom_snapshot(self.page)
        tree = extract_merged_axtree(self.page)
        extract_focused_element_bid(self.page)
        properties = extract_dom_extra_properties(dom, scale_factor=1.0)
        _post_extract(self.page)
        return flatten_axtree_to_str(tree, extra_properties=properties, with_clickable=True), properties

    def tree(self):
        began = time.perf_counter()
        text, _ = self._extract()
        took = (time.perf_counter() - began) * 1000
        marks = {
            id: "" for id, role, rest in LINE.findall(text) if role in ROLES or "clickable" in QUOTED.sub("", rest)
        }
        return {"ms": took, "text": text, "marks": marks}

    def image(self):
        began = time.perf_counter()
        _, properties = self._extract()
        overlay_som(extract_screenshot(self.page), extra_properties=properties)
        return {"ms": (time.perf_counter() - began) * 1000}


def main():
    attached = None
    with sync_playwright() as playwright:
        for request in requests():
            try:
                if request["do"] == "version":
                    result = {"version": version("browsergym-core")}
                elif request["do"] == "attach":
                    attached = Attached(playwright, request)
                    result = {}
                elif request["do"] == "detach":
                    attached.browser.close()
                    result = {}
                else:
                    result = getattr(attached, request["do"])()
            except Exception as error:
                result = failure(error)
            answer(result)


main()
