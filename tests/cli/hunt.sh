#!/bin/sh
# assay hunt as a user types it, without a language model: planted targets,
# replays and outcomes of files.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/check.sh"
unset ASSAY_STORE

cat >>tools.py <<'END'
def targets(f):
    s = load(os.path.join(os.path.dirname(f), "summary.json"))["targets"]
    for t in s:
        t["hypotheses"] = [r for r in load(f) if r["target"] == t["target"]]
    return s
def rows(f, t=0): return targets(f)[t]["hypotheses"]
def reported(f, t=0): return [r for r in rows(f, t) if r["reported"]]
def head(s): return s.split(":")[0]
def suspicions(f, t=0):
    return [sorted(map(head, r["concepts"])) or r["factor"]["name"]
            for r in reported(f, t)]
def near(x, y, by=3e-6): return x is not None and abs(x - y) <= by
END

printf 'seed: 5\nbase: 0.05\n' >clean.yaml
plant() { # FILE FAIL ENTRY
    printf 'seed: 5\nbase: 0.05\nweak:\n  - {%s, fail: %s}\n' "$3" "$2" >"$1"
}
plant crt.yaml 0.8 'concepts: [Chinese remainder theorem]'
plant mod.yaml 0.9 'concepts: [Modular arithmetic]'
plant words.yaml 0.8 'factor: words, above: 90'
plant band.yaml 0.8 'words: {above: 40, below: 70}'
plant fraction.yaml 0.8 'answer: fraction'
plant deep.yaml 0.8 'concepts: [Modular arithmetic], level: {above: 1}'
# A small hunt; the command line names the target.
cat >small.yaml <<'END'
probe: {singles: 10, pairs: 0}
attempts: 2
problems: 16
control_problems: 16
END
small() { # OUT TARGET OPTIONS...
    o=$1 m=$2
    shift 2
    "$assay" hunt small.yaml --target "planted:$m.yaml" -o "$o" "$@"
}

# ---- the defaults, on the planted target ----
mkdir demo
cd demo || exit 3
it "a dry run" 0 "$assay" hunt ../small.yaml --target demo --dry-run
has out "790 calls would be made, and at most 6363 more"
has out "at no cost: the model runs inside assay"
it "a dry run for programs" 0 "$assay" hunt --target demo --dry-run --json
cp out ../dry.json
it "it writes nothing" 1 sh -c 'ls | grep -vx -e out -e err'
it "hunt" 0 "$assay" hunt --target demo
name="hunt: the target is said to be planted, first and once"
if [ "$(grep -c "simulated model" out)" = 1 ] &&
    sed -n 1p out | grep -q "simulated model"; then result ok "$name"
else fault "no"; fi
has out "solves "
has out "Solve rates on the benchmark, on "
has out "All tables: \`--full\`"
has err "6/6 controls"
has out "Replies: "
has out "How it fails: "
name="hunt: why each weakness is one, with two failures"
if [ "$(wc -l <out)" -le 90 ] && [ "$(grep -c "^Cause: " out)" = 3 ] &&
    [ "$(grep -c "^    how: " out)" = 6 ]; then result ok "$name"
else fault "$(wc -l <out) lines"; fi
cp out screen
cp -r hunt before
it "the same again, in full" 0 "$assay" hunt hunt/spec.yaml --full
has out "Calls: 0 asked"
for f in benchmark.jsonl controls.jsonl figures.json hypotheses.json \
    outcomes.jsonl probe.jsonl spec.yaml; do same before/$f hunt/$f; done
has out "Failure rates on the benchmark"
has out "Solve rates on fresh problems"
has out "Accuracies of hypotheses"
has out "Cause: concept. Targeted problems are solved"
check "hunt --full: two failures of each weakness" <<'END'
words = open("out").read().split()
found = reported("hunt/hypotheses.json")
want(" ".join(words).count(" wrong: ") == 2 * len(found), "examples")
aimed = {p["id"] for p in lines("hunt/benchmark.jsonl")}
# A long id may be broken over two lines.
want(sum(i in "".join(words) for i in aimed) == 2 * len(found), "problems")
END
check "hunt: the numbers of the screen are those of the file" <<'END'
percent = lambda x: "%.1f %%" % (100 * x)
for r in reported("hunt/hypotheses.json"):
    interval = "%.1f .. %.1f" % (100 * r["solve_lo"], 100 * r["solve_hi"])
    line = [l for l in open("screen") if interval in l]
    want(len(line) == 1, r["text"], line)
    for x in r["solve_rate"], 1 - r["inside"], r["control_rate"]:
        want(percent(x) in line[0], line, x)
    want(line[0].strip().endswith(r["cause"]), line, r["cause"])
END
check "hunt: problems of the store say what they are for" <<'END'
import sqlite3
rows = sqlite3.connect("assay.db").execute("select json from problems")
sets = {}
for p in map(json.loads, (t for t, in rows)):
    if "hunt" in p.get("meta", {}): sets[p["id"]] = p["meta"]["hunt"]["set"]
for f in "benchmark", "controls":
    for p in lines("hunt/%s.jsonl" % f): want(p["id"] in sets, f, p["id"])
names = set()
for x in sets.values(): names |= set(x if isinstance(x, list) else [x])
want({"targeted", "matched", "with wording"} <= names, names)
want(any(isinstance(x, list) and len(set(x)) == len(x) > 1 for x in sets.values()), "no list")
END

check "hunt: what demo.yaml plants is found, and nothing else" <<'END'
import re
plants = []
for l in open("hunt/demo.yaml"):
    m = re.search(r"concepts: \[(.*?)\]", l)
    if m: plants.append(sorted(head(c.strip()) for c in m[1].split(",")))
    m = re.search(r"factor: (\w+), above: (\d+)", l)
    if m: plants.append(m[1])
want(len(plants) == 3, "plants", plants)
got = suspicions("hunt/hypotheses.json")
want(sorted(map(str, got)) == sorted(map(str, plants)), got, plants)
# No cause is named wrongly; that of one may stay open.
named = [r["cause"] == ("length" if isinstance(c, str) else "interaction" if len(c) > 1 else "concept")
         for r, c in zip(reported("hunt/hypotheses.json"), got)]
