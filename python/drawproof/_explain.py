"""Single positions explained: what they are worth, which rule speaks and why."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import Any, Optional

from . import _native
from ._html import beside_board
from ._inputs import Position, TextOrPath, check_threads, fen_of, text_of
from ._progress import progress as _progress
from ._tables import Table, Value

_WDL = {"win": 1, "draw": 0, "loss": -1}


@dataclass(frozen=True)
class Fact:
    """A condition that is not made of others."""

    #: As it is written in the rule.
    text: str
    holds: bool
    #: What was found: a number, a square, a set of squares; None if it is true or false itself.
    found: Optional[str]


@dataclass(frozen=True)
class Condition:
    """One of the conditions that a rule joins."""

    #: As it is written in the rule.
    text: str
    holds: bool
    #: What settles it; the first twelve facts.
    facts: tuple[Fact, ...]
    fact_count: int


@dataclass(frozen=True)
class RuleTold:
    """A rule and what it makes of the position."""

    #: 'draw' or another claim, or 'silent'.
    kind: str
    name: str
    #: Its place among the rules of the file, from 1, and the line at which it begins.
    number: int
    line: int
    #: Why it is right, as its author says.
    reason: str = ""
    #: Whether it is about the side to move.
    is_for_side_to_move: bool = True
    #: The conditions that hold, of the rule that speaks; those that do not, of others.
    conditions: tuple[Condition, ...] = ()
    condition_count: int = 0

    @property
    def lacks(self) -> tuple[str, ...]:
        """The conditions that do not hold."""
        return tuple(of.text for of in self.conditions if not of.holds)


@dataclass(frozen=True)
class Explanation:
    """What `drawproof explain` says about a position."""

    fen: str
    material: str
    #: For the side to move, without the 50-move rule; distances in plies.
    value: Value
    #: Where it comes from.
    oracle: str
    #: Plies since the last capture or pawn move, and what the 50-move rule makes of it:
    #: 'changes_nothing', 'draws' or 'not_known'.
    half_move_clock: int
    fifty_move_rule: str
    #: What the rules claim: 'draw', another claim, or None.
    claim: Optional[str]
    #: 'spotted_draw', 'missed_draw', 'incorrect_draw', 'spotted_decisive', 'right_claim' or
    #: 'incorrect_claim'; None if no rules were asked.
    verdict: Optional[str]
    #: The rules, and how many there are.
    rules_from: Optional[str]
    rule_count: int
    #: The rule that speaks; None if none holds.
    rule: Optional[RuleTold]
    #: The rules before it that do not hold, those that lack least first, and how many there are.
    nearest: tuple[RuleTold, ...]
    not_holding: int
    #: Rules after it that hold as well.
    also_hold: tuple[RuleTold, ...]
    #: Why no rules were asked; None if some were.
    no_rules: Optional[str]
    #: Best play, in SAN.
    line: tuple[str, ...]
    #: Best play with variations, as a game in PGN.
    pgn: str
    _words: str = field(default="", repr=False)

    @property
    def is_incorrect(self) -> bool:
        """Whether the rules claim what is wrong."""
        return self.verdict in ("incorrect_draw", "incorrect_claim")

    def __str__(self) -> str:
        return self._words.rstrip("\n")

    def _repr_html_(self) -> str:
        return _html(self)


def explain(
    position: Position,
    rules: Optional[TextOrPath] = None,
    *,
    grade: Optional[str] = None,
    table: Optional[Table] = None,
    near: int = 3,
    depth: Optional[int] = None,
    width: Optional[int] = None,
    duals: Optional[int] = None,
    nesting: Optional[int] = None,
    max_moves: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Explanation:
    """Explains a position, a FEN or a `chess.Board`: its value, which rule speaks and why, what
    the nearest ones lack, and how it is played on.

    `rules`: the path of a rule file, or its text (which has more than one line); built-in rules
    without it, of a `grade` if one is given. `table`: where values come from, with distances to
    mate; generated if not given. `near`: for how many rules that do not hold to say what they
    lack. `depth` (plies), `width`, `duals`, `nesting` and `max_moves` bound the tree of moves in
    `pgn`, as the options of `drawproof explain` do.

    Raises `Error` for a position without tables and for wrong rules.
    """
    check_threads(threads)
    if rules is not None and grade is not None:
        raise TypeError("give rules= or grade=, not both")
    shown = {
        "near": near,
        "depth": depth,
        "width": width,
        "duals": duals,
        "nesting": nesting,
        "max_moves": max_moves,
    }
    text = None if rules is None else text_of(rules, "rules", "rule")
    native = None if table is None else table._native
    with _progress(progress) as shows:
        found, words = _native.explain(fen_of(position), text, grade, native, shown, threads, shows)
    return _explanation(json.loads(found), words)


def _explanation(found: dict[str, Any], words: str) -> Explanation:
    rules: dict[str, Any] = found["rules"] or {}
    claim = rules.get("claims") or ("draw" if rules.get("claims_draw") else None)
    decided_by = rules.get("decided_by")
    return Explanation(
        fen=found["fen"],
        material=found["material"],
        value=Value(
            _WDL[found["wdl"]], found["distance_to_mate_plies"], found["distance_to_zeroing_plies"]
        ),
        oracle=found["oracle"],
        half_move_clock=found["half_move_clock_plies"],
        fifty_move_rule=found["fifty_move_rule"],
        claim=claim,
        verdict=rules.get("verdict"),
        rules_from=rules.get("rules_from"),
        rule_count=rules.get("rule_count", 0),
        rule=decided_by and _rule(decided_by),
        nearest=tuple(map(_rule, rules.get("nearest", ()))),
        not_holding=rules.get("rules_that_do_not_hold", 0),
        also_hold=tuple(map(_rule, rules.get("hold_later", ()))),
        no_rules=found["no_rules"],
        line=tuple(found["tree"]["main_line_san"]),
        pgn=found["pgn"],
        _words=words,
    )


def _rule(found: dict[str, Any]) -> RuleTold:
    conditions = tuple(map(_condition, found.get("conditions", ())))
    return RuleTold(**{**found, "conditions": conditions})


def _condition(found: dict[str, Any]) -> Condition:
    facts = tuple(Fact(**fact) for fact in found["facts"])
    return Condition(**{**found, "facts": facts})


def _html(of: Explanation) -> str:
    """A board, the value, the rule that speaks, and what others lack."""
    value = {1: "win", 0: "draw", -1: "loss"}[of.value.wdl]
    plies = "" if of.value.dtm is None else f", mate in {of.value.dtm} plies"
    rows = [f"<b>{value}</b>{plies} for the side to move ({escape(of.oracle)})"]
    if of.no_rules is not None:
        rows.append(f"rules: {escape(of.no_rules)}")
    else:
        verdict = (of.verdict or "").replace("_", " ")
        rows.append(f"{escape(of.rules_from or '')}: {escape(of.claim or 'no claim')}, {escape(verdict)}")
    if of.rule is not None:
        rows.append(_rule_html(of.rule))
    if of.nearest:
        rows.append(f"{of.not_holding:,} rules do not hold, the nearest first:")
        rows += [_rule_html(rule) for rule in of.nearest]
    rows.append(f"best play: {escape(' '.join(of.line))}")
    return beside_board(of.fen, rows)


def _rule_html(rule: RuleTold) -> str:
    conditions = "".join(
        f"<li>{'✓' if of.holds else '✗'} <code>{escape(of.text)}</code>"
        f"{''.join(f'<br>{escape(fact.text)}: {escape(fact.found)}' for fact in of.facts if fact.found)}</li>"
        for of in rule.conditions
    )
    return (
        f"<b>{escape(rule.kind)} “{escape(rule.name)}”</b> (rule {rule.number}): {escape(rule.reason)}"
        f'<ul style="list-style:none">{conditions}</ul>'
    )
