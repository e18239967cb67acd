"""Every value of three men against python-chess and the tables of others."""

import chess
import chess.gaviota
import chess.syzygy
import numpy as np
import pytest
from conftest import GAVIOTA, SYZYGY, THREE_MEN

import drawproof


def boards(table, entries):
    """A board for each row of squares and side to move."""
    men = [chess.Piece.from_symbol(man) for man in table.men]
    for squares, turn in entries:
        board = chess.Board(None)
        for square, man in zip(squares, men):
            board.set_piece_at(square, man)
        board.turn = turn == 0
        yield board


def legal_boards(table):
    return boards(table, zip(table.positions().tolist(), table.turns().tolist()))


@pytest.mark.parametrize("name", THREE_MEN)
def test_legal_is_what_python_chess_calls_valid(tables, name):
    """Every index, also those where two men share a square."""
    table = tables[name]
    kings = table.kings.tolist()
    every = [
        ((*kings[pair], square), turn)
        for turn in (0, 1)
        for pair in range(len(kings))
        for square in range(64)
    ]
    valid = [
        len(set(squares)) == 3 and board.is_valid()
        for (squares, _), board in zip(every, boards(table, every))
    ]
    assert valid == table.legal.ravel().tolist()


@pytest.mark.parametrize("name", THREE_MEN)
def test_results_are_those_of_syzygy(tables, name):
    table = tables[name]
    with chess.syzygy.open_tablebase(str(SYZYGY)) as other:
        expected = [np.sign(other.probe_wdl(board)) for board in legal_boards(table)]
    assert table.wdl[table.legal].tolist() == expected
    assert (table.wdl[~table.legal] == -128).all()


@pytest.mark.parametrize("name", ["KQK", "KRK", "KPK"])
def test_distances_to_mate_are_those_of_gaviota(tables, name):
    table = tables[name]
    with chess.gaviota.open_tablebase(str(GAVIOTA)) as other:
        expected = [abs(other.probe_dtm(board)) for board in legal_boards(table)]
    wdl, dtm = table.wdl[table.legal], table.dtm[table.legal]
    assert np.where(wdl == 0, 0, dtm).tolist() == expected
    assert (dtm[wdl == 0] == -1).all()
    assert (table.dtm[~table.legal] == -1).all()
    assert (dtm[wdl == 1] % 2 == 1).all() and (dtm[wdl == -1] % 2 == 0).all()


@pytest.mark.parametrize("name", ["KQK", "KRK", "KPK"])
def test_distances_to_zeroing_are_those_of_python_chess(tables, name):
    """A sample, because a probe takes a millisecond: `test_files_give_the_same_tables` has
    all. Syzygy counts a checkmate as 1, and rounds nothing in these classes.
    """
    table = tables[name]
    with chess.syzygy.open_tablebase(str(SYZYGY)) as other:
        for board in list(legal_boards(table))[::41]:
            plies = abs(other.probe_dtz(board))
            expected = 0 if board.is_checkmate() else plies or None
            assert table[board].dtz == expected, board.fen()


@pytest.mark.parametrize("name", ["KBK", "KNK"])
def test_minor_pieces_never_win(tables, name):
    table = tables[name]
    assert (table.wdl[table.legal] == 0).all()
    assert (table.dtm == -1).all() and (table.dtz == -1).all()


def test_shapes_and_types():
    table = drawproof.generate("KRKN", ("wdl", "dtm"))
    assert table.shape == (2, 462, 64, 64)
    assert table.men == ("K", "k", "n", "R")
    assert table.columns == ("white_king", "black_king", "black_knight", "white_rook")
    kinds = {"legal": np.bool_, "wdl": np.int8, "dtm": np.int16}
    for name, kind in kinds.items():
        array = getattr(table, name)
        assert array.shape == table.shape and array.dtype == kind
        assert array is getattr(table, name) and not array.flags.writeable
    positions = table.positions()
    assert positions.shape == (len(table), 4) and positions.dtype == np.uint8
    assert drawproof.generate("KNNK", "wdl").columns[2:] == ("white_knight_1", "white_knight_2")


@pytest.mark.parametrize("name", ["KRKN", "KPKP"])
def test_positions_are_in_the_order_of_the_arrays(name):
    """The squares of an entry are its index."""
    table = drawproof.generate(name, ("wdl",))
    turn, pair, first, last = np.nonzero(table.legal)
    squares = table.positions()
    assert (table.turns() == turn).all()
    assert (squares[:, :2] == table.kings[pair]).all()
    assert (squares[:, 2] == first).all() and (squares[:, 3] == last).all()
    assert (table.weights() == table.weight[pair]).all()