open_ones = [r["cause"] == "something not tried" for r in reported("hunt/hypotheses.json")]
want(all(a or b for a, b in zip(named, open_ones)) and sum(named) >= len(named) - 1, "causes")
END
check "hunt: every row has every field" <<'END'
fields = """concepts factor text accuracy inside outside lift lo hi p q n
reported solve_rate solve_lo solve_hi control_rate""".split()
for r in rows("hunt/hypotheses.json"):
    want(list(r)[:len(fields)] == fields, list(r))
    want(0 <= r["p"] <= r["q"] <= 1, r["text"], r["p"], r["q"])
    want(near(r["lift"], r["inside"] - r["outside"]), r["text"], "lift")
    want(r["lo"] <= r["lift"] <= r["hi"], r["text"], "interval")
    want(not r["reported"] or r["q"] <= 0.03, r["text"], "q")
    want(r["reported"] == (r["solve_rate"] is not None), r["text"], "measured")
END
check "hunt: figures by another road" <<'END'
carries = {p["id"]: {head(c) for c in p["concepts"]}
           for p in lines("hunt/probe.jsonl")}
level = {p["id"]: p["level"] for p in lines("hunt/probe.jsonl")}
def beyond(i, f):
    return not f or f.get("above", 0) < level[i] < f.get("below", 99)
def counts(name):
    return {r["id"]: [int(x) for x in r[name].split("/")]
            for r in lines("hunt/outcomes.jsonl")}
tried, first, real = counts("scored"), counts("first"), counts("correct")
want(set(carries) == set(tried), "problems of probe and outcomes")
target = targets("hunt/hypotheses.json")[0]
want({n for k, n in first.values()} == {1}, "first attempts")
solved = sum(k for k, n in first.values()) / len(first)
want(near(target["solve_rate"], solved), "solve rate", solved)
want(target["failing"] == sum(k == 0 for k, n in real.values()), "failing")
again = {i for i in real if real[i][1] == 3}
want(len(again) == target["again"] and set(real) - again ==
     {i for i in real if real[i] == first[i]}, "asked again", len(again))
want(all(tried[i] == real[i] for i in again), "asked again, as scored")
want(all(n == 3 for k, n in tried.values()), "completed")
want(2 * sum(n for k, n in real.values()) <= 3 * len(real), "half of the calls")
for i in real: # dealt by the outcome of the first attempt
    want(first[i][0] == 0 and tried[i][0] < 3 or
         first[i][0] == 1 and tried[i][0] > 0, i, first[i], tried[i])
seen = 0
for r in target["hypotheses"]:
    if not r["concepts"] or r["factor"] and r["factor"]["name"] != "level":
        continue
    inside = {i for i in carries
              if {head(c) for c in r["concepts"]} <= carries[i]
              and beyond(i, r["factor"])}
    want(r["n"] == len(inside), r["text"], "n", len(inside))
    seen += 1
    fails = lambda ids: 1 - (sum(tried[i][0] for i in ids) /
                             sum(tried[i][1] for i in ids))
    want(near(r["inside"], fails(inside)), r["text"], "inside")
    want(near(r["outside"], fails(set(carries) - inside)), r["text"], "outside")
    want(near(r["accuracy"], sum((tried[i][0] == 0) == (i in inside)
                                 for i in carries) / len(carries)),
         r["text"], "accuracy")
want(seen > 50, "only", seen)
END
check "hunt: hashes of the files" <<'END'
import ctypes, os
class H(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]
files = load("hunt/summary.json")["files"]
there = set(os.listdir("hunt")) - {"summary.json"}
want(set(files) == there, sorted(files), sorted(there))
try: f = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
except OSError: files = {} # no other program to hash with
for name, told in files.items():
    f.restype, f.argtypes = H, [ctypes.c_char_p, ctypes.c_size_t]
    text = open("hunt/" + name, "rb").read()
    h = f(text, len(text))
    want("%016x%016x" % (h.high, h.low) == told, name)
END
check "hunt: fresh problems are of what they are aimed at" <<'END'
by = {r["text"]: r for r in reported("hunt/hypotheses.json")}
n = dict.fromkeys(by, 0)
for p in lines("hunt/benchmark.jsonl"):
    h = p["meta"]["hunt"]
    r = by[h["hypothesis"]]
    n[h["hypothesis"]] += 1
    want(h["set"] == "targeted" and h["target"] == "demo", h)
    want(set(r["concepts"]) <= set(p["concepts"]), p["id"], "concepts")
want(n == {t: r["problems"] for t, r in by.items()}, n)
END
check "hunt: intervals as narrow as asked for, or the cap is reached" <<'END'
for r in reported("hunt/hypotheses.json"):
    want(r["solve_hi"] - r["solve_lo"] <= 0.2 or r["problems"] == 200,
         r["text"], r["solve_lo"], r["solve_hi"], r["problems"])
END
it "its benchmark holds" 0 "$assay" check hunt/benchmark.jsonl
has out " hold"
it "so do its controls" 0 "$assay" check hunt/controls.jsonl
it "it shares nothing with the probe" 0 "$assay" overlap \
    hunt/benchmark.jsonl hunt/probe.jsonl
has err "none shared"
it "it can be exported" 0 "$assay" export hunt/benchmark.jsonl --to lm-eval -o lm
lines lm/problems.jsonl "$(wc -l <hunt/benchmark.jsonl)"
it "it can be run" 0 "$assay" run hunt/benchmark.jsonl \
    -m planted:hunt/demo.yaml -k 3 --json
check "it can be run: the same solve rates" <<'END'
r = reported("hunt/hypotheses.json")
n = sum(x["problems"] for x in r)
want(near(load("out")["models"][0]["cell"]["accuracy"]["value"],
          sum(x["solve_rate"] * x["problems"] for x in r) / n), n)
END

