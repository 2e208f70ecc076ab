#!/bin/sh
# Reports of every kind, made by the program and looked at in a real browser by
# tests/web/report.py; page.sh looks at a page of made-up data.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/browser.sh"

cat >a.yaml <<'END'
seed: 7
base: 0.1
weak:
  - concepts: [Chinese remainder theorem]
    fail: 0.7
END
printf 'seed: 8\nbase: 0.4\n' >b.yaml
printf 'seed: 5\nweak:\n  - {factor: depth, half: 6, slope: 1, fail: 1}\n' >deep.yaml
"$assay" new concept/crt,concept/combinations,concept/quadratic-roots \
    --seed report --count 12 >problems.jsonl 2>/dev/null
for level in 2 3; do
    "$assay" new mathador --level $level --seed report --count 8 2>/dev/null
done >games.jsonl

# made NAME COMMAND...: what it prints is left in NAME.
made() {
    file=$1
    shift
    "$@" >"$file" 2>err </dev/null || { cat err >&2; exit 3; }
}
made out "$assay" run problems.jsonl -m planted:b.yaml
made out "$assay" run problems.jsonl -m planted:a.yaml -m planted:b.yaml -k 3
made out "$assay" run games.jsonl -m planted:a.yaml -m planted:b.yaml -k 3
made climb.made "$assay" climb hard/towers hard/words -m planted:deep.yaml --json
made out "$assay" hunt --target planted:a.yaml --limit 400 --problems 8 -o hunt.made
made out "$assay" evolve -n 20 -m planted:b.yaml -o evolve.made
made list.jsonl "$assay" store list --json
for run in $(sed -n 's/^{"run": "\([^"]*\)".*/\1/p' list.jsonl); do
    made "$run.run" "$assay" store show "$run" --json
done
made replies.jsonl "$assay" store show r2 --replies

# page NAME SUBJECT...: NAME.html, and its figures in NAME.json.
page() {
    file=$1
    shift
    made out "$assay" report "$@" -o "$file.html" --data "$file.json"
}
page one r1
page two r2
page both r1 r2
page mathador r3
page climb c1
page hunt h2
page evolution e3

timeout -s KILL 300 "$python" "$here/tests/web/report.py" "$work"
