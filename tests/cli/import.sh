#!/bin/sh
# assay import: detection, bad rows, output.
. "$(dirname "$0")/../lib/tap.sh"

printf '%s\n' '{"question": "1+1?", "answer": "2\n#### 2"}' \
    '{"question": "no answer here"}' '{"question": "2+2?", "answer": "#### 4"}' >g.jsonl
it 'bad rows are told and passed' 1 "$assay" import g.jsonl
lines out 2
has err 'g.jsonl:2:1: the field "answer" is missing'
has err '2 problems from g.jsonl, read as gsm8k; 1 row refused'
it 'strict stops there' 3 "$assay" import --strict g.jsonl
lines out 1
it 'to a file' 1 "$assay" import g.jsonl -o out.jsonl
lines out.jsonl 2
it 'a failure leaves the output alone' 3 "$assay" import nowhere.jsonl -o out.jsonl
lines out.jsonl 2
has err '"out.jsonl" was not written'
cp g.jsonl same.jsonl
it 'onto the input itself' 1 "$assay" import same.jsonl -o same.jsonl
lines same.jsonl 2
it 'its own output again' 0 "$assay" import out.jsonl
same out out.jsonl
it 'from standard input' 1 sh -c "\"$assay\" import - <g.jsonl"
has err '2 problems from standard input'
printf '%s\n' '{"question": "3+3?", "answer": "#### 6"}' >h.jsonl
it 'ids go on over several files' 1 "$assay" import g.jsonl h.jsonl
lines out 3
has out '"id": "gsm8k:3", "statement": "3+3?"'
it 'by name' 1 "$assay" import --as generic g.jsonl
has err 'read as generic'
it 'no such reader' 2 "$assay" import --as gsm9k g.jsonl
has err 'did you mean "gsm8k"?'
it 'the readers' 0 "$assay" import --list
has out 'olympiadbench'
printf 'garbage\n{"question": "2+2?", "answer": 4}\n' >first.jsonl
it 'a bad first line' 1 "$assay" import first.jsonl
has err 'first.jsonl:1:1: expected a JSON value'
lines out 1
printf '{"question": "a", "answer": 1e12345678}\n' >far.jsonl
it 'a number beyond writing out' 0 "$assay" import far.jsonl
has out '"latex": "1e12345678"'
printf '{"colour": "red"}\n' >none.jsonl
it 'fields that nobody knows' 3 "$assay" import none.jsonl
has err 'none.jsonl:1:1: no format has these fields: "colour"'
has err 'rename them, or name the format with `assay import --as FORMAT`'
printf 'question,answer\n"What is ""one"",\nin digits?",1\n"2?",2,3\n' >c.csv
it 'CSV' 1 "$assay" import c.csv
lines out 1
has out '"statement": "What is \"one\",\nin digits?"'
has err 'c.csv:4: the row has 3 fields, but the header names 2'
printf '[\n {"problem": "p", "answer": 123456789012345678901234567890.0}\n]' >a.json
it 'a JSON array, digit for digit' 0 "$assay" import a.json
has out '"latex": "123456789012345678901234567890", "source": "123456789012345678901234567890.0"'
: >empty
it 'an empty file' 3 "$assay" import empty
it 'a folder' 3 "$assay" import .
it 'no file' 2 "$assay" import
finish