check "a dry run told it" <<'END'
dry = load("../dry.json")
stages = {r["stage"]: r for r in dry["stages"]}
want(list(stages) == ["failures", "levels", "again", "measure", "controls"], list(stages))
made = [int(r["correct"].split("/")[1]) for r in lines("hunt/outcomes.jsonl")]
first = len(made)
want(0 < sum(made) - first <= stages["again"]["ask"]["most"] <= first / 2, sum(made))
want(stages["failures"]["ask"] == {"least": first, "most": first}, first)
measured = reported("hunt/hypotheses.json")
n = 3 * sum(r["problems"] for r in measured)
want(0 < n <= stages["measure"]["ask"]["most"], n)
n = 3 * len(lines("hunt/controls.jsonl"))
want(0 < n <= stages["controls"]["ask"]["most"], n)
asked = load("before/summary.json")["calls"]["asked"]
want(dry["ask"]["least"] == first < asked <= dry["ask"]["most"], asked)
END
it "a dry run of what was done" 0 "$assay" hunt --target demo --dry-run
tr -s ' ' <out >table
has table "failures target demo 1428 1428 0"
it "a dry run for another hunt's folder" 3 "$assay" hunt --target demo --seed 2 --dry-run
has err "which is not from this hunt"
it "elsewhere" 0 "$assay" hunt before/spec.yaml -o there --json
same hunt/hypotheses.json out
same hunt/hypotheses.json there/hypotheses.json
check "elsewhere: the same hash, and nobody is asked" <<'END'
want(load("hunt/summary.json")["hunt"] == load("there/summary.json")["hunt"])
want(load("there/summary.json")["calls"]["asked"] == 0, "asked")
END
it "the target by its name in other commands" 0 "$assay" hunt --target demo --model planted:x.yaml --print-spec
has out "targets: [demo, planted:x.yaml]"
it "defaults in the help" 0 "$assay" hunt --help
tr -s ' \n' ' ' <out >words
has words "(default: 3; 1 without --target)"
has words "up to Q (default: 0.03)"
it "another hunt's folder" 3 "$assay" hunt --target demo --seed 2
has err "hunt contains benchmark.jsonl, which is not from this hunt"
has err "--force"
same before/hypotheses.json hunt/hypotheses.json
it "its outcomes again" 0 "$assay" hunt --outcomes hunt/outcomes.jsonl \
    --outcome-field correct --tags-field concepts -o same
check "its outcomes again: the same concepts" <<'END'
pick = lambda f: sorted(c for c in suspicions(f) if isinstance(c, list))
want(pick("same/hypotheses.json") == pick("hunt/hypotheses.json"),
     suspicions("same/hypotheses.json"))
END
cd ..

# ---- the spec ----
it "every flag" 0 "$assay" hunt --target planted:crt.yaml --target openai:x \
    --benchmark b.jsonl --as math --limit 7 --outcomes o.jsonl \
    --outcome-field a.b --tags-field t --text-field x --id-field i -k 4 \
    --granularity mid,low --taxonomy c.yaml --tagger openai:y \
    --hypothesizer exact --hypothesizer llm:openai:z --faithful \
    --task t.yaml --generator llm:openai:w --key-model openai:k1 \
    --key-model openai:k2 --problems 33 --width 30% --no-controls -t 0.6 \
    --top-p 0.9 --top-k 40 --min-p 0.1 --repetition-penalty 1.2 \
    --max-tokens 99 --strict --seed abc --store st.db -o outf --print-spec
cp out flags.yaml
while read -r line; do has out "$line"; done <<'END'
targets: [planted:crt.yaml, openai:x]
benchmark: b.jsonl
as: math
limit: 7
file: o.jsonl
outcome: a.b
tags: t
text: x
id: i
attempts: 4
granularity: [mid, low]
taxonomy: c.yaml
tagger: openai:y
hypothesizer: [exact, llm:openai:z]
held_out: false
fresh_bonus: false
by_claim: false
blind: false
task: t.yaml
generator: [llm:openai:w]
key_models: [openai:k1, openai:k2]
problems: 33
width: 0.3
controls: false
temperature: 0.6
top_p: 0.9
top_k: 40
min_p: 0.1
repetition_penalty: 1.2
max_tokens: 99
strict: true
seed: abc
store: st.db
out: outf
END
it "what is printed is read" 0 "$assay" hunt flags.yaml --print-spec
same out flags.yaml
it "the defaults" 0 "$assay" hunt --target demo --print-spec
has out "attempts: 3 "
cp out defaults.yaml
it "the defaults are read" 0 "$assay" hunt defaults.yaml --print-spec
same out defaults.yaml
it "flags win over the file" 0 "$assay" hunt flags.yaml --attempts 9 \
    --target openai:other --print-spec
has out "attempts: 9"
has out "targets: [openai:other]"
has out "limit: 7"

wrong() { # TEXT LINES OF THE SPEC...
    text=$1
    shift
    printf '%s\n' "$@" >bad.yaml
    it "spec: $*" 2 "$assay" hunt bad.yaml -o none
    has err "$text"
}
wrong 'did you mean "attempts"?' 'attemps: 3'
has err "bad.yaml:1:"
wrong 'did you mean "score.support"?' 'attempts: 3' 'score:' '  suport: 3'
has err "bad.yaml:3:"
wrong 'bad.yaml:1:11: "attempts" must be a whole number' 'attempts: many'
wrong 'bad.yaml:2:14: "granularity" has "medium"' 'limit: 3' \
    'granularity: medium'
wrong 'bad.yaml:1:8: "width" must be a number above 0' 'width: 3'
wrong 'bad.yaml:2:1: flow sequence' 'targets: [demo'
wrong 'bad.yaml:2:1: this name' 'attempts: 3' 'attempts: 4'
it "no such spec" 3 "$assay" hunt none.yaml
has err "none.yaml"
flag() { # TEXT OPTIONS...
    text=$1
    shift
    it "hunt $*" 2 "$assay" hunt "$@" -o none
    has err "$text"
}
flag '--granularity has "medium"; choose high, mid' --granularity medium
flag '--width must be a number above 0 and below 1' --width 3
flag '--problems must be a whole number from 1 to 1000000' --problems 0
flag '--limit must be a whole number from 1' --limit 0
flag '--attempts must be a whole number from 1 to' --attempts 0
flag '--attempts must be a whole number' --attempts many
flag '--granularity takes names' --granularity ,
flag '"nosuch" is not a model' --target nosuch
it 'no such planted model' 3 "$assay" hunt --target planted:nosuch.yaml -o none
has err 'could not open "nosuch.yaml"'
flag 'name at most one spec' a.yaml b.yaml
flag 'name a language model' --hypothesizer llm:planted:crt.yaml
cat >course.yaml <<'END'
name: our-course
concepts:
  - name: Sunzi's problem
    maps: [Chinese remainder theorem]
  - Word problems
END
sed 's/theorem/theorums/' course.yaml >bad.yaml
flag 'bad.yaml:4:12: the taxonomy high has no concept' --taxonomy bad.yaml
name="nothing was made by printing, nor by mistakes"
if [ ! -e hunt ] && [ ! -e none ] && [ ! -e assay.db ]; then
    result ok "$name"
else fault "$(ls -d hunt none assay.db 2>/dev/null)"; fi

