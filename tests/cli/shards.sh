#!/bin/sh
# Parts of a run on several machines, and their stores put together.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

sums 40 >sums.jsonl
m=$server/ok/v1#m

for i in 1 2 3; do
    it "part $i" 0 "$assay" run sums.jsonl --model "$m" --shard $i/3 --store $i.db
done
it 'every problem was asked once' 0 test "$(stat ok requests)" = 40
it 'put together' 0 "$assay" store merge 1.db 2.db 3.db --store all.db
has out '1.db: 1 new run, 14 results, 14 replies'
has out '3.db: 1 new run, 13 results, 13 replies'
it 'with their chains' 0 "$assay" store verify --store all.db
is out '3 runs, 40 results, 40 replies: intact'
it 'the whole run' 0 "$assay" run sums.jsonl --model "$m" --store all.db
has err '40 of the replies were already in the store'
it 'asks nobody' 0 test "$(stat ok requests)" = 40
it 'a second time' 0 "$assay" store merge 1.db 2.db 3.db --store all.db
has out '2.db: 1 run was already there'
it 'changes nothing' 0 "$assay" store verify --store all.db
is out '4 runs, 80 results, 40 replies: intact'

# ---- a run that grew, and one that was worked on in two places ----

sums 10 >ten.jsonl
it 'one half' 0 "$assay" run ten.jsonl --model "$m" --store half.db
cp half.db more.db
it 'judged once more' 0 "$assay" run --regrade r1 --store more.db
it 'a merge' 0 "$assay" store merge half.db --store to.db
it 'follows a longer chain' 0 "$assay" store merge more.db --store to.db
it 'and is intact' 0 "$assay" store verify --store to.db
it 'the shorter one brings nothing' 0 "$assay" store merge half.db --store to.db
has out 'half.db: 1 run was already there'
it 'asked in another place' 0 "$assay" run ten.jsonl --model "$m" --store other.db
it 'two chains of one run' 0 "$assay" store merge other.db --store to.db
it 'the one that is there stays' 0 "$assay" store verify --store to.db
has out 'intact'

# ---- what is broken is refused ----

sqlite3 half.db "UPDATE results SET lenient = 'undecided' WHERE seq = 3"
it 'a changed part' 3 "$assay" store merge half.db --store new.db
has err 'because it is damaged'
it 'brings nothing' 0 "$assay" store list --store new.db
has err 'has no run'

# ---- words ----

it 'no part' 2 "$assay" run sums.jsonl --model "$m" --shard 4/3 --store 4.db
has err 'for example --shard 2/4 for the second of four parts'
it 'none of none' 2 "$assay" run sums.jsonl --model "$m" --shard 0/0 --store 4.db
it 'not two numbers' 2 "$assay" run sums.jsonl --model "$m" --shard 1/3x --store 4.db
it 'more parts than problems' 3 "$assay" run ten.jsonl --model "$m" --shard 11/12 --store 4.db
has err 'none belongs to that shard'
it 'nothing to merge' 2 "$assay" store merge --store 4.db
it 'nowhere to pull to' 2 "$assay" store pull r1 --store all.db
it 'one run alone' 0 "$assay" store pull r2 --store all.db --to pulled.db
it 'is whole' 0 "$assay" store verify --store pulled.db
is out '1 run, 13 results, 13 replies: intact'

# ---- a label stands for every server of it ----

it 'a label' 0 "$assay" run ten.jsonl --model "mine=$server/ok,ms=1/v1#m" --store l.db
it 'another server' 0 "$assay" run ten.jsonl --model "mine=$server/ok,ms=2/v1#m" --store l.db
has err 'already has every result'
it 'was not asked' 0 test "$(stat ok,ms=2 requests)" = 0
it 'another label' 0 "$assay" run ten.jsonl --model "yours=$server/ok,ms=2/v1#m" --store l.db
it 'is another model' 0 test "$(stat ok,ms=2 requests)" = 10
it 'shown by its label' 0 "$assay" store list --store l.db
has out 'mine'
finish
