#!/bin/sh
# `assay store watch`: all workers of a run in one place, also those that died;
# what is stuck is named, with what to do. It ends with the run.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

sums 192 >sums.jsonl # three blocks
slow=q=$server/ok,ms=200/v1#m
start() { # MODEL LEASE CONCURRENCY
    "$assay" worker --run r1 --store f.db --model "$1" --lease "$2" --concurrency "$3" >/dev/null 2>worker.err &
    worker=$!
}
figure() { "$assay" store watch r1 --store f.db --once --json | sed -n "s/.*\"$1\": \([0-9a-z.]*\).*/\1/p"; }
at_least() { [ "$(figure "$1")" -ge "$2" ]; }

# ---- nobody works ----

it 'a run for workers' 0 "$assay" run sums.jsonl --model "$slow" --store f.db --enqueue
it 'one look' 0 "$assay" store watch last --store f.db --once
has out 'run r1 in f.db: 0 of 192 calls done (0 %), 192 open'
tr -s '\n ' ' ' <out >words
has words "no worker is running; start one with: assay worker --run r1 --store f.db --model 'q=URL#m'"

# ---- one works, and dies ----

start "$slow" 3 1
soon at_least done 3
it 'a worker is seen' 0 "$assay" store watch r1 --store f.db --once
has out "$(hostname):$worker"
has out ' left; 1 worker running'
cp out seen
it 'with what it has taken' 0 grep -Eq 'at work +[1-3] +[0-9]+ +0 ' seen
kill -9 $worker
wait $worker 2>/dev/null
dead=$(hostname):$worker
nobody() { [ "$(figure workers_at_work)" = 0 ]; }
soon nobody
it 'it is gone' 0 "$assay" store watch r1 --store f.db --once
has out " that $dead took of q: "
tr -s '\n ' ' ' <out >words
has words 'start a worker for this model: assay worker --run r1 --store f.db --model '"'q=URL#m'"
gone() { "$assay" store watch r1 --store f.db --once >out && grep -q 'the lease expired' out; }
name='its lease runs out'
if soon gone; then result ok "$name"; else fault 'it does not'; fi
has out 'gone'

# ---- one is at work, and nothing comes ----

rm -f s.db*
cp f.db s.db
"$assay" worker --run r1 --store s.db --model "q=$server/ok,ms=60000/v1#m" --lease 300 -c 2 >/dev/null 2>&1 &
stalled=$!
at_work() { "$assay" store watch r1 --store s.db --once | grep -q '1 worker running'; }
soon at_work
sqlite3 s.db 'UPDATE strands SET begun_ms = begun_ms - 90000 WHERE ended_ms = 0'
sqlite3 s.db 'UPDATE results SET at_ms = at_ms - 90000'
"$assay" store watch r1 --store s.db --every 1 >still 2>/dev/null &
watch=$!
it 'one look at that' 0 "$assay" store watch r1 --store s.db --once
has out '0.0 calls/s (no result for 20 s); 1 worker running'
it 'no time is left' 1 grep -q ' left' out
it 'a line tells of it' 0 soon grep -q 'no result for 20 s' still
kill -9 $watch $stalled
wait $watch $stalled 2>/dev/null

# ---- another does the rest ----

"$assay" store watch r1 --store f.db --every 1 >lines 2>lines.err &
watch=$!
start "$slow" 30 32
it 'watched to the end' 0 wait $watch
wait $worker
it 'in lines' 0 cat lines
has out '192 of 192 calls done (100 %)'
has out  " that $dead took of q"
it 'without escapes' 1 grep -q "$(printf '\033')" lines
it 'all that took part' 0 "$assay" store watch r1 --store f.db --once
has out '2 workers took part'
has out 'ended       0'
it 'nothing is stuck' 1 grep -q stuck out
it 'as JSON' 0 "$assay" store watch r1 --store f.db --json
has out '"done": 192, "failed": 0, "open": 0, "ended": true'

# ---- a terminal ----

cat >terminal.py <<'END'
import os, pty, sys
os.environ["TERM"] = "xterm"
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
END
rm f.db*
"$assay" run sums.jsonl --model "$slow" --store f.db --enqueue >/dev/null 2>&1
start "$slow" 30 32
it 'on a terminal' 0 python3 terminal.py "$assay" store watch r1 --store f.db --every 1
wait $worker
has out "$(printf '\033[J')"
has out 'run r1 in f.db: 192 of 192 calls done (100 %)'

