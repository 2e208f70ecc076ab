#!/bin/sh
# The test server answers as its README says, scenario by scenario. Needs the
# curl program. $SERVER is the server, if not the one of the build.
. "$(dirname "$0")/../lib/tap.sh"

if ! command -v curl >/dev/null; then
    echo 'ok 1 - the test server # SKIP no curl program'
    echo 1..1
    exit 0
fi
"${SERVER:=$ASSAY_BUILD/tests/http/server}" --log log >port &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
soon test -s port
root=http://127.0.0.1:$(sed -n 's/listening //p' port)

sum='{"model":"m-1","messages":[{"role":"system","content":"1 + 1"},
{"role":"user","content":"Add 3 + 4. What is $12 + 30$?"}],"max_tokens":9}'
right='The sum is \\boxed{42}.'

post() { # PATH [CURL'S OPTIONS]: status and header lines, then the body
    path=$1
    shift
    curl -s -i -m 20 -H 'Authorization: Bearer sk-secret"1' \
        --data-binary "$sum" "$@" "$root/$path"
}
get() {
    curl -s -m 20 "$root/$1"
}
chat=v1/chat/completions

# A fault: what its first try shows, and that the second try is answered.
trouble() { # SCENARIO STATUS TEXT...
    scenario=$1,wrong=0
    it "$1" 0 post "$scenario/$chat"
    has out "HTTP/1.1 $2 "
    shift 2
    for text in "$@"; do
        has out "$text"
    done
    it "$scenario, again" 0 post "$scenario/$chat"
    has out "$right"
}

# The same for a fault of the wire, with the status curl ends by.
broken() { # SCENARIO STATUS [CURL'S OPTIONS]
    scenario=$1,wrong=0 status=$2
    shift 2
    it "$scenario" "$status" post "$scenario/$chat" "$@"
    it "$scenario, again" 0 post "$scenario/$chat"
    has out "$right"
}

# A form of an answer: the same at every try.
form() { # SCENARIO TEXT...
    scenario=$1,wrong=0
    it "$1" 0 post "$scenario/$chat"
    has out 'HTTP/1.1 200 OK'
    shift
    for text in "$@"; do
        has out "$text"
    done
    it "$scenario, again" 0 post "$scenario/$chat"
    has out "$text"
}

# The same body is the second try of a segment: another seed, another segment.
messages() { # SCENARIO TEXT...
    it "$1 of messages" 0 post "$1,wrong=0,seed=2/v1/messages"
    shift
    for text in "$@"; do
        has out "$text"
    done
}

# ---- answers ----

form ok '"model":"m-1"' '"finish_reason":"stop"' "\"content\":\"$right\"" \
    '"system_fingerprint"' '"prompt_tokens":8,"completion_tokens":42,"total_tokens":50'
it 'no sum' 0 curl -s -d '{"messages":[{"role":"user","content":"hi + 3"}]}' \
    "$root/ok/$chat"
has out '"content":"\\boxed{1}"'
it 'parts, signs' 0 curl -s -d '{"messages":[{"role":"user","content":
    [{"type":"text","text":"-5 +"},{"type":"text","text":" -10"}]}]}' \
    "$root/ok,wrong=0/$chat"
has out 'boxed{-15}'
it 'wrong' 0 post "ok,wrong=1/$chat"
has out 'boxed{43}'
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    curl -s -d '{"seed":'$seed',"messages":[{"role":"user","content":"1+1"}]}' \
        "$root/ok,wrong=0.5/$chat"
done >out
name='a seed decides'
has out 'boxed{2}'
has out 'boxed{3}'
form latency,ms=5 "$right"
form latency,ms=5,jitter=5 "$right"
form string "$right"
form chunked 'Transfer-Encoding: chunked' "$right"
form drip,ms=0.1 "$right"
form bigheader 'x-filler-0063: 000' "$right"
form utf8 '∑ é 🙂 \ud83d\ude42'
form nul '\u0000b \ud800'
form nul-escaped '\u0000b \ud800' "$right"
form bom "$(printf '\357\273\277{"id"')" "$right"
form huge,bytes=2 'Content-Length: 2097' "$right"
form echo-key-200 'Your key is Bearer sk-secret\"1.' "$right"

