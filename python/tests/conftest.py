"""What several tests need."""

import pathlib

import pytest

import drawproof

ROOT = pathlib.Path(__file__).parents[2]
SYZYGY = ROOT / "verify/tests/syzygy"
GAVIOTA = ROOT / "tables/tests/gaviota"
THREE_MEN = ("KQK", "KRK", "KBK", "KNK", "KPK")


@pytest.fixture(scope="session")
def tables():
    """All tables of three men, with all metrics."""
    return {name: drawproof.generate(name, ("wdl", "dtm", "dtz")) for name in THREE_MEN}
