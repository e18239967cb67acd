"""Mined rules, verified again by the function that verifies any rules."""

import pytest

import drawproof


@pytest.fixture(scope="module")
def krkb():
    return drawproof.generate("KRKB", ("wdl",))


@pytest.fixture(scope="module")
def mined(krkb):
    return drawproof.mine("KRKB", 6, effort=0.1, table=krkb)


def test_only_proven_rules_are_returned(mined, krkb):
    again = drawproof.verify("KRKB", rules=mined.text, table=krkb)
    assert again.is_proven and mined.verdict.is_proven and again.incorrect == 0
    counts = ("positions", "draws", "spotted", "missed")
    assert [getattr(again, name) for name in counts] == [getattr(mined.verdict, name) for name in counts]
    assert 0.1 < mined.share == again.spotted / again.draws < 1
    assert f"Spots {again.spotted:,} of {again.draws:,} draws" in mined.text


def test_the_control_is_a_fault_that_is_found(mined, krkb):
    """The rules without the danger that the control names are wrong in as many positions."""
    assert mined.control.change.startswith('without "danger')
    name = mined.control.change.split('"')[1]
    parts = mined.text.split("\nsilent ")
    left = [part for part in parts if not part.startswith(f'"{name}"')]
    assert len(left) == len(parts) - 1
    broken = drawproof.verify("KRKB", rules="\nsilent ".join(left), table=krkb)
    assert broken.incorrect == mined.control.incorrect > 0


def test_budgets_limit_rules(mined):
    # The last claim is not counted.
    assert 0 < mined.rules <= 6 and mined.form == "list"
    small = drawproof.mine("KRKB", "12conditions", form="tree", effort=0.1)
    assert 0 < small.conditions <= 12 and small.form == "tree" and small.verdict.is_proven


def test_the_same_numbers_give_the_same_rules(mined, krkb):
    """And the call in the heading is the one that was made, but for what changes nothing."""
    call = next(line for line in mined.text.splitlines() if "drawproof.mine(" in line).strip("# ")
    again = eval(call, {"drawproof": drawproof})
    assert again.text == mined.text
    assert drawproof.mine("KRKB", 6, effort=0.1, table=krkb, threads=1).text == mined.text


def test_other_claims():
    mined = drawproof.mine("KPK", "none", claim="win", effort=0.1)
    assert mined.form == "tree" and mined.verdict.is_proven
    assert "\nwin " in mined.text and "\ndraw " not in mined.text
    table = drawproof.generate("KPK")
    fen = "8/8/8/8/3k4/8/3P4/3K4 b - - 0 1"
    for fen in (fen, "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "8/3P4/8/8/8/k7/8/K7 w - - 0 1"):
        found = drawproof.explain(fen, mined.text)
        assert found.claim in (None, "win") and not found.is_incorrect
        assert found.claim is None or abs(table[fen].wdl) == 1


def test_own_vocabularies(tmp_path, krkb):
    text = drawproof.vocabulary("KRKB")
    assert text.startswith("vocabulary KRvKB\n")
    path = tmp_path / "my.vocabulary"
    path.write_text("vocabulary KRKB\ntry distance(us.king, them.king)\ntry edge_distance(weak.king)\n")
    mined = drawproof.mine("KRKB", 20, vocabulary=path, effort=0, table=krkb)
    words = {"distance(us.king, them.king)", "edge_distance(weak.king)"}
    rules = [line for line in mined.text.splitlines() if " <= " in line or " >= " in line]
    assert all(any(word in line for word in words) for line in rules if not line.startswith("#"))
    assert "files and ranks" not in text
    assert len(drawproof.vocabulary("KPK", places=True)) > len(drawproof.vocabulary("KPK"))


def test_rules_are_saved(mined, tmp_path, krkb):
    mined.save(tmp_path / "krkb.rules")
    assert drawproof.verify("KRKB", rules=tmp_path / "krkb.rules", table=krkb)


def test_notebooks_show_rules(mined):
    shown = mined._repr_html_()
    assert "proven" in shown and mined.control.change.split('"')[1] in shown and "<pre># KRvKB" in shown
    assert "&lt;=" in shown and f"{mined.control.incorrect:,} incorrect" in str(mined)


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"budget": "40 apples"}, "budget='40 apples': 'apples' cannot be counted"),
        ({"budget": 0}, "budget='0'"),
        ({"budget": "1rules"}, "nothing fits"),
        ({"form": "forest"}, "form='forest': expected 'list' or 'tree'"),
        ({"claim": "mate"}, "claim='mate': expected one of"),
        ({"places": True}, "needs a class with pawns"),
        ({"vocabulary": "vocabulary KRKN\ntry true\n"}, "not of KRvKB"),
        ({"vocabulary": "vocabulary KRKB\n"}, "has no terms"),
        ({"vocabulary": "nonsense\n"}, "errors in the vocabulary"),
        ({"max_conditions": 17}, "max_conditions=17"),
        ({"max_draws": 0}, "max_draws=0"),
        ({"seed": -1}, "seed=-1"),
        ({"effort": float("nan")}, "effort=nan"),
        ({"threads": 0}, "threads=0"),
    ],
)
def test_wrong_arguments(arguments, said, krkb):
    with pytest.raises(drawproof.Error, match=said):
        drawproof.mine("KRKB", **{"effort": 0, **arguments}, table=krkb)


def test_wrong_classes(krkb):
    with pytest.raises(drawproof.Error, match="table is of KRvKB"):
        drawproof.mine("KRKN", table=krkb)
    with pytest.raises(drawproof.Error, match="no stronger side"):
        drawproof.mine("KRKR", claim="strong_cannot_win")
    with pytest.raises(FileNotFoundError, match="vocabulary file"):
        drawproof.mine("KRKB", vocabulary="missing.vocabulary", table=krkb)