# ---- folders ----
: >plain
it "a file is no folder" 3 "$assay" hunt small.yaml -o plain
has err "plain"
it "no folder in a file" 3 "$assay" hunt small.yaml -o plain/sub
has err "\"plain\" is not a folder"
if [ "$(id -u)" != 0 ]; then # nothing is shut to root
    mkdir -m 555 shut
    it "a folder that is shut" 3 "$assay" hunt small.yaml -o shut
    has err "could not write shut/spec.yaml"
fi
name="nothing was asked"
if [ ! -e assay.db ]; then result ok "$name"; else fault "assay.db is there"; fi

# ---- kill -9, Ctrl-C ----
stopped() { # SIGNAL AFTER: a hunt that is stopped; its status
    "$assay" hunt small.yaml --target planted:crt.yaml -o cut --store cut.db \
        >out 2>err </dev/null &
    sleep "$2"
    kill "-$1" $! 2>/dev/null
    wait $! 2>/dev/null
}
it "undisturbed" 0 small ref crt --store ref.db
mkdir aside
cd aside || exit 3
it "its spec, from elsewhere" 0 "$assay" hunt ../ref/spec.yaml -o again \
    --store ../ref.db
has out "Calls: 0 asked"
check "its spec, from elsewhere: the same rows" <<'END'
def bare(f): # a target is named by its path
    return [{k: v for k, v in r.items() if k != "target"} for r in rows(f)]
want(bare("../ref/hypotheses.json") == bare("again/hypotheses.json"))
want(load("../ref/summary.json")["hunt"] == load("again/summary.json")["hunt"])
END
cd ..
for after in 0.03 0.2 0.5 0.8; do
    rm -rf cut cut.db*
    stopped KILL $after
    it "after kill -9 at $after s" 0 small cut crt --store cut.db
    same ref/hypotheses.json cut/hypotheses.json
    same ref/benchmark.jsonl cut/benchmark.jsonl
done
rm -rf cut cut.db*
# A script's background jobs ignore Ctrl-C: Python sends it.
cat >interrupt.py <<'END'
import signal, subprocess, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
p = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE)
for line in p.stderr:
    if b"failures" in line: break
p.send_signal(signal.SIGINT)
sys.stderr.write(p.stderr.read().decode())
sys.exit(p.wait())
END
it "Ctrl-C" 3 python3 interrupt.py "$assay" hunt small.yaml \
    --target planted:crt.yaml -o cut --store cut.db
has err "interrupted: the same command continues"
has err "cut.db"
it "after Ctrl-C" 0 small cut crt --store cut.db
same ref/hypotheses.json cut/hypotheses.json

# ---- several targets ----
it "two targets" 0 small two crt --target planted:clean.yaml
has out "planted:clean.yaml"
has out "No weakness was found at q <= 0.03"
check "two targets: a part of the table each" <<'END'
parts = [p.split("\n")[0] for p in open("out").read().split("\n\n") if "\nsolves " in p]
want(parts == ["planted:crt.yaml", "planted:clean.yaml", "all"], parts)
END
check "two targets: a table each, and a common one" <<'END'
t = targets("two/hypotheses.json")
want([x["target"] for x in t] == ["planted:crt.yaml", "planted:clean.yaml", "all"],
     [x["target"] for x in t])
crt = [["Chinese remainder theorem"]]
got = [suspicions("two/hypotheses.json", i) for i in range(3)]
want(got == [crt, [], crt], got)
one, other, both = [{r["text"]: r for r in x["hypotheses"]} for x in t]
text = reported("two/hypotheses.json")[0]["text"]
want(near(both[text]["inside"], (one[text]["inside"] + other[text]["inside"]) / 2))
want(near(t[2]["solve_rate"], (t[0]["solve_rate"] + t[1]["solve_rate"]) / 2))
want({r["target"] for r in lines("two/outcomes.jsonl")} ==
     {"planted:crt.yaml", "planted:clean.yaml"}, "outcomes")
END

# ---- causes ----
check "cause: a concept" <<'END'
r = reported("two/hypotheses.json")[0]
want(r["cause"] == "concept", r["cause"], r["cause_why"])
want(r["solve_rate"] < 0.5 < 0.8 < r["control_rate"], r["solve_rate"])
END
it "weak on long statements" 0 small long words
check "cause: length" <<'END'
r = reported("long/hypotheses.json")
want(r and {x["cause"] for x in r} == {"length"}, [x["cause"] for x in r])
want(all(x["factor"] for x in r), suspicions("long/hypotheses.json"))
END
it "weak on answers that are fractions" 0 small fraction fraction
check "a kind of answer is named, and no concept" <<'END'
r = reported("fraction/hypotheses.json")
want([x["factor"] for x in r] == [{"name": "answer", "is": "fraction"}], r)
want(not r[0]["concepts"], r[0]["concepts"])
fresh = lines("fraction/benchmark.jsonl")
want(len(fresh) == 16 and all("frac" in p["key"]["latex"] for p in fresh))
END
it "weak in a band of lengths" 0 small band band --no-controls
check "a band is named" <<'END'
r = reported("band/hypotheses.json")
want(len(r) == 1 and r[0]["factor"]["name"] in ("words", "characters"), r)
f = r[0]["factor"]
words = [len(p["statement"].split()) for p in lines("band/benchmark.jsonl")]
want(f["above"] < f["below"], f)
want(f["name"] != "words" or
     (25 < f["above"] < 50 < 55 < f["below"] < 85 and
      all(f["above"] < n < f["below"] for n in words)), f, words)
END
it "weak on a concept above its first level" 0 small deep deep --no-controls
has out "Modular arithmetic, level > 1.5"
check "a concept at some levels is named" <<'END'
r = reported("deep/hypotheses.json")
want([(list(map(head, x["concepts"])), x["factor"]) for x in r] ==
     [(["Modular arithmetic"], {"name": "level", "above": 1.5})], r)
want(all(p["level"] > 1 for p in lines("deep/benchmark.jsonl")), "levels")
END
printf 'granularity: []\n' | cat small.yaml - >own.yaml
it "a taxonomy of one's own" 0 "$assay" hunt own.yaml --taxonomy course.yaml \
    --target planted:mod.yaml -o own
has out "Sunzi's problem"
name="a taxonomy of one's own: the head of the skill's name in the table"
if grep -q "^Sunzi's problem .* auxiliary skill: Modular arithmetic$" out; then
    result ok "$name"
