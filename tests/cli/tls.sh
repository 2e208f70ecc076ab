#!/bin/sh
# TLS: HTTP/2 where the server has it, a certificate that is not known, and
# proxies from the environment. nginx stands before the test server.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
if ! command -v nginx >/dev/null || ! command -v openssl >/dev/null; then
    echo "ok 1 - TLS # SKIP nginx or openssl is missing"
    echo "1..1"
    exit 0
fi
sums 40 >sums.jsonl
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
    -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 2>/dev/null
chmod 755 "$work"

front_at() { # PORT: nginx before the test server; fails where the port is taken
    cat >nginx.conf <<END
daemon off; pid $work/nginx.pid; error_log $work/nginx.log; worker_processes 1;
events { worker_connections 512; }
http {
    access_log off; client_body_temp_path $work/t1; proxy_temp_path $work/t2;
    fastcgi_temp_path $work/t3; uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
    server {
        listen 127.0.0.1:$1 ssl http2;
        ssl_certificate $work/cert.pem; ssl_certificate_key $work/key.pem;
        location / { proxy_pass $server; }
    }
}
END
    nginx -c "$work/nginx.conf" -p "$work" 2>>nginx.err &
    nginx_pid=$!
    while kill -0 $nginx_pid 2>/dev/null; do
        curl -sk -m 5 "https://127.0.0.1:$1/ok/stats" >stats && [ -s stats ] && return 0
        sleep 0.1
    done
    return 1
}

# Below the ports that the system gives away: one that is free now stays so.
trap 'kill $server_pid $nginx_pid 2>/dev/null; wait; rm -rf "$work"' EXIT
tls_port=$((12000 + $$ % 18000)) tries=0
until front_at $tls_port; do
    tries=$((tries + 1)) tls_port=$((tls_port + 61))
    if [ $tries = 8 ]; then
        name="nginx starts" && fault "$(cat nginx.err)"
        finish
        exit 1
    fi
done
model="https://127.0.0.1:$tls_port/ok/v1#m"

it "an unknown certificate stops the run" 3 "$assay" run sums.jsonl -m "$model" --store a.db
has err "SSL_CERT_FILE"
it "with its certificate" 0 env SSL_CERT_FILE="$work/cert.pem" \
    "$assay" run sums.jsonl -m "$model" --store b.db
has out "40"
python3 -c '
import sqlite3
print(*sqlite3.connect("b.db").execute("select distinct http_version from calls").fetchone())' >version
name="HTTP/2 over TLS"
is version 2
it "CURL_CA_BUNDLE does as well" 0 env CURL_CA_BUNDLE="$work/cert.pem" \
    "$assay" run sums.jsonl -m "$model" --store c.db --limit 2

# A plain proxy: the test server gets the whole URL in the request line.
it "a proxy from the environment" 0 env http_proxy="$server" \
    "$assay" run sums.jsonl -m "http://models.invalid/ok,jitter=0/v1#m" --store d.db --limit 3
name="the proxy was asked"
if [ "$(stat ok,jitter=0 requests)" = 3 ]; then result ok "$name"; else fault "no"; fi
it "a server of this machine is asked without the proxy" 0 env \
    http_proxy=http://127.0.0.1:1 all_proxy=http://127.0.0.1:1 \
    "$assay" run sums.jsonl -m "$server/ok/v1#m" --store g.db --limit 3
it "NO_PROXY" 3 env http_proxy="$server" NO_PROXY=models.invalid \
    "$assay" run sums.jsonl -m "http://models.invalid/ok/v1#m" --store e.db \
    --limit 3 --retries 0
has err "models.invalid"
finish
