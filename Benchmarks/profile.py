#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an instrumented lifelint over evidence of every kind, and writes what the compiler makes of it.

    python3 Benchmarks/profile.py BINARY PROFILE EVIDENCE… [--profdata llvm-profdata]

`make profile` builds BINARY and calls this. EVIDENCE are files and folders, each of which is analysed by one core and by
two; beside them the samples are analysed with every report, and single reports again and again, since the start counts
there. PROFILE is what builds for release are told.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORTS = ["json", "html", "markdown", "sarif", "sql", "otlp", "junit", "brief", "text", "github"]
# How often a single report is analysed.
SHORT_RUNS = 6


def analyse(binary, paths, *options):
    """Analyses, and says so where that cannot be done."""
    command = [str(binary), "analyze", *map(str, paths), "--fail-on", "never", *options]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if ended.returncode not in (0, 3):
        sys.exit("%s ended with %d: %s" % (" ".join(command), ended.returncode, ended.stderr.strip()))


def train(binary, evidence, folder):
    """Everything that the profile is to know of."""
    report = "json=%s" % (folder / "report.json")
    for path in evidence:
        for jobs in ("1", "2"):
            analyse(binary, [path], "--report", report, "--jobs", jobs)
    for name in REPORTS:
        analyse(binary, ["samples"], "--report", "%s=%s" % (name, folder / "report"))
    single = sorted(ROOT.glob("samples/*/*.ips"))[:1]
    for _ in range(SHORT_RUNS):
        analyse(binary, single, "--report", report)


def without_folders(profile, folder):
    """The profile without the name of the folder in which the binary was built, which names of some functions hold."""
    name = os.fsencode(folder)
    return profile.replace(name, b"/lifelint".ljust(len(name), b"_"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("profile", type=pathlib.Path)
    parser.add_argument("evidence", type=pathlib.Path, nargs="*")
    parser.add_argument("--profdata", default="llvm-profdata")
    options = parser.parse_args()
    missing = [str(path) for path in options.evidence if not path.exists()]
    if missing:
        sys.exit("there is no %s" % ", ".join(missing))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["LLVM_PROFILE_FILE"] = str(folder / "%p.profraw")
        train(options.binary.resolve(), [path.resolve() for path in options.evidence], folder)
        counts = sorted(folder.glob("*.profraw"))
        if not counts:
            sys.exit("%s is not instrumented" % options.binary)
        merged = folder / "merged"
        subprocess.run([options.profdata, "merge", "--sparse", "-o", merged, *counts], check=True)
        options.profile.write_bytes(without_folders(merged.read_bytes(), ROOT))
    shown = subprocess.run([options.profdata, "show", options.profile], capture_output=True, text=True, check=True)
    print(shown.stdout.strip())


if __name__ == "__main__":
    main()
