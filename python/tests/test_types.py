"""Types: of a user's script, of the package, and of the part in Rust against its stubs."""

import pathlib
import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("mypy", reason="types are not checked: pip install mypy pandas-stubs")

HERE = pathlib.Path(__file__).parent
CONFIGURATION = ROOT / "python/pyproject.toml"


def run(*arguments):
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=600
    )


def mypy(*arguments):
    return run("-m", "mypy", "--strict", "--config-file", CONFIGURATION, *arguments)


def test_a_script_has_no_errors_and_runs():
    checked = mypy(HERE / "user_script.py")
    assert checked.returncode == 0, checked.stdout
    ran = run(HERE / "user_script.py", HERE / "files")
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    "wrong, said",
    [
        ("drawproof.generate(3)", "arg-type"),
        ("drawproof.generate('KRK').wld", "attr-defined"),
        ("word: str = drawproof.generate('KRK').wdl", "assignment"),
        ("drawproof.verify('KRK', full_bord=True)", "call-overload|call-arg"),
        ("drawproof.explain('8/8').rule.name", "union-attr"),
        ("drawproof.mine('KRK').share.foo", "attr-defined"),
        ("drawproof.can_mate('8/8').white.plies + 1", "operator"),
        ("drawproof.open('x', 'KRK').dtm = 3", "assignment"),
    ],
)
def test_wrong_scripts_have_errors(wrong, said, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"import drawproof\n{wrong}\n")
    checked = mypy(script)
    assert checked.returncode == 1
    assert any(f"[{code}]" in checked.stdout for code in said.split("|")), checked.stdout


def test_the_package_has_no_errors():
    checked = mypy("-p", "drawproof")
    assert checked.returncode == 0, checked.stdout


def test_stubs_are_those_of_the_part_in_rust():
    checked = run("-m", "mypy.stubtest", "drawproof._native", "--mypy-config-file", CONFIGURATION)
    assert checked.returncode == 0, checked.stdout
