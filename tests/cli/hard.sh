#!/bin/sh
# Hard problems, solved from their statements alone by tests/hard/*.py, which
# share nothing with the program: every answer is the key.
. "$(dirname "$0")/../lib/tap.sh"

if ! command -v python3 >/dev/null 2>&1; then
    echo 'ok 1 - hard # SKIP no python3 here'
    echo '1..1'
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
case $ASSAY_BUILD in *sanitize*) some=4 ;; *) some=20 ;; esac

# The problems of a family at levels 1 to 3.
problems() {
    for level in 1 2 3; do
        "$assay" new "$1" --level $level --count "$some" --seed 190
    done
}
readers() { python3 "$here/tests/hard/run.py" <"$1"; }

"$assay" families --json | sed -n 's/^{"name": "\(hard\/[^"]*\)".*/\1/p' >names
it 'there are hard families' 0 grep -q . names
while read -r family; do
    problems "$family" >problems.jsonl
    it "$family" 0 readers problems.jsonl
    lines problems.jsonl $((3 * some))
    grep -q read out && has out "$family: $((3 * some)) read, 0 wrong"
done <names

# It can fail.
"$assay" new hard/towers --count 2 --seed 190 |
    sed 's/\("key": {[^}]*"latex": "\)[0-9]*/\1123456/' >spoilt.jsonl
it 'keys that are wrong' 1 readers spoilt.jsonl
has out ', but the key is 123456'
has out 'hard/towers: 2 read, 2 wrong'
"$assay" new hard/towers --count 2 --seed 190 |
    sed 's/"statement": "/&Well: /' >spoilt.jsonl
it 'statements that nobody can read' 1 readers spoilt.jsonl
has out 'hard/towers: 2 read, 2 wrong'
"$assay" new hard/towers --count 1 --seed 190 |
    sed 's/"family": "hard\/towers"/"family": "hard\/unknown"/' >spoilt.jsonl
it 'a family without a reader' 1 readers spoilt.jsonl
has out 'hard/unknown: no solver'
finish