form finish-length '"finish_reason":"length"'
form finish-length-null '"content":null' '"finish_reason":"length"'
form finish-filter '"finish_reason":"content_filter"'
form refusal '"content":null,"refusal":"I cannot'
form finish-repetition '"finish_reason":"repetition"'
form finish-null "$right" '"finish_reason":null'
form finish-eos "$right" '"finish_reason":"eos"'
form finish-eos-token "$right" '"finish_reason":"eos_token"'
form finish-tools '"content":null' '"finish_reason":"tool_calls"'
form null-content '"content":null' '"finish_reason":"stop"'
form empty-content '"content":""' '"finish_reason":"stop"'
form parts-content '"content":[{"type":"text"' "$right"
form reasoning_content ',"reasoning_content":"First' "$right"
form reasoning ',"reasoning":"First' "$right"
form reasoning_details ',"reasoning_details":[{"type":"reasoning.text"' "$right"
form think '"<think>First' "</think>\\n\\n$right"
form think-unclosed '"<think>First' '"finish_reason":"stop"'
form think-cut '"<think>First' '"finish_reason":"length"'
form think-no-opener '"content":"First' "</think>\\n\\n$right"
form THINK '"[THINK]First' "[/THINK]$right"
form n2 'boxed{49}."},"logprobs":null,"finish_reason":"stop"},{"index":0' "$right"
form usage-partial '"usage":{"completion_tokens":42}' "$right"
form ollama-4096 '"finish_reason":"length"' '"total_tokens":4096'
form no-usage "$right"
cp out usage
it 'no-usage has none' 1 grep -F '"usage"' usage

# ---- faults ----

trouble 429-seconds 429 'Retry-After: 1' '"code":"rate_limit_exceeded"'
trouble 429-float,wait=0.02 429 'Retry-After: 0.02'
trouble 429-date 429 'Retry-After: ' ' GMT'
trouble 429-ms 429 'retry-after-ms: 50'
trouble 429-reset 429 'x-ratelimit-reset-requests: 80ms'
trouble 429-reset,wait=1m30s 429 'x-ratelimit-reset-requests: 1m30s'
trouble 429-anthropic 429 'anthropic-ratelimit-requests-reset: 2' 'Z'
trouble 429-days 429 'Retry-After: 259200'
trouble 429-none 429 '"error"'
trouble quota 429 '"code":"insufficient_quota"'
trouble 500 500 '"type":"server_error"'
trouble 503-loading 503 '"message":"Loading model"'
trouble 400-context 400 'maximum context length' '"code":400'
trouble 400-context-llama 400 'exceed_context_size_error'
trouble 422 422 '{"detail":[{"loc"'
trouble 404-text 404 '{"error":"model not found"}'
for status in 400 401 403 404 408 409 413 418 524 529; do
    trouble $status $status '{"error":{"message":'
done
trouble should-retry-true 400 'x-should-retry: true'
trouble should-retry-false 500 'x-should-retry: false'
trouble 200-error 200 '{"error":{"code":429'
trouble 200-error,code=500 200 '{"error":{"code":500'
trouble 200-error-string 200 '"code":"server_error"'
trouble finish-error 200 '"finish_reason":"error"'
trouble finish-abort 200 '"finish_reason":"abort"'
trouble html 502 'Content-Type: text/html' '<html>'
trouble html200 200 '<html>'
trouble garbage 200 'garbage'
trouble unclosed 200 'finish_reason'
trouble deep 200 '[[[[[[[[' 'Content-Length: 200000'
trouble empty 200 'Content-Length: 0'
trouble empty-choices 200 '"choices":[]'
trouble redirect 302 "Location: /ok/$chat"
trouble redirect,status=307 307 'Location: /ok'
trouble echo-key 401 'x-echo: Bearer sk-secret' 'key: Bearer sk-secret\"1.'
broken half 18
broken chunked-half 18
broken reset 56
broken close 52
broken hang 28 -m 0.5
broken hang-headers 28 -m 0.5
for try in 1 2 3; do
    it "times=2, try $try" 0 post "500,times=2/$chat"
done
has out "HTTP/1.1 200 "
get 500,times=2/stats >out
has out '"requests": 3, "bodies": 1, "answered": 1, "answered_bodies": 1, "faults": 2'

