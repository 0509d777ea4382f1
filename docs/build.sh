#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Renders the documentation to static HTML: the README, the guide, the language, every rule and ending, every command and
# format, and the library where the toolchain has DocC. Nothing is fetched, and no page needs a script but those of DocC.
#
# usage: docs/build.sh LIFELINT [FOLDER]   (default: .build/docs)
# DOCS_REPOSITORY is where files that are no pages are linked to, such as https://example.com/OWNER/lifelint/blob/main;
# without it they are named and not linked. DOCS_API=0 leaves the library out.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lifelint=$1
site=${2:-.build/docs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$site"
mkdir -p "$site"/{rules,endings,samples,commands,integrations} "$work"/{rules,endings,commands}

# MARK: What becomes a page: source, page, group, title

list=$work/pages
page() { printf '%s\t%s\t%s\t%s\n' "$@" >>"$list"; }
: >"$list"
page README.md index.html Start lifelint
page docs/guide.md guide.html Start Guide
page docs/reports-for-programs.md reports-for-programs.html Start "Reports for programs"
page docs/sql.md sql.html Start "Reports in a database"
page rules/README.md language.html Start "The language of rules"
page samples/README.md samples/index.html Start Samples
page CHANGELOG.md changelog.html Start "What changed"
page ARCHITECTURE.md architecture.html Inside Architecture
page docs/evidence.md evidence.html Inside "How evidence is weighed"
page CONTRIBUTING.md contributing.html Inside Contributing
for file in Benchmarks/*.md; do
    name=$(basename "$file" .md)
    page "$file" "benchmarks-$(tr '[:upper:]' '[:lower:]' <<<"$name").html" Inside "Benchmarks: $name"
done

{
    printf '# Rules\n\nWhat each finds and why it matters, how to mend it, and what it cannot see.\n'
    "$lifelint" rules list --select all --format json | sed -n 's/^{"id":"\([^"]*\)","severity":"\([^"]*\)","preset":"\([^"]*\)","topic":"\([^"]*\)","title":"\(.*\)","file":.*/\4\t\1\t\2\t\3\t\5/p' \
        | sort | awk -F '\t' '
            $1 != topic { topic = $1; printf "\n## %s\n\n| rule | severity | preset | what it finds |\n|---|---|---|---|\n", topic }
            { gsub(/\\"/, "\"", $5); printf "| [%s](%s.md) | %s | %s | %s |\n", $2, $2, $3, $4, $5 }'
} >"$work/rules/index.md"
page "$work/rules/index.md" rules/index.html Reference Rules
while IFS= read -r id; do
    "$lifelint" explain --markdown "$id" >"$work/rules/$id.md"
    page "$work/rules/$id.md" "rules/$id.html" Rules "$id"
done < <(sed -n 's/^| \[\([a-z0-9-]*\)\](.*/\1/p' "$work/rules/index.md")

{
    printf '# Endings\n\nEvery way in which a run of an app can end, as reports name it.\n\n| ending | what it means |\n|---|---|\n'
    "$lifelint" explain | awk '
        match($0, /^  [a-zA-Z.]+/) { name = substr($0, 3, RLENGTH - 2); rest = substr($0, RLENGTH + 1); sub(/^ +/, "", rest); if (row != "") print row " |"; row = "| [" name "](" name ".md) | " rest; next }
        { sub(/^ +/, ""); row = row " " $0 }
        END { print row " |" }'
} >"$work/endings/index.md"
page "$work/endings/index.md" endings/index.html Reference Endings
while IFS= read -r cause; do
    "$lifelint" explain --markdown "$cause" >"$work/endings/$cause.md"
    page "$work/endings/$cause.md" "endings/$cause.html" Endings "$cause"
done < <(sed -n 's/^| \[\([a-zA-Z.]*\)\](.*/\1/p' "$work/endings/index.md")

