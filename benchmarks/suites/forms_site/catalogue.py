"""All questions that the application for a market stall may ask, by page."""

from __future__ import annotations

from datetime import date

from benchmarks.suites.forms_site.fields import Section, area, choice, day, email, listed, number, text, tick

__all__ = ["SECTIONS"]

NAMES = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Edith Clarke", "Niels Bohr", "Rosa Ponselle", "Mary Anning")
TOWNS = ("Whitby", "Falmouth", "Oban", "Tenby", "Southwold", "Whitstable")
STREETS = ("12 Harbour Street", "7 Mill Lane", "48 Castle Hill", "3 Orchard Close", "101 Station Road")
PHONE = r"\+?[\d ]{7,20}"
PHONES = ("01947 600123", "020 7946 0018", "+44 7700 900077", "01326 555021")
SPRING = date(2027, 3, 1)

SECTIONS: tuple[Section, ...] = (
    Section(
        "About you",
        "We use these details to write to you about your application.",
        (
            text("Full name", NAMES, help="As on your passport or driving licence."),
            email("Email address", help="We send the decision here."),
            text("Phone number", PHONES, pattern=PHONE),
            choice("You apply as", "Sole trader", "Partnership", "Company", "Charity"),
            tick("Send me news about the market", ticked=True),
            day("Date of birth", date(1950, 1, 1), 19_000),
        ),
    ),
    Section(
        "Your address",
        "Where post from us reaches you.",
        (
            text("Street and number", STREETS),
            text("Town", TOWNS),
            text("Postcode", ("YO21 3PU", "TR11 3QA", "PA34 4LR", "SA70 7LS"), pattern=r"[A-Z0-9 ]{5,8}"),
            choice("How long have you lived there", "Less than a year", "One to three years", "Longer"),
            tick("This is also my business address"),
            listed("County", "Argyll", "Cornwall", "Kent", "North Yorkshire", "Pembrokeshire", "Suffolk"),
        ),
    ),
    Section(
        "Your business",
        "What your customers know you by.",
        (
            text("Trading name", ("Analytical Bakery", "Tidewater Crafts", "The Cheese Compiler", "Fossil & Fern")),
            text(
                "Registration number",
                ("SC214436", "07496944", "OC301540"),
                help="From Companies House.",
                pattern=r"[A-Z0-9]{8}",
            ),
            number("Years in business", 0, 60),
            choice("Annual turnover", "Up to £20,000", "£20,000 to £85,000", "More than £85,000"),
            tick("Registered for VAT"),
            listed("Legal form", "Limited company", "LLP", "Unincorporated", "Community interest company"),
        ),
    ),
    Section(
        "Your stall",
        "Every pitch is three metres deep.",
        (
            number("Width in metres", 2, 12, help="Pitches start at two metres."),
            choice("Kind of stall", "Table", "Gazebo", "Trailer", "Food truck"),
            text("Colour of the canopy", ("Green", "Navy blue", "Striped red", "White")),
            tick("I bring my own table"),
            area(
                "Description of the stall",
                ("A wooden cart with a slate counter", "Two folding tables under a green gazebo"),
            ),
            listed("Preferred row", "Harbour side", "Church side", "Middle", "No preference"),
        ),
    ),
    Section(
        "What you sell",
        "We keep a balance of trades, and no two neighbours sell the same.",
        (
            choice("Main trade", "Food to eat now", "Groceries", "Crafts", "Plants", "Second-hand goods"),
            area(
                "Goods in detail",
                ("Sourdough bread and seeded rolls", "Hand-thrown mugs and bowls", "Ferns, succulents and herbs"),
            ),
            text("Price range", ("£2 to £15", "£5 to £60", "£1 to £8")),
            tick("Everything is made by me"),
            number("Number of different items", 1, 400),
            listed("Second trade", "None", "Drinks", "Flowers", "Prints", "Toys"),
        ),
    ),
    Section(
        "Market days",
        "The market is open on Saturdays and on the first Sunday of a month.",
        (
            choice("How often", "Every week", "Every other week", "Once a month"),
            number("Number of days this season", 1, 30),
            tick("Also on Sundays"),
            text("Days you cannot come", ("Easter weekend", "The first week of August", "None")),
            choice("Set-up time", "6:00", "6:30", "7:00"),
            day("First market day", SPRING, 120),
        ),
    ),
    Section(
        "Power and water",
        "Sockets are shared between neighbours.",
        (
            choice("Electricity", "None", "One socket", "Two sockets", "Three-phase"),
            number("Watts you need at most", 0, 9_000),
            tick("Needs running water"),
            tick("Uses gas bottles"),
            text("Largest appliance", ("Coffee machine", "Chest freezer", "Card reader", "Fryer")),
            listed("Cable length", "10 m", "15 m", "25 m"),
        ),
    ),
    Section(
        "Food safety",
        "If you sell no food, tell us so.",
        (
            choice("Hygiene rating", "3", "4", "5", "No food sold"),
            text("Registered with the council of", TOWNS),
            tick("Staff are trained in allergens"),
            number("Fridges on the stall", 0, 6),
            area(
                "How food is kept cold",
                ("In two fridges that are logged every hour", "Nothing on the stall needs cooling"),
            ),
            day("Date of last inspection", date(2025, 1, 1), 700),
        ),
    ),
    Section(
        "Insurance",
        "Every trader has public liability insurance.",
        (
            text("Insurer", ("Harbour Mutual", "Northern Traders", "Combined Market Cover")),
            text("Policy number", ("HM-2291-884", "NT 556 7781", "CMC/40/119")),
            choice("Cover", "£2 million", "£5 million", "£10 million"),
            tick("Employer's liability is included"),
            number("Excess in pounds", 0, 1_000),
            day("Valid until", date(2027, 9, 1), 500),
        ),
    ),
    Section(
        "Your vehicle",
        "Vehicles leave the square by 8:30.",
        (
            text("Number plate", ("AB12 CDE", "YR19 HKL", "WK70 ZZP"), pattern=r"[A-Z]{2}\d\d [A-Z]{3}"),
            choice("Kind of vehicle", "Car", "Van", "Van with trailer", "None"),
            number("Length in centimetres", 300, 1_200),
            tick("Needs parking all day"),
            text("Driver", NAMES),
            listed("Fuel", "Petrol", "Diesel", "Electric", "Hybrid"),
        ),
    ),
    Section(
        "People on the stall",
        "At least one adult is on the stall at all times.",
        (
            number("People at the same time", 1, 8),
            text("Second in charge", NAMES),
            text("Mobile of the second in charge", PHONES, pattern=PHONE),
            tick("Somebody under 16 helps"),
            choice("First aid", "Trained", "Not trained", "Trained by the first market day"),
            listed("Main language", "English", "Gaelic", "Polish", "Welsh"),
        ),
    ),
    Section(
        "Payment",
        "The fee is due a week before the first market day.",
        (
            choice("Pay the fee by", "Bank transfer", "Direct debit", "Card"),
            text("Name on the account", NAMES),
            text("Sort code", ("20-00-00", "40-47-84", "77-91-21"), help="As in 12-34-56.", pattern=r"\d\d-\d\d-\d\d"),
            email("Send invoices to"),
            tick("Pay for the whole season at once"),
            listed("Fee", "Standard", "Reduced", "Charity"),
        ),
    ),
    Section(
        "Emergency contact",
        "Somebody who is not on the stall with you.",
        (
            text("Name of the contact", NAMES),
            text("Phone of the contact", PHONES, pattern=PHONE),
            choice("Relationship", "Family", "Friend", "Business partner"),
            email("Email of the contact"),
            tick("May be called at night"),
            listed("Language of the contact", "English", "Gaelic", "Polish", "Welsh"),
        ),
    ),
    Section(
        "References",
        "One person who has seen you trade.",
        (
            text("Name of the referee", NAMES),
            email("Email of the referee"),
            text("Their position", ("Market manager", "Parish clerk", "Head of events")),
            number("Years you have known each other", 1, 40),
            choice("Market you traded at", "Borough", "Grainger", "Kirkgate", "Another"),
            listed("Best time to call", "Morning", "Afternoon", "Evening"),
        ),
    ),
    Section(
        "Waste and packaging",
        "The market has been free of plastic bags since 2019.",
        (
            choice("Bags you give away", "Paper", "Cloth", "None"),
            number("Sacks of waste a day", 0, 20),
            tick("I take my waste home"),
            area("How you reduce packaging", ("Customers bring their own jars", "Everything is wrapped in paper")),
            text("Supplier of packaging", ("Plainwrap", "Second Box", "Greenleaf Paper")),
            listed("Cups", "None", "Returnable", "Compostable"),
        ),
    ),
    Section(
        "Noise and music",
        "Neighbours above the square sleep until eight.",
        (
            choice("Music on the stall", "None", "Quiet", "Live"),
            tick("Runs a generator"),
            number("Loudness in decibels", 30, 85),
            text("Kind of music", ("Folk", "Jazz", "None at all")),
            area("What else makes noise", ("A coffee grinder, a few minutes an hour", "Nothing that we know of")),
            day("Sound test on", SPRING, 60),
        ),
    ),
    Section(
        "Access",
        "Tell us what you need to trade comfortably.",
        (
            choice("Step-free pitch", "Needed", "Helpful", "Not needed"),
            tick("An assistant comes with me"),
            text("Equipment we should know of", ("A folding ramp", "A hearing loop", "None of note")),
            area("Anything that helps you", ("A pitch near the taxi rank", "Large print on all notices")),
            number("Minutes of help with set-up", 0, 60),
            listed("Format of letters", "Print", "Large print", "Email", "Braille"),
        ),
    ),
    Section(
        "Storage",
        "Lock-ups under the town hall can be rented by the month.",
        (
            choice("Lock-up", "None", "Small", "Large"),
            number("Months of storage", 0, 12),
            text("What is stored", ("Tables and weights", "Empty crates", "A gazebo")),
            tick("Shares a lock-up with a neighbour"),
            tick("Needs a key at weekends"),
            day("Storage from", SPRING, 90),
        ),
    ),
    Section(
        "How we show you",
        "Every stall has an entry on our web site.",
        (
            text("Headline", ("Bread worth queueing for", "Mugs for every morning", "Green things that last")),
            area(
                "Text about you", ("We started at a kitchen table in 2014", "A family business in its third generation")
            ),
            text(
                "Web address",
                ("https://bakery.example", "https://tidewater.example", "https://fern.example"),
                pattern=r"https://\S+",
            ),
            tick("Show my photo", ticked=True),
            choice("Part of the map", "Food", "Makers", "Green", "Vintage"),
            listed("Badge", "None", "New", "Organic", "Award winner"),
        ),
    ),
    Section(
        "Declaration",
        "Read the rules of the market before you send the application.",
        (
            text("Signed by", NAMES),
            text("Signed in the role of", ("Owner", "Partner", "Director")),
            choice("You heard of us from", "A friend", "A newspaper", "Another trader", "The web"),
            tick("I am at least 18 years old"),
            tick("Share my entry with the tourist board", ticked=True),
            day("Signed on", date(2026, 11, 1), 90),
        ),
    ),
)
