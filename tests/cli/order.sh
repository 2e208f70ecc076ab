#!/bin/sh
# Calls are sent in a random order: a server that fails for a while does not look
# like a weakness in some concepts, and what is compared is asked together.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE OPENAI_API_KEY http_proxy HTTP_PROXY all_proxy ALL_PROXY

for f in crt euclid triangles cases areas fractions; do
    "$assay" new "concept/$f" --level 1 --count 30 --seed 1 2>/dev/null
done >made.jsonl
sort -u made.jsonl -o set.jsonl # by id, which begins with the family
# It knows the keys of set.jsonl. /late: requests 40 to 69 are answered wrong.
# /weak: all problems of one family, and those it does not know, are. The order in
# which statements come is in NAME.log.
cat >server.py <<'PY'
import http.server, json, os, sys
rows = [json.loads(l) for l in open("set.jsonl")]
keys = {r["statement"]: r for r in rows}
counts = {}
class H(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *a): pass
    def do_POST(self):
        name = self.path.split("/")[1]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = body["messages"][-1]["content"].split("\n\nWork it out")[0]
        i = counts[name] = counts.get(name, -1) + 1
        with open(name + ".log", "a") as log:
            log.write(json.dumps(text) + "\n")
        row = keys.get(text)
        wrong = 40 <= i < 70 if name.startswith("late") else \
            not row or row["family"] == "concept/crt"
        key = "987654321" if wrong or not row else row["key"]["latex"]
        out = json.dumps({"choices": [{"message": {"role": "assistant",
            "content": "\\boxed{%s}" % key}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 20, "completion_tokens": 9}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(out)))
        self.end_headers()
        self.wfile.write(out)
s = http.server.HTTPServer(("127.0.0.1", 0), H)
print(s.server_port, flush=True)
s.serve_forever()
PY
python3 server.py >port 2>server.err &
pid=$!
trap 'kill $pid 2>/dev/null; rm -rf "$work"' EXIT
soon test -s port
server=http://127.0.0.1:$(cat port)

# ---- a run ----
it "a server that is wrong for a while" 0 "$assay" run set.jsonl -c 1 \
    -m "$server/late/v1#m" --store s.db --by family --csv
name="its failures are spread over the families"
python3 - >figures <<'PY'
import csv
r = [x for x in csv.DictReader(open("out")) if x["group"]]
print(len(r), sum(int(x["wrong"]) for x in r),
      all(int(x["wrong"]) <= 14 for x in r) and
      sum(int(x["wrong"]) > 0 for x in r) > 4)
PY
is figures "6 30 True"
it "the same command asks nothing" 0 "$assay" run set.jsonl -c 1 \
    -m "$server/late/v1#m" --store s.db
it "attempts and problems are mixed" 0 "$assay" run set.jsonl -c 1 --limit 40 \
    --attempts 3 -m "$server/weak/v1#m" --store s.db
name="attempts and problems are mixed: neighbours"
python3 - >figures <<'PY'
import json
a = [json.loads(x) for x in open("weak.log")]
print(len(a), sum(x == y for x, y in zip(a, a[1:])) < 15, len(set(a[:40])) > 20)
PY
is figures "120 True True"
# A run that is stopped and goes on asks in the same order as one that is not.
cp weak.log whole.log
rm weak.log
it "stopped by its budget" 3 "$assay" run set.jsonl -c 1 --limit 40 --attempts 3 \
    -m "$server/weak/v1#m" --store t.db --budget 900tokens
it "and goes on" 0 "$assay" run set.jsonl -c 1 --limit 40 --attempts 3 \
    -m "$server/weak/v1#m" --store t.db
it "in the same order" 0 cmp weak.log whole.log

# ---- a hunt ----
it "a hunt of a server that is wrong for a while" 0 "$assay" hunt -c 1 -k 1 \
    --benchmark set.jsonl --target "$server/late2/v1#m" --store h.db -o late --json
name="it reports nothing"
python3 -c '
import json
print([r["text"] for r in json.load(open("late/hypotheses.json")) if r["reported"]])' >figures
is figures "[]"

# Of a real weakness the fresh problems and their controls are asked together.
rm -f weak.log
it "a hunt of a weak server" 0 "$assay" hunt -c 1 -k 1 --benchmark set.jsonl \
    --target "$server/weak/v1#m" --store h.db -o weak --problems 40
name="targeted problems and controls are mixed"
python3 - >figures <<'PY'
import json
def texts(f): return {json.loads(l)["statement"] for l in open("weak/" + f)}
targeted, controls = texts("benchmark.jsonl"), texts("controls.jsonl")
seen = [json.loads(x) for x in open("weak.log")]
seen = [t in targeted for t in seen if t in targeted or t in controls]
half = len(seen) // 2
first, second = sum(seen[:half]), sum(seen[half:])
print(first + second > 30, min(first, second) > 0.2 * (first + second))
PY
is figures "True True"
finish