# Help is laid out for a terminal.
# shellcheck disable=SC2016 # What is in backquotes is Markdown.
verbatim() { printf '# %s\n\n```text\n%s\n```\n' "$1" "$2"; }
{
    printf '# Commands\n\n'
    "$lifelint" help | awk '/^Commands:/ { on = 1; next } /^[A-Z]/ { on = 0 } on && match($0, /^  [a-z]+( [a-z]+)?  /) { name = substr($0, 3, RLENGTH - 4); file = name; gsub(/ /, "-", file); printf "- [lifelint %s](%s.md)\n", name, file }'
} >"$work/commands/index.md"
page "$work/commands/index.md" commands/index.html Reference Commands
while IFS=$'\t' read -r name file; do
    # A command of two words is asked for with two.
    read -r -a words <<<"$name"
    verbatim "lifelint $name" "$("$lifelint" help "${words[@]}")" >"$work/commands/$file.md"
    page "$work/commands/$file.md" "commands/$file.html" Commands "lifelint $name"
done < <(sed -n 's/^- \[lifelint \(.*\)\](\(.*\)\.md)$/\1\t\2/p' "$work/commands/index.md")
verbatim "Formats that are read" "$("$lifelint" formats)" >"$work/formats.md"
page "$work/formats.md" formats.html Reference Formats
for file in samples/*/README.md; do
    name=$(basename "$(dirname "$file")")
    page "$file" "samples/$name.html" Samples "$name"
done
for file in integrations/*/README.md; do
    [ -e "$file" ] || continue
    name=$(basename "$(dirname "$file")")
    page "$file" "integrations/$name.html" Integrations "$name"
done

# MARK: Links between documents

# What is generated lies in a folder of its own; within the site it is where its page is. Samples are linked by folder.
place() { case $1 in "$work"/*) echo "${1#"$work"/}" ;; *) echo "$1" ;; esac; }
while IFS=$'\t' read -r source target _ _; do
    printf '%s\t%s\n' "$(place "$source")" "$target"
    case $source in */README.md) printf '%s\t%s\n' "$(dirname "$source")" "$target" ;; esac
done <"$list" >"$work/links"

# MARK: The library

api=
if [ "${DOCS_API:-1}" = 1 ]; then docs/library.sh "$lifelint" "$site/library" && api=1 || echo "docs: the library is left out" >&2; fi

# MARK: Pages

navigation() {
    printf '<nav aria-label="Pages">\n'
    awk -F '\t' '
        { if (!($3 in seen)) { seen[$3] = 1; order[++groups] = $3 } rows[$3] = rows[$3] "<li><a href=\"@UP@" $2 "\">" $4 "</a></li>\n" }
        END { for (i = 1; i <= groups; i++) {
            open = order[i] == "Start" || order[i] == "Reference" ? " open" : ""
            printf "<details%s><summary>%s</summary>\n<ul>\n%s</ul></details>\n", open, order[i], rows[order[i]] } }' "$list"
    if [ -n "$api" ]; then
        printf '<p><a href="@UP@library/documentation/lifelintkit/index.html">The library</a>, its '
        printf '<a href="@UP@library/documentation/lifelintmodel/index.html">nouns</a> and '
        printf '<a href="@UP@library/documentation/lifelintreport/index.html">reports</a></p>\n'
    fi
    printf '</nav>\n'
}
navigation >"$work/navigation"
cp docs/page.css "$site/page.css"

while IFS=$'\t' read -r source target _ title; do
    up=$(dirname "$target" | sed -e 's|^\.$||' -e 's|[^/][^/]*|..|g' -e 's|$|/|' -e 's|^/$||')
    name=$(place "$source")
    {
        printf '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        printf '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        printf '<title>%s</title>\n<link rel="stylesheet" href="%spage.css">\n</head>\n<body>\n' \
            "$([ "$title" = lifelint ] && echo lifelint || echo "$title - lifelint")" "$up"
        sed "s|@UP@|$up|g" "$work/navigation"
        printf '<main>\n'
        awk -v links="$work/links" -v here="$(dirname "$name")" -v up="$up" -v repository="${DOCS_REPOSITORY:-}" \
            -f docs/markdown.awk "$source"
        printf '</main>\n</body>\n</html>\n'
    } >"$site/$target"
done <"$list"
echo "$(wc -l <"$list" | tr -d ' ') pages in $site"
