#!/bin/sh
# Runs the examples of README.md, the tutorials and the manual page, in order, in
# one folder for each document. An example is a line "$ command" and the output
# that follows it. "..." alone stands for any lines, and at the end of a line
# for the rest of it. A C, Python, YAML or family block whose first line is a comment with
# a file name is that file; a block without one is an error.
. "$(dirname "$0")/../lib/tap.sh"
# As after `make install`: the program, the library, its header and the module.
PATH=$ASSAY_BUILD:$PATH
export CPATH="$here/include" LIBRARY_PATH="$ASSAY_BUILD" LD_LIBRARY_PATH="$ASSAY_BUILD"
export PYTHONPATH="$here/bindings/python" PYTHONDONTWRITEBYTECODE=1
export LC_ALL=C.UTF-8 # the examples show its bars
unset ASSAY_STORE

# The literal blocks of a document, as plain text.
blocks() {
    case $1 in
    *.md) awk '/^```/ { inside = /^```console/; next } inside' "$1" ;;
    *.1) awk '/^\.Bd -literal/ { inside = 1; next }
              /^\.Ed/ { inside = 0 } inside' "$1" |
        sed 's/\\&//g; s/\\e/\\/g; s/\\-/-/g' ;;
    esac
}

# Writes the files that a document shows; those without a name go to ./nameless.
files() {
    case $1 in *.md) ;; *) return ;; esac
    awk '/^```(c|python|yaml|family)$/ { file = ""; inside = 1; next }
         /^```/ { inside = 0; next }
         inside && file == "" {
             file = match($0, /[a-z0-9_-]+\.(c|py|yaml|family)/) ? substr($0, RSTART, RLENGTH) : "nameless"
         }
         inside { print >file }' "$1"
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

for doc in README.md $(cd "$here" && echo docs/tutorial-*.md) docs/language.md docs/assay.1; do
    mkdir -p "$work/$doc.d"
    cd "$work/$doc.d" || exit 3
    files "$here/$doc"
    blocks "$here/$doc" | cut_up
    name="$doc: every file it shows has a name"
    if [ -f nameless ]; then fault "$(head -n 1 nameless)"; else result ok "$name"; fi
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
            fault 'the output differs'
        fi
        i=$((i + 1))
    done
    name="$doc has examples"
    if [ $i -gt 3 ]; then result ok "$name"; else fault "only $((i - 1))"; fi
done
finish
