#!/bin/sh
# assay hunt with language models, against a server that plays every part, well
# and badly: hypotheses and banks, tags, made taxonomies, written problems and
# their keys, tasks of HypoGeniC, kills and storms.
. "$(dirname "$0")/../lib/tap.sh"
if ! python3 -c 'import json' 2>/dev/null; then
    echo 'ok 1 - hunt with models # SKIP no python3'
    echo 1..1
    exit 0
fi
. "$here/tests/lib/server.sh"

# Every part has counts of its own: a seed of the scenario that changes nothing.
model() { echo "$server/$1/v1#m"; } # SCENARIO

hunt() { timeout 600 "$assay" hunt "$@"; }

# look NAME QUESTION ARGUMENT...: a question of look.py, which fails aloud.
look() {
    what=$1
    shift
    it "$what" 0 python3 look.py "$@"
}

# asked NAME SCENARIO N: the server was asked N times, and nothing twice.
asked() {
    name=$1
    n=$(stat "$2" requests) once=$(stat "$2" answered_bodies)
    if [ "$n" = "$3" ] && [ "$once" = "$3" ]; then result ok "$name"
    else fault "$n requests, $once answered, not $3"; fi
}

cat >look.py <<'PY'
import glob, json, math, re, subprocess, sys

def load(path):
    return json.load(open(path))

def lines(path):
    return [json.loads(x) for x in open(path)]

def target(out):
    """The only target, with its hypotheses."""
    (t,) = load(out + "/summary.json")["targets"]
    t["hypotheses"] = load(out + "/hypotheses.json")
    return t

def rows(out, by):
    """Rows of one hypothesizer: exact, or the end of a model's name."""
    t = target(out)
    return [r for r in t["hypotheses"] if r["by"].split("/")[0:1] == [by]
            or (by != "exact" and by in r["by"])]

def figure(out, name):
    (f,) = [f for f in load(out + "/figures.json")["figures"]
            if f["name"] == name]
    return [dict(zip(f["columns"], r)) for r in f["rows"]]

def counts(got, want):
    """failed=7, tried=failed, doubtful+duplicate=40"""
    for k, v in want.items():
        n = sum(got[part] for part in k.split("+"))
        assert n == (int(v) if v.isdigit() else got[v]), (k, v, got)

def near(a, b):
    assert a is not None and abs(a - b) < 1e-5, (a, b)

def bank(out, sample):
    (path,) = glob.glob(out + "/banks/*hypotheses_training_sample_%s_seed_1_"
                        "epoch_0.json" % sample)
    return load(path)

def names(problem):
    return [c.split(":")[0].strip() for c in problem["concepts"]]

# ---- hypotheses ----

def figures_of_rows(out, by, assay, store, weak):
    """Every figure of a model's rows again, from the problems and replies."""
    tries, right = {}, {}
    text = subprocess.run([assay, "store", "show", "r1", "--replies",
                           "--store", store], capture_output=True, text=True)
    for line in text.stdout.splitlines():
        r = json.loads(line)
        i = r["problem_id"]
        tries[i] = tries.get(i, 0) + 1
        right[i] = right.get(i, 0) + (r["lenient"] == "correct")
    problems = lines(out + "/probe.jsonl")
    assert len(problems) == len(tries)
    found = rows(out, by)
    assert 1 <= len(found) <= 15, len(found)
    for r in found:
        held = [p["id"] for p in problems if set(r["concepts"]) <=
                set(p["concepts"])]
        assert r["n"] == len(held), (r["n"], held)
        fails = {i for i in tries if right[i] == 0}
        inside = set(held)
        good = sum((i in inside) == (i in fails) for i in tries)
        near(r["accuracy"], good / len(tries))
        if held:
            near(r["inside"], 1 - sum(right[i] for i in held) /
                 sum(tries[i] for i in held))
            near(r["outside"], 1 - sum(right[i] for i in tries if i not in
                                       inside) /
                 sum(tries[i] for i in tries if i not in inside))
            near(r["lift"], r["inside"] - r["outside"])
    (w,) = [r for r in found if r["concepts"] == [weak]]
    assert w["reported"] and w["q"] < 0.01, w
    assert w["lift"] > 0.3 and w["solve_rate"] < 0.6 and w["problems"] == 10

def banks(out, by, num_train):
    """HypoGeniC's format, and what hypotheses.json says of it."""
    final = bank(out, "final")
    for text, h in final.items():
        assert h["hypothesis"] == text
        near(h["acc"], len(h["correct_examples"]) / h["num_visits"])
        # The mean over both labels of the share that is right.
        seen = {}
        for row, label in h["correct_examples"]:
            seen[label] = seen.get(label, 0) + 1
        assert h["balanced"] <= 1 and (seen.get("fails") or h["balanced"] <= .5)
        near(h["reward"], h["balanced"] + 0.5 *
             math.sqrt(math.log(num_train) / h["num_visits"]))
        for row, label in h["correct_examples"]:
            assert 0 <= row < num_train and label in ("fails", "solved")
    for r in rows(out, by):
        h = final[r["text"]]
        assert h["concepts"] == r["concepts"]
        near(r["bank_accuracy"], h["acc"])
        near(r["reward"], h["reward"])
        assert r["visits"] == h["num_visits"]
    for r in rows(out, "exact"):
        assert r["bank_accuracy"] is None and r["visits"] == 0

def series(out, by):
    for kind in ("accuracies", "quartiles", "above"):
        seen = {r["by"] for r in figure(out, kind)}
        assert "exact" in seen and any(by in s for s in seen), (kind, seen)
    ours = [r["accuracy"] for r in figure(out, "accuracies") if by in r["by"]]
    assert ours == sorted(ours, reverse=True) and len(ours) == len(rows(out, by))
    (q,) = [r for r in figure(out, "quartiles") if by in r["by"]]
    near(q["largest"], ours[0])
    near(q["least"], ours[-1])
    (a,) = [r for r in figure(out, "above") if by in r["by"]]
    assert a["above_90"] == sum(x > 0.9 for x in ours)

def over_time(out, by, *examples):
    points = figure(out, "over-time")
    assert [p["example"] for p in points] == [int(x) for x in examples], points
    for p in points:
        b = bank(out, p["example"])
        accs = [h["acc"] for h in b.values()]
        assert by in p["by"] and p["n"] == len(b)
        near(p["best"], max(accs))
        near(p["worst"], min(accs))
        near(p["mean"], sum(accs) / len(accs))

def nothing_by(out, by):
    assert rows(out, by) == [], rows(out, by)

def how_many_by(out, by, n):
    assert len(rows(out, by)) == int(n), len(rows(out, by))

def some_by(out, by):
    assert rows(out, by)

def member(path, *steps):
    """The last of the steps is what is to be there."""
    v = load(path)
    for s in steps[:-1]:
        v = v[int(s) if isinstance(v, list) else s]
    assert json.dumps(v) == steps[-1], json.dumps(v)

def faithful_rows(out, by):
    """Accuracy and reward as published: right / visits, and the bonus."""
    final = bank(out, "final")
    for r in rows(out, by):
        h = final[r["text"]]
        near(r["accuracy"], h["acc"])
        near(h["acc"], len(h["correct_examples"]) / h["num_visits"])
        # The bonus of those used last is of t = 40, of others of some t before.
        bonus = h["reward"] - h["acc"]
        assert bonus <= 0.5 * math.sqrt(math.log(40) / h["num_visits"]) + 1e-5
    assert any(abs(h["reward"] - h["acc"] - 0.5 * math.sqrt(math.log(40) /
               h["num_visits"])) < 1e-5 for h in final.values())

