#!/bin/sh
# Wrong usages: each is answered by one message that names what is wrong, and by
# the right status. A line below is a status, a part of the message and a
# command line, with | between.
. "$(dirname "$0")/../lib/tap.sh"

"$assay" new concept/crt --seed 1 >p.jsonl 2>/dev/null
: >empty
echo '{"colour": "red"}' >nofields.jsonl
sed 's/"key": {/"lock": {/' p.jsonl >nokey.jsonl
export ASSAY_STORE="$work/none.db"

# One message, and at most the lines of the usage behind it.
one_message() {
    n=$(grep -c '^assay: ' err)
    if [ "$n" = 1 ] && head -n 1 err | grep -q '^assay: '; then
        result ok "$name: one message"
    else
        fault "$n messages"
    fi
}

echo 'weak: []' >w.yaml
: >prices.yaml
echo 'seed: 1' >tax.yaml

usages=0
while IFS='|' read -r status text line; do
    [ -n "$line" ] || continue
    eval "set -- $line"
    it "assay$line" "$status" "$assay" "$@"
    has err "$text"
    one_message
    usages=$((usages + 1))
done <<'END'
2|there is no command "frobnicate"; `assay --help` lists the commands| frobnicate
2|there is no command "--frobnicate"| --frobnicate
2|did you mean "version"?| verison
2|did you mean "families"?| familes
2|name an action: new, check, show, card, reference, write| family
2|there is no action "refrence"; did you mean "reference"?| family refrence
2|reference takes no arguments| family reference x
2|give --short or --json, not both| family reference --short --json
2|`assay --help` lists the commands| help nothing
2|help takes one command| help new check
2|version takes no word| version x
2|name one family| new
2|name one family| new crt extra
2|did you mean --count?| new crt --cuont 3
2|--count needs a value: N (number of problems of each family and level)| new crt --count
2|--seed needs a value: S (seed of the problems)| climb crt --seed
2|--count needs a value: N| new crt -n
2|--count takes a whole number such as 10, not "-1"| new crt --count -1
2|--count takes a whole number such as 10, not "1e9x"| new crt --count 1e9x
2|--count takes a whole number such as 10, not ""| new crt --count ''
2|--count takes a whole number such as 10, not ""| new crt --count=
2|--count takes a smaller number| new crt --count 99999999999999999999
2|--count must be a whole number, 1 or more, not "0"| new crt --count 0
2|--count or --from is too large| new crt --count 9999999999999999
2|has no level "99"; its levels are 1 (pair)| new crt --level 99
2|has no level ""| new crt --level ''
2|has no level "-1"| new crt --level -1
2|--seed takes 1 to 64 letters| new crt --seed ''
2|not "a b"| new crt --seed 'a b'
2|--split must be train, test, or k/n| new crt --split nonsense
2|not "3/2"| new crt --split 3/2
2|not "0/2"| new crt --split 0/2
2|--from takes a whole number| new crt --from x
2|--set needs a value: K=V| new crt --set
2|did you mean concept/all?| new concept/al
2|`assay families 'concept/*'` lists them| families con
2|the depth of hard/words must be a whole number from 8 to 500000| new hard/all --depth 3000000
2|--set takes knob=value, not "wording"| new crt --set wording
2|wording of concept/crt must be one of| new crt --set wording=loud
2|has no knob "loudness"| new crt --set loudness=3
2|the knob "wording" is set twice| new crt --set wording=story --set wording=terse
2|the depth of hard/towers must be a whole number from 1 to 6000, not "0"| new towers --depth 0
2|has no knob "depth"| new crt --depth 3
2|--threads must be at most| new crt --threads 99999
2|`assay new --help` lists the options| new crt --json
2|there is no option "-z"| new crt -z
2|--help takes no value| new crt --help=3
3|different problems; --from 0 --count 99999999 asks for more| new slopes --count 99999999
3|could not write "none/p.jsonl"| new crt --seed 1 -o none/p.jsonl
2|name one problem file| check
2|name one problem file| check a b
2|--strict takes no value| check --strict=1 p.jsonl
3|could not open "missing"| check missing
2|put quotes around text with spaces| grade a b c
2|--digits takes a whole number| grade --digits x 1 1
2|digits must be from 1 to 100, not "0"| grade --digits 0 1 1
2|"x" is not a tolerance| grade --tolerance x 1 1
2|--params takes symbols such as| grade --params 1x 1 1
2|there is no answer kind "nonsense"| grade --kind nonsense 1 1
2|there is no profile "nonsense"| grade --profile nonsense 1 1
2|--csv and --markdown work only with --against| grade --csv 1 1
2|not both| grade --explain --json p.jsonl
2|--explain works only with a file| grade 2 2 --explain
2|name one problem file| run
2|name a model| run p.jsonl
2|--model needs a value| run p.jsonl -m
2|"nonsense" is not a model| run p.jsonl -m nonsense
2|the form is openai:NAME| run p.jsonl -m openai:
2|--attempts must be a whole number from 1| run p.jsonl -m student -k 0
2|--attempts must be a whole number from 1 to 10000, not "-1"| run p.jsonl -m student -k -1
3|could not open "missing"| run missing -m student:nowhere
2|-o would replace the store "./new.db"| run p.jsonl -m planted:w.yaml --store new.db -o ./new.db
2|--junit and -o name the same file, "j.xml"| run p.jsonl -m planted:w.yaml --junit j.xml -o ./j.xml
3|prices.yaml: the file is empty; write prices as NAME:| run p.jsonl -m planted:w.yaml --prices prices.yaml
3|there is no store "none.db"; `assay run` creates one| run --regrade last --store none.db
3|there is no store "none.db"; `assay run` creates one| run p.jsonl -m planted:w.yaml --only error --dry-run --store none.db
3|there is no store "none.db"; `assay run` creates one| worker --run r1 --store none.db
3|there is no store "none.db"; `assay run` creates one| evolve --calibrate last --store none.db
2|--temperature must be a number from 0 to 100, not "hot"| run p.jsonl -m student -t hot
2|--top-p must be a number from 0 to 1| run p.jsonl -m student --top-p 2
2|--max-tokens must be a whole number| run p.jsonl -m student --max-tokens 0
2|give only one| run p.jsonl -m student --json --csv
2|--color takes auto, always or never| run p.jsonl -m student --color red
2|--min-accuracy takes a rate| run p.jsonl -m student --min-accuracy 7
2|"3/2" is not a valid shard| run p.jsonl -m student --shard 3/2
2|--shots needs --fewshot| run p.jsonl -m student --shots 3
2|--concurrency must be a whole number from 1| run p.jsonl -m student --concurrency 0
2|--timeout must be a number above 0| run p.jsonl -m student --timeout -1
2|--budget takes money like $5| run p.jsonl -m student --budget lots
2|a budget in money needs --prices| run p.jsonl -m student --budget '$5'
2|--sweep: there is no field "nonsense"| run p.jsonl -m student --sweep nonsense=1,2
2|--extra must be an object| run p.jsonl -m student --extra '[1]'
2|--header takes "Name: value"; the given text is not shown| run p.jsonl -m student --header nonsense
2|there is no format "nonsense"; `assay import --list` lists them| run p.jsonl -m student --as nonsense
2|--only takes truncated| run p.jsonl -m student --only nonsense
2|--print-spec only prints| run --print-spec --dry-run p.jsonl -m student
2|name one problem file or one spec| run a.yaml b.yaml
3|could not open "missing.yaml"| run missing.yaml
3|could not open "missing"| run p.jsonl -m planted:missing
3|could not open "missing"| run p.jsonl -m replay:missing
3|could not open "missing"| run p.jsonl -m student:missing
2|name two runs| compare
2|give only one of --json, --csv and --markdown| compare r1 r2 --json --csv
2|give only one of --json, --csv and --markdown| climb crt -m student --json --csv
2|give only one of --json, --csv and --markdown| hunt --target demo --json --markdown
2|give only one of --json, --csv and --markdown| evolve --json --markdown
2|--dry-run prints text, or JSON with --json| climb crt -m student --dry-run --csv
2|--dry-run prints text, or JSON with --json| hunt --target demo --dry-run --markdown
2|--dry-run asks no model and shows no results; leave out --json| run p.jsonl -m student --dry-run --json
2|leave out --min-accuracy| run p.jsonl -m student --dry-run --min-accuracy 0.5
3|there is no store| compare r1 r2
2|name a model| climb crt
2|--over must be auto, depth, levels, digits, steps or chain, not "nonsense"| climb -m student --over nonsense
2|--level works only with --over digits, steps or chain| climb hard/towers -m student --level 2
2|--level works only with --over digits, steps or chain| climb hard/towers -m student --over depth --level 2
2|--level works only with --over digits, steps or chain| climb crt -m student --level 2
2|--to DEPTH works only over depth, and this family is not| climb crt -m student --to 8
2|--to DEPTH works only over depth, and this family is not| climb crt -m student --over steps --to 8
2|--to DEPTH works only over depth, and none of these| climb crt phi -m student --to 8
2|--at works only with --freeze| climb crt -m student --at 40..60
2|--at takes percentages LO..HI| climb -m student --at 60..40
2|--freeze needs -o FILE| climb -m student --freeze 3
2|"nonsense" is not a model| hunt --target nonsense
2|choose high, mid, low| hunt --granularity nonsense
2|--hypothesizer must be exact or llm:MODEL| hunt --hypothesizer nonsense
2|--generator must be families, llm| hunt --generator nonsense
2|"nonsense" is not a model| hunt --model nonsense
2|"nonsense" is not a model| climb --target nonsense
2|--faithful works only with --hypothesizer llm:MODEL| hunt --target demo --faithful
2|--max-q must be a number| hunt --max-q 2
2|there is no operator "nonsense"; choose one of| evolve --operators nonsense
2|--without has "xx"| evolve --without xx
2|there is no theme "nonsense"; choose one of| evolve --theme nonsense
2|--generations must be a whole number from 1| evolve --generations 0
2|--level works only with --families| evolve --level 9
2|--range takes LO..HI| evolve --range 5
2|--population does not apply to a DATASET| evolve p.jsonl -n 5
2|--depth shapes seeds; leave it out with a DATASET| evolve p.jsonl --depth 2
2|--distance shapes seeds; leave it out with a DATASET| evolve p.jsonl --distance 2
2|--variables shapes seeds; leave it out with --families| evolve --families crt --variables 4
2|--range shapes seeds; leave it out with --families| evolve --families crt --range 1..30
2|--range shapes seeds; leave it out with a DATASET| evolve p.jsonl --range 1..30
2|--same-numbers works only with a DATASET| evolve --same-numbers
2|--keep-unchanged works only with a DATASET| evolve --keep-unchanged
2|--limit works only with a DATASET| evolve --limit 3
2|--without leaves out every operator; keep one of fm, lm and co| evolve --without fm,lm,co
2|--without leaves out every operator of --operators| evolve --operators crossover --without co
3|"p.jsonl" is not a folder| evolve -o p.jsonl
3|"p.jsonl" is not a folder| evolve -o p.jsonl/inner
3|"p.jsonl" is not a folder| hunt --target planted:w.yaml -o p.jsonl --store h.db
2|empty: the file is empty: a taxonomy has "name" and "concepts"| hunt --taxonomy ./empty --target planted:w.yaml
2|not both| evolve p.jsonl --families crt
2|--features must be own or paper, not "nonsense"| evolve --features nonsense
2|there is no format| evolve p.jsonl --as nonsense
2|name an action: list, show| store
2|did you mean "merge"?| store mrege
2|show takes one run| store show
2|--once works only with watch| store list --once
2|--wrong works only with show| store list --wrong
2|--concept works only with show| store list --concept crt
2|--csv works only with show| store list --json --csv
2|--markdown works only with show| store list --markdown
2|--json works only with list, show and watch| store verify --json
2|--full works only with show and watch| store list --full
2|--dry-run works only with prune| store show last --dry-run
2|--to works only with pull| store list --to x.db
2|--every works only with watch| store list --every 5
3|there is no store| store list
3|there is no store ""; | store list --store ''
3|there is no store "none.db" to merge| store merge none.db --store merged.db
3|is not a store of assay| store list --store p.jsonl
2|pull takes a run and --to FILE| store pull r1
2|"x" is not the number of a review| review x
2|there is no kind "nonsense"; choose one of key, verdict| review --kind nonsense
2|give the number of a review| review --accept
2|--accept or --reject, not both| review 1 --accept --reject
2|there is no game "chess"; choose mathador| solve chess
2|give the numbers| solve mathador
2|--numbers takes 2 to 6 numbers| solve mathador --numbers x
2|leave --numbers and --target out| solve mathador --all --numbers 1,2,3,4,5
2|give --json or --each, not both| solve mathador --all --json --each
2|--list only lists the formats| import --list --as gsm8k
2|name one or more files| import
2|there is no format "nonsense"| import p.jsonl --as nonsense
2|--list takes no file| import --list p.jsonl
3|could not write "none/x"| import p.jsonl -o none/x
3|nokey.jsonl:1:1: the field "key" is missing| check nokey.jsonl
3|`assay import --as FORMAT`| seal nofields.jsonl
2|name one or two problem files| overlap
2|name a format with --to| export p.jsonl
2|there is no format "html"; choose one of lm-eval| export p.jsonl --to html
2|did you mean "markdown"?| export p.jsonl --to markdwon
2|--versions works only with class sheets| export p.jsonl --to csv --versions 3
2|name a folder with -o DIR| export p.jsonl --to verl
2|cannot name a set "a/b"| export p.jsonl --to csv --name a/b
2|name one file of claims| verify
2|--markdown works only with --dataset| verify p.jsonl --markdown
2|--explain works only with claims| verify --dataset p.jsonl --explain
2|give --json or --markdown, not both| verify --dataset p.jsonl --json --markdown
2|give --json or --explain, not both| verify p.jsonl --json --explain
2|--work must be at least 1| verify p.jsonl --work 0
2|is neither a family nor a file| seal nonsense
2|a file is sealed as it is| seal p.jsonl --seed 3
2|--problems and -o name the same file, "x.json"| seal crt --problems x.json -o x.json
2|--problems and -o name the same file| seal crt --problems x.json -o ./x.json
2|name an opening| reveal
2|--hash takes 64 hexadecimal digits| reveal p.jsonl --hash xyz
3|p.jsonl is not an opening| reveal p.jsonl
2|name a run| report
2|-o and --data name the same file| report last -o r.html --data ./r.html
2|are for a report that is printed| report last -o r.html --markdown
2|--output needs a value: FILE| report last -o
2|--port must be a whole number from 0 to 65535| serve --port 99999
2|--port must be a whole number from 0 to 65535, not "x"| serve --port x
2|--address takes an IP address such as 127.0.0.1, not "foo"| serve --address foo
2|give --tls-cert and --tls-key| serve --address 0.0.0.0
2|there is no option "-o"| serve -o x
2|name a run| worker
2|give only one of| families crt --coverage
2|--taxonomy needs a value| families --taxonomy
2|there is no taxonomy "hgh"; did you mean "high"?| families --taxonomy hgh
3|could not open "own.yaml"| families --taxonomy own.yaml
3|./empty: the file is empty: a taxonomy has "name" and "concepts"| families --taxonomy ./empty
3|tax.yaml:1:7: unknown field "seed"; the fields are name, title, concepts| families --taxonomy tax.yaml
3|"p.jsonl" is not a folder| families --pages p.jsonl
3|"/dev/null" is not a folder| families --pages /dev/null/none
2|unexpected| worker extra
2|there is no shell "tcsh"| completion tcsh
END
name='84 and more'
if [ "$usages" -ge 84 ]; then result ok "$name"; else fault "$usages"; fi

