#!/bin/sh
# Families that are files: made, checked, split, joined with others; what is said
# of a file that is wrong, missing or another one than before.
. "$(dirname "$0")/../lib/tap.sh"

mkdir own two
cat >own/slopes.family <<'end'
title: Slopes of lines
about: The slope of the line through two points.
concept: Slope, intercepts, parallel and perpendicular lines
answer: rational
level near: numbers up to 40
level far: numbers up to 400

kind near at near
    draw x1, y1 in -20..20 but 0; dx in 2..15; dy in -20..20 but 0
    given x1, y1, x2 = x1 + dx, y2 = y1 + dy
    key: (y2 - y1) / (x2 - x1)
    check "vectors": key * (x2 - x1) = y2 - y1
    slip "run over rise": (x2 - x1) / (y2 - y1)
    terse: Slope through $(<x1>, <y1>)$ and $(<x2>, <y2>)$?
    plain: What is the slope of the line through $(<x1>, <y1>)$ and $(<x2>, <y2>)$?
    step: The rise is $<y2><-y1+> = <y2 - y1>$.
    step: The slope is $<key>$.

kind far at far
    draw x1, y1 in -200..200 but 0; dx in 20..150; dy in -200..200 but 0
    given x1, y1, x2 = x1 + dx, y2 = y1 + dy
    key: (y2 - y1) / (x2 - x1)
    check "vectors": key * (x2 - x1) = y2 - y1
    plain: What is the slope of the line through $(<x1>, <y1>)$ and $(<x2>, <y2>)$?
end
cat >own/sums.family <<'end'
name: school/three
title: Sums of three numbers
concept: Integer arithmetic (addition, subtraction, multiplication, division)
answer: integer
draw m[3] in 20..900
key: sum(m)
check "differences": key - m[0] - m[1] = m[2]
list terms for k in m: $<k>$
plain: Add <terms>.
story: <name> has boxes of <terms> <things>. How many <things> are there?
end

# ---- making and checking ----
it 'problems of a file' 0 "$assay" new own/slopes.family --level all --count 20 --seed a -o file.jsonl
lines file.jsonl 40
has file.jsonl '"id": "my/slopes@1~'
it 'the same from a name' 0 env ASSAY_FAMILIES=own "$assay" new my/slopes --level all --count 20 --seed a
same out file.jsonl
it 'a short name' 0 env ASSAY_FAMILIES=own "$assay" new three --count 1 --seed a
has out '"family": "school/three"'
it 'a short name of two families' 2 env ASSAY_FAMILIES=own "$assay" new slopes --count 1 --seed a
has err 'concept/slopes'
it 'a folder' 0 "$assay" new own/ --count 3 --seed a
lines out 6
has out '"family": "school/three"'
it 'a pattern' 0 env ASSAY_FAMILIES="$PWD/two:own" "$assay" new 'school/*' --count 3 --seed a
lines out 3
it 'checked with the file' 0 env ASSAY_FAMILIES=own "$assay" check file.jsonl
has out '40 hold'
it 'checked without it' 0 "$assay" check file.jsonl --json
has out 'name its folder in ASSAY_FAMILIES'
sed 's/"latex": "/"latex": "1/' file.jsonl >wrong.jsonl
it 'a wrong key' 1 env ASSAY_FAMILIES=own "$assay" check wrong.jsonl
cp own/slopes.family two/
sed 's/numbers up to 400/numbers up to 401/' own/slopes.family >two/slopes.family
it 'another text of the file' 0 env ASSAY_FAMILIES=two "$assay" check file.jsonl
has out 'another text of the family'
it 'no problem twice, until there is none' 0 "$assay" new own/sums.family --seed a --count 500
name='no problem twice'
[ "$(sed 's/.*"params": \({[^}]*}\).*/\1/' out | sort -u | wc -l)" = 500 ] && result ok "$name" || fault 'repeats'