# ---- calls that failed ----

rm f.db*
broken=q=$server/422,own=1,times=1e9/v1#m
sums 20 >few.jsonl
"$assay" run few.jsonl --model "$broken" --store f.db --enqueue >/dev/null 2>&1
start "$broken" 30 4
wait $worker
it 'the worker says so' 0 grep -q 'failed' worker.err
it 'failed calls are left' 3 "$assay" store watch r1 --store f.db
has err 'assay store show r1 --kind error --store f.db'
has err 'with --enqueue to queue them again'
it 'given out again' 0 "$assay" run few.jsonl --model "$broken" --store f.db --enqueue
it 'they are open again' 0 "$assay" store watch r1 --store f.db --once

# ---- one process does what workers were to do ----

rm f.db*
mixed=q=$server/ok/v1#m
"$assay" run few.jsonl --model "$mixed" --store f.db --enqueue >/dev/null 2>&1
it 'done alone' 0 "$assay" run few.jsonl --model "$mixed" --store f.db
it 'it has ended' 0 timeout 20 "$assay" store watch r1 --store f.db
has out '20 of 20 calls done (100 %)'
it 'no block is open' 0 test "$(sqlite3 f.db "SELECT count(*) FROM work WHERE state = 'open'")" = 0
sqlite3 f.db "UPDATE work SET state = 'open'"
it 'nor when somebody else brought it' 0 timeout 20 "$assay" store watch r1 --store f.db --json
has out '"open": 0, "ended": true'
it 'and given out again' 0 "$assay" run few.jsonl --model "$mixed" --store f.db --enqueue
it 'it is put right' 0 test "$(sqlite3 f.db "SELECT count(*) FROM work WHERE state = 'open'")" = 0
rm f.db*
"$assay" run few.jsonl --model "$broken" --store f.db --enqueue >/dev/null 2>&1
it 'alone, and it fails' 3 "$assay" run few.jsonl --model "$broken" --store f.db
it 'it has ended, too' 3 timeout 20 "$assay" store watch r1 --store f.db
has err 'to queue them again'

rm f.db*
"$assay" run sums.jsonl --model "$slow" --store f.db --enqueue >/dev/null 2>&1
"$assay" run sums.jsonl --model "$slow" --store f.db -c 1 >/dev/null 2>&1 &
alone=$!
soon at_least done 2
it 'while it works alone' 0 "$assay" store watch r1 --store f.db --once
tr -s '\n ' ' ' <out >words
has words 'a command such as `assay run` works on it alone; workers can start when it has ended'
it 'no worker is told of' 1 grep -q 'assay worker' words
kill -9 $alone
wait $alone 2>/dev/null
it 'it is killed' 0 "$assay" store watch r1 --store f.db --once
has out 'no worker is running'
rm f.db*
two() { "$assay" run few.jsonl --model "$mixed" --model "$server/ok/v1#n" --store f.db --enqueue; }
it 'one with a label, one without' 0 two
has out "assay worker --run r1 --store f.db --model '$mixed' --model '$server/ok/v1#n'"
it 'both are named' 0 "$assay" store watch r1 --store f.db --once
tr -s '\n ' ' ' <out >words
has words " --model 'q=URL#m' --model '$server/ok/v1#n'"

# ---- mistakes, and runs that are nobody's ----

it 'no run' 2 "$assay" store watch --store f.db
has err 'watch takes one run'
it 'no such run' 3 "$assay" store watch r9 --store f.db
it 'no time' 2 "$assay" store watch r1 --store f.db --every 0
has err '--every takes 1 to 3600 seconds'
it 'a run by itself' 0 "$assay" run few.jsonl --model "$server/ok/v1#m" --store g.db
it 'is watched too' 0 "$assay" store watch r1 --store g.db
has out '20 of 20 calls done (100 %)'
sqlite3 g.db 'DROP TABLE work; DROP TABLE strands; PRAGMA user_version = 5'
it 'in an older store, too' 0 "$assay" store watch r1 --store g.db
finish
