#!/bin/sh
# What `make demo` does, with fewer families and problems: from nothing to the
# report, and the same after a kill -9 in the middle of the hunt.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE
pid=
trap '[ -z "$pid" ] || kill -9 "-$pid" 2>/dev/null; rm -rf "$work"' EXIT

: "${ASSAY_STUDENT:=$here/models/student/student.weights}"
export ASSAY_STUDENT
if [ ! -r "$ASSAY_STUDENT" ]; then
    echo "ok 1 - the demo # SKIP $ASSAY_STUDENT is not here"
    echo 1..1
    exit 0
fi

# Two families that the student never saw, and four that it knows.
"$assay" new concept/radicals,concept/polyhedra,concept/absolute-value,concept/analytic,concept/factor-theorem,concept/exponentials \
    --level 1 --seed 1 --count 9 >exam.jsonl
cat >small.yaml <<END_OF_SPEC
target: student
attempts: 1
decoding: {temperature: 0, max_tokens: 320}
benchmark: $work/exam.jsonl
probe: {levels: 1, fixed: all}
score: {support: 6, traits: false, pairs: false}
chosen: 2
problems: 6
control_problems: 4
END_OF_SPEC
demo() { sh "$here/tools/demo" "$assay" "$1" "$work/small.yaml" 4; }
calls() { # in the journal
    python3 -c 'import sqlite3, sys
print(sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True).execute("SELECT count(*) FROM calls").fetchone()[0])' \
        "$1/demo.db"
}

it "the demo" 0 demo calm
has out "3 problems: 3 hold"
has out "concept/absolute-value@3:1:demo:0  student  attempt 1  correct"
has out " fresh problems each and on matched controls:"
has out "Radical expressions"
has out "Polyhedron basics"
has out "Where student solves half of the problems:"
has out "fresh problems aimed at its 2 weaknesses"
has out "$work/calm/report.html"
has err "5/5 controls"
cp out calm.out
name="the demo: rates are those of the data"
python3 - >said 2>&1 <<'END_OF_PROGRAM'
import json
rows = [r for r in json.load(open("calm/hunt/hypotheses.json")) if r["problems"]]
n = sum(r["problems"] for r in rows)
want = [sum(r["problems"] * r["solve_rate"] for r in rows) / n,
        sum(r["control_rate"] for r in rows) / len(rows),
        json.load(open("calm/hunt/summary.json"))["targets"][0]["solve_rate"]]
text = open("calm.out").read()
for x in want:
    if "%.1f %%  of" % (100 * x) not in text: print(x)
few, many = min(r["problems"] for r in rows), max(r["problems"] for r in rows)
each = "%d to %d" % (few, many) if few < many else "%d" % few
if not 1 <= few <= many <= 6 or "on %s fresh problems each" % each not in text: print(each)
if "%d fresh problems aimed at its %d weaknesses" % (n, len(rows)) not in text: print(n)
# The last line is about the row whose interval is furthest below its controls.
best = max(rows, key=lambda r: r["control_lo"] - r["solve_hi"])
last = text.splitlines()[-1]
percent = ["%.0f" % (100 * best[k]) for k in
           ("solve_rate", "solve_lo", "solve_hi", "control_rate", "control_lo", "control_hi")]
said = "The student solves %s %% of fresh problems on \"%s\" (95 %% interval %s to %s %%), against %s %% of matched controls (%s to %s %%)" % (
    percent[0], " and ".join(best["concepts"]), *percent[1:])
if not last.startswith(said): print(last, "; not ", said)
if ("overlap" in last) != (best["control_lo"] <= best["solve_hi"]): print(last)
END_OF_PROGRAM
if [ -s said ]; then cp said out; fault "others"; else result ok "$name"; fi
it "a page" 0 grep -q "Radical expressions" calm/report.html
it "the new benchmark holds" 0 "$assay" check calm/hunt/benchmark.jsonl
has out "12 problems: 12 hold"

# Killed with its children, which are a group of their own.
setsid sh "$here/tools/demo" "$assay" killed "$work/small.yaml" 4 >/dev/null 2>err &
pid=$!
soon grep -q '5/5 controls' err
kill -9 "-$pid"
wait $pid 2>/dev/null
pid=
before=$(calls killed) all=$(calls calm)
name="killed in the middle of the hunt"
if [ "$before" -ge 42 ] && [ "$before" -lt "$all" ]; then result ok "$name"
else fault "$before of $all"; fi
it "the same command goes on" 0 demo killed
name="nothing is asked twice: $before before, $all in all"
asked=$(sed -n 's/^Calls: \([0-9]*\) asked.*/\1/p' out)
first=$(sed -n 's/^Calls: \([0-9]*\) asked.*/\1/p' calm.out)
if [ "$(calls killed)" = "$all" ] && [ "$asked" = $((first - before)) ]; then
    result ok "$name"
else fault "$asked asked again, of $first; $(calls killed) in the journal"; fi
for f in benchmark.jsonl controls.jsonl figures.json hypotheses.json outcomes.jsonl; do
    same calm/hunt/$f killed/hunt/$f
done
tables() { sed "s|$work/[a-z]*/||; /^Calls: /d; /report.html/d; / s\$/d" "$1"; }
tables calm.out >calm.tables
tables out >killed.tables
same calm.tables killed.tables

# Rows that were measured and are not below their controls are no weakness.
name="nothing was found"
mkdir -p none/hunt
sed -n '/^read_hunt() {/,/^}/p' "$here/tools/demo" >reading.sh
echo '{"problems": 7, "solve_rate": 0.5}' >none/hunt/summary.json
echo '{"concepts": ["X"], "solve_rate": 0.5, "solve_lo": 0.2, "solve_hi": 0.8, "control_rate": 0.5, "problems": 6, "control_lo": 0.2, "control_hi": 0.8}' >none/hunt/hypotheses.json
it "$name" 0 sh -c 'cd none && . ../reading.sh && read_hunt finding'
has out "The hunt found no concept on which the student does worse than on matched controls."

it "a kernel that there is none of" 2 env ASSAY_STUDENT_KERNEL=abacus "$assay" hunt --store none.db
has err 'ASSAY_STUDENT_KERNEL: this processor cannot run the kernel "abacus"; it can run '

it "without the weights" 3 env ASSAY_STUDENT=nowhere "$assay" hunt --store none.db
has err 'nowhere'
has err 'ASSAY_STUDENT'
it "nothing is said: the student, as its spec has it" 0 "$assay" hunt --print-spec
has out "targets: [student]"
has out "attempts: 1 "
cp out bare.yaml
it "the same spec" 0 "$assay" hunt "$here/examples/hunt-student.yaml" --print-spec
same out bare.yaml
it "options win over it" 0 "$assay" hunt --attempts 4 --print-spec
has out "attempts: 4 "
finish
