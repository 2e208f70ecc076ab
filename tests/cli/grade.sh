#!/bin/sh
# assay grade: lines in, lines out; one pair at the prompt; what is refused.
# The judgements themselves are in tests/cases/grade.
. "$(dirname "$0")/../lib/tap.sh"

cat >pairs.jsonl <<'END'
{"id": "a", "gold": "42", "response": "It is \\boxed{42}."}
{"id": 2, "key": "42", "answer": "43"}
{"id": 3.50, "gold": 7, "response": "#### 7"}

{"gold": "42", "response": null}
{"id": "e", "key": {"kind": "integer", "latex": "157"}, "answer": 157, "params": {"p": 3}, "statement": "?"}
END

# ---- the contract ----
it 'a file' 0 "$assay" grade pairs.jsonl
lines out 5
has out '{"id": "a", "verdict": "correct", "by": "'
has out '"rule": "boxed", "extracted": "42", "span": [13, 15], "key": "42", "answer": "42", "strict": "correct", "lenient": "correct", "work": '
has out '{"id": 2, "verdict": "wrong", '
has out '{"id": 3.50, "verdict": "correct", '
has out '{"id": 5, "verdict": "no_answer", '
has out '{"id": "e", "verdict": "correct", '
has err '5 pairs: 3 correct, 1 wrong, 1 no_answer'
cp out file.out
cut -d, -f1 out >ids
name='the order'
is ids '{"id": "a"
{"id": 2
{"id": 3.50
{"id": 5
{"id": "e"'
it 'standard input' 0 sh -c "\"$assay\" grade <pairs.jsonl"
same out file.out
it 'standard input as -' 0 sh -c "cat pairs.jsonl | \"$assay\" grade -"
same out file.out
it 'strict' 0 "$assay" grade --strict pairs.jsonl
has out '{"id": "a", "verdict": "correct", '
it 'a last line without an end' 0 sh -c "printf '%s' '{\"gold\": 1, \"answer\": 1}' | \"$assay\" grade"
lines out 1
it 'a byte order mark and \r\n' 0 sh -c "printf '\357\273\277{\"gold\": 1, \"answer\": 1}\r\n' | \"$assay\" grade"
has out '{"id": 1, "verdict": "correct", '

# ---- the same for any number of threads ----
awk 'BEGIN {
    for (i = 0; i < 4000; i++)
        printf "{\"id\": %d, \"gold\": \"\\\\frac{%d}{%d}\", \"response\": \"So \\\\boxed{\\\\frac{%d}{%d}}.\"}\n",
            i, i % 13 + 1, i % 7 + 2, i % 11 + 1, i % 7 + 2
}' >many.jsonl
it 'one thread' 0 "$assay" grade --threads 1 many.jsonl
cp out one.out
lines out 4000
for threads in 2 3 8; do
    it "$threads threads" 0 "$assay" grade --threads $threads many.jsonl
    same out one.out
done
sed -n 's/^{"id": \([0-9]*\),.*/\1/p' one.out >ids
awk 'BEGIN { for (i = 0; i < 4000; i++) print i }' >want
name='the order of many'
same ids want

# ---- lines that cannot be judged ----
it 'no key at all' 1 sh -c "echo '{\"gold\": [], \"answer\": 1}' | '$assay' grade"
has err '"gold" is an empty list; give 1 to 64 accepted keys'
{
    echo '{"id": "a", "gold": "1", "answer": "1"}'
    echo '{"id": "b", "gold": "1"}'
    echo '{"id": "c", "gold": '
    printf '{"id": "d", "gold": "1", "answer": "\0"}\n'
    printf '{"id": "e", "gold": "1", "answer": "\377"}\n'
    printf '\0\n'
    echo '{"id": "g", "gold": "1", "answer": "1", "kind": "integral"}'
    echo '{"id": "h", "gold": "1", "answer": "1"}'
} >bad.jsonl
it 'bad lines' 1 "$assay" grade bad.jsonl
lines out 8
has out '{"id": "a", "verdict": "correct", '
has out '{"id": "b", "error": "\"response\" is missing'
has out '{"id": 3, "error": "'
has out '{"id": 4, "error": "'
has out '{"id": 5, "error": "'
has out '{"id": 6, "error": "'
has out '{"id": "g", "error": "there is no answer kind \"integral\"; the kinds are integer, '
has out '{"id": "h", "verdict": "correct", '
has err 'bad.jsonl:2:1: "response" is missing; give the reply as "response"'
has err 'bad.jsonl:7:49: there is no answer kind'
has err '2 pairs: 2 correct, 6 lines refused'
cp out bad.out
it 'bad lines, more threads' 1 "$assay" grade --threads 4 bad.jsonl
same out bad.out
it 'no such file' 3 "$assay" grade nothing.jsonl
has err 'nothing.jsonl'
it 'an empty file' 3 "$assay" grade /dev/null
has err '/dev/null is empty'
it 'a folder' 3 "$assay" grade .

# ---- long lines and nesting: they end, soon ----
awk 'BEGIN { s = "x"; for (i = 0; i < 20; i++) s = s s
    printf "{\"gold\": \"1\", \"response\": \"%s\"}\n", s
    printf "{\"gold\": \"%s\", \"response\": \"1\"}\n", s
    gsub("x", "(", s)
    printf "{\"gold\": \"1\", \"response\": \"%s\"}\n", s
    printf "{\"gold\": \"1\", \"answer\": \"%s\"}\n", s
    gsub("[(]", "\\boxed{", s)
    printf "{\"gold\": \"1\", \"response\": \"%s\"}\n", substr(s, 1, 1000000) "\"}"
    print "{\"gold\": \"10^{10^{10^{10}}}\", \"response\": \"9!!!!!!!!!!!!!!!!^{9^9}\"}"
}' | sed 's/\\boxed/\\\\boxed/g' >long.jsonl
it 'lines of a megabyte' 0 timeout 300 "$assay" grade --threads 1 long.jsonl
lines out 6
name='none of them is correct'
if grep -q '"verdict": "correct"' out; then fault 'one is'; else result ok "$name"; fi

# ---- for people ----
it 'explain' 0 "$assay" grade --explain pairs.jsonl
has out '"a": correct'
has out '    why       '
has out '    key       42'
has out '    answer    43'
has out '    rule      boxed'
it 'explain keeps bad lines' 1 "$assay" grade --explain bad.jsonl
has out '    error     "response" is missing'
printf '%s\n' '{"id": "\u001b[2J", "gold": "1", "answer": "\u001b[31m"}' >escape.jsonl
it 'explain lets no control character through' 0 "$assay" grade --explain escape.jsonl
name='no escape'
if tr -d '\n' <out | LC_ALL=C grep -q '[[:cntrl:]]'; then fault 'a control character'; else result ok "$name"; fi

# ---- one pair at the prompt ----
it 'a pair' 0 "$assay" grade 42 'It is \boxed{42}.'
has out 'correct'
has out '    rule      boxed'
lines err 0
it 'a wrong pair' 1 "$assay" grade 42 43
has out 'wrong'
it 'a pair as JSON' 0 "$assay" grade --json 42 42
has out '{"id": 1, "verdict": "correct", '
it 'an extracted answer' 0 "$assay" grade --answer --json 42 42
has out '"rule": "given"'
it 'negative numbers' 0 "$assay" grade -5 -5
has out 'correct'
it 'what begins with a dash and a letter' 0 "$assay" grade -- -x -x
has out 'correct'
it 'a dash and a letter without --' 2 "$assay" grade 1 -x
has err 'put -- before'
it 'all options' 0 "$assay" grade 42 42 --kind integer --params 'x, y' \
    --digits 8 --tolerance 1% --strict --threads 2
it 'an empty key' 1 "$assay" grade '' 42
has out 'bad_key'

# ---- mistakes ----
it 'three words' 2 "$assay" grade 1 2 3
has err 'put quotes around text with spaces'
it 'an unknown kind' 2 "$assay" grade --kind integral 1 2
has err 'kinds are integer, rational'
it 'no tolerance' 2 "$assay" grade --tolerance some 1 2
has err 'write an absolute difference like'
it 'no digits' 2 "$assay" grade --digits 0 1 2
has err 'from 1 to 100'
it 'two forms' 2 "$assay" grade --json --explain pairs.jsonl
it '--answer with a file' 2 "$assay" grade --answer pairs.jsonl
has err 'use the field "answer"'
it 'too many threads' 2 "$assay" grade --threads 1000 pairs.jsonl
it 'help' 0 "$assay" grade --help
has out '--explain'

# ---- output that cannot be written, a reader that has enough ----
if [ -w /dev/full ]; then
    it 'a full disk' 3 sh -c "\"$assay\" grade many.jsonl >/dev/full"
    has err 'could not write to standard output'
fi
for threads in 1 2; do
    it "into head, $threads threads" 0 sh -c \
        "\"$assay\" grade many.jsonl --threads $threads 2>err.txt | head -n 1"
    lines out 1
done

# ---- a line is answered when it came, not when more come ----
mkfifo pipe
"$assay" grade - --threads 2 <pipe >out 2>err &
pid=$!
exec 3>pipe
head -n 32 many.jsonl >&3
answered() { [ "$(wc -l <out)" = 32 ]; }
soon answered
name='what came is answered'
lines out 32
kill -INT $pid
(sleep 120; kill -9 $pid 2>/dev/null) &
watch=$!
wait $pid
got=$?
kill $watch 2>/dev/null
exec 3>&-
name='an interrupt while input is awaited'
if [ $got = 3 ]; then result ok "$name"; else fault "status $got"; fi
has err 'interrupted: the remaining lines were not graded'
lines out 32

# ---- another grader's verdicts ----
cat >audit.jsonl <<'END'
{"id": "a", "gold": "1/2", "response": "\\boxed{0.5}", "theirs": false}
{"id": "b", "gold": "42", "response": "\\boxed{42}", "theirs": true}
{"id": "c", "gold": "42", "response": "It is 42, or rather \\boxed{43}.", "theirs": "C"}
{"id": "d", "gold": "42", "response": "\\boxed{7}", "theirs": 1.0}
{"id": "e", "gold": "42", "response": "\\boxed{142}", "theirs": "wrong", "m": {"em": 1}}
{"id": "f", "gold": "\\frac{1}{", "response": "1", "theirs": true}
{"id": "g", "gold": "5", "response": "5 or not: \\boxed{6}", "theirs": 0}
END
it 'against another grader' 0 "$assay" grade --against theirs audit.jsonl
has out 'Of 6 rows that both graded, "theirs" and we agree on 3 (50.0 %)'
has out 'correct: 2; only we: 1.'
has out 'we did not extract it: 2 (1 of'
has out 'they say wrong, we say equal by "rational"'
has out 'they say correct, we do not know: bad_key'
has out 'they say correct, we say wrong by "rational"'
it 'as JSON' 0 "$assay" grade --against theirs --json audit.jsonl
has out '"agree": 3'
has out '"stands_but_not_extracted": 2'
has out '{"id": "a", "cause": "they say wrong, we say equal by'
has out '"theirs": "C", "ours": "wrong", "key": "42", "answer": "43"'
it 'as CSV' 0 "$assay" grade --against theirs --csv audit.jsonl
lines out 5
has out 'id,cause,theirs,ours,key,answer,extracted,rule,why,stands'
it 'as Markdown' 0 "$assay" grade --against theirs --markdown audit.jsonl
has out '| id |'
it 'on one thread the same' 0 "$assay" grade --against theirs --csv --threads 1 audit.jsonl
lines out 5
it 'a member of a member, where rows have it' 1 "$assay" grade --against m.em audit.jsonl
has err 'audit.jsonl:1: the row has no field "m.em"'
has out 'Of 1 rows'
echo '{"gold": 1, "response": "1", "theirs": "maybe"}' >odd.jsonl
it 'no verdict' 1 "$assay" grade --against theirs odd.jsonl
has err '"theirs" is not a verdict'
it 'a pair at the prompt' 2 "$assay" grade --against theirs 1 1
it 'two forms' 2 "$assay" grade --against theirs --csv --json audit.jsonl
it 'a form of nothing' 2 "$assay" grade --csv audit.jsonl

# ---- profiles ----
it 'the law of a benchmark' 1 "$assay" grade --json --profile gsm8k 18 '\boxed{18}'
has out '"verdict": "no_answer", "by": "gsm8k"'
has out '"profile": "gsm8k"'
cat >school.yaml <<'END'
name: school
tolerance: 1%
units: demand
END
it 'a profile of a file' 0 "$assay" grade --profile school.yaml 100 101
has out 'profile   school'
it 'an option goes before it' 1 "$assay" grade --profile school.yaml --tolerance 0.1 100 101
has out 'wrong'
it 'a row goes before both' 0 sh -c "echo '{\"gold\": 100, \"answer\": 105, \"tolerance\": 10}' | \"$assay\" grade --profile school.yaml"
has out '"verdict": "correct"'
it 'a row names its own' 0 sh -c "echo '{\"gold\": 18, \"response\": \"18\", \"profile\": \"math\"}' | \"$assay\" grade"
has out '"verdict": "no_answer", "by": "math"'
it 'but no file' 1 sh -c "echo '{\"gold\": 18, \"response\": \"18\", \"profile\": \"school.yaml\"}' | \"$assay\" grade"
has err '"profile" must be gsm8k, math, hardmath2 or mathador'
echo 'tolerence: 1' >>school.yaml
it 'a field that no profile has' 2 "$assay" grade --profile school.yaml 1 1
has err 'school.yaml:4: a profile has no field "tolerence"'
it 'a file that is not there' 3 "$assay" grade --profile ./no.yaml 1 1
it 'no such benchmark' 2 "$assay" grade --profile gsm 1 1
has err 'use gsm8k, math, hardmath2, mathador, or a file NAME.yaml'

# ---- what reward.py and other programs hand over ----
it 'a line with fields of others' 0 sh -c "printf '%s\n' '{\"id\": \"0\", \"gold\": \"5\", \"response\": \"#### 5\", \"level\": [1, {\"x\": null}]}' | \"$assay\" grade"
has out '"verdict": "correct"'
finish
