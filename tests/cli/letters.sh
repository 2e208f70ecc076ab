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
o out output
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

"$assay" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' >commands
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

it '-V is --version' 0 "$assay" -V
has out 'assay '
finish