else fault "no"; fi
check "cause: an auxiliary skill" <<'END'
r = reported("own/hypotheses.json")
want([x["concepts"] for x in r if x["concepts"]] == [["Sunzi's problem"]], suspicions("own/hypotheses.json"))
want(r[0]["cause"].startswith("auxiliary skill: Modular arithmetic"), r[0]["cause"])
# The skill has no name in this taxonomy: a trait of its problems may be
# reported, but is not called the cause.
for x in r[1:]:
    want(x["cause"] in ("not told", "not the factor"), x["text"], x["cause"])
    want("Modular arithmetic" in x["cause_why"], x["cause_why"])
END
it "a concept of several families" 0 small mod mod
check "a concept of several families: it, and not what goes along" <<'END'
want(suspicions("mod/hypotheses.json") == [["Modular arithmetic"]], suspicions("mod/hypotheses.json"))
want(reported("mod/hypotheses.json")[0]["cause"] == "concept")
r = {x["concepts"][0]: x for x in rows("mod/hypotheses.json") if len(x["concepts"]) == 1}
want(r["Chinese remainder theorem"]["explained"] == 0, "explained")
END

# ---- granularities, sizes, seeds ----
it "all granularities" 0 small all crt --granularity all --no-controls
check "all granularities" <<'END'
r = rows("all/hypotheses.json")
want({x["granularity"] for x in r} ==
     {"high", "mid", "low", "extremely-low", "baseline", None},
     {x["granularity"] for x in r})
want(suspicions("all/hypotheses.json") == [["Chinese remainder theorem"]],
     suspicions("all/hypotheses.json"))
want("Chinese remainder (mid)" in r[0]["same"], r[0]["same"])
want([x["group"] for x in r if x["concepts"] == ["Chinese remainder"]] == [0])
want(all(x["cause"] is None and x["control_rate"] is None for x in r), "controls")
want(load("all/summary.json")["controls"] == 0, "controls are there")
END
it "mid and low" 0 small mid crt --granularity mid,low --no-controls --problems 9
check "mid and low; so many problems" <<'END'
r = rows("mid/hypotheses.json")
want({x["granularity"] for x in r} == {"mid", "low", None})
want({x["problems"] for x in r if x["reported"]} == {9})
END
it "another seed" 0 small seed crt --seed 2 --no-controls
check "another seed: other problems" <<'END'
mine = lambda f: {p["statement"] for p in lines(f)}
want(len(mine("seed/benchmark.jsonl") & mine("ref/benchmark.jsonl")) <= 1)
want(mine("seed/probe.jsonl") != mine("ref/probe.jsonl"))
want(suspicions("seed/hypotheses.json") == [["Chinese remainder theorem"]])
END
it "a wide interval" 0 small wide crt --width 0.5 --no-controls
it "a narrow one, and more tries" 0 small thin crt --width 0.1 --no-controls -k 4
check "as wide as asked for" <<'END'
w, t = (reported(f)[0] for f in ("wide/hypotheses.json", "thin/hypotheses.json"))
want(w["solve_hi"] - w["solve_lo"] <= 0.5, w["solve_lo"], w["solve_hi"])
want(t["solve_hi"] - t["solve_lo"] <= 0.1 or t["problems"] == 200, t["problems"])
want(w["problems"] < t["problems"], w["problems"], t["problems"])
want({r["correct"][-2:] for r in lines("thin/outcomes.jsonl")} == {"/1", "/4"})
want({r["scored"][-2:] for r in lines("thin/outcomes.jsonl")} == {"/4"})
END
it "how calls are sent" 0 small sent crt --seed 2 --no-controls \
    -H "X-Of: nobody" --key-env NOBODY --token-field max_tokens -c 2 --fixed \
    --rate 9000 --retries 1 --timeout 9 --connect-timeout 1 --idle-timeout 4 \
    --max-wait 3 --budget 9Mtokens --threads 1
check "how calls are sent: the same hunt" <<'END'
want(load("sent/summary.json")["hunt"] == load("seed/summary.json")["hunt"])
want(load("sent/summary.json")["calls"]["asked"] == 0, "asked again")
END
it "by the strict reading" 0 small strict crt --strict --no-controls
check "by the strict reading: another hunt" <<'END'
want(load("strict/summary.json")["hunt"] != load("ref/summary.json")["hunt"])
want("strict: true" in open("strict/spec.yaml").read(), "spec.yaml")
END
it "a used folder" 3 small wide crt --seed 3
it "a used folder, by force" 0 small wide crt --seed 3 --force --no-controls --json
same out wide/hypotheses.json
it "hunt --limit of the probe" 0 small few crt --limit 30
check "hunt --limit of the probe" <<'END'
want(load("few/summary.json")["benchmark"] == 30)
want(len(lines("few/probe.jsonl")) == 30)
END
it "hunt --limit" 0 "$assay" hunt --target planted:crt.yaml --limit 30 -o limit \
    --benchmark demo/hunt/probe.jsonl
check "hunt --limit" <<'END'
want(load("limit/summary.json")["benchmark"] == 30)
import os
want(not os.path.exists("limit/probe.jsonl"), "the user's own file is copied")
END
has out "No weakness was found"

# ---- outcomes of a file, counted by hand ----
# 40 rows, ten of which are hard: one of these is right, of the others one
# wrong.
python3 - <<'END'
import json
def ok(i): return i == 0 if i < 10 else i != 39
def tags(i): return ["hard"] * (i < 10) + ["odd" if i % 2 else "even"]
def write(name, row):
    with open(name, "w") as f:
        for i in range(40):
            f.write(json.dumps({"id": "q%d" % i, "text": "Question %02d" % i,
                                **row(i)}) + "\n")
write("truth.jsonl", lambda i: {"tags": tags(i), "correct": ok(i)})
write("word.jsonl", lambda i: {"tags": "; ".join(tags(i)),
                               "a": {"b": "pass" if ok(i) else "fail"}})
write("of.jsonl", lambda i: {"tags": tags(i), "correct": "%d/4" %
                             (ok(i) * 4 if i != 1 else 1)})
write("models.jsonl", lambda i: {"skills": tags(i), "by": {
    "strong": 1, "weak": int(ok(i))}})