def inferred(out, strategy, n):
    """Every label was read."""
    (i,) = [r for r in figure(out, "inference") if r["strategy"] == strategy]
    assert i["n"] == int(n) and i["unlabelled"] == 0, i

def bounded(out, trait, kind, value):
    (r,) = [r for r in target(out)["hypotheses"] if r["by"] != "exact" and
            r["factor"]]
    assert r["factor"] == {"name": trait, kind: float(value)}, r
    assert r["n"] >= 8 and r["lift"] is not None and r["visits"] > 0, r

def shown(out, n=None):
    """n failures were shown, or all."""
    (g,) = load(out + "/summary.json")["granularities"]
    assert g["shown"] == (int(n) if n else g["failures"]) > 0, g

# ---- what the server was shown ----

def told(path, *texts):
    """The last question has all these texts, and no empty slot."""
    body = json.loads(load(path)["body_text"])
    whole = "\n".join(m["content"] for m in body["messages"])
    for t in texts:
        assert (t[1:] not in whole) if t[0] == "!" else (t in whole), (t, whole)
    assert not re.search(r"\$\{|\bnull\b|\(null\)|%[sz]", whole), whole

# ---- tags ----

def tagged(out, word, concept, n):
    """Problems with the word carry the concept: it has their number."""
    t = target(out)
    found = [r for r in t["hypotheses"] if [c.split(":")[0].split(" (")[0] for c
                                            in r["concepts"]] == [concept]]
    assert len(found) == 1 and found[0]["n"] == int(n), found

def of_granularity(out, name):
    t = target(out)
    found = [r for r in t["hypotheses"] if r["granularity"] == name]
    text = open("made/taxonomy.yaml").read()
    assert found and all(c in text for r in found for c in r["concepts"])

# ---- written problems ----

def value(statement):
    (a, op, b), = re.findall(r"(\d+) (\+|\\times) (\d+)", statement)
    return int(a) + int(b) if op == "+" else int(a) * int(b)

def keys(out, n):
    """The writer's sums, worked out here."""
    made = lines(out + "/benchmark.jsonl")
    assert len(made) == int(n), len(made)
    assert len({p["statement"] for p in made}) == len(made)
    for p in made:
        assert int(p["key"]["latex"]) == value(p["statement"]), p
        assert p["meta"]["hunt"]["set"] == "targeted"

def written(out, **want):
    (w,) = [w for w in load(out + "/summary.json")["written"]
            if w["hypothesis"]]
    flaws = w["flaws"]
    got = {**flaws, **{k: w[k] for k in ("drafts", "kept", "doubtful", "silent",
                                         "accepted", "rejected")}}
    # Each draft ends in one count.
    assert w["drafts"] == sum(flaws.values()) + w["kept"] + w["doubtful"] + \
        w["accepted"] + w["rejected"], w
    counts(got, want)
    (f,) = [f for f in figure(out, "flaws") if f["hypothesis"]]
    assert f["drafts"] == w["drafts"] and f["kept"] == w["kept"]
    for k in flaws:
        assert f[k] == flaws[k], (k, f)

def near_rate(set, right, n):
    assert set["problems"] == n, set
    near(set["rate"], right / n)

def writers(out, *names):
    """With and without a hypothesis, counted again from the store's replies."""
    rows = load(out + "/summary.json")["writers"]
    assert [w["writer"].split("/")[-2] if "/" in w["writer"] else w["writer"]
            for w in rows] == list(names), rows
    ours = [w for w in rows if w["writer"] != "families"]
    solved = {}
    for x in lines(out + ".replies"):
        solved.setdefault(x["problem_id"], []).append(x["lenient"] == "correct")
    for w in ours:
        for file, side in (("benchmark", "with"), ("controls", "without")):
            mine = [p for p in lines(out + "/%s.jsonl" % file)
                    if p["meta"].get("writer") == w["writer"]]
            assert len(mine) == w[side]["problems"] == 10, (file, len(mine), w)
            tries = [t for p in mine for t in solved[p["id"]]]
            near(w[side]["rate"], sum(tries) / len(tries))
            for p in mine:
                h = p["meta"]["hunt"]
                assert (h["hypothesis"] is None) == (side == "without"), h
        near(w["harder"]["gap"], w["without"]["rate"] - w["with"]["rate"])
        assert w["harder"]["lo"] < w["harder"]["gap"] < w["harder"]["hi"] + 1e-9
    for w in ours[1:]:
        near(w["than_first"]["gap"], ours[0]["with"]["rate"] - w["with"]["rate"])
    assert ours[0]["than_first"]["gap"] is None

def reworded(out, **want):
    (r,) = load(out + "/summary.json")["reworded"]
    got = {**r["dropped"], **{k: r[k] for k in ("failed", "tried", "solved",
                                                "solved_again")},
           "n": r["reworded"]["problems"]}
    counts(got, want)
    assert r["tried"] == sum(r["dropped"].values()) + got["n"], r
    assert r["again"]["problems"] == got["n"], r
    if got["n"]:
        near(r["easier"]["gap"], r["reworded"]["rate"] - r["again"]["rate"])
        assert r["easier"]["lo"] <= r["easier"]["gap"] <= r["easier"]["hi"], r

def tickets(out, *labels):
    made = lines(out + "/benchmark.jsonl")
    assert len(made) >= 5, len(made)
    for p in made:
        n = int(re.findall(r"since day (\d+)", p["statement"])[0])
        assert p["key"]["latex"] == labels[n % len(labels)], p
        assert ", ".join(labels) in p["statement"], p

def judged(out, accepted, rejected):
    """What people decided: accepted.json and rejected.json are review rows."""
    made = {p["statement"]: p["key"]["latex"] for p in
            lines(out + "/benchmark.jsonl")}
    for r in lines(accepted):
        s = r["problem"]["statement"]
        assert made[s] == (r["key"] or r["problem"]["key"]["latex"]), (s, made)
    for r in lines(rejected):
        assert r["problem"]["statement"] not in made

# ---- tasks ----

def task(out, *want):
    t = load(out + "/task.json")
    got = {i["strategy"]: (i["n"], i["right"]) for i in t["inferences"]}
    for w in want:
        name, n, right = w.split("=")[0], *w.split("=")[1].split("/")[::-1]
        assert got[name] == (int(n), int(right)), (w, got)
    assert len(got) == len(want), got

def unlabelled(out):
    all = load(out + "/task.json")["inferences"]
    assert sum(i["unlabelled"] for i in all) > 0, all
    for i in all:
        assert i["right"] + i["unlabelled"] <= i["n"] == 12, i
        near(i["accuracy"], i["right"] / i["n"])

# ---- dry runs ----

