#!/bin/sh
# A signal ends every command, with status 3 and with what is promised about its
# output. The work would take minutes or has no end; no time is measured.
. "$(dirname "$0")/../lib/tap.sh"

# Has the process used 0.2 s of a core? Or is it gone?
busy() {
    ticks=$(cut -d ' ' -f 14 "/proc/$pid/stat" 2>/dev/null) || return 0
    [ "${ticks:-0}" -ge 20 ]
}

# The process is told to end once; who does not is killed, with status 137.
told() { # SIGNAL
    kill -"$1" "$pid"
    (sleep 100; kill -9 "$pid") >/dev/null 2>&1 &
    killer=$!
    wait "$pid"
    got=$?
    kill "$killer" 2>/dev/null
}

whole() { # what was printed ends with a line, and nothing temporary is left
    tail -c 1 out | tr '\n' x >last
    case $(cat last) in x | '') result ok "$name: whole lines" ;;
    *) fault 'half a line' ;;
    esac
    left=$(find . -name '.*.part' -o -name '*.part*')
    if [ -z "$left" ]; then result ok "$name: no temporary files"; else fault "left: $left"; fi
}

# stops NAME SIGNAL COMMAND...; the signal is sent when $ready succeeds
ready=busy
stops() {
    name=$1 signal=$2
    shift 2
    "$@" >out 2>err </dev/null &
    pid=$!
    soon $ready
    told "$signal"
    if [ $got = 3 ]; then result ok "$name"; else fault "status $got"; fi
    has err interrupted
    whole
}

absent() { # FILE
    if [ -e "$1" ]; then fault "$1 is there"; else result ok "$name: no $1"; fi
}

# Rows without an end, at the path ./rows
mkfifo rows
endless() { # FILE
    (while cat "$1"; do :; done >rows) 2>/dev/null &
}

# ---- one item takes longer than the command may ----
stops 'new' TERM "$assay" new hard/periods --depth 1600 --count 1000 --seed 1
stops 'new, one thread' INT "$assay" new hard/spanning --depth 900 --count 1000 --seed 1 --threads 1
stops 'seal' HUP "$assay" seal hard/periods --depth 1600 --count 1000 -o opening.json
absent opening.json
stops 'evolve' TERM "$assay" evolve -n 100000 -o evolved
it 'evolve: the folder has no half of a set' 0 test "$(ls evolved)" = spec.yaml
stops 'solve' TERM "$assay" solve mathador --all
mkdir pages
stops 'families' INT "$assay" families --pages pages

# ---- files without an end ----
"$assay" new hard/towers --depth 600 --count 2 --seed 1 >deep.jsonl
"$assay" new concept/crt --count 20 --seed 1 >easy.jsonl
echo '{"gold": "x^2 - 1", "reply": "The answer is (x-1)(x+1)."}' >pairs.jsonl
echo '{"problem": "What is 1 + 1?", "answer": "2"}' >public.jsonl
endless deep.jsonl
stops 'check' TERM "$assay" check rows
endless pairs.jsonl
stops 'grade' INT "$assay" grade rows
endless easy.jsonl
stops 'overlap' TERM "$assay" overlap deep.jsonl rows
endless easy.jsonl
stops 'export' TERM "$assay" export rows --to inspect -o exported
absent exported
endless public.jsonl
stops 'import' INT "$assay" import rows -o imported.jsonl
absent imported.jsonl
endless public.jsonl
stops 'verify' HUP "$assay" verify --dataset rows

# ---- what goes on later ----
"$assay" new concept/crt,concept/euclid --level all --count 2000 --seed 1 >many.jsonl
printf 'base: 0.5\n' >model.yaml
wrote() { [ "$(cat run.db-wal 2>/dev/null | wc -c)" -gt 200000 ]; }
ready=wrote
stops 'run' TERM "$assay" run many.jsonl -m planted:model.yaml --store run.db
it 'run: the store is whole' 0 "$assay" store verify --store run.db
it 'run: it goes on' 0 "$assay" run many.jsonl -m planted:model.yaml --store run.db
has err 'run.db continues: '

# ---- timeout(1) sends the signal twice ----
it 'timeout' 124 timeout 1 "$assay" new hard/periods --depth 1600 --count 1000 --seed 1
has err interrupted
whole

# ---- a depth that is too deep is refused, not begun ----
it 'a large depth' 2 "$assay" new hard/towers --depth 10000000
has err 'the depth of hard/towers must be a whole number from 1 to '
it 'a larger one' 2 "$assay" new hard/chain --depth 99999999999999999999
has err ', not "99999999999999999999"'
it 'a small one' 2 "$assay" new hard/machines --depth 1
has err 'the depth of hard/machines must be a whole number from 2 to '
sed 's/"depth": "600"/"depth": "10000000"/; s/depth=600/depth=10000000/' deep.jsonl >deeper.jsonl
it 'rows of such a depth' 1 "$assay" check deeper.jsonl
has out ', not "10000000"'
has out '2 problems: 2 fail'
it 'a ladder ends at the largest' 0 "$assay" climb hard/owners --to 1000 --calls 20 \
    -m planted:model.yaml --store climb.db
has err 'hard/owners: the ladder ends at depth 12, the largest of the family'
finish
