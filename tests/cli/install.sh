#!/bin/sh
# make install: what a user of the library gets, and that it is enough.
. "$(dirname "$0")/../lib/tap.sh"

root=$work/root
cc=${CC:-cc}
nm "$assay" | grep -q __asan && asan='-fsanitize=address,undefined' || asan=
it 'make install' 0 make -s -C "$here" install DESTDIR="$root" PREFIX=/opt/assay \
    BUILD="${ASSAY_BUILD#"$here"/}" ${asan:+SANITIZE=1}
top=$root/opt/assay
for f in bin/assay include/assay.h lib/libassay.a lib/libassay.so \
    lib/libassay.so.0 lib/pkgconfig/assay.pc share/man/man1/assay.1 \
    share/assay/concepts.md share/assay/evolve.md share/assay/glossary.md share/assay/hunt.md share/assay/grading.md share/assay/mathador.md share/doc/assay/LICENSE \
    share/bash-completion/completions/assay share/zsh/site-functions/_assay share/fish/vendor_completions.d/assay.fish \
    lib/python3/dist-packages/assay/__init__.py lib/python3/dist-packages/assay/compat/math_verify.py; do
    name="$f is installed"
    if [ -e "$top/$f" ]; then result ok "$name"; else fault 'missing'; fi
done
it 'it runs' 0 "$top/bin/assay" --version
has "$top/lib/pkgconfig/assay.pc" 'prefix=/opt/assay'
same "$top/share/doc/assay/LICENSE" "$here/LICENSE"

# What is installed has no symbols for a debugger.
for f in bin/assay lib/libassay.so.0 lib/libassay.a; do
    name="$f is stripped"
    if readelf -SW "$top/$f" 2>/dev/null | grep -q '\.debug_info'; then fault '.debug_info'; else result ok "$name"; fi
done
for shell in bash zsh fish; do
    "$top/bin/assay" completion $shell >made.$shell
done
same made.bash "$top/share/bash-completion/completions/assay"
same made.zsh "$top/share/zsh/site-functions/_assay"
same made.fish "$top/share/fish/vendor_completions.d/assay.fish"

# The folder in which Python looks, below a prefix that it looks below.
it 'a prefix that Python does not know' 0 "$here/tools/python-dir" /opt/assay
is out /opt/assay/lib/python3/dist-packages
it 'without Python' 0 env PYTHON=/none "$here/tools/python-dir" /usr/local
is out /usr/local/lib/python3/dist-packages
for python in python3 /usr/bin/python3; do
    prefix=$($python -c 'import site; d = site.getsitepackages()[0]; print(d[:d.index("/lib/")])' 2>/dev/null) || continue
    it "the prefix of $python" 0 env PYTHON=$python "$here/tools/python-dir" "$prefix"
    is out "$($python -c 'import site; print(site.getsitepackages()[0])')"
done

if command -v python3 >/dev/null 2>&1 && [ -z "$asan" ]; then
    it 'the binding finds its library' 0 env PYTHONPATH="$top/lib/python3/dist-packages" python3 -B -c \
        'import assay; assay.version(); print(assay._lib()._name)'
    is out "$top/lib/libassay.so.0"
fi

# Only assay_* can be seen from outside.
nm -D --defined-only "$top/lib/libassay.so" | awk '{ print $3 }' |
    grep -vE '^(assay_|__asan|__ubsan|__odr_asan)' >others
name='the shared library exports assay_* alone'
if [ -s others ]; then fault "$(head -n 3 others)"; else result ok "$name"; fi
nm -g --defined-only "$top/lib/libassay.a" 2>/dev/null | awk 'NF == 3 { print $3 }' |
    grep -v '^assay_' >others
name='the static library exports assay_* alone'
if [ -s others ]; then fault "$(head -n 3 others)"; else result ok "$name"; fi

flags="-I$top/include $asan"
it 'a program with the shared library' 0 $cc $flags -o shared \
    "$here/examples/version.c" -L"$top/lib" -lassay -Wl,-rpath,"$top/lib"
it 'it runs' 0 ./shared
has out 'running with 0.1.0'
private=$(sed -n 's/^Libs.private: //p' "$top/lib/pkgconfig/assay.pc")
it 'a program with the static library' 0 $cc $flags -o static \
    "$here/examples/version.c" "$top/lib/libassay.a" $private
it 'it runs' 0 ./static
has out 'running with 0.1.0'

# The judge, from a program: one pair, and many on threads.
for example in grade grade_many; do
    it "examples/$example.c, shared" 0 $cc $flags -o $example \
        "$here/examples/$example.c" -L"$top/lib" -lassay -Wl,-rpath,"$top/lib"
    it 'it runs' 0 ./$example
    it "examples/$example.c, static" 0 $cc $flags -o $example \
        "$here/examples/$example.c" "$top/lib/libassay.a" $private
    it 'it runs' 0 ./$example
    cp out $example.out
done
name='what they say'
has grade.out 'correct'
has grade_many.out '3: no_answer'

# With symbols, and Python's package elsewhere.
it 'make install STRIP= PYTHONDIR=' 0 make -s -C "$here" install DESTDIR="$work/other" PREFIX=/opt/assay \
    BUILD="${ASSAY_BUILD#"$here"/}" ${asan:+SANITIZE=1} STRIP= PYTHONDIR=/opt/py
name='the package is there'
if [ -e other/opt/py/assay/__init__.py ]; then result ok "$name"; else fault 'missing'; fi
name='the program is larger with its symbols'
if [ "$(wc -c <other/opt/assay/bin/assay)" -gt "$(wc -c <"$top/bin/assay")" ]; then result ok "$name"; else fault 'not larger'; fi

it 'make uninstall' 0 make -s -C "$here" uninstall DESTDIR="$root" PREFIX=/opt/assay
find "$root" -type f -o -type l >left
name='nothing is left'
if [ -s left ]; then fault "$(cat left)"; else result ok "$name"; fi
finish
