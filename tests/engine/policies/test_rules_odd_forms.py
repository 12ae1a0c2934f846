"""Forms with sloppy labels, in a real browser: what arrives, and what is refused."""

import json
from calendar import month_name

import pytest

from actwright.engine.agent import Agent
from actwright.engine.page.page_options import PageOptions

pytestmark = pytest.mark.slow

MONTHS = month_name[1:]
SENT = """
<script>
addEventListener("submit", (event) => {
  event.preventDefault();
  const sent = [...new FormData(event.target)].map(([name, value]) => [name, value.name ?? value]);
  document.body.innerHTML = "<h1>Thank you</h1>";
  window.sent = [...(window.sent || []), sent];
});
</script>
"""


async def submitted(page, html, task="Fill in the form and submit", data=None, secrets=None):
    """What a run sent, as one dict per submission, and its result."""
    await page.goto("about:blank")
    await page.set_content(SENT + html)
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run(task, page=page, data=data or {}, secrets=secrets or {})
    sent = await page.evaluate("window.sent || []")
    return [dict(one) for one in sent], result


GOOD = {
    "labels beside the inputs in a table, names in Hungarian notation": (
        """<form><table>
        <tr><td>Given Name</td><td><input name="txtFirstName" aria-label="Given Name"></td></tr>
        <tr><td>Surname</td><td><input name="txtSurname" aria-label="Surname"></td></tr>
        <tr><td>Tel.</td><td><input name="txtTel" aria-label="Tel."></td></tr>
        </table><button>OK</button></form>""",
        {"first_name": "Ada", "lastName": "Lovelace", "phone": "+44 20 7946 0000"},
        {"txtFirstName": "Ada", "txtSurname": "Lovelace", "txtTel": "+44 20 7946 0000"},
    ),
    "no labels at all, only names": (
        """<form><input name="user[email]"><input name="user[full_name]"><input name="user[zip_code]">
        <button>Go</button></form>""",
        {"email": "ada@example.org", "name": "Ada Lovelace", "postcode": "8001"},
        {"user[email]": "ada@example.org", "user[full_name]": "Ada Lovelace", "user[zip_code]": "8001"},
    ),
    "a label for two fields": (
        """<form><table><tr><td>ZIP / Town<td><input name="a"> <input name="b"></table>
        <label>Day <input name="d"></label><button>Go</button></form>""",
        {"ZIP": "8001", "Town": "Zurich", "Day": "Monday"},
        {"a": "8001", "b": "Zurich", "d": "Monday"},
    ),
    "a field that is enabled when another is left": (
        """<form><label>ZIP <input id="z" name="zip"></label><label>Town <input id="t" name="town" disabled></label>
        <button>Go</button></form><script>z.onblur = () => setTimeout(() => { t.disabled = !z.value }, 100)</script>""",
        {"ZIP": "8001", "Town": "Zurich"},
        {"zip": "8001", "town": "Zurich"},
    ),
    "a phone number for a field that takes ten characters": (
        """<form><label>Phone <input name="phone" maxlength="10"></label><button>Go</button></form>""",
        {"Phone": "(555) 123-4567"},
        {"phone": "5551234567"},
    ),
    "billing and shipping addresses with equal labels": (
        """<form><fieldset><legend>Billing address</legend><label>City <input name="b_city"></label></fieldset>
        <fieldset><legend>Shipping address</legend><label>City <input name="s_city"></label></fieldset>
        <button>Save</button></form>""",
        {"shipping_city": "Zurich", "billing_city": "London"},
        {"b_city": "London", "s_city": "Zurich"},
    ),
    "a password that is asked twice, and a newsletter form beside it": (
        """<form id="news"><label>Email <input name="news" type="email"></label><button>Subscribe</button></form>
        <form><label>E-Mail-Address* <input name="m" type="email"></label>
        <label>Password <input name="p1" type="password"></label>
        <label>Repeat password <input name="p2" type="password"></label>
        <button>Create account</button></form>""",
        {"email": "ada@example.org", "password": "lovelace-1843"},
        {"m": "ada@example.org", "p1": "lovelace-1843", "p2": "lovelace-1843"},
    ),
    "a phone number in three fields with names": (
        """<form><label>Name <input name="n"></label><fieldset><legend>Phone Number</legend>
        <input name="a" maxlength="3" aria-label="Area code">-<input name="b" maxlength="3" aria-label="Prefix">-
        <input name="c" maxlength="4" aria-label="Line number"></fieldset><button>Go</button></form>""",
        {"Name": "Ada", "Phone Number": "(212) 555-0147"},
        {"n": "Ada", "a": "212", "b": "555", "c": "0147"},
    ),
    "a phone number in three fields, each of which has a value": (
        """<form><fieldset><legend>Phone</legend>
        <input name="a" maxlength="3" aria-label="Area code">-<input name="b" maxlength="3" aria-label="Prefix">-
        <input name="c" maxlength="4" aria-label="Line number"></fieldset><button>Go</button></form>""",
        {"Area code": "212", "Prefix": "555", "Line number": "0147"},
        {"a": "212", "b": "555", "c": "0147"},
    ),
    "numbers with the units that the labels name": (
        """<form><label>Valid for (days) <select name="v"><option value="">-<option>30<option>90</select></label>
        <label>Tolerance (mm) <input type="number" step="0.001" name="t"></label>
        <label>Years of experience <input type="number" name="y"></label>
        <label>Rate (%) <input type="number" step="0.1" name="r"></label><button>Go</button></form>""",
        {"Valid for": "90 days", "Tolerance": "0.005 mm", "Years of experience": "7 years", "Rate": "1.5%"},
        {"v": "90", "t": "0.005", "y": "7", "r": "1.5"},
    ),
    "none of several boxes": (
        """<form><fieldset><legend>Equipment</legend><label><input type="checkbox" name="e" value="p"> Projector</label>
        <label><input type="checkbox" name="e" value="m" checked> Microphone</label></fieldset><label>Talk <input name="t"></label>
        <button>Go</button></form>""",
        {"Equipment": "None", "Talk": "Locks"},
        {"t": "Locks"},
    ),
    "options with notes, codes, ranges and dates": (
        """<form><label>Session <select name="s"><option>Session 1 (June 10 - 21)<option>Session 2 (June 24 - July 5)</select></label>
        <label>Course <select name="c"><option>CS-101: Algebra<option>CS-102: Logic</select></label>
        <label>Income <select name="i"><option>Below $50,000<option>$50,000 - $100,000<option>Over $100,000</select></label>
        <label>Day <select name="d"><option>October 1, 2024<option>October 2, 2024</select></label>
        <label>Training <select name="t"><option>Done<option>Not applicable</select></label><label>Until <input type=month name=m></label>
        <button>Go</button></form>""",
        {
            "Session": "Session 2",
            "Course": "Logic",
            "Income": "$50,000-$100,000",
            "Day": "2024/10/02",
            "Training": "N/A",
            "Until": "2026/05",
        },
        {
            "s": "Session 2 (June 24 - July 5)",
            "c": "CS-102: Logic",
            "i": "$50,000 - $100,000",
            "d": "October 2, 2024",
            "t": "Not applicable",
            "m": "2026-05",
        },
    ),
    "any text in a combobox that opens no list": (
        """<form><label>Name <input name="n"></label><label>City <input name="c" role=combobox aria-autocomplete=list></label>
        <button>Go</button></form>""",
        {"Name": "Ada", "City": "Graz"},
        {"n": "Ada", "c": "Graz"},
    ),
    "none for fields that do not take the word": (
        """<form><label>Pet <input name="p"></label><label>Age <input type=number name="a"></label>
        <label>Site <input type=url name="w"></label><label>Photo <input type=file name="f"></label>
        <label>Size <select name="s"><option value="">Choose<option>Small<option>Large</select></label><button>Go</button></form>""",
        {"Pet": "None", "Age": "N/A", "Site": "None", "Photo": "None", "Size": "none"},
        {"p": "None", "a": "", "w": "", "f": "", "s": ""},
    ),
    "minimum and maximum are told apart": (
        """<form><label>Price (min) <input name="lo"></label><label>Max. price <input name="hi"></label>
        <button>Search</button></form>""",
        {"max_price": "$90", "min_price": "$10"},
        {"lo": "10", "hi": "90"},
    ),
    "questions as labels": (
        """<form><label>What is your e-mail? <input name="a"></label>
        <label>How many guests are coming? <input name="b" type="number"></label>
        <label>When do you arrive? <input name="c" type="date"></label>
        <label>Anything else we should know (message) <textarea name="d"></textarea></label>
        <button>Request booking</button></form>""",
        {"email": "a@b.org", "guests": "3", "arrival": "2026-11-21", "message": "Late"},
        {"a": "a@b.org", "b": "3", "c": "2026-11-21", "d": "Late"},
    ),
    "typing errors in the labels": (
        """<form><label>Adress <input name="x"></label><label>Compnay name <input name="y"></label>
        <button>Submit</button></form>""",
        {"address": "1 Main St", "company_name": "Analytical"},
        {"x": "1 Main St", "y": "Analytical"},
    ),
    "options by hidden value, by case and by part": (
        """<form><label>Country <select name="c"><option value="">-</option><option value="GB">United Kingdom</option>
        <option value="CH">Switzerland</option></select></label>
        <fieldset><legend>Size</legend><label><input type="radio" name="s" value="1">Small (up to 20 cm)</label>
        <label><input type="radio" name="s" value="2">Large (over 20 cm)</label></fieldset>
        <label>Colour <select name="k"><option>RED</option><option>BLUE</option></select></label>
        <button>Save</button></form>""",
        {"country": "CH", "size": "large", "color": "blue"},
        {"c": "CH", "s": "2", "k": "BLUE"},
    ),
    "a date as the placeholder wants it": (
        """<form><label>Date of birth <input name="dob" placeholder="DD/MM/YYYY"></label><button>Next</button></form>""",
        {"birthday": "10 Dec 1815"},
        {"dob": "10/12/1815"},
    ),
    "switches, checkboxes of one name, and a value of false": (
        """<form><label><input type="checkbox" name="news" checked> Send me the newsletter</label>
        <label><input type="checkbox" name="tos"> I have read and agree to the Terms of Service</label>
        <button>Sign up</button></form>""",
        {"newsletter": False, "terms": True},
        {"tos": "on"},
    ),
    "the draft button beside the real one": (
        """<form><label>Title <input name="t"></label><button>Save draft</button><button type="button">Cancel</button>
        <button name="go" value="1">Publish</button></form>""",
        {"title": "Bike"},
        {"t": "Bike"},
    ),
    "a form in German": (
        """<form><label>Vorname <input name="v"></label><label>Straße und Hausnummer <input name="s"></label>
        <label>Land <select name="l"><option>Österreich</option><option>Schweiz</option></select></label>
        <button type="button">Abbrechen</button><button>Antrag absenden</button></form>""",
        {"Vorname": "Ada", "Straße und Hausnummer": "Hauptstr. 1", "Land": "Schweiz"},
        {"v": "Ada", "s": "Hauptstr. 1", "l": "Schweiz"},
    ),
    "a form in Japanese": (
        """<form><label>氏名 <input name="n"></label><label>電話番号 <input name="t"></label><button>送信</button></form>""",
        {"氏名": "山田", "電話番号": "03-1234-5678"},
        {"n": "山田", "t": "03-1234-5678"},
    ),
    "a label with a note of alternatives": (
        """<form><label>Party Name (Individual/Company) <input name="p"></label><button>Send</button></form>""",
        {"Party Name": "Ada Ltd"},
        {"p": "Ada Ltd"},
    ),
    "a button that is there once the fields are filled in": (
        """<form oninput="this.querySelector('p').innerHTML = '<button>Send</button>'"><label>Title <input name="t">
        </label><p></p></form>""",
        {"title": "Bike"},
        {"t": "Bike"},
    ),
    "sections in Italian with equal labels, a yes with an accent, and a honeypot": (
        """<form><h3>Dati dell&rsquo;alunno</h3><label>Nome <input name="n"></label><h3>Madre o tutrice</h3><label>Nome
        <input name="m"></label><h3>Padre o tutore</h3><label>Nome <input name="p"></label>
        <label><input type="checkbox" name="ok" required> Ho letto e accetto l&rsquo;informativa sulla privacy.</label>
        <div style="position:absolute;left:-9000px"><label>Email <input name="trap"></label></div>
        <button>Invia</button></form>""",
        {"Nome alunno": "Luca", "Nome madre": "Ada", "Consenso privacy": "sì"},
        {"n": "Luca", "m": "Ada", "p": "", "ok": "on", "trap": ""},
    ),
    "a sentence below the name of an option, fields that a choice shows, and a declaration": (
        """<form><fieldset><legend>Filing status</legend><label><input type="radio" name="st" value="s">Single</label>
        <label><input type="radio" name="st" value="j">Married filing jointly <span>You file one return.</span></label>
        </fieldset><fieldset><legend>Taxpayer</legend><label>Social Security number <input name="t"></label></fieldset>
        <fieldset id="sp" style="display:none"><legend>Spouse</legend><label>Social Security number <input name="u">
        </label></fieldset><label><input type="checkbox" name="d"> Under penalties of perjury, I declare that this is
        true.</label><button>Send</button></form><script>document.forms[0].onchange = () => {
        sp.style.display = document.forms[0].st.value === "j" ? "" : "none"; }</script>""",
        {
            "Filing status": "Married filing jointly",
            "Taxpayer SSN": "900-12-3456",
            "Spouse SSN": "900-65-4321",
            "Declaration": "yes",
        },
        {"st": "j", "t": "900-12-3456", "u": "900-65-4321", "d": "on"},
    ),
    "a hint between the question and its radio buttons, which show a field": (
        """<form><fieldset aria-describedby="hint"><legend>Do you have a permit?</legend><div id="hint">Select one.</div>
        <div><input type="radio" name="p" value="y" id="y"><label for="y">Yes</label></div><div id="no">
        <label for="nr">Permit number</label><input id="nr" name="nr"></div>
        <div><input type="radio" name="p" value="n" id="n"><label for="n">No</label></div></fieldset>
        <button>Send</button></form>""",
        {"Permit": "yes", "Permit number": "K-1"},
        {"p": "y", "nr": "K-1"},
    ),
    "checkboxes that the page draws, in a list with a name": (
        """<form><label>Name <input name="n"></label><div role="list" aria-label="Days you can help">
        <div role="listitem"><div role="checkbox" aria-checked="false" tabindex="0" aria-label="Monday">☐</div></div>
        <div role="listitem"><div role="checkbox" aria-checked="false" tabindex="0" aria-label="Friday">☐</div></div></div>
        <button>Send</button></form><script>document.querySelectorAll("[role=checkbox]").forEach((box) => {
        box.onclick = () => { box.setAttribute("aria-checked", "true"); document.forms[0].insertAdjacentHTML(
        "beforeend", `<input type="hidden" name="day" value="${box.getAttribute("aria-label")}">`); }; })</script>""",
        {"Name": "Ada", "Days": "Friday"},
        {"n": "Ada", "day": "Friday"},
    ),
    "camelCase data and dotted names": (
        """<form><label>Street &amp; no. <input name="addr.line1"></label><label>Town <input name="addr.town"></label>
        <button>Proceed</button></form>""",
        {"streetAddress": "1 Main St", "addressCity": "Oslo"},
        {"addr.line1": "1 Main St", "addr.town": "Oslo"},
    ),
}


