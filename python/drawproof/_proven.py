"""What rules proven for any number of men say about a position."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import Any, Optional

from . import _native
from ._html import beside_board
from ._inputs import Position, fen_of


@dataclass(frozen=True)
class ProvenRule:
    """A proven rule that speaks."""

    #: What it claims, in words: 'White cannot win'.
    says: str
    #: What it claims, as rule files say it, and the side that it calls strong: 'white' or 'black'.
    claims: str
    strong: str
    name: str
    reason: str
    #: Its class, such as 'KBsPsvK', and where it comes from.
    open_class: str
    rules_from: str


@dataclass(frozen=True)
class Proven:
    """What proven rules say about a position, whatever its number of men."""

    fen: str
    #: In words: that it is proven, and the result if neither side can win.
    says: str
    #: What each side cannot do: 'cannot_win', 'cannot_mate' (even with help), or None.
    white: Optional[str]
    black: Optional[str]
    #: Neither side can win; neither can mate, even with help.
    is_draw: bool
    is_dead: bool
    rules: tuple[ProvenRule, ...]
    _words: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self._words.rstrip("\n")

    def _repr_html_(self) -> str:
        rows = [f"<b>{escape(self.says)}</b>"]
        rows += [escape(f"{of.says}: {of.name} ({of.open_class}). {of.reason}") for of in self.rules]
        return beside_board(self.fen, rows)


def proven(position: Position) -> Optional[Proven]:
    """What the built-in rules that are proven for any number of men say about a position, a FEN or a
    `chess.Board` of any number of men; None if no rule speaks. Rules keep silent while castling or
    a capture en passant is possible.

    Raises `Error` for what is no position.
    """
    fen = fen_of(position)
    found = _native.proven(fen)
    return None if found is None else _told(fen, json.loads(found[0]), found[1])


def _told(fen: str, found: dict[str, Any], words: str) -> Proven:
    rules = tuple(
        ProvenRule(open_class=of["class"], **{name: of[name] for name in of if name != "class"})
        for of in found["rules"]
    )
    return Proven(fen=fen, **{**found, "rules": rules}, _words=words)
