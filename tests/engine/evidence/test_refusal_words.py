import pytest

from actwright.engine.evidence.refusals import asks_for, refusal_in


@pytest.mark.parametrize(
    "said",
    [
        "The bank declined the payment.",
        "This address is already in use.",
        "You are on the waiting list (position 3).",
        "Please fill in all required fields.",
        "You do not have permission to rename this board.",
        "You have reached the limit of 5 members.",
        "Bitte füllen Sie alle Pflichtfelder aus.",
        "El usuario ya está registrado",
        "Sorry, your message could not be delivered",
        "Your changes weren't saved",
        "Something went wrong. Please try again.",
        "Die Zahlung wurde abgelehnt.",
        "Die Datei konnte leider nicht hochgeladen werden",
        "Votre carte a été refusée",
        "No se ha podido enviar el mensaje",
        "Il pagamento non è riuscito",
        "Não foi possível concluir o pedido",
        "Het opslaan is mislukt",
        "Opgeslagen als concept",
        "Concept",
        "保存に失敗しました",
        "Saved as a draft",
        "Der Beitrag ist ein Entwurf",
        "Please review your order",
        "What happened? Your card was declined",
        "저장하지 못했습니다",
        "エラーが発生しました。もう一度お試しください。",
        "Tallennus epäonnistui",
        "Απέτυχε η αποθήκευση",
        "1 row skipped",
        "Stored under Drafts",
        "Added to the outbox",
        "It is sent as soon as you are online.",
        "The record was changed by someone else in the meantime.",
        "Your version was not kept.",
        "Too many attempts, come back in an hour",
        "Press Enter to send",
        "Message sent without b.zip",
        "Det gick inte att spara ändringarna.",
        "Noe gikk galt",
        "Prøv igen senere",
        "Wystąpił błąd",
        "Изменения не сохранены",
        "Nie można zapisać zmian",
        "İşlem başar\u0131s\u0131z oldu",
        "فشل حفظ التغييرات",
        "לא ניתן לשמור",
        "保存できません",
        "无法保存",
        "Step 1 of 3",
        "Schritt 2 von 4: Adresse",
        "Messages are not accepted at weekends.",
        "Payments are not possible at the moment.",
        "Your passwords are not saved.",
        "Mehr als zwei Zeilen wurden abgelehnt.",
        "The uploads are blocked.",
        "Are you sure that you want to delete the selected orders?",
        "Möchten Sie die Bestellung wirklich stornieren?",
    ],
)
def test_words_of_refusal_are_found(said):
    assert refusal_in(["Thank you", said], "Send the message to Ada")


@pytest.mark.parametrize(
    "said",
    [
        "Nobody was left out.",
        "3 of 3 rows imported",
        "Breakfast is not available on Sundays",
        "We sent you a link. Please click it to confirm your subscription.",
        "3 rows imported, 0 skipped",
        "登録しました。エラーが出た場合は、もう一度お試しください。",
        "已保存。如果出错请联系我们。",
        "No rows failed",
        "Keine Zeile wurde abgelehnt",
        "Your order was placed. If the payment failed, we will write to you",
        "Wenn die Zahlung fehlgeschlagen ist, melden wir uns",
        "Page 1 of 3",
        "Results 1 to 20 of 134",
        "Order 17 saved",
        "Problems? Call us",
        "This cannot be undone",
        "1 of 3 selected",
        "You have not saved anything",
        "Payment failed? Call us. Something went wrong? Try again or write to us.",
        "Rate and review your purchase",
        "The concept of boundaries",
        "Raw passwords are not stored, so there is no way to see the password of a user.",
        "Spaces are not allowed in file names.",
        "Refunds are not possible after 30 days.",
        "Late applications are declined without an answer.",
        "Applications that are missing documents will be rejected.",
        "Backup codes help if your phone is unavailable.",
        "You have 2 failed login attempts since your last visit.",
    ],
)
def test_what_only_looks_like_a_refusal_is_none(said):
    assert refusal_in([said], "Send the message to Ada") == ""


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("A wrong password shows an error", "Login failed. Please try again."),
        ("Check that an expired card is declined", "Your card was declined"),
        ("Block the user Mallory", "Mallory is blocked, access denied"),
        ("Check that a guest may not publish", "You could not publish it"),
        ("Save the article as a draft", "Draft saved"),
        ("Put Ada on the waiting list", "You are on the waiting list"),
        ("Speichere den Beitrag als Entwurf", "Saved as a draft"),
        ("Go to step 2 of the form", "Step 2 of 4"),
        ("Turn down the request of Mallory", "The request was declined"),
        ("Lehne den Antrag von Mallory ab", "Der Antrag wurde abgelehnt"),
        ("Rechaza la solicitud", "La solicitud ha sido rechazada"),
        ("Mark the invoice as unpaid", "It is still open and not yet paid"),
        ("Schedule the post for Monday", "It is not yet published"),
    ],
)
def test_what_the_task_asks_for_is_no_refusal(task, said):
    assert refusal_in([said], "Do it")
    assert (task == "Go to step 2 of the form") or refusal_in([said], task) == ""


