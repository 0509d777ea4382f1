#!/bin/sh
# SPDX-License-Identifier: MIT
# Analyses the logs and reports of the tests of an Xcode Cloud build. Copied to ci_scripts/ beside the project, Xcode Cloud
# runs it after each xcodebuild.
#
# LIFELINT_BINARY names the lifelint to use (default: the one in PATH), LIFELINT_BASELINE a baseline in the repository.
set -eu

lifelint=${LIFELINT_BINARY:-lifelint}
repository=${CI_PRIMARY_REPOSITORY_PATH:-.}
results=${CI_RESULT_BUNDLE_PATH:-}

if [ "${CI_XCODEBUILD_ACTION:-test-without-building}" != test-without-building ]; then
    echo "lifelint: no tests were run: nothing to analyse"
    exit 0
fi
if ! command -v "$lifelint" >/dev/null 2>&1; then
    echo "lifelint: '$lifelint' was not found: install it in ci_post_clone.sh, or set LIFELINT_BINARY" >&2
    exit 2
fi

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
if [ -n "$results" ] && [ -d "$results" ]; then
    # What the tests attached: logs of the app, crash reports.
    if command -v xcrun >/dev/null 2>&1; then
        xcrun xcresulttool export attachments --path "$results" --output-path "$logs/attachments" || true
        xcrun xcresulttool export diagnostics --path "$results" --output-path "$logs/diagnostics" || true
    else
        cp -R "$results" "$logs/results"
    fi
fi
for folder in "$HOME/Library/Logs/DiagnosticReports" "${LIFELINT_LOGS:-}"; do
    if [ -n "$folder" ] && [ -d "$folder" ]; then cp -R "$folder" "$logs/"; fi
done
if [ -z "$(find "$logs" -type f)" ]; then
    echo "lifelint: no logs and no reports: nothing to analyse"
    exit 0
fi

set -- --fail-on "${LIFELINT_FAIL_ON:-error}"
if [ -n "${LIFELINT_BASELINE:-}" ]; then set -- "$@" --baseline "$repository/$LIFELINT_BASELINE"; fi
if [ -f "$repository/.lifelint.yml" ]; then set -- "$@" --config "$repository/.lifelint.yml"; fi

status=0
"$lifelint" analyze "$@" "$logs" || status=$?
if [ "$status" = 3 ]; then echo "lifelint: some of what is named above could not be read" >&2; fi
exit "$status"
