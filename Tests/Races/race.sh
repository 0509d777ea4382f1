#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks for data races: analyses samples, a long log and an archive with four threads under ThreadSanitizer.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product lifelint --sanitize=thread --scratch-path ${RACES_BUILD:-.build/races}
lifelint=${RACES_BUILD:-.build/races}/debug/lifelint
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TSAN_OPTIONS="suppressions=$PWD/Tests/Races/suppressions.txt exitcode=66 halt_on_error=0"

# look NAME INPUT…: a race ends the program with 66, whatever it found.
look() {
    local name=$1 status=0
    shift
    "$lifelint" analyze "$@" --jobs 4 --quiet --fail-on never --memory 1MB \
        --report json="$work/$name.json" 2>"$work/$name.txt" || status=$?
    if [ "$status" != 0 ]; then
        cat "$work/$name.txt" >&2
        echo "race.sh: $name ended with $status" >&2
        exit 1
    fi
    echo "no races: $name"
}

python3 Benchmarks/generate.py "$work/long" --megabytes 3 >/dev/null
tar -czf "$work/day.tar.gz" samples/device-day
look samples samples
look long "$work/long"
look archive "$work/day.tar.gz"
