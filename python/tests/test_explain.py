"""Explanations, against the moves of python-chess and the verification of the same rules."""

import io

import chess
import chess.pgn
import pytest

import drawproof

WON = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"

RULES = """recognizer KRKN
draw "beside its knight" because "The king protects <it>." when
    distance(weak.king, weak.knight) <= 1 and edge_distance(weak.king) >= 2
"""


@pytest.fixture(scope="module")
def krkn():
    return drawproof.generate("KRKN", ("wdl", "dtm", "dtz"))


def test_best_play_ends_in_mate():
    found = drawproof.explain(WON, depth=60)
    assert (found.value.wdl, found.value.dtm, found.material) == (1, 57, "KRvKB")
    board = chess.Board(WON)
    for san in found.line:
        board.push_san(san)
    assert len(found.line) == 57 and board.is_checkmate()
    game = chess.pgn.read_game(io.StringIO(found.pgn))
    assert game.end().board() == board and not game.errors


def test_boards_are_taken_as_well():
    found, same = drawproof.explain(chess.Board(WON)), drawproof.explain(WON)
    assert found == same and str(found) == str(same)


def test_the_value_is_the_tables(krkn):
    for at in range(0, len(krkn), 400_001):
        fen = krkn.fen(krkn.positions()[at], krkn.turns()[at])
        found = drawproof.explain(fen, table=krkn)
        assert found.value == krkn[fen] and found.oracle == krkn.source


def test_what_rules_say_is_what_verifying_finds(krkn):
    """The interpreter of single positions and the evaluator of sets of them."""
    verdict = drawproof.verify("KRKN", rules=RULES, table=krkn, examples=5, missed=5)
    assert len(verdict.counterexamples) == 5 and len(verdict.missed_fens) == 5
    for wrong in verdict.counterexamples:
        found = drawproof.explain(wrong.fen, RULES, table=krkn)
        assert (found.claim, found.verdict, found.is_incorrect) == ("draw", "incorrect_draw", True)
        assert found.rule.name == wrong.rule and not found.nearest
        assert found.rule.reason == "The king protects <it>." and found.rule.lacks == ()
        assert all(condition.holds for condition in found.rule.conditions)
    for fen in verdict.missed_fens:
        found = drawproof.explain(fen, RULES, table=krkn)
        assert (found.claim, found.verdict, found.rule) == (None, "missed_draw", None)
        assert found.not_holding == found.rule_count == 1 and not found.is_incorrect
        (near,) = found.nearest
        assert 1 <= len(near.lacks) <= near.condition_count == 2
        board = chess.Board(fen)
        king, knight = board.king(chess.BLACK), next(iter(board.pieces(chess.KNIGHT, chess.BLACK)))
        is_near = chess.square_distance(king, knight) <= 1
        assert ("distance(weak.king, weak.knight) <= 1" in near.lacks) is not is_near


def test_facts_are_those_of_the_board():
    """With White's king on a1 and its knight's square as given, the distance is known."""
    found = drawproof.explain("8/8/2n5/8/3k4/8/8/K6R w - - 0 1", RULES)
    (fact,) = [fact for of in found.rule.conditions for fact in of.facts if "knight" in fact.text] if found.rule else [
        fact for of in found.nearest[0].conditions for fact in of.facts if "knight" in fact.text
    ]
    assert fact.found == "distance(weak.king, weak.knight) = 2" or "2" in fact.found


def test_built_in_rules_say_why():
    drawn = drawproof.verify("KRKR", grade="quick", missed=1)
    (fen,) = drawn.missed_fens
    found = drawproof.explain(fen, grade="quick", near=2)
    assert found.rules_from == drawn.source and found.rule_count == len(drawn.rules)
    assert found.verdict == "missed_draw" and len(found.nearest) == 2
    # The first grade of the class.
    assert drawproof.explain(fen).rules_from == found.rules_from
    assert drawproof.explain(fen, near=0).nearest == ()


@pytest.mark.parametrize(
    "fen, said",
    [
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "none for KQvK are built in"),
        ("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", "en passant"),
    ],
)
def test_why_no_rules_are_asked(fen, said):
    found = drawproof.explain(fen)
    assert said in found.no_rules and found.verdict is None and found.rule_count == 0
    assert said in str(found) and said in found._repr_html_()


def test_the_fifty_move_rule():
    fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - {} 90"
    plies = drawproof.explain(fen.format(1)).value.dtz
    for clock, effect in ((0, "changes_nothing"), (100 - plies, "changes_nothing"), (101 - plies, "draws")):
        found = drawproof.explain(fen.format(clock), table=drawproof.generate("KRKB", ("dtm", "dtz")))
        assert (found.half_move_clock, found.fifty_move_rule) == (clock, effect)


def test_notebooks_show_a_board_and_escape_what_rules_say(krkn):
    wrong = drawproof.verify("KRKN", rules=RULES, table=krkn, examples=1).counterexamples[0]
    shown = drawproof.explain(wrong.fen, RULES, table=krkn)._repr_html_()
    assert "<svg" in shown and wrong.fen in shown and "beside its knight" in shown
    assert "&lt;it&gt;" in shown and "<it>" not in shown


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"near": -1}, "near=-1: give a number from 0"),
        ({"depth": 0}, "depth=0: give a number from 1 to 1000"),
        ({"width": 256}, "width=256"),
        ({"nesting": 33}, "nesting=33"),
        ({"max_moves": 10**6}, "max_moves=1000000"),
        ({"threads": 0}, "threads=0"),
        ({"grade": "best"}, "'best' is"),
        ({"grade": "bounds"}, "no bounds rules for KRvKB"),
        ({"rules": RULES}, "is about KRvKN, not about KRvKB"),
        ({"rules": "recognizer KRKB\nnonsense\n"}, "errors in rules"),
    ],
)
def test_wrong_arguments(arguments, said):
    with pytest.raises(drawproof.Error, match=said):
        drawproof.explain(WON, **arguments)


def test_two_kings_are_a_draw():
    assert drawproof.explain("8/8/8/8/8/2k5/8/K7 w - - 0 1").value.wdl == 0


@pytest.mark.parametrize("fen", ["", "nonsense", chess.STARTING_FEN])
def test_positions_without_tables(fen):
    with pytest.raises(drawproof.Error):
        drawproof.explain(fen)


def test_what_is_not_possible_together():
    with pytest.raises(TypeError, match="not both"):
        drawproof.explain(WON, RULES, grade="quick")
    with pytest.raises(TypeError, match="chess.Board"):
        drawproof.explain(17)
    with pytest.raises(drawproof.Error, match="table is of KRvKN, and not of KRvKB"):
        drawproof.explain(WON, table=drawproof.generate("KRKN"))
