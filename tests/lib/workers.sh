# Workers on a store of any kind: sourced behind server.sh by a script that
# says what a store is.
#
#   store NAME     prints a fresh one for --store
#   count STORE T  rows of the table T in it
#   change STORE SQL
#   free STORE     nobody writes to it
sums 300 >sums.jsonl
at() { echo "lab=$server/$1/v1#m"; } # the same model, wherever it is served
worker() { "$assay" worker --run r1 "$@"; }
enqueue() { "$assay" run sums.jsonl --model "$(at ok)" --enqueue --store "$1"; }
whole='1 run, 300 results, 300 replies: intact'

it 'a calm run' 0 "$assay" run sums.jsonl --model "$(at ok)" --store calm.db
numbers calm.db r1 >calm
before=$(stat ok requests)

agree() { # STORE: all is there, once, and as in the calm run
    it "$1: intact" 0 "$assay" store verify --store "$2"
    is out "$whole"
    numbers "$2" r1 >seen
    name="$1: the calm run's table"
    same calm seen
}

# ---- enqueuing ----

a=$(store a)
it 'enqueued' 0 enqueue "$a"
it 'names the run' 0 test "$(sed -n 1p out)" = r1
it 'once more' 0 enqueue "$a"
has out 'assay worker --run r1'
has err 'continues: 0 of 300 calls are done'
it 'asks nobody' 0 test "$(stat ok requests)" = "$before"
it 'five blocks' 0 test "$(count "$a" work)" = 5
b=$(store b)
enqueue "$b" >one 2>&1 &
enqueue "$b" >two 2>&1
wait $!
it 'two at once' 0 test $? = 0
it 'make one run' 0 test "$(count "$b" work) $(count "$b" runs)" = '5 1'

# ---- words ----

it 'no such run' 3 "$assay" worker --run r9 --store "$a"
has err 'there is no run "r9"'
it 'which run' 2 "$assay" worker --store "$a"
has err 'name a run: --run r7'
it 'no address' 2 worker --store "$a"
has err 'no model of run r1 has an address here; give one with --model lab=URL#m'
it 'not a model of it' 2 worker --store "$a" --model "other=$server/ok/v1#m"
has err 'is not a model of run r1, which asks lab=URL#m'
it 'no lease' 2 worker --store "$a" --lease 0
it 'not with batches' 2 "$assay" run sums.jsonl --model "$(at ok)" --enqueue --batch --store "$a"
for option in '--budget 9Mtokens' '--rate 5' '-c 3' '--header A:b'; do
    # shellcheck disable=SC2086 # words
    it "not $option" 2 "$assay" run sums.jsonl --model "$(at ok)" --enqueue --store "$a" $option
    has err '--enqueue asks no model; give --'
    has err ' to the workers (assay worker --run RUN --'
done
for option in '--junit x.xml' '--min-accuracy 70%' --json '--by level'; do
    # shellcheck disable=SC2086
    it "nor $option" 2 "$assay" run sums.jsonl --model "$(at ok)" --enqueue --store "$a" $option
    has err "run the same command without --enqueue and with ${option%% *}"
done
it 'no work' 2 "$assay" worker --run r1 --store calm.db
has err 'run r1 was not queued for workers; run the command that made it with --enqueue'

# ---- two workers ----

"$assay" worker --run r1 --store "$a" --model "$(at ok,ms=60)" -c 4 >/dev/null 2>err1 &
first=$!
soon reached ok,ms=60 8
it 'the run is theirs' 3 "$assay" run sums.jsonl --model "$(at ok)" --store "$a"
has err '1 worker is working on it ('
it 'nor can it be pruned' 3 "$assay" store prune r1 --store "$a"
it 'the other' 0 worker --store "$a" --model "$(at ok,ms=21)" -c 4
has err 'run r1: 300 of 300 calls are done'
wait $first
it 'the one' 0 test $? = 0
it 'each call once' 0 test $(($(stat ok,ms=60 requests) + $(stat ok,ms=21 requests))) = 300
it 'by both' 0 test "$(stat ok,ms=21 requests)" -ge 1
agree 'two workers' "$a"
it 'nothing is left' 0 worker --store "$a" --model "$(at ok,ms=22)"
has err 'worker '
it 'nobody is asked' 0 test "$(stat ok,ms=22 requests)" = 0
it 'the table' 0 "$assay" run sums.jsonl --model "$(at ok)" --store "$a" --csv
has err 'already has every result'

