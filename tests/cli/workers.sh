#!/bin/sh
# Any number of workers on one run, in a file: nothing lost, nothing counted
# twice, whatever happens to them.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

store() { echo "$1.db"; }
change() {
    python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
for r in c.execute(sys.argv[2]): print(*r)
c.commit()' "$1" "$2"
}
free() {
    python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1], timeout=0.2)
c.execute("BEGIN IMMEDIATE")' "$1" 2>/dev/null
}
count() { change "$1" "SELECT count(*) FROM $2"; }
. "$here/tests/lib/workers.sh"
finish
