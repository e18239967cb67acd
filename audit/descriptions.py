"""The descriptions of engines: the names of classes, and in which of them a function is asked.

A class may be named KRvKN, KRKN or KNKR: sides, and the men of a side, come in any order. In
all_classes and audit/found.csv the stronger side comes first, as in KRvKN.
"""

import csv
import tomllib
from itertools import combinations_with_replacement
from pathlib import Path

AUDIT = Path(__file__).resolve().parent
# Instead of a list of classes: those of found.csv that no other function of the library lists. All
# kinds of claims are asked there, each under a name of its own.
FOUND = "found"
CALLED = {"draw": ", both sides", "bound": ", one side", "win": ", win"}


def sides(name):
    """The men of both sides, the same for every name of a class."""
    men = name.replace("v", "")
    second = men.rindex("K")
    return tuple(sorted("".join(sorted(side)) for side in (men[:second], men[second:])))


def all_classes():
    """The classes of three to five men."""

    def key(side):
        return len(side), ["QRBNP".index(man) * -1 for man in side]

    men = ["".join(men) for n in range(4) for men in combinations_with_replacement("QRBNP", n)]
    for strong in men:
        for weak in men:
            if key(strong) >= key(weak) and 1 <= len(strong + weak) <= 3:
                yield f"K{strong}vK{weak}"


def described(path):
    """A description, from its file."""
    description = tomllib.loads(path.read_text())
    for function in description["function"]:
        if not isinstance(function["classes"], list) and function["classes"] != FOUND:
            raise ValueError(f'classes of {function["name"]}: expected a list, or "{FOUND}"')
    return description


def samples(folder=AUDIT):
    """The rows of found.csv: where samples met a claim."""
    try:
        with (folder / "found.csv").open(newline="") as file:
            return list(csv.DictReader(file))
    except FileNotFoundError:
        return []


def functions_of(description, define):
    """The functions that a library has."""
    return [of for of in description["function"] if of.get("define", "") == define]


def listed(description, define):
    """The classes that the functions of a library list, by their sides."""
    functions = functions_of(description, define)
    lists = [of["classes"] for of in functions if of["classes"] != FOUND]
    return {sides(name) for names in lists for name in names}


def classes_of(engine, description, function, rows):
    """The classes in which a function is asked; the rows are those of found.csv."""
    if function["classes"] != FOUND:
        return function["classes"]
    define = function.get("define", "")
    others = listed(description, define)
    of_library = (row for row in rows if (row["engine"], row["define"]) == (engine, define))
    names = (row["class"].replace("v", "") for row in of_library)
    return [name for name in names if sides(name) not in others]


def asked(engine, description, rows):
    """What is asked of an engine: for each function, the names and classes of its results."""
    for function in description["function"]:
        endings = CALLED.values() if function["classes"] == FOUND else [""]
        for material in classes_of(engine, description, function, rows):
            for ending in endings:
                yield function, function["name"] + ending, material
