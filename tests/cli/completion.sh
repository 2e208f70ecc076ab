#!/bin/sh
# assay completion: the scripts load, and complete what the tables have.
. "$(dirname "$0")/../lib/tap.sh"

for shell in bash zsh fish; do
    it "a script for $shell" 0 "$assay" completion $shell
    cp out script.$shell
    has out 'concept/crt'
    has out 'reasoning-effort'
done
it 'no shell' 2 "$assay" completion
it 'an unknown one' 2 "$assay" completion bsh
has err 'did you mean "bash"?'

# Every option that a help shows is in every script.
"$assay" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' | grep -vx 'help\|version' >commands
for c in $(cat commands); do
    "$assay" "$c" --help | sed -nE 's/^  (-., |    )--([a-z-]*).*/\2/p'
done | sort -u >options
name='the helps have options'
if [ "$(wc -l <options)" -gt 100 ]; then result ok "$name"; else fault 'too few'; fi
for shell in bash zsh; do
    name="$shell knows every option"
    missing=$(while read -r o; do grep -q -e "--$o\b" script.$shell || echo "$o"; done <options)
    if [ -z "$missing" ]; then result ok "$name"; else fault "$missing"; fi
done
name='fish knows every option'
missing=$(while read -r o; do grep -q -e "-l $o " script.fish || echo "$o"; done <options)
if [ -z "$missing" ]; then result ok "$name"; else fault "$missing"; fi

# complete WORD...: what bash offers for the last word.
cat >offer.bash <<'END'
. ./script.bash
compopt() { :; }
COMP_WORDS=(assay "$@")
COMP_CWORD=$#
_assay
printf '%s\n' "${COMPREPLY[@]}"
END
if command -v bash >/dev/null 2>&1; then
    it 'bash: a command' 0 bash offer.bash ne
    is out new
    it 'bash: an option' 0 bash offer.bash run --reas
    is out --reasoning-effort
    it 'bash: only of that command' 0 bash offer.bash check --reas
    is out ''
    it 'bash: a list of values' 0 bash offer.bash export x.jsonl --to mark
    is out markdown
    it 'bash: values that a spec has' 0 bash offer.bash climb --over di
    is out digits
    it 'bash: a family' 0 bash offer.bash new concept/cr
    is out concept/crt
    it 'bash: a family of an option' 0 bash offer.bash evolve --families hard/tow
    is out hard/towers
    it 'bash: a word of store' 0 bash offer.bash store me
    is out merge
    it 'bash: help for a command' 0 bash offer.bash help ev
    is out evolve
    it 'bash: a file is left to bash' 0 bash offer.bash run --template x
    is out ''
    it 'bash: no output of a server' 0 bash offer.bash serve --outp
    is out ''
fi
if command -v zsh >/dev/null 2>&1; then
    it 'zsh reads it' 0 zsh -n script.zsh
    it 'zsh loads it' 0 zsh -f -c 'autoload -U compinit; compinit -u -D -d dump
        source ./script.zsh; print $_comps[assay]; whence -w _assay'
    has out '_assay: function'
    mkdir functions
    cp script.zsh functions/_assay
    it 'zsh finds it in a folder' 0 zsh -f -c 'fpath=($PWD/functions $fpath)
        autoload -U compinit; compinit -u -D -d dump2; print $_comps[assay]'
    is out _assay
fi
if command -v fish >/dev/null 2>&1; then
    it 'fish: a command' 0 env HOME="$work" fish -N -c 'source script.fish; complete -C "assay ne"'
    has out new
    it 'fish: an option' 0 env HOME="$work" fish -N -c 'source script.fish; complete -C "assay run --reas"'
    has out --reasoning-effort
    it 'fish: values' 0 env HOME="$work" fish -N -c 'source script.fish; complete -C "assay export x --to mark"'
    has out markdown
    it 'fish: a family' 0 env HOME="$work" fish -N -c 'source script.fish; complete -C "assay new concept/cr"'
    has out concept/crt
fi
finish
