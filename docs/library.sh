#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Renders the public interface of the library with the toolchain's DocC; fails where it has none. The modules that were
# built beside the program say what the interface is, so nothing is built anew.
#
# usage: docs/library.sh LIFELINT FOLDER
# DOCS_BASE_PATH is the path under which the site is served, with a slash at its end; without it, the site's own root.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
modules=$(dirname "$1")/Modules
folder=$2
docc=$(command -v docc || xcrun --find docc 2>/dev/null || true)
if [ -z "$docc" ]; then
    echo "docs: this toolchain has no docc" >&2
    exit 1
fi
if [ ! -e "$modules/LifelintKit.swiftmodule" ]; then
    echo "docs: $modules has no LifelintKit: build the program with 'swift build' first" >&2
    exit 1
fi
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",*$/\1/p' | head -n 1)
sdk=()
if command -v xcrun >/dev/null 2>&1; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi
# What LifelintKit re-exports belongs to its interface; the other stages do not.
for module in LifelintKit LifelintModel LifelintReport; do
    swift symbolgraph-extract -module-name "$module" -target "$target" ${sdk[@]+"${sdk[@]}"} -I "$modules" \
        -minimum-access-level public -output-dir "$graphs"
done
"$docc" convert docs/LifelintKit.docc --additional-symbol-graph-dir "$graphs" --output-dir "$folder" \
    --fallback-display-name LifelintKit --fallback-bundle-identifier lifelint.LifelintKit --warnings-as-errors \
    --transform-for-static-hosting --hosting-base-path "${DOCS_BASE_PATH:-}library" >&2
