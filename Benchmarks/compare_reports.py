#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs lifelint and pycrashreport on the same crash reports in alternation and prints ratios of their times.

    python3 Benchmarks/compare_reports.py FOLDER [--lifelint .build/release/lifelint] [--pairs 9]

FOLDER holds `.ips` files of crashes (bug type 309 or 109) and, if there are any, `.crash` texts. pycrashreport
(`pip install pycrashreport`) parses each `.ips`; lifelint writes its whole report about all of them. Where there are texts,
what they take beside the `.ips` is told per byte, against what the `.ips` take beside a single one: the start counts in
neither.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PARSE = """
import pathlib, sys, time
from pycrashreport.crash_report import get_crash_report_from_file
files = sorted(pathlib.Path(sys.argv[1]).iterdir())
start = time.perf_counter()
for file in files:
    with open(file, encoding="utf-8", errors="replace") as handle:
        get_crash_report_from_file(handle)
print(time.perf_counter() - start)
"""


def pycrashreport_seconds(folder):
    """Parsing alone, and the whole process with the start of the interpreter."""
    start = time.perf_counter()
    output = subprocess.run([sys.executable, "-c", PARSE, str(folder)], capture_output=True, text=True)
    whole = time.perf_counter() - start
    if output.returncode != 0:
        sys.exit("pycrashreport failed: " + output.stderr.strip().split("\n")[-1])
    return float(output.stdout), whole


def lifelint_seconds(binary, folder, jobs, report, expected):
    """The whole process, its report included; also its peak memory in bytes."""
    command = [
        binary, "analyze", str(folder), "--report", "json=%s" % report, "--jobs", str(jobs), "--fail-on", "never"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit("lifelint ended with %d" % os.waitstatus_to_exitcode(status))
    with open(report, encoding="utf-8") as file:
        runs = json.load(file)["summary"]["runs"]
    if runs != expected:
        sys.exit("lifelint tells of %d runs, there are %d reports" % (runs, expected))
    return seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def copies(files, folder):
    """The files in a folder of their own; gives how many bytes they have."""
    folder.mkdir()
    for file in files:
        shutil.copyfile(file, folder / file.name)
    return sum(file.stat().st_size for file in files)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--lifelint", default=".build/release/lifelint")
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work-folder", help="where copies and reports are written (default: a temporary folder)")
    arguments = parser.parse_args()

    ips = sorted(arguments.folder.rglob("*.ips"))
    texts = sorted(arguments.folder.rglob("*.crash"))
    if not ips:
        sys.exit("no .ips files in %s" % arguments.folder)
    with tempfile.TemporaryDirectory(dir=arguments.work_folder) as work:
        work = pathlib.Path(work)
        ips_bytes = copies(ips, work / "ips")
        text_bytes = copies(ips + texts, work / "all") - ips_bytes
        one_bytes = copies(ips[:1], work / "one")
        rows = []
        for _ in range(arguments.pairs):
            parsing, whole = pycrashreport_seconds(work / "ips")
            alone, memory = lifelint_seconds(
                arguments.lifelint, work / "ips", arguments.jobs, work / "report.json", len(ips))
            both, _ = lifelint_seconds(
                arguments.lifelint, work / "all", arguments.jobs, work / "report.json", len(ips) + len(texts))
            one, _ = lifelint_seconds(arguments.lifelint, work / "one", arguments.jobs, work / "report.json", 1)
            rows.append((parsing / alone, whole / alone, alone - one, both - alone, memory))
        print("%d .ips, %.1f MB, median of %d pairs" % (len(ips), ips_bytes / 1e6, len(rows)))
        print("  lifelint ÷ pycrashreport, parsing alone: %.2f times as fast" % statistics.median(r[0] for r in rows))
        print("  the same, with the start of python3: %.2f" % statistics.median(r[1] for r in rows))
        print("  peak memory of lifelint: %.0f MB" % (max(r[4] for r in rows) / 1e6))
        if texts and len(ips) > 1:
            rate = statistics.median(r[2] for r in rows) / (ips_bytes - one_bytes)
            beside = statistics.median(r[3] for r in rows) / text_bytes
            print("%d .crash beside them, %.1f MB" % (len(texts), text_bytes / 1e6))
            print("  rate per byte ÷ that of the .ips, the start counted in neither: %.2f" % (rate / beside))


if __name__ == "__main__":
    main()
