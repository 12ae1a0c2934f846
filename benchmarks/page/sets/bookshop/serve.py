"""Serves the back office of a bookshop, on Django's admin.

`python serve.py FOLDER` prints its port and runs until stdin closes. The folder has the database, with the same records
on every machine.
"""

import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

FOLDER = Path(sys.argv[1])
DATABASE = FOLDER / "bookshop.sqlite3"
FIRST_DAY = datetime(2026, 1, 5, 9, 30)  # noqa: DTZ001 - the site has no time zones

settings.configure(
    DEBUG=False,
    SECRET_KEY="only-on-loopback",
    ALLOWED_HOSTS=["127.0.0.1", "localhost"],
    ROOT_URLCONF="shop.urls",
    USE_TZ=False,
    TIME_ZONE="UTC",
    STATIC_URL="/static/",
    MEDIA_ROOT=FOLDER / "media",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATABASE}},
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
        "django.contrib.messages", "django.contrib.staticfiles", "shop",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages",
        ]},
    }],
)  # fmt: skip
django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402 - needs the settings
from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from shop.models import GENRES, STATUSES, Author, Book, Line, Order  # noqa: E402

ORDERS = 300
NAMES = (
    "Ada Hopper",
    "Alan Liskov",
    "Barbara Knuth",
    "Donald Perlman",
    "Grace Turing",
    "Ken Lovelace",
    "Radia Ritchie",
)
SUBJECTS = ("Gardens", "Bridges", "Rivers", "Clocks", "Islands", "Trains", "Kitchens", "Stars")


def fill() -> None:
    """Makes a database with the same records every time."""
    DATABASE.unlink(missing_ok=True)
    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser("ada", "ada@example.org", "lovelace-1843")
    Group.objects.bulk_create(Group(name=name) for name in ("Sales", "Stock"))
    authors = Author.objects.bulk_create(
        Author(name=f"{NAMES[index % 7]} {'I' * (1 + index // 7)}", born=date(1900 + index, 1 + index % 12, 3))
        for index in range(28)
    )
    books = Book.objects.bulk_create(
        Book(
            title=f"{SUBJECTS[index % 8]} of the {index // 8 + 1}. kind",
            slug=f"book-{index}",
            author=authors[index % 28],
            genre=GENRES[index % 6][0],
            published=date(1980 + index % 40, 1 + index % 12, 10),
            price=8 + index % 30,
        )
        for index in range(60)
    )
    books[0].contributors.set(authors[3:6])
    orders = Order.objects.bulk_create(
        Order(
            number=f"B-{2000 + index}",
            customer=NAMES[index * 3 % 7],
            mail=f"customer{index}@example.org",
            status=STATUSES[index * 5 % 4][0],
            placed=FIRST_DAY + timedelta(hours=index * 7),
            express=index % 5 == 0,
        )
        for index in range(ORDERS)
    )
    Line.objects.bulk_create(
        Line(order=order, book=books[(order.pk + number * 11) % 60], quantity=1 + number)
        for order in orders
        for number in range(1 + order.pk % 3)
    )


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Silent(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Logs nothing."""


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    fill()
    with make_server("127.0.0.1", 0, StaticFilesHandler(WSGIHandler()), Server, Silent) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