# ---- the other form ----

messages ok '"type":"message"' "[{\"type\":\"text\",\"text\":\"$right\"}]" \
    '"stop_reason":"end_turn"' '"input_tokens":8'
messages thinking '[{"type":"thinking","thinking":"First' '"signature"' "$right"
messages redacted-thinking '{"type":"redacted_thinking"' "$right"
messages max_tokens '"stop_reason":"max_tokens"'
messages finish-length-null '"type":"thinking"' '"stop_reason":"max_tokens"'
messages refusal '"stop_reason":"refusal"'
messages stop_sequence "$right" '"stop_reason":"stop_sequence","stop_sequence":"END"'
messages pause_turn '"stop_reason":"pause_turn"'
messages context-exceeded '"model_context_window_exceeded"'
messages 529 'HTTP/1.1 529' '"error":{"type":"overloaded_error"'
messages 429-anthropic '-requests-reset: 2' '"type":"rate_limit_error"'
messages finish-error '{"type":"error"'
messages 401 '"type":"authentication_error"'

# ---- weather ----

storm() { # twice the same storm
    curl -s -m 20 -X POST "$root/reset"
    for i in 1 2 3 4 5 6 7 8; do
        for try in 1 2 3 4 5; do
            curl -s -i -m 5 -d '{"messages":[{"role":"user","content":"'$i'"}]}' \
                "$root/storm,seed=5,rate=1/$chat" | tr '\0' '?'
            echo
        done
    done
}
it 'a storm' 0 storm
cp out first
get storm,seed=5,rate=1/stats >out
has out '"requests": 40, "bodies": 8, "answered": 8, "answered_bodies": 8, "faults": 32'
it 'the same storm' 0 storm
same out first
it 'calm' 0 post "storm,rate=0,wrong=0/$chat"
has out "$right"
it 'under a cap' 0 post "cap,limit=1,ms=1,wrong=0/$chat"
has out "$right"
it 'over a cap' 0 post "cap,limit=0/$chat"
has out 'HTTP/1.1 429 '
has out 'retry-after-ms: 50'

# ---- roles ----

role() { # SEGMENT SYSTEM USER [PATH]: the answer's text, a line a line
    curl -s -m 20 -d '{"messages":[{"role":"system","content":"'"$2"' Be brief."},
{"role":"user","content":"'"$3"'"}]}' "$root/$1/${4:-$chat}" >raw
    sed 's/.*"content":"//; s/"},"logprobs".*//; s/\\\\/\\/g; s/\\"/"/g' raw |
        awk '{ gsub(/\\n/, "\n"); sub(/\n+$/, ""); print }'
}
looks='You look for what a model cannot do.'
shown='Here are 3 problems.\nConcepts in it: Circles\n\nConcepts:\n- Circles\n- Linear equations: two unknowns\n- Prime numbers\n- Volume\n\nWrite 4 hypotheses about\n- nothing'
it 'hypotheses' 0 role roles "$looks" "$shown"
lines out 4
has out '1. The model is likely to fail on problems that involve '
has out '[concepts: Circles'
has out '[concepts: Linear equations: two unknowns'
has out '[concepts: Prime numbers'
has out '[concepts: Volume'
has out '; '
cp out first
it 'the same, with a seed of another segment' 0 role roles,seed=2 "$looks" "$shown"
same out first
it 'other tries, other hypotheses' 0 role roles "$looks" "$shown"
cp out second
it 'they differ' 1 cmp -s second first
it 'a weakness' 0 role roles,weak=prime "$looks" "$shown"
has out '1. The model is likely to fail on problems that involve Prime numbers. [concepts: Prime numbers]'
it 'names from nowhere' 0 role roles,bad=names "$looks" "$shown"
lines out 4
has out '[concepts: Underwater topology]'
it 'duplicates' 0 role roles,bad=duplicates "$looks" "$shown"
cut -c 3- out | sort -u >once
lines once 1
it 'prose' 0 role roles,bad=prose "$looks" "$shown"
is out 'That is a good question. It depends on many things, and much could be said about each of them.'
it 'empty' 0 role roles,bad=empty "$looks" "$shown"
is out ''
has raw '"content":""}'
it 'a page' 0 role roles,bad=html "$looks" "$shown"
has out '<h1>Your session ended</h1>'
it 'broken JSON' 0 role roles,bad=broken "$looks" "$shown"
has out '[{"problem": "Compute", '
has raw '"finish_reason":"stop"'

