# For scripts that talk to the test server: starts it, in the script's own
# shell, and ends it with the script. Sourced behind tap.sh.
#
#   $server        http://127.0.0.1:PORT
#   sums N FROM    N problems "What is A + B?" as JSON lines
#   stat SCENARIO FIELD   a count of the server
#   reached SCENARIO N    it got N requests at least
"$ASSAY_BUILD/tests/http/server" >port &
server_pid=$!
trap 'kill $server_pid 2>/dev/null; rm -rf "$work"' EXIT
soon test -s port
server=http://127.0.0.1:$(sed -n 's/^listening //p' port)
unset OPENAI_API_KEY ANTHROPIC_API_KEY ASSAY_API_KEY ASSAY_STORE \
    OPENAI_BASE_URL ANTHROPIC_BASE_URL http_proxy HTTP_PROXY all_proxy ALL_PROXY \
    CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR

sums() {
    awk -v n="$1" -v from="${2:-0}" 'BEGIN {
        for (i = from; i < from + n; i++)
            printf "{\"id\": \"s%d\", \"question\": \"What is %d + %d?\", " \
                   "\"answer\": \"%d\"}\n", i, 3 * i + 1, 7 * i + 2, 10 * i + 3
    }'
}

reached() { [ "$(stat "$1" requests)" -ge "$2" ]; }

stat() {
    curl -s "$server/$1/stats" | sed -n "s/.*\"$2\": *\([0-9]*\).*/\1/p"
}

# The numbers of a run, without what names it and what it cost: counts, rates.
numbers() { # STORE RUN
    "$assay" store show "$2" --store "$1" --csv | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
for r in rows:
    print(*(v for k, v in r.items() if k != "model" and "seconds" not in k), sep=",")'
}
