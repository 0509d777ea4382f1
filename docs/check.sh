#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Follows every link of the rendered documentation: each page and each anchor has to be there, and no page may be missing.
#
# usage: docs/check.sh LIFELINT [FOLDER]
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lifelint=$1
site=${2:-.build/docs}
failed=0
complain() { printf 'docs: %s\n' "$1" >&2; failed=1; }

while IFS= read -r id; do
    [ -s "$site/rules/$id.html" ] || complain "rule $id has no page"
done < <("$lifelint" rules list --select all --format json | sed -n 's/^{"id":"\([^"]*\)".*/\1/p')
while IFS= read -r cause; do
    [ -s "$site/endings/$cause.html" ] || complain "ending $cause has no page"
done < <("$lifelint" explain | sed -n 's/^  \([a-zA-Z.]*\)\( .*\)\{0,1\}$/\1/p' | grep .)
for page in index guide language formats rules/index endings/index commands/index samples/index; do
    [ -s "$site/$page.html" ] || complain "$page.html is missing"
done

# Pages of DocC look after themselves, as long as they are there: they are drawn by a script from data beside them.
if [ -d "$site/library" ]; then
    for symbol in lifelintkit lifelintkit/analyzer lifelintkit/session lifelintmodel/finding lifelintreport/reportformats; do
        [ -s "$site/library/documentation/$symbol/index.html" ] || complain "the library has no page $symbol"
        [ -s "$site/library/data/documentation/$symbol.json" ] || complain "the library has no data for $symbol"
    done
elif [ "${DOCS_API:-1}" = 1 ] && { command -v docc >/dev/null 2>&1 || xcrun --find docc >/dev/null 2>&1; }; then
    complain "the pages of the library are missing"
fi
find "$site" -name '*.html' ! -path "$site/library/*" | sort >"$site/.pages"
# shellcheck disable=SC2016 # A program of awk.
broken=$(xargs awk '
    FNR == 1 { file = FILENAME; known[file] = 1 }
    {
        line = $0
        while (match(line, / id="[^"]*"/)) { ids[file "#" substr(line, RSTART + 5, RLENGTH - 6)] = 1; line = substr(line, RSTART + RLENGTH) }
        line = $0
        while (match(line, /(href|src)="[^"]*"/)) {
            target = substr(line, RSTART, RLENGTH); sub(/^[a-z]*="/, "", target); sub(/"$/, "", target)
            if (target !~ /^[a-z]+:/) links[++count] = file "\t" target
            line = substr(line, RSTART + RLENGTH)
        }
    }
    END {
        for (i = 1; i <= count; i++) {
            split(links[i], parts, "\t"); target = parts[2]; fragment = ""
            if (match(target, /#/)) { fragment = substr(target, RSTART); target = substr(target, 1, RSTART - 1) }
            folder = parts[1]; sub(/[^\/]*$/, "", folder)
            path = target == "" ? parts[1] : folder target
            while (match(path, /[^\/]+\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
            if (path ~ /\.html$/ && path !~ /\/library\//) {
                if (!(path in known)) print parts[1] ": " parts[2]
                else if (fragment != "" && !((path fragment) in ids)) print parts[1] ": no anchor " parts[2]
            } else print "file\t" path "\t" parts[1]
        }
    }' <"$site/.pages" | sort -u)
while IFS=$'\t' read -r kind path from; do
    if [ "$kind" = file ]; then
        [ -e "$path" ] || complain "$from: $path is missing"
    elif [ -n "$kind" ]; then
        complain "$kind"
    fi
done <<<"$broken"
# What is left of Markdown was not understood.
while IFS= read -r page; do
    if sed '/<pre>/,/<\/pre>/d' "$page" | sed 's/<code>[^<]*<\/code>//g' | grep -nE '\]\(|^#+ |^\|' >&2; then
        complain "$page: Markdown that was not rendered"
    fi
done <"$site/.pages"
rm -f "$site/.pages"
if [ "$failed" = 0 ]; then echo "every link of the documentation leads somewhere"; fi
exit "$failed"
