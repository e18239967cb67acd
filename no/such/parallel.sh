#!/usr/bin/env bash
# Runs the jobs of this folder with GNU parallel, one stage after the other. Options are
# passed to parallel, as --jobs 8 or --sshloginfile hosts.
set -euo pipefail
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
options=("$@")

stage() { # the first job, the last one
  seq "$1" "$2" |
    parallel -q --halt now,fail=1 ${options[@]+"${options[@]}"} \
      drawproof --threads 1 work "$folder" {}
}

stage 0 0
stage 1 1