@pytest.mark.parametrize("name", GOOD)
async def test_a_sloppy_form_receives_every_value_once(page, name):
    """Each value arrives in the field that is meant, and the form is sent exactly once."""
    html, data, expected = GOOD[name]

    sent, result = await submitted(page, html, data=data)

    assert (sent, result.complete) == ([expected], True), result.message


OF_OTHERS = {
    "columns that shorten compounds, and an e-mail address that is asked twice in another language": (
        """<form><label>Kundennummer <input name="a" required></label><label>Courriel * <input name="b" type="email">
        </label><label>Confirmez le courriel * <input name="c" type="email" required></label><button>OK</button></form>""",
        {"Kunden-Nr.": "4711", "E-Mail": "a@b.org"},
        {"a": "4711", "b": "a@b.org", "c": "a@b.org"},
    ),
    "equal labels under headings of which only one is in the name of a column": (
        """<form><h3>About the applicant</h3><label>Name <input name="a"></label><label>Job <input name="b"></label>
        <h3>About you</h3><label>Name <input name="c"></label><label>Job <input name="d"></label>
        <button>Go</button></form>""",
        {"Applicant name": "Ivy", "Applicant job": "Clerk", "Your name": "Max", "Your job": "Chef"},
        {"a": "Ivy", "b": "Clerk", "c": "Max", "d": "Chef"},
    ),
    "the same fields for a spouse, who has none": (
        """<form><h2>Steuerpflichtige Person</h2><label>Vorname <input name="a"></label>
        <h2>Ehegatte / Lebenspartner</h2><label>Vorname <input name="b"></label><button>Senden</button></form>""",
        {"Vorname": "Uwe"},
        {"a": "Uwe", "b": ""},
    ),
    "a day that is written as the field asks, although it can be read in two ways": (
        """<form><label>Start <input name="a" placeholder="DD/MM/YYYY"></label><button>Go</button></form>""",
        {"Start": "01/02/2027"},
        {"a": "01/02/2027"},
    ),
    "a grid of checkboxes of one name, rated options that repeat the question, and a code in named groups": (
        """<form><table><tr><td><th>Morning<th>Evening<th>Night</tr><tr><th>Monday<td><input type="checkbox" name="t"
        value="1"><td><input type="checkbox" name="t" value="2"><td><input type="checkbox" name="t" value="3"></tr>
        <tr><th>Friday<td><input type="checkbox" name="t" value="4"><td><input type="checkbox" name="t" value="5"><td>
        <input type="checkbox" name="t" value="6"></tr></table><table><tr><td>Care<td><input type="radio" name="r"
        value="g" aria-label="Care: Good"><td><input type="radio" name="r" value="b" aria-label="Care: Bad"></tr></table>
        <fieldset><legend>Sort code</legend><input name="x" maxlength="2" aria-label="First two digits">
        <input name="y" maxlength="2" aria-label="Next two digits"><input name="z" maxlength="2" aria-label="Last two
        digits"></fieldset><button>Go</button></form>""",
        {"Monday": "Evening", "Care": "Good", "Sort code": "20-00-01"},
        {"t": "2", "r": "g", "x": "20", "y": "00", "z": "01"},
    ),
    "time slots as buttons that stay pressed": (
        """<form><label>Name <input name="n"></label><div role="group" aria-labelledby="l"><span id="l">Time</span>
        <button type="button" aria-pressed="true">09:30</button><button type="button" aria-pressed="false">11:00</button>
        </div><input type="hidden" name="t"><button>Book</button></form><script>
        const slots = document.querySelectorAll("[aria-pressed]"), sent = document.querySelector("[name=t]");
        for (const one of slots) one.onclick = () => { sent.value = one.textContent;
        for (const each of slots) each.setAttribute("aria-pressed", String(each === one)); };</script>""",
        {"Name": "Ada", "Time": "11:00"},
        {"n": "Ada", "t": "11:00"},
    ),
    "cards with a title and a description, compounds, and a statement in German": (
        """<form><label>Bestimmungsland <input name="l"></label><fieldset><legend>Standort</legend>
        <label><input type="radio" name="s" value="1"><b>Köln</b><br><small>Domplatz 3, Aufzug</small></label>
        <label><input type="radio" name="s" value="2"><b>Bonn</b><br><small>Markt 12</small></label></fieldset>
        <label><input type="checkbox" name="b"> Ich bestätige, dass die Angaben richtig sind</label>
        <label>Abholung <input name="d" placeholder="TT.MM.JJJJ"></label><button>Senden</button></form>""",
        {"Land": "Norwegen", "Standort": "Bonn", "Bestätigung": "ja", "Datum": "02.01.2027"},
        {"l": "Norwegen", "s": "2", "b": "on", "d": "02.01.2027"},
    ),
    "an option of a drawn list that has a note, and changes the name of the list": (
        """<form><span id="l">Court</span><div role="combobox" tabindex="0" aria-labelledby="l v" aria-haspopup="listbox"
        aria-expanded="false" id="c"><span id="v">Any</span></div><input type="hidden" name="c" id="h">
        <button>Book</button></form><script>c.onclick = () => { c.ariaExpanded = "true"; const list =
        document.createElement("ul"); list.role = "listbox"; list.setAttribute("aria-labelledby", "l");
        for (const text of ["Court 1 (clay)", "Court 2 (hard)"]) { const one = document.createElement("li");
        one.role = "option"; one.textContent = text; one.onclick = () => { v.textContent = h.value = text;
        c.ariaExpanded = "false"; list.remove(); }; list.append(one); } document.body.append(list);
        document.onkeydown = (event) => { if (event.key === "Escape") { list.remove(); c.ariaExpanded = "false"; } };
        };</script>""",
        {"Court": "Court 2"},
        {"c": "Court 2 (hard)"},
    ),
    "a form in a dialog that the only button of the page opens": (
        """<h1>Parcels</h1><button type="button" onclick="d.showModal()">Faire une réclamation</button><dialog id="d">
        <form><label>Motif <input name="a"></label><button>Envoyer</button></form></dialog>""",
        {"Motif": "Retard"},
        {"a": "Retard"},
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", OF_OTHERS)
async def test_a_form_in_the_words_of_others_receives_every_value_once(page, name):
    """What columns are called, and how forms are built, by people who do not know of each other."""
    html, data, expected = OF_OTHERS[name]

    sent, result = await submitted(page, html, data=data)

    assert (sent, result.complete) == ([expected], True), result.message


REFUSED = {
    "an answer that is also the code of an option": (
        """<form><label>Country <select name="c"><option>SE - Sweden<option>NO - Norway</select></label><button>Go</button></form>""",
        {"Country": "No"},
        ['no option fits "No"'],
    ),
    "two fields of one name": (
        """<form><label>Phone <input name="a"></label><label>Phone <input name="b"></label><button>Go</button></form>""",
        {"phone": "1234567"},
        ['input-0 "Phone", input-1 "Phone"', "equally well"],
    ),
    "two values for one field": (
        """<form><label>Title <input name="t"></label><button>Go</button></form>""",
        {"title": "Bike", "headline": "Bike"},
        ["data 'headline' fits no field"],
    ),
    "one name for first and last": (
        """<form><label>First name <input name="a"></label><label>Last name <input name="b"></label><button>Go</button></form>""",
        {"name": "Ada Lovelace"},
        ["data 'name' fits no field", '"First name"'],
    ),
    "cities without a hint which": (
        """<form><fieldset><legend>Billing</legend><label>City <input name="a"></label></fieldset>
        <fieldset><legend>Shipping</legend><label>City <input name="b"></label></fieldset><button>Go</button></form>""",
        {"city": "Oslo"},
        ["equally well"],
    ),
    "a fraction for a field of whole numbers": (
        """<form><label>Income <input type="number" name="i"></label><button>Go</button></form>""",
        {"Income": "4100.75"},
        ['"Income"'],
    ),
    "none for a select that must have a value": (
        """<form><label>Size <select name="s" required><option value="">Choose<option>Small</select></label><button>Go</button></form>""",
        {"Size": "None"},
        ['no option fits "None"'],
    ),
    "words for a number": (
        """<form><label>Quantity <input type="number" name="q"></label><button>Go</button></form>""",
        {"quantity": "a few"},
        ["needs a number"],
    ),
    "an option that two fit": (
        """<form><label>City <select name="c"><option>Pune City</option><option>Pune Camp</option></select></label>
        <button>Go</button></form>""",
        {"city": "Pune"},
        ["several options fit", '"Pune City"'],
    ),
    "two buttons that may both be meant": (
        """<form><label>Title <input name="t"></label><button>Save</button><button>Publish</button></form>""",
        {"title": "Bike"},
        ["several buttons fit", '"Save"', '"Publish"'],
    ),
    "a required field that nothing is known of": (
        """<form><label>Title <input name="t"></label><label>ISBN <input name="i" required></label><button>Save</button></form>""",
        {"title": "Bike"},
        ['requires input-1 "ISBN"'],
    ),
    "a value without a place": (
        """<form><label>Title <input name="t"></label><button>Save</button></form>""",
        {"title": "Bike", "flavour": "mint"},
        ["data 'flavour' fits no field", 'input-0 "Title"'],
    ),
    "nothing has a place, and the button leads on": (
        """<form><label>Note <input name="t"></label><button>Next</button></form>""",
        {"flavour": "mint"},
        ["data 'flavour' fits no field", 'input-0 "Note"'],
    ),
    "a button that does something else": (
        """<form><label>E-mail <input name="t"></label><button>Delete account</button></form>""",
        {"email": "a@b.org"},
        ["nothing on the page submits the form"],
    ),
    "a field that only sounds alike": (
        """<form><label>Delivery date <input type="date" name="t"></label><button>Save</button></form>""",
        {"delivery": "Express"},
        ["needs a date"],
    ),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_what_is_not_clear_is_refused_with_the_candidates(page, name):
    """Nothing is sent, and the reason names what could have been meant."""
    html, data, reasons = REFUSED[name]

    sent, result = await submitted(page, html, data=data)

    assert (sent, result.status.value) == ([], "failed"), result.message
    assert [reason for reason in reasons if reason not in result.message] == [], result.message


@pytest.mark.parametrize(
    "task",
    [
        "Fill in the job application and send it",
        "Please apply for me, with what you know",
        "Fülle die Bewerbung aus und schicke sie ab",
        "Remplir la candidature",
        "求人に応募してください",
    ],
)
async def test_any_wording_of_a_task_will_do(page, task):
    """What it says is not taken apart: the data and the form say what to do."""
    html = """<h1>Job application</h1><form><label>Full name <input name="n"></label><button>Send</button></form>"""

    sent, result = await submitted(page, html, task, data={"Full name": "Ada Lovelace"})

    assert (sent, result.complete) == ([{"n": "Ada Lovelace"}], True), result.message


async def test_a_secret_goes_in_by_reference_alone(page):
    """The value of a secret is in no action, and arrives all the same."""
    html = """<form><label>User <input name="u"></label><label>Pass phrase <input type="password" name="p"></label>
    <button>Sign in</button></form>"""

    agent_page = html
    await page.route(
        "https://shop.example/", lambda route: route.fulfill(body=SENT + agent_page, content_type="text/html")
    )
    await page.goto("https://shop.example/")
    result = await Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never")).run(
        "Log in", page=page, data={"username": "ada"}, secrets={"password": "lovelace-1843"}
    )

    assert result.complete, result.message
    assert await page.evaluate("window.sent") == [[["u", "ada"], ["p", "lovelace-1843"]]]
    assert "lovelace-1843" not in json.dumps([step.proposal.model_dump(mode="json") for step in result.steps])


async def test_checkboxes_without_a_name_are_one_question_if_their_group_is_asked_for(page):
    html = """<form onsubmit="for (const box of document.querySelectorAll(':checked')) n.value += box.parentNode.textContent">
    <fieldset><legend>Interests</legend><label><input type=checkbox>Music</label><label><input type=checkbox>Art</label>
    <label><input type=checkbox checked>Chess</label></fieldset>
    <fieldset><legend>Mail</legend><label><input type=checkbox>Newsletter</label></fieldset>
    <input type=hidden name=all id=n><button>Send</button></form>"""
    sent, result = await submitted(page, html, data={"Interests": "Music, Art", "Newsletter": "yes"})
    assert (sent, result.complete) == ([{"all": "MusicArtNewsletter"}], True)


async def test_a_plain_button_that_sends_nothing_is_no_proof(page):
    html = """<form><label>Guest <input name=guest></label>
    <button type=button onclick="said.textContent = 'Added successfully'">Add</button></form><p id=said></p>"""
    sent, result = await submitted(page, html, data={"Guest": "Ada"})
    assert (sent, result.complete) == ([], False)


async def test_a_field_that_holds_something_else_is_not_entered(page):
    """The page says the time that it wants; the form is not sent with it."""
    html = """<form><label>Time <input name=time oninput="setTimeout(() => this.value = '09:00')"></label>
    <button>Send</button></form>"""
    sent, result = await submitted(page, html, data={"Time": "14:30"})
    assert (sent, result.complete) == ([], False)
    assert '"Time" did not take data' in result.message
    assert '"09:00"' in result.message
    assert '"14:30"' in result.message


PARTS = {
    "selects": "".join(
        f"<select name={name}><option value=''>{name}" + "".join(f"<option>{each}" for each in options) + "</select>"
        for name, options in {"day": range(1, 32), "month": MONTHS, "year": range(2030, 1990, -1)}.items()
    ),
    "fields": "<input name=day placeholder=DD><input name=month placeholder=MM><input name=year placeholder=YYYY>",
}


@pytest.mark.parametrize(("kind", "sent"), [("selects", ("17", "March", "2001")), ("fields", ("17", "03", "2001"))])
async def test_a_private_date_is_divided_among_its_controls_and_shown_nowhere(page, kind, sent):
    await page.goto("about:blank")
    await page.set_content(f"{SENT}<form><p>Birthday<br>{PARTS[kind]}</p><button>Send</button></form>")
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run("Fill in the form", page=page, private={"Birthday": "2001-03-17"})
    assert result.complete, result.message
    assert await page.evaluate("window.sent") == [[["day", sent[0]], ["month", sent[1]], ["year", sent[2]]]]
    receipts = [each for step in result.steps for one in step.outcomes for each in one.receipts]
    assert {(each.wanted, each.match) for each in receipts} == {("{{Birthday}}", True)}
    told = [one.detail for step in result.steps for one in step.outcomes] + [each.got for each in receipts]
    assert not any(text in said for text in ("17", "March", "03", "2001") for said in told)


async def test_a_private_code_is_divided_among_its_fields_and_shown_nowhere(page):
    html = "<form><p>IBAN " + "".join(f"<input name=i{number} maxlength=4>" for number in range(4))
    await page.set_content(SENT + html + "</p><button>Send</button></form>")
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run("Fill in the form", page=page, private={"IBAN": "AT61 1904 3002 3457"})
    assert result.complete, result.message
    assert await page.evaluate("window.sent") == [[["i0", "AT61"], ["i1", "1904"], ["i2", "3002"], ["i3", "3457"]]]
    assert "1904" not in json.dumps([step.model_dump(mode="json", exclude={"page"}) for step in result.steps])


async def test_a_private_date_that_is_not_offered_is_not_shown(page):
    await page.set_content(f"{SENT}<form><p>Birthday<br>{PARTS['selects']}</p><button>Send</button></form>")
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    result = await agent.run("Fill in the form", page=page, private={"Birthday": "1950-03-17"})
    assert not result.complete
    assert "offers no year of {{Birthday}}" in result.message


async def test_a_form_that_asks_one_thing_after_another_is_answered_to_the_end(page):
    """Each question has a button OK; a choice leads on by itself, and a question without a value is passed over."""
    questions = [
        '<input aria-label="What is your name?" name="name">',
        """<ul role="radiogroup" aria-label="Do you have a licence?"><li role="radio" aria-checked="false">Yes</li>
        <li role="radio" aria-checked="false">No</li></ul>""",
        '<input aria-label="What is your phone number?" name="phone">',
        '<input aria-label="In which town do you live?" name="town">',
    ]
    script = """<script>
    const questions = [...document.querySelectorAll("section")], answers = {};
    let at = -1;
    const go = () => {
      if (at >= 0) questions[at].querySelectorAll("input").forEach((one) => answers[one.name] = one.value);
      at += 1;
      questions.forEach((one, number) => one.hidden = number !== at);
      start.hidden = true;
      if (at === questions.length) { document.body.innerHTML = "<h1>Thank you</h1>"; window.sent = [Object.entries(answers)]; }
    };
    document.addEventListener("click", ({target}) => {
      if (target.closest("button")) go();
      if (target.role === "radio") {
        answers.licence = target.textContent;
        target.ariaChecked = "true";
        setTimeout(go, 300);
      }
    });
    </script>"""
    sections = "".join(
        f"<section hidden>{each}<button>{'OK' if each != questions[-1] else 'Send'}</button></section>"
        for each in questions
    )
    data = {"Name": "Ada", "Licence": "no", "Town": "Oslo"}

    sent, result = await submitted(page, f'<div id="start"><button>Begin</button></div>{sections}{script}', data=data)

    assert (sent, result.complete) == ([{"name": "Ada", "licence": "No", "phone": "", "town": "Oslo"}], True), (
        result.message
    )


async def test_a_form_that_asks_if_attention_is_required_is_no_captcha(page):
    html = """<form><label>Medical attention required? <input name=m></label><button>Go</button></form>"""
    sent, result = await submitted(page, html, data={"Medical attention required?": "No", "Witness": "Ada"})
    assert (sent, result.reason.value) == ([], "invalid_data"), result.message


async def test_drawn_controls_belong_to_the_form_around_them_and_a_switch_to_the_words_before_it(page):
    draw = 'role={} aria-checked=false tabindex=0 onclick="this.ariaChecked = String(this.ariaChecked != `true`)"'
    html = f"""<form onsubmit="all.value = [notes.textContent, agree.ariaChecked, mails.ariaChecked]">
    <p id=n>Notes</p><div id=notes role=textbox contenteditable aria-labelledby=n>&nbsp;</div>
    <div id=agree {draw.format("checkbox")}>I agree</div>
    <div style="display: flex"><span>E-mails</span><button type=button id=mails {draw.format("switch")}></button></div>
    <input type=hidden name=all id=all><button>Send</button></form><form><label>Search <input></label><button>Search</button></form>"""
    sent, result = await submitted(page, html, data={"Notes": "call me", "I agree": "yes", "E-mails": "yes"})
    assert (sent, result.complete) == ([{"all": "call me,true,true"}], True), result.message
