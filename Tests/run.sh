#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests, and tells at the end which ones failed and why: it would be lost among some thousand lines.
# usage: Tests/run.sh COMMAND…
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p .build
log=.build/tests.log
status=0
"$@" 2>&1 | tee "$log" || status=$?
if [ "$status" -ne 0 ]; then
    printf '\nwhat failed (the whole is in %s):\n' "$log"
    # Behind an issue stands what was compared.
    grep -a -A 4 -E 'recorded an issue|^error:|: error:|Fatal error|unexpected signal' "$log" |
        grep -a -v -E '^(◇|✔|--$)' | cut -c 1-600 | tail -n 60 || true
fi
exit "$status"
