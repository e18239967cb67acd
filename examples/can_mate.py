"""Who can still give mate, by a table: drawproof export table KQKP --metric helpmate --lang python --out can_mate.py"""

import chess

from can_mate import table_can_mate


def can_mate(board: chess.Board, color: chess.Color) -> bool:
    known = table_can_mate(
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK],
        board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns,
        int(board.castling_rights != 0), board.ep_square or 0, board.turn, color)
    return not board.has_insufficient_material(color) if known is None else known


# White must go to b1, and then Black has no move.
board = chess.Board("8/8/8/8/2Q5/k7/1p6/K7 w - - 0 1")
print(can_mate(board, chess.WHITE), board.has_insufficient_material(chess.WHITE))
print(can_mate(board, chess.BLACK), board.has_insufficient_material(chess.BLACK))
print(can_mate(chess.Board(), chess.WHITE))
