#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs lifelint and DuckDB on the same log in alternation and prints ratios of their times.

    python3 Benchmarks/compare.py FOLDER [--lifelint .build/release/lifelint] [--pairs 5]

FOLDER is what generate.py wrote. DuckDB (`pip install duckdb`) answers one question, lifelint writes its whole report;
a comparison counts only when both give the counts of truth.json.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

QUERY = """
with e as (
  select ts::timestamp ts, device, pid, event, seq
  from read_json(?, format = 'newline_delimited',
    columns = {ts: 'VARCHAR', device: 'VARCHAR', pid: 'BIGINT', event: 'VARCHAR', seq: 'BIGINT'})
  where event in ('app.didEnterBackground', 'backgroundTask.end')),
w as (
  select *, lead(ts) over run next_ts, lead(event) over run next_event
  from e window run as (partition by device, pid order by ts, seq))
select count(*) filter (event = 'app.didEnterBackground'),
  count(*) filter (event = 'app.didEnterBackground'
    and (next_event is null or next_event <> 'backgroundTask.end' or next_ts - ts > interval 30 second))
from w
"""


def duckdb_seconds(log, threads, truth):
    """Only the query is timed: not the start of the interpreter."""
    program = (
        "import duckdb, sys, time, json\n"
        "c = duckdb.connect()\n"
        "c.execute('set threads to ' + sys.argv[3])\n"
        "start = time.perf_counter()\n"
        "row = c.execute(sys.argv[1], [sys.argv[2]]).fetchone()\n"
        "print(json.dumps([time.perf_counter() - start, *row]))\n")
    output = subprocess.run(
        [sys.executable, "-c", program, QUERY, str(log), str(threads)], check=True, capture_output=True, text=True)
    seconds, backgrounds, overruns = json.loads(output.stdout)
    if (backgrounds, overruns) != (truth["backgrounds"], truth["overruns"]):
        sys.exit("DuckDB counts %d and %d, the truth is %s" % (backgrounds, overruns, truth))
    return seconds


def lifelint_seconds(binary, log, threads, truth, report):
    """The whole process, its report included; also its peak memory in bytes."""
    command = [
        binary, "analyze", str(log), "--report", "json=%s" % report, "--jobs", str(threads)]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit("lifelint ends with status %d" % process.returncode)
    summary = summary_of(report)
    killed = summary["endings"].get("backgroundTask", 0)
    if (summary["runs"], killed) != (truth["runs"], truth["killed"]):
        sys.exit("lifelint counts %d runs and %d kills, the truth is %s" % (summary["runs"], killed, truth))
    return seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1_024)


def summary_of(report):
    """Each key of a report stands at the beginning of a line; the runs behind it are not read."""
    with open(report, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith('"summary":'):
                return json.loads("{%s}" % line.strip().rstrip(","))["summary"]
    sys.exit("the report has no summary")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--lifelint", default=".build/release/lifelint")
    arguments.add_argument("--pairs", type=int, default=5)
    arguments.add_argument("--report-folder", default=None, help="where the reports go: best a folder in memory")
    options = arguments.parse_args()
    log = options.folder / "lifecycle.jsonl"
    truth = json.loads((options.folder / "truth.json").read_text(encoding="utf-8"))
    times = {"duckdb": [], "lifelint, 2 jobs": [], "lifelint, 1 job": []}
    peak = 0
    with tempfile.TemporaryDirectory(dir=options.report_folder) as folder:
        report = pathlib.Path(folder) / "report.json"
        for pair in range(options.pairs + 1):
            duckdb = duckdb_seconds(log, 2, truth)
            two, memory = lifelint_seconds(options.lifelint, log, 2, truth, report)
            one, other = lifelint_seconds(options.lifelint, log, 1, truth, report)
            peak = max(peak, memory, other)
            # The first round only warms the page cache.
            if pair > 0:
                for name, seconds in zip(times, (duckdb, two, one)):
                    times[name].append(seconds)
    print("%d MB, %d lines, %d pairs" % (truth["bytes"] >> 20, truth["lines"], options.pairs))
    for name, seconds in times.items():
        print("%-18s %7.0f MB/s" % (name, truth["bytes"] / 1e6 / statistics.median(seconds)))
    for name in ("lifelint, 2 jobs", "lifelint, 1 job"):
        ratios = [duckdb / own for duckdb, own in zip(times["duckdb"], times[name])]
        print("%s ÷ duckdb: %.2f" % (name, statistics.median(ratios)))
    second = [one / two for one, two in zip(times["lifelint, 1 job"], times["lifelint, 2 jobs"])]
    print("second core: %.2f" % statistics.median(second))
    print("peak memory: %d MiB" % (peak >> 20))


if __name__ == "__main__":
    main()
