"""Long work: the interpreter's lock is free, and Ctrl-C ends it."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import drawproof

GENERATE = 'drawproof.generate("KQRKR", ("wdl", "dtm", "dtz"))'
VERIFY = 'drawproof.verify("KRKR", lambda board: False, boards=True)'
RULES = 'drawproof.verify("KNNKN", grade="quick", full_board=True)'
MINE = 'drawproof.mine("KRKN", 300, effort=1000)'
MATES = 'drawproof.generate("KQRKR", "helpmate-distance")'


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("work", [GENERATE, VERIFY, RULES, MINE, MATES])
def test_ctrl_c_ends_work(work):
    """Python's exception arrives within seconds; the whole would take much longer."""
    # What a shell starts in the background ignores the signal, unless told otherwise.
    code = f"""
import signal
import drawproof
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("stopped", flush=True)
else:
    print("finished", flush=True)
drawproof.generate("KRK")
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        timer = threading.Timer(120, child.kill)
        timer.start()
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "stopped\n", "it does not stop"
        assert child.wait(timeout=60) == 0
        timer.cancel()


def test_other_threads_run_meanwhile():
    """Another thread counts while Rust works."""
    counted, is_done = [0], threading.Event()

    def count():
        while not is_done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    while counted[0] == 0:
        time.sleep(0.001)
    before = counted[0]
    drawproof.generate("KQRK", ("wdl", "dtm", "dtz"))
    during = counted[0] - before
    is_done.set()
    thread.join()
    assert during >= 3


def test_tables_are_shared_by_threads():
    table = drawproof.generate("KRK")
    found = []

    def sum_up():
        found.append(int(table._native.all("dtm").sum()) + table["8/8/8/8/8/2k5/8/KR6 w - - 0 1"].dtm)

    threads = [threading.Thread(target=sum_up) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_progress_is_shown(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    drawproof.generate("KQRK", ("wdl", "dtm", "dtz"), progress=True)
    assert "ply" in capsys.readouterr().err


def test_errors_in_progress_end_work():
    def show(what, done, of):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        drawproof._native.generate("KQRKR", ["wdl", "dtm", "dtz"], None, show)
