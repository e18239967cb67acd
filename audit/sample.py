#!/usr/bin/env python3
"""Asks a library about random positions of a class: how many it claims anything about.

    audit/sample.py LIBRARY CLASS COUNT    prints COUNT and the claims, in JSON

Positions are legal, with either side to move, without castling and en passant rights, and with
colours as in the class and exchanged. The same arguments give the same positions. audit/run asks
each class in a process of its own: a function may crash on men that it does not expect.
"""

import ctypes
import json
import random
import sys

ROLES = "PNBRQK"
UNKNOWN, NO_SQUARE = 7, 64
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
KING = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
ROOK, BISHOP = KING[::2], KING[1::2]
STEPS = {"N": KNIGHT, "K": KING, "R": ROOK, "B": BISHOP, "Q": KING}
SLIDERS = "BRQ"


class Men(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("p", "n", "b", "r", "q", "k")]


class Position(ctypes.Structure):
    _fields_ = [
        ("men", Men * 2),
        ("side_to_move", ctypes.c_uint8),
        ("en_passant", ctypes.c_uint8),
        ("reserved", ctypes.c_uint8 * 6),
    ]


def attacked(role, colour, square, occupied):
    """The squares that a man attacks."""
    file, rank = square % 8, square // 8
    if role == "P":
        forward = 1 if colour == 0 else -1
        steps = [(-1, forward), (1, forward)]
    else:
        steps = STEPS[role]
    for across, up in steps:
        x, y = file + across, rank + up
        while 0 <= x < 8 and 0 <= y < 8:
            yield 8 * y + x
            if role not in SLIDERS or 8 * y + x in occupied:
                break
            x, y = x + across, y + up


def is_legal(men, squares, turn):
    """Whether pawns stand where they may, and the side that does not move is not in check."""
    if any(role == "P" and not 8 <= at < 56 for (role, _), at in zip(men, squares)):
        return False
    occupied = set(squares)
    king = next(at for (role, colour), at in zip(men, squares) if role == "K" and colour != turn)
    return not any(
        king in attacked(role, colour, at, occupied)
        for (role, colour), at in zip(men, squares)
        if colour == turn
    )


def positions(material, count):
    """Random legal positions of a class, such as KRvKN, as the library is asked about them."""
    men = [(role, colour) for colour, side in enumerate(material.split("v")) for role in side]
    chance = random.Random(material)
    while count:
        squares, turn = chance.sample(range(64), len(men)), chance.randrange(2)
        if not is_legal(men, squares, turn):
            continue
        count -= 1
        exchanged = chance.randrange(2)
        position = Position(side_to_move=turn ^ exchanged, en_passant=NO_SQUARE)
        for (role, colour), at in zip(men, squares):
            of, name = position.men[colour ^ exchanged], role.lower()
            setattr(of, name, getattr(of, name) | 1 << (at ^ 56 * exchanged))
        yield position


def claims(library, material, count):
    """For how many of these positions the library claims anything."""
    functions = ctypes.CDLL(library)
    if hasattr(functions, "drawproof_results"):
        asked, nothing = functions.drawproof_results, UNKNOWN
    else:
        asked, nothing = functions.drawproof_is_draw, 0
    return sum(asked(ctypes.byref(of)) != nothing for of in positions(material, count))


def main():
    library, material, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    json.dump({"sampled": count, "claims": claims(library, material, count)}, sys.stdout)


if __name__ == "__main__":
    main()