def forecast(dry, requests, server, part):
    """Each model was asked what was told, and the target exactly so at first."""
    rows = load(dry)["stages"]
    for i, n in enumerate(open(requests)):
        mine = [r for r in rows if r["model"] == "%s/%s%d/v1#m" % (server, part,
                                                                   i)]
        assert mine, i
        least = sum(r["ask"]["least"] for r in mine)
        most = sum(r["ask"]["most"] for r in mine)
        assert least <= int(n) <= most and most < 100 * int(n), (least, n, most)
    (f,) = [r for r in rows if r["stage"] == "failures"]
    assert f["ask"] == {"least": 128, "most": 128}, f
    (t,) = [r for r in rows if r["stage"] == "tags"]
    assert t["ask"] == {"least": 64, "most": 128}, t

# ---- two hunts ----

def alike(a, b, *drop):
    """The same but for what names the server's scenario and the spec."""
    for file in ("hypotheses.json", "figures.json", "benchmark.jsonl"):
        texts = [open(x + "/" + file).read() for x in (a, b)]
        for d in drop:
            texts = [t.replace(d, "") for t in texts]
        texts = [re.sub(r'"hunt": "[0-9a-f]{32}"', "", t) for t in texts]
        assert texts[0] == texts[1], file

f, *args = sys.argv[1:]
kw = dict(x.split("=") for x in args if f in ("written", "reworded") and "=" in x)
if f == "banks":
    args[2] = int(args[2])
globals()[f](*[x for x in args if x not in ("=".join(i) for i in kw.items())],
             **kw)
PY

# ---- hypotheses, banks, figures ----

cat >weak.yaml <<'END'
seed: 7
base: 0.05
weak:
  - {concepts: [Chinese remainder theorem], fail: 0.9}
END
cat >small.yaml <<'END'
target: planted:weak.yaml
attempts: 2
probe: {singles: 8, pairs: 10, pair_problems: 4}
propose: {num_train: 40, failures: 0}
chosen: 2
problems: 10
controls: false
END
one=roles,weak=Chinese
it 'a model beside exact' 0 hunt small.yaml --store one.db -o one \
    --target planted:weak.yaml \
    --hypothesizer "llm:$(model $one)" --hypothesizer exact --full
has out "Proposed by $server/$one/v1#m"
has out 'Accuracies of hypotheses'
look 'its rows have the figures of the problems' figures_of_rows one "$one" \
    "$assay" one.db 'Chinese remainder theorem'
look 'banks are HypoGeniC'"'"'s' banks one "$one" 40
look 'both are in the figures' series one "$one"
look 'points over time are those of the banks' over_time one "$one" 30 40
# Pairs that hold of too few problems are sent back, twice at most.
name='by tags a model judges nothing' proposals=$(stat $one requests)
if [ "$proposals" -ge 1 ] && [ "$proposals" -le 3 ]; then result ok "$name"
else fault "$proposals requests"; fi
curl -s "$server/$one/last" >last
look 'what it is asked' told last 'Write 10 hypotheses' 'Problem: ' \
    'Outcome: solved' 'Concepts in it: ' '- Chinese remainder theorem' \
    '[concepts: NAME; NAME]'
it 'again: nothing is asked' 0 hunt small.yaml --store one.db -o one \
    --target planted:weak.yaml \
    --hypothesizer "llm:$(model $one)" --hypothesizer exact
asked 'the journal answers' $one "$proposals"

it 'two models of one name' 0 hunt small.yaml --store one.db -o namesakes \
    --hypothesizer "llm:$(model roles,seed=3)" \
    --hypothesizer "llm:$(model $one)"
it 'each has its bank' 0 sh -c 'ls namesakes/banks | grep -c final'
is out 2
# Of another form, which needs a limit; nothing is asked before it is told.
it 'a model that needs a limit' 2 hunt small.yaml --store none.db -o limit \
    --hypothesizer "llm:$server/roles,seed=4/v1/messages#m"
has err 'anthropic models need a token limit'
has err 'under "propose_decoding" in the spec'
it 'nothing was asked' 1 test -e none.db
{ cat small.yaml; echo 'propose_decoding: {max_tokens: 2000}'; } >limit.yaml
it 'with its limit' 0 hunt limit.yaml --store one.db -o limit \
    --hypothesizer "llm:$server/roles,seed=4/v1/messages#m"
look 'it has rows' some_by limit seed=4

# ---- the original's ways, and a model that judges ----

# 10 entries on 10 rows they were not made from, then on rows 20 to 39; and the
# best on 100 others.
sed 's/num_train: 40/&, by_tags: false, balanced: false/' small.yaml >judge.yaml
it 'a model judges' 0 hunt judge.yaml --store two.db -o judge \
    --hypothesizer "llm:$(model roles,seed=1)"
asked 'new ones are tried on other rows' roles,seed=1 $((1 + 10 * 10 + 10 * 20 + 100))
curl -s "$server/roles,seed=1/last" >last
look 'it sees the problem alone' told last 'Pattern: ' 'Problem: ' \
    '!Solution:' "!The model's answer" 'Final answer: fails'
# As published: on the ten it was made from, and on rows 10 to 39.
it 'the original' 0 hunt small.yaml --store two.db -o faithful --faithful \
    --hypothesizer "llm:$(model roles,seed=2)"
asked 'tried on its own rows' roles,seed=2 $((1 + 10 * 10 + 10 * 30 + 100))
curl -s "$server/roles,seed=2/last" >last
look 'it sees the answer' told last 'Pattern: ' 'Solution: 1. ' \
    "The model's answer: "
it 'the spec says so' 0 grep -E \
    '^  (held_out|fresh_bonus|by_claim|blind|balance|balanced|by_tags): false' \
    faithful/spec.yaml
lines out 7
look 'accuracies are those of its judge' faithful_rows faithful seed=2

# ---- models that misbehave ----

# Asked thrice each time: ten texts at first, five when the pool is full.
odd=roles,bad=names
it 'what it may take' 0 hunt small.yaml --dry-run --store bad.db -o names \
    --hypothesizer "llm:$(model $odd)"
tr -s ' ' <out >table
has table " at most 6 - at most 6"
it 'names outside the taxonomy' 0 hunt small.yaml --store bad.db -o names \
    --hypothesizer "llm:$(model $odd)"
has err '15 hypotheses left out for names outside the taxonomy'
asked 'are sent back twice' $odd 6
curl -s "$server/$odd/last" >last
look 'with those names' told last \
    'not on the list of concepts: Underwater topology. Write 5 hypotheses in'
look 'and no row is left of them' nothing_by names "$odd"
for kind in prose empty html broken; do
    it "$kind" 0 hunt small.yaml --store bad.db -o $kind \
        --hypothesizer "llm:$(model roles,bad=$kind)"
    has err '2 replies without a list'
    look "$kind: no row" nothing_by $kind bad=$kind
done
it 'nobody has a hypothesis' 0 hunt small.yaml --store bad.db -o prose \
    --hypothesizer "llm:$(model roles,bad=prose)"
has out 'No model proposed a hypothesis that could be read'
it 'the same again and again' 0 hunt small.yaml --store bad.db -o duplicates \
    --hypothesizer "llm:$(model roles,bad=duplicates,weak=Chinese)"
has err ': 9 hypotheses proposed before'
look 'is one row' how_many_by duplicates bad=duplicates 1
it 'a judge that says both' 0 hunt judge.yaml --store bad.db -o both \
    --hypothesizer "llm:$(model roles,bad=both)"