END
told() { # FILE FIELD TAGS
    it "outcomes: $1" 0 "$assay" hunt --outcomes "$1.jsonl" --outcome-field "$2" \
        --tags-field "$3" -o "$1"
}
told truth correct tags
has out "hard "
has err "use --target MODEL to name the model to ask"
check "outcomes: by hand" <<'END'
from math import comb
t = targets("truth/hypotheses.json")[0]
want(t["solve_rate"] == 0.75 and t["failing"] == 10 and t["problems"] == 40, t)
want(suspicions("truth/hypotheses.json") == [["hard"]], suspicions("truth/hypotheses.json"))
r = reported("truth/hypotheses.json")[0]
want(r["n"] == 10, r["n"])
want(near(r["inside"], 0.9) and near(r["outside"], 1 / 30), r["inside"], r["outside"])
want(near(r["accuracy"], 38 / 40), r["accuracy"])
# Ten draws from 40 of which ten fail, nine or more of them
p = (comb(10, 9) * comb(30, 1) + 1) / comb(40, 10)
want(near(r["p"], p, 1e-10), r["p"], p)
kinds = [len(x["concepts"]) + 10 * (x["factor"] is not None)
         for x in t["hypotheses"]]
names, others = kinds.count(1), len(set(kinds)) - 1
want(near(r["q"], p * names * (2 if others else 1), 1e-9), r["q"], names)
want(r["solve_rate"] is None and r["cause"] is None)
odd = [x for x in t["hypotheses"] if x["concepts"] == ["odd"]][0]
want(odd["n"] == 20 and near(odd["inside"], 6 / 20) and
     near(odd["outside"], 4 / 20), odd)
END
told word a.b tags
told of correct tags
told models by skills
check "outcomes: words, shares and several models" <<'END'
same = lambda f, t=0: {x["text"]: (x["n"], x["inside"], x["outside"], x["accuracy"], x["q"])
                       for x in rows(f, t)}
want(same("word/hypotheses.json") == same("truth/hypotheses.json"))
r = reported("of/hypotheses.json")[0]
want(r["concepts"] == ["hard"] and near(r["inside"], 35 / 40), r["inside"])
want(near(r["accuracy"], 37 / 40), r["accuracy"]) # q1 is solved once of four
t = targets("models/hypotheses.json")
want([x["target"] for x in t] == ["strong", "weak", "all"], [x["target"] for x in t])
want(t[0]["solve_rate"] == 1 and t[1]["solve_rate"] == 0.75, "rates")
want(same("models/hypotheses.json", 1) == same("truth/hypotheses.json"))
END
for all in true false; do
    sed "s/\"correct\": [a-z]*/\"correct\": $all/" truth.jsonl >all-$all.jsonl
    told all-$all correct tags
    case $all in
    true) has out "Use harder problems" ;;
    *) has out "Use easier problems" ;;
    esac
done
amiss() { # TEXT SED OPTIONS...
    text=$1
    sed "$2" truth.jsonl >amiss.jsonl
    shift 2
    it "outcomes amiss: $text" 3 "$assay" hunt --outcomes amiss.jsonl -o amiss \
        --force --outcome-field correct --tags-field tags "$@"
    has err "$text"
}
amiss 'amiss.jsonl:3: "perhaps" is not an outcome' '3s/"correct": [a-z]*/"correct": "perhaps"/'
amiss 'amiss.jsonl:5:' '5s/}$//'
amiss 'amiss.jsonl:4: tags must be an array' '4s/"tags": \[[^]]*\]/"tags": 7/'
amiss 'amiss.jsonl:2: the id "q0" is also that of line 1' '2s/"q1"/"q0"/'
amiss 'amiss.jsonl:7: the row has no field "correct"' '7s/, "correct": [a-z]*//'
amiss 'no row has "tagz"' '' --tags-field tagz
amiss 'the file is empty' 'd'
it "no such outcomes" 3 "$assay" hunt --outcomes nosuch.jsonl \
    --outcome-field correct -o nosuch
it "which field" 2 "$assay" hunt --outcomes truth.jsonl -o nosuch
has err "outcome-field"

it "tickets" 0 "$assay" hunt "$here/examples/hunt-tickets.yaml"
has out "refund + two languages"
check "tickets: what was put there" <<'END'
c = suspicions("hunt-tickets/hypotheses.json")
want(["refund", "two languages"] in c and len(c) == 2, c)
want({"words", "characters"} & {x for x in c if isinstance(x, str)}, c)
END

# ---- a public set, and replies from elsewhere ----
python3 - <<'END'
import json
with open("math.jsonl", "w") as m, open("plain.jsonl", "w") as q, \
     open("replies.jsonl", "w") as r:
    for i in range(60):
        hard = i % 5 == 0
        row = {"problem": "What is $%d %s %d$?" % (i + 12, "+*"[hard], i + 15),
               "level": "Level 1", "type": "Prealgebra"}
        a = (i + 12) * (i + 15) if hard else 2 * i + 27
        row["solution"] = "It is $\\boxed{%d}$." % a
        for k in 1, 2:
            r.write(json.dumps({"problem": row["problem"], "attempt": k,
                "response": "\\boxed{%d}" % (a + (hard or i == 59))}) + "\n")
        q.write(json.dumps(row) + "\n")
        row["skills"] = ["multiplication_and_division" if hard
                         else "addition_and_subtraction"]
        m.write(json.dumps(row) + "\n")
END
# Nobody answers fresh problems: calls are missing.
it "a public set with tags" 3 "$assay" hunt --benchmark math.jsonl \
    --target replay:replies.jsonl -k 2 --granularity baseline -o math
has out "multiplication_and_division"
has err "replies.jsonl has no reply to problem"
check "a public set with tags: by hand" <<'END'
r = [x for x in rows("math/hypotheses.json")
     if x["concepts"] == ["multiplication_and_division"]][0]
want(r["n"] == 12 and near(r["inside"], 1) and near(r["outside"], 1 / 48), r)
want(r["reported"] and r["solve_rate"] is None and near(r["accuracy"], 59 / 60))
want(load("math/summary.json")["controls"] > 0, "asked with the fresh problems, which nobody answered")
END
printf 'chosen: 0\n' >ask.yaml
dry() { # OPTIONS...
    "$assay" hunt ask.yaml --benchmark plain.jsonl --target replay:replies.jsonl \
        -o dry --store dry.db "$@"
}
it "a dry run of the failures alone" 0 dry -k 2 --dry-run
has out "No hypothesis is measured on fresh problems."
told=$(sed -n 's/ calls would be made$//p' out)
it "nothing is made by it" 1 sh -c 'ls -d dry dry.db 2>/dev/null | grep .'
it "nothing to measure" 0 dry -k 2
has err "use --tagger MODEL to tag them"
has out "Calls: $told asked"
it "a third attempt, dry" 0 dry -k 3 --dry-run -o dry3
tr -s ' ' <out >table
has table "replay:replies.jsonl $((told / 2 * 3)) $told $((told / 2))"
it "a dry run of a wrong spec" 2 dry --dry-run --granularity tiny
has err "tiny"
it "a dry run without its file" 3 "$assay" hunt --dry-run --benchmark none.jsonl
it "a dry run and the spec" 2 "$assay" hunt --dry-run --print-spec

