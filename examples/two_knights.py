"""Two knights cannot win: true for most positions, but not for all.

    drawproof export rules KNNKN --lang python --out draws.py
    python3 two_knights.py
"""

import draws


def square(name: str) -> int:
    """The number of a square, with a1 as 0."""
    return (ord(name[1]) - ord("1")) * 8 + ord(name[0]) - ord("a")


for men in [
    ("e4", "e8", "d4", "f4", "c6"),
    ("c1", "a2", "b5", "d3", "a4"),  # White mates in four.
]:
    king, weak_king, one, other, weak_knight = map(square, men)
    rule = draws.knnkn_rule(king, weak_king, one, other, weak_knight, True)
    said = "a draw" if rule > 0 else "not known"
    print(f"K{men[0]} N{men[2]} N{men[3]} against K{men[1]} N{men[4]}, White to move: {said}")