# ---- killed ----

"$assay" worker --run r1 --store "$b" --model "$(at ok,ms=30)" -c 4 --lease 1 >/dev/null 2>err1 &
first=$!
soon reached ok,ms=30 40
kill -9 $first
wait $first 2>/dev/null
it 'a killed one leaves no lock' 0 "$assay" store verify --store "$b"
it 'others go on' 0 worker --store "$b" --model "$(at ok,ms=1)" --lease 1
agree 'killed' "$b"
sent=$(($(stat ok,ms=30 requests) + $(stat ok,ms=1 requests)))
it 'only what was in flight was sent twice' 0 test $sent -le 316

# ---- stopped beyond its lease, and resumed ----

c=$(store c)
enqueue "$c" >/dev/null 2>&1
"$assay" worker --run r1 --store "$c" --model "$(at ok,ms=40)" -c 4 --lease 1 >/dev/null 2>err1 &
first=$!
soon reached ok,ms=40 40
# A process that was stopped while it wrote keeps a file to itself.
kill -STOP $first
until free "$c"; do
    kill -CONT $first
    sleep 0.05
    kill -STOP $first
done
it 'others take over' 0 worker --store "$c" --model "$(at ok,ms=2)" --lease 1
kill -CONT $first
wait $first
status=$?
# The server may have given it up.
it 'it finds all done' 0 test $status = 0 -o $status = 3
agree 'resumed' "$c"

# ---- told to end ----

d=$(store d)
enqueue "$d" >/dev/null 2>&1
"$assay" worker --run r1 --store "$d" --model "$(at ok,ms=50)" -c 4 >/dev/null 2>err1 &
first=$!
soon reached ok,ms=50 20
kill -USR1 $first
wait $first
it 'stopped' 0 test $? = 3
it 'its leases are free at once' 0 timeout 30 "$assay" worker --run r1 --store "$d" \
    --model "$(at ok,ms=3)"
agree 'told to end' "$d"

late() { # GRACE
    "$assay" worker --run r1 --store "$g0" --model "$(at ok,ms=2500)" -c 2 --grace "$1" >/dev/null 2>err1 &
    first=$!
    soon grep -q '^assay: worker' err1
    sleep 0.5
    kill -USR1 $first
    wait $first
}
g0=$(store grace)
enqueue "$g0" >/dev/null 2>&1
late 0
it 'no time for calls in flight' 0 grep -q 'this worker: 0 asked' err1
late 30
it 'time for them' 0 grep -q 'this worker: [1-9][0-9]* asked' err1
it 'as it was told' 0 grep -q 'running calls have 30 s to finish' err1

# ---- one machine goes on ----

e=$(store e)
enqueue "$e" >/dev/null 2>&1
"$assay" worker --run r1 --store "$e" --model "$(at ok,ms=65)" -c 4 >/dev/null 2>&1 &
first=$!
soon reached ok,ms=65 40
kill -9 $first
wait $first 2>/dev/null
it 'one process asks the rest' 0 "$assay" run sums.jsonl --model "$(at ok,ms=4)" --store "$e"
agree 'alone' "$e"
it 'judged again' 0 "$assay" run --regrade r1 --store "$e"
agree 'judged' "$e"
it 'nothing is left for workers' 0 worker --store "$e" --model "$(at ok,ms=5)" --lease 1
it 'they see that' 0 test "$(stat ok,ms=5 requests)" = 0

# ---- who works alone is seen ----

n=$(store alone)
enqueue "$n" >/dev/null 2>&1
"$assay" run sums.jsonl --model "$(at ok,ms=90)" -c 1 --store "$n" >/dev/null 2>&1 &
first=$!
soon reached ok,ms=90 3
it 'watched, alone' 0 "$assay" store watch r1 --once --store "$n"
has out 'works on it alone'
kill -9 $first
wait $first 2>/dev/null

# ---- calls that fail ----

