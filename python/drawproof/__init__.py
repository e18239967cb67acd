"""Exact chess endgame tables as arrays, and claims verified over every position.

>>> import drawproof
>>> table = drawproof.generate("KRvK")
>>> table.shape                      # side to move, king pair, square of the rook
(2, 462, 64)
>>> int(table.dtm.max())             # plies to mate; 31 plies are 16 moves
32
>>> table["8/8/8/8/8/2k5/8/KR6 w - - 0 1"].wdl
1

Distances are plies everywhere. Squares are numbers as in python-chess: 0 is a1, 63 is h8.
"""

from ._explain import Condition, Explanation, Fact, RuleTold, explain
from ._helpmate import Mater, Mates, can_mate
from ._mine import Control, Mined, mine, vocabulary
from ._native import Error, version as __version__
from ._proven import Proven, ProvenRule, proven
from ._tables import Folder, Table, Value, generate, open
from ._verify import Counterexample, RuleCount, Verdict, verify

__all__ = [
    "Condition",
    "Control",
    "Counterexample",
    "Error",
    "Explanation",
    "Fact",
    "Folder",
    "Mater",
    "Mates",
    "Mined",
    "Proven",
    "ProvenRule",
    "RuleCount",
    "RuleTold",
    "Table",
    "Value",
    "Verdict",
    "can_mate",
    "explain",
    "generate",
    "mine",
    "open",
    "proven",
    "verify",
    "vocabulary",
]
