#!/bin/sh
# assay verify: the tables of tests/cases/verify, JSON lines, YAML, and files
# that cannot be read.
. "$(dirname "$0")/../lib/tap.sh"

# Integrals take a third of a second each: every third one, and all in the soak.
for kind in integral sum root; do
    every=1
    [ $kind = integral ] && [ -z "${ASSAY_SOAK:-}" ] && every=3
    awk "NR % $every == 0" "$here/tests/cases/verify/$kind.jsonl" >table
    it "$kind: the table" 1 "$assay" verify table
    sed 's/.*"expect": "\([a-z]*\)".*/\1/' table >want
    sed 's/.*"verdict": "\([a-z]*\)".*/\1/' out >got
    same want got
done

head -n 3 "$here/tests/cases/verify/root.jsonl" >three
it 'one thread' 1 "$assay" verify three --threads 1
cp out one
it 'many threads' 1 "$assay" verify three --threads 4
same one out
lines out 3
has out '"verdict": "holds"'
has out '"reason": "trend", "exact": false, "table": [{"at": "epsilon = '
has err '3 claims: 1 holds, 2 fail, 0 undecided'
it 'for people' 1 "$assay" verify three --explain
has out 'quad: holds (trend)'

cat >claim.yaml <<'YAML'
id: gauss
kind: integral
object: \int_{-\infty}^\infty e^{-a x^2} dx
variable: x
parameters: [a]
conditions: a>0
claim: \sqrt{\frac{\pi}{a}}
mode: equals
YAML
it 'YAML' 0 "$assay" verify claim.yaml
has out 'gauss: holds (value)'
it 'YAML, as JSON' 0 "$assay" verify claim.yaml --json
has out '"id": "gauss", "verdict": "holds"'
sed 's/^/  /; 1s/^ /-/' claim.yaml >list.yaml
it 'a list' 0 "$assay" verify list.yaml
has err '1 claim: 1 hold'
sed 's/pi}{a/pi}{2a/' claim.yaml >wrong.yaml
it 'a certified gap' 1 "$assay" verify wrong.yaml
has out 'gauss: fails (value, proved)'

printf '{"id": "a", "kind": "series"}\n' >bad.jsonl
it 'a malformed claim' 3 "$assay" verify bad.jsonl
has err 'bad.jsonl:1:'
has err '"kind" must be'
has out '{"id": "a", "error": "\"kind\" must be'
it 'no file' 2 "$assay" verify
it 'no such file' 3 "$assay" verify none.jsonl
it 'too little work' 0 "$assay" verify claim.yaml --work 1000
has out 'undecided (ceiling)'
it 'help' 0 "$assay" verify --help
has out 'Verdicts are printed in'

finish
