"""Progress on a terminal, if tqdm is installed."""

from __future__ import annotations

import contextlib
import sys
from typing import Callable, Iterator, Optional

Show = Callable[[str, int, Optional[int]], None]


@contextlib.contextmanager
def progress(show: Optional[bool]) -> Iterator[Optional[Show]]:
    """A function (what, done, of) that shows progress; None if nothing is shown.

    `show` None means: if standard error is a terminal and tqdm is installed.
    """
    if show is False or (show is None and not _is_terminal()):
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        if show:
            raise ImportError("progress=True needs tqdm: pip install tqdm") from None
        yield None
        return
    with tqdm(file=sys.stderr, leave=False) as bar:

        def update(what: str, done: int, of: Optional[int]) -> None:
            bar.set_description(what, refresh=False)
            bar.total = of
            bar.n = done
            bar.refresh()

        yield update


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
