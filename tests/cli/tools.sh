#!/bin/sh
# The checks of tools/ can fail: each is shown a tree that breaks its rule.
. "$(dirname "$0")/../lib/tap.sh"

it 'the layers of this tree' 0 "$here/tools/check-layers" "$here/src"
mkdir -p src/base src/cli src/problem
printf '#include "problem/problem.h"\n' >src/base/low.c
it 'an include upwards' 1 "$here/tools/check-layers" src
has out 'src/base/low.c includes "problem/problem.h", which the table forbids'
printf '#include <cli/talk.h>\n' >src/base/low.c
it 'an include upwards in angle brackets' 1 "$here/tools/check-layers" src
rm src/base/low.c
printf '#include "base/b.h"\n' >src/base/a.h
printf '#include "base/a.h"\n' >src/base/b.c
: >src/base/b.h
it 'a circle through a source file' 1 "$here/tools/check-layers" src
has out 'in a circle'
rm src/base/*
printf 'struct problem {\n};\n' >src/problem/problem.h
printf 'struct problem;\n' >src/base/low.h
it 'a declaration upwards' 1 "$here/tools/check-layers" src
has out 'src/base/low.h declares struct problem of problem/problem.h, which the table forbids'
printf 'struct problem {\n};\n' >src/base/low.h
it 'a tag in two headers' 1 "$here/tools/check-layers" src
has out 'struct problem stands in'
printf 'struct whole {\n    struct problem {\n    } p;\n};\n' >src/base/low.h
it 'a tag in two headers, once within another struct' 1 "$here/tools/check-layers" src
has out 'struct problem stands in'
rm src/base/* src/problem/*
mkdir src/attic
it 'a folder that is not in the table' 1 "$here/tools/check-layers" src
has out 'src/attic/ is not in the table'
rmdir src/attic

{ printf 'void f(void)\n{\n'; yes '    f();' | head -n 60; printf '}\n'; } >src/base/long.c
it 'a long function' 1 "$here/tools/check-length" src
has out 'src/base/long.c:2: function of 62 lines'
printf 'void f(char *a, char *b)\n{\n    strcpy(a, b);\n}\n' >src/base/long.c
it 'a banned function' 1 "$here/tools/check-banned" src
has out 'strcpy(a, b)'
printf 'void f(struct rng *r)\n{\n    g(rng_below(r, 2),\n      rng_below(r, 3));\n}\n' >src/base/long.c
it 'two draws in one statement' 1 "$here/tools/check-draws" src/base
has out '2 draws in one expression'

# Five files of which each calls the next, one of them a global that only it uses.
mkdir -p names/src/base names/build/obj/src/base
cd names
for i in 1 2 3 4 5; do
    printf 'void ring_%d(void);\nvoid ring_%d(void)\n{\n    ring_%d();\n}\n' \
        $((i % 5 + 1)) $i $((i % 5 + 1)) | sed "/^void ring_$i(void)$/i void ring_$i(void);" >src/base/ring_$i.c
    cc -c -o build/obj/src/base/ring_$i.o src/base/ring_$i.c
done
it 'a circle of five files' 1 "$here/tools/check-names" build
has out 'a circle of 5 files in src/base: ring_1 ring_2 ring_3 ring_4 ring_5'
printf 'void ring_5(void)\n{\n}\n\nvoid ring_6(void)\n{\n}\n' >src/base/ring_5.c
cc -c -o build/obj/src/base/ring_5.o src/base/ring_5.c
it 'a global that no other file uses' 1 "$here/tools/check-names" build
has out 'src/base/ring_5.c: no other file uses ring_6: make it static'
if grep -q circle out; then fault 'a circle'; else result ok "$name: no circle"; fi
printf 'void ring_5(void)\n{\n}\n\nstatic void ring_1(void)\n{\n}\n' >src/base/ring_5.c
cc -w -c -o build/obj/src/base/ring_5.o src/base/ring_5.c
sed -i '/^    ring_2/d' src/base/ring_1.c
it 'a name of two files' 1 "$here/tools/check-names" build
has out 'ring_1() stands in src/base/ring_1.c and in src/base/ring_5.c'
mkdir -p tools tests bench
for i in 1 2 3; do yes '' | head -n 10 >src/base/ring_$i.c; done
rm src/base/ring_[45].c
printf '# a budget\nsrc/base 31\ntests 0\nbench 0\n' >tools/size.txt
it 'a folder within its budget' 0 "$here/tools/check-size"
has out 'src/base           30       31'
yes '' | head -n 2 >src/base/more.h
it 'a folder over its budget' 1 "$here/tools/check-size"
has out 'src/base           32       31  over'
"$here/tools/check-size" --write
it 'a budget that was raised' 0 "$here/tools/check-size"
has tools/size.txt '# a budget'
cd ..

printf '## Soak\n\n<!-- soak -->\nold\n<!-- end of soak -->\nrest\n' >page.md
printf 'test_a  5 passed\n7 passed, 1 failed, 2 skipped\n' >soak-tests
printf 'ok - soak fuzz_a: 60 s, 1200 runs, cov: 5 ft: 9, 3 new inputs, 0 findings\nnot ok - soak fuzz_b: 60 s, 34 runs, no coverage, 0 new inputs, 2 findings in x\n' >soak-fuzz
it 'the result of a long run' 0 sh -c "cd '$here' && tools/put-soak '$PWD/soak-tests' '$PWD/none' '$PWD/soak-fuzz' '$PWD/page.md'"
has page.md '| all tests with their full counts | 7 passed, 1 failed, 2 skipped |'
has page.md '| the same tests in Debian 13 and sid | not run |'
has page.md '| fuzzers | 2 fuzzers, 60 s each: 1234 inputs, 2 findings |'
has page.md rest

it 'the roads of this tree' 0 sh -c "cd '$here' && tools/check-roads"
mkdir -p src/family src/math src/grade
cat >src/family/one.c <<'EOF'
static int help(int x)
{
    return x + 1;
}

static int solve(int x)
{
    return help(x);
}

static int check_two(int x)
{
    return help(x);
}

static const struct {
    int (*check)(int);
} kinds[] = {
    { check_two },
};

static int check(int x)
{
    return kinds[x].check(x);
}

static const struct recipe recipe = {
    .solve = solve,
    .check = check,
};
EOF
it 'two roads that meet behind a table' 1 "$here/tools/check-roads" src /dev/null
has out 'src/family/one.c:2: solve and check of src/family/one.c both reach help()'
printf 'src/family/one.c:(help|gone)\nsrc/.*:gone\n' >stated
it 'a stated meeting, and one that is not there' 1 "$here/tools/check-roads" src stated
has out 'stated: no two roads share src/.*:gone'
lines out 1

# Set-up is quiet when all is there.
it 'set-up again' 0 "$here/tools/setup" --tests
lines out 0
lines err 0

# What is missing stands in one line, with the command of the package manager
# that is there; nothing is installed where that is not apt's.
mkdir bin
for t in sh sed grep awk cat id head tail mktemp rm cc make ls printf; do
    ln -s "$(command -v $t)" bin/$t
done
set_up() { env CC=cc PATH="$work/bin" CPPFLAGS=-nostdinc KATEX="$work" "$here/tools/setup"; }
it 'nothing there, and no package manager' 3 set_up
lines out 0
lines err 2
has err 'setup: missing: headers GMP FLINT libfyaml xxHash libcurl SQLite OpenSSL zlib libmicrohttpd libpq. Please install them'
has err 'KaTeX is not here: pages will show formulas as TeX source'
for m in 'dnf:sudo dnf install -y glibc-devel gmp-devel flint-devel libfyaml-devel' \
    'pacman:sudo pacman -S --needed glibc gmp flint libfyaml' \
    'apk:sudo apk add musl-dev gmp-dev flint-dev libfyaml-dev' \
    'brew:brew install gmp flint libfyaml'; do
    printf '#!/bin/sh\nexit 9\n' >"bin/${m%%:*}"
    chmod +x "bin/${m%%:*}"
    it "nothing there, with ${m%%:*}" 3 set_up
    has err "Please type: ${m#*:}"
    rm "bin/${m%%:*}"
done
it 'a word that set-up does not know' 2 "$here/tools/setup" --all
finish
