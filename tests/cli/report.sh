#!/bin/sh
# assay report as a user types it: every kind of subject, every kind of file,
# and what is refused. What a browser makes of the pages is tested in tests/web.
. "$(dirname "$0")/../lib/tap.sh"

# check NAME: the Python program on standard input prints what is wrong.
check() {
    name=$1
    if python3 - >said 2>&1 && [ ! -s said ]; then
        result ok "$name"
    else
        cp said out
        : >err
        fault "not so"
    fi
}

printf 'seed: 7\nbase: 0.1\nweak:\n  - concepts: [Chinese remainder theorem]\n    fail: 0.7\n' >a.yaml
printf 'seed: 8\nbase: 0.4\n' >b.yaml
printf 'seed: 5\nweak:\n  - {factor: depth, half: 6, slope: 1, fail: 1}\n' >deep.yaml
"$assay" new concept/crt,concept/combinations,concept/quadratic-roots \
    --seed report --count 12 >p.jsonl 2>/dev/null
"$assay" run p.jsonl -m planted:a.yaml -m planted:b.yaml -k 2 >/dev/null 2>&1
"$assay" run p.jsonl -m planted:b.yaml >/dev/null 2>&1
"$assay" climb hard/towers -m planted:deep.yaml >/dev/null 2>&1
"$assay" hunt --target planted:a.yaml --limit 400 --problems 8 >/dev/null 2>&1
"$assay" evolve -n 20 -m planted:b.yaml --without co >/dev/null 2>&1
"$assay" evolve -n 12 -o alone >/dev/null 2>&1

# ---- names ----
it "studies stand in the list" 0 "$assay" store list
has out "climb: planted:deep.yaml"
has out "hunt: planted:a.yaml"
has out "evolution: "
it "a study in JSON" 0 "$assay" store list --json
has out '"study": "c1", "kind": "climb"'
has out '"ended": true'
for s in r1 "r1 r2" c1 h2 e3 hunt evolve alone last "h2 r1"; do
    # shellcheck disable=SC2086
    it "a screen of $s" 0 "$assay" report $s
    name="it fits: $s"
    if awk 'length > 400 { bad = 1 } END { exit bad || NR > 130 }' out &&
        [ -s out ]; then result ok "$name"
    else fault "empty, or too much for a screen"; fi
done
it "a kept hunt shows what the hunt showed" 0 "$assay" hunt --target planted:a.yaml --limit 400 --problems 8
mv out first
it "the same from the store" 0 "$assay" report h2
same out first
it "and from its folder, without a store" 0 "$assay" report hunt --store none.db
same out first
cp assay.db work.db
python3 -c 'import sqlite3
db = sqlite3.connect("work.db")
db.execute("INSERT INTO studies VALUES (8, \"hunt\", \"f\", \"hunt: now\", \"1\", 5, \"\")")
db.executemany("INSERT INTO study_work VALUES (?, ?, ?, 3, 40, 60000)",
               [(8, "benchmark", "asking"), (1, "", "")])
db.commit()'
it "one that is at work is listed" 0 "$assay" store list --store work.db
has out "hunt: now; running: benchmark, 3 of 40; last update 1970-01-01 00:01"
has out "climb: planted:deep.yaml; running again, 3 of 40"
it "in JSON" 0 "$assay" store list --json --store work.db
has out '"ended": false, "stage": "benchmark", "what": "asking", "done": 3, "total": 40'
it "and has no report yet" 2 "$assay" report h8 --store work.db
has err "h8 is not finished"
it "one at work again has its old one" 0 "$assay" report c1 --store work.db
it "no such thing" 3 "$assay" report h9
has err 'there is no run, hunt, evolution or climb "h9"'
it "a letter of another kind" 3 "$assay" report e2
it "nothing named" 2 "$assay" report
mkdir empty
it "a folder of something else" 2 "$assay" report empty
has err "has no report.json"
mkdir bad && echo '{"study": "hunt"}' >bad/report.json
it "a folder with a spoilt file" 3 "$assay" report bad
has err "is not a report that assay wrote"
it "no store at all" 3 "$assay" report r1 --store none.db