# ---- the kit ----
it 'knobs' 0 "$assay" new own/slopes.family --seed a --count 20 --set digits=1 --set steps=2 --set distractors=1
cp out knobs.jsonl
has knobs.jsonl 'Let $K = '
it 'knobs, checked' 0 env ASSAY_FAMILIES=own "$assay" check knobs.jsonl
it 'a pair with a shipped family' 0 "$assay" new own/sums.family+concept/crt --seed a --count 10
cp out pair.jsonl
it 'the pair, checked' 0 env ASSAY_FAMILIES=own "$assay" check pair.jsonl
it 'train' 0 "$assay" new own/sums.family --seed a --count 50 --split train
cp out train.jsonl
it 'test' 0 "$assay" new own/sums.family --seed b --count 50 --split test
cp out test.jsonl
it 'splits share nothing' 0 "$assay" overlap train.jsonl test.jsonl
it 'a seal' 0 "$assay" seal own/sums.family --count 5
it 'its opening' 0 env ASSAY_FAMILIES=own "$assay" reveal opening-*.json
has out 'were made again and are the same'
it 'export' 0 "$assay" export file.jsonl --to trl -o trl

# ---- a kind at two levels, a kind with no number of its own ----
cat >two/levels.family <<'end'
title: Sums
answer: integer
level small: up to 10
level large: up to 80
kind sum at small, large
    draw a in 1..10 * level ^ 3; b in 1..10
    key: a + b
    check "difference": key - a = b
    plain: Add <a> and <b>.
end
it 'a range that depends on the level' 0 "$assay" new two/levels.family --level large --count 700 --seed a
name='all of it is drawn'
grep -q '"b": 10}' out && result ok "$name" || fault 'b is never 10'
printf 'title: T\nanswer: integer\ndraw a in 1..9999\nkey: a * 2\ncheck: key - a = a\nplain: <text(a)>\n' >two/hide.family
it 'steps where no number can be hidden' 3 "$assay" new two/hide.family --set steps=1
has err 'hides a number of the statement'
printf 'title: T\nanswer: integer\ndraw a in 1..9999; c in 0..1\nkey: a + c\ncheck: key - a = c\nplain: The number <c?after|before> $<a>$\n' >two/hide.family
it 'a word that a number chooses hides no number' 0 "$assay" new two/hide.family --set steps=1 --count 20 --seed a
name='only the other one is hidden'
grep -q '"of": "c"' out && fault 'c is hidden' || result ok "$name"
printf 'title: T\nanswer: integer\ndraw a in 1..9999; c in 1..9\nkey: a + c\ncheck: key - a = c\nplain: The <c?th> number after $<a>$, row <c?02>\n' >two/hide.family
it 'a number in a form beside a hidden one' 0 "$assay" new two/hide.family --set steps=1 --count 20 --seed a
has out 'number after $'

# ---- what is left out of draws ----
printf 'title: T\nanswer: integer\ndraw a in [2, 3, 5, 7] but 3, [7]; b in 2..9\nkey: a * b\ncheck: key / b = a\nplain: $<a>$ times $<b>$.\n' >but.family
it 'a list without some items' 0 "$assay" new but.family --count 16 --seed a
name='the other items'
[ "$(sed 's/.*"a": \([0-9]*\).*/\1/' out | sort -u | tr '\n' ' ')" = '2 5 ' ] && result ok "$name" || fault 'others'
printf 'title: T\nanswer: integer\ndraw a in 1..1000 but 1..300; b in 2..9\nkey: a * b\ncheck: key / b = a\nplain: $<a>$ times $<b>$.\n' >but.family
it 'too many values left out' 3 "$assay" new but.family --seed a
has err '"but" leaves out at most 256 values'
# ---- closed forms, intervals, matrices ----
cat >own/diagonal.family <<'end'
title: Diagonals
answer: number
draw a, b in 2..60
key: sqrt(a ^ 2 + b ^ 2)
check "Pythagoras": key ^ 2 - a ^ 2 = b ^ 2 and key > 0
slip "difference": sqrt(abs(a ^ 2 - b ^ 2))
plain: How long is the diagonal of a rectangle with sides $<a>$ and $<b>$?
step: The diagonal is $\sqrt{<a>^2 + <b>^2} = <key>$.
end
cat >own/square.family <<'end'
title: Squares below a number
answer: interval
draw a in 2..400
key: open(-sqrt(a), sqrt(a))
check "squares": all x in -25..25: (x in key) = (x ^ 2 < a)
plain: Solve $x^2 < <a>$.
end
cat >own/inverse.family <<'end'
title: Inverse matrices
answer: matrix
draw m[4] in -9..9
where m[0] * m[3] != m[1] * m[2]
key: inverse_matrix([[m[0], m[1]], [m[2], m[3]]])
check "product": times(key, [[m[0], m[1]], [m[2], m[3]]]) = [[1, 0], [0, 1]]
plain: Invert the matrix with the entries <m>, row by row.
end
it 'closed forms' 0 "$assay" new own/diagonal.family,own/square.family,own/inverse.family --seed a --count 200
cp out closed.jsonl
has closed.jsonl '"kind": "number", "latex": "\\sqrt{'
has closed.jsonl '"kind": "interval", "latex": "(-\\sqrt{'
has closed.jsonl '"kind": "matrix", "latex": "\\begin{pmatrix} '
it 'closed forms, checked' 0 env ASSAY_FAMILIES=own "$assay" check closed.jsonl
sed 's/"latex": "\\\\sqrt{/"latex": "1\\\\sqrt{/' closed.jsonl >spoilt.jsonl
it 'closed forms, spoilt' 1 env ASSAY_FAMILIES=own "$assay" check spoilt.jsonl
it 'a key and another spelling' 0 "$assay" grade --kind number '2\sqrt{3}' '\frac{\sqrt{12}}{1}'
it 'a key and a near miss' 1 "$assay" grade --kind number '2\sqrt{3}' '2\sqrt{2}'

