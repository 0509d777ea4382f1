#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks at integrations/: lints what can be linted, checks it against published schemas where a checker is installed, and
# runs the shell and Ruby parts for real on samples. Says what it skipped, since not every machine has every tool.
#
# usage: Tests/Integrations/run.sh [LIFELINT]   (default: the release build, then the debug build)
set -uo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
root=$PWD

lifelint=${1:-}
if [ -z "$lifelint" ]; then
    for candidate in .build/release/lifelint .build/debug/lifelint; do
        if [ -x "$candidate" ]; then lifelint=$root/$candidate && break; fi
    done
fi
if [ ! -x "$lifelint" ]; then
    echo "lifelint is not built: make build" >&2
    exit 2
fi
lifelint=$(cd "$(dirname "$lifelint")" && pwd)/$(basename "$lifelint")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# The program under the name by which the integrations call it.
mkdir "$scratch/bin"
ln -s "$lifelint" "$scratch/bin/lifelint"
sample=$root/samples/leaked-background-task/drafts.lifelog
healthy=$root/samples/healthy-day/notes.lifelog

failed=0
skipped=0
pass() { printf 'ok       %s\n' "$1"; }
fail() { printf 'FAILED   %s\n' "$1" && failed=$((failed + 1)); }
skip() { printf 'skipped  %s: %s\n' "$1" "$2" && skipped=$((skipped + 1)); }
has() { command -v "$1" >/dev/null 2>&1; }

# check NAME COMMAND…: the command has to end with 0.
check() {
    local name=$1
    shift
    if "$@" >"$scratch/checked" 2>&1; then pass "$name"; else
        fail "$name"
        sed 's/^/         /' "$scratch/checked"
    fi
}

# ends NAME STATUS COMMAND…: the command has to end with that status.
ends() {
    local name=$1 expected=$2 status=0
    shift 2
    "$@" >"$scratch/output" 2>&1 || status=$?
    if [ "$status" = "$expected" ]; then pass "$name"; else
        fail "$name (status $status, not $expected)"
        sed 's/^/         /' "$scratch/output"
    fi
}

holds() { check "$1" grep -qF -- "$3" "$2"; }

# MARK: Linters

if has shellcheck; then
    check "shell scripts: shellcheck" shellcheck integrations/*/*.sh Tests/Integrations/run.sh
else
    skip "shell scripts: shellcheck" "not installed"
fi
if has sh; then check "the script for Xcode Cloud is plain sh" sh -n integrations/xcode-cloud/ci_post_xcodebuild.sh; fi
if has ruby; then check "fastlane: ruby -c" ruby -c integrations/fastlane/lifelint.rb; else
    skip "fastlane: ruby -c" "not installed"
fi
yaml=(integrations/github-action/action.yml integrations/gitlab/template.yml .pre-commit-hooks.yaml)
if has python3 && python3 -c 'import yaml' 2>/dev/null; then
    check "YAML parses" python3 -c 'import sys, yaml
for path in sys.argv[1:]: list(yaml.safe_load_all(open(path)))' "${yaml[@]}"
elif has ruby; then
    check "YAML parses" ruby -ryaml -e 'ARGV.each { |path| YAML.load_stream(File.read(path)) }' "${yaml[@]}"
else
    skip "YAML parses" "neither Python with PyYAML nor Ruby is installed"
fi
if has check-jsonschema; then
    check "GitHub's schema of actions" check-jsonschema --builtin-schema vendor.github-actions "${yaml[0]}"
    # The head of a component is a document of its own, which the schema of pipelines does not know.
    sed '1,/^---$/d' "${yaml[1]}" | sed 's/\$\[\[ inputs.stage \]\]/test/' >"$scratch/gitlab.yml"
    check "GitLab's schema of pipelines" check-jsonschema --builtin-schema vendor.gitlab-ci \
        --data-transform gitlab-ci "$scratch/gitlab.yml"
else
    skip "published schemas of GitHub and GitLab" "check-jsonschema is not installed"
fi
if has pre-commit; then check "pre-commit's own check" pre-commit validate-manifest "${yaml[2]}"; else
    skip "pre-commit's own check" "not installed"
fi
for folder in integrations/*/; do
    if [ "$folder" != integrations/swift-library/ ]; then check "$folder has a README" test -s "$folder/README.md"; fi
done

# MARK: GitHub

