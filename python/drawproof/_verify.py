"""Claims about draws, verified over every position."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional

import numpy as np

from . import _native
from ._html import board_svg, row
from ._inputs import TextOrPath, check_threads, text_of
from ._native import Error
from ._progress import progress as _progress
from ._tables import Table, generate, native_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Positions that can be kept, of each kind.
_MOST_KEPT = 1_000_000

_WORDS = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Counterexample:
    """A position in which a claim is wrong."""

    fen: str
    #: For the side to move: 'win', 'draw' or 'loss'.
    truth: str
    #: The rule that claims it; None for a function.
    rule: Optional[str] = None


@dataclass(frozen=True)
class RuleCount:
    """What one rule decides as the first that holds; counts are positions on the board."""

    name: str
    reason: str
    claims: str
    draws: int
    decisive: int
    incorrect: int


@dataclass(frozen=True)
class Verdict:
    """What verifying gives. All counts are legal positions on the board, both sides to
    move: every mirror image and, of like men, every order.
    """

    material: str
    #: The rules or the function.
    source: str
    #: Where the truth comes from.
    oracle: str
    positions: int
    #: Drawn positions that are claimed, and not claimed.
    spotted: int
    missed: int
    #: Positions in which a claim is wrong.
    incorrect: int
    #: All drawn positions.
    draws: int
    #: Positions in which a draw is claimed for one colour only (boards=True).
    one_sided: int = 0
    is_proven: bool = False
    counterexamples: tuple[Counterexample, ...] = ()
    #: Some draws that are missed, as FEN.
    missed_fens: tuple[str, ...] = ()
    rules: tuple[RuleCount, ...] = field(default=())

    def __bool__(self) -> bool:
        """Whether the claims are proven."""
        return self.is_proven

    def __str__(self) -> str:
        word = "proven" if self.is_proven else "refuted"
        lines = [
            f"{self.material}, {self.source}: {word}",
            f"{self.incorrect:,} incorrect of {self.positions:,} positions; "
            f"{self.spotted:,} of {self.draws:,} draws spotted, {self.missed:,} missed",
        ]
        lines += [f"  {of.fen} ({of.truth})" for of in self.counterexamples]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return verdict_html(self)


def verify(
    material: str,
    claim: Optional[Callable[..., Any]] = None,
    *,
    rules: Optional[TextOrPath] = None,
    grade: Optional[str] = None,
    boards: bool = False,
    table: Optional[Table] = None,
    full_board: Optional[bool] = None,
    fifty_moves: bool = False,
    examples: int = 3,
    missed: int = 0,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Verdict:
    """Compares claims of draws with the truth, in every legal position of a class.

    Give one of

    - `rules`: the path of a rule file, or its text (which has more than one line);
    - `grade`: built-in rules, 'quick', 'ahead', 'strong', 'exact' or 'bounds';
    - `claim`: a function of arrays: `claim(squares, turns)` with the squares of all men,
      (n, men) uint8 in the order of `Table.men`, and the side to move, (n,) uint8, 0 for
      White; it returns (n,) bool, True where it claims a draw. White is the stronger side.
    - `claim` with `boards=True`: a function of one `chess.Board` that returns a bool. It is
      asked about each position and its image with colours exchanged: slow, for small
      classes.

    `table`: the truth; generated if not given. `full_board`: whether every mirror image is
    judged; by default for functions always, for rules where they tell them apart.
    `fifty_moves`: rules only: wins that the 50-move rule spoils count as draws.
    `examples`, `missed`: how many counterexamples (for each rule) and missed draws to keep.

    Raises `Error` for wrong rules, TypeError for a function with an unfit result.
    """
    given = [name for name, of in (("claim", claim), ("rules", rules), ("grade", grade)) if of is not None]
    if len(given) != 1:
        names = " and ".join(given) or "none of them"
        raise TypeError(f"give a function, rules= or grade=: got {names}")
    check_threads(threads)
    for name, number in (("examples", examples), ("missed", missed)):
        if not 0 <= number <= _MOST_KEPT:
            raise Error(f"{name}={number}: give a number from 0 to {_MOST_KEPT}")
    native = native_table(table, _native.class_name(material))
    if claim is None:
        asked = {
            "examples": examples,
            "missed": missed,
            "full_board": bool(full_board),
            "fifty_moves": fifty_moves,
        }
        text = None if rules is None else text_of(rules, "rules", "rule")
        with _progress(progress) as shown:
            found = _native.verify_rules(material, text, grade, native, asked, threads, shown)
        return of_rules(found)
    if not callable(claim):
        raise TypeError(f"expected a function, got {type(claim).__name__}; for rules use rules=")
    if fifty_moves:
        raise Error("fifty_moves=True is for rules; a function is judged without the 50-move rule")
    if table is None:
        table = generate(material, ("wdl",), threads, progress)
    run = _Run(table, claim, boards, full_board is not False, examples, missed)
    with _progress(progress) as shown:
        return run.verdict(shown)


def of_rules(found: dict[str, Any]) -> Verdict:
    """The verdict on rules."""
    spotted, _ = found["claimed"]
    missed, _ = found["silent"]
    return Verdict(
        material=found["material"],
        source=found["source"],
        oracle=found["oracle"],
        positions=found["positions"],
        spotted=spotted,
        missed=missed,
        incorrect=found["incorrect"],
        draws=spotted + missed,
        is_proven=found["is_proven"],
        counterexamples=tuple(
            Counterexample(fen, truth, rule) for fen, rule, truth in found["counterexamples"]
        ),
        missed_fens=tuple(found["missed_fens"]),
        rules=tuple(RuleCount(*rule) for rule in found["rules"]),
    )


class _Run:
    """A function asked about every position, a slab at a time."""

    def __init__(
        self,
        table: Table,
        claim: Callable[..., Any],
        boards: bool,
        full_board: bool,
        examples: int,
        missed: int,
    ) -> None:
        self.table = table
        self.name = str(getattr(claim, "__name__", type(claim).__name__))
        self.ask = _OfBoards(table, claim) if boards else _OfArrays(table, claim, self.name)
        self.full_board = full_board
        self.limits = (examples, missed)
        self.counts = dict.fromkeys(("positions", "draws", "spotted", "incorrect", "one_sided"), 0)
        self.counterexamples: list[Counterexample] = []
        self.missed_fens: list[str] = []

    def verdict(self, shown: Any) -> Verdict:
        rows = 1 << 14 if isinstance(self.ask, _OfBoards) else 1 << 18
        slabs = list(self.table._slabs(rows))
        for at, slab in enumerate(slabs):
            if shown is not None:
                shown(f"verifying {self.table.material}", at, len(slabs))
            for squares, turns, truth, weights in self._images(*slab):
                self._count(squares, turns, truth, weights)
        counts = self.counts
        return Verdict(
            material=self.table.material,
            source=self.name,
            oracle=self.table.source,
            positions=counts["positions"],
            spotted=counts["spotted"],
            missed=counts["draws"] - counts["spotted"],
            incorrect=counts["incorrect"],
            draws=counts["draws"],
            one_sided=counts["one_sided"],
            is_proven=counts["incorrect"] == 0,
            counterexamples=tuple(self.counterexamples),
            missed_fens=tuple(self.missed_fens),
        )

    def _images(self, turn: int, first: int, end: int) -> Iterator[tuple[Any, Any, Any, Any]]:
        """Squares, sides to move, values and weights of a slab: of each mirror image, or of
        one that stands for all.
        """
        native = self.table._native
        men = range(len(self.table.men))
        squares = np.stack([native.legal(str(man), turn, first, end) for man in men], axis=1)
        turns = native.legal("turn", turn, first, end)
        truth = native.legal("wdl", turn, first, end)
        weights = native.legal("weight", turn, first, end)
        if not self.full_board:
            yield squares, turns, truth, weights
            return
        maps = np.array(native.symmetries(), dtype=np.uint8)
        # Kings on the diagonal: a position and its reflection are both entries, so each
        # placement of the kings is visited by one symmetry only.
        _, once = np.unique(maps[:, [0, 63]], axis=0, return_index=True)
        whole = weights == len(maps)
        for number, squares_of in enumerate(maps):
            some = slice(None) if number in once else whole
            image = squares_of[squares[some]]
            yield image, turns[some], truth[some], np.ones(len(image), dtype=np.uint8)

    def _count(self, squares: Any, turns: Any, truth: Any, weights: Any) -> None:
        if len(turns) == 0:
            return
        claimed, one_sided = self.ask(squares, turns)
        draws = truth == 0
        incorrect = claimed & ~draws
        sets = {
            "positions": np.ones_like(draws),
            "draws": draws,
            "spotted": claimed & draws,
            "incorrect": incorrect,
            "one_sided": one_sided,
        }
        for name, positions in sets.items():
            self.counts[name] += int(weights[positions].sum(dtype=np.int64))
        examples, missed = self.limits
        for at in np.flatnonzero(incorrect)[: examples - len(self.counterexamples)]:
            fen = self.table.fen(squares[at], turns[at])
            self.counterexamples.append(Counterexample(fen, _WORDS[int(truth[at])]))
        for at in np.flatnonzero(draws & ~claimed)[: missed - len(self.missed_fens)]:
            self.missed_fens.append(self.table.fen(squares[at], turns[at]))


class _OfArrays:
    """Asks a function of arrays."""

    def __init__(self, table: Table, claim: Callable[..., Any], name: str) -> None:
        self.table, self.claim, self.name = table, claim, name

    def __call__(self, squares: Any, turns: Any) -> tuple[Any, Any]:
        answer = np.asarray(self.claim(squares, turns))
        if answer.dtype != np.bool_ or answer.shape != turns.shape:
            raise TypeError(
                f"{self.name} returned an array of {answer.dtype}, shape {answer.shape}; expected "
                f"bool, shape {turns.shape}: True where it claims a draw, one for each of the "
                f"{len(turns)} rows of its first argument"
            )
        return answer, np.zeros_like(answer)


class _OfBoards:
    """Asks a function of boards, with both colours."""

    def __init__(self, table: Table, claim: Callable[..., Any]) -> None:
        import chess

        self.chess, self.claim = chess, claim
        self.men = [chess.Piece.from_symbol(man) for man in table.men]

    def _ask(self, board: Any) -> bool:
        answer = self.claim(board)
        if not isinstance(answer, (bool, np.bool_)):
            kind = type(answer).__name__
            raise TypeError(f"the function returned {kind} for {board.fen()}; expected a bool")
        return bool(answer)

    def __call__(self, squares: Any, turns: Any) -> tuple[Any, Any]:
        both = np.zeros((2, len(turns)), dtype=np.bool_)
        for at, (row, turn) in enumerate(zip(squares.tolist(), turns.tolist())):
            board = self.chess.Board(None)
            for square, man in zip(row, self.men):
                board.set_piece_at(square, man)
            board.turn = turn == 0
            both[0, at] = self._ask(board)
            both[1, at] = self._ask(board.mirror())
        return both[0] | both[1], both[0] ^ both[1]


def verdict_html(verdict: Verdict) -> str:
    """A verdict: counts with bars, rules, and boards of the first counterexamples."""
    word = "proven" if verdict.is_proven else "refuted"
    rows = [
        row("draws spotted", verdict.spotted, verdict.draws, "#4a4"),
        row("draws missed", verdict.missed, verdict.draws, "#aa4"),
        row("incorrect claims", verdict.incorrect, verdict.positions, "#c44"),
        row("all positions", verdict.positions, verdict.positions, "#888"),
    ]
    boards = "".join(
        f'<figure style="display:inline-block;margin:.5em">{board_svg(of.fen)}'
        f"<figcaption><code>{escape(of.fen)}</code><br>truth: {escape(of.truth)}"
        f"{'<br>rule: ' + escape(of.rule) if of.rule else ''}</figcaption></figure>"
        for of in verdict.counterexamples
    )
    return (
        f"<div><b>{escape(verdict.material)}</b>, {escape(verdict.source)}: <b>{word}</b>"
        f"<table>{''.join(rows)}</table>{boards}</div>"
    )
