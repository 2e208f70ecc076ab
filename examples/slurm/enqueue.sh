#!/bin/sh
# Puts the calls of a run into the store and prints the run's name. Problems and
# options of `assay run` follow: enqueue.sh set.jsonl --attempts 8
set -eu
: "${STORE:?the database: postgresql://USER@HOST/NAME}"
: "${LABEL:=qwen}" "${MODEL:=Qwen/Qwen3-8B}"
# Each worker gives its own address for the label; this one only names the model.
said=$(assay run "$@" --model "$LABEL=http://localhost:8000/v1#$MODEL" --store "$STORE" --enqueue)
printf '%s\n' "$said" | sed -n 1p
