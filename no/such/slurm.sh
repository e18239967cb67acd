#!/usr/bin/env bash
# Submits the jobs of this folder to Slurm: job arrays for each stage, which wait until
# the stage before has ended well. Options are passed to sbatch, as --partition=long.
set -euo pipefail
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$folder/logs"
options=("$@")
after=()

# Clusters limit the size of arrays; 1000 is the usual limit.
submit() { # the first job, how many, MiB of memory
  sbatch --parsable --job-name=drawproof --output="${folder//%/%%}/logs/%A_%a.txt" \
    ${options[@]+"${options[@]}"} --mem="$3M" --cpus-per-task=1 \
    --array="0-$(($2 - 1))" ${after[@]+"${after[@]}"} <<JOB
#!/usr/bin/env bash
exec drawproof --threads 1 work $(printf %q "$folder") \$(($1 + SLURM_ARRAY_TASK_ID))
JOB
}

stage() { # the first job, the last one, MiB of memory
  local arrays=() first=$1 count array
  while ((first <= $2)); do
    count=$(($2 + 1 - first < 1000 ? $2 + 1 - first : 1000))
    array=$(submit "$first" "$count" "$3")
    echo "jobs $first to $((first + count - 1)): ${array%%;*}"
    arrays+=("${array%%;*}")
    first=$((first + count))
  done
  after=(--kill-on-invalid-dep=yes --dependency="afterok:$(IFS=: && echo "${arrays[*]}")")
}

stage 0 0 195
stage 1 1 753
