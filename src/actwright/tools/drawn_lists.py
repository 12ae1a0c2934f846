"""Choosing in the lists that pages draw themselves: open, choose, read back, and close what would cover the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import Error as PlaywrightError

from actwright.errors import ToolError
from actwright.folding import plain
from actwright.schemas.option_names import choosable, option_names, options_named
from actwright.schemas.page import Element, Option
from actwright.schemas.step import Receipt
from actwright.tools.base import Done
from actwright.tools.option_choice import among, no_such_option
from actwright.tools.polling import until
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import Target

OPEN_SECONDS = 1.5
"""How long a list may take to open, unless its page rests before."""
TYPED_SECONDS = 3.0
"""How long it may take to show what fits the text that was typed."""
SHOWN_SECONDS = 1.5
"""How long a control may take to show what was chosen."""
CLOSE_SECONDS = 0.5
PRESS_MS = 2000.0
MOST_BRANCHES = 40
"""Branches of a tree that are unfolded to find an option."""
MOST_SCREENS = 60
"""Screens of a long list that are looked through."""
LISTS = frozenset({"combobox", "listbox", "searchbox", "textbox", "tree"})
POPUPS = frozenset({"grid", "listbox", "tree"})
PICKERS = frozenset({"dialog", "grid"})
"""What a field that is typed into opens to pick from, such as a calendar."""
PRESSED = frozenset({"a", "area", "button", "summary"})
PRESSED_ROLES = frozenset({"button", "checkbox", "link", "menuitem", "option", "radio", "switch", "tab"})
SEPARATED = re.compile(r"\S\s*[,;]\s*\S")
"""What a list that takes several may have been given as one."""
CODE = re.compile(r"[A-Z]{2,3}")  # such as that of a state, which an option may have as its value
STEP = re.compile(r"\s*[>\u203a\u00bb\u2192/]\s*")


@dataclass(frozen=True, slots=True)
class _Choice:
    """An option of a drawn list. `forms` are the values that its markup has for it."""

    option: Option
    title: str
    selected: bool
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """What a control offers and shows.

    Attributes:
        choices: The options that can be seen.
        shown: The texts that it shows as chosen.
        forms: The values that its form has for them.
        several: Whether several options can be chosen.
        menu: Whether the list is a menu.
        typing: Whether the keyboard is in a text field of the control.
        in_dialog: Whether it is in a dialog, which Escape may close.
    """

    choices: tuple[_Choice, ...]
    shown: tuple[str, ...]
    forms: tuple[str, ...]
    several: bool
    menu: bool
    typing: bool
    in_dialog: bool

    @property
    def options(self) -> tuple[Option, ...]:
        return choosable([each.option for each in self.choices])

    def shows(self, choice: _Choice) -> bool:
        """Whether one of the texts is the option's."""
        return not {plain(choice.option.label), plain(choice.title)}.isdisjoint(map(plain, self.shown))


async def choose_in_list(surface: Surface, target: Target, values: Sequence[str]) -> Done:
    """Chooses options in the list of a control that is no native select.

    Raises:
        ToolError: It opens no list, no option or several fit, or the control does not show the choice.
    """
    drawn = _DrawnList(surface, target)
    await drawn.begin()
    chosen = [await drawn.choose(value) for value in values]
    if len(values) > 1:
        await drawn.remove_others(chosen)
    state = await drawn.read_back(chosen)
    if len(values) == 1:
        receipt = await _receipt(surface, target, values[0], chosen[0], state)
    else:
        options = [choice.option for choice in chosen]
        receipt = surface.fields.switched(target, await surface.fields.content(target), wanted=True, options=options)
    return Done(f'{target.title} has "{receipt.got}" selected', (receipt,))


async def choose_suggested(surface: Surface, target: Target, value: str) -> Done:
    """Chooses the option that a value names in the list that a field has opened for what was typed into it.

    Raises:
        ToolError: No option or several fit, or the field does not show the choice.
    """
    drawn = _DrawnList(surface, target)
    choice = await drawn.choose(value)
    receipt = await _receipt(surface, target, value, choice, await drawn.read_back([choice]))
    return Done(f'{receipt.field} holds "{receipt.got}", chosen from its list', (receipt,))


