#!/bin/sh
# assay families: cards, taxonomies, pages.
. "$(dirname "$0")/../lib/tap.sh"

it 'the list' 0 "$assay" families
has out 'concept/crt'
it 'a card' 0 "$assay" families concept/crt
has out 'Solving linear congruences'
has out 'wording=any|plain|paraphrase|terse|wordy|story'
it 'the cards as JSON' 0 "$assay" families --json
has out '{"name": "concept/crt", "version": 3,'
it 'no such card' 2 "$assay" families nothing
it 'two things at once' 2 "$assay" families concept/crt --taxonomy high
it 'a taxonomy' 0 "$assay" families --taxonomy high
has out 'Chinese remainder theorem'
name='79 concepts'
n=$(grep -c '^[^ ]' out)
if [ "$n" = 79 ]; then result ok "$name"; else fault "$n concepts"; fi
it 'a coarse taxonomy' 0 "$assay" families --taxonomy extremely-low
grep -A1 '^Number Theory$' out >pair
has pair 'concept/crt'
cat >own.yaml <<'YAML'
name: our-course
concepts:
  - name: Remainders
    maps: [Chinese remainder theorem]
YAML
it 'a taxonomy of the user' 0 "$assay" families --taxonomy own.yaml
has out '      concept/crt'
sed 's/Chinese remainder theorem/Chinese reminder theorem/' own.yaml >bad.yaml
it 'with an unknown concept' 3 "$assay" families --taxonomy bad.yaml
has err 'bad.yaml:4:'
it 'no such taxonomy' 3 "$assay" families --taxonomy nothing
has err 'the built-in taxonomies are high, mid, low, extremely-low, baseline'

it 'the coverage' 0 "$assay" families --coverage
lines out 254
name='none is bare'
if grep -q NONE out; then fault 'a concept without family'; else result ok "$name"; fi
has err 'high 79 of 79, mid 54 of 54, low 7 of 7, extremely-low 7 of 7, baseline 107 of 107'
it 'coverage and a card' 2 "$assay" families concept/crt --coverage

# The pages in the tree are the ones the cards make.
mkdir pages
it 'pages' 0 "$assay" families --pages pages
for page in pages/*; do
    same "$page" "$here/docs/families/$(basename "$page")"
done
finish