it 'a judge without a label' 0 hunt judge.yaml --store bad.db -o half \
    --hypothesizer "llm:$(model roles,bad=prose,share=0.1,seed=1)"
has err 'judgements without a label'

# ---- tags, and taxonomies that a model makes ----

# 8 problems of each word, without tags.
awk 'BEGIN {
    n = split("triangle circle fraction polynomial matrix polygon " \
              "probability remainder", word, " ")
    for (i = 0; i < 64; i++)
        printf "{\"id\": \"p%d\", \"question\": \"A sheet about one %s of " \
               "kind %d asks: what is %d + %d?\", \"answer\": \"%d\"}\n",
               i, word[i % n + 1], i, i + 3, 2 * i + 5, 3 * i + 8
}' >plain.jsonl
printf 'seed: 7\nbase: 0.3\n' >third.yaml
it 'no tags' 0 hunt --target planted:third.yaml --benchmark plain.jsonl \
    --no-controls --store tag.db -o untagged
has err 'use --tagger MODEL to tag them'
tag=roles,seed=20
it 'a tagger' 0 hunt --target planted:third.yaml --benchmark plain.jsonl \
    --no-controls --store tag.db -o tagged --tagger "$(model $tag)"
has out 'Tags: 64 texts; 0 without a name, 0 asked again'
asked 'each problem once' $tag 64
it 'a hypothesizer sees the names in use' 0 hunt --target planted:third.yaml \
    --benchmark plain.jsonl --no-controls --store tag.db -o seen \
    --tagger "$(model $tag)" --hypothesizer "llm:$(model roles,seed=22)"
curl -s "$server/roles,seed=22/last" >last
look 'and no others' told last '- Matrix basics' '!Vector calculus'
asked 'it tags no more' $tag 64
look 'its names count' tagged tagged matrix 'Matrix basics' 8
curl -s "$server/$tag/last" >last
look 'what it is asked' told last 'Concepts:' '- Matrix basics' \
    '> A sheet about one ' ' asks: what is ' \
    'Name 4 at most' 'Tags: name; name'
look 'counts of tags' member tagged/summary.json tagging texts 64
tag=roles,bad=names,seed=20
it 'a tagger with names of its own' 0 hunt --target planted:third.yaml \
    --benchmark plain.jsonl --no-controls --store tag.db -o untaught \
    --tagger "$(model $tag)"
has out '64 without a name, 64 asked again, 64 unknown names left out'
has err 'only traits are tested; the tagger named none'
look 'it is counted' member untaught/summary.json tagging silent 64
asked 'each problem twice' $tag 128
curl -s "$server/$tag/last" >last
look 'and is told' told last '"Underwater topology" is not in the list' \
    '> A sheet about one'
tag=roles,seed=21
it 'a made taxonomy' 0 hunt --benchmark plain.jsonl --make-taxonomy low \
    --tagger "$(model $tag)" --store tag.db -o made
has err 'made/taxonomy.yaml has 7 names'
has out 'pairs of names are redundant'
it 'seven names' 0 grep -c '^  - name: ' made/taxonomy.yaml
is out 7
it 'it is not replaced' 3 hunt --benchmark plain.jsonl --make-taxonomy low \
    --tagger "$(model $tag)" --store tag.db -o made
has err 'already contains a taxonomy.yaml'
it 'it can be used' 0 hunt --target planted:third.yaml --no-controls \
    --benchmark plain.jsonl --taxonomy made/taxonomy.yaml --store tag.db \
    --tagger "$(model $tag)" -o remade
has err ', made'
look 'there are rows of it' of_granularity remade made
it 'a maker that says nothing' 3 hunt --benchmark plain.jsonl \
    --make-taxonomy low --tagger "$(model roles,bad=prose,seed=21)" \
    --store tag.db -o unmade
has err 'named no concept'
it 'no maker' 2 hunt --benchmark plain.jsonl --make-taxonomy low -o unmade
has err '--make-taxonomy needs a model'

# ---- problems that a model writes ----

# Names alone, no pairs: quick.
{ cat small.yaml; echo 'score: {pairs: false, traits: false}'; } >quick.yaml

# write NAME SCENARIO [OPTION...]: ten problems for the one weakness, two keys.
write() {
    folder=$1 by=$2
    shift 2
    hunt quick.yaml --store $folder.db -o $folder --hypothesizer exact \
        --generator "llm:$server/$by/v1#w" \
        --key-model "$server/roles,seed=31/v1#k" "$@"
}
w=roles,seed=30 k=roles,seed=31
it 'a writer, two keys' 0 write wrote $w --key-model "$server/roles,seed=32/v1#k"
has out 'Written problems: 20 drafts, 20 kept'
look 'keys are the sums' keys wrote 10
look 'counts' written wrote drafts=10 kept=10 doubtful=0
# Ten for the hypothesis, which it tags as well, and ten without one.
asked 'a key model sees each problem once' $k 30
asked 'the second does not tag' roles,seed=32 20
curl -s "$server/$w/last" >last
look 'what a writer is told' told last 'Write 5 new problems that are hard' \
    'Problem 5:' '> ' 'Compute: ' '!This is believed' '!Concepts:'
curl -s "$server/$k/last" >last
look 'what a key model is told' told last '\boxed{}' '\boxed{invalid}' '$'
it 'the set is a benchmark' 0 "$assay" check wrote/benchmark.jsonl
it 'a writer, three keys' 0 write three $w --key-model \
    "$server/roles,seed=32/v1#k" --key-model "$server/roles,seed=33/v1#k"
look 'keys are the sums' keys three 10
it 'flawed drafts' 0 write flawed roles,bad=flawed \
    --key-model "$server/roles,seed=32/v1#k"
has out 'Rejected: incomplete 16, outside 16, proof 48.'
# Of five drafts: a yes/no question, a proof, a figure, a broken end, and the
# first again; eight batches.
look 'by reason' written flawed drafts=40 kept=0 proof=24 outside=8 incomplete=8
it 'one draft again and again' 0 write again roles,bad=duplicates \
    --key-model "$server/roles,seed=32/v1#k"
look 'is kept once' written again drafts=40 kept=1 duplicate=39
look 'with its key' keys again 1
it 'a writer that talks' 0 write talks roles,bad=prose \
    --key-model "$server/roles,seed=32/v1#k"
look 'is silent' written talks drafts=0 silent=8
it 'wrong answers of the writer' 0 write wrong roles,bad=wrongkey \
    --key-model "$server/roles,seed=32/v1#k"
# One may be much like a problem of the benchmark.
look 'are doubtful' written wrong drafts=40 kept=0 doubtful+near-duplicate=40
doubtful=$(python3 -c 'import json; print([w["doubtful"] for w in json.load(open("wrong/summary.json"))["written"] if w["hypothesis"]][0])')
it 'and wait' 0 "$assay" review --store wrong.db
has out "the writer's answer is different"
it 'all of them' 0 sh -c "'$assay' review --store wrong.db --json | grep -c Chinese"
is out "$doubtful"
it 'key models that say two things' 0 write unsure $w \
    --key-model "$server/roles,bad=both,seed=32/v1#k"
look 'no key is wrong' written unsure silent=0

