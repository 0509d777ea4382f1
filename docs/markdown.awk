# SPDX-License-Identifier: MIT
# Markdown to HTML, for the part of it that the documents of this repository use: headings, paragraphs, lists, tables, code
# (fenced or indented), quotes, links, emphasis. Everything else is text, and text is escaped.
#
# One pass over the lines; a block ends where the next begins. Anchors of headings are those of GitHub, so that links work
# in both places. Links to documents that are pages of the site are taken from `links` (PATH<tab>PAGE, relative to `here`).

BEGIN {
    block = ""
    if (links != "") while ((getline row < links) > 0) { split(row, parts, "\t"); pages[parts[1]] = parts[2] }
}

{ sub(/\r$/, "") }

# Code between fences: as it is.
fence != "" {
    if ($0 ~ "^ *" fence "[ ]*$") { print "</code></pre>"; fence = "" } else { print unindented($0) }
    next
}
match($0, /^ *(```+|~~~+)/) {
    lead = $0; sub(/[`~].*/, "", lead); depth = length(lead)
    fence = substr($0, depth + 1, 3); language = substr($0, depth + 1); sub(/^[`~]+ */, "", language)
    if (!(depth > 0 && lists > 0)) close_all()
    if (block == "p" || block == "table") close_block()
    # The first line belongs to the tag, since a line feed in front of it would show.
    printf "<pre><code%s>", (language ~ /^[a-z]+$/ ? " class=\"language-" language "\"" : "")
    next
}

/^ *$/ { blank(); next }

# Code by indentation.
/^    / && lists == 0 && block != "p" {
    if (block != "pre") { close_all(); block = "pre"; printf "<pre><code>"; pending = "" }
    printf "%s", pending; pending = ""
    print escaped(substr($0, 5))
    next
}

/^#+ / {
    close_all()
    level = match($0, /[^#]/) - 1
    text = substr($0, level + 2); sub(/ +#*$/, "", text)
    printf "<h%d id=\"%s\">%s</h%d>\n", level, anchor(text), inline(text), level
    next
}

/^ *(---+|\*\*\*+) *$/ { close_all(); print "<hr>"; next }

/^\|/ { table_row(); next }

match($0, /^ *([-*]|[0-9]+\.) +/) { item(RLENGTH); next }

/^> ?/ {
    if (block != "quote") { close_all(); block = "quote"; print "<blockquote>" }
    sub(/^> ?/, ""); print inline($0)
    next
}

{
    if (lists > 0 && $0 !~ /^ / && block == "") close_all()
    if (block == "table" || block == "quote" || block == "pre") close_all()
    sub(/^ +/, "")
    if (block == "") { block = "p"; if (lists == 0) printf "<p>" }
    # Emphasis and links may go on over line ends: a paragraph is gathered first.
    text_lines = text_lines (text_lines == "" ? "" : "\n") $0
}

END { close_all() }

function blank() {
    if (block == "pre") { pending = pending "\n"; return }
    close_block()
    if (lists > 0) was_blank = 1
}

function item(width,    indent, kind, lead) {
    lead = $0; sub(/[^ ].*/, "", lead); indent = length(lead)
    kind = $0 ~ /^ *[0-9]/ ? "ol" : "ul"
    close_block()
    while (lists > 0 && indents[lists] > indent) close_list()
    if (lists == 0 || indents[lists] < indent) {
        if (lists == 0) close_all()
        lists++; indents[lists] = indent; kinds[lists] = kind
        print "<" kind ">"
    } else {
        print "</li>"
    }
    was_blank = 0
    printf "<li>"
    block = "p"; text_lines = substr($0, width + 1)
}

function close_list() { close_block(); print "</li>\n</" kinds[lists] ">"; lists-- }

function close_block() {
    if (block == "p") {
        printf "%s%s\n", inline(text_lines), (lists == 0 ? "</p>" : "")
        text_lines = ""
    } else if (block == "table") { print "</tbody></table></div>" }
    else if (block == "quote") { print "</blockquote>" }
    else if (block == "pre") { print "</code></pre>"; pending = "" }
    block = ""
}

function close_all() { close_block(); while (lists > 0) close_list(); was_blank = 0 }

function table_row(    row, count, cells, index_, tag) {
    row = $0
    gsub(/\\\|/, "\001", row)
    # A bar inside of code is a bar.
    row = guarded(row)
    sub(/^\| */, "", row); sub(/ *\| *$/, "", row)
    count = split(row, cells, / *\| */)
    if ($0 ~ /^\|[-:| ]+$/ && block == "table") return
    if (block != "table") { close_all(); block = "table"; print "<div class=\"table\"><table><thead>"; tag = "th" } else { tag = "td" }
    printf "<tr>"
    for (index_ = 1; index_ <= count; index_++) {
        gsub(/\001/, "|", cells[index_])
        printf "<%s>%s</%s>", tag, inline(cells[index_]), tag
    }
    print (tag == "th" ? "</tr></thead><tbody>" : "</tr>")
}

function guarded(row,    output, code) {
    output = ""
    while (match(row, /`[^`]*`/)) {
        code = substr(row, RSTART, RLENGTH); gsub(/\|/, "\001", code)
        output = output substr(row, 1, RSTART - 1) code
        row = substr(row, RSTART + RLENGTH)
    }
    return output row
}

