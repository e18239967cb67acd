"""Who can still mate, against the moves of python-chess."""

import csv
import pathlib

import chess
import numpy as np
import pytest
from conftest import ROOT

import drawproof

BOTH = ("helpmate", "helpmate-distance")
ARRAYS = ("can_mate_white", "can_mate_black", "helpmate_white", "helpmate_black")
FILES = pathlib.Path(__file__).parent / "files"


@pytest.fixture(scope="module")
def knkp():
    return drawproof.generate("KPKN", BOTH)


def fens(table, step):
    positions, turns = table.positions(), table.turns()
    return [table.fen(positions[at], turns[at]) for at in range(0, len(turns), step)]


def told(value):
    return tuple(getattr(value, name) for name in ARRAYS)


def after_moves(tables, board):
    """Who can mate, and in how many plies, by the moves of a position."""
    if board.is_checkmate():
        return (not board.turn, board.turn, *((0, None) if not board.turn else (None, 0)))
    plies = {chess.WHITE: [], chess.BLACK: []}
    for move in list(board.legal_moves):
        board.push(move)
        if chess.popcount(board.occupied) > 2:
            name = class_of(board)
            if name not in tables:
                tables[name] = drawproof.generate(name, BOTH)
            _, _, white, black = told(tables[name][board])
            plies[chess.WHITE] += [] if white is None else [white + 1]
            plies[chess.BLACK] += [] if black is None else [black + 1]
        board.pop()
    least = [min(plies[color], default=None) for color in (chess.WHITE, chess.BLACK)]
    return (least[0] is not None, least[1] is not None, *least)


def class_of(board):
    men = sorted(board.piece_map().values(), key=lambda man: -man.piece_type)
    sides = ("".join(man.symbol().upper() for man in men if man.color is color) for color in (True, False))
    return drawproof._native.class_name("v".join(sides))


@pytest.mark.parametrize("name, step", [("KRK", 97), ("KNK", 397), ("KPK", 397), ("KPKN", 24_999), ("KBKN", 19_999)])
def test_entries_follow_from_their_moves(name, step):
    tables = {}
    table = drawproof.generate(name, BOTH)
    tables[table.material] = table
    for fen in fens(table, step):
        assert told(table[fen]) == after_moves(tables, chess.Board(fen)), fen


@pytest.mark.parametrize("name, step", [("KRK", 997), ("KPKN", 30_011)])
def test_arrays_and_single_positions_agree(name, step):
    table = drawproof.generate(name, BOTH)
    legal = [getattr(table, name)[table.legal] for name in ARRAYS]
    positions, turns = table.positions(), table.turns()
    for at in range(0, len(table), step):
        fen = table.fen(positions[at], turns[at])
        white, black, of_white, of_black = (array[at] for array in legal)
        expected = (white, black, None if of_white < 0 else of_white, None if of_black < 0 else of_black)
        assert told(table[fen]) == expected
        # With colours exchanged it is the other side.
        assert told(table[chess.Board(fen).mirror()]) == (black, white, expected[3], expected[2])


def test_shapes_and_types(knkp):
    assert knkp.metrics == ("wdl", "helpmate", "helpmate-distance")
    for name in ARRAYS:
        array = getattr(knkp, name)
        assert array.shape == knkp.shape and not array.flags.writeable
        assert array.dtype == (np.bool_ if name.startswith("can") else np.int16)
        none = array == (False if name.startswith("can") else -1)
        assert none[~knkp.legal].all() and not none[knkp.legal].all()
    assert ((knkp.helpmate_white >= 0) == knkp.can_mate_white).all()
    assert ((knkp.helpmate_black >= 0) == knkp.can_mate_black).all()