# ---- mistakes ----
it 'no such file' 3 "$assay" new own/none.family
has err 'none.family'
mkdir empty
it 'an empty folder' 3 "$assay" new ./empty
has err 'has no file *.family'
printf 'title: T\nanswer: integer\ndraw a in 1..9\nkey: a + b\ncheck: key = a\nplain: <a>\n' >bad.family
it 'a name that is not defined' 3 "$assay" new ./bad.family
has err 'bad.family:4:10: "b" is not defined'
printf 'title: T\nanswer: integer\ndraw a in 1..9\nkey: a * 2\ncheck: key = 2 * a\nplain: <a>\n' >bad.family
it 'one road' 3 "$assay" new ./bad.family
has err 'bad.family:5:12: the check repeats the formula of the key'
printf 'title: T\nanswer: integer\ndraw a in 9..1\nkey: a * 2\ncheck: key - a = a\nplain: <a>\n' >bad.family
it 'nothing to draw from' 3 "$assay" new ./bad.family
has err 'bad.family:3:'
printf 'title: T\nanswer: integer\ndraw a in 1..9\nkey: a * 2 + 1 / 2\ncheck: key > a\nplain: <a>\n' >bad.family
it 'a key of another kind' 3 "$assay" new ./bad.family
cp own/sums.family two/other.family
printf '# changed\n' >>two/other.family
it 'two files with one name' 3 "$assay" new own/,two/
has err 'are both the family'
printf 'title: T\n' >two/bad.family
it 'a broken file in the catalogue' 3 env ASSAY_FAMILIES=two "$assay" new four
has err 'ASSAY_FAMILIES: two/bad.family:'

# ---- assay family ----
it 'a file to begin with' 0 "$assay" family new shop
has err 'assay family check shop.family'
it 'it is not overwritten' 3 "$assay" family new shop.family
it 'it is accepted' 0 "$assay" family check shop.family
has out 'shop.family: accepted'
has out '  bounded        yes'
sed 's/key: a \* p + b \* q/key: a * p + b * q + 1/' shop.family >wrong.family
it 'a wrong key is refused' 1 "$assay" family check shop.family wrong.family
has out 'wrong.family: refused'
has out '  agrees         NO'
has out '  says no        -    not tried'
it 'in JSON' 1 "$assay" family check wrong.family --json
has out '"accepted": false'
has out '{"row": "agrees", "holds": false,'
has out '"with": "a = '
it 'a file that is none' 1 "$assay" family check two/bad.family
has out 'reads: the problem is missing'
it 'no such file' 3 "$assay" family check nothing.family
it 'a folder' 1 "$assay" family check two/
it 'shown' 0 "$assay" family show shop.family --count 1 --level change
lines out 6
has out 'key: '
has out '  1. The price is'
it 'shown as problems' 0 "$assay" family show shop.family --count 2 --json
lines out 4
it 'no such level' 3 "$assay" family show shop.family --level none
it 'a card' 0 "$assay" family card shop.family
has out 'my/shop, version 1: Shopping for two things'
it 'a page' 0 "$assay" family card shop.family --page
has out '## '
has out 'How many cents'
it 'an action that there is not' 2 "$assay" family chek shop.family
has err 'did you mean "check"'
it 'no file' 2 "$assay" family check

