"""Rules found by machine, and proven."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from html import escape
from typing import Optional, Union

from . import _native
from ._inputs import TextOrPath, check_threads, text_of
from ._native import Error
from ._progress import progress as _progress
from ._tables import Table, native_table
from ._verify import Verdict, of_rules, verdict_html


@dataclass(frozen=True)
class Control:
    """A deliberate fault in the rules. Verifying finds it, so that it would find others."""

    #: Such as 'without "danger 3"'.
    change: str
    #: The wrong claims that it leads to; positions on the board.
    incorrect: int


@dataclass(frozen=True)
class Mined:
    """Rules that were found, and their proof. Only proven rules are ever returned."""

    #: The rule file.
    text: str
    #: 'list' or 'tree'.
    form: str
    #: Rules above the last claim, or trees; both sides to move together.
    rules: int
    #: Conditions of rules, or tests of trees.
    conditions: int
    #: Of the text without remarks.
    bytes: int
    #: An estimate of the time of one call of the compiled rules, in nanoseconds.
    nanoseconds: float
    #: The verdict on the text, over every legal position.
    verdict: Verdict
    #: None if nothing of the class is won or lost, so that no claim can be wrong.
    control: Optional[Control]

    @property
    def share(self) -> float:
        """The share of the draws that the rules spot, from 0 to 1."""
        return self.verdict.spotted / max(1, self.verdict.draws)

    def save(self, path: TextOrPath) -> None:
        """Writes the rule file."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8")

    def __str__(self) -> str:
        lines = [
            str(self.verdict),
            f"{self.form}: {self.rules:,} rules, {self.conditions:,} conditions, {self.bytes:,} bytes, "
            f"about {self.nanoseconds:.0f} ns a call (estimated)",
        ]
        if self.control is not None:
            lines.append(f"control: {self.control.change}: {self.control.incorrect:,} incorrect claims")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _html(self)


def mine(
    material: str,
    budget: Union[str, int] = "40rules",
    *,
    form: Optional[str] = None,
    claim: Optional[str] = None,
    vocabulary: Optional[TextOrPath] = None,
    places: bool = False,
    static: bool = False,
    max_conditions: int = 5,
    max_draws: Optional[int] = None,
    max_cost: Optional[int] = None,
    seed: int = 1,
    effort: float = 1.0,
    table: Optional[Table] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Mined:
    """Finds rules of a class, such as 'KRKN', that claim as many draws as a budget allows and no
    other position, and proves them over every legal position.

    `budget`: '40rules', '100conditions', '4000bytes', '500ns' (estimated nanoseconds a call) or
    'none'; a number counts rules. `form`: 'list', of havens and dangers, or 'tree'. `claim`: what
    is claimed instead of 'draw', always by a tree: 'win', 'not_won' and so on. `vocabulary`: a file
    of conditions, or its text, instead of `vocabulary(material)`; `places` adds files and ranks of
    men. `static`: no conditions that look ahead. `max_draws`, for each side to move, `max_conditions`,
    `max_cost` (values that a condition evaluates), `seed` and `effort` are those of
    `drawproof mine`: the same numbers give the same rules. `table`: the truth; generated if not given.

    Takes seconds to minutes; Ctrl-C ends it without a result. Raises `Error` if nothing fits.
    """
    check_threads(threads)
    native = native_table(table, _native.class_name(material))
    for name, number, most in (
        ("max_conditions", max_conditions, 16),
        ("max_draws", max_draws, 2**63),
        ("max_cost", max_cost, 2**63),
    ):
        if number is not None and not 1 <= number <= most:
            raise Error(f"{name}={number}: give a number from 1 to {most}")
    if not 0 <= seed < 2**64:
        raise Error(f"seed={seed}: give a number from 0 to {2**64 - 1}")
    if not 0 <= effort <= 1e6:
        raise Error(f"effort={effort}: give a number from 0 to 1000000")
    wished: dict[str, object] = {
        "budget": str(budget),
        "form": form,
        "claim": claim,
        "places": places,
        "is_static": static,
        "max_conditions": max_conditions,
        "max_draws": max_draws,
        "max_cost": max_cost,
        "seed": seed,
        "effort": effort,
    }
    words = None if vocabulary is None else text_of(vocabulary, "vocabulary", "vocabulary")
    wished["call"] = _call(material, wished, words and words[0])
    with _progress(progress) as shown:
        found = _native.mine(material, wished, words, native, threads, shown)
    rules, conditions, size, nanoseconds = found["sizes"]
    return Mined(
        text=found["text"],
        form=found["form"],
        rules=rules,
        conditions=conditions,
        bytes=size,
        nanoseconds=nanoseconds,
        verdict=of_rules(found["verdict"]),
        control=found["control"] and Control(*found["control"]),
    )


def vocabulary(material: str, places: bool = False) -> str:
    """The conditions that `mine` makes rules of, as the text of a vocabulary file."""
    return _native.vocabulary(material, places)


def _call(material: str, wished: dict[str, object], words: Optional[str]) -> str:
    """The call that finds the same rules again."""
    usual = {"places": False, "is_static": False, "max_conditions": 5, "seed": 1, "effort": 1.0}
    given = [f"{_native.class_name(material)!r}", f"{wished['budget']!r}"]
    for name, value in wished.items():
        if name != "budget" and value is not None and value != usual.get(name):
            given.append(f"{'static' if name == 'is_static' else name}={value!r}")
    if words is not None:
        given.append(f"vocabulary={words!r}")
    return f"drawproof.mine({', '.join(given)})"


def _html(mined: Mined) -> str:
    """Mined rules: their verdict, size and control, and the text folded away."""
    control = mined.control
    fault = f"control: {escape(control.change)}: {control.incorrect:,} incorrect claims<br>" if control else ""
    return (
        f"{verdict_html(mined.verdict)}<div>{escape(mined.form)}: {mined.rules:,} rules, "
        f"{mined.conditions:,} conditions, {mined.bytes:,} bytes, about {mined.nanoseconds:.0f} ns "
        f"a call (estimated)<br>{fault}<details><summary>the rules</summary>"
        f"<pre>{escape(mined.text)}</pre></details></div>"
    )
