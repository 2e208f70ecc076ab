#!/bin/sh
# examples/many-machines.sh and examples/slurm do what they say, without a
# cluster: the nodes' model is the test server, and Slurm's commands are ours.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
. "$here/tests/lib/postgres.sh"

# ---- the tutorial ----

it 'the tutorial' 0 env ASSAY="$assay" sh "$here/examples/many-machines.sh"
has out '4,000 of 4,000 calls done (100 %)'
has out '4 workers took part'
has out '1 run, 4000 results, 4000 replies: intact'
name='a worker is gone'
if grep -q '^[^ ]*:[0-9]*  *gone ' out; then result ok "$name"; else fault 'none was killed'; fi
it 'the run in a file' 0 "$assay" store verify --store many-machines.db
is out '1 run, 4000 results, 4000 replies: intact'

# ---- the array job ----

# A node's vLLM is a program that serves on the port it is told: here it hands
# requests over to the test server, a second after it began.
mkdir bin
cat >bin/vllm <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    [ "$1" = --port ] && port=$2
    shift
done
echo "$port" >>"$STARTED"
exec python3 -c '
import http.server, os, sys, time, urllib.request
time.sleep(1)
class Relay(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *a): pass
    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self): self.answer(b"{}")
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        ask = urllib.request.Request(os.environ["BEHIND"] + self.path, body,
                                     {"Content-Type": "application/json"})
        self.answer(urllib.request.urlopen(ask).read())
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Relay).serve_forever()' "$port"
END
printf '#!/bin/sh\nexec "$@"\n' >bin/srun
chmod +x bin/*
sums 200 >set.jsonl
export PATH="$work/bin:$ASSAY_BUILD:$PATH" STARTED="$work/started" BEHIND="$server/ok,ms=40"
export STORE="$(database lab)" LABEL=qwen MODEL=m WORKER_OPTIONS='--concurrency 4 --lease 2'
it 'enqueued' 0 sh "$here/examples/slurm/enqueue.sh" set.jsonl
is out r1
it 'a store that cannot be reached' 3 env STORE="postgresql://assay@/none?host=$pg" \
    sh "$here/examples/slurm/enqueue.sh" set.jsonl
is out ''
# A cluster's proxy has no way to the node's own server.
task() { # NUMBER
    http_proxy=http://127.0.0.1:9 SLURM_JOB_ID=77 SLURM_ARRAY_TASK_ID=$1 RUN=r1 bash "$here/examples/slurm/worker.sbatch" >"task$1" 2>&1 &
    eval "task$1=$!"
}
task 1
soon reached ok,ms=40 20
# Slurm warns a task before its time is over; it gives back what it has.
kill -USR1 $task1
wait $task1
it 'the time is over' 0 test $? = 0
it 'said so' 0 grep -q 'this worker: ' task1
it 'part is done' 0 test "$(sql lab 'SELECT count(*) BETWEEN 20 AND 199 FROM results')" = t
task 2
task 3
it 'watched' 0 "$assay" store watch r1 --store "$STORE"
wait $task2 && wait $task3
it 'both tasks end well' 0 test $? = 0
it 'a server for each task, on its own port' 0 sort -u started
lines out 3
it 'all calls, by all' 0 "$assay" store verify --store "$STORE"
is out '1 run, 200 results, 200 replies: intact'
gone() { while read -r p; do ! curl -s "http://127.0.0.1:$p/" >/dev/null || return 1; done <started; }
name='no server is left'
if soon gone; then result ok "$name"; else fault 'a server runs on'; fi
it 'a server that does not come up' 3 env RUN=r1 START_S=1 SLURM_JOB_ID=77 SLURM_ARRAY_TASK_ID=9 \
    SERVE=false bash "$here/examples/slurm/worker.sbatch"
has err 'ended before it answered'

# ---- partitions, by the words of docs/scale.md ----

awk '/^```/ { inside = /^```sql/; next } inside' "$here/docs/scale.md" >partition.sql
it 'results are parted' 0 psql -h "$pg" -U assay -d lab -v ON_ERROR_STOP=1 -qXf partition.sql
it 'another run' 0 "$assay" run set.jsonl --attempts 2 --model "qwen=$server/ok/v1#m" --store "$STORE" --enqueue
it 'a run gets its own part' 0 sql lab 'CREATE TABLE results_r2 PARTITION OF results FOR VALUES FROM (2) TO (3)'
it 'by a worker' 0 "$assay" worker --run r2 --store "$STORE" --model "qwen=$server/ok/v1#m"
it 'stands there' 0 test "$(sql lab 'SELECT count(*) FROM results_r2')" = 400
it 'all are whole' 0 "$assay" store verify --store "$STORE"
is out '2 runs, 600 results, 400 replies: intact'
it 'dropped' 0 "$assay" store prune r2 --store "$STORE"
it 'with its part' 0 sql lab 'DROP TABLE results_r2'
it 'the other one stays' 0 "$assay" store verify --store "$STORE"
is out '1 run, 200 results, 200 replies: intact'

# ---- as they stand ----

for f in "$here"/examples/*.sh "$here"/examples/slurm/*.sh; do
    it "$(basename "$f") can be read by any shell" 0 sh -n "$f"
done
it 'worker.sbatch by bash' 0 bash -n "$here/examples/slurm/worker.sbatch"
if command -v shellcheck >/dev/null; then
    it 'shellcheck' 0 shellcheck -S warning "$here"/examples/*.sh "$here"/examples/slurm/*.sh \
        "$here/examples/slurm/worker.sbatch"
fi
finish
