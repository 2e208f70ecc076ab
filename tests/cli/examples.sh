#!/bin/sh
# The examples of README.md and of the manual page are run, in order, in one
# folder for each document. An example is a line "$ command" and the output
# that follows it. "..." alone stands for any lines, and at the end of a line
# for the rest of it.
. "$(dirname "$0")/../lib/tap.sh"
PATH=$ASSAY_BUILD:$PATH
export LC_ALL=C.UTF-8 # whose bars are in the examples

# The literal blocks of a document, as plain text.
blocks() {
    case $1 in
    *.md) awk '/^```/ { inside = /^```console/; next } inside' "$1" ;;
    *.1) awk '/^\.Bd -literal/ { inside = 1; next }
              /^\.Ed/ { inside = 0 } inside' "$1" |
        sed 's/\\&//g; s/\\e/\\/g; s/\\-/-/g' ;;
    esac
}

# Cut into numbered pairs: 1.cmd and 1.want, 2.cmd ...
cut_up() {
    awk '/^\$ / { n++; print substr($0, 3) >(n ".cmd"); printf "" >(n ".want"); next }
         n { print >>(n ".want") }'
}

matches() { # WANT GOT
    awk -v wants="$1" '
    BEGIN { while ((getline line <wants) > 0) want[++n] = line }
    { got[NR] = $0 }
    function fits(w, g) {
        if (w == g) return 1
        if (w !~ /\.\.\.$/) return 0
        w = substr(w, 1, length(w) - 3)
        return substr(g, 1, length(w)) == w
    }
    function rest(i, j) {
        if (i > n) return j > NR
        if (want[i] == "...") {
            for (; j <= NR + 1; j++) if (rest(i + 1, j)) return 1
            return 0
        }
        return j <= NR && fits(want[i], got[j]) && rest(i + 1, j + 1)
    }
    END { exit !rest(1, 1) }' "$2"
}

for doc in README.md docs/assay.1; do
    mkdir -p "$work/$doc.d"
    cd "$work/$doc.d" || exit 3
    blocks "$here/$doc" | cut_up
    i=1
    while [ -f $i.cmd ]; do
        name="$doc: $(tr -d '\\' <$i.cmd)"
        case $(cat $i.cmd) in
        git* | make* | cd* | sudo*) i=$((i + 1)); continue ;;
        esac
        sh $i.cmd >out 2>&1 </dev/null
        if matches $i.want out; then
            result ok "$name"
        else
            fault 'the output is another'
        fi
        i=$((i + 1))
    done
    name="$doc has examples"
    if [ $i -gt 3 ]; then result ok "$name"; else fault "only $((i - 1))"; fi
done
finish
