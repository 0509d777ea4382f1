#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the example as another package would, runs it, and looks at what it says.
set -euo pipefail
cd "$(dirname "$0")/../.."

output=$(swift run --package-path integrations/swift-library EmbeddingExample samples/healthy-day)

expect() {
    if ! grep -qF -- "$1" <<<"$output"; then
        printf 'the embedding example does not say: %s\n\n%s\n' "$1" "$output" >&2
        exit 1
    fi
}
expect 'files: 2 runs from'
expect 'com.acme.notes/iPhone-A1/2210@2026-03-02T08:02:10.000Z: reclaimed'
expect 'bytes: com.example.notes (pid 71)'
expect 'pushed: 71 backgroundTask (certain)'
expect 'found: background-task-never-ended: The system ended the app'
expect 'pushed: 88 stillRunning (likely)'
echo "the embedding example builds and runs"
