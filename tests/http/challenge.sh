#!/bin/sh
# Challenges against a server that misbehaves: 429 storms, truncated replies, a
# server that says no, a budget that ends in the middle, a stop, and kill -9 in
# the middle, after which nothing is asked twice.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
serve_pid=
trap 'kill $server_pid 2>/dev/null; [ -z "$serve_pid" ] || kill -9 $serve_pid 2>/dev/null; rm -rf "$work"' EXIT

check() { # NAME COMMAND...
    name=$1
    shift
    if "$@"; then result ok "$name"; else fault "no: $*"; fi
}
start() { # OPTIONS...: serves on; sets $url
    : >told
    "$assay" serve --port 0 --store class.db --retries 8 "$@" 2>told &
    serve_pid=$!
    soon grep -q 'signs in with' told
    url=$(sed -n 's/^assay: serving on //p' told)
}
stop() {
    kill -TERM $serve_pid
    wait $serve_pid
    serve_pid=
}
sign_in() { # the owner, by the link that is told
    link=$(sed -n 's/.*signs in with \([^,]*\),.*/\1/p' told)
    curl -s -o page -c jar -d 'name=Olga' "$link"
    token
}
token() {
    curl -s -b jar -o page "$url/entries/new"
    csrf=$(sed -n 's/.*name="csrf" content="\([^"]*\)".*/\1/p' page)
}
sql() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect("class.db").execute(sys.argv[1]): print(*row)' "$1"; }
ask() { # MODEL ATTEMPTS
    curl -s -b jar -o page -w '%{http_code}' --data-urlencode "csrf=$csrf" \
        --data-urlencode "model=$1" -d "attempts=$2" "$url/entries/1/ask"
}
state() { sql "select state from challenges where id = $1"; }
now() { [ "$(state "$1")" = "$2" ]; }
results() { sql "select count(*) from results where run = (select run from challenges where id = $1)"; }

models="--model $server/storm,rate=0.5/v1#m --model $server/finish-length/v1#m
    --model $server/latency,ms=300/v1#m --model $server/echo-key/v1#m
    --model $server/hang/v1#m --model $server/ok/v1#m"
# shellcheck disable=SC2086
ASSAY_API_KEY=sk-not-to-be-shown-1234 start $models
sign_in

# ---- an entry, written on its page ----

code=$(curl -s -b jar -o page -w '%{http_code}' --data-urlencode "csrf=$csrf" \
    --data-urlencode 'statement=What is 20 + 22?' --data-urlencode 'answer=42' \
    --data-urlencode 'key=42' -d 'topic=sums&kind=integer&check=none' "$url/entries")
check 'an entry is made' [ "$code" = 303 ]

# ---- weather ----

check 'the storm is asked' [ "$(ask "$server/storm,rate=0.5/v1#m" 8)" = 303 ]
soon now 1 done
check 'it ends well' now 1 done
check 'with all attempts' [ "$(results 1)" = 8 ]
check 'the server saw trouble' [ "$(stat storm,rate=0.5 requests)" -gt 8 ]
ask "$server/finish-length/v1#m" 3 >/dev/null
soon now 2 done
curl -s -b jar -o page "$url/entries/1/ask"
check 'truncated replies are marked so' grep -q 'data-mark="truncated"' page
check 'in words too' grep -q 'truncated 3' page

# ---- no call can succeed; its words hold the key ----

ask "$server/echo-key/v1#m" 3 >/dev/null
soon now 3 failed
check 'a refused key fails' now 3 failed
check 'and says why' [ -n "$(sql 'select why from challenges where id = 3')" ]
curl -s -b jar -o page "$url/entries/1/ask"
check 'the key is not on the page' sh -c '! grep -q sk-not-to-be-shown page'
check 'nor in the store' sh -c '! grep -q sk-not-to-be-shown class.db*'

# ---- stopped by a person ----

ask "$server/hang/v1#m" 2 >/dev/null
soon reached hang 1
curl -s -b jar -o page --data-urlencode "csrf=$csrf" "$url/challenges/4/stop"
soon now 4 stopped
check 'a stop ends it' now 4 stopped
check 'and says who' [ "$(sql 'select why from challenges where id = 4')" = 'stopped by Olga' ]

# ---- kill -9 in the middle ----

check 'slow ones' [ "$(ask "$server/latency,ms=300/v1#m" 30)" = 303 ]
soon reached latency,ms=300 4
sleep 0.5
kill -9 $serve_pid
wait $serve_pid 2>/dev/null
before=$(results 5)
check 'it was asking' now 5 asking
check 'some had come' [ "$before" -gt 0 ]
check 'not all had' [ "$before" -lt 30 ]
journal=$(sql 'select count(*) from calls')
flight=$(($(stat latency,ms=300 requests) - before))
# shellcheck disable=SC2086
ASSAY_API_KEY=sk-not-to-be-shown-1234 start $models
soon now 5 done
check 'the next start goes on' now 5 done
check 'all attempts have results' [ "$(results 5)" = 30 ]
check 'the journal grew by the rest alone' \
    [ "$(sql 'select count(*) from calls')" = "$((journal + 30 - before))" ]
check 'no answered call was sent again' \
    [ "$(stat latency,ms=300 requests)" -le $((30 + flight)) ]
stop
it 'the store holds' 0 "$assay" store verify --store class.db

# ---- a budget ends in the middle ----

# shellcheck disable=SC2086
ASSAY_API_KEY=sk-not-to-be-shown-1234 start $models --person-budget 1ktokens --concurrency 1
sign_in
spent=$(sql 'select cast(sum(tokens) as integer) from challenges')
check 'tokens were counted' [ "$spent" -gt 0 ]
stop
# shellcheck disable=SC2086
ASSAY_API_KEY=sk-not-to-be-shown-1234 start $models --person-budget "$((spent + 100))tokens" --concurrency 1
token
ask "$server/ok/v1#m" 30 >/dev/null
soon now 6 failed
check 'a budget stops it' now 6 failed
check 'in the middle' [ "$(results 6)" -gt 0 ]
check 'not at the end' [ "$(results 6)" -lt 30 ]
sql 'select why from challenges where id = 6' >why
check 'and it says so' grep -q "budget.*ask for the missing attempts" why
stop

# ---- several at once share a budget, and what a server takes ----

spent=$(sql 'select cast(sum(tokens) as integer) from challenges')
# shellcheck disable=SC2086
ASSAY_API_KEY=sk-not-to-be-shown-1234 start --model "$server/latency,ms=20/v1#m" \
    --person-budget "$((spent + 2000))tokens" --concurrency 3
token
for _ in 1 2 3 4 5 6; do ask "$server/latency,ms=20/v1#m" 30 >/dev/null; done
none_left() { [ "$(sql "select count(*) from challenges where state in ('queued', 'asking')")" = 0 ]; }
soon none_left
all=$(($(sql 'select cast(sum(tokens) as integer) from challenges') - spent))
call=$(sql 'select cast(tokens / 30 as integer) from challenges where id = 5')
check 'they use their budget' [ "$all" -gt $((2000 - 4 * call)) ]
check 'and break it by no more than first calls, whose cost nobody knows' [ "$all" -le $((2000 + 3 * call)) ]
check 'the server is not asked more at once than it may' [ "$(stat latency,ms=20 most_in_flight)" -le 3 ]
stop
finish
