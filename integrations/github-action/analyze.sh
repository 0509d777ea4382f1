#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Analyses logs in a job of GitHub Actions: annotations, a summary of the job, reports as files. What it does is said by
# the variables that action.yml sets.
#
# Values of a workflow come through the environment only: none becomes a part of a command.
set -euo pipefail

action=${GITHUB_ACTION_PATH:-$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)}
reports=${LIFELINT_REPORTS:-lifelint-reports}

if [ -n "${LIFELINT_BINARY:-}" ]; then
    lifelint=$LIFELINT_BINARY
elif command -v lifelint >/dev/null 2>&1; then
    lifelint=lifelint
else
    echo "::group::Build lifelint"
    make -C "$action/../.." build
    echo "::endgroup::"
    lifelint=$action/../../.build/release/lifelint
fi

formats=$("$lifelint" help analyze)
knows() { grep -q "^  $1 " <<<"$formats"; }

# One argument a line; empty lines are none.
lines() { while IFS= read -r line; do [ -z "$line" ] || printf '%s\0' "$line"; done <<<"$1"; }
paths=()
while IFS= read -r -d '' path; do paths+=("$path"); done < <(lines "${LIFELINT_PATHS:-}")
if [ ${#paths[@]} = 0 ]; then
    echo "::error::lifelint: 'paths' names nothing to read"
    exit 2
fi

mkdir -p "$reports"
arguments=(--fail-on "${LIFELINT_FAIL_ON:-error}" --report "json=$reports/lifelint.json")
[ -z "${LIFELINT_CONFIG:-}" ] || arguments+=(--config "$LIFELINT_CONFIG")
[ -z "${LIFELINT_BASELINE:-}" ] || arguments+=(--baseline "$LIFELINT_BASELINE")
[ "${LIFELINT_STRICT_BASELINE:-false}" != true ] || arguments+=(--strict-baseline)
[ -z "${LIFELINT_TODAY:-}" ] || arguments+=(--today "$LIFELINT_TODAY")
while IFS= read -r -d '' argument; do arguments+=("$argument"); done < <(lines "${LIFELINT_ARGUMENTS:-}")

sarif=
if knows sarif; then
    sarif=$reports/lifelint.sarif
    arguments+=(--report "sarif=$sarif")
fi
if knows html; then arguments+=(--report "html=$reports/lifelint.html"); fi
if knows markdown; then
    summary=$reports/summary.md
    arguments+=(--report "markdown=$summary")
else
    summary=$reports/summary.txt
    arguments+=(--redact --report "brief=$summary")
fi
if knows github; then arguments+=(--report github); fi

# What an earlier use of the action left here is not told as this one's.
rm -f -- "$reports"/lifelint.{json,sarif,html} "$reports"/summary.{md,txt}
status=0
"$lifelint" analyze "${arguments[@]}" -- "${paths[@]}" || status=$?
[ -f "$sarif" ] || sarif=

if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$summary" ]; then
    if [ "$summary" = "$reports/summary.md" ]; then
        cat "$summary" >>"$GITHUB_STEP_SUMMARY"
    else
        # Text of logs stays text.
        { echo '<pre>'; sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' "$summary"; echo '</pre>'; } \
            >>"$GITHUB_STEP_SUMMARY"
    fi
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
    { echo "status=$status"; echo "reports=$reports"; echo "sarif=$sarif"; } >>"$GITHUB_OUTPUT"
fi
case $status in
0) ;;
1) echo "::error::lifelint: findings, or fixed ones that the baseline still lists; the reports are in $reports" ;;
3) echo "::error::lifelint: some input could not be read; the rest is in $reports" ;;
*) echo "::error::lifelint ended with status $status" ;;
esac
exit "$status"
