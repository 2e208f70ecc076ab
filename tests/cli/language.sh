#!/bin/sh
# The family language as it is explained: the reference is made from the tables and
# is what the page has; the page's listings are the files of examples/families,
# which are accepted, and those of refused/ are refused by the row of their name;
# the mistakes that the page shows are what is printed; the editors' grammars are
# those that tools/grammar makes.
. "$(dirname "$0")/../lib/tap.sh"
page=$here/docs/language.md
families=$here/examples/families
unset ASSAY_FAMILIES

# ---- the reference ----
it 'the reference' 0 "$assay" family reference
has out '| `draw NAME, NAME in LIST'
has out '| `fold a = E for x in L: F` |'
has out '| `gcd(a, b, ...)` |'
has out '| 5,000,000 | units of work'
cp "$page" page.md
it 'the reference in its place' 0 "$here/tools/put-reference" "$assay" page.md
same page.md "$page"
it 'one page' 0 "$assay" family reference --short
name='it is one page'
[ "$(wc -l <out)" -le 120 ] && result ok "$name" || fault "$(wc -l <out) lines"
sed -n 's/^    //p' out >short.family
it 'the file that it shows' 0 "$assay" family check short.family
it 'for programs' 0 "$assay" family reference --json
cp out reference.json
lines out 1
has out '"word": "given"'
has out '"name": "solve_linear", "signature": "solve_linear(A, b)", "args": ["list of rows of numbers", "list of numbers"], "more": false'
it 'two forms at once' 2 "$assay" family reference --short --json

# ---- the listings of the page ----
mkdir listed
awk '/^```family$/ { inside = 1; file = ""; next }
     /^```/ { inside = 0 }
     inside && file == "" { file = "listed/" $2 }
     inside { print >file }' page.md
for file in "$families"/tutorial-*.family "$families"/refused/*.family; do
    name="the listing of $(basename "$file")"
    if cmp -s "$file" "listed/$(basename "$file")"; then result ok "$name"; else fault 'differs'; fi
done
name='no other listing'
[ "$(ls listed | wc -l)" = "$(ls "$families"/tutorial-*.family "$families"/refused/*.family listed/shared.family listed/tutorial-1.de.family | wc -l)" ] &&
    result ok "$name" || fault "$(ls listed)"

it 'the listing with shared wordings is accepted' 0 "$assay" family check listed/shared.family
it 'so is the translation, beside its family' 0 "$assay" family check listed/tutorial-1.de.family

# ---- the files ----
for file in "$families"/tutorial-*.family; do
    it "$(basename "$file") is accepted" 0 "$assay" family check "$file"
done
# A row, and an edit of its file that the page gives as the cure.
while read -r row cure; do
    file=$families/refused/$row.family
    it "$row is refused" 1 "$assay" family check "$file"
    name="$row is refused by its own row alone"
    asked=$(echo "$row" | tr - ' ')
    no=$(sed -n 's/^  \([a-z ]*[a-z]\)  *NO .*/\1/p' out)
    if [ "$no" = "$asked" ]; then result ok "$name"; else fault "by $no"; fi
    sed "$cure" "$file" >"$row.family"
    it "the cure of $row" 0 "$assay" family check "$row.family"
done <<'END'
reads s/^key: a + c/key: a + b/
two-roads s/^check.*/check "dividing it out": key > 0 and key divides a and key divides b and all d in 2..b div key: not (d divides a div key and d divides b div key)/
agrees s/^draw.*/draw share in 12..199; b in 2..9\ngiven a = share * b, b/
says-no s/^check.*/check "dividing it out": key > 0 and key divides a and key divides b and all d in 2..b div key: not (d divides a div key and d divides b div key)/
says-enough s/some more/<b> more/
nothing-idle s/; c in 20..60//;s/is \$<c>\$ years old and //
not-guessable s/^draw.*/draw a in 1000..9999; m in 30..99/;s/mod 3$/mod m/;s/0..2 and 3 divides/0..m - 1 and m divides/;s/\$3\$/$<m>$/
large s/^answer/problems: 60\nanswer/
well-told s/<n> coins/<n> <n?coin|coins>/;s/<m> notes/<m> <m?note|notes>/
bounded s/^draw.*/choose n in 200..1999/
END

# ---- the mistakes that the page shows ----
# A file, and an edit that makes the mistake.
while read -r file edit; do
    sed "$edit" "$families/$file.family" >"$file.family"
    it "$file: $edit" 3 "$assay" new "$file.family"
    name="$file: $edit: the page shows the message"
    if grep -qxF -e "$(cat err)" "$page"; then result ok "$name"; else fault 'not there'; fi
done <<'END'
tutorial-1 s/^draw a, b/draw a/
tutorial-1 s/^check.*/check "adding again": key = b + a/
tutorial-1 s/^plain:/plane:/
tutorial-1 s/^check "taking one away"/check "taking one away/
tutorial-1 s/<b>\$\.$/<b$./
tutorial-2 s/^key: x/key: g/
tutorial-2 s/key > 0/key = x/
tutorial-2 s/^        x, y = y/\tx, y = y/
tutorial-2 s/^    repeat at most 60/    repeat/
tutorial-3 s/^kind zero at zero/kind zero at value/
tutorial-3 s/^    let rest/    let t/
tutorial-3 s/abs(t)/absolute(t)/
END
name='every message of the page is tried'
[ "$(grep -c '^assay: tutorial-' "$page")" = 12 ] && result ok "$name" || fault 'another number of messages'

# ---- grammars ----
if command -v python3 >/dev/null 2>&1; then
    it 'the grammars' 0 sh -c '"$1" made <reference.json' - "$here/tools/grammar"
    it 'those of the tree' 0 diff -r made "$here/examples/editor"
    for file in made/vscode/*.json made/vscode/syntaxes/*.json; do
        it "$file is JSON" 0 python3 -m json.tool "$file"
    done
else
    result ok 'the grammars # SKIP no python3'
fi
cat >look.vim <<'END'
filetype on
syntax on
edit look.family
redir! > groups
for place in [[1, 1], [2, 6], [3, 8], [4, 8], [4, 14], [5, 15], [6, 11], [6, 18]]
  silent echo synIDattr(synID(place[0], place[1], 1), 'name')
endfor
redir END
quitall!
END
cat >look.family <<'END'
# a note
key: gcd(a, b) mod 3
plain: all of <a>
check "sum": sum i in L: i
story: it is <gcd(a, b)>
plain: 3 <5 and <5 * a>
END
if command -v vim >/dev/null 2>&1; then
    it 'Vim' 0 vim -Nu NONE -i NONE -n -es --cmd "set runtimepath^=$here/examples/editor/vim" -S look.vim
    is out ''
    grep . groups >seen
    printf '%s\n' familyComment familyFunction familyText familyString \
        familyLoop familyFunction familyText familyNumber >wanted
    same seen wanted
else
    result ok 'Vim # SKIP no vim'
fi
finish
