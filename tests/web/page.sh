#!/bin/sh
# Pages in a real browser: tests/web/page.py looks at pages that make_page
# writes from ordinary and from hostile data.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/browser.sh"
make=$ASSAY_BUILD/tests/web/make_page
"$make" report "$work/report.html" && "$make" split "$work/folder" &&
    "$make" many "$work/many.html" 10000 || exit 3

timeout -s KILL 300 $python "$here/tests/web/page.py" "$work"
