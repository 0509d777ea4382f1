#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Feeds damaged samples to what parses, with the address sanitizer: fuzz.sh [SECONDS [SEED]]
# FUZZ_CONFIGURATION=debug builds in half the time and tries fewer inputs.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-10}
seed=${2:-1}
configuration=${FUZZ_CONFIGURATION:-release}

swift build -c "$configuration" --sanitize address --package-path Tests/Fuzzing
program=$(swift build -c "$configuration" --sanitize address --package-path Tests/Fuzzing --show-bin-path)/Fuzz
export ASAN_OPTIONS=detect_leaks=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
logs=()
while IFS= read -r file; do logs+=("$file"); done < <(
    find "$PWD/samples" -type f \( -name '*.lifelog' -o -name '*.jsonl' -o -name '*.json' -o -name '*.log' \
        -o -name '*.ndjson' \) -not -path '*/expected/*' | sort)
reports=()
while IFS= read -r file; do reports+=("$file"); done < <(
    {
        find "$PWD/samples" -type f \( -name '*.ips' -o -name '*.crash' -o -name '*.json' \) -not -path '*/expected/*'
        find "$PWD/Tests/LifelintIngestTests/Fixtures/Reports" -type f
    } | sort)
rules=()
while IFS= read -r file; do rules+=("$file"); done < <(find "$PWD/rules" "$PWD/samples" -type f -name '*.yml' | sort)

# Small ones, so that damage meets headers and not only what is packed; libarchive must be there for it to mean anything.
archives=("$work/a.tar" "$work/b.tgz")
(cd samples && tar -cf "$work/a.tar" leaked-background-task jetsam-own-limit && tar -czf "$work/b.tgz" voip-push)

run() {
    if ! (cd "$work" && "$program" "$@"); then
        if [ -f "$work/fuzz-input" ]; then
            cp "$work/fuzz-input" ./fuzz-input
            echo "the input that broke it is ./fuzz-input" >&2
        fi
        exit 1
    fi
}
run log "$seconds" "$seed" "${logs[@]}"
run log "$seconds" "$seed" "${reports[@]}"
run log "$seconds" "$seed" "${archives[@]}"
run session "$seconds" "$seed" "${logs[@]}"
run rules "$seconds" "$seed" "${rules[@]}"
