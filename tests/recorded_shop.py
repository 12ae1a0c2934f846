"""A shop whose pages a test can change: a list of products, an order form, and a confirmation."""

from itertools import count

PRODUCTS = {"Canoe": 420, "Kayak": 320, "Paddle": 35}


def shop(products=PRODUCTS, buy="Buy", label="Your name", extra="", order="Order", confirmed="confirmed", send=""):
    """A list of products, an order form, and a confirmation with a number that each order has another of.

    With `send`, a script, the form does that when it is sent, and stays as it is.
    """
    numbers = count(4711)
    rows = "".join(
        f"<tr><td>{name}<td>${price}<td><button onclick=\"location='/order/{name}'\">{buy}</button>"
        for name, price in products.items()
    )
    shown = f"document.body.innerHTML = '<h1>Order ' + n + ' {confirmed}</h1><p>Thank you, ' + document.querySelector('input').value + '</p>'"
    done = f"<script>const n = '%s'</script><button onclick=\"{send or shown}\">{order}</button>"
    pages = {"/": f"<title>Shop</title>{extra}<h1>Products</h1><table>{rows}</table>"}
    for name in products:
        pages[f"/order/{name}"] = lambda _, name=name: (
            f"<title>Order</title><h1>{name}</h1><label>{label} <input name=customer></label>{done % next(numbers)}"
        )
    return pages
