#!/bin/sh
# assay seal and assay reveal: a set announced by a hash, and shown later.
. "$(dirname "$0")/../lib/tap.sh"

# ---- families ----

spec='concept/crt,concept/phi --level 2 --seed exam --count 3 --split train --set wording=story'
it 'families are sealed' 0 "$assay" seal $spec -o o.json
hash=$(cat out)
has err 'keep "o.json" secret'
it 'a hash of 64 digits, and nothing else' 0 expr "$hash" : '[0-9a-f]*$'
is out 64
it 'nobody else reads the opening' 0 ls -l o.json
has out '-rw-------'

# Without --seed nothing but the two files holds the seed.
it 'a fresh seed' 0 "$assay" seal concept/crt --count 3 -o f.json --problems f.jsonl
lines out 1
lines err 1
cat out err >shown
for secret in .salt .content .spec.seed; do
    it "no message shows $secret" 1 grep -F "$(jq -r $secret f.json)" shown
done
it 'nobody else reads the problems' 0 ls -l f.jsonl
has out '-rw-------'
it 'they are the sealed set' 0 "$assay" reveal f.json f.jsonl
has out 'file      is the sealed set'
it 'nor are they overwritten' 3 "$assay" seal concept/crt -o g.json --problems f.jsonl
has err 'choose another name'
it 'and no opening is left' 1 test -e g.json
it 'a file has its problems already' 2 "$assay" seal f.jsonl --problems g.jsonl
it 'a seed on the command line is warned of' 0 "$assay" seal concept/crt --seed exam -o h.json
has err 'other users of this machine can see --seed'

it 'another salt, another hash' 0 "$assay" seal $spec -o p.json
it 'of the same content' 0 sh -c 'jq -r .content o.json p.json | uniq | wc -l; jq -r .seal o.json p.json | uniq | wc -l'
is out "$(printf '1\n2')"
it 'an opening is never overwritten' 3 "$assay" seal $spec -o o.json
has err 'o.json" already exists; choose another name: an opening is never replaced'
lines out 0
it 'it is revealed' 0 "$assay" reveal o.json --hash "$hash"
has out 'sealed    6 problems'
has out 'family    concept/phi, version '
has out 'seed      exam'
has out 'count     3 from index 0'
has out 'split     train'
has out 'knob      wording=story'
has out 'hash      matches the published hash'
has out 'problems  were made again and are the same'
it 'without the announced hash' 0 "$assay" reveal o.json
has out 'hash      matches the opening'
"$assay" new $spec >set.jsonl
it 'with its file' 0 "$assay" reveal o.json set.jsonl --hash "$hash"
has out 'file      is the sealed set'
sort -r set.jsonl >other.jsonl
it 'in another order' 0 "$assay" reveal o.json other.jsonl
jq -c 'to_entries | reverse | from_entries' set.jsonl >other.jsonl
it 'with members in another order' 0 "$assay" reveal o.json other.jsonl
it 'in capitals' 0 "$assay" reveal o.json --hash "$(echo "$hash" | tr a-f A-F)"

