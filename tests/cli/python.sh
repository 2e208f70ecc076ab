#!/bin/sh
# bindings/python/assay: the judge from Python, by ctypes.
. "$(dirname "$0")/../lib/tap.sh"

if ! command -v python3 >/dev/null 2>&1; then
    echo 'ok 1 - python # SKIP no python3 here'
    echo '1..1'
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$here/bindings/python
export PYTHONDONTWRITEBYTECODE PYTHONPATH
library=$ASSAY_BUILD/libassay.so.0
preload=
if nm "$assay" | grep -q __asan; then
    # Python itself has no sanitizer: it must come first, and Python's own
    # leaks are none of ours.
    preload=$(${CC:-cc} -print-file-name=libasan.so)
    ASAN_OPTIONS=detect_leaks=0
    export ASAN_OPTIONS
fi
py() { LD_PRELOAD=$preload python3 "$@"; }
export ASSAY_LIBRARY="$library"

it 'the doctest' 0 py -m doctest "$here/bindings/python/assay/__init__.py"
it 'the doctest of math_verify' 0 py -m doctest "$here/bindings/python/assay/compat/math_verify.py"
it 'math_verify' 0 py "$here/tests/cases/python/math_verify_check.py"
has out 'all is well'
it 'what it promises' 0 py "$here/tests/cases/python/check.py"
has out 'all is well'

# Where the library is looked for.
ASSAY_LIBRARY=$work/none.so
it 'a library that is not there' 1 py -c 'import assay; assay.version()'
has err 'could not load libassay'
has err 'none.so: no such file'
has err 'ASSAY_LIBRARY'
unset ASSAY_LIBRARY
it 'the library of the tree it stands in' 0 py -c 'import assay; print(assay.version())'
cp -r "$here/bindings/python/assay" .
cp "$library" assay/libassay.so.0
PYTHONPATH=$work
it 'the library beside the module' 0 py -c 'import assay; print(assay.version())'
is out "$(sed -n 's/^#define ASSAY_VERSION *"\(.*\)"/\1/p' "$here/include/assay.h")"

rm assay/libassay.so.0
mkdir -p pre/bin pre/lib
cp "$assay" pre/bin/
cp "$library" pre/lib/
it 'the library of the program on the PATH' 0 env PATH="$work/pre/bin:$PATH" \
    LD_PRELOAD="$preload" python3 -c 'import assay; assay.version(); print(assay._lib()._name)'
is out "$work/pre/lib/libassay.so.0"
mkdir -p deb/share/assay "deb/lib/$(python3 -c 'import sysconfig; print(sysconfig.get_config_var("MULTIARCH") or "none")')"
mv assay deb/share/assay/
mv pre/lib/libassay.so.0 deb/lib/*/
PYTHONPATH=$work/deb/share/assay
it "the library in Debian's folder" 0 py -c 'import assay; assay.version(); print(assay._lib()._name)'
is out "$(echo "$work"/deb/lib/*/libassay.so.0)"

# The reward.py that `assay export` writes, with the real judge.
"$assay" new concept/crt --seed 1 >problems.jsonl 2>/dev/null
it 'an export for TRL' 0 "$assay" export problems.jsonl --to trl -o trl
cat >ask.py <<'END'
import json, sys
sys.path.insert(0, "trl")
from reward import assay_reward
row = json.loads(open("trl/assay.jsonl").readline())
key = row["ground_truth"]
print(assay_reward(["so \\boxed{%s}" % key, "\\boxed{x}", "#### -1"], [key] * 3))
END
it 'its rewards' 0 env ASSAY="$assay" python3 ask.py
is out '[1.0, 0.0, 0.0]'
finish
