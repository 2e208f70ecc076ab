#!/bin/sh
# assay run --judge-model: a model's opinion on verdicts that are no proof, kept
# apart from them.
. "$(dirname "$0")/../lib/tap.sh"

cat >set.jsonl <<'END'
{"id": "w", "question": "What curve?", "answer": "ellipse"}
{"id": "u", "question": "Number?", "answer": "\\pi"}
{"id": "n", "question": "Sum?", "answer": "5"}
{"id": "x", "question": "Product?", "answer": "6"}
END
cat >replies.jsonl <<'END'
{"question": "What curve?", "response": "\\boxed{\\text{oval}}"}
{"question": "Number?", "response": "\\boxed{\\pi+10^{-5000}}"}
{"question": "Sum?", "response": "\\boxed{5}"}
{"question": "Product?", "response": "\\boxed{7}"}
END
# The model of opinions: asked about words and undecided verdicts alone.
cat >judge.jsonl <<'END'
{"statement": "Problem:\nWhat curve?\n\nKey: ellipse\n\nAnswer: \\text{oval}", "response": "An oval need not be EQUAL to one.\nDIFFERENT"}
{"statement": "Problem:\nNumber?\n\nKey: \\pi\n\nAnswer: \\pi+10^{-5000}", "response": "EQUAL"}
END
cat >vague.jsonl <<'END'
{"statement": "Problem:\nWhat curve?\n\nKey: ellipse\n\nAnswer: \\text{oval}", "response": "UNEQUAL, perhaps"}
{"statement": "Problem:\nNumber?\n\nKey: \\pi\n\nAnswer: \\pi+10^{-5000}", "response": "Who knows?"}
END

it 'a run without it' 0 "$assay" run set.jsonl --model replay:replies.jsonl --json
cp out plain.json
it 'with it' 0 "$assay" run set.jsonl --model replay:replies.jsonl --json \
    --judge-model replay:judge.jsonl
has err 'on 1 undecided verdict and 1 answers in words: 1 correct, 1 wrong, 0 unclear'
name='no figure changes'
same out plain.json
it 'it is kept beside the verdict' 0 "$assay" store show last --replies
has out '"lenient": "undecided", "strict": "undecided", "answer": "\\pi+10^{-5000}"'
has out '"more": {"second_opinion": {"model": "replay:judge.jsonl", "verdict": "correct"}}'
has out '"more": {"second_opinion": {"model": "replay:judge.jsonl", "verdict": "wrong"}}'
it 'the chain holds' 0 "$assay" store verify
has out '6 results'

it 'the same again asks nothing' 0 "$assay" run set.jsonl \
    --model replay:replies.jsonl --judge-model replay:judge.jsonl
has err '1 correct, 1 wrong, 0 unclear'
it 'judged again it stays' 0 "$assay" run --regrade last
has err '4 replies graded again, 0 changed'
it 'another model, with a regrade' 0 "$assay" run --regrade last \
    --judge-model replay:vague.jsonl
has err '0 correct, 0 wrong, 2 unclear'
it 'its opinion stands now' 0 "$assay" store show last --replies
has out '{"model": "replay:vague.jsonl", "verdict": "unclear"}'
it 'a model that cannot be had is told before anything is asked' 3 "$assay" run set.jsonl \
    --model replay:replies.jsonl --judge-model replay:nowhere.jsonl --store new.db
name='and no store is made'
if [ -e new.db ]; then fault 'new.db'; else result ok "$name"; fi
it 'grade asks nobody' 2 "$assay" grade --judge-model replay:judge.jsonl 1 1
finish
