# For the scripts of tests/cli: numbered results in TAP, in a folder of their
# own. A script sources this, calls `it` for each thing it shows, and ends with
# `finish`.
#
#   it NAME STATUS COMMAND...   runs COMMAND, expects its exit status; its
#                               output is left in ./out and ./err
#   has FILE TEXT               the last command's FILE holds TEXT
#   is FILE TEXT                ... is TEXT, to the byte but for its last \n
#   soon COMMAND...             waits until COMMAND succeeds, two minutes at most:
#                               what another process does takes any time
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
case ${ASSAY_BUILD:=build} in /*) ;; *) ASSAY_BUILD=$here/$ASSAY_BUILD ;; esac
assay=$ASSAY_BUILD/assay
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

count=0 bad=0 name=

result() { # ok|"not ok" NAME
    count=$((count + 1))
    printf '%s %d - %s\n' "$1" "$count" "$2"
    [ "$1" = ok ] || bad=$((bad + 1))
}

# A failed step shows what was seen.
fault() {
    result 'not ok' "$name: $1"
    sed 's/^/# out: /' out 2>/dev/null | head -n 20
    sed 's/^/# err: /' err 2>/dev/null | head -n 20
}

it() {
    name=$1 want=$2
    shift 2
    "$@" >out 2>err </dev/null
    got=$?
    if [ "$got" = "$want" ]; then
        result ok "$name"
    else
        fault "status $got, not $want"
    fi
}

soon() {
    turns=0
    until "$@"; do
        turns=$((turns + 1))
        [ $turns -lt 2400 ] || return 1
        sleep 0.05
    done
}

has() {
    if grep -qF -e "$2" "$1"; then
        result ok "$name: $1 has \"$2\""
    else
        fault "$1 lacks \"$2\""
    fi
}

is() {
    if [ "$(cat "$1")" = "$2" ]; then
        result ok "$name: $1"
    else
        fault "$1 is not: $2"
    fi
}

same() { # FILE FILE
    if cmp -s "$1" "$2"; then
        result ok "$name: $1 and $2 are the same"
    else
        fault "$1 and $2 differ"
    fi
}

lines() { # FILE N
    n=$(wc -l <"$1")
    if [ "$n" -eq "$2" ]; then
        result ok "$name: $1 has $2 lines"
    else
        fault "$1 has $n lines, not $2"
    fi
}

finish() {
    echo "1..$count"
    [ "$bad" = 0 ]
}
