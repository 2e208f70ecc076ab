#!/bin/sh
# assay export: where the files go, what is refused, and the exit status. What
# is in the files is for tests/unit/test_export.c.
. "$(dirname "$0")/../lib/tap.sh"
set=$here/tests/cases/export/set.jsonl

it 'a format of one file goes to standard output' 0 \
    "$assay" export "$set" --to csv
has out 'id,statement,key,kind,solution,family,level,seed,index,concepts'
is err ''

it 'several files need a folder' 2 "$assay" export "$set" --to lm-eval
has err '-o DIR'

it 'a folder is made' 0 \
    "$assay" export "$set" --to lm-eval -o made/by/export --name quiz
has err '8 problems written to made/by/export/problems.jsonl and made/by/export/quiz.yaml'
lines made/by/export/problems.jsonl 8
name='nothing else is left in it'
ls -A made/by/export >out
is out 'problems.jsonl
quiz.yaml'

it 'files that are there are refused' 3 \
    "$assay" export "$set" --to lm-eval -o made/by/export --name quiz
has err 'problems.jsonl" exists already'
it 'unless --force' 0 \
    "$assay" export "$set" --to lm-eval -o made/by/export --name quiz --force

cp "$set" assay.jsonl
it 'but never the file that is read' 2 \
    "$assay" export assay.jsonl --to inspect -o . --force
has err 'both read and written'
same assay.jsonl "$set"

it 'standard input is read' 0 \
    sh -c '"$0" export - --to inspect <"$1"' "$assay" "$set"
lines out 8

it 'public sets are read' 0 \
    "$assay" export "$here/tests/cases/import/gsm8k.jsonl" --to csv
has out gsm8k:

it 'an unknown format' 2 "$assay" export "$set" --to inspekt
has err 'did you mean "inspect"?'
it 'no format' 2 "$assay" export "$set"
has err '--to'
it 'no file' 2 "$assay" export --to csv
it 'a name that is a path' 2 "$assay" export "$set" --to csv --name ../x
it 'versions of a table' 2 "$assay" export "$set" --to csv --versions 2
has err 'class sheets'
it 'no versions' 2 "$assay" export "$set" --to latex --versions 0

it 'a file that is not there' 3 "$assay" export nowhere.jsonl --to csv -o d
name='leaves no folder'
[ ! -e d ] && result ok "$name" || result 'not ok' "$name"

: >empty.jsonl
it 'an empty file' 3 "$assay" export empty.jsonl --to csv -o d
has err 'no rows'
name='leaves no folder'
[ ! -e d ] && result ok "$name" || result 'not ok' "$name"

{ head -n 2 "$set"; echo '{"statement": 1}'; tail -n 1 "$set"; } >bad.jsonl
it 'a bad row is told and left out' 1 "$assay" export bad.jsonl --to inspect
has err 'bad.jsonl:3'
has err 'left out 1 row that could not be read'
lines out 3

it 'sheets in versions' 0 \
    "$assay" export "$set" --to markdown --versions 2 --title 'Week 3'
has out '# Week 3, version A'
has out '# Week 3, version B: worked steps'
it 'too many versions' 3 "$assay" export "$set" --to latex --versions 3 -o d
has err 'assay new concept/crt --level 1 --seed a1 --count 3'
name='leaves no folder'
[ ! -e d ] && result ok "$name" || result 'not ok' "$name"

if [ -e /dev/full ]; then
    it 'a full disk' 3 sh -c '"$0" export "$1" --to csv >/dev/full' \
        "$assay" "$set"
    has err 'could not write'
fi

mkdir -p taken/README.md
it 'a folder in the place of a file' 3 "$assay" export p.jsonl --to hf -o taken --force
name='nothing half written'
if [ -e taken/assay.jsonl ]; then fault 'a file'; else result ok "$name"; fi
it 'an empty folder name' 2 "$assay" export p.jsonl --to csv -o ''

finish