# Each of them is alone with its mistakes: the others and the sum are right.
d=roles,bad=disagree
differ() {
    hunt quick.yaml --store differ.db -o differ --hypothesizer exact \
        --generator "llm:$server/$w/v1#w" --key-model "$server/$d,seed=41/v1#k" \
        --key-model "$server/$d,seed=42/v1#k" \
        --key-model "$server/$d,seed=43/v1#k"
}
it 'key models that differ' 0 differ
look 'what is kept is right' keys differ 10
"$assay" review --store differ.db --json | grep Chinese >open
n=$(wc -l <open)
look 'the others wait' written differ kept=10 doubtful="$n"
name='some differ'
if [ "$n" -ge 2 ]; then result ok "$name"; else fault "only $n"; fi
it 'accept one' 0 "$assay" review 1 --accept --store differ.db
it 'reject another' 0 "$assay" review 2 --reject --store differ.db
"$assay" review 1 --json --store differ.db >accepted
"$assay" review 2 --json --store differ.db >rejected
it 'run again' 0 differ
has out 'People accepted 1 and rejected 1'
look 'it joined the set, the other did not' judged differ accepted rejected
look 'its key is the sum' keys differ 10
look 'counts of people' written differ kept=9 accepted=1 rejected=1
it 'accept with another key' 0 "$assay" review 1 --accept --key 17 \
    --store differ.db
"$assay" review 1 --json --store differ.db >accepted
it 'and again' 0 differ
look 'the key is the given one' judged differ accepted rejected

# ---- problems off their claim, several writers ----

it 'problems of another concept' 0 write off roles,bad=names,seed=30 \
    --key-model "$server/roles,seed=32/v1#k" --full
has out 'off-the-claim '
look 'do not count' written off drafts=40 kept=0 off-the-claim+near-duplicate=40
it 'two writers beside families' 0 write duo $w \
    --generator "llm:$(model roles,seed=36)" --generator families \
    --key-model "$server/roles,seed=32/v1#k"
has out 'Writers: the target'\''s solve rates on their problems'
has out 'Does the hypothesis make problems of '
has out 'than those of the first writer?'
for run in $("$assay" store list --store duo.db | grep -o '^r[0-9]*'); do
    "$assay" store show "$run" --replies --store duo.db
done >duo.replies
look 'their rates' writers duo families roles,seed=30 roles,seed=36
cp -r duo before
it 'again' 0 write duo $w --generator "llm:$(model roles,seed=36)" \
    --generator families --key-model "$server/roles,seed=32/v1#k"
has out 'Calls: 0 asked'
name='the same files'
for file in hypotheses.json benchmark.jsonl controls.jsonl; do
    same before/$file duo/$file
done
it 'the same writer twice' 2 write duo $w --generator "llm:$server/$w/v1#w" \
    --key-model "$server/roles,seed=32/v1#k"
has err 'twice'

# ---- prompts of the spec ----

it 'all prompts' 0 hunt quick.yaml --print-prompts
cp out prompts.yaml
for p in propose judge infer tag write key reword; do has out "  $p:"; done
cat quick.yaml prompts.yaml >same.yaml
it 'are a part of a spec' 0 hunt same.yaml --print-prompts
name='that changes none of them'
same out prompts.yaml
cat >words.yaml <<END
$(cat quick.yaml)
prompts:
  write:
    user: "\${claim}Write \${n} new problems, and mind the \${set}.\${shown}"
  key: {user: "MARK \${text}"}
END
it 'prompts of a spec' 0 hunt words.yaml --store words.db -o words \
    --generator "llm:$(model roles,seed=37)" \
    --key-model "$(model roles,seed=38)" --key-model "$(model roles,seed=39)"
curl -s "$server/roles,seed=37/last" >last
look 'a writer reads them' told last 'and mind the 1.' 'You write new problems.'
curl -s "$server/roles,seed=39/last" >last
look 'a key model, too' told last 'MARK '
name='they are in the hash'
if [ "$("$assay" hunt words.yaml --print-spec | grep -c MARK)" = 1 ]; then
    result ok "$name"
else
    fault 'not in the spec'
fi
bad() { # PROMPTS MESSAGE
    { cat quick.yaml; echo "prompts: $1"; } >bad.yaml
    it "prompts: $1" 2 hunt bad.yaml --print-prompts
    has err "$2"
}
bad '{wirte: {user: x}}' 'the prompts are example, propose, judge'
bad '{write: {user: "${n} ${nn}", system: "${form}"}}' \
    '"prompts.write" has the unknown slot ${nn}; its slots are ${n}, ${form}'
bad '{write: {user: "Write some."}}' '"prompts.write" lacks the slot ${n}'
bad '{propose: {user: "none"}}' '"prompts.propose" lacks the slot ${observations}'
bad '{tag: {text: x}}' 'it may only have system and user, as strings'
bad '{tag: 3}' 'must be a map of its parts'

# ---- failed problems in other words ----

reword() { # NAME SCENARIO [OPTION...]
    folder=$1 by=$2
    shift 2
    hunt quick.yaml --store reword.db -o "$folder" --paraphrase "$(model "$by")" \
        "$@"
}
it 'a dry run knows them' 0 reword other roles,seed=44 --dry-run
has out rewriter
it 'other words' 0 reword other roles,seed=44
has out 'Reworded by '
has out 'are solved at least once; of the same ones'
look 'are counted' reworded other tried=failed n=failed numbers=0
asked 'each once' roles,seed=44 \
    "$(python3 -c 'import json; print(json.load(open("other/summary.json"))["reworded"][0]["failed"])')"
it 'with other numbers' 0 reword numbers roles,seed=44,bad=numbers
look 'they are dropped' reworded numbers tried=failed n=0 numbers=failed
it 'the same words' 0 reword unsaid roles,seed=44,bad=duplicates
look 'are none' reworded unsaid tried=failed n=0 silent=failed

# ---- no mathematics: tickets ----

awk 'BEGIN {
    split("refund parcel login invoice", tag, " ")
    for (i = 0; i < 80; i++)
        printf "{\"id\": \"t%d\", \"text\": \"Ticket %d about my %s, please " \
               "help with it.\", \"tags\": [\"%s\"], \"correct\": %s}\n",
               i, i, tag[i % 4 + 1], tag[i % 4 + 1],
               i % 4 == 1 && i % 12 != 5 ? "false" : "true"
}' >tickets.jsonl
cat >tickets.yaml <<END
outcomes: {file: tickets.jsonl, outcome: correct, tags: tags, text: text}
granularity: []
score: {pairs: false, traits: false}
target: planted:weak.yaml
generator: ["llm:$(model roles,seed=45)"]
key_models: ["$(model roles,seed=46)", "$(model roles,seed=47)"]
problems: 5
controls: false
END
it 'a writer of what?' 2 hunt tickets.yaml --store none2.db -o tickets
has err 'name all labels in "domain.labels"'
it 'nothing was asked' 1 test -e none2.db
cat >>tickets.yaml <<'END'
domain:
  example: ticket
  task: put into the right department
  labels: [billing, shipping, accounts]
END
it 'a writer of tickets' 0 hunt tickets.yaml --store tickets.db -o tickets
look 'their keys are labels' tickets tickets billing shipping accounts
it 'the same, all of it' 0 hunt tickets.yaml --store tickets.db -o tickets --markdown
cp out all.md
it 'it speaks of no problems' 1 grep -i problem all.md
it 'nor do its figures' 1 grep -i '"title": ".*problem' tickets/figures.json
curl -s "$server/roles,seed=45/last" >last
look 'it hears of no mathematics' told last 'You write new tickets.' \
    'billing, shipping, accounts' '> Ticket ' '!athematic' '!LaTeX' '!Compute'
