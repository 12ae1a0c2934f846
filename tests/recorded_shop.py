"""A shop whose pages a test can change: a list of products, an order form, and a confirmation."""

from itertools import count

PRODUCTS = {"Canoe": 420, "Kayak": 320, "Paddle": 35}


def shop(products=PRODUCTS, buy="Buy", label="Your name", extra=""):
    """A list of products, an order form, and a confirmation with a number that each order has another of."""
    numbers = count(4711)
    rows = "".join(
        f"<tr><td>{name}<td>${price}<td><button onclick=\"location='/order/{name}'\">{buy}</button>"
        for name, price in products.items()
    )
    done = "<script>const n = '{}'</script><button onclick=\"document.body.innerHTML = '<h1>Order ' + n + ' confirmed</h1><p>Thank you, ' + document.querySelector('input').value + '</p>'\">Order</button>"
    pages = {"/": f"<title>Shop</title>{extra}<h1>Products</h1><table>{rows}</table>"}
    for name in products:
        pages[f"/order/{name}"] = lambda _, name=name: (
            f"<title>Order</title><h1>{name}</h1><label>{label} <input name=customer></label>{done.format(next(numbers))}"
        )
    return pages
