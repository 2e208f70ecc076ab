#!/bin/sh
# What a person sees: one screen, as wide as the terminal, with colours where
# they are wanted and bars that the locale can write.
. "$(dirname "$0")/../lib/tap.sh"
unset COLUMNS NO_COLOR LC_CTYPE LANG
export TERM=xterm LC_ALL=C.UTF-8

# terminal.py COLUMNS COMMAND...: runs it on a terminal of so many columns, and
# prints what it wrote there, without carriage returns.
cat >terminal.py <<'PY'
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
    fcntl.ioctl(1, termios.TIOCSWINSZ, size)
    os.execvp(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    try:
        data = os.read(fd, 1 << 16)
    except OSError:
        break
    if not data:
        break
    seen += data
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY

# fits FILE COLUMNS LINES: no line and not the whole is larger, escapes aside.
cat >fits.py <<'PY'
import re, sys, unicodedata
text = re.sub("\x1b\\[[0-9]*m", "", open(sys.argv[1], encoding="utf-8").read())
lines = text.splitlines()
wide = max(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in x)
           for x in lines)
if "\x1b" in text or wide > int(sys.argv[2]) or len(lines) > int(sys.argv[3]):
    print(wide, "columns,", len(lines), "lines")
PY
fits() {
    python3 fits.py "$1" "$2" "$3" >odd 2>&1
    if [ -s odd ]; then fault "$(cat odd)"; else result ok "$name: fits"; fi
}
lacks() { # FILE TEXT
    if grep -qF -e "$2" "$1"; then fault "$1 has \"$2\""
    else result ok "$name: $1 lacks \"$2\""; fi
}
escape=$(printf '\033')

"$assay" new concept/all,mathador --seed 1 --level all --count 1 >all.jsonl
printf '%s\n' 'seed: 7' 'base: 0.2' 'weak:' '- concepts: [Chinese remainder theorem]' \
    '  fail: 1' >weak.yaml
printf '%s\n' 'seed: 8' 'base: 0.1' >fair.yaml
it "a run over all families" 0 "$assay" run all.jsonl -m planted:weak.yaml
has out "run r1 on all.jsonl: "
has out "the worst groups; in the ranking, small groups count less:"
has out "family   concept/crt"
has out "█"
has out "--full (all "
has out "assay report r1 -o r1.html"
lacks out "$escape"
fits out 100 40
it "the whole of it" 0 "$assay" store show r1 --full
name="--full has every group"
lacks out "the worst groups"
has out "concept "
has out "intervals: 95 %"
if [ "$(wc -l <out)" -gt 60 ]; then result ok "$name"; else fault "few lines"; fi
it "groups that are asked for" 0 "$assay" store show r1 --by level
has out "level  problems"
lacks out "the worst groups"

# ---- the terminal's width ----
for columns in 40 60 80 132; do
    it "a terminal of $columns" 0 python3 terminal.py $columns "$assay" store show r1
    fits out $columns $((columns < 80 ? 80 : 40))
    it "all of it on $columns" 0 python3 terminal.py $columns "$assay" store show r1 --full
    fits out $columns 3000
done
name="COLUMNS wins"
it "$name" 0 env COLUMNS=70 python3 terminal.py 132 "$assay" store show r1
fits out 70 60
it "a run on a narrow terminal" 0 python3 terminal.py 80 "$assay" run all.jsonl \
    -m planted:fair.yaml -m planted:weak.yaml -k 2
sed 's/.*\r//' out | grep -v '^assay: ' >shown # behind the progress line
fits shown 80 40
has out "(means over the 2 models)"
it "a comparison" 0 python3 terminal.py 80 "$assay" compare r2
fits out 80 40
has out "differ; the first 10:"
it "all of the comparison" 0 "$assay" compare r2 --full
has out "differ; the first 20:"

# Two keys and a rate with its interval need all of a narrow page.
head -n 40 all.jsonl >few.jsonl
printf '%s\n' 'seed: 9' 'base: 0.3' >a-model-with-a-long-name.yaml
printf '%s\n' 'target: planted:weak.yaml' 'attempts: 2' 'probe: {singles: 4, pairs: 0}' \
    'problems: 10' 'control_problems: 10' >hunt.yaml
it "three models" 0 "$assay" run few.jsonl -m planted:fair.yaml -m planted:weak.yaml \
    -m planted:a-model-with-a-long-name.yaml --store narrow.db
it "a sweep" 0 "$assay" run few.jsonl -m planted:fair.yaml --sweep max_tokens=1k,4k \
    --store narrow.db
for columns in 40 50 60; do
    for c in r1 "r1 --full" "r1:planted:fair.yaml r1:planted:weak.yaml" \
        "r2 r3 --over max_tokens" "r1 --variance"; do
        # shellcheck disable=SC2086
        it "compare $c on $columns" 0 python3 terminal.py $columns "$assay" compare $c \
            --store narrow.db
        fits out $columns 300
    done
    it "a hunt on $columns" 0 python3 terminal.py $columns "$assay" hunt hunt.yaml --full \
        -o found --store narrow.db
    sed 's/.*\r//' out | grep -v '^assay: ' >shown
    fits shown $columns 900
done

# ---- colours ----
it "colours on a terminal" 0 python3 terminal.py 80 "$assay" store show r1
has out "$escape[1mrun r1 on all.jsonl"
has out "$escape[36m"
it "NO_COLOR" 0 env NO_COLOR=1 python3 terminal.py 80 "$assay" store show r1
lacks out "$escape"
it "a dumb terminal" 0 env TERM=dumb python3 terminal.py 80 "$assay" store show r1
lacks out "$escape"
it "--color never" 0 python3 terminal.py 80 "$assay" store show r1 --color never
lacks out "$escape"
it "--color always, piped" 0 env NO_COLOR=1 "$assay" store show r1 --color always
has out "$escape[1m"
it "--color auto, piped" 0 "$assay" compare r2 --color auto
lacks out "$escape"
for c in "run all.jsonl -m planted:fair.yaml" "compare r2" "hunt" "evolve" "climb"; do
    # shellcheck disable=SC2086
    it "--color of ${c%% *}" 2 "$assay" $c --color sometimes
    has err "--color takes auto, always or never, not \"sometimes\""
done
it "JSON has no colours" 0 "$assay" store show r1 --json --color always
lacks out "$escape"
it "nor has Markdown" 0 "$assay" store show r1 --markdown --color always
lacks out "$escape"
has out "| concept |"

# ---- bars ----
it "bars without UTF-8" 0 env LC_ALL=C "$assay" store show r1
has out "##"
lacks out "█"
it "bars by LANG" 0 env -u LC_ALL LANG=de_DE.utf8 "$assay" store show r1
has out "█"
it "no locale" 0 env -u LC_ALL "$assay" store show r1
has out "█"

# ---- JUnit ----
it "JUnit" 0 "$assay" store show r1 --junit j.xml
python3 -c '
import xml.etree.ElementTree as t
f = t.parse("j.xml").getroot().find(".//failure")
print(f.get("message"))
print(f.text)' >figures
name="a failure has statement, key and answer"
has figures "wrong: answer "
has figures ", key "
has figures "statement: "
finish