function unindented(line) {
    if (depth > 0 && substr(line, 1, depth) ~ /^ *$/) line = substr(line, depth + 1)
    return escaped(line)
}

function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }

# Code first, since nothing in it is markup; then links; then emphasis in what is left.
function inline(text,    output) {
    output = ""
    while (match(text, /`+/)) {
        ticks = substr(text, RSTART, RLENGTH)
        before = substr(text, 1, RSTART - 1); after = substr(text, RSTART + RLENGTH)
        end = index(after, ticks)
        if (end == 0) break
        output = output linked(before) "<code>" escaped(trimmed(substr(after, 1, end - 1))) "</code>"
        text = substr(after, end + length(ticks))
        # A link whose text is code: `[` stands before it and `](…)` behind it.
        if (output ~ /\[<code>[^<]*<\/code>$/ && match(text, /^\]\([^) ]*\)/)) {
            target = substr(text, 3, RLENGTH - 3); text = substr(text, RLENGTH + 1)
            code = output; sub(/.*\[<code>/, "<code>", code)
            sub(/\[<code>[^<]*<\/code>$/, "", output)
            output = output link(target, code)
        }
    }
    return output linked(text)
}

function trimmed(text) { sub(/^ /, "", text); sub(/ $/, "", text); return text }

function linked(text,    output, label, target) {
    output = ""
    while (match(text, /\[[^\]]+\]\([^) ]+\)|<https?:[^> ]+>|https?:\/\/[^ <>)"`]+/)) {
        before_link = substr(text, 1, RSTART - 1); found = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        output = output emphasised(before_link)
        if (found ~ /^\[/) {
            label = found; sub(/^\[/, "", label); sub(/\]\([^)]*\)$/, "", label)
            target = found; sub(/^.*\]\(/, "", target); sub(/\)$/, "", target)
        } else {
            gsub(/[<>]/, "", found)
            rest = ""
            # Dots and commas end a sentence, not an address.
            while (found ~ /[.,;:]$/) { rest = substr(found, length(found)) rest; found = substr(found, 1, length(found) - 1) }
            label = found; target = found; text = rest text
        }
        output = output link(target, emphasised(label))
    }
    return output emphasised(text)
}

# A link: to a page of the site, elsewhere, or to a file of the repository, where that is known; else there is none.
function link(target, label,    path, fragment, place) {
    fragment = ""
    if (match(target, /#/)) { fragment = substr(target, RSTART); target = substr(target, 1, RSTART - 1) }
    if (target == "") place = fragment
    else if (target ~ /^[a-z]+:/) place = target fragment
    else {
        path = resolved(here "/" target)
        if (path in pages) place = up pages[path] fragment
        else if (repository != "") place = repository "/" path fragment
        else return label
    }
    return "<a href=\"" quoted(place) "\">" label "</a>"
}

function resolved(path,    parts, count, index_, depth_, output, kept) {
    count = split(path, parts, "/"); depth_ = 0
    for (index_ = 1; index_ <= count; index_++) {
        if (parts[index_] == "" || parts[index_] == ".") continue
        if (parts[index_] == "..") { if (depth_ > 0) depth_--; continue }
        kept[++depth_] = parts[index_]
    }
    output = ""
    for (index_ = 1; index_ <= depth_; index_++) output = output (index_ > 1 ? "/" : "") kept[index_]
    return output
}

function quoted(text) { text = escaped(text); gsub(/"/, "\\&quot;", text); return text }

function emphasised(text,    output) {
    text = escaped(text)
    gsub(/\\\*/, "\002", text); gsub(/\\_/, "\003", text); gsub(/\\</, "<", text)
    while (match(text, /\*\*[^*]+\*\*/))
        text = substr(text, 1, RSTART - 1) "<strong>" substr(text, RSTART + 2, RLENGTH - 4) "</strong>" substr(text, RSTART + RLENGTH)
    while (match(text, /\*[^* ][^*]*\*/))
        text = substr(text, 1, RSTART - 1) "<em>" substr(text, RSTART + 1, RLENGTH - 2) "</em>" substr(text, RSTART + RLENGTH)
    gsub(/\002/, "*", text); gsub(/\003/, "_", text)
    return text
}

# As GitHub makes them: lower case, spaces to dashes, other signs left out.
function anchor(text) {
    gsub(/`/, "", text); gsub(/\[|\]\([^)]*\)/, "", text)
    text = tolower(text); gsub(/[^a-z0-9 _-]/, "", text); gsub(/ /, "-", text)
    # The second of one name is numbered.
    if (text in anchors) return text "-" anchors[text]++
    anchors[text] = 1
    return text
}
