#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks what machines read against the published schemas: validate.sh [LIFELINT [SCHEMAS]]. SCHEMAS is a folder with
# junit.xsd and sarif-2.1.0.json. What is missing is named, and skipped; with FORMATS_REQUIRE_ALL=1 it fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
lifelint=${1:-.build/release/lifelint}
schemas=${2:-${LIFELINT_SCHEMAS:-../shared/schemas}}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skipped=()

# All samples, one sample, none of whose runs has a finding, and text that would rather be markup.
number=0
for inputs in samples samples/leaked-background-task samples/healthy-day Tests/Loads/hostile.jsonl; do
    number=$((number + 1))
    "$lifelint" analyze "$inputs" --quiet --fail-on never --report sarif="$work/$number.sarif" \
        --report junit="$work/$number.junit.xml" --report checkstyle="$work/$number.checkstyle.xml" \
        --report gitlab="$work/$number.gitlab.json" --report otlp="$work/$number.otlp.jsonl" \
        --report github="$work/$number.github.txt" 2>"$work/notes" || [ $? = 3 ] || {
        cat "$work/notes" >&2
        exit 1
    }
done

if command -v xmllint >/dev/null; then
    xmllint --noout "$work"/*.checkstyle.xml
    if [ -e "$schemas/junit.xsd" ]; then
        xmllint --noout --schema "$schemas/junit.xsd" "$work"/*.junit.xml
    else
        skipped+=("junit.xsd")
    fi
else
    skipped+=("xmllint")
fi

if python3 -c 'import json' 2>/dev/null; then
    python3 - "$work" "$schemas" <<'PYTHON'
import glob, json, os, re, sys

work, schemas = sys.argv[1:]
for path in glob.glob(work + "/*.gitlab.json"):
    entries = json.load(open(path, encoding="utf-8"))
    prints = [entry["fingerprint"] for entry in entries]
    assert len(prints) == len(set(prints)), path
    for entry in entries:
        assert entry["description"] and entry["check_name"] and entry["location"]["path"], path
        assert entry["severity"] in ("info", "minor", "major", "critical", "blocker"), path
        assert entry["location"]["lines"]["begin"] >= 1, path
for path in glob.glob(work + "/*.otlp.jsonl"):
    for line in open(path, encoding="utf-8", newline="\n"):
        assert set(json.loads(line)) <= {"resourceSpans", "resourceLogs"}, path
for path in glob.glob(work + "/*.github.txt"):
    lines = open(path, encoding="utf-8", newline="\n").read().splitlines()
    for level in ("error", "warning", "notice"):
        assert sum(line.startswith("::%s " % level) for line in lines) <= 10, path
    assert all(re.match(r"::(error|warning|notice) ", line) for line in lines), path
for path in glob.glob(work + "/*.sarif"):
    run = json.load(open(path, encoding="utf-8"))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] and place["region"]["startLine"] >= 1, path
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"], path
        assert result["partialFingerprints"]["primaryLocationLineHash"], path
    assert all(rule["help"]["text"] and rule["fullDescription"]["text"] for rule in rules), path
schema = os.path.join(schemas, "sarif-2.1.0.json")
try:
    import jsonschema
except ImportError:
    jsonschema = None
if jsonschema and os.path.exists(schema):
    validator = jsonschema.Draft4Validator(json.load(open(schema, encoding="utf-8")))
    for path in sorted(glob.glob(work + "/*.sarif")):
        errors = [error.message for error in validator.iter_errors(json.load(open(path, encoding="utf-8")))]
        assert not errors, (path, errors[:3])
else:
    open(work + "/no-sarif", "w").close()
# The protocol's own messages take every line, and know every field of it.
try:
    from google.protobuf.json_format import ParseDict
    from opentelemetry.proto.logs.v1.logs_pb2 import LogsData
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
except ImportError:
    open(work + "/no-otlp", "w").close()
else:
    for path in sorted(glob.glob(work + "/*.otlp.jsonl")):
        for line in open(path, encoding="utf-8", newline="\n"):
            record = json.loads(line)
            ParseDict(record, LogsData() if "resourceLogs" in record else TracesData())
PYTHON
    [ ! -e "$work/no-sarif" ] || skipped+=("sarif-2.1.0.json or python3's jsonschema")
    [ ! -e "$work/no-otlp" ] || skipped+=("python3's opentelemetry-proto")
else
    skipped+=("python3")
fi

if [ ${#skipped[@]} -gt 0 ]; then
    printf 'validate.sh: skipped: %s\n' "${skipped[@]}"
    [ "${FORMATS_REQUIRE_ALL:-0}" != 1 ] || exit 1
fi
echo "validate.sh: done"
