#!/bin/sh
# The server from outside: it starts, tells its links, signs people in, keeps to
# this machine, speaks TLS, stops at a signal; and no secret is in its store.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE ASSAY_TOKEN http_proxy HTTP_PROXY all_proxy ALL_PROXY
serve_pid=
trap '[ -z "$serve_pid" ] || kill $serve_pid 2>/dev/null; rm -rf "$work"' EXIT

told() { grep -q "$1" told; }
start() { # OPTIONS...: serves; sets $url
    : >told
    "$assay" serve --port 0 "$@" 2>told &
    serve_pid=$!
    soon sh -c "grep -qE 'serving|assay: .*(usage|could|cannot)' told ||
        ! kill -0 $serve_pid 2>/dev/null"
    url=$(sed -n 's/^assay: serving on //p' told)
}
stop() { # and sets $ended to its status, $took to seconds
    from=$(date +%s)
    kill -TERM $serve_pid
    wait $serve_pid
    ended=$? serve_pid=
    took=$(($(date +%s) - from))
}
check() { # NAME COMMAND...
    name=$1
    shift
    if "$@"; then result ok "$name"; else fault "no"; fi
}
code() { curl -sk -o page -w '%{http_code}' "$@"; }

# ---- a class on this machine ----

start --store class.db --title 'Class 201'
soon told 'signs in with'
link=$(sed -n 's/.*signs in with \([^,]*\),.*/\1/p' told)
token=$(sed -n 's/.*token of the reward API: //p' told)
check 'the real port is told' expr "$url" : 'http://127.0.0.1:[1-9][0-9]*$' >/dev/null
check 'the link is of it' expr "$link" : "$url/join/.\{43\}\$" >/dev/null
check 'nobody is let in' [ "$(code "$url/people")" = 401 ]
check 'the page of the link' [ "$(code "$link")" = 200 ]
check 'names the class' grep -q 'Class 201' page
check 'by another name it is closed' [ "$(code -H 'Host: evil.example' "$url/")" = 403 ]
curl -s -D head -o page -c jar -d 'name=Olga' "$link"
check 'joining leads on' grep -q '^HTTP/1.1 303' head
check 'a cookie for this site alone' grep -qi \
    '^set-cookie: assay=[A-Za-z0-9_-]\{43\}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax.$' head
cookie=$(awk '$6 == "assay" { print $7 }' jar)
check 'the owner sees people' [ "$(code -b jar "$url/people")" = 200 ]
csrf=$(sed -n 's/.*name="csrf" content="\([^"]*\)".*/\1/p' page)
check 'the link works once' [ "$(code -d name=Eve "$link")" = 410 ]
check 'a form needs its token' [ "$(code -b jar -d 'role=author&span=1&uses=1' "$url/invitations")" = 403 ]
# Strangers who send bodies slowly, with a cookie that looks like one or to a page
# that is open to all, do not keep those who are signed in from sending theirs.
cat >slow.py <<'PY'
import socket, sys
host, port = sys.argv[1].split("//")[1].split(":")
def post(path, length, more=""):
    s = socket.create_connection((host, int(port)), 20)
    s.sendall(("POST %s HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: application/"
               "x-www-form-urlencoded\r\nContent-Length: %d\r\n%s\r\n"
               % (path, host, port, length, more)).encode())
    return s
one = post("/entries", 1000000)
one.settimeout(20)
first = one.recv(4096)
rest = b"x"
try:
    while rest: rest = one.recv(65536)
except ConnectionError: pass
print(first[:12].decode(), b"Connection: close" in first)
held = []
for i in range(280):
    s = post("/entries", 1000000, "Cookie: assay=" + "a" * 43 + "\r\n")
    try: s.sendall(b"x" * 950000)
    except OSError: pass
    held.append(s)
busy = 0
for i in range(40):
    s = post("/join/" + "b" * 43, 100)
    s.setblocking(True)
    s.settimeout(0.5)
    try: busy += s.recv(12) in (b"HTTP/1.1 503", b"HTTP/1.1 429")
    except OSError: pass
    held.append(s)
