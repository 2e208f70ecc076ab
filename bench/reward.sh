#!/bin/sh
# How many single grades a second `assay serve` gives to wrk over 100
# connections, on cores that both share: bench/reward.sh [SECONDS]
# Prints requests a second, CPU time of the server for a grade, and its memory
# before and after.
set -eu
seconds=${1:-10}
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
assay=${ASSAY_BUILD:-build}/assay
work=$(mktemp -d)
"$assay" serve --reward-only --no-token --port 0 >"$work/out" 2>&1 &
pid=$!
trap 'kill $pid 2>/dev/null; rm -rf "$work"' EXIT
until grep -q 'serving on' "$work/out"; do
    kill -0 $pid || { cat "$work/out"; exit 1; }
    sleep 0.05
done
url=$(sed -n 's/.*serving on \(http[^ ]*\).*/\1/p' "$work/out")
ticks() { awk '{ print $14 + $15 }' /proc/$pid/stat; }
memory() { awk '/VmRSS/ { print $2 }' /proc/$pid/status; }
load() { wrk -t1 -c100 -d"$1"s -s "$here/bench/reward.lua" "$url" >"$work/wrk"; }
load 1
from=$(ticks) before=$(memory)
load "$seconds"
awk -v ticks=$(($(ticks) - from)) -v hz="$(getconf CLK_TCK)" -v before="$before" \
    -v after="$(memory)" '
    /requests in/  { n = $1 }
    /Requests\/sec/ { rate = $2 }
    /^errors/      { errors = $2 }
    END { printf "reward: %.0f grades/s, %.0f us of CPU a grade, %d errors, " \
                 "%.1f MB, then %.1f MB\n", rate, ticks / hz / n * 1e6, errors,
                 before / 1024, after / 1024 }' "$work/wrk"
