#!/bin/sh
# assay run with a spec: the example that ships along, what it says, and what
# options say over it.
. "$(dirname "$0")/../lib/tap.sh"
example=$here/examples/run.yaml

it 'the example' 0 "$assay" run "$example" --store one.db --by family
has err 'run r1 in one.db: 12 problems, 1 model, 4 attempts'
has out 'concept/crt'
it 'the same by options' 0 "$assay" run "$here/examples/run-problems.jsonl" \
    -m "planted:$here/examples/run-planted.yaml" -k 4 -t 0.6 --max-tokens 4096 \
    --tolerance 1% --store one.db
has err 'run r1 in one.db already has every result'
it 'options win over the file' 0 "$assay" run "$example" -k 2 --limit 3 \
    --store two.db
has err 'run r1 in two.db: 3 problems, 1 model, 2 attempts'

# ---- every field ----
it 'every flag' 0 "$assay" run p.jsonl --as math --limit 7 -m openai:x \
    -m planted:y.yaml -k 3 -t 0.6 --top-p 0.9 --top-k 40 --min-p 0.1 \
    --repetition-penalty 1.2 --max-tokens 99 --seed 5 --reasoning-effort low \
    --stop 'a, b' --stop END --extra '{"x": [1]}' --system s.txt \
    --template t.txt --fewshot f.jsonl --shots 2 --strict --tolerance 0.01 \
    --digits 4 --profile paper --store st.db --print-spec
cp out flags.yaml
while read -r line; do has out "$line"; done <<'END'
problems: p.jsonl
as: math
limit: 7
models: [openai:x, planted:y.yaml]
attempts: 3
temperature: 0.6
top_p: 0.9
top_k: 40
min_p: 0.1
repetition_penalty: 1.2
max_tokens: 99
seed: 5
reasoning_effort: low
stop: ["a, b", END]
extra: {"x": [1]}
system: s.txt
template: t.txt
fewshot: f.jsonl
shots: 2
strict: true
tolerance: "0.01"
digits: 4
profile: paper
store: st.db
END
it 'what is printed is read' 0 "$assay" run flags.yaml --print-spec
same out flags.yaml
it 'a list of the command line replaces that of the file' 0 \
    "$assay" run flags.yaml -m openai:z --print-spec
has out 'models: [openai:z]'
mkdir sub
cp flags.yaml sub/
it 'paths are relative to the file' 0 "$assay" run sub/flags.yaml --print-spec
has out 'problems: sub/p.jsonl'
has out 'planted:sub/y.yaml'
has out 'system: sub/s.txt'
has out 'store: st.db'

# ---- mistakes ----
wrong() { # TEXT LINES OF THE SPEC...
    text=$1
    shift
    printf '%s\n' "$@" >bad.yaml
    it "spec: $*" 2 "$assay" run bad.yaml --store none.db
    has err "$text"
}
wrong 'bad.yaml:1:9: the spec of a run has no field "modles"; did you mean "models"?' \
    'modles: [openai:x]'
wrong 'bad.yaml:2:11: "attempts" must be a whole number from 1' \
    'problems: p.jsonl' 'attempts: 0'
wrong 'bad.yaml:1:28: "decoding.temperature" must be' \
    'decoding: {   temperature: hot}'
wrong 'looks like an API key' 'model: openai:x' 'store: sk-0815'
wrong 'with "problems"' 'model: openai:x'
wrong 'name a model: --model' 'problems: p.jsonl'
wrong '--tolerance:' 'problems: p.jsonl' 'model: planted:x' \
    'judge: {tolerance: much}'
it 'no such spec' 3 "$assay" run none.yaml
has err 'none.yaml'
it 'nothing but the spec' 2 "$assay" run flags.yaml --print-spec --json
has err '--print-spec only prints'
it 'two words' 2 "$assay" run flags.yaml p.jsonl
has err 'name one problem file or one spec'
it 'bounds of the sending' 2 "$assay" run p.jsonl -m planted:x -c 0
has err '--concurrency must be a whole number from 1 to'
it 'a rate' 2 "$assay" run p.jsonl -m planted:x --rate fast
has err '--rate must be a number'
name='nothing was made by mistakes'
if [ -e none.db ] || [ -e assay.db ]; then fault 'a store'; else result ok "$name"; fi
finish
