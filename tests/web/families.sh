#!/bin/sh
# A class writes a family in a real browser, by tests/web/families.py.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/browser.sh"
timeout -s KILL 240 "$python" "$here/tests/web/families.py" "$assay" "$here/examples/families"