def test_weights_sum_to_the_board():
    """All legal positions, counted on the board by python-chess's rules."""
    table = drawproof.generate("KRK")
    count = 0
    for white in range(64):
        for black in range(64):
            for rook in range(64):
                if len({white, black, rook}) < 3:
                    continue
                board = chess.Board(None)
                for square, man in zip((white, black, rook), "KkR"):
                    board.set_piece_at(square, chess.Piece.from_symbol(man))
                if chess.square_distance(white, black) > 1:
                    count += 1  # Black to move; the white king is never in check.
                    board.turn = chess.WHITE
                    count += not board.was_into_check()
    assert int(table.weights().sum(dtype=np.int64)) == count


def test_probing_takes_boards_and_fens_of_both_colours(tables):
    table = tables["KRK"]
    for board in list(legal_boards(table))[::997]:
        value = table[board]
        assert value == table[board.fen()] == table[board.mirror()]
        assert isinstance(value, drawproof.Value)
    values = [table[board].wdl for board in list(legal_boards(table))[::997]]
    assert values == table.wdl[table.legal][::997].tolist()
    plies = [table[board].dtm for board in list(legal_boards(table))[::997]]
    assert [-1 if of is None else of for of in plies] == table.dtm[table.legal][::997].tolist()


def test_probing_knows_en_passant():
    """The capture is the only way not to lose the pawn."""
    table = drawproof.generate("KPKP")
    with_right = table["8/8/8/8/k2Pp3/8/8/K7 b - d3 0 1"]
    without = table["8/8/8/8/k2Pp3/8/8/K7 b - - 0 1"]
    with chess.syzygy.open_tablebase(str(SYZYGY)) as other:
        for fen, value in (("d3", with_right), ("-", without)):
            board = chess.Board(f"8/8/8/8/k2Pp3/8/8/K7 b - {fen} 0 1")
            assert value.wdl == np.sign(other.probe_wdl(board))


@pytest.mark.parametrize("name", ["KQK", "KRK", "KPK"])
@pytest.mark.parametrize("folder, metric", [(SYZYGY, "dtz"), (GAVIOTA, "dtm")])
def test_files_give_the_same_tables(tables, folder, metric, name):
    """Every value of the files of others, read by other code."""
    opened, own = drawproof.open(folder), tables[name]
    assert own.material in opened and len(opened) == len(list(opened))
    for table in (opened[name], drawproof.open(folder, name)):
        assert table.metrics == ("wdl", metric)
        for array in ("legal", "wdl", metric):
            assert (getattr(table, array) == getattr(own, array)).all()


def test_one_file_is_enough(tables):
    table = drawproof.open(GAVIOTA / "krk.gtb.cp4")
    assert (table.dtm == tables["KRK"].dtm).all()
    value = table["8/8/8/8/8/2k5/8/KR6 w - - 0 1"]
    assert value.dtm == tables["KRK"]["8/8/8/8/8/2k5/8/KR6 w - - 0 1"].dtm


def test_a_position_needs_no_whole_table():
    table = drawproof.open(SYZYGY, "KQK")
    assert table["8/8/8/8/8/2k5/7Q/K7 w - - 0 1"].wdl == 1
    assert not table._native.is_read
    assert table.wdl.shape == table.shape and table._native.is_read


def test_threads_change_nothing():
    one = drawproof.generate("KRKN", threads=1)
    three = drawproof.generate("KRKN", threads=3)
    assert (one.dtm == three.dtm).all() and (one.wdl == three.wdl).all()


def test_rows_for_pandas(tables):
    pytest.importorskip("pandas")
    table = tables["KRK"]
    frame = table.to_pandas()
    names = ["turn", "white_king", "black_king", "white_rook", "wdl", "dtm", "dtz"]
    assert list(frame.columns) == names
    assert (frame[names[1:4]].to_numpy() == table.positions()).all()
    assert (frame.turn.to_numpy() == table.turns()).all()
    for metric in table.metrics:
        assert (frame[metric].to_numpy() == getattr(table, metric)[table.legal]).all()


@pytest.mark.parametrize("size", [7, 1000, 1 << 20])
def test_batches_are_the_same_rows(tables, size):
    """Seven rows are less than a pair of kings has."""
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    table = tables["KRK"]
    batches = list(table.to_batches(size))
    assert all(0 < batch.num_rows <= size for batch in batches)
    assert pyarrow.Table.from_batches(batches).to_pandas().equals(table.to_pandas())