predicts='You predict whether a model fails.'
judges='You judge whether a pattern applies.'
chooses='You choose the pattern that fits.'
pattern='Pattern: The model fails on primes. [concepts: Volume; Prime numbers: tests]'
it 'fails' 0 role roles "$predicts" "$pattern\n\nProblem: Find the first prime above 10.\n\nThink it through"
has out 'Final answer: fails'
it 'solved' 0 role roles "$predicts" "$pattern\n\nProblem: Find the tests above 10.\n\nSolution: a prime, a volume"
has out 'Final answer: solved'
it 'a sentence alone' 0 role roles "$predicts" 'Pattern: It fails on problems that involve Cubes and Sequences.\n\nProblem: A sequence has'
has out 'Final answer: fails'
it 'both' 0 role roles,bad=both "$predicts" "$pattern\n\nProblem: no"
has out 'Final answer: fails'
has out 'Final answer: solved'
it 'yes' 0 role roles "$judges" "$pattern\n\nProblem: Find the VOLUMES of it.\n\nHas this"
has out 'Final answer: yes'
it 'no' 0 role roles "$judges" "$pattern\n\nProblem: Find the revolume of it.\n\nHas this a volume"
has out 'Final answer: no'
it 'a choice' 0 role roles "$chooses" 'Pattern 1: x\nNew problem: y'
has out 'Chosen pattern: Pattern 1'
has out 'Final answer: fails'
it 'no label' 0 role roles,bad=prose "$judges" "$pattern"
is out 'That is a good question. It depends on many things, and much could be said about each of them.'

tags='You tag problems with concepts.'
list='Concepts:\n- Circles\n- Prime numbers\n- Volume: solids\n\nProblem:\n> '
it 'tags' 0 role roles "$tags" "${list}A prime in a circle.\nEnd of problem.\nWhich volume"
is out 'Tags: Circles; Prime numbers'
it 'none fits' 0 role roles "$tags" "${list}What?\nEnd of problem."
has out 'Tags: '
cp out tags
it 'one is given' 0 grep -E '^Tags: (Circles|Prime numbers|Volume: solids)$' tags
it 'tags from nowhere' 0 role roles,bad=names "$tags" "${list}A prime."
is out 'Tags: Underwater topology'
makes='You make a list of concepts.'
it 'concepts' 0 role roles "$makes" 'Concepts so far:\nnone\n\nProblem 1:\n> x\n\nabout 40 concepts. Answer'
has out '- '
it 'concepts joined' 0 role roles "$makes" 'Concepts, 3 in all:\n- Aa\n- Bb\n- Cc\n\nabout 2 concepts. Answer'
is out '- Aa
- Bb'

writes='You write new problems.'
it 'problems' 0 role roles "$writes" 'Write 12 new problems that need circles.'
grep -c '^Problem 1*[0-9]: ' out >count
is count 12
grep -cE '^Compute: [0-9]+ (\+|\\times) [0-9]+$' out >count
is count 12
awk '/^Answer/ { a = $2 } /^Compute/ { b = $3 == "+" ? $2 + $4 : $2 * $4
    if (a != b) print }' out >wrong
is wrong ''
sed -n 's/^Problem [0-9]*: //p' out | sort -u >once
lines once 12
cp out first
it 'the same body, a seed of its own' 0 role roles,seed=3 "$writes" 'Write 12 new problems that need circles.'
same out first
for i in 1 2; do
    curl -s -d '{"seed":7,"messages":[{"role":"system","content":"'"$writes"'"},
        {"role":"user","content":"Write 2 problems."}]}' "$root/roles/$chat" |
        sed 's/"id":"[^"]*"//'
    echo
done | sort -u >once
name='with a seed in the body the try does not count'
lines once 1
it 'a wrong answer' 0 role roles,bad=wrongkey "$writes" 'Write 9 problems.'
awk '/^Answer/ { a = $2 } /^Compute/ { b = $3 == "+" ? $2 + $4 : $2 * $4
    if (a == b) print }' out >wrong