curl -s "$server/roles,seed=47/last" >last
look 'nor do key models' told last 'a ticket to put into the right department' \
    'billing, shipping, accounts' '!athematic' '!LaTeX'
it 'a tagger beside tags of the file' 0 hunt --outcomes tickets.jsonl \
    --outcome-field correct --tags-field tags --granularity low \
    --tagger "$(model roles,seed=48)" --store tickets.db -o beside
has err 'tags: 80 problems by'
it 'tags of the file stay' 0 grep -q 'fail on problems that involve parcel' \
    beside/hypotheses.json
sed 's/^controls.*//' tickets.yaml >controlled.yaml
it 'no controls of tickets' 0 hunt controlled.yaml --store tickets.db -o controlled
has err 'no controls and no causes, because families make only mathematics'
it 'none of them is a family'"'"'s' 1 grep -l '"family"' controlled/controls.jsonl \
    controlled/benchmark.jsonl

# ---- a task of HypoGeniC: hotels, nothing of mathematics ----

mkdir task
prompts() {
    cat <<'END'
  batched_generation:
    system: You look for what a model cannot do.
    user: |-
      We have seen these reviews of hotels:
      ${observations}
      Write ${num_hypotheses} hypotheses about them. ${closing}
  inference:
    system: You predict whether a model fails.
    user: "Pattern: ${hypothesis}\nProblem: ${text}"
  is_relevant:
    system: You judge whether a pattern applies.
    user: "Pattern: ${hypothesis}\nProblem: ${text}"
  adaptive_info_prompt:
    prefix: "Pattern ${idx}: ${hypothesis}\n"
    multi_content: "The review [${text}] is [${label}].\n"
  adaptive_inference:
    system: You choose the pattern that fits.
    user: "${adaptive_info_prompt}\nNew review: ${text}"
  adaptive_selection:
    system: You choose the pattern that fits.
    user: "${adaptive_info_prompt}\nNew review: ${text}"
END
}
{
    cat <<'END'
task_name: hotels
label_name: label
train_data_path: ./train.json
val_data_path: ./val.json
prompt_templates:
  closing: Cost is no matter at $5 a night.
  observations:
    multi_content: |
      Review: ${text}
      Verdict: ${label}
END
    prompts
} >task/config.yaml
{
    cat <<'END'
task_name: hotels
label_name: label
train_data_path: ./train.jsonl
prompt_templates:
  closing: Cost is no matter at $5 a night.
  observations: "The review was: ${text}, and the verdict ${label}.\n"
END
    prompts
} >task/plain.yaml
python3 - <<'PY'
import json
def rows(n, first):
    for i in range(first, first + n):
        bad = i % 3 == 0
        yield {"text": "Stay %d: %s" % (i, "long statements at the desk."
                                        if bad else "all was well."),
               "label": "fails" if bad else "solved"}
def columns(rows):
    rows = list(rows)
    return {k: [r[k] for r in rows] for k in ("text", "label")}
json.dump(columns(rows(40, 0)), open("task/train.json", "w"))
json.dump(columns(rows(12, 100)), open("task/val.json", "w"))
open("task/train.jsonl", "w").writelines(json.dumps(r) + "\n" for r in
                                         rows(40, 0))
PY
t=roles,seed=50
it 'a task' 0 hunt --task task/config.yaml --hypothesizer "llm:$(model $t)" \
    --store task.db -o hotels
has out 'hotels: 1 hypothesis by'
# Who chooses and predicts at once always says that it fails: a third does.
look 'every strategy' task hotels best=12/12 filter-and-weight=12/12 \
    one-step=4/12 two-step=12/12
look 'the task'"'"'s data' member hotels/task.json data '"val"'
look 'its bank' member hotels/task.json hypotheses 0 accuracy 1
it 'banks under the original'"'"'s names' 0 ls hotels/banks
has out 'hypotheses_training_sample_30_seed_1_epoch_0.json'
has out 'hypotheses_training_sample_final_seed_1_epoch_0.json'
curl -s "$server/$t/last" >last
look 'the patterns with examples' told last \
    'Pattern 1: The model is likely to fail on problems that involve long' \
    'The review [Stay ' '] is [fails].' 'New review: Stay 1'
it 'a model that often says nothing' 0 hunt --task task/config.yaml \
    --hypothesizer "llm:$(model roles,bad=prose,share=0.3,seed=50)" \
    --store task.db -o often
has out 'judgements no label'
look 'what has no label is not right' unlabelled often
# The question for hypotheses is the last one where no answer is read.
t=roles,bad=prose,seed=50
it 'no hypotheses' 0 hunt --task task/config.yaml \
    --hypothesizer "llm:$(model $t)" --store task.db -o silent
curl -s "$server/$t/last" >last
look 'observations as a map' told last 'Review: Stay ' 'Verdict: fails' \
    'Verdict: solved' 'Write 5 hypotheses' 'no matter at $5 a night'
t=roles,bad=prose,seed=51
it 'a plain text' 0 hunt --task task/plain.yaml \
    --hypothesizer "llm:$(model $t)" --store task.db -o silent2
curl -s "$server/$t/last" >last
look 'observations as a text' told last 'The review was: Stay ' \
    ', and the verdict fails.' ', and the verdict solved.'
t=roles,seed=52
it 'data of its own, one a line' 0 hunt --task task/plain.yaml \
    --hypothesizer "llm:$(model $t)" --store task.db -o lines
look 'no other data than that' member lines/task.json data '"train"'
sed 's/${text}/${txet}/' task/plain.yaml >task/slot.yaml
it 'a slot that nothing fills' 3 hunt --task task/slot.yaml \
    --hypothesizer "llm:$(model $t)" --store task.db -o slot
has err 'txet'
sed '/_data_path/d; s/\${text}/${statement}/g' task/config.yaml >task/prompts.yaml
t=roles,bad=prose,seed=53
it 'prompts of a task for a hunt' 0 hunt small.yaml --task task/prompts.yaml \
    --hypothesizer "llm:$(model $t)" --store task.db -o own
curl -s "$server/$t/last" >last
look 'its words' told last 'We have seen these reviews of hotels' 'Verdict: '
it 'a task without a model' 2 hunt --task task/config.yaml --store task.db -o none
has err '--hypothesizer llm:MODEL'

# ---- prompts that were written for another tool, in a hunt ----

# Slots and labels of the usual kind, and no list of names: what names none of
# ours is judged by the model.
mkdir paper
cat >paper/config.yaml <<'END'
task_name: solving
label_name: label
prompt_templates:
  observations: |
    A problem: ${problems}
    What the model wrote: ${answers}
    It was: ${label}.
  batched_generation:
    system: |-
      You look for what a model cannot do.
      Look at its steps. Write ${num_hypotheses} hypotheses.
    user: "Seen so far:\n${observations}\nWrite ${num_hypotheses} hypotheses."
  inference:
    system: |-
      You predict whether a model fails.
      End with "Final answer: X", where X is "correct" or "wrong".
    user: "Pattern: ${hypothesis}\nProblem: ${problems}\nThe model's reply: ${answers}"
  multiple_hypotheses_inference:
    system: |-
      You weigh several patterns.
      End with "Final answer: X", where X is "correct" or "wrong".
    user: "Patterns:\n${hypotheses}\nProblem: ${problems}\nThe model's reply: ${answers}"
