#!/bin/sh
# The workbench in a real browser: a class of three from the first link to the
# sealed set, by tests/web/workbench.py, against a server that misbehaves.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/browser.sh"
. "$here/tests/lib/server.sh"
printf 'seed: 8\nbase: 0.5\n' >weak.yaml
# Public problems, one of which somebody will write again.
sums 3 0 | "$assay" import - >public.jsonl 2>/dev/null
timeout -s KILL 300 "$python" "$here/tests/web/workbench.py" "$assay" "$server"
