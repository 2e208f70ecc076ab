#!/bin/sh
# The static library as a plain archive, as where there is no objcopy: a program
# links with it and judges.
. "$(dirname "$0")/../lib/tap.sh"
cc=${CC:-cc}
it 'it has many members' 0 sh -c "[ \$(ar t '$ASSAY_BUILD/libassay.a' | wc -l) -gt 100 ]"
it 'examples/grade.c' 0 $cc -I"$here/include" -o grade "$here/examples/grade.c" \
    "$ASSAY_BUILD/libassay.a" $LIBS
it 'it runs' 0 ./grade
has out 'correct'
finish
