#!/bin/sh
# The workbench in a real browser: a class of three from the first link to the
# sealed set, by tests/web/workbench.py, against a server that misbehaves.
. "$(dirname "$0")/../lib/tap.sh"

python=
for p in python3 /usr/bin/python3; do
    [ -z "$python" ] && $p -c 'import selenium' 2>/dev/null && python=$p
done
if [ -z "$python" ] || ! command -v chromedriver >/dev/null 2>&1; then
    echo 'ok 1 - workbench # SKIP no chromium-driver or no python3-selenium here'
    echo '1..1'
    exit 0
fi
export PYTHONDONTWRITEBYTECODE=1
. "$here/tests/lib/server.sh"
printf 'seed: 8\nbase: 0.5\n' >weak.yaml
# Public problems, one of which somebody will write again.
sums 3 0 | "$assay" import - >public.jsonl 2>/dev/null
timeout -s KILL 300 "$python" "$here/tests/web/workbench.py" "$assay" "$server"