# ---- kinds of failure ----
# Every reply is cut off: that is the finding, and nothing is hunted.
python3 - <<'END'
import json
with open("cut.jsonl", "w") as r:
    for l in open("math.jsonl"):
        r.write(json.dumps({"problem": json.loads(l)["problem"], "attempt": 1,
            "response": "First I", "finish_reason": "length"}) + "\n")
END
it "a limit on tokens" 0 "$assay" hunt --benchmark math.jsonl -k 1 \
    --target replay:cut.jsonl --max-tokens 2 -o tight --store tight.db
has out "60 of 60 replies were cut off at max_tokens 2 and"
has out "Because of this limit, nothing else can be concluded."
has err "and are not counted; raise --max-tokens"
check "a limit on tokens: by hand" <<'END'
t = load("tight/summary.json")["targets"][0]
want(t["replies"]["truncated"] == 60 and t["problems"] == 0 and t["tried"] == 0, t)
want(rows("tight/hypotheses.json") == [], "hypotheses")
END
# Products are cut off, sums have mistakes of every kind, and one is right by a
# false equation.
python3 - <<'END'
import json
with open("kinds.jsonl", "w") as r:
    for i in range(60):
        hard = i % 5 == 0
        p = "What is $%d %s %d$?" % (i + 12, "+*"[hard], i + 15)
        a = (i + 12) * (i + 15) if hard else 2 * i + 27
        row = {"problem": p, "attempt": 1, "response": "So it is \\boxed{%d}" % a}
        if hard: row.update(response="First I multiply", finish_reason="length")
        if i == 1: row["response"] = "\\boxed{-29}"
        if i == 2: row["response"] = "I do not know."
        if i == 3: row["response"] = "We have 15 + 18 = 34, so it is \\boxed{34}"
        if i == 4: row["response"] = "We have 16 + 19 = 36, no, so \\boxed{35}"
        r.write(json.dumps(row) + "\n")
END
it "kinds of failure" 0 "$assay" hunt ask.yaml --benchmark math.jsonl \
    --target replay:kinds.jsonl -k 1 --granularity baseline -o kinds \
    --store kinds.db --full
has out "12 of 60 replies were cut off at the model's token limit"
has out "Most often with multiplication_and_division"
check "kinds of failure: by hand" <<'END'
t = load("kinds/summary.json")["targets"][0]
k = t["replies"]
want(k["truncated"] == 12 and k["wrong"] == 2 and k["solved"] == 45, k)
want(k["no_answer"] + k["refused"] == 1, k)
want(t["problems"] == 48 and near(t["solve_rate"], 45 / 48), "no tries", t)
want(k["how"]["sign_error"] == 1 and k["how"]["gave_up"] == 1, k)
want(k["how"]["arithmetic_slip"] == 1 and sum(k["how"].values()) == 3, k)
want(k["reasoning"]["false_equation"] == 1, k)
want(not reported("kinds/hypotheses.json"), "a limit is no weakness")
END
it "a hunt beside it" 0 "$assay" hunt ask.yaml --benchmark math.jsonl -k 1 \
    --target replay:cut.jsonl --granularity baseline -o kinds2 --store kinds.db
it "a page of both" 0 "$assay" report h1 h2 --store kinds.db -o both.html
check "a page of both: no heading without a word below it" <<'END'
import re
page = open("both.html").read()
parts = re.split(r"<h2[^>]*>", page)[1:]
want(len(parts) > 3, len(parts))
for x in parts:
    title, below = x.split("</h2>", 1)
    want(re.sub(r"<[^>]*>|\s", "", below), title)
want(any("hunt: " in x.split("</h2>")[0] for x in parts), "titles")
END

# ---- levels ----
printf 'seed: 5\nbase: 1\n' >never.yaml
printf 'seed: 5\nbase: 0\n' >always.yaml
it "nothing is solved" 0 small never never --no-controls
has err "solves 0.0 % of these problems; asking again at level 1"
has err "for easier problems, use assay hunt --target planted:never.yaml --benchmark FILE"
it "everything is solved" 0 small always always --no-controls
has err "solves 100.0 % of these problems; asking again at the highest level"
check "steps to other levels" <<'END'
for f, step in ("never", "down"), ("always", "up"):
    want(load(f + "/summary.json")["step"] == step, f)
want({p["level"] for p in lines("never/probe.jsonl")} == {1}, "down")
want({p["knobs"]["steps"] for p in lines("never/probe.jsonl")} == {"0"}, "plain")
want(min(p["level"] for p in lines("always/probe.jsonl")) > 1, "up")
END
it "--levels" 0 small level crt --levels 1 --no-controls
check "--levels: the probe and fresh problems" <<'END'
want({p["level"] for p in lines("level/probe.jsonl")} == {1}, "probe")
want({p["level"] for p in lines("level/benchmark.jsonl")} == {1}, "fresh")
END

# ---- several models in one file ----
python3 - <<'END'
import json, random
random.seed(3)
weak = {"A": {0, 1}, "B": {0}, "C": {0}}
with open("long.jsonl", "w") as f:
    for i in range(600):
        for m, base in ("A", 0.05), ("B", 0.1), ("C", 0.3):
            fails = random.random() < (0.8 if i % 12 in weak[m] else base)
            f.write(json.dumps({"id": i, "who": m, "ok": not fails,
                                "tags": ["t%d" % (i % 12)]}) + "\n")
END
it "a row for each model" 0 "$assay" hunt --outcomes long.jsonl --outcome-field ok \
    --tags-field tags --model-field who -o beside
has out "Which models have each weakness:"
check "a row for each model: whose it is" <<'END'
got = {r["hypothesis"].split()[-1]: r["whose"]
       for r in load("beside/summary.json")["beside"]}
want(got == {"t0.": "common", "t1.": "specific to A"}, got)
weaker = [m["weaker"] for m in load("beside/summary.json")["models"]]
want(weaker[2] > 0 > weaker[0], weaker)
END