END
t=roles,seed=90
cat >paper.yaml <<END
target: planted:weak.yaml
attempts: 2
probe: {singles: 8, pairs: 10, pair_problems: 4}
hypothesizer: "llm:$(model $t)"
task: paper/config.yaml
propose: {num_train: 24, num_init: 5, init_batch_size: 5, init_hypotheses_per_batch: 3, failures: 0}
infer: {strategy: multiple-hypotheses}
chosen: 0
controls: false
END
it 'prompts with slots and labels of their own' 0 hunt paper.yaml \
    --store paper.db -o paper-1 --full
curl -s "$server/$t/last" >last
look 'the whole reply is there' told last 'Patterns:' 'Problem: ' \
    "The model's reply: " '\boxed{' 'Final answer: X' '"wrong"'
look 'all entries at once, a label for each' inferred paper-1 \
    multiple-hypotheses 100
it 'its labels are in the bank' 0 grep -q '"correct"' \
    "$(ls paper-1/banks/*final*)"
it 'and not ours' 1 grep -q '"solved"' "$(ls paper-1/banks/*final*)"
t=roles,seed=91,label=dunno
sed "s/seed=90/seed=91,label=dunno/" paper.yaml >other.yaml
it 'a label outside the set' 3 hunt other.yaml --store paper.db -o paper-2
has err 'config.yaml:14: every answer to the prompt "inference" is a label outside the set'
has err 'such as "dunno"; the labels are "wrong", "correct"'
has err 'labels: [wrong, correct]'
{ sed "s/seed=90/seed=92,label=dunno/" paper.yaml; echo 'labels: [dunno, fine]'; } >named.yaml
it 'unless the spec names it' 0 hunt named.yaml --store paper.db -o paper-3
{ cat paper.yaml; echo 'labels: [wrong]'; } >one-label.yaml
it 'one label is none' 2 hunt one-label.yaml --store paper.db -o paper-4
has err '"labels" must be two'
sed 's/{problems}/{zadacha}/g' paper/config.yaml >paper/slots.yaml
sed 's/config.yaml/slots.yaml/' paper.yaml >slots.yaml
it 'a slot nobody knows' 3 hunt slots.yaml --store paper.db -o paper-5
has err 'the slot ${zadacha} of the prompt'
has err '"fields" of the spec maps a slot to statement, reply'
{ cat slots.yaml; echo 'fields: {zadacha: statement, answers: key}'; } >mapped.yaml
it 'mapped by the spec' 0 hunt mapped.yaml --store paper.db -o paper-6
curl -s "$server/roles,seed=90/last" >last
look 'with what it names' told last "The model's reply: " '!boxed{'
{ cat slots.yaml; echo 'fields: {zadacha: stat}'; } >mapped.yaml
it 'a field that is not there' 3 hunt mapped.yaml --store paper.db -o paper-7
has err 'fills the slot ${zadacha} with "stat", which does not exist; did you mean "statement"?'

# ---- data of its own: labels ----

sed 's/"fails"/"late"/' task/val.json >task/late.json
sed 's/val.json/late.json/' task/config.yaml >task/late.yaml
it 'a label that the training data lacks' 3 hunt --task task/late.yaml \
    --hypothesizer "llm:$(model roles,seed=93)" --store task.db -o late
has err 'late.json:1: the label "late" is not in the set of labels: "fails", "solved"'
python3 - <<'PY'
import json
d = json.load(open("task/val.json"))
keep = [i for i, x in enumerate(d["label"]) if x == "solved"]
json.dump({k: [v[i] for i in keep] for k, v in d.items()},
          open("task/same.json", "w"))
PY
sed 's/val.json/same.json/' task/config.yaml >task/same.yaml
it 'data of one label' 0 hunt --task task/same.yaml \
    --hypothesizer "llm:$(model roles,seed=94)" --store task.db -o same
has out 'All 8 examples have the label "solved"'
look 'has no F1' member same/task.json inferences 0 macro_f1 null

# ---- traits, and examples of another kind ----

t=roles,seed=95,trait=words_above_100
it 'a hypothesis about a trait' 0 hunt small.yaml --store trait.db -o trait \
    --hypothesizer "llm:$(model $t)"
look 'is scored as it stands' bounded trait words above 100
curl -s "$server/$t/last" >last
look 'traits are shown' told last 'Traits: ' '- words: a number, ' \
    '[trait: words above 80]'
t=roles,seed=96,trait=colour_above_100
it 'a trait nobody has' 0 hunt small.yaml --store trait.db -o colour \
    --hypothesizer "llm:$(model $t)"
has err '1 hypothesis left out for names outside the taxonomy'
curl -s "$server/$t/last" >last
look 'is sent back' told last \
    'These are no bounds of a trait on the list: colour above 100.'
cat >ticket.yaml <<END
outcomes: {file: tickets.jsonl, outcome: ok, tags: tags, text: text}
granularity: []
domain: {example: ticket, task: put into the right department}
hypothesizer: "llm:$(model roles,seed=97)"
propose: {again: 0}
chosen: 0
controls: false
END
python3 - <<'PY'
import json
with open("tickets.jsonl", "w") as f:
    for i in range(60):
        tag = ["refund", "delivery", "login"][i % 3]
        print(json.dumps({"text": "About my %s, number %d" % (tag, i),
                          "tags": [tag], "ok": tag != "refund",
                          "customer": "C%d" % i, "response": "To %s" % tag}),
              file=f)
PY
it 'tickets' 0 hunt ticket.yaml --store ticket.db -o ticket
curl -s "$server/roles,seed=97/last" >last
look 'are no problems' told last 'tickets that a model was to put into' \
    'Ticket: About my refund' '- delivery' '!roblem' '!mathem'
sed 's/, tags: tags//; s/seed=97/seed=87,trait=characters_above_26/' \
    ticket.yaml >untagged.yaml
it 'no names at all' 0 hunt untagged.yaml --store ticket.db -o untagged-2 \
    --granularity high
look 'traits are left' bounded untagged-2 characters above 26
cat >ticket-task.yaml <<'END'
prompt_templates:
  observations: "${text} by ${customer}, sent ${answers}; ${whom}: ${label}.\n"
  batched_generation:
    system: You look for what a model cannot do.
    user: "${observations}Concepts:\n${names}\nWrite ${num_hypotheses} hypotheses."
END
{ sed 's/seed=97/seed=97,bad=prose/' ticket.yaml
    echo 'task: ticket-task.yaml'
    echo 'fields: {whom: customer}'; } >ticket-2.yaml
it 'fields of the file fill slots' 0 hunt ticket-2.yaml --store ticket.db \
    -o ticket-2
curl -s "$server/roles,seed=97,bad=prose/last" >last
look 'and its replies' told last \
    'About my login, number 56 by C56, sent To login; C56: solved.'

# ---- what a hypothesizer is shown ----

