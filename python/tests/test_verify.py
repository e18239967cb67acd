"""Claims, proven and refuted, against counts from the arrays."""

import chess
import numpy as np
import pytest

import drawproof


@pytest.fixture(scope="module")
def krkn():
    return drawproof.generate("KRKN", ("wdl", "dtm"))


def near_knight(squares, turns):
    """Black's king beside its knight in the middle of the board: a draw?"""
    files, ranks = squares & 7, squares >> 3
    distance = np.maximum(abs(files[:, 1].astype(int) - files[:, 2]), abs(ranks[:, 1].astype(int) - ranks[:, 2]))
    edge = np.minimum.reduce([files[:, 1], 7 - files[:, 1], ranks[:, 1], 7 - ranks[:, 1]])
    return (distance <= 1) & (edge >= 2)


def on_board(table, set_):
    """Positions on the board of a set of entries."""
    weights = table.weight.reshape((1, -1) + (1,) * (len(table.men) - 2))
    return int((set_ * weights).sum(dtype=np.int64))


def test_counts_are_those_of_the_arrays(krkn):
    claimed = np.zeros(krkn.shape, dtype=bool)
    claimed[krkn.legal] = near_knight(krkn.positions(), krkn.turns())
    draws = krkn.wdl == 0
    for full_board in (True, False):
        verdict = drawproof.verify("KRKN", near_knight, full_board=full_board, table=krkn)
        assert verdict.positions == on_board(krkn, krkn.legal)
        assert verdict.draws == on_board(krkn, draws)
        assert verdict.spotted == on_board(krkn, draws & claimed)
        assert verdict.missed == on_board(krkn, draws & ~claimed)
        assert verdict.incorrect == on_board(krkn, claimed & krkn.legal & ~draws)
        assert verdict.incorrect > 0 and not verdict.is_proven and not verdict


def test_counterexamples_are_wrong_claims(krkn):
    verdict = drawproof.verify("KRKN", near_knight, table=krkn, examples=5, missed=7)
    assert len(verdict.counterexamples) == 5 and len(verdict.missed_fens) == 7
    words = {1: "win", 0: "draw", -1: "loss"}
    for found in verdict.counterexamples:
        assert words[krkn[found.fen].wdl] == found.truth != "draw"
    for fen in verdict.missed_fens:
        assert krkn[fen].wdl == 0


def test_a_proven_function(krkn):
    """What the table itself says is drawn."""

    def exact(squares, turns):
        kings = {pair: at for at, pair in enumerate(map(tuple, krkn.kings.tolist()))}
        pairs = np.full((64, 64), -1)
        for (white, black), at in kings.items():
            pairs[white, black] = at
        at = pairs[squares[:, 0], squares[:, 1]]
        return krkn.wdl[turns, at, squares[:, 2], squares[:, 3]] == 0

    verdict = drawproof.verify("KRKN", exact, table=krkn, full_board=False)
    assert verdict.is_proven and verdict.missed == 0 and verdict.spotted == verdict.draws
    assert "proven" in str(verdict)


def test_mirror_images_are_judged():
    """A claim that is wrong on one half of the board is found out."""

    def on_the_right(squares, turns):
        return (squares[:, 0] & 7) >= 4

    assert not drawproof.verify("KRK", on_the_right).is_proven
    assert drawproof.verify("KRK", on_the_right, full_board=False).incorrect == 0


def test_every_position_is_asked_once():
    seen = []

    def look(squares, turns):
        seen.append(np.column_stack([squares, turns]))
        return np.zeros(len(turns), dtype=bool)

    verdict = drawproof.verify("KQK", look)
    rows = np.concatenate(seen)
    assert len(rows) == len(np.unique(rows, axis=0)) == verdict.positions


def test_boards_are_asked_with_both_colours():
    def only_white(board):
        return board.occupied_co[chess.WHITE].bit_count() > 1 if hasattr(int, "bit_count") else (
            bin(board.occupied_co[chess.WHITE]).count("1") > 1
        )

    verdict = drawproof.verify("KNK", only_white, boards=True, full_board=False)
    assert verdict.is_proven and verdict.one_sided == verdict.positions == verdict.spotted


def test_insufficient_material_is_a_draw():
    verdict = drawproof.verify("KBK", chess.Board.is_insufficient_material, boards=True, full_board=False)
    assert verdict.is_proven and verdict.missed == 0 and verdict.one_sided == 0


def test_built_in_rules_are_proven_and_count_the_same():
    verdict = drawproof.verify("KRKR", grade="quick")
    table = drawproof.generate("KRKR", "wdl")
    assert verdict.is_proven and verdict.rules
    assert verdict.positions == on_board(table, table.legal)
    assert verdict.draws == on_board(table, table.wdl == 0)
    assert sum(rule.draws for rule in verdict.rules if rule.claims == "draw") == verdict.spotted
    with_table = drawproof.verify("KRKR", grade="quick", table=table)
    assert with_table.spotted == verdict.spotted


RULES = 'recognizer KRKN\ndraw "all" because "why not" when true\n'


def test_refuted_rules(krkn, tmp_path):
    path = tmp_path / "all.rules"
    path.write_text(RULES)
    for rules in (RULES, path, str(path)):
        verdict = drawproof.verify("KRKN", rules=rules)
        assert verdict.incorrect == on_board(krkn, krkn.legal & (krkn.wdl != 0))
        assert verdict.counterexamples and not verdict.is_proven
        for found in verdict.counterexamples:
            assert found.rule == "all" and krkn[found.fen].wdl != 0


def test_pages_escape_everything():
    evil = '<script>alert("x")</script>'
    verdict = drawproof.Verdict(
        material=evil,
        source=evil,
        oracle=evil,
        positions=1,
        spotted=0,
        missed=0,
        incorrect=1,
        draws=0,
        counterexamples=(drawproof.Counterexample(evil, evil, evil),),
    )
    page = verdict._repr_html_()
    assert "<script" not in page and "&lt;script&gt;" in page


def test_pages_show_boards(krkn):
    page = drawproof.verify("KRKN", near_knight, table=krkn)._repr_html_()
    assert page.count("<svg") == 3 and "refuted" in page and "♞" in page
