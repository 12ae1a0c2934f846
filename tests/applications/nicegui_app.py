"""A page of NiceGUI, whose controls Quasar draws."""

import json
import os
from pathlib import Path

from nicegui import ui


@ui.page("/")
def page() -> None:
    """A form to book a room."""
    room = ui.select(["Oslo", "Rome", "Bonn"], label="Room")
    day = ui.input("Day")
    people = ui.slider(min=1, max=12, value=4).props("label-always")
    beamer = ui.switch("Beamer")
    kind = ui.radio(["Talk", "Workshop"], value="Talk").props("inline")
    time = ui.toggle(["Morning", "Evening"], value="Morning")
    extras = ui.select(["Coffee", "Lunch", "Water"], multiple=True, label="Extras").props("use-chips")

    def book() -> None:
        values = [each.value for each in (room, day, people, beamer, kind, time, extras)]
        Path("booking.json").write_text(json.dumps(values))
        ui.notify(f"{room.value} is booked")

    ui.button("Book", on_click=book)


ui.run(port=int(os.environ["PORT"]), host="127.0.0.1", show=False, reload=False, title="Rooms")