class _DrawnList:
    """The list of one control while options are chosen in it."""

    def __init__(self, surface: Surface, target: Target) -> None:
        self._surface = surface
        self._target = target
        self._inline = False
        self._before = _State((), (), (), several=False, menu=False, typing=False, in_dialog=False)
        self._labels: set[str] = set()
        self._has_typed = self._several = False
        self._path: list[str] = []

    async def begin(self) -> None:
        """Notes what can be seen before the list is open. Raises ToolError for a control that is pressed instead."""
        kind = await self._surface.view.ask(self._target, "before_choices")
        element = self._target.element
        if not _opens_list(element, kind["popup"]):
            instead = "fill it" if element.tag == "input" and not element.readonly else "click it"
            raise ToolError(f"{self._target.title} is not a select or dropdown: {instead} instead")
        if kind["cover"]:
            raise ToolError(f"{self._target.title} is covered by {kind['cover']}; deal with that first")
        self._before = await self.state()
        self._inline = bool(kind["open"]) and element.expanded is None and element.tag != "select"

    async def state(self) -> _State:
        state = _state(await self._surface.view.ask(self._target, "choices"))
        self._labels.update(plain(each.option.label) for each in state.choices)
        self._several |= state.several
        return state

    async def choose(self, value: str) -> _Choice:
        """Opens the list if it is closed, and clicks the option that a value names, unless it is chosen already."""
        text = self._surface.fields.reveal(value, self._target)
        state = await self._opened()
        state = await self._with(state, value, text)
        steps = STEP.split(text.strip())
        if not _named(text, state) and len(steps) > 1:
            self._path = [plain(step) for step in steps]
            for step in steps[:-1]:
                await self._press(self._found(state, step, step))
                state = await self._until_named(steps[-1 if step == steps[-2] else steps.index(step) + 1])
            text = steps[-1]
        try:
            choice = self._found(state, value, text)
        except ToolError:
            await self._close()
            raise
        if not self._was_chosen(choice):
            await self._press(choice)
        return choice

    def _was_chosen(self, choice: _Choice) -> bool:
        """Whether an option was chosen from the start; what was typed since shows, too, and may be marked."""
        return choice.selected and self._before.shows(choice)

    async def remove_others(self, chosen: Sequence[_Choice]) -> None:
        """Takes back what was chosen before, in a list that says that several can be chosen."""
        wanted = {each.option.label for each in chosen}
        state = await self._opened()
        while state.several:
            others = [each for each in state.choices if each.selected and each.option.label not in wanted]
            if not others:
                return
            await self._press(others[0])
            now = await self.state()
            if now.choices == state.choices:
                return
            state = now

    async def read_back(self, chosen: Sequence[_Choice]) -> _State:
        """Closes the list, and returns what the control then shows.

        Raises:
            ToolError: It does not show what was chosen.
        """

        def taken(state: _State) -> bool:
            return all(state.shows(each) or self._was_chosen(each) or self._is_marked(state, each) for each in chosen)

        with reading_back():
            done, state = await until(self.state, taken, seconds=SHOWN_SECONDS)
            if not done and not all(self._is_likely(state, each) for each in chosen):
                shown = ", ".join(f'"{text}"' for text in state.shown) or "nothing"
                names = ", ".join(f'"{each.option.label}"' for each in chosen)
                raise ToolError(f"{self._target.title} shows {shown} after choosing {names}", may_have_acted=True)
            stays = await self._close()
            after = await self.state()
        is_own_text = self._has_typed and self._several  # a list that takes texts offers what was typed, as one
        if (stays or is_own_text) and len(chosen) == 1 and SEPARATED.search(chosen[0].option.label):
            label = chosen[0].option.label
            message = f'{self._target.title} takes several, and took "{label}" as one: choose each with select_several'
            raise ToolError(message, may_have_acted=True)
        if done and all(state.shows(each) for each in chosen) and not all(after.shows(each) for each in chosen):
            raise ToolError(f"{self._target.title} lost the choice when its list was closed", may_have_acted=True)
        return after

    def _is_marked(self, state: _State, choice: _Choice) -> bool:
        """Whether a list that stays open marks the option as chosen."""
        marks = (self._inline or state.several) and state.choices
        return bool(marks) and any(each.selected for each in state.choices if each.option.label == choice.option.label)

    def _is_likely(self, state: _State, choice: _Choice) -> bool:
        """Whether the control shows now, and did not before, what stands for this option and for no other."""
        fresh = {plain(text) for text in state.shown} - {plain(text) for text in self._before.shown}
        if self._path and any(list(map(plain, STEP.split(text))) == self._path for text in fresh):
            return True
        fresh_forms = set(state.forms) - set(self._before.forms)
        label = plain(choice.option.label)
        return any(self._meant(text) == {label} for text in fresh) or not fresh_forms.isdisjoint(choice.forms)

    def _meant(self, text: str) -> set[str]:
        """The labels of the options that a text has as whole words; if it has none, those of which it is a part."""
        had = {label for label in self._labels if _has_words(text, label)}
        longest = {label for label in had if not any(label != other and _has_words(other, label) for other in had)}
        return longest or {label for label in self._labels if _has_words(label, text)}

    async def _opened(self) -> _State:
        state = await self.state()
        if state.choices:
            return state
        await self._press_control()
        return await self._until(lambda now: bool(now.choices), OPEN_SECONDS)

    async def _with(self, state: _State, value: str, text: str) -> _State:
        """The state once the list shows the option: types its text where it can be typed, else scrolls."""
        first = STEP.split(text.strip())[0]
        state = await self._unfolded(state, text)
        if _named(text, state) or _named(first, state):
            return state
        if state.menu or (await self._typed(state, value, text)):
            state = await self._until_named(text)
        if not state.choices:
            await self._give_up()
            own = "; for texts of your own, type each and press Enter" if self._target.element.tag == "input" else ""
            raise ToolError(f"{self._target.title} opened no list: click it, and look at what appears{own}")
        for _ in range(MOST_SCREENS):
            if _named(text, state):
                break
            if not (await self._surface.view.ask(self._target, "more_choices"))["moved"]:
                break
            await self._surface.view.ask(self._target, "rect", drawn=2)
            state = await self.state()
        if not _named(text, state) and not _named(first, state):
            await self._give_up()
            raise no_such_option(value, text, option_names(state.options, state.options), self._target)
        return state

    async def _typed(self, state: _State, value: str, text: str) -> bool:
        """Types a text into the field that filters the list; False if there is none, or the text may not be typed so."""
        element = self._target.element
        if element.tag == "input" and not element.readonly:
            await self._surface.fields.write(self._target, "")
            await self._surface.fields.type(self._target, value)
            return True
        if not state.typing or self._surface.fields.withholds(value):
            return False
        await self._surface.page.keyboard.type(text)
        self._has_typed = True
        return True

    async def _unfolded(self, state: _State, text: str) -> _State:
        """The state once a tree shows the option; other lists stay as they are."""
        for _ in range(MOST_BRANCHES):
            if _named(text, state):
                break
            if not (await self._surface.view.ask(self._target, "unfold_choice"))["more"]:
                break
            await self._surface.view.part(self._target, "option").click(timeout=PRESS_MS, no_wait_after=True)
            await self._surface.view.ask(self._target, "rect", drawn=2)
            state = await self.state()
        return state

    async def _give_up(self) -> None:
        """Takes back what was typed to filter the list, which would be left in the field, and closes the list."""
        element = self._target.element
        if element.tag == "input" and not element.readonly:
            await self._surface.fields.write(self._target, element.value or "")
        elif self._has_typed and (await self.state()).typing:
            for key in ("ControlOrMeta+A", "Backspace"):
                await self._surface.page.keyboard.press(key)
        await self._close()

    async def _until_named(self, text: str) -> _State:
        return await self._until(lambda now: bool(_named(text, now)), TYPED_SECONDS)

    async def _until(self, holds: Callable[[_State], bool], seconds: float) -> _State:
        async def over(since: float) -> bool:
            return await self._surface.is_idle(since=since)

        return (await until(self.state, holds, seconds=seconds, over=over))[1]

    def _found(self, state: _State, value: str, text: str) -> _Choice:
        if not (found := _named(text, state)):
            raise no_such_option(value, text, option_names(state.options, state.options), self._target)
        option = among(found, state.options, value, self._target)
        return next(each for each in state.choices if each.option is option)

    async def _press(self, choice: _Choice, *, reopens: bool = True) -> None:
        """Clicks an option, in a list opened anew if it was just closing after the choice before."""
        state = await self.state()
        alike = [at for at, each in enumerate(state.choices) if each.option == choice.option]
        if not alike:
            raise ToolError(f'the option "{choice.option.label}" is gone', may_have_acted=True)
        await self._surface.view.ask(self._target, "pick", alike[0])
        try:
            await self._surface.view.part(self._target, "option").click(timeout=PRESS_MS, no_wait_after=True)
        except PlaywrightError as error:
            if reopens and not (await self.state()).choices:
                await self._opened()
                return await self._press(choice, reopens=False)
            message = f'the option "{choice.option.label}" of {self._target.title} cannot be clicked'
            raise ToolError(message, may_have_acted=True) from error

    async def _press_control(self) -> None:
        """Clicks the control, or the part of its own widget that lies over it."""
        opener = self._surface.view.part(self._target, "opener")
        await opener.click(force=True, timeout=self._surface.timeout, no_wait_after=True)

    async def _close(self) -> bool:
        """Closes the list if it is still open, so that it covers nothing; returns whether it had stayed open."""
        if self._inline:
            return False

        def is_closed(state: _State) -> bool:
            return not state.choices

        closed, state = await until(self.state, is_closed, seconds=CLOSE_SECONDS)
        stays = not closed
        if not closed and not state.in_dialog:
            await self._surface.page.keyboard.press("Escape")
            closed, state = await until(self.state, is_closed, seconds=CLOSE_SECONDS)
        if not closed:
            await self._press_control()
            await until(self.state, is_closed, seconds=CLOSE_SECONDS)
        return stays


