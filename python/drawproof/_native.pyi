"""The part that is written in Rust. Use the names of `drawproof` instead."""

from os import PathLike
from typing import Any, Callable, Optional, Sequence, Union, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Error",
    "NativeTable",
    "builtin_grades",
    "can_mate",
    "class_name",
    "classes_in",
    "explain",
    "generate",
    "mine",
    "open_table",
    "proven",
    "verify_rules",
    "version",
    "vocabulary",
]

_Progress = Optional[Callable[[str, int, Optional[int]], None]]

class Error(ValueError): ...

version: str

@final
class NativeTable:
    @property
    def material(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def men(self) -> list[str]: ...
    @property
    def blocks(self) -> int: ...
    @property
    def is_read(self) -> bool: ...
    def kings(self) -> list[tuple[int, int]]: ...
    def symmetries(self) -> list[list[int]]: ...
    def has(self, metric: str) -> bool: ...
    def all(self, name: str) -> NDArray[Any]: ...
    def read(self, threads: Optional[int], progress: _Progress) -> None: ...
    def legal(self, name: str, turn: int, first: int, end: int) -> NDArray[Any]: ...
    def probe(
        self, fen: str
    ) -> tuple[
        int, Optional[int], Optional[int], bool, Optional[tuple[bool, bool, Optional[int], Optional[int]]]
    ]: ...
    def fen(self, squares: Sequence[int], turn: int) -> str: ...

def generate(
    name: str, metrics: Sequence[str], threads: Optional[int], progress: _Progress
) -> NativeTable: ...
def open_table(path: Union[str, PathLike[str]], name: str, trust: bool) -> NativeTable: ...
def classes_in(path: Union[str, PathLike[str]], trust: bool) -> list[str]: ...
def class_name(name: str) -> str: ...
def builtin_grades(name: str) -> list[str]: ...
def verify_rules(
    name: str,
    rules: Optional[tuple[str, str]],
    grade: Optional[str],
    table: Optional[NativeTable],
    asked: dict[str, Any],
    threads: Optional[int],
    progress: _Progress,
) -> dict[str, Any]: ...
def explain(
    fen: str,
    rules: Optional[tuple[str, str]],
    grade: Optional[str],
    table: Optional[NativeTable],
    shown: dict[str, Optional[int]],
    threads: Optional[int],
    progress: _Progress,
) -> tuple[str, str]: ...
def can_mate(
    fen: str, table: Optional[NativeTable], threads: Optional[int], progress: _Progress
) -> tuple[str, str]: ...
def proven(fen: str) -> Optional[tuple[str, str]]: ...
def mine(
    name: str,
    wished: dict[str, Any],
    vocabulary: Optional[tuple[str, str]],
    table: Optional[NativeTable],
    threads: Optional[int],
    progress: _Progress,
) -> dict[str, Any]: ...
def vocabulary(name: str, places: bool) -> str: ...