# Nothing is written where two outputs would be one.
name='no file of a refused command'
if [ -e x.json ] || [ -e new.db ] || [ -e j.xml ]; then fault "$(ls)"; else result ok "$name"; fi
it 'a seed is drawn when the files were read' 3 "$assay" new crt --exclude nofile
lines err 1
it 'a store' 0 "$assay" run p.jsonl -m planted:w.yaml --store kept.db
cp kept.db copy.db
it 'a store is not replaced by a text' 3 "$assay" store list --store kept.db -o kept.db
has err '-o would replace the database "kept.db"'
same kept.db copy.db
it 'nor by another output' 2 "$assay" store show last --store kept.db --junit kept.db
has err '--junit would replace the store "kept.db"'
it 'nor by weights' 2 "$assay" evolve --calibrate last --store kept.db -o kept.db
has err '-o would replace the store "kept.db"'
it 'nor by problems' 2 "$assay" climb crt -m planted:w.yaml --store kept.db --freeze 2 -o kept.db --force
has err '-o would replace the store "kept.db"'
same kept.db copy.db
it 'prices of a stored run' 3 "$assay" store show last --store kept.db --prices prices.yaml
is err 'assay: prices.yaml: the file is empty; write prices as NAME: {input: 2.5, output: 10}, in dollars for a million tokens'
it 'figures need a folder' 3 "$assay" report last --store kept.db --figures p.jsonl
has err '"p.jsonl" is not a folder'
it 'a group that is none' 2 "$assay" run p.jsonl -m planted:w.yaml --store kept.db --by foo
has err 'problems can be grouped by family, level, kind, concept, seed, reason'
it 'a group of the list' 0 "$assay" run p.jsonl -m planted:w.yaml --store kept.db --by reason,kind,family
it 'no batches' 0 "$assay" run p.jsonl -m planted:w.yaml --store kept.db --batch
has err 'note: planted:w.yaml is not a server and has no batches'
printf 'frage,antwort\n1+1?,2\n' >other.csv
it 'a CSV of unknown columns' 3 "$assay" import other.csv
has err 'a CSV file needs a column with the question ("question", "problem", "prompt" ...)'
printf 'question,answer\n1+1?,2\n' >known.csv
it 'with these columns' 0 "$assay" import known.csv
echo '{"id": "a", "kind": "sum", "object": "x", "claim": "x", "mode": "near"}' >claim.jsonl
it 'a mode that is none' 3 "$assay" verify claim.jsonl
has err '"mode" must be equals or asymptotic, not "near"'
printf 'problems: p.jsonl\nmodel: planted:w.yaml\nattempts: many\n' >r.yaml
it 'bounds of a field' 2 "$assay" run r.yaml
has err '"attempts" must be a whole number from 1 to 10000, not a string (many)'

