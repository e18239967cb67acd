"""Tables as arrays."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, TypeVar, Union, overload

import numpy as np

from . import _native
from ._inputs import Position, check_threads, fen_of
from ._native import Error
from ._progress import progress as _progress

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from numpy.typing import NDArray

    _Number = TypeVar("_Number", bound=np.generic)

#: Metrics, and the arrays of each.
METRICS = {
    "wdl": ("wdl",),
    "dtm": ("dtm",),
    "dtz": ("dtz",),
    "helpmate": ("can_mate_white", "can_mate_black"),
    "helpmate-distance": ("helpmate_white", "helpmate_black"),
}

_METRIC_OF = {array: metric for metric, arrays in METRICS.items() for array in arrays}

_NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}

#: King pairs that are worked on at a time where memory should stay small.
_ROWS = 1 << 20


@dataclass(frozen=True)
class Value:
    """The value of one position, for the side to move, without the 50-move rule."""

    #: 1 a win, 0 a draw, -1 a loss.
    wdl: int
    #: Plies to mate; None for a draw or if not known.
    dtm: Optional[int]
    #: Plies to the next capture, pawn move or mate; None for a draw or if not known.
    dtz: Optional[int]
    #: Whether `dtz` may be one ply too few, as Syzygy files round some.
    dtz_rounded: bool = False
    #: Whether White, and Black, can still give mate if the other side helps; None if not known.
    can_mate_white: Optional[bool] = None
    can_mate_black: Optional[bool] = None
    #: Plies of the shortest such mate; None if there is none or if not known.
    helpmate_white: Optional[int] = None
    helpmate_black: Optional[int] = None


class Table:
    """The value of every position of one class, both sides to move.

    White has the stronger side. The arrays have one entry for each placement of the men
    in which the kings do not touch, folded by the symmetries of the board:

    - axis 0: the side to move, 0 White, 1 Black
    - axis 1: the pair of kings: 462 without pawns, 1806 with; see `kings`
    - one axis of 64 for each other man, in the order of `men`: its square

    Entries that are no legal position are False in `legal`, -128 in `wdl`, -1 in the
    distances. Like men are listed in every order. There are no en passant rights; probing
    knows them. Arrays are made when first asked for, are read-only and share no memory
    with Rust's bit sets: one byte for an entry of `legal` and `wdl`, two for a distance.

    Single positions of a table from files are looked up there; arrays need the whole table
    in memory, which is read once.
    """

    def __init__(self, native: _native.NativeTable, how: tuple[Any, Any] = (None, False)) -> None:
        self._native = native
        self._how = how

    @property
    def material(self) -> str:
        """The class, stronger side first, such as 'KRvKN'."""
        return self._native.material

    @property
    def source(self) -> str:
        """Where the values come from."""
        return self._native.source

    @cached_property
    def men(self) -> tuple[str, ...]:
        """The men in the order of squares: a letter each, capital for White."""
        return tuple(self._native.men)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names for the men in the order of squares, such as 'white_rook'."""
        names = [("white_" if man.isupper() else "black_") + _NAMES[man.lower()] for man in self.men]
        found = []
        for at, name in enumerate(names):
            number = f"_{names[: at + 1].count(name)}" if names.count(name) > 1 else ""
            found.append(name + number)
        return tuple(found)

    @property
    def metrics(self) -> tuple[str, ...]:
        """What is known: 'wdl', and the others of `generate` that are there."""
        return tuple(metric for metric in METRICS if self._native.has(metric))

    @property
    def arrays(self) -> tuple[str, ...]:
        """The names of the arrays of values that are there: 'wdl', 'dtm' and so on."""
        return tuple(array for metric in self.metrics for array in METRICS[metric])

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of all arrays: (2, king pairs, 64, ...)."""
        return (2, self._native.blocks) + (64,) * (len(self.men) - 2)

    @cached_property
    def kings(self) -> NDArray[np.uint8]:
        """The squares of White's and Black's king of each pair: (king pairs, 2)."""
        return _frozen(np.array(self._native.kings(), dtype=np.uint8))

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Which entries are legal positions."""
        return self._array("legal")

    @cached_property
    def wdl(self) -> NDArray[np.int8]:
        """1 a win of the side to move, 0 a draw, -1 a loss; -128 no legal position."""
        return self._array("wdl")

    @cached_property
    def dtm(self) -> NDArray[np.int16]:
        """Plies to mate with best play; -1 for draws and where no legal position is."""
        return self._array("dtm")

    @cached_property
    def dtz(self) -> NDArray[np.int16]:
        """Plies to the next capture, pawn move or mate with best play; -1 for none.

        Above 100 the 50-move rule makes it a draw.
        """
        return self._array("dtz")

    @cached_property
    def can_mate_white(self) -> NDArray[np.bool_]:
        """Whether White, the stronger side, can still give mate if Black helps.

        False where no legal position is.
        """
        return self._array("can_mate_white")

    @cached_property
    def can_mate_black(self) -> NDArray[np.bool_]:
        """Whether Black can still give mate if White helps."""
        return self._array("can_mate_black")

    @cached_property
    def helpmate_white(self) -> NDArray[np.int16]:
        """Plies of White's shortest mate with Black's help: 0 if Black is mated; -1 for none."""
        return self._array("helpmate_white")

    @cached_property
    def helpmate_black(self) -> NDArray[np.int16]:
        """Plies of Black's shortest mate with White's help: 0 if White is mated; -1 for none."""
        return self._array("helpmate_black")

    @cached_property
    def weight(self) -> NDArray[np.uint8]:
        """How many positions on the board the entries of a king pair stand for: (king pairs,).

        Summed over all legal entries this is the number of legal positions.
        """
        first = (slice(1), slice(None)) + (0,) * (len(self.men) - 2)
        return _frozen(np.ascontiguousarray(self._whole().all("weight").reshape(self.shape)[first][0]))

    def _array(self, name: str) -> NDArray[Any]:
        self._check(name)
        return _frozen(self._whole().all(name).reshape(self.shape))

    def _whole(self) -> _native.NativeTable:
        """The native table, in memory."""
        threads, show = self._how
        with _progress(show) as shown:
            self._native.read(threads, shown)
        return self._native

    def _check(self, name: str) -> None:
        metric = _METRIC_OF.get(name)
        if metric is not None and not self._native.has(metric):
            raise Error(
                f"the table of {self.material} has no {name}, only {', '.join(self.arrays)}; "
                f'generate("{self.material}", metrics=("wdl", "{metric}")) has it'
            )

    def _entries(self, name: str) -> NDArray[Any]:
        native = self._whole()
        end = native.blocks
        return np.concatenate([native.legal(name, turn, 0, end) for turn in (0, 1)])

    def positions(self) -> NDArray[np.uint8]:
        """The squares of all men in each legal entry: (entries, men), in the order of
        `table.legal`, so that `table.wdl[table.legal]` has the value of each.
        """
        return np.stack([self._entries(str(man)) for man in range(len(self.men))]).T

    def turns(self) -> NDArray[np.uint8]:
        """The side to move in each legal entry, in the order of `positions()`."""
        return self._entries("turn")

    def weights(self) -> NDArray[np.uint8]:
        """How many positions on the board each legal entry stands for."""
        return self._entries("weight")

    def fen(self, squares: Sequence[int], turn: int) -> str:
        """The FEN of one row of `positions()`."""
        return self._native.fen([int(square) for square in squares], int(turn))

    def __len__(self) -> int:
        """How many legal entries there are, both sides to move."""
        return int(np.count_nonzero(self.legal))

    def __getitem__(self, position: Position) -> Value:
        """The value of a position: a FEN or a `chess.Board`, of either colour.

        Who can mate is told of the position's own White and Black.
        """
        wdl, dtm, dtz, is_rounded, mates = self._native.probe(fen_of(position))
        return Value(wdl, dtm, dtz, is_rounded, *(mates or (None, None, None, None)))

    def _columns(self, turn: int, first: int, end: int) -> dict[str, Any]:
        """Columns of the legal entries of some king pairs."""
        native = self._whole()
        part = {"turn": native.legal("turn", turn, first, end)}
        for man, name in enumerate(self.columns):
            part[name] = native.legal(str(man), turn, first, end)
        for array in self.arrays:
            part[array] = native.legal(array, turn, first, end)
        return part

    def _slabs(self, rows: int = _ROWS) -> Iterator[tuple[int, int, int]]:
        """Side to move, first and end king pair of slabs of about this many entries."""
        blocks = self._native.blocks
        step = max(1, rows // 64 ** (len(self.men) - 2))
        for turn in (0, 1):
            for first in range(0, blocks, step):
                yield turn, first, min(blocks, first + step)

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each legal entry: side to move, squares, values."""
        import pandas

        blocks = self._native.blocks
        parts = [self._columns(turn, 0, blocks) for turn in (0, 1)]
        both = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return pandas.DataFrame(both, copy=False)

    def to_batches(self, size: int = _ROWS) -> Iterator[pyarrow.RecordBatch]:
        """The same rows as Arrow record batches of at most `size` rows; needs pyarrow.

        The whole is never in memory as numbers.
        """
        if size < 1:
            raise Error(f"size={size}: give at least 1 row for a batch")
        try:
            import pyarrow
        except ImportError:
            raise ImportError("to_batches needs pyarrow: pip install pyarrow") from None

        def batches() -> Iterator[pyarrow.RecordBatch]:
            for turn, first, end in self._slabs(size):
                part = self._columns(turn, first, end)
                batch = pyarrow.RecordBatch.from_pydict(
                    {name: pyarrow.array(column) for name, column in part.items()}
                )
                for start in range(0, batch.num_rows, size):
                    yield batch.slice(start, size)

        return batches()

    def __repr__(self) -> str:
        return f"<drawproof.Table {self.material}, {', '.join(self.metrics)}, shape {self.shape}>"


class Folder(Mapping[str, Table]):
    """Table files of one folder: a mapping from the name of a class to its table."""

    def __init__(self, path: pathlib.Path, trust: bool, how: tuple[Any, Any]) -> None:
        self.path = path
        self._trust = trust
        self._how = how
        self._classes = _native.classes_in(path, trust)

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)

    def __getitem__(self, name: str) -> Table:
        name = _native.class_name(name)
        if name not in self._classes:
            raise KeyError(f"{name} is not in {str(self.path)!r}, which has {', '.join(self)}")
        return Table(_native.open_table(self.path, name, self._trust), self._how)

    def __repr__(self) -> str:
        return f"<drawproof.Folder {str(self.path)!r}, {len(self)} classes>"


def _frozen(array: NDArray[_Number]) -> NDArray[_Number]:
    array.setflags(write=False)
    return array


def generate(
    material: str,
    metrics: Sequence[str] = ("wdl", "dtm"),
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Table:
    """Generates the exact table of a class such as 'KRKN', and what it needs.

    `metrics`: 'wdl', 'dtm' (plies to mate), 'dtz' (plies to a zeroing move), 'helpmate' (which
    side can still give mate, if the other helps; up to five men), 'helpmate-distance' (the same
    with plies); WDL is always there. `threads`: None for all processors. `progress`: None shows it on a terminal if
    tqdm is installed. Ctrl-C ends the work.

    Raises `Error` for a class that has no table (two kings, more than six men) and
    MemoryError if there is not enough memory.
    """
    if isinstance(metrics, str):
        metrics = (metrics,)
    check_threads(threads)
    with _progress(progress) as shown:
        return Table(_native.generate(material, list(metrics), threads, shown))


@overload
def open(
    path: Union[str, os.PathLike[str]],
    material: str,
    *,
    trust_files: bool = False,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Table: ...
@overload
def open(
    path: Union[str, os.PathLike[str]],
    material: Optional[str] = None,
    *,
    trust_files: bool = False,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Union[Table, Folder]: ...
def open(
    path: Union[str, os.PathLike[str]],
    material: Optional[str] = None,
    *,
    trust_files: bool = False,
    threads: Optional[int] = None,
    progress: Optional[bool] = None,
) -> Union[Table, Folder]:
    """Opens table files: drawproof's own, Syzygy or Gaviota.

    A file, or a folder with a class: its `Table`. A folder alone: a `Folder`. Files whose
    published checksum differs are refused unless `trust_files`. `threads` and `progress` are for
    reading the whole table, once an array is asked for.
    """
    check_threads(threads)
    place = pathlib.Path(path)
    if not place.exists():
        raise FileNotFoundError(f"{str(place)!r} is not there; expected a table file or a folder of them")
    if place.is_file():
        if material is None:
            material = place.name.split(".")[0]
        place = place.parent
    folder = Folder(place, trust_files, (threads, progress))
    return folder if material is None else folder[material]




def native_table(table: Optional[Table], name: str) -> Optional[_native.NativeTable]:
    """The part of a table that is written in Rust; the table must be of the class of that name."""
    if table is None:
        return None
    if table.material != name:
        raise Error(f"the table is of {table.material}, and not of {name}")
    return table._native
