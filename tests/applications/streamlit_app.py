"""A page of Streamlit: filters, a form, and a dialog that shows nothing once it is closed."""

import json
from pathlib import Path

import streamlit as st

PARTS = [("G-1", "York", 12), ("G-2", "York", 55), ("G-3", "Leeds", 41), ("G-4", "York", 44)]

st.title("Stock of gauges")
with st.sidebar:
    site = st.selectbox("Site", ["All", "York", "Leeds", "Hull"])
    least = st.slider("Least quantity", 0, 100, 0)
shown = [each for each in PARTS if site in ("All", each[1]) and each[2] >= least]
st.dataframe(shown)
st.write(f"{len(shown)} parts, {sum(each[2] for each in shown)} pieces")
with st.form("new"):
    name = st.text_input("Part number")
    quantity = st.number_input("Quantity", 0, 500, 1)
    where = st.radio("Store in", ["York", "Leeds", "Hull"], horizontal=True)
    tags = st.multiselect("Tags", ["fragile", "heavy", "spare"])
    day = st.date_input("Delivery day")
    checked = st.checkbox("Checked by a second person")
    if st.form_submit_button("Add part"):
        Path("parts.json").write_text(json.dumps([name, quantity, where, tags, str(day), checked]))
        st.success(f"Part {name} added")


@st.dialog("Remove a part")
def remove() -> None:
    """Asks which part, and why."""
    which = st.selectbox("Which part", [each[0] for each in PARTS])
    why = st.text_area("Reason")
    if st.button("Remove it"):
        Path("removed.json").write_text(json.dumps([which, why]))
        st.rerun()


if st.button("Remove a part"):
    remove()
