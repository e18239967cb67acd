"""KRKN as rows of a DataFrame, by drawproof and, from a sample, by python-chess.

    python python/benches/krkn.py [FOLDER OF SYZYGY FILES]

Both enumerate the same positions with WDL; drawproof adds DTM, which Syzygy files do not
have. python-chess visits a sample of rows, and its time is multiplied.
"""

from __future__ import annotations

import pathlib
import random
import statistics
import sys
import time

import chess
import chess.syzygy

import drawproof

SYZYGY = pathlib.Path(__file__).parents[2] / "verify/tests/syzygy"
RUNS = 5
SAMPLE = 20_000


def ours():
    """Generate, then make all rows."""
    start = time.perf_counter()
    frame = drawproof.generate("KRKN", ("wdl", "dtm"), progress=False).to_pandas()
    return frame, time.perf_counter() - start


def theirs(tablebase, rows):
    """One board and one probe for each row, as in a notebook."""
    start = time.perf_counter()
    found = []
    for turn, white_king, black_king, knight, rook in rows:
        board = chess.Board(None)
        board.set_piece_at(white_king, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(black_king, chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(knight, chess.Piece(chess.KNIGHT, chess.BLACK))
        board.set_piece_at(rook, chess.Piece(chess.ROOK, chess.WHITE))
        board.turn = turn == 0
        if board.is_valid():
            found.append((turn, white_king, black_king, knight, rook, tablebase.probe_wdl(board)))
    return found, time.perf_counter() - start


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else str(SYZYGY)
    random.seed(1)
    own, others = [], []
    with chess.syzygy.open_tablebase(folder) as tablebase:
        for _ in range(RUNS):
            frame, spent = ours()
            own.append(spent)
            sample = frame.iloc[sorted(random.sample(range(len(frame)), SAMPLE))]
            columns = ["turn", "white_king", "black_king", "black_knight", "white_rook"]
            found, spent = theirs(tablebase, sample[columns].to_numpy().tolist())
            assert len(found) == SAMPLE
            signs = [(row[5] > 0) - (row[5] < 0) for row in found]
            assert signs == sample.wdl.tolist(), "the values differ"
            others.append(spent * len(frame) / SAMPLE)
    own, other = map(statistics.median, (own, others))
    print(f"rows: {len(frame):,}; medians of {RUNS} runs")
    print(f"drawproof, WDL and DTM, generated:   {own:8.2f} s")
    print(f"python-chess and Syzygy, WDL:        {other:8.0f} s, from {SAMPLE:,} rows")
    print(f"ratio:                               {other / own:8.0f}")


main()
