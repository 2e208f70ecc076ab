#!/bin/sh
# Calls by batch, in both forms: sent, polled, fetched; whatever goes wrong, and
# kill -9 at every stage. In the end each place has one result, and no call was
# made twice at the server unless it had to be.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
sums 6 >six.jsonl
export ASSAY_API_KEY=sk-batch-secret-0123456789

room() { curl -s "$server/$1/batch" | sed -n "s/.*\"$2\": *\([0-9]*\).*/\1/p"; }
hung() { [ "$(room "$1" hangs)" -ge 1 ]; }
# One python for a part: a start of it costs more than a run of six calls.
start_python() {
    mkfifo queries answers
    python3 -u -c '
import csv, sqlite3, sys
def column(name): return next(csv.DictReader(open("out")))[name]
def calls(query):
    db = sqlite3.connect("b.db")
    try: return db.execute(query).fetchone()[0]
    finally: db.close()
for line in sys.stdin:
    try: print(eval(line))
    except Exception as e: print(repr(e))' <queries >answers &
    exec 3>queries 4<answers
}
py() { echo "$1" >&3 && read -r line <&4 && echo "$line"; }
calls() { py "calls(\"\"\"$1\"\"\")"; }
column() { py "column('$1')"; }

equals() { # WHAT GOT WANTED
    if [ "$2" = "$3" ]; then result ok "$name: $1"
    else fault "$1 is $2, not $3"; fi
}

lacks() {
    if grep -qF -e "$1" err; then fault "err has \"$1\""
    else result ok "$name: err lacks \"$1\""; fi
}

# ask SCENARIO FORM STATUS [OPTION...]: six calls by batch.
ask() {
    s=$1 form=$2 want=$3
    shift 3
    it "$s, $form" "$want" timeout -s KILL 60 "$assay" run six.jsonl \
        --model "$server/$s/$form#m" --batch --store b.db --csv --max-tokens 99 --retries 3 "$@"
}

# whole SCENARIO REQUESTS MOST_TRIES: every place has its one right result, and
# nothing is left of its batches.
whole() {
    got="$(column correct) right, $(calls "SELECT count(*) FROM results") results"
    got="$got, $(stat "$1" requests) requests, $(stat "$1" most_tries) tries"
    got="$got, $(calls "SELECT count(*) FROM batches WHERE state IN ('made', 'sent')") open"
    got="$got, $(calls "SELECT count(*) FROM batch_calls") keys"
    equals "all is there" "$got" \
        "6 right, 6 results, $2 requests, $3 tries, 0 open, 0 keys"
}

# foreign SCENARIO CALLS: somebody else makes a batch with the same key.
foreign() {
    awk -v n="$2" 'BEGIN {
        for (i = 0; i < n; i++)
            printf "%s{\"custom_id\": \"c%d\", \"params\": {}}",
                   i ? ", " : "{\"requests\": [", i
        print "]}"
    }' | curl -s -d @- -H "content-type: application/json" \
        "$server/$1/v1/messages/batches" >/dev/null
}

# killed SCENARIO STAGE FORM: a process that ends there.
killed() {
    "$assay" run six.jsonl --model "$server/$1/$3#m" --batch --max-tokens 99 \
        --store b.db >out 2>err &
    pid=$!
    soon hung "$1" || fault "it never came there"
    kill -9 $pid
    wait $pid 2>/dev/null
}

asked() { [ "$(room "$1" polls)" -ge 1 ]; }
told() { [ "$(calls "SELECT count(*) FROM batches WHERE said <> ''")" = 1 ]; }

