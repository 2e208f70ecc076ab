#!/bin/sh
# A letter is one option in all commands: the tables that --help prints are
# compared with this one. A line is a letter and the long names it stands for;
# those names have that letter wherever they are an option.
. "$(dirname "$0")/../lib/tap.sh"

cat >letters <<'END'
c concurrency
f force
g generations
H header
h help
j threads
k attempts
l level
m model target
n count population
o output
q quiet
s seed
t temperature
V version
END

# The model draws by the seed of `assay run`; the target of a game is a number.
cat >others <<'END'
run seed
solve target
END

"$assay" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' | grep -vx 'help\|version' >commands
it 'there are commands' 0 grep -qx evolve commands
for c in $(cat commands); do
    "$assay" "$c" --help |
        sed -nE "s/^  (-(.), |    )--([a-z-]*).*/$c \\3 \\2/p"
done >options
it 'they have options' 0 grep -qx 'new count n' options

cat >compare.awk <<'END'
FILENAME == "letters" { for (i = 2; i <= NF; i++) letter[$i] = $1; next }
FILENAME == "others" { other[$1, $2]; next }
($1, $2) in other { if ($3 != "") print $1 ": --" $2 " has a letter"; next }
letter[$2] != $3 { print $1 ": --" $2 " is -" $3 ", not -" letter[$2] }
END
it 'a letter is one option' 0 awk -f compare.awk letters others options
lines out 0

# -o is where the output goes, in every command that has any.
for c in $(grep -vx 'serve\|worker' commands); do
    it "$c has -o" 0 grep -qx "$c output o" options
done
for o in -o --output --out; do
    rm -f made
    it "$o FILE" 0 "$assay" new concept/crt --seed 1 $o made
    is out ''
    has made '"family": "concept/crt"'
done
it '-o - is standard output' 0 "$assay" new concept/crt --seed 1 -o -
same out made
it 'of a wrong command line' 2 "$assay" new concept/crt --level 99 -o none
name='nothing is made'
if [ -e none ]; then fault 'none exists'; else result ok "$name"; fi
it 'a file that cannot be written' 3 "$assay" new concept/crt -o none/made
has err 'could not write "none/made"'
it 'a folder' 3 "$assay" new concept/crt -o /
it 'a help goes to no file' 0 "$assay" check -o none --help
has out 'usage: assay check'
it 'a status of no has its output' 1 "$assay" overlap made made -o shared
has shared 'statement'

# The number of a q-value is no level.
it 'the older name' 0 "$assay" hunt --level 0.01 --print-spec
has out 'level: 0.01'
it 'the name of now' 0 "$assay" hunt --max-q 0.01 --print-spec
has out 'level: 0.01'
it 'it has no letter' 2 "$assay" hunt -l 0.01 --print-spec

it 'help of a command' 0 "$assay" help check
has out 'usage: assay check'
it 'version is --version' 0 "$assay" version
has out 'assay '
it '-V is --version' 0 "$assay" -V
has out 'assay '
finish
