"""Random arguments get an answer or an exception, whatever they are; nothing panics."""

import random

import numpy as np
import pytest

import drawproof

FENS = ["8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/2k5/1P6/K7 b KQ e3 -1 0"]

# Classes without much work, and values of every kind.
VALUES = [
    None, True, 0, 1, -1, 3, 2**31, 2**63, 2**64, -(2**63) - 1, 0.5, 1e308, float("nan"), float("inf"),
    "", "\0", "\n", "KNK", "KvK", "KX", "KNKN" * 99, "\ud800", "🙂", "quick", "list", "40rules", "-1rules",
    "recognizer KNK\n", 'recognizer KNK\ndraw "a" because "b" when not in_check\n', "vocabulary KNK\ntry in_check\n",
    b"KNK", [], [None], ["wdl"], ("dtm", "dtm"), {}, {"wdl": 1}, range(3), object(), len, np.zeros(3), np.int64(-1),
    *FENS,
]  # fmt: skip

CALLS = {
    "generate": ["material", "metrics", "threads", "progress"],
    "open": ["path", "material", "trust_files", "threads"],
    "explain": ["position", "rules", "grade", "table", "near", "depth", "width", "duals", "nesting", "max_moves"],
    "can_mate": ["position", "table", "threads"],
    "verify": ["material", "claim", "rules", "grade", "table", "threads"],
    "mine": ["material", "budget", "form", "claim", "vocabulary", "max_conditions", "seed", "effort", "threads"],
    "vocabulary": ["material", "places"],
}


def arguments(numbers, names, table):
    """The first ones, others seldom, each of any kind; the first is often right."""
    right = {"material": "KNK", "position": FENS[0], "table": table}
    given = {}
    for at, name in enumerate(names):
        if at == 0 or numbers.random() < 0.3:
            is_right = name in right and numbers.random() < 0.5
            given[name] = right[name] if is_right else numbers.choice(VALUES)
    return given


@pytest.mark.parametrize("name", CALLS)
def test_functions(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    numbers, table = random.Random(name), drawproof.generate("KNK")
    for _ in range(150):
        given = arguments(numbers, CALLS[name], table)
        try:
            getattr(drawproof, name)(**given)
        except Exception as error:  # A panic is no Exception.
            assert "panicked" not in str(error), given
    assert "panicked" not in capfd.readouterr().err


@pytest.mark.parametrize("name", ["fen", "__getitem__", "to_batches"])
def test_methods(name, capfd):
    numbers, table = random.Random(name), drawproof.generate("KNK")
    count = 2 if name == "fen" else 1
    for _ in range(300):
        given = [numbers.choice(VALUES) for _ in range(count)]
        try:
            found = getattr(table, name)(*given)
            if name == "to_batches":
                next(iter(found))
        except Exception as error:
            assert "panicked" not in str(error), given
    assert "panicked" not in capfd.readouterr().err