is wrong ''
it 'one problem again and again' 0 role roles,bad=duplicates "$writes" 'Write 3 problems.'
sed 's/^Problem [0-9]*/Problem/' out | sort -u | grep . >once
lines once 3
it 'flaws' 0 role roles,bad=flawed "$writes" 'Write 4 problems.'
has out 'Problem 1: Is $'
has out 'Problem 2: Prove that $'
has out 'Problem 3: The figure below'
has out 'and compute the value of'

solves='You are given a problem to solve.'
it 'a sum' 0 role roles "$solves" 'First 1 + 1, then $20 + 22$ of them.'
has out '\boxed{42}'
it 'a product' 0 role roles "$solves" 'Of 1 + 1: $6 \\times 7$?'
has out '\boxed{42}'
it 'two boxes' 0 role roles,bad=both "$solves" '1 + 1'
has out '\boxed{2} or \boxed{3}'
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
    for seed in a b; do
        role roles,bad=disagree,seed=$seed "$solves" "$i + $i" | tail -n 1 |
            tr '\n' ' '
    done
    echo
done >keys
name='key models disagree'
awk '$1 != $2' keys | wc -l >count
[ "$(cat count)" -ge 3 ] && [ "$(cat count)" -le 14 ] &&
    result ok "$name on a third" || fault "on $(cat count) of 24"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    role roles,bad=prose,share=0.5 "$solves" "$i + $i"
done >out
name='a share of badness'
has out '\boxed{'
has out 'That is a good question.'

# Those whom an evolution asks.
idles='You write idle sentences for word problems.'
scene='You write scenes for word problems.'
facts='You write odd facts that have nothing to do with a problem.'
words='You rewrite the sentences of word problems.'
sums='You write word problems as arithmetic.'
rates='You rate how hard a text is to follow.'
for who in "$idles" "$scene" "$facts"; do
    it 'a text' 0 role roles "$who" 'The problem:\n\n> x\n\nWrite it.'
    cp out seen
    it 'between its marks' 0 grep -cE '^<text>[A-Z][^<>0-9*?]*\.</text>$' seen
    is out 1
done
sentences='The problem:\n\n> 1. No.\n\nIts sentences to be rewritten:\n\n> 1. The lamp costs 5.\n> 2. What does it cost?\n'
it 'other words' 0 role roles "$words" "$sentences"
is out '1. Note that the lamp costs 5.
2. What does it cost?'
it 'again' 0 role roles "$words" "$sentences"'\nThis is try 2 of 3. What came before could not be used:\n> 3. x\n'
lines out 2
it 'things from nowhere' 0 role roles,bad=names "$words" "$sentences"
has out '1. The unicorn is worth 5 gulden.'
it 'uncertain' 0 role roles,bad=flawed "$words" "$sentences"
has out '1. Perhaps the lamp costs 5.'
for what in 'numbers:17 birds' 'conditions:costs more than' 'markup:**Nobody**' 'asks:thought so?'; do
    for who in "$idles" "$words"; do
        it "with ${what%%:*}" 0 role "roles,bad=${what%%:*}" "$who" "$sentences"
        has out "${what#*:}"
    done