# halted SCENARIO OPTION...: a process that has sent a batch, stopped before it
# asks about it again.
halted() {
    s=$1
    shift
    "$assay" run six.jsonl --model "$server/$s/v1#m" --batch --max-tokens 99 \
        --store b.db --csv "$@" >out1 2>err1 &
    pid=$!
    soon asked $s
    soon told # and so holds no lock of the store
    kill -STOP $pid
}
# What is asked in one form of the two.
in_form() {
    form=$1
    f=$(echo $form | tr -c 'a-z0-9\n' '-')
    # What is asked in the same way in both forms is asked in one of them.
    case $form in
    v1) polls="poll429 poll500 pollclose pollhtml"
        faults="429-none 500 200-error finish-error" ;;
    *) polls='' faults="500 200-error" ;;
    esac
    # What a server does, with no call made twice ...
    for kind in plain cut errfirst $polls createclose create500 createdeny; do
        rm -f b.db*
        s=ok,wrong=0,batch=$kind,seed=$f
        ask $s $form 0
        whole $s 6 1
    done
    # ... unless it had to be.
    for kind in expire cancel missing; do
        rm -f b.db*
        s=ok,wrong=0,batch=$kind,seed=$f
        ask $s $form 0
        whole $s 6 1
        equals "batches" "$(room $s batches)" 2
    done
    rm -f b.db*
    s=ok,wrong=0,batch=dup,seed=$f
    ask $s $form 0
    whole $s 12 2

    # Errors in lines: passing ones go into another batch, others are errors.
    for fault in $faults; do
        rm -f b.db*
        s=$fault,wrong=0,seed=$f
        ask $s $form 0
        whole $s 12 2
        equals "batches" "$(room $s batches)" 2
    done
    rm -f b.db*
    s=500,times=1e9,seed=$f
    ask $s $form 3
    equals "rounds" "$(room $s batches)" 3
    equals "errors" "$(column error)" 6
    has err "the same command asks them again"

    # Hostile lines: passed over; no secret is kept or shown.
    rm -f b.db*
    s=ok,wrong=0,batch=hostile,seed=$f
    ask $s $form 0
    whole $s 6 1
    has err "could not be read"
    rm -f b.db*
    s=echo-key,status=400,times=1e9,seed=$f
    ask $s $form 3
    equals "secrets" "$(cat b.db* out err | grep -c sk-batch-secret)" 0

    # No batches at the server: told, and nothing is lost.
    rm -f b.db*
    s=ok,wrong=0,batch=none,seed=$f
    ask $s $form 3
    has err "leave out --batch"
    equals "requests" "$(stat $s requests)" 0
    it "the same without --batch" 0 "$assay" run six.jsonl \
        --model "$server/$s/$form#m" --store b.db --csv --max-tokens 99
    whole $s 6 1

    # kill -9 at every stage.
    for stage in upload uploaded precreate create poll results delete; do
        case $form,$stage in v1/messages,upload* | v1/messages,delete) continue ;; esac
        rm -f b.db*
        s=ok,wrong=0,hang=$stage,seed=$f
        "$assay" run six.jsonl --model "$server/$s/$form#m" --batch \
            --max-tokens 99 --store b.db >out 2>err &
        pid=$!
        name="kill -9 at $stage"
        soon hung $s || fault "it never came there"
        kill -9 $pid
        wait $pid 2>/dev/null
        ask $s $form 0
        whole $s 6 1
        equals "batches" "$(room $s batches)" 1
        [ $form = v1 ] && [ $stage != uploaded ] &&
            equals "files" "$(room $s files)" 0
    done
    # In the middle of fetching: what was committed is not lost.
    rm -f b.db*
    s=huge,bytes=1,wrong=0,batch=cut,hang=results2,seed=$f
    "$assay" run six.jsonl --model "$server/$s/$form#m" --batch --store b.db \
        --max-tokens 99 >out 2>err &
    pid=$!
    name="kill -9 while fetching"
    soon hung $s || fault "it never came there"
    kill -9 $pid
    wait $pid 2>/dev/null
    got=$(calls "SELECT count(*) FROM calls")
    if [ "$got" -ge 1 ] && [ "$got" -le 5 ]
    then result ok "$name: $got of 6 are there"
    else fault "$got replies are there"; fi
    ask $s $form 0
    whole $s 6 1
    # Files are removed when they were fetched.
    equals "files" "$(room ok,wrong=0,batch=plain,seed=$f files)" 0
}

