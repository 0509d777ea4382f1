#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Renders the public interface of the library with the toolchain's DocC; fails where it has none.
#
# usage: docs/library.sh FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$1
if ! command -v docc >/dev/null 2>&1 && ! xcrun --find docc >/dev/null 2>&1; then
    echo "docs: this toolchain has no docc" >&2
    exit 1
fi
docc=$(command -v docc || xcrun --find docc)
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

# A scratch folder of its own: flags would let the next usual build begin anew.
scratch=${DOCS_SCRATCH:-.build/docs-library}
swift build --target LifelintKit --scratch-path "$scratch" \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs" >&2
# What LifelintKit re-exports belongs to its interface; the other stages do not.
find "$graphs" -name '*.symbols.json' ! -name 'LifelintKit*' ! -name 'LifelintModel*' ! -name 'LifelintReport*' -delete
"$docc" convert --additional-symbol-graph-dir "$graphs" --output-dir "$folder" \
    --fallback-display-name LifelintKit --fallback-bundle-identifier lifelint.LifelintKit \
    --transform-for-static-hosting --hosting-base-path "${DOCS_BASE_PATH:-}library" >&2