github() {
    env -i PATH="$scratch/bin:$PATH" HOME="$scratch" GITHUB_ACTION_PATH="$root/integrations/github-action" \
        GITHUB_STEP_SUMMARY="$scratch/summary" GITHUB_OUTPUT="$scratch/outputs" LIFELINT_REPORTS="$scratch/reports" \
        "$@" bash "$root/integrations/github-action/analyze.sh"
}
cd "$scratch" || exit 2
ends "github: findings fail the job" 1 github LIFELINT_PATHS="$sample"
holds "github: the job says so" output "::error::lifelint: findings"
holds "github: status is an output" outputs "status=1"
holds "github: the summary is written" summary "background-task-never-ended"
check "github: the summary names no device" sh -c '! grep -q iPhone-L5 summary'
check "github: a JSON report is kept" test -s reports/lifelint.json
ends "github: two paths, one a line, and never" 0 github LIFELINT_PATHS="$sample
$healthy
" LIFELINT_FAIL_ON=never
holds "github: a SARIF report is an output" outputs "sarif=$scratch/reports/lifelint.sarif"
rm -f summary outputs
ends "github: a wrong argument" 2 github LIFELINT_PATHS="$sample" LIFELINT_ARGUMENTS=--bogus
check "github: without a SARIF report none is an output" grep -qx "sarif=" outputs
check "github: reports of an earlier use are not told as this one's" sh -c '! test -e summary && ! ls reports/* 2>/dev/null'
ends "github: no path" 2 github LIFELINT_PATHS=
ends "github: a missing path" 3 github LIFELINT_PATHS="$scratch/none.log"
ends "github: a path is never a command" 3 github LIFELINT_PATHS="\$(touch $scratch/owned) ; touch $scratch/owned"
check "github: nothing was run" test ! -e owned
"$lifelint" analyze "$sample" --quiet --report brief --write-baseline known.json >/dev/null
ends "github: known findings do not fail" 0 github LIFELINT_PATHS="$sample" LIFELINT_BASELINE=known.json
ends "github: fixed ones fail where that is asked for" 1 github LIFELINT_PATHS="$healthy" LIFELINT_BASELINE=known.json \
    LIFELINT_STRICT_BASELINE=true
ends "github: further arguments" 0 github LIFELINT_PATHS="$sample" LIFELINT_ARGUMENTS="--select
none"

# MARK: GitLab

if has python3 && python3 -c 'import yaml' 2>/dev/null; then
    python3 -c 'import sys, yaml
print("\n".join(list(yaml.safe_load_all(open(sys.argv[1])))[1]["lifelint"]["script"]))' \
        "$root/${yaml[1]}" >gitlab.sh
    gitlab() { env PATH="$scratch/bin:$PATH" "$@" sh -eu gitlab.sh; }
    ends "gitlab: findings fail the job" 1 gitlab LIFELINT_FAIL_ON=error LIFELINT_BASELINE= LIFELINT_ARGUMENTS= \
        LIFELINT_PATHS="$sample"
    check "gitlab: reports are kept, redacted" sh -c 'grep -q device-1 lifelint-reports/lifelint.json'
    ends "gitlab: known findings do not fail" 0 gitlab LIFELINT_FAIL_ON=error LIFELINT_BASELINE=known.json \
        LIFELINT_ARGUMENTS="--today 2026-03-02" LIFELINT_PATHS="$sample $healthy"
    if has shellcheck; then check "gitlab: shellcheck of its script" shellcheck -s sh -e SC2086,SC2154 gitlab.sh; fi
else
    skip "gitlab: its script" "Python with PyYAML is not installed"
fi

# MARK: pre-commit

if has pre-commit && has git; then
    git init -q hooked
    mkdir -p hooked/lifelint/rules
    cp "$sample" hooked/a.lifelog
    "$lifelint" rules new late-upload >hooked/lifelint/rules/late-upload.yml
    printf 'extends: recommended\n' >hooked/.lifelint.yml
    cat >hooked/.pre-commit-config.yaml <<END
repos:
  - repo: local
    hooks:
$(sed -e '/^#/d' -e 's/^/      /' "$root/${yaml[2]}")
END
    hook() { (cd hooked && git add -A && PRE_COMMIT_HOME="$scratch/pc" PATH="$scratch/bin:$PATH" pre-commit run "$1"); }
    mkdir -p hooked/lifelint/rules/vocabulary
    printf 'checkout: { begins: network.begin, ends: network.end }\n' >hooked/lifelint/rules/vocabulary/spans.yml
    ends "pre-commit: rules are checked" 0 hook lifelint-rules-check
    ends "pre-commit: tests of rules run" 0 hook lifelint-rules-test
    ends "pre-commit: the configuration is read" 0 hook lifelint-config
    ends "pre-commit: a committed log fails" 1 hook lifelint-analyze
    for number in 1 2 3 4 5 6 7 8 9; do cp "$sample" "hooked/$number.lifelog"; done
    ends "pre-commit: so do ten" 1 hook lifelint-analyze
    one_report() { [ "$(grep -c '^lifelint [0-9]' output)" = 1 ]; }
    check "pre-commit: they are analysed together" one_report
    printf 'extends: recommendd\n' >hooked/.lifelint.yml
    ends "pre-commit: a wrong configuration fails" 1 hook lifelint-config
