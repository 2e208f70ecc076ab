#!/bin/sh
# What hostile text, planted links, a lost terminal and a crash can do: nothing.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

# Characters that a terminal obeys or hides, in every place that is shown.
python3 - <<'P'
import json
odd = "A\x1b[2J\x7f\x9b31m\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029\U000e0041\u00ad\u3164Z"
rows = [{"id": f"p{i}{odd}", "question": f"What is 1+{i}? {odd}", "answer": str(1 + i)} for i in range(3)]
open("set.jsonl", "w").writelines(json.dumps(r) + "\n" for r in rows)
open("rep.jsonl", "w").writelines(json.dumps({"id": r["id"], "response": f"{odd} so \\boxed{{{odd}}}"}) + "\n" for r in rows)
open("pairs.jsonl", "w").writelines(json.dumps({"id": r["id"], "key": "1", "response": f"{odd} \\boxed{{{odd}}}"}) + "\n" for r in rows)
open("odd", "w").write(odd)
P
odd=$(cat odd)
seen='\xc2[\x80-\x9f\xad]|\x7f|\x1b|\xd8\x9c|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xe3\x85\xa4|\xf3\xa0'
clean() { # NAME FILE...
    if cat /dev/null "$@" | LC_ALL=C grep -aqP "$seen"; then fault "a character that a terminal obeys"
    else result ok "$name: nothing that a terminal obeys"; fi
}
shown() { # NAME COMMAND...
    name=$1
    shift
    "$@" >out 2>err </dev/null
    [ -s out ] || [ -s err ] || fault "said nothing"
    clean out err
}
shown "a run" "$assay" run set.jsonl -m replay:rep.jsonl --store s.db --junit j.xml
clean j.xml
shown "a forecast" "$assay" run set.jsonl -m replay:rep.jsonl --store n.db --dry-run
for o in --full --json --csv --markdown '--replies --json' '--replies'; do
    shown "store show $o" "$assay" store show r1 --store s.db $o
done
shown "store list" "$assay" store list --store s.db
shown "store list --json" "$assay" store list --store s.db --json
shown "a review" "$assay" review --store s.db
shown "one review" "$assay" review 1 --store s.db
shown "reviews as JSON" "$assay" review --store s.db --json
shown "grade" "$assay" grade pairs.jsonl
shown "grade --json" "$assay" grade pairs.jsonl --json
shown "check" "$assay" check set.jsonl
shown "overlap" "$assay" overlap set.jsonl set.jsonl
shown "overlap --json" "$assay" overlap set.jsonl set.jsonl --json
shown "import" "$assay" import set.jsonl
shown "the name of a file" "$assay" check "no$odd.jsonl"
shown "an option" "$assay" run "--x$odd"
shown "a command" "$assay" "x$odd"
shown "a model" "$assay" run set.jsonl -m "x$odd"
"$assay" import set.jsonl >printed.jsonl 2>err
"$assay" import set.jsonl -o written.jsonl 2>err
it "what is printed is what is written" 0 python3 -c '
import json
a, b = ([json.loads(l) for l in open(f)] for f in ("printed.jsonl", "written.jsonl"))
assert a == b and len(a) == 3 and "\x9b" in a[0]["statement"]'

# ---- paths ----

echo mine >precious
ln -s precious j2.xml.part
ln -s precious j2.xml
it "JUnit beside planted links" 0 "$assay" store show r1 --store s.db --junit j2.xml
is precious mine
it "the file is there" 0 grep -q '<testsuites' j2.xml
# Never the machine's own devices as root: a program that replaces them would
# break the machine.
if mknod null c 1 3 2>err; then
    it "a device" 0 "$assay" store show r1 --store s.db --junit null
    it "it is still one" 0 test -c null
fi
plain=
if [ "$(id -u)" = 0 ]; then plain="setpriv --reuid=65534 --regid=65534 --clear-groups"; fi
if [ -z "$plain" ] || $plain true 2>err; then
    chmod 777 .
    sums 2 >two.jsonl
    it "/dev/stdout, with a key" 0 env ASSAY_API_KEY=sk-0123456789abcdef $plain \
        "$assay" run two.jsonl --store other.db -m "$server/ok,wrong=0/v1#m" --junit /dev/stdout
    has out '<testsuites'
    has out 'accuracy'
fi
mkfifo pipe
timeout 20 cat pipe >piped &
it "a pipe" 0 "$assay" store show r1 --store s.db --junit pipe
wait $!
it "what came out of it" 0 grep -q '</testsuites>' piped
it "it is still one" 0 test -p pipe

# ---- a lost terminal, a crash ----

sums 400 >many.jsonl
key=sk-SECRET0123456789abcdef
TEAM=$key "$assay" run many.jsonl -m "$server/ok,ms=200/v1#m" -H 'X-Team: ${TEAM}' --store h.db \
    --concurrency 2 --fixed >hup.out 2>hup.err &
pid=$!
soon reached ok,ms=200 4
name="a key from the environment"
if tr '\0' '\n' <"/proc/$pid/cmdline" | grep -q SECRET; then fault "on the command line"
else result ok "$name is not on the command line"; fi
it "no core file with a key" 0 grep -Eq '^Max core file size +[01] +[01] ' "/proc/$pid/limits"
kill -HUP $pid
wait $pid
it "SIGHUP stops it as SIGTERM does" 0 test $? = 3
it "and says how to go on" 0 grep -q 'same command' hup.err
for f in hup.out hup.err h.db h.db-wal; do
    [ -f $f ] || continue
    name="the key is not in $f"
    if grep -q SECRET $f; then fault "it is"; else result ok "$name"; fi
done
(trap '' HUP
 exec "$assay" run many.jsonl -m "$server/ok,ms=200/v1#n" --store n.db --concurrency 2 --fixed --limit 6) >out 2>err &
pid=$!
soon reached ok,ms=200 6
kill -HUP $pid
wait $pid
it "nohup is heard" 0 test $? = 0
it "a variable that is not set" 2 "$assay" run many.jsonl -m "$server/ok/v1#m" -H 'X-Team: ${NOT_SET}' --store v.db
has err 'the variable NOT_SET is not set'
it "a key in the place of its name" 2 "$assay" run many.jsonl -m "$server/ok/v1#m" -H 'X-Team: ${gsk_0123456789abcdef0123}' --store v.db
has err 'the variable is not set'
it "a name that is too long" 3 "$assay" run many.jsonl -m "$server/418,ms=1/v1#long" --store long.db \
    --junit "$(printf '%0256d' 0)"
has err 'File name too long'
name="nothing was asked"
[ "$(stat 418,ms=1 requests)" = 0 ] && result ok "$name" || fault "asked"
it "the longest name" 0 "$assay" store show r1 --store s.db --junit "$(printf '%0255d' 0)"
mkfifo alone
(trap - INT; exec "$assay" report r1 --store s.db -o alone) >out 2>alone.err &
pid=$!
# until it hears SIGINT; then it waits for a reader
soon grep -q '^SigCgt:.*[2367abef]$' "/proc/$pid/status"
sleep 0.3
kill -INT $pid
wait $pid
it "a pipe that nobody reads, interrupted" 0 test $? = 3
it "and says so" 0 grep -q 'interrupted' alone.err
finish
