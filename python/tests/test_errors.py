"""Errors are exceptions that name the input and say what to do; nothing panics."""

import chess
import numpy as np
import pytest

import drawproof

CLASSES = ["", "K", "KX", "KK", "KvK", "KRRRRRRRK", "RK", "KRK\0", "♔♚", "K" * 10_000, "KRKvKRK", "KRRRRRK"]


@pytest.mark.parametrize("name", CLASSES)
def test_classes_without_tables(name):
    for work in (drawproof.generate, lambda of: drawproof.verify(of, grade="quick")):
        with pytest.raises(drawproof.Error):
            work(name)


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"metrics": ("xyz",)}, "'xyz' is not a metric; expected"),
        ({"threads": 0}, "threads=0"),
        ({"threads": -1}, "threads=-1"),
        ({"threads": 257}, "threads=257: expected a number from 1 to 256"),
    ],
)
def test_wrong_arguments(arguments, said):
    with pytest.raises(drawproof.Error, match=said):
        drawproof.generate("KRK", **arguments)


@pytest.mark.parametrize(
    "fen, said",
    [
        ("", "is not a FEN"),
        ("\0", "is not a FEN"),
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", "KvK"),
        (chess.STARTING_FEN, "castling"),
        ("8/8/8/8/8/8/1R6/K1k5 w - - 0 1", None),
        ("8/8/8/8/8/8/2R5/K1k5 w - - 0 1", "not a legal position"),
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "it is KQvK"),
    ],
)
def test_positions_without_values(fen, said):
    table = drawproof.generate("KRK")
    if said is None:
        assert table[fen].wdl == 1
        return
    with pytest.raises(drawproof.Error, match=said) as error:
        table[fen]
    assert repr(fen).strip("'")[:10] in str(error.value) or "\0" in fen


@pytest.mark.parametrize(
    "rights, said",
    [
        ("KQ -", "the castling rights KQ do not fit the board"),
        ("- e3", "no pawn can have passed e3"),
    ],
)
def test_rights_that_do_not_fit_the_board(rights, said):
    table = drawproof.generate("KRK")
    with pytest.warns(UserWarning, match=said):
        assert table[f"8/8/8/8/8/8/1R6/K1k5 w {rights} 0 1"].wdl == 1


def test_what_is_no_position():
    with pytest.raises(TypeError, match="chess.Board"):
        drawproof.generate("KRK")[17]


def test_missing_metrics():
    with pytest.raises(drawproof.Error, match="has no dtz"):
        drawproof.generate("KRK").dtz


def test_missing_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        drawproof.open(tmp_path / "x.rtbw")
    with pytest.raises(drawproof.Error, match="no tables in"):
        drawproof.open(tmp_path)
    (tmp_path / "KRvK.rtbw").write_bytes(b"nonsense")
    with pytest.raises(drawproof.Error):
        drawproof.open(tmp_path / "KRvK.rtbw")
    (tmp_path / "KRvK.gtb.cp4").write_bytes(b"")
    with pytest.raises(drawproof.Error):
        drawproof.open(tmp_path, "KRK")


def test_too_much_memory_is_refused_before():
    with pytest.raises((MemoryError, drawproof.Error), match="GiB"):
        drawproof.generate("KQRKQR", ("wdl", "dtm", "dtz"))


def test_size_of_batches():
    with pytest.raises(drawproof.Error, match="size=0"):
        drawproof.generate("KRK").to_batches(0)


@pytest.mark.parametrize(
    "squares, turn", [([0, 1], 0), ([0, 1, 64], 0), ([0, 1, 2], 2), ([0] * 100, 0)]
)
def test_fens_of_nonsense(squares, turn):
    with pytest.raises(drawproof.Error, match="expected 3 squares"):
        drawproof.generate("KRK").fen(squares, turn)


@pytest.mark.parametrize(
    "rules",
    ["\n", "x\ny", "recognizer KRKR\n", 'recognizer KRK\ndraw "a" because "b" when nonsense\n', "\0\n\0", "🙂\n"],
)
def test_broken_rules(rules):
    with pytest.raises(drawproof.Error):
        drawproof.verify("KRK", rules=rules)


def test_missing_rule_files():
    with pytest.raises(FileNotFoundError, match="rule file"):
        drawproof.verify("KRK", rules="missing.rules")


@pytest.mark.parametrize(
    "claim",
    [
        lambda squares, turns: None,
        lambda squares, turns: True,
        lambda squares, turns: np.zeros(len(turns)),
        lambda squares, turns: np.zeros(len(turns) + 1, dtype=bool),
        lambda squares, turns: np.zeros((len(turns), 1), dtype=bool),
        lambda squares, turns: turns,
        lambda squares, turns: ["a"] * len(turns),
    ],
)
def test_functions_with_unfit_results(claim):
    with pytest.raises(TypeError, match="expected bool, shape"):
        drawproof.verify("KRK", claim)


def test_results_that_are_no_array():
    with pytest.raises(ValueError):
        drawproof.verify("KRK", lambda squares, turns: [[1], [1, 2]])


def test_functions_of_boards_return_bools():
    with pytest.raises(TypeError, match="expected a bool"):
        drawproof.verify("KRK", lambda board: None, boards=True)


def test_errors_of_functions_arrive_as_they_are():
    def claim(squares, turns):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        drawproof.verify("KRK", claim)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"rules": "a\n", "grade": "quick"}, {"claim": 3}, {"claim": len, "grade": "quick"}],
)
def test_exactly_one_claim(arguments):
    with pytest.raises(TypeError):
        drawproof.verify("KRK", **arguments)


def test_tables_of_other_classes():
    table = drawproof.generate("KRKN", "wdl")
    for arguments in ({"grade": "quick"}, {"claim": lambda squares, turns: turns == 2}):
        with pytest.raises(drawproof.Error, match="table is of KRvKN"):
            drawproof.verify("KRKB", table=table, **arguments)


@pytest.mark.parametrize("count", [-1, 2**40, 2**200])
@pytest.mark.parametrize("what", ["examples", "missed"])
def test_numbers_of_kept_positions(what, count):
    with pytest.raises(drawproof.Error, match=f"{what}={count}: give a number"):
        drawproof.verify("KRKR", grade="quick", **{what: count})
