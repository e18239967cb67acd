"""What a user may write: `mypy --strict` has no complaint, and it runs."""

from __future__ import annotations

import pathlib
import sys

import chess
import numpy as np
from numpy.typing import NDArray

import drawproof


def beside(squares: NDArray[np.uint8], turns: NDArray[np.uint8]) -> NDArray[np.bool_]:
    distance: NDArray[np.int_] = np.abs(squares[:, 0].astype(int) - squares[:, 1])
    near: NDArray[np.bool_] = (distance <= 1) & (turns == 0)
    return near


def dead(board: chess.Board) -> bool:
    return board.is_insufficient_material()


def main(folder: pathlib.Path) -> None:
    table: drawproof.Table = drawproof.generate("KRK", metrics=("wdl", "dtm", "helpmate"))
    wins: NDArray[np.bool_] = table.wdl == 1
    longest: int = int(table.dtm[wins].max())
    lost: np.int64 = np.count_nonzero(table.legal & ~table.can_mate_white)
    value: drawproof.Value = table[chess.Board("8/8/8/8/8/2k5/8/KR6 w - - 0 1")]
    print(longest, lost, value.wdl, value.dtm, table["8/8/8/8/8/2k5/8/KR6 w - - 0 1"].can_mate_white)

    opened = drawproof.open(folder, "KRK")
    print(opened.wdl.dtype, opened.shape, opened.men, opened.columns)
    whole = drawproof.open(folder)
    if isinstance(whole, drawproof.Folder):
        for name, of in whole.items():
            print(name, of.metrics)

    verdict: drawproof.Verdict = drawproof.verify("KRK", beside, examples=1)
    counterexample: drawproof.Counterexample
    for counterexample in verdict.counterexamples:
        print(counterexample.fen, counterexample.truth)
    print(bool(drawproof.verify("KBK", dead, boards=True)), verdict.spotted / max(1, verdict.draws))

    why: drawproof.Explanation = drawproof.explain("8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1")
    name_of_rule: str | None = why.rule.name if why.rule else None
    lacks: list[str] = [text for rule in why.nearest for text in rule.lacks]
    print(name_of_rule, lacks, why.value.dtm, why.pgn[:10])

    mined: drawproof.Mined = drawproof.mine("KRK", 5, effort=0)
    print(mined.share, mined.verdict.is_proven, mined.control.change if mined.control else "", mined.text[:9])

    found: drawproof.Mates = drawproof.can_mate(chess.Board("8/8/8/8/8/2k5/8/KR6 w - - 0 1"))
    plies: int | None = found.white.plies
    print(plies, found.white.line, found.is_dead)
    said: drawproof.Proven | None = drawproof.proven("k7/8/P7/P7/P1K5/8/3B4/8 w - - 0 1")
    if said:
        print(said.is_draw, said.white, [rule.open_class for rule in said.rules])
    try:
        drawproof.generate("KK")
    except drawproof.Error as error:
        print(error)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