# Output that cannot be written, and a reader that goes away.
full() { "$assay" "$@" >/dev/full; }
it 'a full disk' 3 full families
has err 'could not write to standard output'
gone() { "$assay" new crt --seed 1 --count 3000 | head -n 1 >/dev/null; }
it 'a reader that goes away is no noise' 0 gone
is err ''

# Files that hold something else: one line and status 3, whoever reads.
cp "$here/README.md" README.md
printf '\211PNG\r\n\032\n\000\000\000\rIHDR' >x.png
mkdir folder
gzip -c p.jsonl | head -c 60 >cut.gz
printf '\000\001\002\003 and more\n' >binary
cat >files <<'END'
README.md line 1 is not a JSON object
x.png the file is a PNG image
folder it is a folder
cut.gz the file is compressed by gzip
binary the file is a binary file
missing could not open "missing"
END
cat >readers <<'END'
check
grade
run -m planted:w.yaml
import
export --to csv
overlap
overlap p.jsonl
verify
verify --dataset
evolve -o o
new crt --seed 1 --exclude
END
echo 'weak: []' >w.yaml
while read -r file text; do
    while read -r line; do
        eval "set -- $line"
        it "$file: assay $line" 3 "$assay" "$@" "$file"
        has err "$text"
        lines err 1
    done <readers
    case $file in README.md | binary) continue ;; esac
    cp -r $file s.yaml 2>/dev/null
    for c in run hunt climb evolve 'verify --explain'; do
        it "$file as a spec: assay $c" 3 "$assay" $c ./s.yaml
        lines err 1
    done
    rm -rf s.yaml