# ---- files that are no mathematics ----
mkdir desk
cd desk || exit 3
cp ../crt.yaml .
python3 - <<'END'
import csv, json, random
random.seed(4)
rows, tags = [], ["refund", "parcel", "login", "invoice", "angry", "late"]
for i in range(160):
    mine = random.sample(tags, 2)
    ok = random.random() > (0.8 if "parcel" in mine else 0.05)
    rows.append({"id": "t%d" % i, "text": "Number %d, please help with it." % i,
                 "tags": mine, "ok": ok, "gold": "shipping",
                 "answer": "shipping" if ok else "accounts",
                 "response": "Let me see: " + ("shipping" if ok else "accounts")})
open("t.jsonl", "w").write("".join(json.dumps(r) + "\n" for r in rows))
unkeyed = [{k: r[k] for k in ("id", "text", "tags", "ok")} for r in rows]
open("bare.jsonl", "w").write("".join(json.dumps(r) + "\n" for r in unkeyed))
def table(name, join):
    w = csv.writer(open(name + ".csv", "w"))
    w.writerow(["id", "text", "tags", "ok"])
    for r in rows: w.writerow([r["id"], r["text"], join(r), r["ok"]])
for name, mark in ("semi", ";"), ("pipe", "|"), ("comma", ", "):
    table(name, lambda r: mark.join(r["tags"]))
table("json", lambda r: json.dumps(r["tags"]))
table("whole", lambda r: r["tags"][0] + "; big, red" * ("3" in r["id"]))
table("lonely", lambda r: "/".join(r["tags"] + [r["id"]]))
END
desk() { # FILE OPTIONS...
    o=$1
    shift
    "$assay" hunt --outcomes "$o" --outcome-field ok --tags-field tags -o "$o.out" \
        --store desk.db "$@"
}
it "keys that are labels: families are refused" 3 desk t.jsonl --target planted:crt.yaml
has err "most keys of t.jsonl are not mathematics"
has err '"generator: llm:MODEL"'
it "in a dry run, too" 3 desk t.jsonl --target planted:crt.yaml --dry-run
printf 'domain: {example: ticket}\n' >words.yaml
it "words of a domain: families are refused" 2 "$assay" hunt words.yaml \
    --outcomes bare.jsonl --outcome-field ok --target planted:crt.yaml -o words
has err '"chosen: 0"'
it "words of a domain" 0 "$assay" hunt words.yaml --outcomes bare.jsonl \
    --outcome-field ok --tags-field tags -o worded --store worded.db
has out "160 tickets"
check "words of a domain: no problem is spoken of" <<'END'
want("problem" not in open("out").read().replace("0 fresh problem", ""), open("out").read())
for r in rows("worded/hypotheses.json"):
    want(r["text"].startswith("The model is likely to fail on tickets"), r["text"])
END
it "nothing was written or asked" 1 sh -c 'ls | grep -x -e t.jsonl.out -e words -e desk.db'
printf 'chosen: 0\n' >none.yaml
it "nothing is measured: families are not needed" 0 "$assay" hunt none.yaml \
    --outcomes t.jsonl --outcome-field ok --target planted:crt.yaml -o measured

it "a failure of a file" 0 desk t.jsonl
has out "key shipping   answer accounts"
has out "reply: Let me see: accounts"
name="a failure of a file: no heading without anything below"
if awk '/:$/ { h = NR } /^$/ && h == NR - 1 { exit 1 }' out; then result ok "$name"
else fault "bare"; fi

for f in json semi pipe comma; do
    it "tags as $f" 0 desk $f.csv
done
it "tags with commas in a name" 0 desk whole.csv
it "tags of one row each" 0 desk lonely.csv
has err 'names in "tags" occurs in only one row'
check "tags of tables" <<'END'
want_ = [(r["text"], r["n"]) for r in rows("t.jsonl.out/hypotheses.json") if r["concepts"]]
for f in "json", "semi", "pipe", "comma":
    got = [(r["text"], r["n"]) for r in rows(f + ".csv.out/hypotheses.json") if r["concepts"]]
    want(len(got) > 5 and got == want_, f, len(got))
whole = {c for r in rows("whole.csv.out/hypotheses.json") for c in r["concepts"]}
want("big" not in whole and {"big, red", "refund"} <= whole, whole)
END

cp -r t.jsonl.out kept
echo '{"ok": tru' >broken.jsonl
it "a broken file" 3 "$assay" hunt --outcomes broken.jsonl --outcome-field ok -f -o t.jsonl.out
it "--force leaves what was there" 0 diff -r kept t.jsonl.out
it "a field that is not there" 3 "$assay" hunt --outcomes t.jsonl --outcome-field okk -o x
has err 'did you mean "ok"?'
it "a far field" 3 "$assay" hunt --outcomes t.jsonl --outcome-field ok \
    --model-field whose_it_was -o x
has err 'to the name or the path of the field'
printf 'granularity: []\n' >nothing.yaml
it "a tagger without names" 2 "$assay" hunt nothing.yaml --outcomes t.jsonl \
    --outcome-field ok --tags-field tags --tagger http://127.0.0.1:9/v1#m -o x --dry-run
has err '"tagger" has no names to choose from'
it "levels that no family has" 2 "$assay" hunt --target demo --levels 99 --dry-run
has err "families have "
printf 'weak:\n  - {words: {above: 90, below: 60}, fail: 0.8}\n' >empty.yaml
it "an empty band" 2 "$assay" hunt --target planted:empty.yaml -o x
has err 'no "words" is above 90 and below 60'

# ---- mistakes in a task ----
cat >task.yaml <<'END'
task_name: mine
label_name: verdict
prompt_templates:
  observations: "Q: ${item} V: ${verdict}"
  batched_generation: {user: "${observations} ${num_hypotheses}"}
  inference: {user: "${hypothesis} ${item}"}
END
task() { # FIELDS
    printf 'task: task.yaml\nhypothesizer: llm:http://127.0.0.1:9/v1#m\nfields: {%s}\n' \
        "$1" >task_spec.yaml
    "$assay" hunt task_spec.yaml --target planted:crt.yaml -o task --dry-run
}
it "a slot that nothing fills" 3 task ""
has err 'the slot ${item} of the prompt "observations" cannot be filled'
it "a field that is none" 3 task "item: statment"
has err 'did you mean "statement"?'
it "a slot that is none" 3 task "itme: statement"
has err 'did you mean ${item}?'
it "all slots filled" 0 task "item: statement"
cd ..

finish
