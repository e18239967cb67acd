"""What several functions take."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING, Optional, Union

from ._native import Error

if TYPE_CHECKING:
    import chess

#: A file, or its text of several lines.
TextOrPath = Union[str, "os.PathLike[str]"]

#: A FEN, or a board of python-chess.
Position = Union[str, "chess.Board"]


def fen_of(position: Position) -> str:
    """The FEN of a position."""
    if isinstance(position, str):
        return position
    try:
        return str(position.fen())
    except AttributeError:
        found = type(position).__name__
        raise TypeError(f"expected a FEN or a chess.Board, got {found}") from None


def check_threads(threads: Optional[int]) -> None:
    """Refuses numbers of threads that make no sense."""
    if threads is not None and threads < 1:
        raise Error(f"threads={threads}: give 1 or more, or None for all processors")


def text_of(given: TextOrPath, name: str, kind: str) -> tuple[str, str]:
    """The name and the text of a file of a kind, given by its path or as text with a name."""
    if isinstance(given, str) and "\n" in given:
        return name, given
    path = pathlib.Path(given)
    try:
        return str(path), path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Error(f"{str(path)!r} is not a {kind} file: it is not UTF-8 text") from None
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{str(path)!r} is not there; expected the path of a {kind} file, or its text of several lines"
        ) from None