# ---- files ----
it "a page" 0 "$assay" report r1 -o r1.html
has err "r1.html has the report"
has err "36 problems"
it "again over itself" 0 "$assay" report r1 -o r1.html
echo mine >mine.html
it "not over another file" 3 "$assay" report r1 -o mine.html
has err "--force"
name="which is left"
if [ "$(cat mine.html)" = mine ]; then result ok "$name"; else fault "gone"; fi
it "unless asked" 0 "$assay" report r1 -o mine.html --force
it "the same bytes with one thread" 0 "$assay" report r1 -o again.html -j 1
same again.html r1.html
it "a folder" 0 "$assay" report r1 -o folder --split
it "a folder needs a name" 2 "$assay" report r1 --split
it "a file is no folder" 2 "$assay" report r1 -o r1.html --split
it "where nothing can be written" 3 "$assay" report r1 -o no/such/r.html
name="nothing is left beside it"
if ls | grep -q part; then fault "$(ls)"; else result ok "$name"; fi
it "data not over another file" 3 "$assay" report r1 --data p.jsonl
has err "--force"
it "no page on standard output" 2 "$assay" report r1 -o -
mkdir full && echo x >full/mine
it "no folder among other files" 3 "$assay" report r1 -o full --split
has err "contains other files"
it "a page in a folder called like its run" 0 "$assay" report r1 -o r1 --split
it "does not hide the run" 0 "$assay" report r1
it "figures and data" 0 "$assay" report r1 h2 --figures figures --data data.json
it "data on standard output" 0 "$assay" report r1 --data -

# Streams and pipes are written to as they stand, and have no size.
"$assay" report r1 -o /dev/stdout 2>err | cat >piped.html
it "a page into a pipe" 0 cmp piped.html r1.html
if grep -q 'bytes' err; then fault "the size of a pipe"; else result ok "no size of a pipe"; fi
echo before >log
it "a page behind other text" 0 sh -c '"$0" report r1 -o /dev/stdout >>log' "$assay"
it "the text is still there" 0 grep -qx before log
it "and the page" 0 sh -c 'tail -n +2 log | cmp - r1.html'
echo before >log
it "data behind other text" 0 sh -c '"$0" report r1 --data /dev/stdout >>log' "$assay"
it "the same text" 0 grep -qx before log
it "a page with a name that is too long" 3 "$assay" report r1 -o "$(printf '%0256d' 0)"
has err "File name too long"
"$assay" store show r1 --json >r1.json
check "figures, CSV and JSON have the same numbers, and those of the run" <<'END'
import csv, glob, json, os
import xml.dom.minidom
data = json.load(open("data.json"))
run = json.load(open("r1.json"))
if data["runs"][0]["models"] != run["models"]: print("the run differs")
names = [f["name"] for f in data["figures"]]
files = {os.path.basename(p)[:-4] for p in glob.glob("figures/*.svg")}
if len(files) != len(names): print(sorted(files), names)
for p in glob.glob("figures/*.svg"):
    t = open(p).read()
    xml.dom.minidom.parseString(t)
    for bad in ("<script", "<style", "style=", "href=", '"nan', '"-nan', '"inf'):
        if bad in t: print(p, bad)
for f in data["figures"]:
    rows = list(csv.reader(open("figures/%s.csv" % f["name"])))
    if names.count(f["name"]) == 1 and len(rows) - 1 != len(f["dots"]):
        print(f["name"], len(rows), len(f["dots"]))
marks = [f for f in data["figures"] if f.get("stacked")]
if not marks: print("no figure of what became of every result")
by = [f for f in data["figures"] if f["name"].endswith("family")]
if not by: print(names)
for m, model in enumerate(run["models"]):
    rows = [d["value"] for d in by[0]["dots"] if d["series"] == m]
    want = [g["accuracy"]["value"] for g in model["groups"]["family"].values()]
    if sorted(rows) != sorted(want): print(rows, want)
END
check "the page is one file that asks for nothing" <<'END'
import re
t = open("r1.html").read()
if len(t) > 3 << 20: print("larger than 3 MiB", len(t))
if "Content-Security-Policy" not in t or "default-src 'none'" not in t: print("no policy")
if "unsafe" in re.search(r'Content-Security-Policy" content="([^"]*)"', t).group(1): print("unsafe")
# A script's own text may hold the tags that it writes: KaTeX's does.
t = re.sub(r'(<script[^>]*>).*?</script>', r'\1', t, flags=re.S)
for m in re.findall(r'<(?:script|link|img|iframe|object|embed)[^>]*(?:src|href)="([^"]*)"', t):
    if not m.startswith(("data:", "#")): print("loads", m)
END
it "Markdown" 0 "$assay" report r1 r2 --markdown
has out "| --- "
it "everything" 0 "$assay" report r1 --full
it "bad colour" 2 "$assay" report r1 --color blue

it "a study is no run" 2 "$assay" store show h2
has err "assay report h2"

# ---- runs that are gone ----
it "a wrong name drops nothing" 3 "$assay" store prune r2 h9
it "so that the run is there" 0 "$assay" report r2
"$assay" store prune r1 >/dev/null 2>&1
rm -r r1
it "a run that was dropped" 3 "$assay" report r1
it "a hunt is dropped, its runs stay" 0 "$assay" store prune h2
has out "hunt h2 deleted"
it "then its folder still shows it" 0 "$assay" report hunt
finish
