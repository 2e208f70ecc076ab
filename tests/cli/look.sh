#!/bin/sh
# Every way to look at one small run, once: the pages, screens and items whose
# own tests are too long for the sanitizers' build.
. "$(dirname "$0")/../lib/tap.sh"

printf 'seed: 7\nbase: 0.3\ntruncated: 0.2\nrefused: 0.1\n' >a.yaml
printf "seed: 8\nbase: 0.5\n" >b.yaml
"$assay" new concept/crt,concept/combinations,mathador --seed look --count 4 >p.jsonl 2>/dev/null
it "a run" 0 "$assay" run p.jsonl -m planted:a.yaml -m planted:b.yaml -k 2
has out "the worst groups"
it "a screen" 0 "$assay" report r1 --color always
it "everything" 0 "$assay" report r1 --full
it "a page, figures and data" 0 "$assay" report r1 -o r.html --figures f --data d.json
it "a folder" 0 "$assay" report r1 -o folder --split
it "items" 0 "$assay" store show r1 --wrong --replies
has out "verdict"
it "items for programs" 0 "$assay" store show r1 --kind truncated --json
it "JUnit" 0 "$assay" store show r1 --junit j.xml
it "a climb" 0 "$assay" climb hard/words -m planted:a.yaml --calls 8
it "its page" 0 "$assay" report c1 -o c.html
it "an evolution" 0 "$assay" evolve -n 6 -m planted:a.yaml
it "its page" 0 "$assay" report evolve -o e.html
it "doubts" 0 "$assay" review --of r1
finish
