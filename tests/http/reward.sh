#!/bin/sh
# The reward API through sockets: its token, its forms, the same lines as `assay
# grade`, limits, and a stop under load.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE http_proxy HTTP_PROXY all_proxy ALL_PROXY
serve_pid=
trap '[ -z "$serve_pid" ] || kill $serve_pid 2>/dev/null; rm -rf "$work"' EXIT

start() { # OPTIONS...: serves; sets $url
    : >told
    "$assay" serve --reward-only --port 0 "$@" 2>told &
    serve_pid=$!
    soon sh -c "grep -q serving told || ! kill -0 $serve_pid 2>/dev/null"
    url=$(sed -n 's/^assay: serving on //p' told)
}
post() { # PATH BODY [OPTIONS...]: prints the status, leaves the body in out
    path=$1 body=$2
    shift 2
    curl -s -o out -w '%{http_code}' -H "Authorization: Bearer $token" \
        -H "Content-Type: ${type:-application/json}" --data-binary "$body" "$@" "$url$path"
}
gets() { # NAME STATUS PATH BODY [OPTIONS...]
    name=$1 want=$2
    shift 2
    got=$(post "$@")
    if [ "$got" = "$want" ]; then result ok "$name"; else fault "status $got, not $want"; fi
}

token=a-token-of-the-tests-and-no-other-43-letters
export ASSAY_TOKEN=$token
start --threads 2
gets 'a grade' 200 /grade '{"gold": "1/2", "response": "\\boxed{0.5}"}'
has out '"reward": 1.0, "status": "judged"}'
token=another
gets 'another token' 401 /grade '{"gold": 1, "answer": 1}'
head -c 12000000 /dev/zero | tr '\0' ' ' >long
gets 'whose body is not waited for' 401 /grade @long --limit-rate 1000 --max-time 5
token=$ASSAY_TOKEN
gets 'slime' 200 /rm '{"prompt": "?", "response": "\\boxed{4}", "label": "4"}'
is out 1.0
gets 'OpenRLHF' 200 /get_reward '{"query": ["Q? 4</s>"], "prompts": ["Q?"], "labels": ["4"]}'
has out '"rewards": [1.0]'
gets 'NeMo-Gym' 200 /verify '{"expected_answer": "4", "response": {"output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "4"}]}]}}'
has out '"reward": 1.0, "status": "judged"'
gets 'what is not judged is counted' 200 /rm '{"response": "4"}' -D head
has head 'X-Assay-Undecided: 1'
gets 'no JSON' 400 /grade '{"gold": 1,'
has out '"line": 1, "column": 12'
gets 'a packed body' 415 /grade '{"gold": 1, "answer": 1}' -H 'Content-Encoding: gzip'
head -c 17000000 /dev/zero | tr '\0' ' ' >large
gets 'too large' 413 /grade @large

# ---- the same as assay grade ----

awk 'BEGIN {
    for (i = 0; i < 3000; i++)
        printf "{\"gold\": \"\\\\frac{%d}{%d}\", \"response\": \"\303\244 \\\\boxed{\\\\frac{%d}{%d}}.\"}\n",
            i % 13 + 1, i % 7 + 2, i % 11 + 1, i % 7 + 2
    print "{\"gold\": 1}"
    print "not JSON"
}' >rows.jsonl
"$assay" grade rows.jsonl >want 2>/dev/null
type=application/jsonl
gets 'lines' 200 /grade @rows.jsonl
sed 's/, "reward": [0-9.]*, "status": "[a-z]*"}$/}/' out >got
same got want
"$assay" grade --strict rows.jsonl >want 2>/dev/null
gets 'lines, strict' 200 '/grade?strict=1' @rows.jsonl
sed 's/, "reward": [0-9.]*, "status": "[a-z]*"}$/}/' out >got
same got want
type=

# ---- watching ----

gets 'metrics' 200 /metrics '' -G
has out 'assay_reward_grades_total{verdict="error"} 5'
has out 'assay_reward_requests_total{route="/rm",status="200"} 2'
token=another
gets 'metrics are not for anybody' 401 /metrics '' -G
gets 'health is' 200 /healthz '' -G
has out '"status": "ok"'
token=$ASSAY_TOKEN

# ---- a stop in the middle of much work ----

awk 'BEGIN { for (i = 0; i < 16000; i++) print "{\"gold\": \"2\\\\sqrt{13}\", \"response\": \"\\\\boxed{\\\\sqrt{52}}\"}" }' >much.jsonl
type=application/jsonl
(post /grade @much.jsonl >status) &
asking=$!
soon sh -c "curl -s $url/healthz | grep -q '\"requests\": 1'"
kill -TERM $serve_pid
name='it ends'
wait $serve_pid
if [ $? = 0 ]; then result ok "$name"; else fault 'badly'; fi
serve_pid=
wait $asking
name='the request is answered' # whole, or with 503
if grep -qE '200|503' status; then result ok "$name"; else fault "$(cat status)"; fi

it 'a policy that makes no sense' 2 "$assay" serve --reward-only --undecided maybe
has err 'zero, half, null or a number from 0 to 1'
finish