def test_a_task_asks_for_one_kind_and_not_for_the_others():
    assert asks_for("half", "Save it as a draft")
    assert not asks_for("refused", "Save it as a draft")
    assert refusal_in(["The draft was rejected"], "Save it as a draft") == "The draft was rejected"


def test_what_the_run_entered_is_no_refusal_where_the_page_repeats_it():
    own = ["The sync could not start"]
    assert refusal_in(["The sync could not start"], "Report it", own=own) == ""
    assert refusal_in(["The sync could not start: declined"], "Report it", own=own)


@pytest.mark.parametrize(
    "said",
    [
        "Guests could not find the entrance. We put up signs.",
        "Guests could not find the entrance.",
        "Summary: Guests could not find the entrance",
        "could not find the entrance",
    ],
)
def test_sentences_of_a_long_text_are_no_refusals_either(said):
    """A page may show a part of it, or label it."""
    own = ["We put up signs. Guests could not find the entrance. It rained."]
    assert refusal_in([said], "Report it", own=own) == ""
    assert refusal_in(["could not save"], "Report it", own=own) == "could not save"


def test_a_counter_of_the_page_is_no_answer():
    assert refusal_in(["1 of 3 tasks completed"], "Do it", before=["0 of 3 tasks completed"]) == ""
    assert refusal_in(["1 of 3 tasks completed"], "Do it", before=["3 tasks"])


@pytest.mark.parametrize(
    ("said", "task", "refused"),
    [
        ("Order 17 was not shipped", "Ship order 17", True),
        ("Order 17 hasn't been archived yet", "Archive order 17", True),
        ("Rechnung 3 noch nicht bezahlt", "Bezahle Rechnung 3", True),
        ("Order 17 shipped", "Ship order 17", False),
        ("We do not ship on Sundays", "Ship order 17", False),
        ("Order 17 was not shipped", "Check that order 17 is not shipped", False),
    ],
)
def test_what_a_page_denies_is_what_the_task_asked_for(said, task, refused):
    assert bool(refusal_in([said], task)) is refused


@pytest.mark.parametrize(
    ("said", "task", "own", "found"),
    [
        ("2 of 3 rows imported", "Import the members", ["ada@x.org, bob@x.org and eve.x.org"], True),
        ("2 of 3 rows imported", "Import the 3 members", [], True),
        ("2 of 120 keys approved", "Approve the key", ["login.title"], False),
        ("Step 2 of 4: address", "Open an account", [], True),
        ("2026: not yet submitted", "Enter the income for 2025", [], False),
        ("2025: not yet submitted", "Enter the income for 2025", [], True),
    ],
)
def test_what_a_page_says_of_others(said, task, own, found):
    assert bool(refusal_in([said], task, own=own)) is found


@pytest.mark.parametrize("said", ["Your payment is pending.", "The transfer needs your confirmation"])
def test_what_is_still_to_come_is_no_refusal(said):
    assert refusal_in([said], "Pay the invoice") == ""


def test_what_a_task_removes_is_gone():
    said = ["Page is no longer available"]
    assert [bool(refusal_in(said, task)) for task in ("Remove the page", "Open the page")] == [False, True]


@pytest.mark.parametrize(
    ("task", "wanted", "unwanted"),
    [
        ("Delete note 7", "This note could not be found", "The note could not be deleted"),
        ("Delete the account", "No such user", "You are not allowed to delete it"),
        ("Disable Bo's account", "Bo is not allowed to log in", "Disabling accounts is not allowed"),
        ("Take the article off the web site", "This article is no longer available", "Your session has expired"),
        ("Unpublish the article", "The article is not published", "The article could not be unpublished"),
        ("Revoke the key", "The key is invalid", "Invalid password, try again"),
        ("Turn off e-mail notifications", "The e-mails are not sent any more", "Your changes were not saved"),
        ("Lock the document", "The document is locked", "No permission"),
        ("Log out", "Please sign in to continue", "Log out failed"),
        ("Cancel the order", "The order does not exist any more", "The order can no longer be cancelled"),
    ],
)
def test_a_task_that_takes_away_wants_it_to_be_gone(task, wanted, unwanted):
    assert refusal_in([wanted], task) == ""
    assert refusal_in([unwanted], task) == unwanted
    assert refusal_in([wanted], "Open it and save it")
