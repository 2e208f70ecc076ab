#!/bin/sh
# A run whose store cannot grow any more, and the line that tells how it goes.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
sums 3000 >sums.jsonl
model="$server/ok/v1#m"

# A limit on the size of files stands for a full disk: writes fail half way.
name="a full disk"
(
    trap '' XFSZ
    ulimit -f 9000
    exec "$assay" run sums.jsonl -m "$model" --store full.db >out 2>err
)
got=$?
if [ $got = 3 ]; then result ok "$name: status 3"; else fault "status $got"; fi
has err "could not write"
done1=$("$assay" store list --store full.db --json | sed -n 's/.*"results": \([0-9]*\).*/\1/p')
if [ "${done1:-0}" -gt 0 ] && [ "$done1" -lt 3000 ]; then
    result ok "$name: part of the results is there"
else
    fault "${done1:-no} results"
fi
it "what is there is intact" 0 "$assay" store verify --store full.db
kept=$("$assay" store verify --store full.db | sed -n 's/.* \([0-9]*\) replies.*/\1/p')
before=$(stat ok requests)
it "goes on with more room" 0 "$assay" run sums.jsonl -m "$model" --store full.db
name="no committed reply is asked again"
again=$(($(stat ok requests) - before))
if [ $again -le $((3000 - kept)) ]; then result ok "$name"
else fault "$again asked, $kept were there"; fi
it "and is whole" 0 "$assay" store verify --store full.db
has out "3000 results, 3000 replies: intact"

# Two processes, one store, runs that share half of their calls.
head -n 2000 sums.jsonl >low.jsonl
tail -n 2000 sums.jsonl >high.jsonl
"$assay" run low.jsonl -m "$server/latency,ms=5/v1#m" --store two.db >out1 2>err1 &
one=$!
"$assay" run high.jsonl -m "$server/latency,ms=5/v1#m" --store two.db >out2 2>err2 &
two=$!
wait $one
a=$?
wait $two
b=$?
name="two processes share a store"
if [ $a$b = 00 ]; then result ok "$name"; else cat err1 err2 >err; fault "$a $b"; fi
it "both are whole" 0 "$assay" store verify --store two.db
has out "2 runs, 4000 results, 3000 replies: intact"

# The progress line, on a terminal of so many columns: no line is longer, and
# what does not fit is left out from the right.
cat >terminal.py <<'END'
import fcntl, os, pty, re, struct, sys, termios
columns, seen = int(sys.argv[1]), b""
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execv(sys.argv[2], sys.argv[2:])
while True:
    try:
        data = os.read(fd, 1 << 16)
    except OSError:
        break
    if not data:
        break
    seen += data
drawn = [x for x in re.split(r"[\r\n]+", seen.decode()) if x.startswith("asking")]
text = re.sub(r"\s+", " ", " ".join(drawn))
print("longest", max(map(len, drawn)) < columns)
for what in (r"asking [\d,]+/3,000", r"\d+ %", r"[\d,]+/s", r"left", r"\d+ in flight",
             r"[\d.]+ % \(\d+\.\.\d+\)", r"tokens", r"\$0\.\d+"):
    print("figure", what, bool(re.search(what, text)))
END
printf 'm: {input: 1, output: 1}\n' >prices.yaml
progress() { # COLUMNS
    it "the progress line at $1" 0 env -u COLUMNS python3 terminal.py "$1" "$assay" run \
        sums.jsonl -m "$server/latency,ms=30/v1#m" --store "p$1.db" -c 64 --fixed \
        --prices prices.yaml
    has out "longest True"
}
progress 132
if [ "$(grep -c '^figure.*True' out)" != 8 ]; then fault "something is missing"
else result ok "$name: all figures"; fi
progress 30
has out "figure left False"
has out "figure asking [\d,]+/3,000 True"
finish
