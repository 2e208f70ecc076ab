#!/bin/sh
# Limits from end to end: `assay grade` rows, problem records through `assay
# run --by reason`, and `assay check` of keys that no family made.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE

limit='{"symbol": "epsilon", "to": "0+", "order": 1, "uniform_in": "x"}'
key='e^{1-x}-e^{1-x/\\epsilon}'

cat >rows.jsonl <<END
{"gold": "$key", "limit": $limit, "response": "\\\\boxed{e^{1-x}-e^{1+x-x/\\\\epsilon}}"}
{"gold": "$key", "limit": $limit, "response": "\\\\boxed{e^{1-x}-e^{1-(1-x)/\\\\epsilon}}"}
{"gold": "$key", "response": "\\\\boxed{e^{1-x}-e^{1+x-x/\\\\epsilon}}"}
END
it 'rows with a limit' 0 "$assay" grade rows.jsonl
has out '"verdict": "correct", "by": "asymptotic"'
has out '"reason": "wrong_condition", "table": [{"at": "epsilon = 2^-4"'
has err '3 pairs: 1 correct, 2 wrong'

# A problem and a reply to it: KEY LIMIT REPLY, as they stand in JSON.
n=0
ask() {
    n=$((n + 1))
    printf '%s\n' "{\"id\": \"q$n\", \"statement\": \"Solve problem $n.\", \"key\": {\"kind\": \"expression\", \"latex\": \"$1\"$2}, \"solution\": \"\", \"concepts\": []}" >>set.jsonl
    printf '%s\n' "{\"id\": \"q$n\", \"response\": \"\\\\boxed{$3}\"}" >>replies.jsonl
}
for reply in 'e^{1-x}-e^{1+x-x/\\epsilon}' 'e^{1-x}+\\cdots' \
    'Ae^{1-x}-e^{1-x/\\epsilon}' 'e^{1-x}-e^{1-x/\\epsilon}+O(\\epsilon)' \
    'e^{1-x}' 'e^{1-x} -+/ (' 'f(x)-e^{1-x/\\epsilon}' \
    '(1+\\sqrt{\\epsilon})(e^{1-x}-e^{1-x/\\epsilon})' \
    '2e^{1-x}-2e^{1-x/\\epsilon}'; do
    ask "$key" ", \"limit\": $limit" "$reply"
done
ask '\\frac{1+\\epsilon}{\\epsilon}' \
    ', "limit": {"symbol": "epsilon", "to": "0+", "terms": 1}' 1
ask 'x^2+1' '' 'x^2+C_1' # what is no matter of a limit
ask 'x^2+1' '' 'x^2+\\ldots'
ask 'x^2+1' '' 'x^2+2'
it 'a run by reason' 0 "$assay" run set.jsonl -m replay:replies.jsonl \
    --by reason --csv
for reason in formatting,1 helper_function,1 order_term,1 wrong_condition,2 \
    wrong_limit,1 wrong_order,1 ellipsis,2 new_constant,2 wrong_value,1; do
    has out ",reason,$reason,${reason#*,},"
done
has out 'replay:replies.jsonl,,,13,13,1,'

# Of several regimes the first that has a reason counts.
cat >regimes.jsonl <<'END'
{"id": "r", "statement": "Find both.", "keys": [{"name": "small", "kind": "expression", "latex": "1+\\epsilon", "limit": {"symbol": "epsilon", "to": "0+", "order": 1}}, {"name": "large", "kind": "expression", "latex": "\\epsilon^2", "limit": {"symbol": "epsilon", "to": "inf", "order": 1}}], "solution": "", "concepts": []}
END
cat >regimes-replies.jsonl <<'END'
{"id": "r", "response": "small: $1+\\epsilon$, large: $\\epsilon^2 + O(\\epsilon)$"}
END
it 'a reason of one regime' 0 "$assay" run regimes.jsonl \
    -m replay:regimes-replies.jsonl --by reason --csv
has out ',reason,order_term,1,1,'

# Regimes that a reply names in sentences, and a twin that is wrong.
cat >named.jsonl <<'END'
{"id":1,"gold":[{"name":"small","key":"\\frac{\\pi}{2\\sqrt{\\epsilon}}"},{"name":"large","key":"\\frac{3}{\\epsilon}"}],"response":"For the small regime, $\\frac{\\pi}{2\\sqrt{\\epsilon}}$. For the large regime, $\\frac{3}{\\epsilon}$."}
{"id":2,"gold":[{"name":"small","key":"\\frac{\\pi}{2\\sqrt{\\epsilon}}"},{"name":"large","key":"\\frac{3}{\\epsilon}"}],"response":"For the small regime, $\\frac{\\pi}{2\\sqrt{\\epsilon}}$. For the large regime, $\\frac{2}{\\epsilon}$."}
{"id":3,"gold":[{"name":"small","key":"\\frac{\\pi}{2\\sqrt{\\epsilon}}"},{"name":"large","key":"\\frac{3}{\\epsilon}"}],"response":"**small** ($\\epsilon\\to0^+$): $\\frac{\\pi}{2\\sqrt{\\epsilon}}$\n**large** ($\\epsilon\\to\\infty$): $\\frac{3}{\\epsilon}$"}
END
it 'regimes named in sentences' 0 "$assay" grade named.jsonl
has out '{"id": 1, "verdict": "correct"'
has out '{"id": 2, "verdict": "wrong"'
has out '{"id": 3, "verdict": "correct"'

it 'keys that are equal to themselves' 0 "$assay" check set.jsonl
has out '13 problems: 13 without an independent check'
cat >bad.jsonl <<'END'
{"id": "a", "statement": "A.", "key": {"kind": "expression", "latex": "\\frac{x}{1-1}"}, "solution": "", "concepts": []}
{"id": "b", "statement": "B.", "key": {"kind": "expression", "latex": "\\frac{1}{"}, "solution": "", "concepts": []}
END
it 'a key without a value' 1 "$assay" check bad.jsonl
has out 'bad.jsonl:1: a: fails: the key has no finite value; correct the key, or take the line out'
has out 'bad.jsonl:2: b: undecided: '
has out '; write the key as a formula'
has out '2 problems: 1 fails, 1 undecided'
cat >imported.jsonl <<'END'
{"prompt": "Find y.", "solution": "$\\boxed{y = \\ln(x - 5)e^{-a x}}$", "parameters": "$x;a$", "type": "other"}
{"prompt": "Find z.", "solution": "$\\boxed{\\frac{x}{x-x}}$", "parameters": "$x$", "type": "wkb"}
END
it 'a set as it was published' 1 "$assay" check imported.jsonl --json
has out '"line": 1, "status": "unchecked", "by": "stability", "detail": "not from a family, so there is no independent check; its key is finite and stable to 30 digits at 100 points"'
has out '"line": 2, "status": "fails", "by": "stability"'
if [ -r "${ASSAY_DATA:-}/hardmath2.jsonl" ]; then
    it 'every key of HARDMath2' 0 "$assay" check "$ASSAY_DATA/hardmath2.jsonl"
    has out 'hardmath2.jsonl:62: hardmath2:61: undecided: the key cannot be read'
    has out "215 problems: "
    has out " without an independent check"
else
    result ok 'every key of HARDMath2 # SKIP $ASSAY_DATA is not set'
fi
finish
