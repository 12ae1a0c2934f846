"""A form server that keeps what it received, outside of the programs that fill it in."""

import time

from actwright.testing.site.request_response import SiteResponse, text
from actwright.testing.site.site_server import LoopbackSite

FORM = """<!doctype html><title>Order</title><h1>Order</h1><form method=post action=/order>{fields}
<button>Send order</button></form>{script}"""
FIELD = '<p><label>{name} <input name="{name}" type={type}></label></p>'


class OrderSite(LoopbackSite):
    """An order form. `posts` is its log: every request that was not a GET, before it is answered.

    Attributes:
        fields: The labels of the form, with the types of their inputs.
        script: Put at the end of the page.
        lost: Keys whose orders are logged and never answered.
        refused: Keys whose orders are logged and answered by the form and an error.
        opened: Called as often as the form is asked for.
        seconds: How long an order takes to be answered.
        arriving: Called with each order as it arrives.
        instead: A page in place of the form.
    """

    def __init__(self, **fields):
        super().__init__()
        self.fields = fields or {"Id": "text", "Name": "text"}
        self.key = next(iter(self.fields))
        self.posts, self.lost, self.refused, self.script, self.seconds = [], set(), set(), "", 0.0
        self.opened = lambda: None
        self.arriving = lambda order: None
        self.instead = ""

    @property
    def keys(self):
        """The key of each order: the first field of the form."""
        return [post[self.key] for post in self.posts]

    def answer(self, request):
        if request.method == "POST":
            order = dict(request.form.pairs)
            self.arriving(order)
            self.posts.append(order)
            time.sleep(self.seconds)
            if order.get(self.key) in self.lost:
                raise ConnectionResetError
            if order.get(self.key) in self.refused:
                return html_page(f"<p role=alert>The name is invalid.</p>{self.form}")
            return html_page(f"<h1>Thank you</h1><p>Order {len(self.posts)} of {order.get(self.key)} was received.")
        if request.path == "/orders":
            wanted = request.asked("id")
            found = [key for key in self.keys if key == wanted]
            return html_page(
                f"<h1>Orders</h1><input value='{wanted}'>" + "".join(f"<p>Order of {key}" for key in found)
            )
        if request.path != "/":
            return text("Not found.", status=404)
        self.opened()
        return html_page(self.instead or self.form)

    @property
    def form(self):
        """The form, empty."""
        fields = "".join(FIELD.format(name=name, type=kind) for name, kind in self.fields.items())
        return FORM.format(fields=fields, script=self.script)


def html_page(body):
    return SiteResponse(headers=(("Content-Type", "text/html; charset=utf-8"),), body=body.encode())
