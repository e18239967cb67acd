"""Asks a server about random positions, and python-chess about the same.

agree.py URL SYZYGY COUNT [GAVIOTA]: a folder of Syzygy files names the classes. Says what it left out.
"""

import glob
import json
import os
import random
import sys
import urllib.parse
import urllib.request


def ask(url, fen, path="/standard"):
    query = urllib.parse.urlencode({"fen": fen})
    with urllib.request.urlopen(f"{url}{path}?{query}") as answer:
        return json.load(answer)


def random_board(chess, name, numbers):
    """A legal position of a class, as KRvKP, with either side as the stronger one."""
    while True:
        board = chess.Board(None)
        white = numbers.random() < 0.5
        for side, men in zip((white, not white), name.split("v")):
            for man in men:
                square = numbers.choice([s for s in chess.SQUARES if not board.piece_at(s)])
                board.set_piece_at(square, chess.Piece(chess.Piece.from_symbol(man).piece_type, side))
        board.turn = numbers.random() < 0.5
        board.halfmove_clock = numbers.choice([0, 0, 1, 60, 99, 100])
        # A pawn that has just come far may be taken in passing.
        if board.halfmove_clock == 0 and numbers.random() < 0.5:
            for square in board.pieces(chess.PAWN, not board.turn):
                back = -8 if board.turn == chess.BLACK else 8
                if chess.square_rank(square) == (3 if board.turn == chess.BLACK else 4):
                    if not board.piece_at(square + back) and not board.piece_at(square + 2 * back):
                        board.ep_square = square + back
        if board.status() in (chess.STATUS_VALID, chess.STATUS_IMPOSSIBLE_CHECK):
            return board


def category(chess, board, dtz, before):
    """Who wins, for the side to move, by exact plies or by Syzygy's rounded ones."""
    if board.is_stalemate() or board.is_insufficient_material() or dtz == 0:
        return {"draw"}
    if board.is_checkmate():
        return {"loss" if before < 100 else "blessed-loss"}
    lost, cursed = ("loss", "blessed-loss") if dtz < 0 else ("win", "cursed-win")
    if before >= 100:
        return {cursed}
    if board.halfmove_clock == 0:
        return {cursed if abs(dtz) > 100 else lost}
    plies = abs(dtz) + board.halfmove_clock
    # Syzygy may be a ply short, and then leaves it open.
    open_to_both = {lost, cursed, f"syzygy-{lost}"}
    return open_to_both if plies == 100 else {cursed if plies > 100 else lost}


def compare(chess, syzygy, gaviota, board, found, before):
    """The fields of one position."""
    dtz = -1 if board.is_checkmate() else syzygy.probe_dtz(board)
    assert found["checkmate"] == board.is_checkmate()
    assert found["stalemate"] == board.is_stalemate()
    assert found["insufficient_material"] == board.is_insufficient_material()
    assert found["variant_win"] is False and found["variant_loss"] is False
    sign = (dtz > 0) - (dtz < 0)
    assert found["dtz"] in (dtz, dtz + sign), (found, dtz)
    assert found["precise_dtz"] in (None, found["dtz"])
    if gaviota and not board.is_checkmate():
        assert found["dtm"] == gaviota.probe_dtm(board), found


def agree(chess, url, syzygy, gaviota, board):
    found = ask(url, board.fen(en_passant="fen"))
    compare(chess, syzygy, gaviota, board, found, 0)
    moves = {move["uci"]: move for move in found["moves"]}
    assert set(moves) == {move.uci() for move in board.legal_moves}
    for move in list(board.legal_moves):
        of_move = moves[move.uci()]
        assert of_move["san"] == board.san(move)
        assert of_move["zeroing"] == board.is_zeroing(move)
        assert of_move["conversion"] == (board.is_capture(move) or move.promotion is not None)
        before = board.halfmove_clock
        board.push(move)
        compare(chess, syzygy, gaviota, board, of_move, before)
        dtz = -1 if board.is_checkmate() else syzygy.probe_dtz(board)
        expected = category(chess, board, dtz, before)
        assert of_move["category"] in expected, (board.fen(), of_move, expected)
        board.pop()
    if found["moves"]:
        turned = dict(zip(WORST, reversed(WORST)))
        assert found["category"] == turned[found["moves"][0]["category"]]
        order = [WORST.index(move["category"]) for move in found["moves"]]
        assert order == sorted(order)


WORST = ["loss", "syzygy-loss", "blessed-loss", "draw", "cursed-win", "syzygy-win", "win"]


def read_by_clients(url, fen):
    try:
        import berserk
    except ImportError:
        print("left out: berserk is missing")
        return
    client = berserk.Client(tablebase_url=url)
    assert client.tablebase.standard(fen) == ask(url, fen)
    print("berserk: as expected")


def main(url, folder, count, gaviota=None):
    names = sorted(os.path.basename(path)[:-5] for path in glob.glob(f"{folder}/*.rtbz"))
    four_men = "KRvKP" in names
    read_by_clients(url, "8/8/8/8/8/1k6/7p/K2R4 b - - 0 1" if four_men else "8/1P6/1K6/8/8/8/8/7k b - - 0 1")
    try:
        import chess
        import chess.gaviota
        import chess.syzygy
    except ImportError:
        print("left out: python-chess is missing")
        return
    numbers = random.Random(20111231)
    gaviota = gaviota and chess.gaviota.open_tablebase(gaviota)
    with chess.syzygy.open_tablebase(folder) as syzygy:
        for _ in range(int(count)):
            board = random_board(chess, numbers.choice(names), numbers)
            try:
                agree(chess, url, syzygy, gaviota, board)
            except AssertionError:
                print(board.fen(en_passant="fen"), file=sys.stderr)
                raise
    print(f"python-chess: {count} positions")


if __name__ == "__main__":
    main(*sys.argv[1:])
