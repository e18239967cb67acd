"""What rules proven for any number of men say."""

import chess
import pytest

import drawproof

CORNER = "k7/8/P7/P7/P1K5/8/3B4/8 w - - 0 1"


def test_a_proven_draw_of_six_men():
    said = drawproof.proven(CORNER)
    assert (said.white, said.black) == ("cannot_win", "cannot_mate")
    assert said.is_draw and not said.is_dead
    assert [rule.open_class for rule in said.rules] == ["KBsPsvK", "KQsRsBsNsPsvK"]
    assert [rule.strong for rule in said.rules] == ["white", "white"]
    assert str(said).startswith("proven for any number of men: a draw\n  White cannot win: ")
    assert "king in the corner" in said._repr_html_()
    assert drawproof.proven(chess.Board(CORNER)).rules == said.rules


def test_silence():
    assert drawproof.proven(chess.STARTING_FEN) is None
    assert drawproof.proven("4k3/8/8/8/8/8/PPPPP3/4K2R w K - 0 1") is None
    with pytest.raises(drawproof.Error):
        drawproof.proven("8/8/8/8/8/8/8/8 w - - 0 1")
