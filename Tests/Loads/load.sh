#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Loads the SQL report into every database whose client is here, and runs the queries of the documentation:
# load.sh [LIFELINT]. Clients that are missing are named, and skipped. With LOADS_REQUIRE_ALL=1 a missing one fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
lifelint=${1:-.build/release/lifelint}
work=$(mktemp -d)
skipped=()
postgres_stop=:
cleanup() {
    "$postgres_stop" || true
    rm -rf "$work"
}
trap cleanup EXIT

fail() {
    printf 'load.sh: %s\n' "$*" >&2
    exit 1
}

# Several analyses, one of them with text that would rather be code.
write_reports() {
    local inputs=(samples/leaked-background-task samples/save-only-at-termination samples/jetsam-own-limit
        samples/metrickit samples/uncaught-exception)
    "$lifelint" analyze "${inputs[@]}" --quiet --fail-on never --report sql="$work/a.sql" --report json="$work/a.json"
    "$lifelint" analyze samples/leaked-background-task samples/two-windows --quiet --fail-on never \
        --report sql="$work/b.sql"
    "$lifelint" analyze Tests/Loads/hostile.jsonl --quiet --fail-on never --report sql="$work/hostile.sql"
    chmod -R a+rX "$work"
}

# The fenced queries of the documentation, each in a file of its own.
write_queries() {
    awk -v folder="$work" '
        /^```sql$/ { number++; open = 1; next }
        /^```$/ { open = 0 }
        open { print > sprintf("%s/query-%02d.sql", folder, number) }' docs/sql.md
    [ -e "$work/query-05.sql" ] || fail "docs/sql.md has no queries"
}

# load NAME: by then run_file and ask know the client. Everything is loaded twice.
load() {
    local file count query
    for file in a b hostile a b hostile; do run_file "$work/$file.sql" >"$work/out" 2>&1 || {
        cat "$work/out" >&2
        fail "$1 refuses $file.sql"
    }; done
    expect "$1" "select count(*) from analyses" 3
    expect "$1" "select count(*) from runs where analysis in (select analysis from inputs where path like '%jetsam%')" \
        "$(grep -o '"runs":[0-9]*' "$work/a.json" | head -1 | tr -dc 0-9)"
    expect "$1" "select count(*) from runs r left join endings e on e.analysis = r.analysis and e.run = r.id
        where e.cause is null" 0
    expect "$1" "select count(*) from runs where app = 'com.acme.o''brien\"; drop table runs; --'" 1
    expect "$1" "select count(*) from spans where name like '%.quit%' and name like '%\\q%'" 1
    for query in "$work"/query-*.sql; do
        run_file "$query" >"$work/$1-$(basename "$query" .sql)" 2>"$work/out" || {
            cat "$query" "$work/out" >&2
            fail "$1 refuses a query of docs/sql.md"
        }
    done
    count=$(cat "$work/$1"-query-01 | wc -l)
    [ "$count" -gt 1 ] || fail "$1 gives nothing for the first query"
    printf 'load.sh: %s: loaded, %s queries answered\n' "$1" "$(find "$work" -name 'query-*.sql' | wc -l | tr -d ' ')"
}

expect() {
    local got
    got=$(ask "$2" | tr -d '[:space:]')
    [ "$got" = "$3" ] || fail "$1: expected $3, got $got: $2"
}

load_sqlite() {
    command -v sqlite3 >/dev/null || { skipped+=(sqlite3); return; }
    run_file() { { echo 'pragma foreign_keys = on;'; cat "$1"; } | sqlite3 -bail "$work/runs.db"; }
    ask() { sqlite3 "$work/runs.db" "$1"; }
    load SQLite
    [ -z "$(ask 'pragma foreign_key_check')" ] || fail "SQLite: a foreign key points nowhere"
}

load_duckdb() {
    if command -v duckdb >/dev/null; then
        run_file() { duckdb -bail "$work/runs.duckdb" <"$1"; }
        ask() { duckdb -noheader -list "$work/runs.duckdb" "$1"; }
    elif python3 -c 'import duckdb' 2>/dev/null; then
        duck() {
            python3 -c '
import duckdb, sys
rows = duckdb.connect(sys.argv[1]).execute(sys.argv[2])
for row in rows.fetchall() if rows.description else []:
    print(*row, sep="|")' "$work/runs.duckdb" "$1"
        }
        run_file() {
            python3 -c '
import duckdb, sys
rows = duckdb.connect(sys.argv[1]).execute(open(sys.argv[2], encoding="utf-8", newline="").read())
for row in rows.fetchall() if rows.description else []:
    print(*row, sep="|")' "$work/runs.duckdb" "$1"
        }
        ask() { duck "$1"; }
    else
        skipped+=(duckdb)
        return
    fi
    load DuckDB
}

# PostgreSQL's server does not run as root: it gets a private cluster, and a socket only.
load_postgres() {
    local bin
    bin=$(dirname "$(command -v initdb || find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -1)")
    if [ ! -x "$bin/initdb" ] || ! command -v psql >/dev/null; then
        skipped+=(psql)
        return
    fi
    as() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "$1"; else sh -c "$1"; fi; }
    mkdir "$work/pg"
    chmod 711 "$work"
    [ "$(id -u)" != 0 ] || chown postgres "$work/pg"
    as "'$bin/initdb' -D '$work/pg/data' -A trust -U postgres -E UTF8 --locale=C" >/dev/null
    as "'$bin/pg_ctl' -D '$work/pg/data' -o \"-c listen_addresses= -k '$work/pg'\" -l '$work/pg/log' -w start" >/dev/null
    stop() { as "'$bin/pg_ctl' -D '$work/pg/data' -m immediate stop" >/dev/null; }
    postgres_stop=stop
    run_file() { psql -X -q -h "$work/pg" -U postgres -v ON_ERROR_STOP=1 -f "$1"; }
    ask() { psql -X -q -A -t -h "$work/pg" -U postgres -c "$1"; }
    load PostgreSQL
    stop
    postgres_stop=:
}

write_reports
write_queries
load_sqlite
load_duckdb
load_postgres
if [ ${#skipped[@]} -gt 0 ]; then
    printf 'load.sh: skipped, not installed: %s\n' "${skipped[*]}"
    [ "${LOADS_REQUIRE_ALL:-0}" != 1 ] || exit 1
fi
