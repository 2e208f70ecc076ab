#!/bin/sh
# Pages in a real browser: tests/web/page.py looks at pages that make_page
# writes from ordinary and from hostile data.
. "$(dirname "$0")/../lib/tap.sh"

python=
for p in python3 /usr/bin/python3; do
    [ -z "$python" ] && $p -c 'import selenium' 2>/dev/null && python=$p
done
if [ -z "$python" ] || ! command -v chromedriver >/dev/null 2>&1; then
    echo 'ok 1 - pages # SKIP no chromium-driver or no python3-selenium here'
    echo '1..1'
    exit 0
fi
export PYTHONDONTWRITEBYTECODE=1
make=$ASSAY_BUILD/tests/web/make_page
"$make" report "$work/report.html" && "$make" split "$work/folder" &&
    "$make" many "$work/many.html" 10000 || exit 3

timeout -s KILL 300 $python "$here/tests/web/page.py" "$work"
