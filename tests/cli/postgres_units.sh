#!/bin/sh
# The tests of the store, which are written for files, hold for a database as well:
# each test has a schema of its own.
. "$(dirname "$0")/../lib/tap.sh"
server_pid=
. "$here/tests/lib/postgres.sh"

database units >/dev/null
ASSAY_TEST_POSTGRES="postgresql://assay@/units?host=$pg"
export ASSAY_TEST_POSTGRES
holds() {
    # A test finds its shared library from the top of the tree.
    (cd "$here" && CMOCKA_MESSAGE_OUTPUT=stdout "$ASSAY_BUILD/tests/unit/test_$1") >said 2>&1 || { cat said >&2; return 1; }
    grep -Eq 'PASSED.* [1-9][0-9]* test' said # not all of them were skipped
}
for t in store store_many runs verify studies reviews review_chain people entries \
    challenges question run_figures backup rates; do
    it "$t" 0 holds "$t"
done
finish
