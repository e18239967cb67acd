"""Runs a job file of HyperQueue on a server and a worker of its own.

The package on PyPI has the server and an interface to Python, but no `hq` command, so this
reads the file itself: `hq job submit-file` takes the same tasks.
"""

import os
import sys
import tempfile
import tomllib
from pathlib import Path

from hyperqueue.cluster import LocalCluster, WorkerConfig
from hyperqueue.job import Job

tasks_of_file = tomllib.loads(Path(sys.argv[1]).read_text())["task"]
with tempfile.TemporaryDirectory() as place:
    job = Job(default_workdir=Path(place), default_env={"PATH": os.environ["PATH"]})
    tasks = {}
    for task in tasks_of_file:
        deps = [tasks[before] for before in task.get("deps", [])]
        tasks[task["id"]] = job.program(task["command"], deps=deps)
    with LocalCluster(place, WorkerConfig(cores=2)) as cluster:
        client = cluster.client()
        client.wait_for_jobs([client.submit(job)])
