# For scripts whose results are looked at in Python: sourced behind tap.sh.
#
#   check NAME   the program on standard input prints what is wrong, and nothing
#                else; it knows what stands in ./tools.py, to which a script adds
#                its own (cat >>tools.py)
if ! python3 -c 'import json' 2>/dev/null; then
    echo 'ok 1 - all of it # SKIP no python3'
    echo 1..1
    exit 0
fi
cat >tools.py <<'END'
import json, os, re
def load(f): return json.load(open(f))
def lines(f): return [json.loads(l) for l in open(f)]
def want(ok, *what):
    if not ok: print(*what)
END
check() {
    name=$1
    { echo 'from tools import *'; cat; } >check.py
    if PYTHONPATH=$work python3 check.py >said 2>&1 && [ ! -s said ]; then
        result ok "$name"
    else
        cp said out
        : >err
        fault "not so"
    fi
}