done <files
for line in check grade import 'export --to csv' overlap verify 'verify --dataset' 'evolve -o o'; do
    it "an empty file: assay $line" 3 "$assay" $line empty
    lines err 1
done
for f in README.md x.png folder empty; do
    it "$f is no store" 3 "$assay" store merge $f --store s.db
    lines err 1
done

# A few bad rows are named; of many, the first ten.
{ cat p.jsonl; for i in 1 2 3; do echo '{"broken'; done; } >few.jsonl
it 'three bad rows' 3 "$assay" check few.jsonl
lines err 3
{ cat p.jsonl; i=0; while [ $((i += 1)) -le 41 ]; do echo '{"broken'; done; } >many.jsonl
for line in check overlap; do
    it "41 bad rows: assay $line" 3 "$assay" $line many.jsonl
    has err 'and 31 more lines that cannot be read'
done
for line in import 'export --to csv'; do
    it "41 bad rows: assay $line" 1 "$assay" $line many.jsonl
    has err 'and 31 more lines that cannot be read'
done
{ echo '{"gold": "1", "response": "1"}'; tail -n 41 many.jsonl; } >pairs.jsonl
it '41 bad rows: assay grade' 1 "$assay" grade pairs.jsonl
has err 'and 31 more lines that cannot be read'
lines out 42
{ head -n 3 few.jsonl | tail -n 2; cat p.jsonl; } >late.jsonl
it 'bad rows before the first good one' 3 "$assay" check late.jsonl
has err 'late.jsonl:1:'
has out '1 problem'

