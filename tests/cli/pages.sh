#!/bin/sh
# The documentation: every link leads to a file and a heading that exist, every page
# is in the index, the tests that pages name as evidence exist, and the two pages with
# a length limit keep it.
. "$(dirname "$0")/../lib/tap.sh"

cd "$here" || exit 3
pages="README.md ARCHITECTURE.md CONTRIBUTING.md SECURITY.md examples/README.md
    $(echo docs/*.md docs/families/README.md src/*/README.md models/student/CARD.md)"

# Markdown outside of code blocks.
prose() { awk '/^ *```/ { inside = !inside; next } !inside' "$1"; }

# The anchors of a page's headings, as Git forges make them.
anchors() {
    prose "$1" | sed -n 's/^##* *//p' | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9_ -]//g; s/ /-/g'
}

for page in $pages; do
    name="links of $page"
    lost=
    for link in $(prose "$page" | grep -o '](\([^) ]*\))' | sed 's/^](//; s/)$//'); do
        case $link in http:* | https:* | mailto:*) continue ;; esac
        file=${link%%#*}
        path=$page
        [ -z "$file" ] || path=$(dirname "$page")/$file
        if [ ! -e "$path" ]; then
            lost="$lost $link"
        elif [ "$link" != "$file" ] && ! anchors "$path" | grep -qx "${link#*#}"; then
            lost="$lost $link"
        fi
    done
    if [ -z "$lost" ]; then result ok "$name"; else fault "not there:$lost"; fi
done

for page in docs/*.md; do
    file=$(basename "$page")
    [ "$file" != README.md ] || continue
    name="$page is in the index"
    if grep -qF "]($file)" docs/README.md; then result ok "$name"; else fault 'missing'; fi
done

for page in docs/how-we-know.md SECURITY.md; do
    name="the tests that $page names"
    lost=
    for path in $(grep -oE '`(tests|tools|bench)/[^` ]*`' "$page" | tr -d '`'); do
        [ -e "$path" ] || lost="$lost $path"
    done
    if [ -z "$lost" ]; then result ok "$name"; else fault "not there:$lost"; fi
done

short() { # PAGE LINES
    name="$1 has at most $2 lines"
    n=$(wc -l <"$1")
    if [ "$n" -le "$2" ]; then result ok "$name"; else fault "$n"; fi
}
short README.md 150
short ARCHITECTURE.md 250
finish
