#!/bin/sh
# assay hunt with what nobody should give it: keys in the spec, names that no
# file system takes, more pairs of tags than can be tried.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

printf 'seed: 5\nbase: 0.05\nweak:\n  - {concepts: [Modular arithmetic], fail: 0.9}\n' >weak.yaml
cat >small.yaml <<'END'
probe: {singles: 3, pairs: 0}
granularity: [low]
attempts: 1
controls: false
problems: 2
propose: {num_init: 4, init_batch_size: 2, num_train: 6}
END

# ---- secrets ----
{ cat small.yaml; echo 'decoding: {extra: {user: topsecret-0815}}'; } >key.yaml
export ASSAY_API_KEY=topsecret-0815
it "a key in the spec" 2 "$assay" hunt key.yaml --target "$server/ok/v1#m" \
    --store key.db -o key
has err "the spec contains the API key of a model"
name="a key in the spec: nothing is written, and it is not shown"
if [ ! -e key ] && [ ! -e key.db ] && ! grep -q topsecret out err; then
    result ok "$name"
else fault "it is"; fi
unset ASSAY_API_KEY
it "any other word" 0 "$assay" hunt key.yaml --target "$server/ok/v1#m" \
    --store key.db -o key

# ---- names ----
long=$(printf '%0400d' 7)
it "a name too long for files" 0 "$assay" hunt small.yaml \
    --target planted:weak.yaml --hypothesizer "llm:$server/roles/v1#$long" \
    --store long.db -o long
name="its bank has a shorter one"
if ls long/banks/planted-weak.yaml.low.0*hypotheses_training_sample_final_seed_1_epoch_0.json \
    >out 2>err; then result ok "$name"
else fault "no bank"; fi
it "a name that leads elsewhere" 0 "$assay" hunt small.yaml \
    --target planted:weak.yaml --hypothesizer "llm:$server/roles/v1#../../up" \
    --store up.db -o deep/up
name="its bank is where others are"
if [ "$(find . -name '*up.hypo*')" = "$(find deep/up/banks -name '*up.hypo*' |
    sed 's|^|./|')" ] && [ "$(find deep -name '*up.hypo*')" ]; then
    result ok "$name"
else fault "elsewhere"; fi

# ---- tags ----
awk 'BEGIN {
    srand(1)
    for (i = 0; i < 600; i++) {
        printf "{\"id\": %d, \"correct\": %s, \"tags\": [\"t0\"", i,
               i % 3 ? "true" : "false"
        for (k = 1; k < 600; k++)
            if (rand() < 0.35)
                printf ", \"t%d\"", k
        print "]}"
    }
}' >tags.jsonl
it "pairs without number" 0 timeout 600 "$assay" hunt --outcomes tags.jsonl \
    --outcome-field correct --tags-field tags --store tags.db -o tags
has err "pairs of names are too many, so none was tested"
has out "599 hypotheses tried" # t0 is everywhere

finish