def _has_words(text: str, words: str) -> bool:
    return re.search(r"\w", words) is not None and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _named(text: str, state: _State) -> tuple[Option, ...]:
    coded = [each.option for each in state.choices if CODE.fullmatch(text) and text in each.forms]
    return options_named(text, state.options, has_values=False) or tuple(one for one in coded if one in state.options)


def _opens_list(element: Element, popup: str) -> bool:
    """Whether pressing a control only opens a list: what is pressed for an effect is not pressed to choose."""
    is_picker = popup in PICKERS and element.tag == "input" and not element.readonly
    if element.submits or element.href or is_picker:
        return False
    return element.role in LISTS or popup in POPUPS or not (element.tag in PRESSED or element.role in PRESSED_ROLES)


def _state(answer: dict[str, Any]) -> _State:
    return _State(
        choices=tuple(map(_choice, answer["options"])),
        shown=tuple(answer["shown"]),
        forms=tuple(answer["forms"]),
        several=answer["several"],
        menu=answer["menu"],
        typing=answer["typing"],
        in_dialog=answer["inDialog"],
    )


def _choice(raw: dict[str, Any]) -> _Choice:
    title = raw["title"] or raw["label"]
    option = Option(label=raw["label"], value=title, group=raw["group"], disabled=raw["disabled"])
    return _Choice(option, title, raw["selected"], tuple(raw["forms"]))


async def _receipt(surface: Surface, target: Target, written_as: str, choice: _Choice, state: _State) -> Receipt:
    """The receipt of a choice; what the form has for it counts as another form of the value."""
    content = await surface.fields.content(target)
    texts = (choice.option.label, *choice.forms, *state.forms)
    options = tuple(Option(label=text, value=text, selected=True) for text in dict.fromkeys(texts))
    receipt = await surface.fields.read_back(target, written_as, replace(content, options=options), match=True)
    withheld = receipt.wanted == written_as and "{{" in written_as
    return receipt.model_copy(update={"got": written_as if withheld else choice.option.label})