else
    skip "pre-commit: the hooks" "not installed"
fi

# MARK: fastlane

if has ruby; then
    cat >lane.rb <<'END'
# What the action uses of fastlane, and no more. The Ruby of macOS is 2.6.
module FastlaneCore
  class ConfigItem
    attr_reader :key, :default_value
    def initialize(key:, default_value: nil, **)
      @key = key
      @default_value = default_value
    end
  end
end
module Fastlane
  Boolean = :boolean
  module UI
    class Failure < StandardError; end
    def self.message(text)
      puts text
    end

    def self.important(text)
      puts "! #{text}"
    end

    def self.user_error!(text)
      raise Failure, text
    end
  end
  module Actions
    Boolean = Fastlane::Boolean
    class Action; UI = Fastlane::UI; end
  end
end
load ARGV.shift
action = Fastlane::Actions::LifelintAction
defaults = action.available_options.to_h { |item| [item.key, item.default_value] }
options = ARGV.to_h { |word| word.split('=', 2).then { |key, value| [key.to_sym, value] } }
options[:paths] = options[:paths].split(',') if options[:paths]
options[:fail_build] = false if options[:fail_build] == 'false'
begin
  puts "status: #{action.run(defaults.merge(options))[:status]}"
rescue Fastlane::UI::Failure => error
  abort error.message
end
END
    lane() { PATH="$scratch/bin:$PATH" ruby lane.rb "$root/integrations/fastlane/lifelint.rb" "$@"; }
    ends "fastlane: findings end the lane" 1 lane paths="$sample"
    holds "fastlane: it says why" output "lifelint: findings"
    ends "fastlane: or do not" 0 lane paths="$sample" fail_build=false
    holds "fastlane: the status is given back" output "status: 1"
    check "fastlane: a JSON report is kept" test -s fastlane/lifelint/lifelint.json
    ends "fastlane: known findings do not fail" 0 lane paths="$sample,$healthy" baseline=known.json
    ends "fastlane: a program that is not there" 1 lane paths="$sample" binary=no-such-lifelint
else
    skip "fastlane: the action" "Ruby is not installed"
fi

# MARK: Xcode Cloud

cloud() {
    env -i PATH="$scratch/bin:$PATH" HOME="$scratch/home" "$@" sh "$root/integrations/xcode-cloud/ci_post_xcodebuild.sh"
}
mkdir -p home/Library/Logs/DiagnosticReports results.xcresult
ends "xcode cloud: nothing to analyse" 0 cloud
cp "$sample" results.xcresult/
if has xcrun; then
    skip "xcode cloud: attachments" "xcresulttool reads real result bundles only"
else
    ends "xcode cloud: findings fail the build" 1 cloud CI_RESULT_BUNDLE_PATH="$scratch/results.xcresult"
    cp known.json known-in-repository.json
    ends "xcode cloud: known ones do not" 0 cloud CI_RESULT_BUNDLE_PATH="$scratch/results.xcresult" \
        CI_PRIMARY_REPOSITORY_PATH="$scratch" LIFELINT_BASELINE=known-in-repository.json
fi
ends "xcode cloud: logs of the tests" 1 cloud LIFELINT_LOGS="$(dirname "$sample")"
ends "xcode cloud: no tests were run" 0 cloud CI_XCODEBUILD_ACTION=archive
ends "xcode cloud: no lifelint" 2 cloud LIFELINT_BINARY=no-such-lifelint

# MARK: Docker

cd "$root" || exit 2
if has docker && docker info >/dev/null 2>&1; then
    if [ "${LIFELINT_TEST_DOCKER:-}" = 1 ]; then
        check "docker: the image builds" docker build -q -f integrations/docker/Dockerfile -t lifelint-test .
        check "docker: it runs" docker run --rm lifelint-test --version
    else
        skip "docker: the image" "it takes minutes: set LIFELINT_TEST_DOCKER=1"
    fi
else
    skip "docker: the image" "no Docker daemon"
fi
if has hadolint; then check "docker: hadolint" hadolint integrations/docker/Dockerfile; else
    skip "docker: hadolint" "not installed"
fi

printf '\n%s failed, %s skipped\n' "$failed" "$skipped"
[ "$failed" = 0 ]
