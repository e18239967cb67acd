"""Who can still give mate in a position."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import Any, Optional

from . import _native
from ._html import beside_board
from ._inputs import Position, check_threads, fen_of
from ._progress import progress as _progress
from ._tables import Table


@dataclass(frozen=True)
class Mater:
    """What one side can still do, if the other side helps."""

    can_mate: bool
    #: Plies of the shortest mate: 0 if it is on the board; None if there is none, or with five
    #: men, where plies are not looked up.
    plies: Optional[int]
    #: The moves of both sides up to it, in SAN.
    line: tuple[str, ...]
    #: Whether the library shakmaty says, by material alone, that this side cannot mate.
    said_insufficient: bool


@dataclass(frozen=True)
class Mates:
    """Which side can still give mate in a position, by any line of legal moves."""

    fen: str
    material: str
    white: Mater
    black: Mater
    #: Neither side can: by the laws of chess the game is drawn at once.
    is_dead: bool
    _words: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self._words.rstrip("\n")

    def _repr_html_(self) -> str:
        return _html(self)


def can_mate(
    position: Position,
    *,
    table: Optional[Table] = None,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Mates:
    """Which side can still give mate in a position, a FEN or a `chess.Board` of three to five
    men, and a shortest such mate.

    `table`: one of the position's class with the metric 'helpmate-distance' or 'helpmate' (without
    plies and lines) saves generating it for each call.

    Raises `Error` for a position without such tables.
    """
    check_threads(threads)
    native = None if table is None else table._native
    with _progress(progress) as shown:
        found, words = _native.can_mate(fen_of(position), native, threads, shown)
    of: dict[str, Any] = json.loads(found)
    sides = {
        side: Mater(
            can_mate=of[side]["can_mate"],
            plies=of[side]["shortest_helpmate_plies"],
            line=tuple(of[side]["line_san"]),
            said_insufficient=of[side]["said_insufficient"],
        )
        for side in ("white", "black")
    }
    return Mates(of["fen"], of["material"], sides["white"], sides["black"], of["is_dead"], words)


def _html(of: Mates) -> str:
    """A board, and what each side can still do."""
    rows = [_mater_html("White", of.white), _mater_html("Black", of.black)]
    if of.is_dead:
        rows.append("<b>the position is dead: the game is drawn</b>")
    return beside_board(of.fen, rows)


def _mater_html(name: str, of: Mater) -> str:
    if not of.can_mate:
        return f"{name} cannot mate"
    if of.plies is None:
        return f"{name} can still mate"
    return f"{name} can still mate, with help in {of.plies} plies: {escape(' '.join(of.line))}"