# While one writes: once at the beginning, once for each change, until Ctrl-C.
"$assay" family show shop.family --count 1 --watch >watched 2>watched.err &
watching=$!
wait_for() {
    n=0
    until [ "$(grep -c '^my/shop@1' watched)" -ge "$1" ] || [ $n = 100 ]; do
        sleep 0.1
        n=$((n + 1))
    done
}
wait_for 2
printf '# a note\n' >>shop.family
wait_for 4
kill -INT $watching
wait $watching
name='the file is looked at again'
[ "$(grep -c '^my/shop@1' watched)" = 4 ] && result ok "$name" || fault "$(cat watched watched.err)"

# Half of a planted model's wrong answers are slips of the file: (a + b) p.
printf 'seed: 1\nbase: 1\n' >all.yaml
mkdir slips && cp shop.family slips/
it 'problems to slip on' 0 "$assay" new slips/ --count 60 --seed s -o slips.jsonl
it 'a model that slips' 0 env ASSAY_FAMILIES=slips "$assay" run slips.jsonl -m planted:all.yaml --store slips.db
it 'its replies' 0 "$assay" store show r1 --store slips.db --wrong --json
name='the slips are those of the file'
python3 - <<'py' && result ok "$name" || fault 'other answers'
import json, sys
made = {}
for line in open('slips.jsonl'):
    p = json.loads(line)
    made[p['id']] = p['params']
seen = rows = 0
for line in open('out'):
    row = json.loads(line)
    p = made[row['problem_id']]
    rows += 1
    seen += (p['a'] + p['b']) * p['p'] == int(row['answer'])
sys.exit(0 if rows == 60 and 18 <= seen <= 42 else f'{seen} of {rows}')
py

# Several asked values, and a depth.
cat >pairs.family <<'end'
title: Two numbers by their sum and difference
answer: integer
draw x, y in 20..900
given s = x + y, d = x - y
key first: (s + d) / 2
key second: (s - d) / 2
check "sums": first + second = s and first - second = d
plain: The sum of two numbers is $<s>$, and the first minus the second is $<d>$. What is the first,
    and what is the second?
step: The first is half of $<s> <d+>$, that is $<first>$, and the second is $<second>$.
end
it 'two keys' 0 "$assay" new ./pairs.family --count 3 --seed a -o pairs.jsonl
has pairs.jsonl '"keys": [{"name": "first", "kind": "integer", '
mkdir more && cp pairs.family more/
it 'two keys, checked' 0 env ASSAY_FAMILIES=more "$assay" check pairs.jsonl
has out '3 hold'
sed 's/"name": "second", "kind": "integer", "latex": "/&1/' pairs.jsonl >spoilt.jsonl
it 'one of them wrong' 1 env ASSAY_FAMILIES=more "$assay" check spoilt.jsonl
cat >deep.family <<'end'
title: A long sum
answer: integer
depth 2..500: numbers that are added
level short depth 3: three numbers
level long depth 12: twelve numbers
draw m[depth] in 10..99
key: sum(m)
check "one by one": (fold rest = key for x in m: rest - x) = 0
list terms for x in m: $<x>$
plain: Add <terms>.
step: The sum is $<key>$.
end
it 'a depth' 0 "$assay" new ./deep.family --depth 40 --count 1 --seed a
has out '"knobs": {"depth": "40"}'
it 'too deep' 2 "$assay" new ./deep.family --depth 501 --count 1 --seed a
printf 'seed: 2\nbase: 0.02\n' >able.yaml
it 'a climb' 0 env ASSAY_FAMILIES="$PWD" "$assay" climb ./deep.family -m planted:able.yaml --store deep.db
has out 'my/deep'
finish