# The hash as docs/sealing.md states it, by other tools.
raw() { # hexadecimal digits, as bytes
    printf "$(echo "$1" | sed 's/../& /g' | tr ' ' '\n' | grep . |
        while read -r h; do printf '\\%03o' "0x$h"; done)"
}
u64() { raw "$(printf '%016x' "$1")"; }
text() { u64 ${#1}; printf %s "$1"; }
bytes() { u64 32; raw "$1"; }
content=$({ text 'assay rows 1'; u64 6
    while IFS= read -r line; do printf '%s\n' "$line" | sha256sum | cut -c1-64; done <set.jsonl |
        LC_ALL=C sort | while read -r sha; do bytes "$sha"; done; } | sha256sum | cut -c1-64)
it 'the content, by sha256sum' 0 jq -r .content o.json
is out "$content"
seal=$({ text 'assay seal 1'; bytes "$(jq -r .salt o.json)"; u64 6; bytes "$content"; u64 2
    for f in 0 1; do
        text "$(jq -r ".spec.series[$f].family" o.json)"
        u64 "$(jq -r ".spec.series[$f].version" o.json)"; u64 2
    done
    text exam; u64 0; u64 3; text train; u64 1; text wording; text story; } | sha256sum | cut -c1-64)
it 'the seal, by sha256sum' 0 echo "$seal"
is out "$hash"

# ---- mistakes ----

change() { # JQ: the opening changed
    jq -c "$1" o.json >changed.json
}
for what in '.salt |= (if startswith("0") then "1" else "0" end) + .[1:]' \
    '.spec.series[0].version += 1' '.spec.series[1].level = 3' '.spec.seed = "exam2"' \
    '.spec.count = 4' '.spec.from = 1' '.spec.split = "test"' 'del(.spec.split)' \
    '.spec.knobs.wording = "plain"' 'del(.spec.knobs)' '.problems = 7' 'del(.spec)' \
    '.spec.series |= reverse' '.content |= (if startswith("0") then "1" else "0" end) + .[1:]'; do
    change "$what"
    it "changed: $what" 1 "$assay" reveal changed.json set.jsonl
    has err 'no: the opening was changed'
done
it 'nor is it the announced one' 1 "$assay" reveal changed.json --hash "$hash"
has err 'no: the published hash is not the hash of this opening'
it 'another seal' 1 "$assay" reveal p.json --hash "$hash"
sed '2s/"statement": "/&Well. /' set.jsonl >bad.jsonl
it 'a changed row' 1 "$assay" reveal o.json bad.jsonl
has err 'bad.jsonl:2: concept/crt@'
has err 'is not one of the sealed problems'
has err 'no: the file is not the sealed set: a row differs'
lines out 0
head -n 5 set.jsonl >bad.jsonl
it 'a missing row' 1 "$assay" reveal o.json bad.jsonl
has err 'bad.jsonl has 5 problems, but 6 were sealed'
(cat set.jsonl; head -n 1 set.jsonl) >bad.jsonl
it 'a row twice' 1 "$assay" reveal o.json bad.jsonl
echo '{"id": 1' >bad.jsonl
it 'a row that cannot be read' 3 "$assay" reveal o.json bad.jsonl
it 'a missing file' 3 "$assay" reveal o.json nowhere.jsonl
it 'a missing opening' 3 "$assay" reveal nowhere.json
it 'no opening' 3 "$assay" reveal set.jsonl
it 'no JSON' 3 "$assay" reveal out
it 'no hash' 2 "$assay" reveal o.json --hash 12
it 'no word' 2 "$assay" reveal
it 'nothing sealed' 2 "$assay" seal
it 'neither family nor file' 2 "$assay" seal concept/crtt
has err 'is neither a family nor a file'
it 'a level that has too few' 3 "$assay" seal concept/slopes --count 100000000
it 'a folder that is not there' 3 "$assay" seal concept/crt --seed 1 -o no/o.json
lines out 0

# ---- files ----

it 'a file is sealed' 0 "$assay" seal set.jsonl
hash=$(cat out)
opening=opening-$(cut -c1-12 out).json
it 'under a name of its own' 0 cat "$opening"
it 'without a word of what is in it' 1 grep -qE 'crt|exam|seed' "$opening"
it 'it is revealed with the file' 0 "$assay" reveal "$opening" set.jsonl --hash "$hash"
has out 'sealed    a file of 6 problems'
has out 'file      is the sealed set'
it 'and not without it' 2 "$assay" reveal "$opening" --hash "$hash"
has err 'a file was sealed; name that file too'
sed '3s/"latex": "/&1/' set.jsonl >bad.jsonl
it 'a changed key' 1 "$assay" reveal "$opening" bad.jsonl
has err 'a row differs'
printf '%s\n' '{"question": "What is 2+2?", "answer": 4}' >public.jsonl
it 'a public set' 0 "$assay" seal public.jsonl -o q.json
it 'is revealed' 0 "$assay" reveal q.json public.jsonl
it 'a file has no seed' 2 "$assay" seal set.jsonl --seed 1
it 'a file with a bad line is not sealed' 3 "$assay" seal q.json -o r.json

# A version that this program does not have: the file still shows it.
version=$(jq .spec.series[0].version o.json)
salt=$(jq -r .salt o.json)
old=$({ text 'assay seal 1'; bytes "$salt"; u64 6; bytes "$content"; u64 1
    text concept/crt; u64 $((version + 1)); u64 2; text exam; u64 0; u64 6
    printf '\377\377\377\377\377\377\377\377'; u64 0; } | sha256sum | cut -c1-64)
jq -c ".seal = \"$old\" | .spec = {series: [{family: \"concept/crt\", version: $((version + 1)), level: 2}], seed: \"exam\", from: 0, count: 6}" o.json >old.json
it 'another version' 3 "$assay" reveal old.json --hash "$old"
has err "this program does not have version $((version + 1)) of concept/crt, level 2"
it 'and the file that it made' 0 "$assay" reveal old.json set.jsonl --hash "$old"
has out 'problems  were not made again: a family has another version'
finish