done
it 'long' 0 role roles,bad=long "$scene" 'x'
cp out seen
it 'is long' 0 sh -c 'test "$(wc -w <seen)" -gt 300'
formula='Write it.\n\nProblem:\nAnn has 41 pins and finds 45 more.'
it 'a formula' 0 role roles "$sums" "$formula"
is out 'Formula: 41 + 45'
it 'a product' 0 role roles "$sums" 'Problem:\n7 boxes of 9 pins each for Ann'
is out 'Formula: 7 * 9'
it 'a difference' 0 role roles "$sums" 'Problem:\n7 pins, 2 lost: how many are left?'
is out 'Formula: 7 - 2'
it 'another result' 0 role roles,bad=wrongkey "$sums" "$formula"
is out 'Formula: 41 + 45 + 41'
it 'other numbers' 0 role roles,bad=numbers "$sums" "$formula"
is out 'Formula: 41 + 45 + 4711 - 4711'
it 'it mends' 0 role roles,bad=wrongkey,mends=2 "$sums" "Write another formula for this.$formula"
is out 'Formula: 41 + 45'
it 'not before' 0 role roles,bad=wrongkey,mends=2 "$sums" "$formula"
is out 'Formula: 41 + 45 + 41'
it 'a text mends' 0 role roles,bad=numbers,mends=3 "$idles" 'x\nThis is try 3 of 3.'
cp out seen
it 'without a number' 1 grep 17 seen
it 'a text does not yet' 0 role roles,bad=numbers,mends=3 "$idles" 'x\nThis is try 2 of 3.'
has out '17 birds'
text='==========\nabcd\n==========\n\nRate the text.'
it 'a rating' 0 role roles "$rates" "$text"
has out 'Rating: 3.0'
it 'a rating alone' 0 role roles "$rates" "$text Reply with one number"
is out 3.0
it 'two ratings' 0 role roles,bad=both "$rates" "$text"
is out 'Rating: 3 to 7'
it 'beyond' 0 role roles,bad=numbers "$rates" "$text"
is out 'Rating: 11'
it 'bodies are kept' 0 role roles,keep=1 "$rates" "$text"
role roles,keep=1 "$sums" "$formula" >/dev/null
it 'in their order' 0 get roles,keep=1/kept
lines out 2
cp out seen
it 'the second' 0 sh -c 'sed -n 2p seen | grep -c "Ann has 41"'
it 'none without asking for it' 0 get roles/kept
lines out 0

it 'no role' 0 role roles,wrong=0 'You are a helper.' '20 + 22'
is out 'The sum is \boxed{42}.'
it 'the system of messages' 0 curl -s -d '{"system":"You are given a problem to solve. Go.",
    "messages":[{"role":"user","content":"6 \\times 7"}]}' "$root/roles/v1/messages"
has out 'boxed{42}'
it 'roles in a storm' 0 role storm,as=roles,rate=0 "$solves" '6 \\times 7'
has out '\boxed{42}'
it 'no such badness' 0 role roles,bad=odd "$solves" '1 + 1'
has raw 'no such badness'

# ---- the server ----

it 'reset' 0 curl -s -X POST "$root/reset"
it 'three on one connection' 0 post "ok/$chat" "$root/ok/$chat" "$root/ok/$chat"
get ok/stats >out
has out '"requests": 3, "bodies": 1, "answered": 3'
has out '"connections": 1'
has out '"user_agents": {"curl/'
has out '"token_fields": {"max_tokens": 3}'
it 'the last request' 0 get ok/last
has out '"method": "POST", "path": "/ok/v1/chat/completions"'
has out '"Authorization": "Bearer sk-secret\"1"'
has out '"body": {"model": "m-1", "messages": [{"role": "system"'
{
    printf '{"model":"%03000000d",' 0
    echo '"messages":[{"role":"user","content":"7 + 8"}]}'
} >large
it 'a large body' 0 curl -s -m 20 --data-binary @large \
    -H 'Expect: 100-continue' "$root/ok,wrong=0/$chat"
has out 'boxed{15}'
# curl is told a length that makes the second half of the body a request.
part='{"messages":[{"role":"user","content":"1 + 1"}]}'
{
    printf '%s' "$part"
    printf 'POST /latency,ms=9/x HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s' \
        ${#part} "$part"
} >two
it 'two at once' 0 curl -s --data-binary @two -H "Content-Length: ${#part}" \
    "$root/latency,ms=9/$chat"
get latency,ms=9/stats >out
has out '"requests": 2, "bodies": 1'
it 'no JSON' 0 curl -s -i -d '{"messages":' "$root/ok/$chat"
has out 'HTTP/1.1 400 '
it 'no scenario' 0 get okay/stats
has out 'no such scenario'
it 'no parameter' 0 post "ok,sm=3/$chat"
has out 'no such parameter'
it 'models' 0 get ok/v1/models
has out '"object":"list"'
it 'all stats' 0 get stats
has out '"bad_requests": 1'
has log 'ok,wrong=0 body='
kill $server
wait $server
name='ends on SIGTERM'
[ $? = 0 ] && result ok "$name" || fault 'another status'

finish