print(busy >= 24, flush=True)
sys.stdin.read()
PY
mkfifo hold
python3 slow.py "$url" <hold >slow.out 2>slow.err &
slow=$!
exec 3>hold
soon sh -c '[ "$(wc -l <slow.out)" -ge 2 ] || ! kill -0 '$slow
check 'a stranger is refused before the body comes' grep -qx 'HTTP/1.1 401 True' slow.out
check 'an address has few open bodies of strangers' grep -qx True slow.out
check 'who is signed in posts meanwhile' [ "$(code -b jar -d "csrf=$csrf&role=author&span=1&uses=1" "$url/invitations")" = 200 ]
exec 3>&-
wait $slow
check 'with it' [ "$(code -b jar -d "csrf=$csrf&role=author&span=1&uses=1" "$url/invitations")" = 200 ]
second=$(sed -n 's/.*class="link">[^<]*\(\/join\/[^<]*\)<.*/\1/p' page)
check 'a body has a limit' [ "$(head -c 9000 /dev/zero | tr '\0' a |
    code -b jar -H "X-CSRF-Token: $csrf" --data-binary @- "$url/invitations")" = 413 ]
check 'another one joins' [ "$(code -c jar2 -d name=Ann "$url$second")" = 303 ]
check 'and is not the owner' [ "$(code -b jar2 "$url/people")" = 403 ]

# ---- the command line beside it ----

it 'the store is usable meanwhile' 0 "$assay" store verify --store class.db
printf '{"id": "a", "question": "1+1?", "answer": "2"}\n' >one.jsonl
printf '{"id": "a", "response": "2"}\n' >replies.jsonl
it 'and a run is made beside it' 0 "$assay" run one.jsonl -m replay:replies.jsonl --store class.db
check 'which serves on' [ "$(code -b jar "$url/people")" = 200 ]
it 'a port that is taken' 3 "$assay" serve --port "${url##*:}" --store other.db
has err '--port'

stop
check 'a signal ends it well' [ "$ended" = 0 ]
check 'and soon' [ "$took" -le 2 ]
check 'it says so' told 'stopped'
for s in "$token" "${link##*/}" "$cookie" "${second##*/}"; do
    check 'a secret was found' [ ${#s} = 43 ]
    check 'it is not in the store' sh -c "! grep -qF -e '$s' class.db*"
done

start --store class.db
soon told 'signs in with'
link=$(sed -n 's/.*signs in with \([^,]*\),.*/\1/p' told)
code "$link" >/dev/null
check 'the next start signs the owner in' grep -q '<strong>Olga</strong>' page
check 'sign-ins outlive it' [ "$(code -b jar "$url/people")" = 200 ]
stop
check 'and it ends well' [ "$ended" = 0 ]
mkdir folder
it 'a store that cannot be opened' 3 "$assay" serve --port 0 --store folder

# ---- addresses, tokens ----

it 'another address needs TLS' 2 "$assay" serve --address 0.0.0.0 --store a.db
has err '--tls-cert and --tls-key, or --insecure'
it 'no token is for this machine' 2 "$assay" serve --address 0.0.0.0 --insecure --no-token --store a.db
has err '--no-token'
it 'nor for those whom a proxy leads here' 2 "$assay" serve --no-token --origin https://class.example.org --store a.db
has err '--origin'
it 'half of TLS' 2 "$assay" serve --tls-cert one.jsonl --store a.db
has err "must be given together"
it 'a certificate that is not there' 3 "$assay" serve --tls-cert none.pem --tls-key none.pem --store a.db
has err 'none.pem'
it 'a short token' 2 env ASSAY_TOKEN=abc "$assay" serve --reward-only
has err 'ASSAY_TOKEN'
it 'what is no origin' 2 "$assay" serve --origin class.example.org --store a.db
has err '--origin'
it 'a budget' 2 "$assay" serve --person-budget '$2' --store a.db
has err '--prices'
check 'no store was made' [ ! -e a.db ]
it 'the spec' 0 "$assay" serve --print-spec --title X
has out 'title: X'

ASSAY_TOKEN=0123456789abcdef-secret
export ASSAY_TOKEN
start --reward-only
check 'the reward API alone' [ "$(code "$url/people")" = 404 ]
check 'a token that was given is not told' sh -c '! grep -q 0123456789abcdef told'
check 'no link is told' sh -c '! grep -q join told'
stop
check 'it ends well' [ "$ended" = 0 ]
unset ASSAY_TOKEN

# ---- TLS ----

openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
    -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 2>/dev/null
start --store tls.db --tls-cert cert.pem --tls-key key.pem
soon told 'signs in with'
link=$(sed -n 's/.*signs in with \([^,]*\),.*/\1/p' told)
check 'TLS' expr "$link" : 'https://127.0.0.1:' >/dev/null
curl -s --cacert cert.pem -D head -o page -c jar3 -d 'name=Olga' "$link"
check 'a cookie for TLS alone' grep -qi '^set-cookie: __Host-assay=.*; SameSite=Lax; Secure.$' head
check 'signed in over TLS' [ "$(code --cacert cert.pem -b jar3 "$url/people")" = 200 ]
stop
check 'and ends well' [ "$ended" = 0 ]
finish