sed 's/, failures: 0//' small.yaml >few.yaml
it 'few failures' 0 hunt few.yaml --store few.db -o few \
    --hypothesizer "llm:$(model roles,seed=98,weak=Chinese)"
look 'are all shown' shown few
name='nothing is said of it'
if grep -q 'failures were shown' err; then fault "$(cat err)"
else result ok "$name"; fi
it 'as the original shows them' 0 hunt small.yaml --store few.db -o fewer \
    --hypothesizer "llm:$(model roles,seed=99,weak=Chinese)"
has err ' failures were shown to it; the limits are "propose.failures" (0)'

# ---- killed in every stage ----

# Target, tagger, hypothesizer, writer and keys are each a scenario with counts
# of its own, and slow enough to be caught at work. Seeds in the requests make
# every question a body of its own.
p=roles,ms=10,seed=6
cat >whole.yaml <<END
target: $server/${p}0/v1#m
attempts: 2
benchmark: plain.jsonl
decoding: {seed: 3}
tagger: $server/${p}1/v1#m
hypothesizer: [exact, "llm:$server/${p}2/v1#m"]
propose: {num_train: 24, by_tags: false, num_init: 5, init_batch_size: 5}
propose_decoding: {seed: 5}
generator: llm:$server/${p}3/v1#m
write_decoding: {seed: 5}
key_models: ["$server/${p}4/v1#m", "$server/${p}5/v1#m"]
key_decoding: {seed: 5}
best_anyway: true
chosen: 2
problems: 6
controls: false
END
whole() { hunt whole.yaml --store "$1.db" -o "$1" -c 4 --fixed; }
it 'a dry run' 0 hunt whole.yaml --store dry.db -o dry --dry-run --json
cp out dry.json
it 'makes nothing' 1 sh -c 'ls -d dry dry.db 2>/dev/null | grep .'
it 'an undisturbed hunt' 0 whole calm
for i in 0 1 2 3 4 5; do stat $p$i requests; done >calm.requests
look 'within the bounds of the dry run' forecast dry.json calm.requests \
    "$server" "$p"
for i in 0 1 2 3 4 5; do stat $p$i answered_bodies; done >calm.bodies
curl -s -X POST "$server/reset" >/dev/null

# caught PART N: start, and kill it once this part was asked N times in all.
caught() {
    "$assay" hunt whole.yaml --store killed.db -o killed -c 4 --fixed \
        >/dev/null 2>&1 &
    pid=$!
    while [ "$(stat $p$1 answered)" -lt "$2" ] && kill -0 $pid 2>/dev/null; do
        sleep 0.005
    done
    kill -9 $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
}
# Requests that the servers saw, once they are quiet, and replies in the journal.
count_now() {
    sent_by_now=-1
    while :; do
        now=0
        for i in 0 1 2 3 4 5; do now=$((now + $(stat $p$i requests))); done
        [ $now = $sent_by_now ] && break
        sent_by_now=$now
        sleep 0.1
    done
    kept_by_now=$(python3 -c 'import sqlite3
print(sqlite3.connect("killed.db").execute("SELECT count(*) FROM calls").fetchone()[0])')
}
kills=0
caught 0 40
caught 1 20
caught 2 3
caught 2 80
caught 3 4
caught 5 8
caught 0 130
name='killed at work'
if [ $kills -ge 5 ]; then result ok "$name"; else fault "$kills times of 7"; fi
count_now
sent=$sent_by_now kept=$kept_by_now
it 'it goes on to the end' 0 whole killed
count_now
for i in 0 1 2 3 4 5; do stat $p$i answered_bodies; done >killed.bodies
name='no other questions'
same calm.bodies killed.bodies
for file in hypotheses.json figures.json benchmark.jsonl; do
    same calm/$file killed/$file
done
# What was committed is never asked again: since the last kill the servers saw
# one request for each reply that the journal got. What a kill may lose are
# calls in flight and replies on their way to the disk: the engine has room for
# 72 of them with four in flight, however slow the disk is.
name='one request for each reply'
asked=$((sent_by_now - sent)) kept=$((kept_by_now - kept))
if [ $asked = $kept ] && [ $((asked + 7 - kills)) -gt 0 ]; then result ok "$name"
else fault "$asked requests for $kept replies"; fi
name='what seven kills lost'
lost=$((sent_by_now - kept_by_now))
if [ $lost -le $((7 * 72)) ]; then result ok "$name"; else fault "$lost"; fi
it 'the store is whole' 0 "$assay" store verify --store killed.db

curl -s -X POST "$server/reset" >/dev/null
"$assay" hunt whole.yaml --store stopped.db -o stopped -c 1 --fixed >out 2>err &
pid=$!
soon reached ${p}0 20
kill -INT $pid
wait $pid
got=$?
name='interrupted'
if [ $got = 3 ]; then result ok "$name"; else fault "status $got"; fi
has err 'interrupted: the same command continues'
it 'and on to the end' 0 whole stopped
name='a stop'
same calm/hypotheses.json stopped/hypotheses.json

# ---- weather ----

cat >weather.yaml <<'END'
target: planted:third.yaml
attempts: 2
benchmark: plain.jsonl
propose: {num_train: 30}
propose_decoding: {seed: 5}
write_decoding: {seed: 5}
key_decoding: {seed: 5}
best_anyway: true
chosen: 1
problems: 4
controls: false
END
weather() { # FOLDER SCENARIO
    hunt weather.yaml --store "$1.db" -o "$1" --tagger "$(model "$2,seed=71")" \
        --hypothesizer "llm:$(model "$2,seed=72")" \
        --generator "llm:$(model "$2,seed=73")" \
        --key-model "$(model "$2,seed=74")" --key-model "$(model "$2,seed=75")"
}
it 'fair weather' 0 weather fair roles
it 'a storm' 0 weather foul storm,as=roles,rate=0.1
look 'the same result' alike fair foul storm,as=roles,rate=0.1 roles
name='it was a storm'
if [ "$(stat storm,as=roles,rate=0.1,seed=71 faults)" -ge 1 ]; then
    result ok "$name"
else
    fault 'no fault'
fi
dead='http://127.0.0.1:1/v1#m'
it 'a dead tagger' 3 hunt small.yaml --tagger $dead --retries 0 --store dead.db \
    -o dead
has err 'every call to http://127.0.0.1:1/v1#m failed; the last error: '
has err 'could not connect'
it 'a dead hypothesizer' 3 hunt small.yaml --hypothesizer llm:$dead --retries 0 \
    --store dead.db -o dead2
has err 'could not connect to 127.0.0.1:1'
has out 'No model proposed a hypothesis that could be read'
it 'a dead model for a task' 3 hunt --task task/config.yaml --retries 0 \
    --hypothesizer llm:$dead --store dead.db -o dead6
it 'a dead writer' 3 hunt small.yaml --generator llm:$dead --key-model $dead \
    --key-model ${dead}2 --retries 0 --store dead.db -o dead3
has err 'could not connect to 127.0.0.1:1'
it 'a dead key model' 3 hunt small.yaml --generator "llm:$(model roles,seed=80)" \
    --key-model $dead --key-model ${dead}2 --retries 0 --store dead.db -o dead4
has err 'could not connect to 127.0.0.1:1'
it 'no key models' 2 hunt small.yaml --generator "llm:$(model roles)" \
    --store dead.db -o dead5
has err 'key'
finish