f=$(store f)
enqueue "$f" >/dev/null 2>&1
it 'all fail' 3 worker --store "$f" --model "$(at 422,own=1)"
has err '300 calls of run r1 failed; run the command that made it with --enqueue to queue them again'
it 'a failed run' 0 "$assay" store verify --store "$f"
it 'no block is open' 3 worker --store "$f" --model "$(at ok,ms=6)"
it 'nor asked' 0 test "$(stat ok,ms=6 requests)" = 0
it 'given out again' 0 enqueue "$f"
has err '300 failed calls will be asked again'
it 'and answered' 0 worker --store "$f" --model "$(at ok,ms=6)"
it 'failed, then not' 0 "$assay" store verify --store "$f"
is out '1 run, 600 results, 300 replies: intact'
numbers "$f" r1 >seen
same calm seen

# ---- a budget is that of the run, however often somebody begins ----

j=$(store j)
enqueue "$j" >/dev/null 2>&1
it 'a budget' 3 worker --store "$j" --model "$(at ok,ms=10)" -c 2 --budget 1500tokens
has err 'the budget of run r1 is spent (all workers together); a worker with a larger --budget continues'
spent=$(stat ok,ms=10 requests)
it 'some were asked' 0 test "$spent" -ge 5 -a "$spent" -lt 300
it 'spent before' 3 worker --store "$j" --model "$(at ok,ms=10)" -c 2 --budget 1500tokens
has err ' of 1500 tokens are spent'
it 'counts' 0 test "$(stat ok,ms=10 requests)" = "$spent"
it 'a larger one' 0 worker --store "$j" --model "$(at ok,ms=10)" --budget 1Mtokens
agree 'by budget' "$j"

# ---- work that was marked as done ----

l=$(store heal)
enqueue "$l" >/dev/null 2>&1
change "$l" "UPDATE work SET state = 'done' WHERE block >= 3"
it 'some of it' 0 worker --store "$l" --model "$(at ok,ms=11)"
it 'is not asked' 0 test "$(stat ok,ms=11 requests)" = 192
it 'enqueued, it is put right' 0 enqueue "$l"
it 'and asked' 0 worker --store "$l" --model "$(at ok,ms=11)"
agree 'put right' "$l"

# ---- two models, each served by one ----

g=$(store g)
two() { "$assay" run sums.jsonl --limit 100 --model "x=$server/ok/v1#m" --model "y=$server/ok/v1#m" \
    --attempts 3 --store "$1" "$2"; }
it 'two models' 0 two "$g" --enqueue
"$assay" worker --run r1 --store "$g" --model "x=$server/ok,ms=7/v1#m" >/dev/null 2>&1 &
first=$!
it 'one of them' 0 worker --store "$g" --model "y=$server/ok,ms=8/v1#m"
wait $first
it 'the other one' 0 test $? = 0
it 'each its own' 0 test "$(stat ok,ms=7 requests) $(stat ok,ms=8 requests)" = '300 300'
it 'both whole' 0 "$assay" store verify --store "$g"
is out '1 run, 600 results, 600 replies: intact'

# ---- waiting for work ----

h=$(store h)
"$assay" worker --run r1 --store "$h" --model "$(at ok,ms=9)" --wait >/dev/null 2>err1 &
first=$!
soon grep -q waiting err1
enqueue "$h" >/dev/null 2>&1
wait $first
it 'waited for' 0 test $? = 0
agree 'waited' "$h"

# ---- moved, changed, dropped ----

it 'pulled' 0 "$assay" store pull r1 --store "$c" --to p.db
agree 'pulled' p.db
it 'known there' 0 "$assay" store pull r1 --store "$c" --to p.db
has out '1 run was already there'
it 'merged' 0 "$assay" store merge p.db --store "$(store i)"
has out '300 results'
change "$c" "UPDATE results SET lenient = 'undecided' WHERE seq > 4294967296 AND seq % 4294967296 = 7"
it 'a changed verdict' 1 "$assay" store verify --store "$c"
has err 'result 7 of worker '
change "$a" 'UPDATE strands SET count = count - 1, done = done - 1 WHERE strand = 1'
it 'a shorter strand' 1 "$assay" store verify --store "$a"
change "$a" 'DELETE FROM strands'
it 'a lost worker' 1 "$assay" store verify --store "$a"
has err 'belong to unknown workers'
it 'dropped' 0 "$assay" store prune r1 --store "$b"
it 'with its work' 0 test "$(count "$b" work) $(count "$b" strands)" = '0 0'
