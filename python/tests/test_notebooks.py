"""The notebooks run from beginning to end; they assert their own figures."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat", reason="notebooks are not run: pip install nbclient ipykernel")
nbclient = pytest.importorskip("nbclient", reason="notebooks are not run: pip install nbclient ipykernel")
pytest.importorskip("ipykernel", reason="notebooks are not run: pip install nbclient ipykernel")
pytest.importorskip("pandas", reason="notebooks are not run: pip install pandas")

FOLDER = pathlib.Path(__file__).parents[1] / "notebooks"
NEEDS = {"krk": "sklearn"}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path):
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem], reason="this notebook is not run: pip install scikit-learn")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