@pytest.mark.parametrize("name", ["KRK", "KPK", "KBBK", "KNKP", "KBKN"])
def test_counts_on_the_board(name):
    """Those of `drawproof stats`, which counts in another way."""
    table = drawproof.generate(name, "helpmate")
    with open(ROOT / "facts/helpmate.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["material"] == table.material]
    weights = table.weights()
    white, black = table.can_mate_white[table.legal], table.can_mate_black[table.legal]
    sets = {
        "positions": np.ones_like(white),
        "strong_can_mate": white,
        "weak_can_mate": black,
        "dead": ~white & ~black,
    }
    counts = {of: int(weights[positions].sum(dtype=np.int64)) for of, positions in sets.items()}
    # A row for each rule of a library.
    assert [{of: int(row[of]) for of in sets} for row in rows] == [counts] * len(rows)
    assert rows


def test_who_cannot_mate():
    """A bare king cannot, and a lone bishop or knight cannot either."""
    for name in ("KBK", "KNK"):
        table = drawproof.generate(name, "helpmate")
        assert not table.can_mate_white.any() and not table.can_mate_black.any()
    table = drawproof.generate("KRK", ("helpmate",))
    assert not table.can_mate_black.any()
    # All but those in which Black has to take the rook, or is stalemated.
    boards = (chess.Board(fen) for fen in fens(table, 1) if not table[fen].can_mate_white)
    for board in boards:
        assert board.turn == chess.BLACK
        moves = list(board.legal_moves)
        assert all(board.is_capture(move) for move in moves)


@pytest.mark.parametrize(
    "fen, white, black",
    [
        ("8/8/8/8/8/1k6/7p/K2R4 w - - 0 1", True, True),
        ("8/8/8/8/8/2k5/8/KB6 w - - 0 1", False, False),
        ("8/8/8/8/8/8/8/k1KR3r b - - 0 1", True, True),
        ("5k2/8/8/8/8/8/1n6/K1B5 w - - 0 1", True, True),
    ],
)
def test_lines_end_in_mate(fen, white, black):
    found = drawproof.can_mate(fen)
    assert (found.white.can_mate, found.black.can_mate) == (white, black)
    assert found.is_dead is not (white or black) and found == drawproof.can_mate(chess.Board(fen))
    for side, color in ((found.white, chess.WHITE), (found.black, chess.BLACK)):
        if not side.can_mate:
            assert side.plies is None and side.line == ()
            continue
        board = chess.Board(fen)
        for san in side.line:
            board.push_san(san)
        assert board.is_checkmate() and board.turn is not color and len(side.line) == side.plies
    assert "<svg" in found._repr_html_() and ("dead" in str(found)) is found.is_dead


def test_tables_save_generating(knkp):
    fen = fens(knkp, 10**6)[0]
    assert drawproof.can_mate(fen, table=knkp) == drawproof.can_mate(fen)
    without = drawproof.can_mate(fen, table=drawproof.generate("KPKN", "helpmate"))
    assert without.white.plies is None and without.white.can_mate and without.white.line == ()


def test_en_passant_counts():
    """The capture is the only move, and leads to a mate that the pawn's own class has not."""
    table = drawproof.generate("KPKP", BOTH)
    fen = "8/8/8/8/k2Pp3/8/8/K7 b - d3 0 1"
    with_right, without = told(table[fen]), told(table[fen.replace("d3", "-")])
    assert with_right[3] <= without[3] and with_right[:2] == (True, True)


def test_rows_have_the_columns(knkp):
    pytest.importorskip("pandas")
    frame = drawproof.generate("KRK", BOTH).to_pandas()
    assert list(frame.columns[-5:]) == ["wdl", *ARRAYS]
    assert frame.can_mate_white.dtype == bool and not frame.can_mate_black.any()


def test_own_files_are_read():
    table, own = drawproof.open(FILES, "KRK"), drawproof.generate("KRK", ("wdl", *BOTH))
    assert table.metrics == own.metrics
    for name in ("legal", "wdl", *ARRAYS):
        assert (getattr(table, name) == getattr(own, name)).all()


def test_what_is_not_there():
    with pytest.raises(drawproof.Error, match="has no can_mate_white, only wdl, dtm"):
        drawproof.generate("KRK").can_mate_white
    with pytest.raises(drawproof.Error, match='metrics=\\("wdl", "helpmate-distance"\\)'):
        drawproof.generate("KRK", "helpmate").helpmate_black
    assert told(drawproof.generate("KRK")["8/8/8/8/8/2k5/8/KR6 w - - 0 1"]) == (None,) * 4
    with pytest.raises(drawproof.Error, match="up to 5"):
        drawproof.generate("KRRKRR", "helpmate")
    for fen in ("nonsense", "8/8/8/8/8/2k5/8/K7 w - - 0 1", chess.STARTING_FEN):
        with pytest.raises(drawproof.Error):
            drawproof.can_mate(fen)