# Refusals, interrupts, waits.
refusals() {
    # OpenAI refuses a batch as a whole; Anthropic points to another host.
    rm -f b.db*
    ask ok,batch=fail v1 3
    has err "line 1 is not liked"
    rm -f b.db*
    ask ok,batch=otherhost v1/messages 3
    has err "another host"
    has err "leave out --batch"
    lacks "again later to fetch the replies"
    rm -f b.db*
    ask ok,batch=moved v1 3
    lacks "use that URL"
    lacks "again later to fetch the replies"
    rm -f b.db*
    ask ok,batch=unknown v1 3
    has err "the server does not know it"
    lacks "again later to fetch the replies"

    # A line that is no UTF-8, each time: asked again once, then malformed.
    for form in v1 v1/messages; do
        rm -f b.db*
        s=ok,wrong=0,batch=spoilt,seed=${form#v1/}
        ask "$s" "$form" 0
        equals "marks" "$(column correct) $(column malformed)" "5 1"
        equals "requests" "$(stat "$s" requests)" 7
        ask "$s" "$form" 0
        equals "requests of the next time" "$(stat "$s" requests)" 7
    done

    # One model is refused: what the other's server works on is cancelled, and
    # what it had is fetched by the same command.
    for form in v1 v1/messages; do
        rm -f b.db*
        other=ok,wrong=0,polls=9,gap=100,seed=c${form#v1/}
        ask "$other" "$form" 3 \
            --model "$server/ok,batch=fail,seed=${form#v1/}/v1#m"
        has err "is cancelled at the server"
        equals "cancels" "$(room "$other" cancels)" 1
        ask "$other" "$form" 0
        equals "all is there" "$(column correct)" 6
    done

    # More calls than are started at once wait for a batch that is refused.
    rm -f b.db*
    sums 100 >hundred.jsonl
    it "a refusal among many calls" 3 timeout -s KILL 60 "$assay" run hundred.jsonl \
        --model "$server/ok,wrong=0,polls=9,gap=100,seed=many/v1#m" \
        --model "$server/ok,batch=fail,seed=many/v1#m" \
        --batch --store b.db --csv --max-tokens 99
    has err "line 1 is not liked"
    lacks "budget"

    # Ctrl-C: it goes on at the server, and the same command fetches it.
    rm -f b.db*
    s=ok,wrong=0,polls=1000
    "$assay" run six.jsonl --model "$server/$s/v1#m" --batch --store b.db \
        >out 2>err &
    pid=$!
    name="an interrupt"
    soon asked $s
    kill -INT $pid
    wait $pid
    equals "status" $? 3
    has err "again later to fetch the replies"
    it "the store tells of it" 0 "$assay" store list --store b.db
    has err "1 batch is not fetched yet"
    it "without --batch it is said" 0 timeout -s KILL 60 "$assay" run six.jsonl \
        --model "$server/$s/v1#m" --store b.db
    has err "paid for again"
    it "then nothing is left to fetch" 0 "$assay" store list --store b.db
    lacks "not fetched yet"
    it "nor to be paid" 0 "$assay" run six.jsonl --model "$server/$s/v1#m" \
        --store b.db
    lacks "paid for again"
    it "and the batch is closed" 0 "$assay" run six.jsonl --model "$server/$s/v1#m" \
        --store b.db --batch
    equals "open" "$(calls "SELECT count(*) FROM batches WHERE state = 'sent'")" 0
    equals "files" "$(room $s files)" 0

    # A server may not make us wait for a day, whichever answer asks for it.
    for kind in createwait pollwait; do
        rm -f b.db*
        ask ok,batch=$kind v1/messages 3
        has err "asks for a wait of 86400 s, which is more than the maximum of 120 s"
    done
    rm -f b.db*
    s=ok,wrong=0,batch=slow
    ask $s v1 0 --max-wait 0.1
    whole $s 6 1
    # An answer without sense is told of.
    rm -f b.db*
    ask ok,batch=createhtml v1/messages 3 --retries 1
    has err "(after 2 tries)"

    # A reply that the server could not take apart is asked for once again, and is
    # the model's own then.
    rm -f b.db*
    s=500-format,times=1e9
    ask $s v1 0
    equals "malformed" "$(column malformed)" 6
    equals "batches" "$(room $s batches)" 2
}

# Another's batches at the server.
foreigners() {
    # Ours is on another page of the list; and a batch of as many calls that is not
    # ours is found to be so.
    rm -f b.db*
    s=ok,wrong=0,hang=create,page=2
    killed $s create v1/messages
    for n in 1 2 3; do foreign $s $n; done
    ask $s v1/messages 0
    equals "batches" "$(room $s batches)" 4
    equals "results" "$(calls "SELECT count(*) FROM results")" 6
    rm -f b.db*
    s=ok,wrong=0,hang=precreate
    killed $s precreate v1/messages
    foreign $s 6
    ask $s v1/messages 0
    equals "batches" "$(room $s batches)" 2
    equals "results" "$(calls "SELECT count(*) FROM results")" 6
    equals "right" "$(column correct)" 6

    # Ours stands behind another's in the list: it is found, not sent again.
    rm -f b.db*
    s=ok,wrong=0,hang=create,seed=7
    killed $s create v1/messages
    foreign $s 6
    ask $s v1/messages 0
    has err "is not ours"
    equals "batches" "$(room $s batches)" 2
    equals "results" "$(calls "SELECT count(*) FROM results")" 6
    equals "right" "$(column correct)" 6

    # One process removes the results under another that was about to fetch them.
    rm -f b.db*
    s=ok,wrong=0,hang=results,seed=8
    head -3 six.jsonl >three.jsonl
    "$assay" run three.jsonl --model "$server/$s/v1#m" --batch --max-tokens 99 \
        --store b.db --timeout 1 --retries 3 >out1 2>err1 &
    pid=$!
    soon hung $s
    it "it removes them" 0 timeout -s KILL 60 "$assay" run six.jsonl \
        --model "$server/$s/v1#m" --batch --max-tokens 99 --store b.db
    wait $pid
    equals "status of the other" $? 0
    equals "results" "$(calls "SELECT count(*) FROM results")" 9
    equals "requests" "$(stat $s requests)" 6
}

# Two processes, and an interrupt.
together() {
    head -3 six.jsonl >three.jsonl
    # Two runs wait for one batch: what one takes is there for the other, and what it
    # finds to have failed is sent again.
    rm -f b.db*
    name="two runs and one batch"
    s=422,wrong=0,gap=6000,polls=1
    halted $s
    it "the second run" 3 timeout -s KILL 60 "$assay" run three.jsonl \
        --model "$server/$s/v1#m" --batch --max-tokens 99 --store b.db
    has err "which was sent earlier"
    kill -CONT $pid
    wait $pid
    equals "status" $? 3
    cp out1 out
    equals "right and failed" "$(column correct) $(column error)" "3 3"
    equals "requests" "$(stat $s requests)" 9
    equals "results" "$(calls "SELECT count(*) FROM results")" 9

    # What others spend meanwhile counts.
    rm -f b.db*
    name="a budget of two processes"
    s=500,wrong=0,gap=500,polls=1,seed=2
    halted $s --budget 2000tokens
    it "another process" 0 timeout -s KILL 60 "$assay" run six.jsonl --attempts 40 \
        --model "$server/ok/v1#n" --store b.db --budget 1000000tokens
    kill -CONT $pid
    wait $pid
    equals "status" $? 3
    cp err1 err
    has err "the budget is spent"
    has err "spent meanwhile by other processes"

    # Ctrl-C while results are fetched: what came is judged.
    rm -f b.db*
    s=ok,wrong=0,batch=cut,hang=results2
    "$assay" run six.jsonl --model "$server/$s/v1#m" --batch --store b.db \
        --max-tokens 99 >out 2>err &
    pid=$!
    name="an interrupt while fetching"
    soon hung $s
    kill -INT $pid
    wait $pid
    equals "status" $? 3
    equals "some are judged" \
        "$(calls "SELECT count(*) BETWEEN 1 AND 5 FROM results WHERE outcome = 'ok'")" 1
    ask $s v1 0
    whole $s 6 1
}

prices() {
    # Half the price: in the forecast, the table and the budget.
    echo 'm: {input: 1000, output: 1000}' >prices.yaml
    rm -f b.db* c.db*
    model="$server/ok,wrong=0,seed=9/v1#m"
    it "a forecast" 0 "$assay" run six.jsonl --model "$model" --store b.db \
        --dry-run --prices prices.yaml --max-tokens 10 --batch
    has out "at the batch price"
    it "one by one" 0 "$assay" run six.jsonl --model "$model" --store c.db \
        --csv --prices prices.yaml
    full=$(column cost)
    it "by batch" 0 "$assay" run six.jsonl --model "$model" --store b.db \
        --csv --prices prices.yaml --batch
    equals "half of it" "$(py "abs($(column cost) * 2 - $full) < 1e-9")" \
        True
    it "the store knows" 0 "$assay" store show last --store b.db --csv \
        --prices prices.yaml
    equals "half of it" "$(py "abs($(column cost) * 2 - $full) < 1e-9")" \
        True
    rm -f b.db*
    it "a budget needs a size" 3 "$assay" run six.jsonl --model "$model" \
        --store b.db --batch --budget 1000tokens
    has err "needs --max-tokens"
    it "a budget is kept" 3 "$assay" run six.jsonl --model "$model" --store b.db \
        --csv --batch --budget 150tokens --max-tokens 8
    has err "the budget is spent"
    equals "some were asked" "$(py "0 < $(column correct) < 6")" True
    it "the chain holds" 0 "$assay" store verify --store b.db

    # Models of the process answer as ever.
    it "a student by batch" 0 "$assay" run six.jsonl --model student --limit 1 \
        --max-tokens 4 --store s.db --batch
}

# Most of it waits, so the parts run side by side, each in a folder of its own.
part() { # FOLDER COMMAND...
    parts="${parts-} $1"
    mkdir "$1" && cp six.jsonl "$1"
    (
        cd "$1" && shift && start_python && "$@"
        echo "# the end"
    ) >"$1/tap" 2>&1 &
    pids="${pids-} $!"
}
part openai in_form v1
part anthropic in_form v1/messages
part refusals refusals
part foreigners foreigners
part together together
part prices prices
for pid in $pids; do wait "$pid"; done
for p in $parts; do
    cat "$p/tap"
    grep -q "^# the end" "$p/tap" || result 'not ok' "$p: it broke off"
done >taps
awk '/^(not )?ok [0-9]+ - / { sub(/ok [0-9]+/, "ok " ++n); bad += /^not/ }
     { print }
     END { print "1.." n; exit bad > 0 }' taps
