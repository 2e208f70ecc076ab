#!/bin/sh
# assay grade on games of Mathador.
. "$(dirname "$0")/../lib/tap.sh"

cat >rows.jsonl <<'ROWS'
{"id": "best", "family": "mathador", "numbers": [2, 6, 3, 1, 11], "target": 11, "response": "3 * 2 = 6\n6 / 6 = 1\n11 - 1 = 10\n10 + 1 = 11"}
{"id": "padded", "family": "mathador", "params": {"numbers": [4, 2, 8, 11, 17], "target": 34}, "response": "8 / 4 = 2\n11 - 2 = 9\n2 * 17 = 34"}
{"id": "gold", "gold": "{\"family\": \"mathador\", \"params\": {\"numbers\": [4, 2, 8, 11, 17], \"target\": 34}}", "response": "So $\\frac{8}{4} = 2$ and then 2 × 17 = 34."}
{"id": "floor", "family": "mathador", "numbers": [4, 2, 8, 11, 17], "target": 34, "response": "11 / 4 = 2\n17 * 2 = 34"}
{"id": "twice", "family": "mathador", "numbers": [2, 6, 3, 1, 11], "target": 11, "response": "6 - 1 = 5\n5 + 6 = 11"}
{"id": "none", "family": "mathador", "numbers": [2, 6, 3, 1, 11], "target": 11, "response": null}
{"id": "far", "family": "mathador", "numbers": [2, 6], "target": 99, "response": "2 * 6 = 12"}
ROWS
it 'by the rules' 0 "$assay" grade rows.jsonl
cp out rules
has out '"id": "best", "verdict": "correct", "by": "mathador", "why": "it reaches the target for 18 points, the best score"'
has out '"strict": "correct", "lenient": "correct", "score": 18, "best": 18, "score_share": 1, "score_of_best": 1, "error": null, "errors": [], "padding": []'
has out '"strict": "wrong", "lenient": "correct", "score": 6, "best": 18, "score_share": 0.333333333333333, "score_of_best": 0.333333333333333, "error": null, "errors": [], "padding": ["8 / 4 = 2", "11 - 2 = 9"]'
has out '"id": "gold", "verdict": "correct", "by": "mathador", "why": "it reaches the target for 9 points; the best score is 18", "rule": "steps", "extracted": "8 / 4 = 2; 2 * 17 = 34"'
has out '"why": "11 / 4 = 2 is false: it is 11/4"'
has out '"error": "calculation", "errors": ["calculation"]'
has out '"error": "illegal_operand", "errors": ["illegal_operand"]'
has out '"id": "none", "verdict": "no_answer"'
has out '"id": "far", "verdict": "bad_key", "by": "mathador", "why": "these numbers cannot reach the target"'
has err '7 pairs: 3 correct, 2 wrong, 1 no_answer, 1 bad_key'
has err 'Mathador: 30.6 % of 18 points, 30.6 % of the best scores; 1 of 6 optimal'
it 'strict asks for the best score' 0 "$assay" grade --strict rows.jsonl
has err '7 pairs: 1 correct, 4 wrong, 1 no_answer, 1 bad_key'
it 'by the paper' 0 "$assay" grade --convention paper rows.jsonl
has out '"id": "padded", "verdict": "correct", "by": "mathador", "why": "it reaches the target for 11 points; the best score is 18"'
has out '"id": "gold", "verdict": "no_answer"'
has out '"id": "floor", "verdict": "correct", "by": "mathador", "why": "it reaches the target for 9 points; the best score is 18"'
it 'explained' 0 "$assay" grade --explain rows.jsonl
has out 'score_share 0.333333333333333'
has out 'padding   ["8 / 4 = 2", "11 - 2 = 9"]'
it 'by its newer name' 0 "$assay" grade --profile mathador rows.jsonl
has out '"profile": "mathador"'
it 'another convention' 2 "$assay" grade --convention oral rows.jsonl
has err 'there is no profile "oral"'

printf '%s\n' '{"family": "mathador", "numbers": [1, 2], "response": "x"}' \
    '{"family": "mathador", "numbers": [1, 2000], "target": 3, "response": "x"}' \
    '{"family": "mathador", "target": 3, "response": "x"}' \
    '{"family": "mathador", "numbers": [1, 2], "target": 3}' \
    '{"family": "concept/crt", "gold": "5", "response": "\\boxed{5}"}' \
    '{"family": "of ours", "gold": "5", "response": "\\boxed{5}"}' >bad.jsonl
it 'rows that are no game' 1 "$assay" grade bad.jsonl
has err 'bad.jsonl:1: "target" must be a whole number'
has err 'bad.jsonl:2: "numbers" must be whole, from 1 to 1000'
has err 'bad.jsonl:3: "numbers" must be an array of 2 to 6 numbers'
has err '"response" is missing'
has err '2 pairs: 2 correct, 4 lines refused'

# A problem's line with a response beside it is a row; the key's own solution
# earns the key's score.
"$assay" new mathador --seed 5 --level all --count 20 |
    sed 's/\(.*"best_solution": \[\)\([^]]*\)\(\].*\)}$/\1\2\3, "response": [\2]}/; s/"response": \["\(.*\)"\]}$/"response": "\1"}/; :a; s/\("response": .*\)", "/\1\\n/; ta' >made.jsonl
it 'keys as replies' 0 "$assay" grade --strict made.jsonl
has err '60 pairs: 60 correct'
has err 'Mathador: 100.0 % of 18 points, 100.0 % of the best scores; 60 of 60 optimal'

finish
