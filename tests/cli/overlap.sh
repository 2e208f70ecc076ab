#!/bin/sh
# assay overlap: what two sets share, and what one repeats.
. "$(dirname "$0")/../lib/tap.sh"

"$assay" new concept/crt --level 3 --seed a --count 50 >a.jsonl
"$assay" new concept/crt --level 3 --seed b --count 50 >b.jsonl
it 'other seeds are disjoint' 0 "$assay" overlap a.jsonl b.jsonl
lines out 0
has err 'a.jsonl: 50 problems, b.jsonl: 50 problems, none shared'
it 'a set and itself' 1 "$assay" overlap a.jsonl a.jsonl
lines out 50
has err '50 shared (0 by parameters, 50 by statement)'

"$assay" new concept/crt --seed 1 --count 20 --set wording=plain >plain.jsonl
"$assay" new concept/crt --seed 1 --count 20 --set wording=story >story.jsonl
it 'the same mathematics in other words' 1 "$assay" overlap plain.jsonl story.jsonl
has err '20 shared (20 by parameters, 0 by statement)'
has out 'plain.jsonl:1 concept/crt@4:1:1:0;wording=plain  =  story.jsonl:1 concept/crt@4:1:1:0;wording=story  (parameters)'

cat >x.jsonl <<'ROWS'
{"question": "Anna has 1,000 apples and gives Ben \\frac12 of them. How many has she left?", "answer": "500"}
{"question": "What is 2+2?", "answer": 4}
ROWS
cat >y.jsonl <<'ROWS'
{"question": "What is 2+3?", "answer": 5}
{"question": "Lily has one thousand apples, and gives Omar 1/2 of them. How many has she left?", "answer": "500"}
{"question": "Lily has  1000 apples and gives Omar $\\dfrac{1}{2}$ of them.  How many has he left?", "answer": "500"}
ROWS
it 'other spelling, other people' 1 "$assay" overlap x.jsonl y.jsonl
lines out 1
has out 'x.jsonl:1 generic:0  =  y.jsonl:3 generic:2  (statement)'
it 'as JSON' 1 "$assay" overlap --json x.jsonl y.jsonl
is out '{"a": {"id": "generic:0", "line": 1}, "b": {"id": "generic:2", "line": 3}, "by": "statement", "copies": 1}'

cat a.jsonl a.jsonl >twice.jsonl
it 'repeats inside one set' 1 "$assay" overlap twice.jsonl
lines out 50
has err '50 repeated'
it 'shown up to a limit, all counted' 1 "$assay" overlap twice.jsonl --limit 3
lines out 3
has err '50 repeated'
it 'one thread' 1 "$assay" overlap --threads 1 twice.jsonl
cp out one
it 'five threads' 1 "$assay" overlap --threads 5 twice.jsonl
same out one

sed '2s/$/x/' a.jsonl >bad.jsonl
it 'a line that cannot be read leaves it open' 3 "$assay" overlap bad.jsonl b.jsonl
has err 'bad.jsonl:2:'
has err '1 unreadable line not compared'
it 'no such file' 3 "$assay" overlap a.jsonl nowhere.jsonl
it 'no file' 2 "$assay" overlap
it 'three files' 2 "$assay" overlap a.jsonl a.jsonl a.jsonl
finish
