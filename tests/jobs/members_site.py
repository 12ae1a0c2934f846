"""An order form for those who have logged in."""

from order_site import OrderSite, html_page

from actwright.testing.site.request_response import SiteResponse

LOGIN = (
    "<h1>Log in</h1><form method=post action=/login><label>User <input name=user></label>"
    "<label>Password <input name=password type=password></label><button>Log in</button></form>"
)


class MembersSite(OrderSite):
    """The order form, for who is logged in. `logins` are those who did, `session` is what lets them in."""

    def __init__(self):
        super().__init__()
        self.logins, self.session = [], "s1"

    def answer(self, request):
        if request.path == "/login" and request.method == "POST":
            given = dict(request.form.pairs)
            if given["password"] != "open-sesame-1":
                return html_page(f"{LOGIN}<p role=alert>The password is wrong.</p>")
            self.logins.append(given["user"])
            headers = (("Location", "/welcome"), ("Set-Cookie", f"session={self.session}; Path=/"))
            return SiteResponse(status=303, headers=headers)
        if request.session != self.session:
            return html_page(LOGIN)
        if request.path == "/welcome":
            return html_page("<h1>Welcome, ada</h1>")
        return super().answer(request)