# The verdict of one pair is the status; that of a file is not.
it 'a correct pair' 0 "$assay" grade 2 2
it 'a wrong one' 1 "$assay" grade 2 3
it 'no answer' 1 "$assay" grade 2 'I do not know'
it 'undecided or unreadable is not correct' 1 "$assay" grade 2 '\boxed{\frac{1}{}'
it 'by the strict reading' 1 "$assay" grade --strict '5 \text{ cm}' 5
echo '{"gold": "2", "response": "3"}' >wrong.jsonl
it 'a file of wrong ones' 0 "$assay" grade wrong.jsonl

is_narrow() { # FILE
    if grep -q '.\{81\}' "$1"; then fault "$1 is wider than 80 columns"; else result ok "$name: $1 has 80 columns"; fi
}

# Every help lists the statuses.
for c in $("$assay" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' | grep -vx 'help\|version'); do
    it "help of $c" 0 "$assay" $c --help
    has out 'Exit status:'
    is_narrow out
done
it 'the help of all' 0 "$assay" --help
is_narrow out
it 'a usage line is folded before an alternative' 2 "$assay" store
is_narrow err
has err '                   | merge STORE...'
it 'a row of a table is folded in its column' 0 "$assay" store --help
has out '         without a terminal, one line for each change'
if command -v script >/dev/null; then
    it 'a word that is longer than a line stays whole' 0 \
        script -qec "COLUMNS=40 '$assay' evolve --help" /dev/null
    has out 'approximate-replacement'
fi
for c in 'help --help' 'help -h' '--help --help' '-h help'; do
    it "assay $c" 0 "$assay" $c
    has out 'usage: assay COMMAND'
done
for c in 'version --help' 'version -h' 'help version'; do
    it "assay $c" 0 "$assay" $c
    has out 'usage: assay version'
done
it 'run has groups' 0 "$assay" run --help
has out 'Cost and threads:'
finish
