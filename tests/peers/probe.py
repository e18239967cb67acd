"""Compares the values of positions on standard input with those that python-chess reads.

A line has the position's FEN, its value from 0 (loss) to 4 (win) and plies to the next zeroing
move. Prints the number of positions.
"""

import sys

import chess
import chess.syzygy

with chess.syzygy.open_tablebase(sys.argv[1]) as tables:
    count = 0
    for line in sys.stdin:
        fen, value, plies, _ = line.split("\t")
        board, value, plies = chess.Board(fen), int(value), int(plies)
        assert tables.probe_wdl(board) == value - 2, line
        found = tables.probe_dtz(board)
        # Files that hold moves, not plies, may say one more.
        assert (found > 0) - (found < 0) == (value > 2) - (value < 2), (line, found)
        assert abs(found) - plies in (0, 1), (line, found)
        count += 1
    print(count)
